"""Rummi, the Chinese-Malaysian game without drawing: last to hold cards pays most.

Everybody plays from the cards dealt. A player's first play is his passport, a sequence of three;
without one he sits out. The deal ends with one of

* points: one player is left who can play. All are ranked by the points of the cards left, fewest
  first, and everybody pays the first by place, one, two, three units at a table of four;
* Hu: somebody has played his last card. Everybody pays him the same, or twice the tiers;
* Tien Hu: a complete hand was dealt. Everybody pays double, and two of them do not pay each other;
* void: nothing moves, but for false claims.

On top of it jokers and aces are paid for, each pair of players by itself: the one with less pays
the difference. Two identical aces count double. A false claim ("foul") voids the deal and is paid
to everybody. Ties, players without passport and much else vary from table to table; see Options.

Where the rules are silent: ``cap`` limits payments by place, Hu, Tien Hu and flat payments without
passport, after they were split, and neither jokers and aces nor fouls; the winner deals next.

Sources: the seed's rules (public at kaxenji.livejournal.com/97165.html), with choices between
house rules from github.com/dannyphang/m3p-mahjong, github.com/ginsan95/lami-fe and the pages on
Penang rummy at en.wikipedia.org/wiki/Penang_rummy and catsatcards.com.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, Lives, MeldRules, declare
from scorekeeper.engine.money import Payments, collect
from scorekeeper.engine.payouts import Tie, by_points, ordinal
from scorekeeper.engine.questions import (
    Amount,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Pick,
    Points,
    Steps,
    Word,
    unless,
    when,
)
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _, plural
from scorekeeper.variants import _western


class Result(Word):
    POINTS = "points", _("Points"), _("One player was left who could play.")
    HU = "hu", _("Hu"), _("Somebody played the last card.")
    TIEN_HU = "tien_hu", _("Tien Hu"), _("A complete hand was dealt.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


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
    PLAYED = "played", _("Played"), _("Those he put on the table.")
    LEFT = "left", _("Left"), _("Those left in his hand.")


class Packs(Word):
    TWO = 2, _("2")
    THREE = 3, _("3")


class EndWhen(Word):
    ONE_LEFT = "one_left", _("One can play"), _("The deal ends when one player is left.")
    ALL_OUT = "all_out", _("Nobody can play"), _("The last player plays on alone.")


@dataclass(frozen=True, slots=True)
class Options:
    stake: Annotated[
        int, Amount(label=_("Stake"), help=_("Money for one unit."), min=1, source="seed")
    ] = 100
    tiers: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Units by place"),
            help=_("What second, third, … last place pay the first."),
            source="seed",
        ),
    ] = (1, 2, 3)
    hu_units: Annotated[
        int,
        Count(
            label=_("Units for a Hu"),
            help=_("What each loser pays; as many as there are players, unless you say so."),
            max=None,
            source="rummi.md §4.2",
        ),
    ] = 4
    tien_hu_units: Annotated[
        int,
        Count(
            label=_("Units for a Tien Hu"),
            help=_("What each loser pays; twice the Hu, unless you say so."),
            max=None,
            source="rummi.md §4.1",
        ),
    ] = 8
    hu_mode: Annotated[
        HuMode,
        Pick(
            label=_("Losers of a Hu pay"),
            help=_("All the same, or by place like points, doubled."),
            source="seed",
        ),
    ] = HuMode.FLAT
    first_tien_hu_only: Annotated[
        bool,
        Flag(
            label=_("Only the first Tien Hu is paid"),
            help=_("Of two in one deal the one first in turn collects."),
            source="rummi.md §4.1",
        ),
    ] = False
    tie: Annotated[
        Tie,
        Pick(
            label=_("Ties"),
            help=_("What players pay who have equal points."),
            source="rummi.md §4.4",
        ),
    ] = Tie.SHARE
    no_passport: Annotated[
        NoPassport,
        Pick(
            label=_("Without passport"),
            help=_("How a player is placed who could not start."),
            source="rummi.md §4.5",
        ),
    ] = NoPassport.RANK_LAST
    no_passport_units: Annotated[
        int,
        Count(
            label=_("Units without passport"),
            help=_("Paid to each player who had one."),
            max=None,
            source="rummi.md §4.5",
            when=(when("no_passport", NoPassport.FLAT_TO_ALL),),
        ),
    ] = 3
    foul_units: Annotated[
        int,
        Count(
            label=_("Units for a false claim"),
            help=_("Paid to every other player; the deal is void."),
            max=None,
            source="rummi.md §7",
        ),
    ] = 4
    joker_points: Annotated[
        JokerPoints,
        Pick(
            label=_("Joker left in hand"),
            help=_("Points of a joker that was not played."),
            source="rummi.md §2",
        ),
    ] = JokerPoints.NONE
    joker_value: Annotated[
        int, Amount(label=_("Money for a joker"), help=_("From each player."), source="seed")
    ] = 50
    ace_value: Annotated[
        int, Amount(label=_("Money for an ace"), help=_("From each player."), source="seed")
    ] = 50
    pair_multiplier: Annotated[
        int,
        Count(
            label=_("Identical aces count times"),
            help=_("Two aces of one suit with one player."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 2
    four_suit_aces: Annotated[
        FourSuits,
        Pick(
            label=_("Aces of all four suits"),
            help=_("What the four together count, if anything special."),
            source="seed",
        ),
    ] = FourSuits.OFF
    adj_basis: Annotated[
        Basis,
        Pick(
            label=_("Jokers and aces that count"),
            help=_("Those dealt, those played, or those left over."),
            source="rummi.md §5",
        ),
    ] = Basis.DEALT
    no_passport_adjusts: Annotated[
        bool,
        Flag(
            label=_("Jokers and aces count without passport"),
            help=_("A player who sits out pays and collects for them too."),
            source="rummi.md §5",
        ),
    ] = True
    adj_mult_on_hu: Annotated[
        int,
        Count(
            label=_("Jokers and aces on a Hu, times"),
            help=_("Some tables pay them double."),
            min=1,
            max=2,
            source="seed",
        ),
    ] = 1
    adj_on_tien_hu: Annotated[
        bool,
        Flag(
            label=_("Jokers and aces on a Tien Hu"),
            help=_("They are paid for on top of it."),
            source="rummi.md §5",
        ),
    ] = True
    cap: Annotated[
        int | None,
        Amount(
            label=_("Cap"),
            help=_("The most one player pays another at once, jokers and aces apart."),
            min=1,
            source="rummi.md §4.6",
        ),
    ] = None
    passport_jokers: Annotated[
        bool,
        Flag(
            label=_("Jokers in a passport"),
            help=_("A passport may hold jokers."),
            source="rummi.md §7",
            counting=True,
        ),
    ] = True
    packs: Annotated[
        Packs, Pick(label=_("Packs"), help=_("Each brings four jokers."), source="seed")
    ] = Packs.TWO
    cards_each: Annotated[
        int,
        Count(
            label=_("Cards each"),
            help=_("How many cards a player is dealt."),
            min=10,
            max=30,
            source="seed",
        ),
    ] = 20
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="rummi.md §6",
        ),
    ] = 0
    end_when: Annotated[
        EndWhen,
        Pick(
            label=_("A deal ends when"),
            help=_("For the table to remember; the money is the same."),
            source="seed",
            counting=True,
        ),
    ] = EndWhen.ONE_LEFT

    @property
    def jokers(self) -> int:
        return 4 * int(self.packs.value)

    @property
    def value(self) -> _western.Value:
        """What cards left in hand count."""
        points = _western.index_values(ace=15, joker=int(self.joker_points.value))
        return _western.by_rank(points)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.POINTS


RANKED = unless("deal.result", Result.HU) | when("options.hu_mode", HuMode.DOUBLE_TIERS)
ADJUSTED = unless("deal.result", Result.TIEN_HU) | when("options.adj_on_tien_hu", True)
TWO_PACKS = when("options.packs", Packs.TWO)


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[
        bool,
        Flag(
            label=_("Won"),
            sole=(when("deal.result", Result.HU),),
            screen=(when("deal.result", Result.HU, Result.TIEN_HU),),
        ),
    ] = False
    no_passport: Annotated[
        bool, Flag(label=_("No passport"), help=_("Could not start."), screen=(when("won", False),))
    ] = False
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards left"),
            instead="points",
            screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
        ),
    ] = None
    jokers: Annotated[int, Count(label=_("Jokers"), max=12, screen=(ADJUSTED,))] = 0
    aces: Annotated[
        tuple[int, ...],
        Counts(label=_("Aces"), labels=("♠", "♥", "♦", "♣"), max=3, screen=(ADJUSTED,)),
    ] = (0, 0, 0, 0)
    ace_count: Annotated[
        int | None,
        Count(
            label=_("Aces in all"),
            help=_("Instead of the aces by suit."),
            max=8,
            screen=(ADJUSTED, TWO_PACKS, when("aces", (0, 0, 0, 0))),
        ),
    ] = None
    ace_pairs: Annotated[
        int | None,
        Count(
            label=_("Identical pairs"),
            help=_("Two aces of one suit, among the aces in all."),
            max=4,
            screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
        ),
    ] = None
    foul: Annotated[
        bool,
        Flag(label=_("False claim"), help=_("The deal is void and is paid for."), always=True),
    ] = False


@dataclass(frozen=True, slots=True)
class Held:
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"))] = None
    peek: Annotated[str | None, Card(label=_("Card the dealer saw"))] = None
    seats: Annotated[int | None, Count(label=_("Players"), min=2, max=5)] = None


@dataclass(frozen=True, slots=True)
class State:
    dealer: int
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    return {
        "tiers": tuple(range(1, seats)),
        "hu_units": seats,
        "tien_hu_units": 2 * given.get("hu_units", seats),
        "packs": Packs.THREE if seats == 5 else Packs.TWO,
        "cards_each": 24 if seats == 3 else 20,
    }


def check_options(options: Options, seats: int, side: int) -> None:
    _western.check_tiers(options.tiers, seats)


# Who stands where ----------------------------------------------------------------------------


def fouls(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].foul]


def with_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if not entry.lines[person].no_passport]


def without_passport(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].no_passport]


def claimed(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].won]


def is_void(entry: Entry) -> bool:
    """Nothing is won: a misdeal, a false claim, or points where nobody could start."""
    result = entry.deal.result
    nobody = result is Result.POINTS and not with_passport(entry)
    return result is Result.VOID or nobody or bool(fouls(entry))


def is_ranked(game: Game, entry: Entry) -> bool:
    """Whether the losers pay by place."""
    result = entry.deal.result
    doubled = result is Result.HU and game.options.hu_mode is HuMode.DOUBLE_TIERS
    return result is Result.POINTS or doubled


def ranking(game: Game, entry: Entry) -> list[list[int]]:
    """Those who pay by place, the best first; the winner of a Hu leads."""
    winners = claimed(entry)
    groups = [winners] if winners else []
    others = (person for person in with_passport(entry) if person not in winners)
    groups += standing(game.options, entry, others)
    if winners or game.options.no_passport is NoPassport.RANK_LAST:
        groups += standing(game.options, entry, without_passport(entry))
    return payouts.places(groups, game.options.tie)


def standing(options: Options, entry: Entry, persons: Iterable[int]) -> list[list[int]]:
    """These persons by place; a single one needs no points."""
    return by_points({p: _western.count(entry.lines[p], options.value) for p in persons})


def winners(game: Game, entry: Entry) -> list[int]:
    """Those who are paid; the first of them deals next."""
    match entry.deal.result:
        case Result.POINTS:
            return ranking(game, entry)[0]
        case Result.TIEN_HU if game.options.first_tien_hu_only:
            return claimed(entry)[:1]
        case _:
            return claimed(entry)


# What can be reported ------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.VOID or fouls(entry):
        return
    check_winners(entry)
    for person in entry.playing:
        check_leftovers(game, entry, person)
        check_pieces(game.options, entry.lines[person], person)
    check_together(game.options, [entry.lines[person] for person in entry.playing])


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
    """Whether his points decide his place: he is one of two or more to be put in order."""
    if not points_asked(game, entry, person) or is_void(entry):
        return False
    if not entry.lines[person].no_passport:
        return len([p for p in with_passport(entry) if not entry.lines[p].won]) > 1
    ordered = claimed(entry) or game.options.no_passport is NoPassport.RANK_LAST
    return bool(ordered) and len(without_passport(entry)) > 1


def check_leftovers(game: Game, entry: Entry, person: int) -> None:
    line, options = entry.lines[person], game.options
    asked = points_asked(game, entry, person)
    if line.cards is not None:
        check_cards(options, line.cards, person)
    if line.won and line.cards:
        raise EntryError(_("The winner has no cards left."), field="cards", seat=person)
    if line.won and line.points:
        raise EntryError(_("The winner has no cards left."), field="points", seat=person)
    if asked and line.cards == ():
        raise EntryError(_("Somebody else won, so cards are left."), field="cards", seat=person)
    if asked and line.points == 0 and options.joker_points is not JokerPoints.NONE:
        raise EntryError(_("Somebody else won, so points are left."), field="points", seat=person)
    if line.points is None and line.cards is None and points_needed(game, entry, person):
        raise EntryError(_("Type the points left in hand."), field="points", seat=person)
    _western.check_agree(line, person, options.value)


def check_cards(options: Options, cards: tuple[str, ...], person: int) -> None:
    if len(cards) > options.cards_each:
        raise EntryError(
            _("A hand has {cards} cards."), field="cards", seat=person, cards=options.cards_each
        )
    check_copies(options, cards, person)


def check_copies(options: Options, cards: Iterable[str], person: int | None) -> None:
    for card, count in Counter(cards).items():
        if count > (options.jokers if card == JOKER else options.packs.value):
            raise EntryError(_("The packs have fewer of one card."), field="cards", seat=person)


def check_pieces(options: Options, line: Line, person: int) -> None:
    """The jokers and aces of one player can be."""
    if line.jokers > options.jokers:
        raise EntryError(
            _("There are {jokers} jokers."), field="jokers", seat=person, jokers=options.jokers
        )
    if any(count > options.packs.value for count in line.aces):
        raise EntryError(_("The packs have fewer aces of one suit."), field="aces", seat=person)
    check_quick_form(options, line, person)
    if line.jokers + sum(aces(line)) > options.cards_each:
        raise EntryError(_("A hand does not hold so many cards."), field="aces", seat=person)
    if options.adj_basis is Basis.PLAYED and line.no_passport:
        check_nothing_played(line, person)


def check_quick_form(options: Options, line: Line, person: int) -> None:
    """Aces in all, of which so many pairs: for two packs, instead of the aces by suit."""
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
            _("So many aces cannot have so many pairs."), field="ace_pairs", seat=person
        )


def check_nothing_played(line: Line, person: int) -> None:
    message = _("Without passport nothing was played.")
    if line.jokers:
        raise EntryError(message, field="jokers", seat=person)
    if any(aces(line)):
        field = "aces" if any(line.aces) else "ace_count"
        raise EntryError(message, field=field, seat=person)


def check_together(options: Options, lines: list[Line]) -> None:
    """All players together hold no more than the packs."""
    packs = int(options.packs.value)
    if sum(line.jokers for line in lines) > options.jokers:
        raise EntryError(_("There are {jokers} jokers."), field="jokers", jokers=options.jokers)
    by_suit = [sum(column) for column in zip(*(line.aces for line in lines), strict=True)]
    if max(by_suit) > packs or sum(sum(aces(line)) for line in lines) > 4 * packs:
        raise EntryError(
            _("There are {aces} aces, {packs} of a suit."),
            field="aces",
            aces=4 * packs,
            packs=packs,
        )
    check_copies(options, (card for line in lines for card in line.cards or ()), None)


# Points and money ----------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    """No points are written down; the reason says how each seat came out."""
    return tuple(g.Score(0, reason(game, entry, seat)) for seat in range(game.seats))


def reason(game: Game, entry: Entry, person: int) -> str:
    line = entry.lines[person]
    if person in entry.absent:
        return _("absent")
    if is_void(entry):
        return _("false claim") if line.foul else _("void")
    if entry.deal.result is not Result.POINTS and person in winners(game, entry):
        return entry.deal.result.label
    if not is_ranked(game, entry):
        return _("no passport") if line.no_passport else _("lost")
    return place_of(game, entry, person)


def place_of(game: Game, entry: Entry, person: int) -> str:
    """``1st, 12 points`` or ``no passport``."""
    line, place = entry.lines[person], 1
    words = [_("no passport")] if line.no_passport else []
    if line.points is not None or line.cards is not None:
        left = _western.count(line, game.options.value)
        words.append(plural(left, "point", "points"))
    for group in ranking(game, entry):
        if person in group:
            return ", ".join([ordinal(place), *words])
        place += len(group)
    return ", ".join(words)


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    if wrong := fouls(entry):
        due = game.options.foul_units * game.options.stake
        return payouts.each_pays_each(wrong, entry.playing, due, _("false claim"))
    if is_void(entry):
        return ()
    main = {Result.POINTS: for_points, Result.HU: for_hu, Result.TIEN_HU: for_tien_hu}
    return (*main[entry.deal.result](game, entry), *for_jokers_and_aces(game, entry))


def tiers(game: Game, times: int = 1) -> list[int]:
    return [units * game.options.stake * times for units in game.options.tiers]


def for_points(game: Game, entry: Entry) -> Payments:
    """Everybody pays the first by place; those without passport as the table likes it."""
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
        for payment in payouts.shared(person, firsts, due, _("no passport"), game.options.cap)
    )


def flat_to_all(game: Game, entry: Entry) -> Payments:
    due = game.options.no_passport_units * game.options.stake
    return payouts.each_pays_each(
        without_passport(entry), with_passport(entry), due, _("no passport"), game.options.cap
    )


def for_hu(game: Game, entry: Entry) -> Payments:
    options = game.options
    if options.hu_mode is HuMode.DOUBLE_TIERS:
        doubled = tiers(game, times=2)
        return payouts.by_place(ranking(game, entry), doubled, tie=options.tie, cap=options.cap)
    return claim(game, entry, options.hu_units)


def for_tien_hu(game: Game, entry: Entry) -> Payments:
    return claim(game, entry, game.options.tien_hu_units)


def claim(game: Game, entry: Entry, units: int) -> Payments:
    """Everybody else pays each winner the same."""
    paid = winners(game, entry)
    losers = [person for person in entry.playing if person not in paid]
    due, label = units * game.options.stake, entry.deal.result.label
    return payouts.each_pays_each(losers, paid, due, label, game.options.cap)


def for_jokers_and_aces(game: Game, entry: Entry) -> Payments:
    """Of every two players the one with less pays the other the difference."""
    options, result = game.options, entry.deal.result
    if result is Result.TIEN_HU and not options.adj_on_tien_hu:
        return ()
    times = options.adj_mult_on_hu if result is Result.HU else 1
    taking_part = entry.playing if options.no_passport_adjusts else with_passport(entry)
    values = {person: times * value(options, entry.lines[person]) for person in taking_part}
    return payouts.pairwise(values, _("jokers and aces"))


def value(options: Options, line: Line) -> int:
    """Money that a player's jokers and aces are worth from each other player."""
    return options.joker_value * line.jokers + options.ace_value * pieces(options, aces(line))


