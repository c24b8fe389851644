"""Tapped hands of 21 and 27 cards: wild and value cards, counts, shows.

Cards only: ``debts`` has the payments. The card turned up is the cut; it and its neighbours
in its suit (``STEPS``, ranks above the cut) are wild and have value. Three identical cards are a
pure sequence; wild cards may lie loose beside a show.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, in_order, rank, suit
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import (
    PURE,
    Arrangement,
    Group,
    Lives,
    MeldRules,
    alike,
    check_laid,
    check_show,
    declare,
    least,
    refusal,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._value_cards.questions import JokerValues, Options

Cards: TypeAlias = tuple[str, ...]
Groups: TypeAlias = tuple[Cards, ...]
Copies: TypeAlias = Mapping[str, int]
"""Number of value cards by kind."""

WHEN_JOKER: Final = "AS"
"""The cut card when a printed joker is turned up."""
NEARLY: Final = 2
"""A hand short of at most so many dublees or jokers is read as a show of those."""


# What is wild --------------------------------------------------------------------------------


def neighbour(card: str, step: int) -> str:
    """Returns the card ``step`` ranks higher in its suit, going round the corner.

    >>> neighbour("KS", 2), neighbour("2H", -1)
    ('2S', 'AH')
    """
    return RANKS[(RANKS.index(rank(card)) + step) % len(RANKS)] + suit(card)


def wild_cards(options: Options, turned: str | None) -> frozenset[str]:
    """Returns what is wild besides printed jokers: the value cards, and sometimes the whole rank.

    After a printed joker: the aces, and the neighbours of the ace of spades, with value or not.
    """
    if turned is None:
        return frozenset()
    cut = WHEN_JOKER if turned == JOKER else turned
    wild = {neighbour(cut, step) for step in options.STEPS.values()}
    if turned == JOKER or options.same_rank_wild:
        wild |= {rank(cut) + letter for letter in SUITS}
    return frozenset(wild)


@lru_cache(maxsize=256)
def _rules(wild: frozenset[str], pure: int) -> MeldRules:
    return MeldRules(
        wild=wild,
        tunnelas=True,
        joker_tunnelas=True,
        lives=Lives(pure=pure, sequences=pure),
        loose_wilds=True,
    )


def melds_of(options: Options, turned: str | None) -> MeldRules:
    """Returns the rules of melds in this deal, with the pure sequences that a show needs."""
    return _rules(wild_cards(options, turned), options.show_pure)


# What has value ------------------------------------------------------------------------------


def faces(options: Options, turned: str | None) -> dict[str, str]:
    """Returns the card of each kind of value card; the kind's name while no card is turned up."""
    if turned is None:
        return {kind: kind for kind in options.STEPS}
    cut = WHEN_JOKER if turned == JOKER else turned
    if turned == JOKER and options.printed_joker_values is JokerValues.ACE_ONLY:
        return {kind: cut for kind, step in options.STEPS.items() if not step}
    return {kind: neighbour(cut, step) for kind, step in options.STEPS.items()}


def value_cards(options: Options, turned: str | None, cards: Iterable[str]) -> dict[str, int]:
    """Returns the number of value cards of each kind among these cards."""
    counts, card_of = Counter(cards), faces(options, turned)
    return {kind: counts[card_of[kind]] if kind in card_of else 0 for kind in options.STEPS}


def value(options: Options, copies: Copies) -> int:
    """Returns the best value points of these cards, counted singly or in marriages (one of every
    kind). A card counts once."""
    return _with_marriages(options, copies, marriages(options, copies))


def marriages(options: Options, copies: Copies) -> int:
    """Returns the best number of marriages; ties: the most."""
    possible = reversed(range(min(copies.values()) + 1))
    return max(possible, key=lambda count: _with_marriages(options, copies, count))


def _with_marriages(options: Options, copies: Copies, count: int) -> int:
    singles = (worth(options.value_points, owned - count) for owned in copies.values())
    return worth(options.marriage_points, count) + sum(singles)


def worth(steps: Sequence[int], copies: int) -> int:
    return steps[copies - 1] if copies else 0


