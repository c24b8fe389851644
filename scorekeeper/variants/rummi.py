"""Rummi, the Chinese-Malaysian game without drawing: last to hold cards pays most.

Everybody plays from the cards dealt. A player's first play is the passport, a sequence of three;
without one they sit out. The deal ends with one of

* points: one player is left who can play. All are ranked by the points of the cards left, fewest
  first, and everybody pays the first by place, one, two, three units at a table of four;
* Hu: somebody has played their last card. Everybody pays them the same, or twice the tiers;
* Tien Hu: a complete hand was dealt. Everybody pays double, and two of them do not pay each other;
* void: nothing moves, but for false claims.

On top of it jokers and aces are paid for, each pair of players by itself: the one with less pays
the difference. Two identical aces count double. A false claim ("foul") voids the deal and is paid
to everybody. Ties, players without passport and much else vary from table to table; see Options.

Where the rules are silent: ``cap`` limits payments by place, Hu, Tien Hu and flat payments without
passport, after they were split, and neither jokers and aces nor fouls; the winner deals next.

Sources: “Card Game: Rummi” (kaxenji.livejournal.com/97165.html),
with choices between house rules from github.com/dannyphang/m3p-mahjong, github.com/ginsan95/lami-fe
and the pages on Penang rummy at en.wikipedia.org/wiki/Penang_rummy and on CatsAtCards
(catsatcards.com).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, SUITS
from scorekeeper.engine.ends import Ending, after_deals
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import Outcome, Score
from scorekeeper.engine.melds import Lives, MeldRules, declare
from scorekeeper.engine.melds.meld import sequences
from scorekeeper.engine.money import Payments, collect, nets
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.outcomes.payouts import Tie, by_points, ordinal
from scorekeeper.engine.packs import Stock, check_in_packs, held_by
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.seats.table_card import PACK, TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Tapped, Variant
from scorekeeper.engine.words import Phrase, _, joined, ngettext, reason
from scorekeeper.variants import _glossary, _western

# Reasons --------------------------------------------------------------------------------------

NO_PASSPORT: Final = reason("no_passport", _("no passport"))
FALSE_CLAIM: Final = reason("false_claim", _("false claim"))
POINTS: Final = reason("points", ngettext("{count} point", "{count} points", 1))


class Result(Word):
    POINTS = "points", _("Points"), _("One player was left who could play.")
    HU = "hu", reason("hu", _("Hu")), _("Somebody played the last card.")
    TIEN_HU = "tien_hu", reason("tien_hu", _("Tien Hu")), _("A complete hand was dealt.")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; nothing moves.")


class HuMode(Word):
    FLAT = "flat", _("All the same"), _("Every loser pays the same for a Hu.")
    DOUBLE_TIERS = "double_tiers", _("Double tiers"), _("Losers pay twice the tier of their place.")


class NoPassport(Word):
    RANK_LAST = "rank_last", _("Ranked last"), _("Behind everybody who had a passport.")
    TOP_TIER = "top_tier", _("Top tier"), _("Each pays as for the last place.")
    FLAT_TO_ALL = "flat_to_all", _("Pays everybody"), _("A set amount to each who had a passport.")


class JokerPoints(Word):
    NONE = 0, _("0")
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")


class FourSuits(Word):
    OFF = 0, _("Nothing")
    FIVE = 5, _("5 aces")
    TEN = 10, _("10 aces")


class Basis(Word):
    DEALT = "dealt", _("Dealt"), _("The jokers and aces each player was dealt.")
    PLAYED = "played", _("Played"), _("Those the player put on the table.")
    LEFT = "left", _("Left"), _("Those left in the player’s hand.")


class Packs(Word):
    TWO = 2, _("2")
    THREE = 3, _("3")


class EndWhen(Word):
    ONE_LEFT = "one_left", _("One can play"), _("The deal ends when one player is left.")
    ALL_OUT = "all_out", _("Nobody can play"), _("The last player plays on alone.")


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount(_("Stake"), 100, _("Money for one unit."), min=1, source="seed")
    tiers: tuple[int, ...] = ask.steps(
        _("What each place pays"),
        (1, 2, 3),
        _("In units, to the first: the second, then the third, … then the last."),
        source="seed",
    )
    hu_units: int = ask.count(
        _("Units for a Hu"),
        4,
        _("What each loser pays; as many as there are players, unless you say so."),
        max=None,
        source="rummi.md §4.2",
    )
    tien_hu_units: int = ask.count(
        _("Units for a Tien Hu"),
        8,
        _("What each loser pays; twice the Hu, unless you say so."),
        max=None,
        source="rummi.md §4.1",
    )
    hu_mode: HuMode = ask.pick(
        _("Losers of a Hu pay"),
        HuMode.FLAT,
        _("All the same, or by place like points, doubled."),
        source="seed",
    )
    first_tien_hu_only: bool = ask.flag(
        _("Only the first Tien Hu is paid"),
        False,
        _("Of two in one deal the one first in turn collects."),
        source="rummi.md §4.1",
    )
    tie: Tie = ask.pick(
        _("Ties"), Tie.SHARE, _("What players pay who have equal points."), source="rummi.md §4.4"
    )
    no_passport: NoPassport = ask.pick(
        _("Without passport"),
        NoPassport.RANK_LAST,
        _("How a player is placed who could not start."),
        source="rummi.md §4.5",
    )
    no_passport_units: int = ask.count(
        _("Units without passport"),
        3,
        _("Paid to each player who had one."),
        max=None,
        source="rummi.md §4.5",
        when=(when("no_passport", NoPassport.FLAT_TO_ALL),),
    )
    foul_units: int = ask.count(
        _("Units for a false claim"),
        4,
        _("Paid to every other player; the deal is void."),
        max=None,
        source="rummi.md §7",
    )
    joker_points: JokerPoints = ask.pick(
        _("Joker left in hand"),
        JokerPoints.NONE,
        _("Points of a joker that was not played."),
        source="rummi.md §2",
    )
    joker_value: int = ask.amount(_("Money for a joker"), 50, _("From each player."), source="seed")
    ace_value: int = ask.amount(_("Money for an ace"), 50, _("From each player."), source="seed")
    pair_multiplier: int = ask.count(
        _("Identical aces count times"),
        2,
        _("Two aces of one suit with one player."),
        min=1,
        max=None,
        source="seed",
    )
    four_suit_aces: FourSuits = ask.pick(
        _("Aces of all four suits"),
        FourSuits.OFF,
        _("What the four together count, if anything special."),
        source="seed",
    )
    adj_basis: Basis = ask.pick(
        _("Jokers and aces that count"),
        Basis.DEALT,
        _("Those dealt, those played, or those left over."),
        source="rummi.md §5",
    )
    no_passport_adjusts: bool = ask.flag(
        _("Jokers and aces count without passport"),
        True,
        _("A player who sits out pays and collects for them too."),
        source="rummi.md §5",
    )
    adj_mult_on_hu: int = ask.count(
        _("Jokers and aces on a Hu, times"),
        1,
        _("Some tables pay them double."),
        min=1,
        max=2,
        source="seed",
    )
    adj_on_tien_hu: bool = ask.flag(
        _("Jokers and aces on a Tien Hu"),
        True,
        _("They are paid for on top of it."),
        source="rummi.md §5",
    )
    cap: int | None = ask.amount(
        _("Cap"),
        None,
        _("The most one player pays another at once, jokers and aces apart."),
        min=1,
        source="rummi.md §4.6",
    )
    passport_jokers: bool = ask.flag(
        _("Jokers in a passport"),
        True,
        _("A passport may hold jokers."),
        source="rummi.md §7",
        counting=True,
    )
    packs: Packs = ask.pick(_("Packs"), Packs.TWO, _("Each pack has four jokers."), source="seed")
    cards_each: int = ask.count(
        _("Cards each"), 20, _("How many cards a player is dealt."), min=10, max=30, source="seed"
    )
    deals: int = ask.question(_western.deals("rummi.md §6"), 0)
    end_when: EndWhen = ask.pick(
        _("A deal ends when"),
        EndWhen.ONE_LEFT,
        _("For the table to remember; the result is the same."),
        source="seed",
        counting=True,
    )

    @property
    def jokers(self) -> int:
        return 4 * int(self.packs.value)

    @property
    def stock(self) -> Stock:
        return Stock(int(self.packs.value), self.jokers)

    @property
    def value(self) -> _western.Value:
        """Points of cards left in hand."""
        points = _western.index_values(ace=15, joker=int(self.joker_points.value))
        return _western.by_rank(points)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.POINTS, void=Result.VOID)


RANKED = unless("deal.result", Result.HU) | when("options.hu_mode", HuMode.DOUBLE_TIERS)
ADJUSTED = unless("deal.result", Result.TIEN_HU) | when("options.adj_on_tien_hu", True)
TWO_PACKS = when("options.packs", Packs.TWO)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(
        _("Won"),
        False,
        sole=(when("deal.result", Result.HU),),
        screen=(when("deal.result", Result.HU, Result.TIEN_HU),),
    )
    no_passport: bool = ask.flag(
        _("No passport"), False, _("Could not start."), screen=(when("won", False),)
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        skip=(when("no_passport", True),),
        screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"),
        None,
        instead="points",
        screen=(
            unless("deal.result", Result.VOID),
            when("won", False) | when("deal.result", Result.TIEN_HU),
            RANKED,
        ),
    )
    jokers: int = ask.count(_("Jokers"), 0, max=12, screen=(ADJUSTED,))
    aces: tuple[int, ...] = ask.counts(
        _("Aces"), (0, 0, 0, 0), labels=("♠", "♥", "♦", "♣"), max=3, screen=(ADJUSTED,)
    )
    # Aces in all, and pairs of them: as older hands have it. By suit it is as few taps.
    ace_count: int | None = ask.count(
        _("Aces in all"),
        None,
        _("Instead of the aces by suit."),
        max=8,
        screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
    )
    ace_pairs: int | None = ask.count(
        _("Identical pairs"),
        None,
        _("Two aces of one suit, among the aces in all."),
        max=4,
        screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
    )
    foul: bool = ask.flag(
        _("False claim"), False, _("The deal is void and is paid for."), always=True
    )


@dataclass(frozen=True, slots=True)
class State:
    dealer: int
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Places --------------------------------------------------------------------------------------


def fouls(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].foul]


def with_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if not entry.lines[person].no_passport]


def without_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].no_passport]


def claimed(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].won]


def is_void(entry: Entry) -> bool:
    """Whether nothing is won: a misdeal, a false claim, or points where nobody could start."""
    result = entry.deal.result
    nobody = result is Result.POINTS and not with_passport(entry)
    return result is Result.VOID or nobody or bool(fouls(entry))


def is_ranked(game: Game, entry: Entry) -> bool:
    """Whether the losers pay by place."""
    result = entry.deal.result
    doubled = result is Result.HU and game.options.hu_mode is HuMode.DOUBLE_TIERS
    return result is Result.POINTS or doubled


def ranking(game: Game, entry: Entry) -> list[list[int]]:
    """Returns those who pay by place, the best first; the winner of a Hu leads."""
    winners = claimed(entry)
    groups = [winners] if winners else []
    others = (person for person in with_passport(entry) if person not in winners)
    groups += standing(entry, others)
    if winners or game.options.no_passport is NoPassport.RANK_LAST:
        groups += standing(entry, without_passport(entry))
    return payouts.places(groups, game.options.tie)


def standing(entry: Entry, persons: Iterable[int]) -> list[list[int]]:
    """Returns these persons by place; a single one needs no points."""
    return by_points({p: entry.lines[p].points or 0 for p in persons})


def winners(game: Game, entry: Entry) -> list[int]:
    """Returns those who are paid; the first of them deals next."""
    match entry.deal.result:
        case Result.POINTS:
            return ranking(game, entry)[0]
        case Result.TIEN_HU if game.options.first_tien_hu_only:
            return claimed(entry)[:1]
        case _:
            return claimed(entry)


# Jokers and aces -----------------------------------------------------------------------------


class Bonuses(NamedTuple):
    """Counts of what a player is paid for."""

    jokers: int
    aces: int
    pairs: int
    fours: int
    """All four suits together."""


def prices(options: Options, times: int) -> Bonuses:
    """Returns what each other player pays for one of each kind, in minor units."""
    ace = times * options.ace_value
    pair, four = 2 * options.pair_multiplier * ace, int(options.four_suit_aces.value) * ace
    return Bonuses(times * options.joker_value, ace, pair, four)


def best_bonuses(options: Options, line: Line) -> Bonuses:
    """Returns a player's jokers and aces, with the aces grouped the way that is worth most."""
    suits = aces_by_suit(line)
    sets = range(min(suits) + 1 if options.four_suit_aces is not FourSuits.OFF else 1)
    groupings = [grouped(options, line.jokers, suits, fours) for fours in sets]
    return max(groupings, key=lambda grouping: pieces(options, grouping))