def aces(line: Line) -> tuple[int, ...]:
    """Aces by suit; those of the quick form in any suits that fit."""
    if not line.ace_count:
        return line.aces
    pairs = line.ace_pairs or 0
    singles = line.ace_count - 2 * pairs
    return (*(2,) * pairs, *(1,) * singles, *(0,) * (4 - pairs - singles))


def pieces(options: Options, suits: tuple[int, ...]) -> int:
    """Single aces that these count for, grouped the way that is worth most."""
    if not any(suits):
        return 0
    sets = range(min(suits) + 1 if options.four_suit_aces is not FourSuits.OFF else 1)
    return max(
        int(options.four_suit_aces.value) * taken
        + sum(paired(options, count - taken) for count in suits)
        for taken in sets
    )


def paired(options: Options, count: int) -> int:
    """Aces of one suit: two make a pair, the odd one counts by itself."""
    pairs, single = divmod(count, 2)
    return 2 * options.pair_multiplier * pairs + single


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    """The first in order of play sits next to the dealer, who is last."""
    return State(dealer=game.seats - 1)


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    if is_void(entry):
        return game.state
    return State(winners(game, entry)[0], game.state.counted + 1)


def is_over(game: Game) -> bool:
    return 0 < game.options.deals <= game.state.counted


# Cards ---------------------------------------------------------------------------------------

