"""Shared by the Indian games of 21 and 27 cards: penalties, and value cards everybody pays for.

The card turned up, the cut, makes cards of its suit wild and worth points to their holders at the
end: the same card, and those next to it in rank. A game defines them as ``STEPS`` of its options,
from counter to ranks above the cut. Every loser pays the winner a penalty; and of every two players
who did not drop the one with less pays the other the difference of their value points. Three
identical cards are a pure sequence; wild cards may lie loose beside a show.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import melds as m
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, in_order, rank, suit
from scorekeeper.engine.ends import Ending, after_hands
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, Group, MeldRules
from scorekeeper.engine.money import Payment, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock, check_in_packs, held_by
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions import kinds
from scorekeeper.engine.questions.kinds import Both, Word, question, unless, when
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import Sentences, TableCard, sentences
from scorekeeper.engine.variant import Limits, Nothing, Preset, Tapped
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext, reason
from scorekeeper.variants import _glossary
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import COUNTS, PLAYED, Block, Finish, HalfRound, Outcome
from scorekeeper.variants._one_winner import Debt, OneWinner, nets

# Reasons --------------------------------------------------------------------------------------

AT_MOST: Final = reason("at_most", _("{words}, at most {cap}"))
VALUE: Final = reason("value", _("{words}, value {points}"))
SAFE_WITH_DUBLEES: Final = reason("safe_with_dublees", _("safe with {count} dublees"))
SAFE_WITH_JOKERS: Final = reason("safe_with_jokers", _("safe with {count} jokers"))
AND_SAFE: Final = reason("and_safe", _("{words}, {safe}"))
VALUE_CARDS: Final = reason("value_cards", _("value cards"))
LOSS_LIMITED: Final = reason("loss_limited", _("loss limited"))

PACKS: Final = 3
WHEN_JOKER: Final = "AS"
"""The cut card when a printed joker is turned up."""
NEARLY: Final = 2
"""A hand short of at most so many dublees or jokers is read as a show of those."""
SECTION_1, SECTION_2, SECTION_4 = "rummy_21.md §1", "rummy_21.md §2", "rummy_21.md §4"

Cards: TypeAlias = tuple[str, ...]
Groups: TypeAlias = tuple[Cards, ...]


# What is asked -------------------------------------------------------------------------------


class JokerValues(Word):
    ACE_ONLY = "ace_only", _("A♠ alone"), _("No other card has value.")
    ALL = "all", _("A, its neighbours"), _("In spades, as if the ace had been turned up.")


class HalfScope(Word):
    PENALTY = "penalty", _("The penalty")
    PENALTY_AND_VALUE = "penalty_and_value", _("Value points too"), _("Those of the winner.")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(indian.POINT_VALUE, 100)
    first_drop: int = ask.question(indian.first_drop("seed"), 30)
    middle_drop: int = ask.question(indian.middle_drop("seed"), 70)
    wrong_show: int = ask.question(indian.wrong_show(SECTION_4), 120)
    cap: int = ask.question(indian.full_count("seed"), 120)
    half_cap: int = ask.points(
        _("Full half count"),
        60,
        _("The most that a player without a turn pays."),
        min=1,
        source="seed",
    )
    half_round: HalfRound = ask.pick(
        _("Half points"), HalfRound.UP, _("How half a count is rounded."), source=SECTION_4
    )
    half_scope: HalfScope = ask.pick(
        _("Without a turn half is paid of"),
        HalfScope.PENALTY,
        _("What is halved for players without a turn."),
        source=SECTION_4,
    )
    safe_points: int = ask.points(
        _("Least count"),
        2,
        _("The least a loser scores, even with everything melded."),
        source="seed",
    )
    dublees_safe: int = ask.count(
        _("Dublees that save"),
        6,
        _("With this many, a loser scores the least."),
        min=1,
        max=None,
        source="seed",
    )
    jokers_safe: int = ask.count(
        _("Jokers that save"),
        7,
        _("With this many, a loser scores the least."),
        min=1,
        max=None,
        source="seed",
    )
    value_points: tuple[int, ...] = ask.steps(
        _("Value cards"),
        (10, 30, 50),
        _("For one, two, three of a kind."),
        length=3,
        source=SECTION_1,
    )
    marriage_points: tuple[int, ...] = ask.steps(
        _("Marriages"),
        (100, 300, 500),
        _("For one, two, three with one of every kind."),
        length=3,
        source=SECTION_1,
    )
    same_rank_wild: bool = ask.flag(
        _("The whole rank is wild"),
        False,
        _("Not only in the suit of the turned-up card."),
        source=SECTION_2,
    )
    wrong_show_in_values: bool = ask.flag(
        _("Value cards after a wrong show"),
        True,
        _("Paid as if the player had stayed in."),
        source=SECTION_4,
    )
    two_marriages_show: bool = ask.flag(
        _("Two marriages can be shown"),
        False,
        _("They win, whatever the other cards are."),
        source=SECTION_1,
    )
    printed_joker_values: JokerValues = ask.pick(
        _("A printed joker is turned up"),
        JokerValues.ACE_ONLY,
        _("What has value then."),
        source="seed",
    )
    max_loss: int | None = ask.points(
        _("Most that is lost"),
        None,
        _("In one hand, in points; the winner gets that much less."),
        min=1,
        source=SECTION_4,
    )
    block: Block = ask.pick(
        _("The stock runs out"), Block.VOID, _("What happens then."), source=SECTION_4
    )
    hands: int | None = ask.question(indian.HANDS, None)

    STEPS: ClassVar[Mapping[str, int]] = {"cut": 0, "up": 1, "down": -1}
    """The counters of a line, with their ranks above the card turned up."""

    @property
    def show_pure(self) -> int:
        """Pure sequences in a show; with this many a loser's other melds save their cards too."""
        return 3

    @property
    def show_tunnelas(self) -> int:
        return 3

    @property
    def show_dublees(self) -> int:
        return 8

    @property
    def show_jokers(self) -> int:
        return 8


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"),
        None,
        _("Matters to tapped cards, and if it was a printed joker."),
        screen=(when("outcome", Outcome.PLAYED),),
    )