def grouped(options: Options, jokers: int, suits: Sequence[int], fours: int) -> Bonuses:
    """Groups two aces of one suit as a pair; the odd one counts by itself."""
    left = [count - fours for count in suits]
    pairs = sum(count // 2 for count in left) if options.pair_multiplier > 1 else 0
    return Bonuses(jokers, sum(left) - 2 * pairs, pairs, fours)


def pieces(options: Options, bonuses: Bonuses) -> int:
    """Returns how many single aces these count for."""
    pair, four = 2 * options.pair_multiplier, int(options.four_suit_aces.value)
    return bonuses.aces + pair * bonuses.pairs + four * bonuses.fours


def aces_by_suit(line: Line) -> tuple[int, ...]:
    """Returns the aces by suit; those of the quick form in any suits that fit."""
    if not line.ace_count:
        return line.aces
    pairs = line.ace_pairs or 0
    singles = line.ace_count - 2 * pairs
    return (*(2,) * pairs, *(1,) * singles, *(0,) * (4 - pairs - singles))


MORE: Final = (
    reason("joker_more", ngettext("{count} joker more", "{count} jokers more", 1)),
    reason("ace_more", ngettext("{count} ace more", "{count} aces more", 1)),
    reason(
        "pair_of_aces_more", ngettext("{count} pair of aces more", "{count} pairs of aces more", 1)
    ),
    reason(
        "set_of_all_four_aces_more",
        ngettext("{count} set of all four aces more", "{count} sets of all four aces more", 1),
    ),
)
FEWER: Final = (
    reason("joker_fewer", ngettext("{count} joker fewer", "{count} jokers fewer", 1)),
    reason("ace_fewer", ngettext("{count} ace fewer", "{count} aces fewer", 1)),
    reason(
        "pair_of_aces_fewer",
        ngettext("{count} pair of aces fewer", "{count} pairs of aces fewer", 1),
    ),
    reason(
        "set_of_all_four_aces_fewer",
        ngettext("{count} set of all four aces fewer", "{count} sets of all four aces fewer", 1),
    ),
)


def difference_in_words(paid: Bonuses, paying: Bonuses, unit_values: Bonuses) -> Phrase:
    """Returns the reason of a payment: how many more or fewer of each kind the payee has, and under
    ``each`` what one of them moves, in minor units to the payee."""
    return joined(
        (MORE if mine > theirs else FEWER)[kind].format(
            count=abs(mine - theirs), each=unit_value if mine > theirs else -unit_value
        )
        for kind, (mine, theirs, unit_value) in enumerate(
            zip(paid, paying, unit_values, strict=True)
        )
        if mine != theirs and unit_value
    )


# Cards ---------------------------------------------------------------------------------------


COMPLETE: Final = MeldRules(max_set=30, same_suits=True, lives=Lives(sequences=1), loose_wilds=True)
"""Sets hold any cards of a rank; jokers that are left over can be put to any meld."""


@lru_cache(maxsize=64)
def fullest(options: Options) -> int:
    """Returns the most that a hand can count."""
    return _western.fullest(options.value, options.stock, options.cards_each)


def has_passport(options: Options, hand: tuple[str, ...]) -> bool:
    """Whether three cards make a sequence; jokers fill what is missing if they may."""
    jokers = hand.count(JOKER) if options.passport_jokers else 0
    return any(sum(face not in hand for face in faces) <= jokers for faces in sequences(3, "both"))


@lru_cache(maxsize=64)
def is_complete(hand: tuple[str, ...]) -> bool:
    """Whether all cards lie in melds, one of them a sequence. Three jokers alone are one too."""
    if hand.count(JOKER) == len(hand):
        return len(hand) >= 3
    return declare(hand, COMPLETE) is not None


def passport(options: Options, line: Line) -> NamedValues:
    """Returns whether a player who still holds all cards could not start; winners could."""
    cards = line.cards or ()
    if line.won or len(cards) < options.cards_each or has_passport(options, cards):
        return {}
    return {"no_passport": True}


def bonus_cards(options: Options, line: Line) -> NamedValues:
    """Returns the jokers and aces of a player: at least those left in hand, as nothing is drawn."""
    if options.adj_basis is Basis.PLAYED:
        return {}
    cards = line.cards or ()
    jokers = {"jokers": max(line.jokers, cards.count(JOKER))}
    if line.ace_count is not None:
        return jokers
    left = (cards.count(f"A{suit}") for suit in SUITS)
    return {**jokers, "aces": tuple(map(max, line.aces, left))}


def notes_on(options: Options, cards: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Returns what all the cards dealt to a player are; nothing of fewer cards."""
    if len(cards) < options.cards_each:
        return ()
    if is_complete(cards):
        return (Result.TIEN_HU.label,)
    return () if has_passport(options, cards) else (NO_PASSPORT,)


# What is refused -----------------------------------------------------------------------------


def check_cards(options: Options, cards: tuple[str, ...], person: int) -> None:
    if len(cards) > options.cards_each:
        raise EntryError(
            _("A hand has {cards} cards."), field="cards", seat=person, cards=options.cards_each
        )
    check_in_packs(held_by(person, cards), options.stock)


def check_winners(entry: Entry) -> None:
    winners = claimed(entry)
    match entry.deal.result:
        case Result.POINTS if winners:
            raise EntryError(
                _("Nobody wins a deal that ends with points."), field="won", seat=winners[0]
            )
        case Result.HU if len(winners) != 1:
            raise EntryError(_("Tick the one player who has Hu."), field="won")
        case Result.TIEN_HU if not winners:
            raise EntryError(_("Tick who has Tien Hu."), field="won")
    for person in winners:
        if entry.lines[person].no_passport:
            raise EntryError(_("A winner has a passport."), field="no_passport", seat=person)


def points_asked(game: Game, entry: Entry, person: int) -> bool:
    return is_ranked(game, entry) and not entry.lines[person].won


def points_needed(game: Game, entry: Entry, person: int) -> bool:
    """Whether points decide this person's place among two or more."""
    if not points_asked(game, entry, person) or is_void(entry):
        return False
    if not entry.lines[person].no_passport:
        return len([p for p in with_passport(entry) if not entry.lines[p].won]) > 1
    ordered = claimed(entry) or game.options.no_passport is NoPassport.RANK_LAST
    return bool(ordered) and len(without_passport(entry)) > 1


def check_tapped(game: Game, entry: Entry, person: int) -> None:
    """Checks tapped cards before they are counted: a Tien Hu shows all cards dealt."""
    line, options = entry.lines[person], game.options
    if line.cards is None:
        return
    check_cards(options, line.cards, person)
    if not line.won or not line.cards:
        return
    if entry.deal.result is Result.HU:
        raise EntryError(_("The winner has no cards left."), field="cards", seat=person)
    if len(line.cards) < options.cards_each or not is_complete(line.cards):
        raise EntryError(_("These cards are not a Tien Hu."), field="cards", seat=person)


def check_leftovers(game: Game, entry: Entry, person: int) -> None:
    line, options = entry.lines[person], game.options
    is_asked = points_asked(game, entry, person)
    if line.won and line.points:
        raise EntryError(_("The winner has no cards left."), field="points", seat=person)
    if is_asked and line.cards == ():
        raise EntryError(_("Somebody else won, so cards are left."), field="cards", seat=person)
    if is_asked and line.points == 0 and options.joker_points is not JokerPoints.NONE:
        raise EntryError(_("Somebody else won, so points are left."), field="points", seat=person)
    if line.points is None and line.cards is None and points_needed(game, entry, person):
        raise EntryError(_("Enter the points left in hand."), field="points", seat=person)


def check_pieces(options: Options, line: Line, person: int) -> None:
    """Checks that one player can have these jokers and aces."""
    if line.jokers > options.jokers:
        raise EntryError(
            _("There are {jokers} jokers."), field="jokers", seat=person, jokers=options.jokers
        )
    if any(count > options.packs.value for count in line.aces):
        raise EntryError(_("The packs have fewer aces of one suit."), field="aces", seat=person)
    check_quick_form(options, line, person)
    if line.jokers + sum(aces_by_suit(line)) > options.cards_each:
        raise EntryError(_("A hand does not hold that many cards."), field="aces", seat=person)
    if options.adj_basis is Basis.PLAYED and line.no_passport:
        check_nothing_played(line, person)


def check_quick_form(options: Options, line: Line, person: int) -> None:
    """Checks aces in all and their pairs: for two packs, instead of the aces by suit."""
    if line.ace_count is None and line.ace_pairs is None:
        return
    if any(line.aces):
        raise EntryError(
            _("Give the aces by suit or in all, not both."), field="ace_count", seat=person
        )
    if options.packs is not Packs.TWO:
        raise EntryError(
            _("With three packs, give the aces by suit."), field="ace_count", seat=person
        )
    count, pairs = line.ace_count or 0, line.ace_pairs or 0
    if 2 * pairs > count or count > 4 + pairs:
        raise EntryError(
            _("That many aces can’t have that many pairs."), field="ace_pairs", seat=person
        )


def check_nothing_played(line: Line, person: int) -> None:
    message = _("Without passport nothing was played.")
    if line.jokers:
        raise EntryError(message, field="jokers", seat=person)
    if any(aces_by_suit(line)):
        field = "aces" if any(line.aces) else "ace_count"
        raise EntryError(message, field=field, seat=person)


def check_together(options: Options, lines: list[Line]) -> None:
    """Checks that all players together hold no more than the packs."""
    packs = int(options.packs.value)
    if sum(line.jokers for line in lines) > options.jokers:
        raise EntryError(_("There are {jokers} jokers."), field="jokers", jokers=options.jokers)
    by_suit = [sum(column) for column in zip(*(line.aces for line in lines), strict=True)]
    if max(by_suit) > packs or sum(sum(aces_by_suit(line)) for line in lines) > 4 * packs:
        raise EntryError(
            _("There are {aces} aces, {packs} of a suit."),
            field="aces",
            aces=4 * packs,
            packs=packs,
        )
    tapped = [card for line in lines for card in line.cards or ()]
    check_in_packs(held_by(None, tapped), options.stock)


# Points and money ----------------------------------------------------------------------------


PARTS: Final = 12
"""Parts of a unit, so that two, three or four can share one."""


def reason_of(game: Game, entry: Entry, person: int) -> Phrase:
    line = entry.lines[person]
    if person in entry.absent:
        return reasons.ABSENT
    if is_void(entry):
        return FALSE_CLAIM if line.foul else reasons.VOID
    if entry.deal.result is not Result.POINTS and person in winners(game, entry):
        return entry.deal.result.label
    if not is_ranked(game, entry):
        return NO_PASSPORT if line.no_passport else reasons.LOST
    return place_of(game, entry, person)


def place_of(game: Game, entry: Entry, person: int) -> Phrase:
    """Returns ``1st, 12 points`` or ``no passport``."""
    line, place = entry.lines[person], 1
    words = [NO_PASSPORT] if line.no_passport else []
    if line.points is not None:
        words.append(POINTS.format(count=line.points))
    for group in ranking(game, entry):
        if person in group:
            return joined([ordinal(place), *words])
        place += len(group)
    return joined(words)


def tiers(game: Game, times: int = 1) -> list[int]:
    return [units * game.options.stake * times for units in game.options.tiers]


def for_points(game: Game, entry: Entry) -> Payments:
    """Makes everybody pay the first by place; those without passport pay by the table's option."""
    options, places = game.options, ranking(game, entry)
    payments = payouts.by_place(places, tiers(game), tie=options.tie, cap=options.cap)
    match options.no_passport:
        case NoPassport.TOP_TIER:
            return payments + top_tiers(game, entry, places[0])
        case NoPassport.FLAT_TO_ALL:
            return payments + flat_to_all(game, entry)
        case _:
            return payments


def top_tiers(game: Game, entry: Entry, firsts: list[int]) -> Payments:
    due = tiers(game)[len(entry.playing) - 2]
    return collect(
        payment
        for person in without_passport(entry)
        for payment in payouts.shared(person, firsts, due, NO_PASSPORT, game.options.cap)
    )


def flat_to_all(game: Game, entry: Entry) -> Payments:
    due = game.options.no_passport_units * game.options.stake
    return payouts.each_pays_each(
        without_passport(entry), with_passport(entry), due, NO_PASSPORT, game.options.cap
    )


def for_hu(game: Game, entry: Entry) -> Payments:
    options = game.options
    if options.hu_mode is HuMode.DOUBLE_TIERS:
        doubled = tiers(game, times=2)
        return payouts.by_place(ranking(game, entry), doubled, tie=options.tie, cap=options.cap)
    return claim(game, entry, options.hu_units)


def claim(game: Game, entry: Entry, units: int) -> Payments:
    """Makes everybody else pay each winner the same."""
    paid = winners(game, entry)
    losers = [person for person in entry.playing if person not in paid]
    due, label = units * game.options.stake, entry.deal.result.label
    return payouts.each_pays_each(losers, paid, due, label, game.options.cap)


def for_jokers_and_aces(game: Game, entry: Entry) -> Payments:
    """Makes the one with less of every two players pay the other the difference."""
    options, result = game.options, entry.deal.result
    if result is Result.TIEN_HU and not options.adj_on_tien_hu:
        return ()
    times = options.adj_mult_on_hu if result is Result.HU else 1
    taking_part = entry.playing if options.no_passport_adjusts else with_passport(entry)
    unit_values = prices(options, times)
    bonuses = {person: best_bonuses(options, entry.lines[person]) for person in taking_part}
    values = {person: sum(map(mul, held, unit_values)) for person, held in bonuses.items()}
    return tuple(
        replace(
            p, reason=difference_in_words(bonuses[int(p.payee)], bonuses[int(p.payer)], unit_values)
        )
        for p in payouts.pairwise(values, _("jokers and aces"))
    )


def payments(game: Game, entry: Entry) -> Payments:
    """Returns all that is paid after a hand."""
    if wrong := fouls(entry):
        due = game.options.foul_units * game.options.stake
        return payouts.each_pays_each(wrong, entry.playing, due, FALSE_CLAIM)
    if is_void(entry):
        return ()
    match entry.deal.result:
        case Result.POINTS:
            main = for_points(game, entry)
        case Result.HU:
            main = for_hu(game, entry)
        case _:
            main = claim(game, entry, game.options.tien_hu_units)
    return (*main, *for_jokers_and_aces(game, entry))


def units_won(game: Game, entry: Entry) -> Sequence[float]:
    """Returns what places, Hu and Tien Hu come to for each seat where no money is played for."""
    if game.options.stake:
        return [0] * game.seats
    options = replace(game.options, stake=PARTS, cap=None)
    parts, _pot = nets(payments(replace(game, options=options), entry), game.seats)
    return [part / PARTS if part % PARTS else part // PARTS for part in parts]


FEATS: Final = (
    Feat(
        key="hu",
        name=_("Hu!"),
        description=_("Play the last card."),
        face="KD",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.result is Result.HU,
    ),
    Feat(
        key="tien_hu",
        name=Result.TIEN_HU.label,
        description=_("Win with a complete hand, as it was dealt."),
        face="AD",
        is_earned=lambda hand: hand.value_of(Fact.FIRST_TURN) > 0,
    ),
    Feat(
        key="four_aces",
        name=_("Four aces"),
        description=_("Be paid for four aces or more."),
        face="4D",
        is_earned=lambda hand: (sum(hand.line.aces) or hand.line.ace_count or 0) >= 4,
    ),
    Feat(
        key="three_jokers",
        name=_("Three jokers"),
        description=_("Be paid for three jokers or more."),
        face="3D",
        is_earned=lambda hand: hand.line.jokers >= 3,
    ),
    caught_together("rummi_harvest", 100, "10D"),
)


CUT: Final = sentences(
    _("The dealer cuts at random and looks at a card."),
    _("Its number, counted anticlockwise with the dealer as 1, names who cuts."),
    _("A joker is looked at again; ace is 1, jack 11, queen 12, king 13."),
)

DIFFERS: Final = sentences(
    _("Three players are dealt 24 each; two and five are rare, five take a third pack."),
    _("Some shuffle eight jokers into two packs, others fewer."),
)
GLOSSARY: Final = sentences(
    _("Passport: a player’s first play, three cards of one suit in a row."),
    _("Hu: a player puts down their last card, and the hand ends."),
    _("Tien Hu: a complete hand as it was dealt, declared before play."),
    _("False claim: a player declared a Hu or a Tien Hu wrongly."),
    _("Identical pair: two aces of one suit."),
    _glossary.STAR,
    _glossary.CAP,
    _glossary.VOID,
)


class Rummi(Variant[Options, Deal, Line, State]):
    key, name = "rummi", "Rummi"
    summary = _("Everybody pays the first by place; jokers and aces are paid for on top.")
    also = "Penang rummy, Lami, 拉米, 槟城拉米"
    known = {"MY": 9, "SG": 9}
    family = Family.RUMMI
    source = "“Card Game: Rummi”, kaxenji.livejournal.com/97165.html"
    seats = range(2, 6)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("1-2-3", _("1-2-3 game"), {}, _("The usual game.")),
        Preset("2-4-6", _("2-4-6 game"), {"stake": 200}, _("The same for twice the stake.")),
        Preset(
            "double-hu",
            _("Doubles on Hu"),
            {"hu_mode": "double_tiers"},
            _("Losers of a Hu are ranked and pay twice their tier."),
        ),
    )
    feats = FEATS
    glossary = GLOSSARY
    money_glossary = sentences(_glossary.TIER)

    def table_card(self, options: Options, persons: int) -> TableCard:
        packs, jokers, hand_size = int(options.packs.value), options.jokers, options.cards_each
        rest = PACK * packs + jokers - hand_size * persons
        return TableCard(
            packs=packs,
            jokers=jokers,
            hand_size=hand_size,
            cut=CUT,
            dealt=(
                *sentences(_("In batches of four, beginning at the dealer’s right.")),
                _("The other {cards} cards are out of play.").format(cards=max(rest, 0)),
            ),
            begins=sentences(
                _("The dealer’s right begins; play goes round anticlockwise."),
                _("The first play of each player is the passport: three in sequence of one suit."),
            ),
            before=sentences(_("Has anybody a Tien Hu? Has anybody no passport?")),
            differs=DIFFERS,
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {
            "tiers": tuple(range(1, seats)),
            "hu_units": seats,
            "tien_hu_units": 2 * chosen.get("hu_units", seats),
            "packs": Packs.THREE if seats == 5 else Packs.TWO,
            "cards_each": 24 if seats == 3 else 20,
        }

    def check_options(self, options: Options, seats: int) -> None:
        _western.check_tiers(options, seats)

    def limits(self, game: Game, name: str) -> Limits:
        """Returns the jokers, or the aces of each suit, in these packs, and the fullest hand."""
        match name:
            case "jokers":
                return Limits(table=game.options.jokers)
            case "aces":
                return Limits(table=int(game.options.packs.value))
            case "points":
                return Limits(answer=fullest(game.options))
            case _:
                return Limits()

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.result is Result.VOID or fouls(entry):
            return
        check_winners(entry)
        for person in entry.playing:
            check_tapped(game, entry, person)
        counted = with_numbers(self, game, entry)
        for person in entry.playing:
            check_leftovers(game, counted, person)
            check_pieces(game.options, counted.lines[person], person)
        check_together(game.options, [counted.lines[person] for person in entry.playing])

    def outcome(self, game: Game, entry: Entry) -> Outcome:
        """Scores the units of a game without stake; otherwise only the reason says how each seat
        came out."""
        units, void = units_won(game, entry), is_void(entry)
        return Outcome(
            tuple(Score(units[seat], reason_of(game, entry, seat)) for seat in range(game.seats)),
            payments(game, entry),
            winners=() if void else winners(game, entry),
            is_played=not void or bool(fouls(entry)),
        )

    def begin(self, game: Game) -> State:
        """Returns a state whose dealer is last: the first in order of play sits next to them."""
        return State(dealer=game.begun_by(game.seats - 1))

    def follow(self, game: Game, entry: Entry, outcome: Outcome) -> State:
        if not outcome.winners:
            return game.state
        first, *_others = outcome.winners
        return State(first, game.state.counted + 1)

    def dealer(self, game: Game) -> int:
        return game.state.dealer

    def ends(self, options: Options) -> Ending | None:
        return after_deals(options.deals)

    def totals(self, game: Game) -> tuple[float, ...] | None:
        return None if game.options.stake else game.totals

    def facts(self, game: Game, entry: Entry, outcome: Outcome, person: int) -> Facts:
        """Records points in hand for all but those who are paid, none where a complete hand was
        dealt, and a false claim as a wrong show."""
        line, winners = entry.lines[person], outcome.winners or ()
        first, is_dealt = person in winners, entry.deal.result is Result.TIEN_HU
        left = None if not winners or first or is_dealt else line.points
        return {
            **counted_facts(played=bool(winners or fouls(entry)), left=left),
            Fact.WRONG_SHOW: int(line.foul),
            Fact.FIRST_TURN: int(first and is_dealt),
        }

    def stock(self, options: Options, deal: Deal) -> Stock:
        return options.stock

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Counts nothing after a false claim, but shows what the cards alone have."""
        line, options = entry.lines[person], game.options
        if line.cards is None:
            return None
        check_cards(options, line.cards, person)
        laid = _western.one_by_one(line.cards, options.value)
        numbers: NamedValues = {}
        if not fouls(entry):
            points = {} if line.won else {"points": laid.points}
            numbers = {**points, **passport(options, line), **bonus_cards(options, line)}
        alone = replace(line, jokers=0, aces=(0, 0, 0, 0), ace_count=None)
        fills = {**passport(options, alone), **bonus_cards(options, alone)}
        return Tapped(laid, numbers, notes=notes_on(options, line.cards), fills=fills)


variant = Rummi()