def value_groups(options: Options, turned: str | None, cards: Cards) -> tuple[Group, ...]:
    """Returns the value cards among these as they count, with their points."""
    copies, card_of = value_cards(options, turned, cards), faces(options, turned)
    count = marriages(options, copies)
    groups = []
    if count:
        married = tuple(card for card in card_of.values() for _copy in range(count))
        groups.append(_group("marriage", married, worth(options.marriage_points, count)))
    for kind, card in card_of.items():
        if single := copies[kind] - count:
            points = worth(options.value_points, single)
            groups.append(_group(_step_kind(options.STEPS[kind]), (card,) * single, points))
    return tuple(groups)


def _step_kind(step: int) -> str:
    return "up" if step > 0 else "down" if step < 0 else "cut"


def _group(kind: str, cards: Cards, points: int | None = None) -> Group:
    return Group(kind, cards, (None,) * len(cards), points)


# What a loser counts -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Count:
    """The counted cards of a player who did not show."""

    laid: Arrangement
    """The layout with the least left over; or what saves the whole hand, with the rest free."""
    safe: Phrase = NO_WORDS
    """What saves the hand."""


def count(cards: Cards, options: Options, turned: str | None) -> Count:
    """Counts every card outside pure sequences; with enough of these, outside any meld.

    Nothing counts with enough dublees or wild cards. The caller applies caps.
    """
    melds = melds_of(options, turned)
    dublees, jokers = alike(cards, 2), jokers_among(cards, melds)
    if len(dublees) >= options.dublees_safe:
        words = _("safe with {count} dublees").format(count=len(dublees))
        return Count(with_free_rest(cards, dublees), words)
    if len(jokers) >= options.jokers_safe:
        words = _("safe with {count} jokers").format(count=len(jokers))
        return Count(with_free_rest(cards, (_group("jokers", jokers),)), words)
    return Count(lay(cards, melds))


@lru_cache(maxsize=2048)
def lay(cards: Cards, melds: MeldRules) -> Arrangement:
    """Returns the layout with the least left over."""
    return least(cards, melds)


def jokers_among(cards: Cards, melds: MeldRules) -> Cards:
    """Returns all wild cards, printed or not."""
    return tuple(sorted(filter(melds.is_wild, cards), key=in_order))


def with_free_rest(cards: Cards, groups: tuple[Group, ...]) -> Arrangement:
    """Returns these groups, with all other cards free."""
    rest = Counter(cards) - Counter(card for group in groups for card in group.cards)
    left = sorted(rest.elements(), key=in_order)
    return Arrangement(groups, tuple((card, 0) for card in left))


# A show --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Show:
    """A way to show."""

    laid: Arrangement
    words: Phrase


@dataclass(frozen=True, slots=True)
class ShowableCards:
    """Cards that make a show, whatever the other cards are."""

    tunnelas: tuple[Group, ...]
    dublees: tuple[Group, ...]
    jokers: Cards
    married: Cards
    """Cards of marriages, as many of each kind."""


def showable_cards(cards: Cards, options: Options, turned: str | None) -> ShowableCards:
    """Finds them in a hand that is not laid in groups."""
    copies = value_cards(options, turned, cards)
    married = [c for c in faces(options, turned).values() for _copy in range(min(copies.values()))]
    jokers = jokers_among(cards, melds_of(options, turned))
    return ShowableCards(alike(cards, 3), alike(cards, 2), jokers, tuple(married))


def showable_groups(groups: Groups, options: Options, turned: str | None) -> ShowableCards:
    """Finds them in a hand laid in groups: one meld per group, jokers in one group."""
    melds = melds_of(options, turned)
    jokers = [group for group in groups if all(map(melds.is_wild, group))]
    married = [
        group
        for group in groups
        if Counter(showable_cards(group, options, turned).married) == Counter(group)
    ]
    return ShowableCards(
        tuple(group for cards in groups if len(cards) == 3 for group in alike(cards, 3)),
        tuple(group for cards in groups if len(cards) == 2 for group in alike(cards, 2)),
        max(jokers, key=len, default=()),
        tuple(card for group in married for card in group),
    )


def show(cards: Cards, options: Options, turned: str | None) -> Show | None:
    """Returns how a hand that is not laid in groups can be shown; None if it cannot."""
    if free := free_show(showable_cards(cards, options, turned), cards, options):
        return free
    melds = declare(cards, melds_of(options, turned))
    return Show(melds, all_melded(options)) if melds else None