SHOWS = when("finish", Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
"""The player did not drop, so their value cards may count."""
IN_VALUES = when("finish", Finish.WON, Finish.COUNTED) | when("options.wrong_show_in_values", True)
BESIDE_CUT = unless("options.printed_joker_values", JokerValues.ACE_ONLY) | unless(
    "deal.turned", JOKER
)


def tapped(size: int) -> kinds.Cards:
    """Returns the question for cards: a loser's, or anybody's for their value cards."""
    return kinds.Cards(
        label=_("Cards left"),
        sizes=(size,),
        instead="points",
        both=Both.REFUSED,
        when=(PLAYED, SHOWS),
    )


def counter(label: str, help: str, *, is_neighbour: bool = True) -> kinds.Count:
    """Returns the counter of a kind of value card; ``is_neighbour``: not the cut itself."""
    conditions = (PLAYED, SHOWS, IN_VALUES, when("cards", None))
    return kinds.Count(
        label=label,
        help=help,
        max=PACKS,
        when=(*conditions, BESIDE_CUT) if is_neighbour else conditions,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a seat with 21 cards; a game adds the counters of its other value cards."""

    finish: Finish | None = ask.question(indian.FINISH, None)
    points: int | None = ask.question(indian.points(210), None)
    cards: Cards | None = ask.question(tapped(21), None)
    no_turn: bool = ask.flag(
        _("No turn yet"),
        False,
        _("Had no turn when the winner declared."),
        when=(PLAYED, COUNTS),
    )
    cut: int = ask.question(counter(_("Cut"), _("Like the card turned up."), is_neighbour=False), 0)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# Which cards are wild, and which have value --------------------------------------------------


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
        lives=m.Lives(pure=pure, sequences=pure),
        loose_wilds=True,
    )


def melds_of(options: Options, turned: str | None) -> MeldRules:
    """Returns the rules of melds in this deal, with the pure sequences that a show needs."""
    return _rules(wild_cards(options, turned), options.show_pure)


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


def value_groups(
    options: Options, turned: str | None, copies: Mapping[str, int]
) -> tuple[Group, ...]:
    """Returns value cards as they count, each once, with their points: the best number of marriages
    (one card of every kind), of equal ones the most; the other cards by kind.

    ``copies``: how many of each kind.
    """
    card_of = faces(options, turned)

    def groups(married: int) -> Iterator[Group]:
        if married:
            cards = tuple(card for card in card_of.values() for _copy in range(married))
            yield group_of("marriage", cards, worth(options.marriage_points, married))
        for kind, card in card_of.items():
            if single := copies[kind] - married:
                step = options.STEPS[kind]
                place = "up" if step > 0 else "down" if step < 0 else "cut"
                yield group_of(place, (card,) * single, worth(options.value_points, single))

    possible = (tuple(groups(married)) for married in range(min(copies.values()), -1, -1))
    return max(possible, key=points_of)


def worth(steps: Sequence[int], copies: int) -> int:
    """Returns the points of so many copies; more than the scale has count as its last."""
    return steps[min(copies, len(steps)) - 1] if copies else 0


def points_of(groups: Iterable[Group]) -> int:
    return sum(group.worth or 0 for group in groups)


def group_of(kind: str, cards: Cards, points: int | None = None) -> Group:
    return Group(kind, cards, (None,) * len(cards), points)


# What a loser counts -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards as they are counted or shown, and what saves them or makes the show."""

    cards: Arrangement
    words: Phrase = NO_WORDS


def count(cards: Cards, options: Options, turned: str | None) -> Laid:
    """Counts every card outside pure sequences; with enough of these, outside any meld.

    Nothing counts with enough dublees or wild cards. The caller applies caps.
    """
    melds = melds_of(options, turned)
    dublees, jokers = m.alike(cards, 2), jokers_among(cards, melds)
    if len(dublees) >= options.dublees_safe:
        words = SAFE_WITH_DUBLEES.format(count=len(dublees))
        return Laid(with_free_rest(cards, dublees), words)
    if len(jokers) >= options.jokers_safe:
        words = SAFE_WITH_JOKERS.format(count=len(jokers))
        return Laid(with_free_rest(cards, (group_of("jokers", jokers),)), words)
    return Laid(lay(cards, melds))


@lru_cache(maxsize=2048)
def lay(cards: Cards, melds: MeldRules) -> Arrangement:
    """Returns the layout with the least left over."""
    return m.least(cards, melds)


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
class ShowableCards:
    """Cards that make a show, whatever the other cards are."""

    tunnelas: tuple[Group, ...]
    dublees: tuple[Group, ...]
    jokers: Cards
    married: Cards
    """Cards of marriages, as many of each kind."""


def showable_cards(cards: Cards, options: Options, turned: str | None) -> ShowableCards:
    """Finds such cards in a hand that is not laid in groups."""
    together = min(value_cards(options, turned, cards).values())
    married = [card for card in faces(options, turned).values() for _copy in range(together)]
    jokers = jokers_among(cards, melds_of(options, turned))
    return ShowableCards(m.alike(cards, 3), m.alike(cards, 2), jokers, tuple(married))


def showable_groups(groups: Groups, options: Options, turned: str | None) -> ShowableCards:
    """Finds such cards in a hand laid in groups: one meld per group, jokers in one group."""
    melds = melds_of(options, turned)
    jokers = [group for group in groups if all(map(melds.is_wild, group))]
    married = [
        group
        for group in groups
        if Counter(showable_cards(group, options, turned).married) == Counter(group)
    ]
    return ShowableCards(
        tuple(group for cards in groups if len(cards) == 3 for group in m.alike(cards, 3)),
        tuple(group for cards in groups if len(cards) == 2 for group in m.alike(cards, 2)),
        max(jokers, key=len, default=()),
        tuple(card for group in married for card in group),
    )


def show(cards: Cards, options: Options, turned: str | None) -> Laid | None:
    """Returns how a hand that is not laid in groups can be shown; None if it cannot."""
    if free := free_show(showable_cards(cards, options, turned), cards, options):
        return free
    melds = m.declare(cards, melds_of(options, turned))
    return Laid(melds, all_melded(options)) if melds else None


def free_show(showable: ShowableCards, cards: Cards, options: Options) -> Laid | None:
    """Returns a show that needs no melds from the other cards."""
    if len(showable.tunnelas) >= options.show_tunnelas:
        words = ngettext("{count} tunnela", "{count} tunnelas", len(showable.tunnelas))
        return Laid(with_free_rest(cards, showable.tunnelas), words)
    if len(showable.dublees) >= options.show_dublees:
        words = ngettext("{count} dublee", "{count} dublees", len(showable.dublees))
        return Laid(with_free_rest(cards, showable.dublees), words)
    if len(showable.jokers) >= options.show_jokers:
        words = ngettext("{count} joker", "{count} jokers", len(showable.jokers))
        return Laid(with_free_rest(cards, (group_of("jokers", showable.jokers),)), words)
    if options.two_marriages_show and len(showable.married) >= 2 * len(options.STEPS):
        married = group_of("marriage", showable.married)
        return Laid(with_free_rest(cards, (married,)), _("two marriages"))
    return None


def as_laid(cards: Cards, groups: Groups, options: Options, turned: str | None) -> Laid | Phrase:
    """Returns the show in these groups of all the cards, or why they are none."""
    showable = showable_groups(groups, options, turned)
    if free := free_show(showable, cards, options):
        return free
    melds = melds_of(options, turned)
    rulings = [(group, m.check_laid([group], melds)[0].group) for group in groups]
    intended = [group for group, meld in rulings if meld or not all(map(melds.is_wild, group))]
    if fault := near_miss(showable, options) or m.check_show(intended, melds):
        return fault
    laid = with_free_rest(cards, tuple(meld for _group, meld in rulings if meld))
    return Laid(laid, all_melded(options))


def all_melded(options: Options) -> Phrase:
    words = _("{pure}, and every other card in a meld")
    pure = ngettext("{count} pure sequence", "{count} pure sequences", options.show_pure)
    return words.format(pure=pure)


def why_not(cards: Cards, options: Options, turned: str | None) -> Phrase:
    """Returns why cards cannot be shown: too few dublees or jokers, if nearly enough."""
    melds = melds_of(options, turned)
    lives = sum(group.kind in m.PURE for group in lay(cards, melds).groups)
    fault = None
    if lives < options.show_pure:
        fault = near_miss(showable_cards(cards, options, turned), options)
    fault = fault or m.refusal(cards, melds)
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


def checked_groups(claim: Claim) -> Groups:
    """Returns the groups of a claim; cards in no group form the last group."""
    rest = Counter(claim.cards)
    rest.subtract(card for group in claim.groups for card in group)
    if any(copies < 0 for copies in rest.values()):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")
    left = tuple(rest.elements())
    return (*claim.groups, left) if claim.groups and left else claim.groups


# What a seat holds, and owes -----------------------------------------------------------------


def stock(options: Options, turned: str | None) -> Stock:
    """Returns the cards besides the turned-up one (``cut`` until it is known)."""
    return Stock(PACKS, PACKS, wild_cards(options, turned), turned or "cut")


def check_dealt(
    options: Options, cards: Cards, turned: str | None, person: int | None = None
) -> None:
    """Checks that these cards can be in one hand with the card turned up."""
    if turned is None:
        raise EntryError(indian.WHICH_TURNED, field="turned")
    check_in_packs(held_by(person, cards), stock(options, turned))


def pieces(options: Options, turned: str | None, line: Line) -> Iterator[tuple[str, str, int]]:
    """Yields the question, the card and its count, for all cards of a line."""
    if line.cards is not None:
        for card in line.cards:
            yield "cards", card, 1
    else:
        for kind, card in faces(options, turned).items():
            yield kind, card, getattr(line, kind)


def counts_values(options: Options, line: Line) -> bool:
    if line.finish is Finish.WRONG_SHOW:
        return options.wrong_show_in_values
    return line.finish in (Finish.WON, Finish.COUNTED)


def values(options: Options, entry: Entry) -> dict[int, int]:
    """Returns the value points of everybody whose value cards count."""
    return {
        person: points_of(
            value_groups(
                options, entry.deal.turned, {kind: getattr(line, kind) for kind in options.STEPS}
            )
        )
        for person, line in entry.playing_lines.items()
        if counts_values(options, line)
    }


def within_limits(options: Options, points: int) -> tuple[int, Phrase]:
    """Returns points between the least and the full count, and the reason."""
    return indian.counted(max(points, options.safe_points), options.cap)


def cost_of_hand(options: Options, turned: str | None, cards: Cards) -> tuple[int, Phrase]:
    """Returns the points for a loser's cards, and the reason."""
    laid = count(cards, options, turned)
    points, words = within_limits(options, laid.cards.points)
    if laid.words:
        words = AND_SAFE.format(words=words, safe=laid.words)
    return points, words


def penalty(options: Options, turned: str | None, line: Line) -> tuple[float, Phrase]:
    """Returns the points a loser owes for the hand, and the reason."""
    if line.finish is not Finish.COUNTED:
        return indian.dropped(options, line.finish)
    points, words = (
        within_limits(options, line.points or 0)
        if line.cards is None
        else cost_of_hand(options, turned, line.cards)
    )
    if not line.no_turn:
        return points, words
    half, words = indian.half(points, options.half_round), indian.HALF_A.format(words=words)
    if half > options.half_cap:
        return options.half_cap, AT_MOST.format(words=words, cap=options.half_cap)
    return half, words


# Debts ---------------------------------------------------------------------------------------


def exchanges(
    options: Options, lines: Mapping[int, Line], won: int, worths: Mapping[int, int]
) -> Iterator[Debt]:
    """Yields what the player with less value of each pair owes the other: the difference."""

    def pays(payer: int, payee: int) -> float:
        halved = options.half_scope is HalfScope.PENALTY_AND_VALUE and payee == won
        if halved and lines[payer].no_turn:
            return indian.half(worths[payee], options.half_round)
        return worths[payee]

    for first, second in combinations(worths, 2):
        difference = pays(first, second) - pays(second, first)
        payer, payee = (first, second) if difference > 0 else (second, first)
        yield Debt(payer, payee, abs(difference), VALUE_CARDS)


def relief(options: Options, won: int, owed: Sequence[Debt]) -> Iterator[Debt]:
    """Yields what the winner returns to those who would lose more than the limit."""
    if options.max_loss is None:
        return
    for person, points in nets(owed).items():
        if person != won and -points > options.max_loss:
            yield Debt(won, person, -points - options.max_loss, LOSS_LIMITED)


def in_money(owed: Iterable[Debt], won: int, point_value: int) -> Iterator[Payment]:
    """Yields the payments of debts. Half a unit goes to the winner: what a loser owes the winner
    altogether is rounded up."""
    due: defaultdict[int, float] = defaultdict(int)
    for debt in owed:
        if won not in (debt.payer, debt.payee):
            yield Payment(debt.payer, debt.payee, int(debt.points * point_value), debt.reason)
            continue
        loser = debt.payer if debt.payee == won else debt.payee
        paid_so_far = math.ceil(due[loser] * point_value)
        due[loser] += debt.points if debt.payee == won else -debt.points
        amount = math.ceil(due[loser] * point_value) - paid_so_far
        yield Payment(loser, won, amount, debt.reason)


# The game ------------------------------------------------------------------------------------


def worth_feat(key: str, name: str, points: int, face: str) -> Feat:
    return Feat(
        key=key,
        name=name,
        description=_("Hold value cards for {points} points or more.").format(points=points),
        face=face,
        is_earned=lambda hand: hand.value_of(Fact.VALUE_POINTS) >= points,
    )


HALF_VALUES: Final = Preset(
    "half-values",
    _("Half values without a turn"),
    {"half_scope": "penalty_and_value"},
    _("A player who had no turn pays half of the winner’s value points too."),
)


VALUE_GLOSSARY: Final = sentences(
    _glossary.TUNNELA,
    _glossary.DUBLEE,
    _("Cut joker: the card that is the same as the turned-up one, in its suit too."),
    _("Up joker: the next rank above the cut joker, in its suit."),
    _("Down joker: the next rank below the cut joker, in its suit."),
    _("Value points: the points of a player’s cut, up and down jokers."),
    _("Marriage: one value card of every kind."),
    _glossary.STOCK,
)


class ValueCards(OneWinner[Options, Deal, Line, Nothing]):
    """A game of 21 or 27 cards. It sets ``shows``, the number of cards of a hand, ``jokers_made``,
    and a ``Line`` with its counters."""

    family = Family.INDIAN
    may_miss = True
    options, deal, line = Options, Deal, Line
    late = "no_turn"
    strict = True
    glossary: Sentences = (*indian.GLOSSARY, *VALUE_GLOSSARY)
    feats = (
        indian.EARLY,
        *indian.FEATS,
        worth_feat("values_100", _("A hundred in value"), 100, "JH"),
        worth_feat("values_300", _("Three hundred in value"), 300, "9H"),
        Feat(
            key="values_all",
            name=_("Won, and the value too"),
            description=_("Win a hand in which nobody else has any value card that counts."),
            face="8H",
            is_earned=lambda hand: (
                hand.has_won
                and hand.value_of(Fact.VALUE_POINTS) > 0
                and not hand.sum_of_others(Fact.VALUE_POINTS)
            ),
        ),
    )
    jokers_made: Phrase
    """The sentence on which cards the turned-up card makes jokers."""

    def table_card(self, options: Options, persons: int) -> TableCard:
        return replace(
            indian.thirteen(PACKS),
            hand_size=self.shows.start,
            turned=sentences(
                _("A card is laid sideways under the stock."),
                self.jokers_made,
                _("Then the discards are begun."),
            ),
            before=sentences(_("A discarded joker may not be taken, but for the very first card.")),
            differs=sentences(_("Some tables play it clockwise, or make the whole rank wild.")),
        )

    # What is asked and refused --------------------------------------------------------------

    def limits(self, game: Game, name: str) -> Limits:
        """Returns the value cards of each kind in the packs too; one cut lies on the table, unless
        a joker was turned up."""
        if name == "cut":
            return Limits(table=(((when("deal.turned", JOKER),), PACKS), ((), PACKS - 1)))
        if name == "outcome":
            return indian.outcomes(game.options.block)
        return Limits(table=PACKS) if name in game.options.STEPS else indian.limits(game, name)

    def inspect(self, game: Game, entry: Entry) -> None:
        indian.refuse_finishes(game, entry)

    def check(self, game: Game, entry: Entry) -> None:
        options, lines, turned = game.options, entry.playing_lines, entry.deal.turned
        if entry.deal.outcome is Outcome.VOID:
            indian.check_block(options.block)
            return indian.check_void(lines)
        indian.check_finishes(lines)
        indian.check_counts(lines)
        indian.check_turns(indian.winner(lines), {p: line.no_turn for p, line in lines.items()})
        indian.check_turned(lines.values(), turned)
        return check_in_packs(
            ((p, *piece) for p, line in lines.items() for piece in pieces(options, turned, line)),
            stock(options, turned),
            lambda kind: question(self.line, kind).label,
        )

    # Points and money -----------------------------------------------------------------------

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Scores what each has won or lost, also from other losers, with a reason such as
        ``won, value 100``."""
        if entry.deal.outcome is Outcome.VOID:
            return self.undecided(game)
        options, lines, worths = game.options, entry.playing_lines, values(game.options, entry)
        won = indian.winner(lines)
        losers = {person: line for person, line in lines.items() if person != won}
        penalties = {p: penalty(options, entry.deal.turned, line) for p, line in losers.items()}
        owed = [Debt(person, won, *due) for person, due in penalties.items()]
        owed += exchanges(options, lines, won, worths)
        owed += relief(options, won, owed)
        net = nets(owed)

        def reason(person: int) -> Phrase:
            words = penalties[person][1] if person in penalties else reasons.WON
            points = worths.get(person, 0)
            return VALUE.format(words=words, points=points) if points else words

        scores = tuple(
            g.Score(net[seat], reason(seat)) if seat in lines else g.NIL
            for seat in range(game.seats)
        )
        payments = collect(in_money(owed, won, options.point_value))
        return g.Outcome(scores, payments, winners=[won])

    # Hand after hand ------------------------------------------------------------------------

    def ends(self, options: Options) -> Ending | None:
        return after_hands(options.hands)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Returns the facts; value points are no part of a count."""
        options, lines = game.options, entry.playing_lines
        line = lines[person]
        finish = line.finish if outcome.is_played else None
        cost = penalty(options, entry.deal.turned, line)[0] if indian.has_lost(finish) else 0
        is_whole = finish is Finish.COUNTED and not line.no_turn
        is_early = finish is Finish.WON and any(other.no_turn for other in lines.values())
        value_points = values(options, entry).get(person, 0) if outcome.is_played else 0
        return {
            **indian.finish_facts(finish, cost),
            Fact.FULL: int(is_whole and cost >= options.cap),
            Fact.FIRST_TURN: int(is_early),
            Fact.VALUE_POINTS: value_points,
        }

    # Tapped and shown cards -----------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        return stock(options, deal.turned)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Counts a loser's cards, and the value cards of anyone who did not drop. What is owed is
        the least with enough jokers, and half without a turn."""
        options, line, turned = game.options, entry.lines[person], entry.deal.turned
        if line.cards is None or line.finish not in SHOWS.values:
            return None
        check_dealt(options, line.cards, turned, person)
        copies = value_cards(options, turned, line.cards)
        valued: tuple[Group, ...] = ()
        if counts_values(options, line):
            valued = value_groups(options, turned, copies)
        if line.finish is not Finish.COUNTED:
            return Tapped(with_free_rest(line.cards, valued), copies)
        laid = replace(count(line.cards, options, turned).cards, valued=valued)
        owes = penalty(options, turned, line)[0]
        return Tapped(laid, {**copies, "points": laid.points}, owes)

    def judge(self, game: Game, deal: Deal, claim: Claim) -> Verdict:
        options, turned, cards = game.options, deal.turned, claim.cards
        check_dealt(options, cards, turned)
        groups = checked_groups(claim)
        best = show(cards, options, turned)
        ruling = as_laid(cards, groups, options, turned) if groups else best
        if isinstance(ruling, Laid):
            sentence = _("Shown with {what}.").format(what=ruling.words)
            return Verdict(True, sentence, ruling.cards, answers={"finish": Finish.WON.value})
        return Verdict(
            False,
            ruling or why_not(cards, options, turned),
            (best or count(cards, options, turned)).cards,
            hint=_("Laid otherwise: {what}").format(what=best.words) if best else NO_WORDS,
            price=ngettext(
                "Wrong show: {count} point.", "Wrong show: {count} points.", options.wrong_show
            ),
            answers={"finish": Finish.WRONG_SHOW.value},
        )