COMPLETE: Final = MeldRules(max_set=30, same_suits=True, lives=Lives(sequences=1), loose_wilds=True)
"""Kills of any cards of a rank; jokers that are left over can be put to any meld."""


def copies(options: Options, deal: Deal, face: str) -> int:
    return options.jokers if face == JOKER else int(options.packs.value)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    check_cards(game.options, cards, person)
    return _western.one_by_one(cards, game.options.value)


def counted(options: Options, held: Held) -> Told:
    """What is known of a hand, or who cuts when the dealer saw this card."""
    if held.hand is not None:
        return known(options, held.hand)
    if held.peek is None:
        raise EntryError(_("Which cards?"), field="hand")
    if held.seats is None:
        raise EntryError(_("How many players?"), field="seats")
    return {"cutter": cutter(held.peek, held.seats)}


def known(options: Options, hand: tuple[str, ...]) -> Told:
    return {
        "points": options.value(hand),
        "passport": has_passport(options, hand),
        "tien_hu": is_complete(hand),
        "jokers": hand.count(JOKER),
        "aces": [hand.count(f"A{suit}") for suit in SUITS],
    }


def has_passport(options: Options, hand: tuple[str, ...]) -> bool:
    """Three cards make a sequence; jokers fill what is missing if they may."""
    jokers = hand.count(JOKER) if options.passport_jokers else 0
    around = (*RANKS, RANKS[0])
    return any(
        sum(f"{place}{suit}" not in hand for place in around[low : low + 3]) <= jokers
        for suit in SUITS
        for low in range(len(around) - 2)
    )