def free_show(showable: ShowableCards, cards: Cards, options: Options) -> Show | None:
    """Returns a show that needs no melds from the other cards."""
    if len(showable.tunnelas) >= options.show_tunnelas:
        words = ngettext("{count} tunnela", "{count} tunnelas", len(showable.tunnelas))
        return Show(with_free_rest(cards, showable.tunnelas), words)
    if len(showable.dublees) >= options.show_dublees:
        words = ngettext("{count} dublee", "{count} dublees", len(showable.dublees))
        return Show(with_free_rest(cards, showable.dublees), words)
    if len(showable.jokers) >= options.show_jokers:
        laid = with_free_rest(cards, (_group("jokers", showable.jokers),))
        return Show(laid, ngettext("{count} joker", "{count} jokers", len(showable.jokers)))
    if options.two_marriages_show and len(showable.married) >= 2 * len(options.STEPS):
        return Show(
            with_free_rest(cards, (_group("marriage", showable.married),)), _("two marriages")
        )
    return None


def as_laid(cards: Cards, groups: Groups, options: Options, turned: str | None) -> Show | Phrase:
    """Returns the show in these groups of all the cards, or why they are none."""
    showable = showable_groups(groups, options, turned)
    if free := free_show(showable, cards, options):
        return free
    melds = melds_of(options, turned)
    rulings = [(group, check_laid([group], melds)[0].group) for group in groups]
    intended = [group for group, meld in rulings if meld or not all(map(melds.is_wild, group))]
    fault = near_miss(showable, options) or check_show(intended, melds)
    if fault:
        return fault
    return Show(
        with_free_rest(cards, tuple(meld for _group, meld in rulings if meld)), all_melded(options)
    )


def all_melded(options: Options) -> Phrase:
    words = _("{pure}, and every other card in a meld")
    pure = ngettext("{count} pure sequence", "{count} pure sequences", options.show_pure)
    return words.format(pure=pure)


def why_not(cards: Cards, options: Options, turned: str | None) -> Phrase:
    """Returns why cards cannot be shown: too few dublees or jokers, if nearly enough."""
    melds = melds_of(options, turned)
    lives = sum(group.kind in PURE for group in lay(cards, melds).groups)
    fault = (
        near_miss(showable_cards(cards, options, turned), options)
        if lives < options.show_pure
        else None
    )
    fault = fault or refusal(cards, melds)
    assert fault is not None
    return fault


def near_miss(showable: ShowableCards, options: Options) -> Phrase | None:
    """Returns the fault of a hand that is just short of enough dublees or jokers."""
    missing = options.show_dublees - len(showable.dublees)
    if 0 < missing <= NEARLY < options.show_dublees:
        words = _("Only {count} of {needed} dublees.")
        return words.format(count=len(showable.dublees), needed=options.show_dublees)
    missing = options.show_jokers - len(showable.jokers)
    if 0 < missing <= NEARLY < options.show_jokers:
        words = _("Only {count} of {needed} jokers.")
        return words.format(count=len(showable.jokers), needed=options.show_jokers)
    return None


def judge(claim: Claim, options: Options, turned: str | None, price: int) -> Verdict:
    """Judges a show; ``price``: points for a wrong one. Raises EntryError for groups of other
    cards."""
    groups = checked_groups(claim)
    best = show(claim.cards, options, turned)
    ruling = as_laid(claim.cards, groups, options, turned) if groups else best
    if isinstance(ruling, Show):
        sentence = _("Shown with {what}.").format(what=ruling.words)
        return Verdict(True, sentence, ruling.laid, answers={"finish": Finish.WON.value})
    fault = ruling or why_not(claim.cards, options, turned)
    return Verdict(
        False,
        fault,
        best.laid if best else count(claim.cards, options, turned).laid,
        hint=_("Laid otherwise: {what}").format(what=best.words) if best else NO_WORDS,
        price=ngettext("Wrong show: {count} point.", "Wrong show: {count} points.", price),
        answers={"finish": Finish.WRONG_SHOW.value},
    )


def checked_groups(claim: Claim) -> Groups:
    """Returns the groups of a claim; cards in no group form the last group."""
    rest = Counter(claim.cards)
    rest.subtract(card for group in claim.groups for card in group)
    if any(copies < 0 for copies in rest.values()):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")
    left = tuple(rest.elements())
    return (*claim.groups, left) if claim.groups and left else claim.groups