def is_complete(hand: tuple[str, ...]) -> bool:
    """All cards lie in melds, one of them a sequence. Three jokers alone are one too."""
    if hand.count(JOKER) == len(hand):
        return len(hand) >= 3
    return declare(hand, COMPLETE) is not None


def cutter(peek: str, seats: int) -> int | None:
    """Counted from the dealer, who is 0, by the number of the card; a joker is no number."""
    return None if peek == JOKER else RANKS.index(rank(peek)) % seats


variant = Variant(
    key="rummi",
    name="Rummi",
    summary=_("Everybody pays the first by place; jokers and aces are paid for on top."),
    seats=range(2, 6),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    begin=begin,
    follow=follow,
    is_over=is_over,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("1-2-3", _("1-2-3 game"), {}, _("The usual game.")),
        Preset("2-4-6", _("2-4-6 game"), {"stake": 200}, _("The same for twice the money.")),
        Preset(
            "double-hu",
            _("Doubles on Hu"),
            {"hu_mode": "double_tiers"},
            _("Losers of a Hu are ranked and pay twice their tier."),
        ),
    ),
    void=lambda deal: deal.result is Result.VOID,
    absences=True,
    won=lambda game, entry, points: () if is_void(entry) else winners(game, entry),
    dealer=lambda game: game.state.dealer,
    keeps_score=lambda game: False,
    copies=copies,
    lay=lay,
    held=Held,
    count=counted,
)
