"""Gin rummy: knock with little deadwood, or go gin; hand by hand to 100 points, paid at the end.

A player may knock when their cards outside melds count no more than the knock limit. They score the
difference to the opponent's deadwood after lay-offs; an opponent with as little or less undercuts
them and scores a bonus on top. With no deadwood at all it is gin: a bonus, no lay-offs, no
undercut. Who scores a hand also gets a box, counted at the end only.

The first to reach the target ends the game. They add the game bonus, both add their boxes, and a
loser without a point is shut out: something doubles. The loser pays the difference.

Oklahoma: the upcard sets the knock limit, and spades double the hand. Hollywood: three games at
once, a player's first win counting in the first, the second in two, all later ones in three.

Three players: one rests, the loser of a hand rests next; the winner settles with each opponent by
itself. Partners: as many tables as partners, the side ahead scores the net of the round and one
box, and each partner pays or collects across their own table.

Where the rules are silent: after a void hand, or one without score, the same player rests and
deals again; otherwise who scored deals. A hand that would only go to closed Hollywood columns
goes to the first open one. Columns are paid together, in one payment that ``cap`` limits.

Sources: Encyclopaedia Britannica, "rummy" (David Parlett); bicyclecards.com and
pagat.com/rummy for the classic bonuses and partners, ginrummy.com/partnership.html for three
players, and Scarne for Hollywood.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import melds as m
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, show, suit
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, Group, layoffs
from scorekeeper.engine.money import Payment, Payments, capped, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand, at_once, caught_together
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, questions, unless, when
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import Sentences, TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Report, Tapped, Variant
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext, reason, verbatim
from scorekeeper.variants import _glossary

# Reasons --------------------------------------------------------------------------------------

BIG_GIN: Final = reason("big_gin", _("big gin, {count} + {bonus}"))
GIN: Final = reason("gin", _("gin, {count} + {bonus}"))
UNDERCUT: Final = reason("undercut", _("undercut, {high} − {low} + {bonus}"))
SCORE_DOUBLED: Final = reason("score_doubled", _("{score}, doubled"))
KNOCK: Final = reason("knock", _("knock, {high} − {low}"))
RESTED: Final = reason("rested", _("rested"))
GAME: Final = reason("game", _("game"))


class Bonuses(Word):
    SEED = "seed", _("25–25–25"), _("25 for gin, an undercut and each box.")
    CLASSIC = "classic", _("20–10–20"), _("20 for gin and each box, 10 for an undercut.")
    MODERN = "modern", _("With big gin"), _("25–25–25, and 31 for big gin.")


class Shutout(Word):
    DOUBLE_TOTAL = "double_total", _("Total"), _("The winner’s total is doubled.")
    DOUBLE_BONUS = "double_bonus", _("Game bonus"), _("The game bonus is doubled.")
    DOUBLE_HANDS = "double_hands", _("Hand points"), _("The winner’s hand points are doubled.")


class Even(Word):
    UNDERCUT = "undercut", _("Undercut"), _("The opponent scores the bonus.")
    NO_SCORE = "no_score", _("No score"), _("Nobody scores.")


OKLAHOMA: Final = when("oklahoma", True)


@dataclass(frozen=True, slots=True)
class Options:
    preset: Bonuses = ask.pick(
        _("Bonuses"),
        Bonuses.SEED,
        _("A usual set; the single ones below can still be changed."),
        source="gin_rummy.md §5",
    )
    gin_bonus: int = ask.points(
        _("Gin bonus"), 25, _("Points on top for going gin."), source="seed"
    )
    undercut_bonus: int = ask.points(
        _("Undercut"), 25, _("Points on top for an undercut."), source="seed"
    )
    box: int = ask.points(_("Box"), 25, _("Points for each hand won, at the end."), source="seed")
    game_bonus: int = ask.points(
        _("Game bonus"), 100, _("Points for winning the game."), source="seed"
    )
    shutout: Shutout = ask.pick(
        _("A shutout doubles"),
        Shutout.DOUBLE_TOTAL,
        _("What counts twice when the loser has not one point."),
        source="seed",
    )
    big_gin_bonus: int = ask.points(
        _("Big gin"),
        0,
        _("Points for going gin with eleven cards; 0 is not played."),
        source="gin_rummy.md §5",
    )
    point_value: int = ask.amount(
        _("Money per point"), 1, _("Of the difference at the end."), source="gin_rummy.md §4"
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The hand points that end a game; 125 for partners, unless you say so."),
        min=1,
        source="seed",
    )
    tie: Even = ask.pick(
        _("Equal deadwood"),
        Even.UNDERCUT,
        _("What happens when the opponent has as much as the knocker."),
        source="seed",
    )
    knock_limit: int = ask.count(
        _("Knock limit"),
        10,
        _("The most deadwood to knock with; 0 plays straight gin."),
        max=10,
        source="seed",
        when=(when("oklahoma", False),),
    )
    gin_extra_boxes: int = ask.count(
        _("Extra boxes for gin"),
        0,
        _("Besides the one for the hand."),
        max=None,
        source="gin_rummy.md §5",
    )
    undercut_extra_boxes: int = ask.count(
        _("Extra boxes for an undercut"),
        0,
        _("Besides the one for the hand."),
        max=None,
        source="gin_rummy.md §5",
    )
    oklahoma: bool = ask.flag(
        _("Upcard sets the limit"),
        False,
        _("The first upcard sets the knock limit."),
        source="gin_rummy.md §6",
    )
    ace_gin_only: bool = ask.flag(
        _("Ace: gin only"),
        False,
        _("Nobody may knock when the upcard is an ace."),
        source="gin_rummy.md §6",
        when=(OKLAHOMA,),
    )
    spade_double: bool = ask.flag(
        _("Spades double"),
        True,
        _("A spade as upcard doubles the points of the hand."),
        source="gin_rummy.md §6",
        when=(OKLAHOMA,),
    )
    spade_double_boxes: bool = ask.flag(
        _("Spades double boxes"),
        False,
        _("The boxes of that hand too."),
        source="gin_rummy.md §6",
        when=(OKLAHOMA, when("spade_double", True)),
    )
    hollywood: bool = ask.flag(
        _("Three games at once"),
        False,
        _("Three games at once; not for three players."),
        source="gin_rummy.md §7",
    )
    last_column_double: bool = ask.flag(
        _("Third game double"),
        False,
        _("The last column is paid twice."),
        source="gin_rummy.md §7",
        when=(when("hollywood", True),),
    )
    floor_zero: bool = ask.flag(
        _("Winner never pays"),
        False,
        _("Not even when the loser’s boxes are worth more."),
        source="gin_rummy.md §4",
    )
    cap: int | None = ask.amount(
        _("Cap"),
        None,
        _("The most one player pays another for a game."),
        min=1,
        source="gin_rummy.md §4",
    )


BONUSES: Final[dict[Bonuses, NamedValues]] = {
    Bonuses.SEED: {},
    Bonuses.CLASSIC: {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box": 20,
        "shutout": Shutout.DOUBLE_BONUS,
    },
    Bonuses.MODERN: {"big_gin_bonus": 31},
}


# What is asked -------------------------------------------------------------------------------


class Result(Word):
    KNOCK = "knock", _("Knock"), _("Put down with some deadwood.")
    GIN = "gin", _("Gin"), _("No deadwood at all.")
    BIG_GIN = "big_gin", _("Big gin"), _("All eleven cards in melds.")
    VOID = "void", reasons.VOID_DEAL, _("The stock ran out; nobody scores.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The hand ended with"), Result.KNOCK, void=Result.VOID)
    upcard: str | None = ask.card(
        _("First upcard"),
        None,
        _("Sets the knock limit; spades double."),
        joker=False,
        when=(when("options.oklahoma", True), unless("result", Result.VOID)),
    )


PLAYED: Final = when("sat_out", False)
KNOCKED: Final = when("knocked", True)


@dataclass(frozen=True, slots=True)
class Line:
    knocked: bool = ask.flag(_("Knocked"), False, sole=(), screen=(PLAYED,))
    deadwood: int | None = ask.points(
        _("Deadwood"),
        None,
        _("What is left outside melds, after lay-offs."),
        max=98,
        screen=(PLAYED, when("knocked", False) | when("deal.result", Result.KNOCK)),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards"),
        None,
        _("The whole hand, melds and all; both players’ or nobody’s."),
        sizes=(10, 11),
        joker=False,
        instead="deadwood",
        both=Both.LOOKED_AT,
        screen=(PLAYED,),
    )
    melds: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("Melds put down"),
        None,
        _("Only if not the ones that leave the opponent most."),
        joker=False,
        screen=(PLAYED, KNOCKED, unless("cards", None)),
    )
    sat_out: bool = ask.flag(_("Rested"), False, sole=())


NOT_RESTING: Final = frozenset(q.name for q in questions(Line) if q.name != "sat_out")


@dataclass(frozen=True, slots=True)
class Column:
    """The score sheet of one game: hand points and boxes per seat."""

    points: tuple[int, ...]
    boxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    columns: tuple[Column, ...]
    """One, or the three of Hollywood."""
    wins: tuple[int, ...]
    """Hands won per seat."""
    dealer: int
    resting: int | None = None
    """The person who rests in the next hand; None unless there are three seats."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Two hands of ten cards ----------------------------------------------------------------------

Cards: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Cards, ...]

RULES: Final = m.MeldRules(values=m.rank_values(ace=1), aces="low")
"""Sets of three or four, sequences of three and more with the ace low."""
HAND: Final = 10


def deadwood(cards: Sequence[str]) -> int:
    """Returns the least that is left outside melds."""
    return m.least(cards, RULES).points


def first_fault(melds: Melds) -> Phrase | None:
    """Returns why one of these is no meld; None if all are."""
    return next((ruling.fault for ruling in m.check_laid(melds, RULES) if ruling.fault), None)


def are_held(melds: Melds, cards: Sequence[str]) -> bool:
    """Whether a hand of these cards can be laid so, each card once."""
    return Counter(card for meld in melds for card in meld) <= Counter(cards)


def put_down(cards: Cards, melds: Melds | None) -> Arrangement:
    """Lays a hand with these melds, which must be melds of its cards; None: with the best."""
    if melds is None:
        return m.least(cards, RULES)
    left = (Counter(cards) - Counter(card for meld in melds for card in meld)).elements()
    groups = (ruling.group for ruling in m.check_laid(melds, RULES))
    return Arrangement(tuple(group for group in groups if group), m.left_over(left, RULES))


@lru_cache(maxsize=512)
def showdown(
    knocker: Cards, opponent: Cards, melds: Melds | None, *, lays_off: bool
) -> tuple[Arrangement, Arrangement]:
    """Lays the knocker's hand and the opponent's. ``melds``: put down by the knocker; None: of the
    least layouts the one that leaves the opponent most. Nothing is laid off on gin."""
    if not lays_off:
        return put_down(knocker, melds), m.least(opponent, RULES)
    if melds is None:
        laid, reply = layoffs.knock(knocker, opponent, RULES)
    else:
        laid = put_down(knocker, melds)
        reply = layoffs.answer(opponent, laid.groups, RULES)
    return laid, with_lay_offs(reply)


def with_lay_offs(reply: layoffs.Answer) -> Arrangement:
    """Returns own melds, then the cards laid off, grouped by meld."""
    cards_by_group: dict[int, list[str]] = {}
    for lay_off in reply.lay_offs:
        cards_by_group.setdefault(lay_off.group, []).append(lay_off.card)
    added = (
        Group("laid_off", tuple(cards), (None,) * len(cards)) for cards in cards_by_group.values()
    )
    own = reply.arrangement
    return replace(own, groups=(*own.groups, *added))


# Who plays whom ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """Two players and their hand."""

    deal: Deal
    persons: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def is_void(self) -> bool:
        return self.deal.result is Result.VOID

    @property
    def both(self) -> tuple[tuple[int, Line], ...]:
        """The persons with their lines, in order of seat."""
        return tuple(zip(self.persons, self.lines, strict=True))

    @property
    def in_order(self) -> tuple[tuple[int, Line], ...]:
        """The persons with their lines, the knocker first."""
        return self.both if self.lines[0].knocked else self.both[::-1]

    @property
    def left_over(self) -> tuple[int, int]:
        """The knocker's deadwood, and the opponent's after lay-offs."""
        (_knocker, line), (_opponent, other) = self.in_order
        return line.deadwood or 0, other.deadwood or 0

    @property
    def knocked_with(self) -> int:
        """Returns the number of the knocker's cards."""
        return HAND + (self.deal.result is Result.BIG_GIN)

    def lay_out(self) -> tuple[Arrangement, Arrangement] | None:
        """Lays tapped hands, the knocker's first; None where deadwood is typed."""
        (_knocker, line), (_opponent, other) = self.in_order
        if line.cards is None or other.cards is None:
            return None
        lays_off = self.deal.result is Result.KNOCK
        return showdown(line.cards, other.cards, line.melds, lays_off=lays_off)

    def deadwood_of(self, line: Line) -> int | None:
        """Counts the deadwood of a line; None unless both hands were tapped."""
        laid = self.lay_out()
        return None if laid is None else laid[not line.knocked].points


def resting(game: Game, entry: Entry) -> int | None:
    """Returns who rests in this hand: as entered, else the person whose turn it is."""
    entered = [seat for seat, line in enumerate(entry.lines) if line.sat_out]
    return entered[0] if entered and game.seats == 3 else game.state.resting


def tables(game: Game, entry: Entry) -> Iterator[Table]:
    rests = resting(game, entry)
    for table, deal in enumerate(entry.deals):
        persons = range(table * game.seats, (table + 1) * game.seats)
        playing = tuple(person for person in persons if person != rests)
        yield Table(deal, playing, tuple(entry.lines[person] for person in playing))


def table_of(game: Game, entry: Entry, person: int) -> Table | None:
    """Returns where this person plays; None if they rest."""
    return next((table for table in tables(game, entry) if person in table.persons), None)


def limit(options: Options, deal: Deal) -> int:
    """Returns the most deadwood to knock with."""
    if not options.oklahoma or deal.upcard is None:
        return options.knock_limit
    worth = RULES.value(deal.upcard)
    return 0 if worth == 1 and options.ace_gin_only else worth


def allowed(options: Options, deal: Deal) -> range:
    """Returns the deadwood that the knocker may have."""
    return range(1, limit(options, deal) + 1) if deal.result is Result.KNOCK else range(1)


# What is refused -----------------------------------------------------------------------------

ZERO_IS_GIN: Final = _("0 is gin. Choose Gin as the end of the hand.")


def check_resting(game: Game, entry: Entry) -> None:
    """Checks that one rests, and has nothing to report."""
    if sum(line.sat_out for line in entry.lines) > 1:
        raise EntryError(_("Only one player rests."), field="sat_out")
    seat = resting(game, entry)
    if seat is None:
        return
    for q in questions(Line):
        if q.name != "sat_out" and getattr(entry.lines[seat], q.name) != q.default:
            words = _("{name} rests; tick “Rested” for another if not.")
            raise EntryError(words, field=q.name, seat=seat, name=Person(seat))


def check_table(options: Options, table: Table) -> None:
    deal, may = table.deal, allowed(options, table.deal)
    check_upcard(options, deal)
    if deal.result is Result.BIG_GIN and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="result")
    if deal.result is Result.KNOCK and not may:
        raise EntryError(_("Nobody may knock; it must be gin."), field="result")
    if sum(line.knocked for line in table.lines) != 1:
        raise EntryError(_("Tick the one player who knocked."), field="knocked")
    for fault in card_faults(table):
        raise fault
    if laid := table.lay_out():
        check_counted(table, laid, may)
    else:
        check_typed(table, may)


def check_upcard(options: Options, deal: Deal) -> None:
    if options.oklahoma and deal.upcard is None:
        raise EntryError(_("Name the first upcard."), field="upcard")


def check_typed(table: Table, may: range) -> None:
    for person, line in table.both:
        gin = line.knocked and table.deal.result is not Result.KNOCK
        if line.deadwood is None and not gin:
            raise EntryError(_("Enter the deadwood."), field="deadwood", seat=person)
        if line.knocked and line.deadwood is not None and line.deadwood not in may:
            words = _("The knocker has {least} to {most}.") if line.deadwood else ZERO_IS_GIN
            raise EntryError(words, field="deadwood", seat=person, least=may[0], most=may[-1])


def check_counted(table: Table, laid: tuple[Arrangement, Arrangement], may: range) -> None:
    """Checks the knocker's deadwood against the limit, and typed numbers against counted ones."""
    knocker, line = table.in_order[0]
    check_knock(line, laid[0].points, may, knocker)
    for (person, answers), hand in zip(table.in_order, laid, strict=True):
        if answers.deadwood not in (None, hand.points):
            words = _("The cards tapped leave {left}.")
            raise EntryError(words, field="deadwood", seat=person, left=hand.points)


def check_knock(line: Line, left: int, may: range, knocker: int) -> None:
    """Refuses melds put down that leave too much, and hands too good or too bad in any case."""
    if left not in may and line.melds is not None:
        field, words = "melds", _("These melds leave {left}; it can be {least} to {most}.")
    elif (left := deadwood(line.cards or ())) not in may:
        field, words = "cards", _("These cards leave {left}; it can be {least} to {most}.")
    else:
        return
    words = words if left else ZERO_IS_GIN
    raise EntryError(words, field=field, seat=knocker, left=left, least=may[0], most=may[-1])


def card_faults(table: Table) -> Iterator[EntryError]:
    """Yields why tapped cards cannot be, or cannot be laid so, before anything is counted."""
    for (person, line), other in zip(table.both, reversed(table.lines), strict=True):
        if line.cards is None and other.cards is not None:
            yield EntryError(_("Tap both hands or none."), field="cards", seat=person)
    for person, line in table.both:
        yield from hand_faults(line, table.knocked_with if line.knocked else HAND, person)
        yield from meld_faults(line, person)
    first, second = (set(line.cards or ()) for line in table.lines)
    if first & second:
        yield EntryError(_("Both hands hold the same card."), field="cards")


def hand_faults(line: Line, size: int, person: int) -> Iterator[EntryError]:
    if line.cards is None:
        return
    if len(line.cards) != size:
        yield EntryError(_("Tap {cards} cards."), field="cards", seat=person, cards=size)
    if len(set(line.cards)) < len(line.cards):
        yield EntryError(_("A card is here twice."), field="cards", seat=person)


def meld_faults(line: Line, person: int) -> Iterator[EntryError]:
    if line.melds is None:
        return
    if line.cards is None or not line.knocked:
        words = _("Melds go with the knocker’s tapped cards.")
        yield EntryError(words, field="melds", seat=person)
    elif fault := first_fault(line.melds):
        yield EntryError(fault, field="melds", seat=person)
    elif not are_held(line.melds, line.cards):
        words = _("These are not the cards of {name}.")
        yield EntryError(words, field="melds", seat=person, name=Person(person))


# What a hand scores --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain:
    """The points and boxes of a hand or a round, and the seat that gets them, if any."""

    seat: int | None
    points: int
    boxes: int
    reason: Phrase


NO_SCORE: Final = Gain(None, 0, 0, reason("no_score", _("no score")))


def gain(game: Game, entry: Entry) -> Gain:
    results = [table_gain(game, table) for table in tables(game, entry)]
    return results[0] if game.side == 1 else net(results)


def table_gain(game: Game, table: Table) -> Gain:
    if table.is_void:
        return replace(NO_SCORE, reason=reasons.VOID)
    knocker, opponent = (game.seat_of(person) for person, _line in table.in_order)
    return hand_gain(game.options, table, knocker, opponent)


def hand_gain(options: Options, table: Table, knocker: int, opponent: int) -> Gain:
    """Returns what a hand that is not void is worth; ``knocker``, ``opponent``: their seats."""
    low, high = table.left_over
    result = table.deal.result
    if result is not Result.KNOCK:
        big = result is Result.BIG_GIN
        bonus = options.big_gin_bonus if big else options.gin_bonus
        words = BIG_GIN if big else GIN
        reason = words.format(count=high, bonus=bonus)
        won = Gain(knocker, high + bonus, 1 + options.gin_extra_boxes, reason)
    elif low < high:
        reason = KNOCK.format(high=high, low=low)
        won = Gain(knocker, high - low, 1, reason)
    elif low == high and options.tie is Even.NO_SCORE:
        return NO_SCORE
    else:
        bonus, boxes = options.undercut_bonus, 1 + options.undercut_extra_boxes
        words = UNDERCUT
        reason = words.format(high=low, low=high, bonus=bonus)
        won = Gain(opponent, low - high + bonus, boxes, reason)
    return doubled(options, table.deal, won)


def doubled(options: Options, deal: Deal, won: Gain) -> Gain:
    """Doubles a hand of Oklahoma in which a spade was turned up."""
    spade = deal.upcard is not None and suit(deal.upcard) == "S"
    if not (options.oklahoma and options.spade_double and spade):
        return won
    boxes = won.boxes * 2 if options.spade_double_boxes else won.boxes
    return Gain(won.seat, won.points * 2, boxes, SCORE_DOUBLED.format(score=won.reason))


def net(results: Sequence[Gain]) -> Gain:
    """Returns a round of partners: the side ahead scores the difference, such as 28 + 12 − 4, and
    exactly one box."""
    own = [sum(r.points for r in results if r.seat == seat) for seat in range(2)]
    if own[0] == own[1]:
        return NO_SCORE
    ahead = int(own[1] > own[0])
    signed = (r.points if r.seat == ahead else -r.points for r in results if r.points)
    highest, *others = sorted(signed, reverse=True)
    more = (f" {'+' if points > 0 else '−'} {abs(points)}" for points in others)
    return Gain(ahead, abs(own[0] - own[1]), 1, verbatim(f"{highest}{''.join(more)}"))


# The columns of the sheet --------------------------------------------------------------------


def added(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def columns_of_win(columns: Sequence[Column], win: int, target: int) -> list[int]:
    """Returns the columns that a seat's first, second, … win is written in."""
    still_open = [p for p, column in enumerate(columns) if first(column, target) is None]
    return [place for place in still_open if place < win] or still_open[:1]


def first(column: Column, target: int) -> int | None:
    """Returns the seat that has reached the target."""
    return next((seat for seat, points in enumerate(column.points) if points >= target), None)


def final(options: Options, column: Column, winner: int, loser: int) -> tuple[int, int]:
    """Returns the totals of the winner and of one loser, with bonus, boxes and shutout."""
    shut_out = options.shutout if column.points[loser] == 0 else None
    points, bonus = column.points[winner], options.game_bonus
    if shut_out is Shutout.DOUBLE_HANDS:
        points *= 2
    if shut_out is Shutout.DOUBLE_BONUS:
        bonus *= 2
    total = points + bonus + options.box * column.boxes[winner]
    if shut_out is Shutout.DOUBLE_TOTAL:
        total *= 2
    return total, column.points[loser] + options.box * column.boxes[loser]


def difference(options: Options, column: Column, payee: int, payer: int) -> int:
    """Returns the points that ``payer`` owes ``payee`` for one column; negative when it is the
    other way."""
    if first(column, options.target) == payer:
        return -difference(options, column, payer, payee)
    total, others = final(options, column, payee, payer)
    return max(total - others, 0) if options.floor_zero else total - others


def owed(game: Game, payee: int, payer: int) -> int:
    """Returns the points of all columns together."""
    differences = [difference(game.options, c, payee, payer) for c in game.state.columns]
    if game.options.last_column_double and len(differences) == 3:
        differences[2] *= 2
    return sum(differences)


def totals_of_two(options: Options, column: Column, winner: int) -> tuple[int, int]:
    total, others = final(options, column, winner, 1 - winner)
    return (total, others) if winner == 0 else (others, total)


def sheet(options: Options, column: Column) -> dict[str, Any]:
    """Returns points and boxes; of two seats the totals too when the column is won."""
    results: dict[str, Any] = {"points": column.points, "boxes": column.boxes}
    winner = first(column, options.target)
    if winner is not None and len(column.points) == 2:
        results["totals"] = totals_of_two(options, column, winner)
    return results


def parts(options: Options, column: Column) -> dict[str, tuple[int, ...]]:
    """Returns the parts of the totals of two; of three or more what they come to, for only the
    shut-out loser owes what a shutout adds."""
    winner = first(column, options.target)
    if winner is None:
        return {}
    seats = range(len(column.points))

    def of_winner(points: int) -> tuple[int, ...]:
        return tuple(points if seat == winner else 0 for seat in seats)

    bonus, boxes = options.game_bonus, tuple(options.box * count for count in column.boxes)
    added = {"hands": column.points, "game_bonus": of_winner(bonus), "boxes": boxes}
    if len(seats) == 2:
        totals = totals_of_two(options, column, winner)
        more = totals[winner] - column.points[winner] - bonus - boxes[winner]
        added |= {"shutout": of_winner(more), "total": totals}
    else:
        owes = [difference(options, column, winner, seat) for seat in seats if seat != winner]
        owes.insert(winner, -sum(owes))
        added["difference"] = tuple(-points for points in owes)
    return {name: values for name, values in added.items() if any(values)}


CALLED: Final = {
    "boxes": _("Boxes"),
    "totals": _("Totals"),
    "hands": _("Hands"),
    "game_bonus": _("Game bonus"),
    "shutout": _("Shutout"),
    "total": _("Total"),
    "difference": _("Difference"),
    "columns.points": _("Columns {number}: points"),
    "columns.boxes": _("Columns {number}: boxes"),
    "columns.totals": _("Columns {number}: totals"),
    "columns.hands": _("Columns {number}: hands"),
    "columns.game_bonus": _("Columns {number}: game bonus"),
    "columns.shutout": _("Columns {number}: shutout"),
    "columns.total": _("Columns {number}: total"),
    "columns.difference": _("Columns {number}: difference"),
}


# Shown hands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WayToShow:
    """One way to show a hand."""

    laid: Arrangement
    discard: str | None = None
    is_big: bool = False

    @property
    def points(self) -> int:
        return self.laid.points

    @property
    def order(self) -> tuple[int, bool]:
        """The key by which ways compare; the lower one is better."""
        return self.points, not self.is_big

    @property
    def result(self) -> Result:
        if self.is_big:
            return Result.BIG_GIN
        return Result.KNOCK if self.points else Result.GIN

    @property
    def words(self) -> Phrase:
        if self.is_big:
            return _("Big gin.")
        if self.discard is None:
            return _("Knock with {left}.").format(left=self.points) if self.points else _("Gin.")
        card = show(self.discard)
        if self.points:
            return _("Without the {card} a knock with {left}.").format(card=card, left=self.points)
        return _("Without the {card} it is gin.").format(card=card)


def check_shown(claim: Claim) -> None:
    if len(claim.cards) not in (HAND, HAND + 1):
        raise EntryError(_("A hand has 10 cards, or 11 before the discard."), field="cards")
    if JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    if len(set(claim.cards)) < len(claim.cards):
        raise EntryError(_("A card is here twice."), field="cards")
    if not are_held(claim.groups, claim.cards):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")


def melds_of(claim: Claim) -> Melds:
    """Returns the groups meant as melds: where all cards are in groups, the last may be what is
    left."""
    *melds, last = claim.groups or ((),)
    everything = sum(len(group) for group in claim.groups) == len(claim.cards)
    return tuple(melds) if everything and first_fault((last,)) else claim.groups


def best_of(cards: Cards, melds: Melds | None, *, big_gin: bool) -> WayToShow:
    """Uses the entered melds if any, else the best ones. Of eleven cards the best discard is left
    out."""
    whole = put_down(cards, melds)
    if len(cards) == HAND:
        return WayToShow(whole)
    if big_gin and not whole.left:
        return WayToShow(whole, is_big=True)
    return min(discarded(cards, melds), key=lambda way: way.points)


def discarded(cards: Cards, melds: Melds | None) -> Iterator[WayToShow]:
    """Yields each way to show the other cards without one, the highest discard first."""
    for card in sorted(cards, key=RULES.value, reverse=True):
        rest = tuple(other for other in cards if other != card)
        shorter = melds and tuple(tuple(c for c in meld if c != card) for meld in melds)
        if not shorter or first_fault(shorter) is None:
            yield WayToShow(put_down(rest, shorter), card)


def better(best: WayToShow, claimed: WayToShow | None, most: int) -> Phrase:
    """Returns what could be shown with the same cards, where that is more than what was."""
    if best.points > most or (claimed and best.order >= claimed.order):
        return NO_WORDS
    return _("Laid otherwise: {show}").format(show=best.words)


# The game ------------------------------------------------------------------------------------


def result_of(hand: PlayedHand) -> Result:
    """Returns how this person's hand ended."""
    result: Result = hand.game_before.deal_of(hand.entry, hand.person).result
    return result


def is_big_gin(hand: PlayedHand) -> bool:
    return hand.value_of(Fact.AT_ONCE) > 0 and result_of(hand) is Result.BIG_GIN


def won_a_knock(hand: PlayedHand) -> bool:
    return hand.has_won and result_of(hand) is Result.KNOCK


def is_light(hand: PlayedHand) -> bool:
    return won_a_knock(hand) and hand.line.knocked and (hand.line.deadwood or 0) <= 2


FEATS: Final = (
    at_once("gin", _("Gin!"), _("Win with no deadwood at all."), "AC"),
    Feat(
        key="big_gin",
        name=_("Big gin"),
        description=_("Win with all eleven cards in melds."),
        face="JC",
        is_earned=is_big_gin,
    ),
    Feat(
        key="undercut",
        name=_("Turned on the knocker"),
        description=_("Undercut whoever knocked."),
        face="KC",
        is_earned=lambda hand: won_a_knock(hand) and not hand.line.knocked,
    ),
    Feat(
        key="low_knock",
        name=_("A light knock"),
        description=_("Knock with two points or fewer, and win."),
        face="2C",
        is_earned=is_light,
    ),
    caught_together("gin_harvest", 50, "10C"),
)

GLOSSARY: Final = sentences(
    _("Deadwood: the cards that are in no meld, and their points."),
    _("Knock: a player ends the hand with little deadwood; without any it is gin."),
    _("Gin: a player ends the hand without deadwood."),
    _("Undercut: the opponent of the knocker has no more deadwood than they have."),
    _("Big gin: eleven cards, all of them in melds."),
    _glossary.MELD,
    _glossary.UPCARD,
    _("Box: whoever scores a hand gets one, and it counts at the end of the game."),
    _("Shutout: the loser of a game has not one point."),
    _glossary.CAP,
    _glossary.VOID,
)


class GinRummy(Variant[Options, Deal, Line, State]):
    key, name = "gin_rummy", "Gin Rummy"
    summary = _("Hand by hand to 100 points; bonuses and boxes at the end.")
    also = (
        "Knock rummy, जिन रमी, జిన్ రమ్మీ, Джин рамми, ג׳ין רמי, جين رمي, "
        "ジンラミー, ジン・ラミー, 진 러미, 金拉米"
    )
    known = {"": 9}
    family = Family.TWO
    source = "Encyclopaedia Britannica, “rummy” (David Parlett)"
    seats = range(2, 4)
    sides = (1, 2, 3)
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("seed", _("Gin"), {}, _("25 for gin, an undercut and each box.")),
        Preset("classic", _("Classic"), {"preset": "classic"}, _("20, 10 and 20.")),
        Preset("modern", _("Modern"), {"preset": "modern"}, _("With big gin.")),
        Preset("oklahoma", _("Oklahoma"), {"oklahoma": True}, _("The upcard sets the limit.")),
        Preset("hollywood", _("Hollywood"), {"hollywood": True}, _("Three games at once.")),
        Preset("straight", _("Straight gin"), {"knock_limit": 0}, _("Gin only, no knocking.")),
    )
    shows = range(10, 12)
    show_question = _("Who knocked?")
    show_prompt = _("Tap who knocked.")
    feats = FEATS
    glossary = GLOSSARY
    called = CALLED

    def table_card(self, options: Options, persons: int) -> TableCard:
        more: Sentences = ()
        if persons == 3:
            more = sentences(_("Two play at a time, the third rests."))
        elif persons > 3:
            more = sentences(_("Each pair of opponents has a pack and a deal of its own."))
        return TableCard(
            packs=1,
            jokers=0,
            hand_size=HAND,
            dealt=sentences(_("One at a time, the non-dealer first.")),
            turned=sentences(_("The next card is turned up.")),
            begins=sentences(
                _("The non-dealer may take it, then the dealer; else the non-dealer draws.")
            ),
            before=more,
            differs=sentences(
                _("Who deals: some cut for it, at others the loser of a hand deals.")
            ),
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        preset: Bonuses = chosen.get("preset", Bonuses.SEED)
        return {"target": 125 if side > 1 else 100, **BONUSES[preset]}

    def check_options(self, options: Options, seats: int) -> None:
        if options.hollywood and seats == 3:
            raise EntryError(_("Hollywood is for two players or two sides."), field="hollywood")

    # What is asked, and what is refused -----------------------------------------------------

    def asks(self, game: Game, person: int) -> frozenset[str] | None:
        return None if game.seats == 3 else NOT_RESTING

    def suggests(self, game: Game, person: int) -> NamedValues:
        return {"sat_out": True} if person == game.state.resting else {}

    def limits(self, game: Game, name: str) -> Limits:
        """Returns the most deadwood to knock with; in Oklahoma, whose card is not yet known, 10. No
        big gin is offered where it is not played, no knock in straight gin."""
        options = game.options
        most = 10 if options.oklahoma else options.knock_limit
        match name:
            case "deadwood":
                return Limits(answer=(((KNOCKED,), most), ((), 98)))
            case "result":
                not_played = {Result.KNOCK: most == 0, Result.BIG_GIN: options.big_gin_bonus == 0}
                return Limits(offered=tuple(r for r in Result if not not_played.get(r)))
            case _:
                return Limits()

    def inspect(self, game: Game, entry: Entry) -> None:
        for person, line in enumerate(entry.lines):
            if line.sat_out and game.seats != 3:
                raise EntryError(_("Nobody rests at this table."), field="sat_out", seat=person)

    def check(self, game: Game, entry: Entry) -> None:
        check_resting(game, entry)
        for table in tables(game, entry):
            if not table.is_void:
                check_table(game.options, table)

    # Points and money -----------------------------------------------------------------------

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Scores the deal. The player who scores has won it: after an undercut, not the knocker."""
        won, rests = gain(game, entry), resting(game, entry)

        def score_of(seat: int) -> g.Score:
            if seat == rests:
                return g.Score(0, RESTED)
            reason = won.reason if won.seat in (seat, None) else NO_WORDS
            return g.Score(won.points if seat == won.seat else 0, reason)

        scores = tuple(score_of(seat) for seat in range(game.seats))
        return g.Outcome(
            scores,
            winners=[p for p in entry.playing if scores[game.seat_of(p)].points > 0],
            rests=() if rests is None else (rests,),
        )

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Records deadwood for losers at their own table, an undercut knocker among them."""
        own = table_of(game, entry, person)
        if own is None or own.is_void:
            return {**counted_facts(played=False, left=None), Fact.AT_ONCE: 0}
        scores = table_gain(game, own).seat
        lost = scores not in (None, game.seat_of(person))
        gin = scores == game.seat_of(person) and own.deal.result is not Result.KNOCK
        left = (entry.lines[person].deadwood or 0) if lost else None
        return {**counted_facts(played=True, left=left), Fact.AT_ONCE: int(gin)}

    def close(self, game: Game) -> Payments:
        """Pays the winner from each opponent, partners across their own table."""
        options = game.options
        winner = first(game.state.columns[0], options.target)
        assert winner is not None
        payments = collect(
            Payment(
                loser + table * game.seats,
                winner + table * game.seats,
                owed(game, winner, loser) * options.point_value,
                GAME,
            )
            for table in range(game.side)
            for loser in range(game.seats)
            if loser != winner
        )
        return tuple(replace(p, amount=capped(p.amount, options.cap)) for p in payments)

    # From hand to hand ----------------------------------------------------------------------

    def begin(self, game: g.Game[Options, Any]) -> State:
        """Starts with the last one playing as dealer; of three, the next person rests first."""
        nil, deals = (0,) * game.seats, game.begun_by(1)
        columns = (Column(nil, nil),) * (3 if game.options.hollywood else 1)
        rests = (deals + 1) % game.seats if game.seats == 3 else None
        return State(columns, nil, dealer=deals, resting=rests)

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        won, rests, state = gain(game, entry), resting(game, entry), game.state
        if won.seat is None:
            return replace(state, resting=rests)
        if rests is not None:
            rests = next(s for s in range(game.seats) if s not in (won.seat, rests))
        wins = added(state.wins, won.seat, 1)
        places = columns_of_win(state.columns, wins[won.seat], game.options.target)
        columns = list(state.columns)
        for place in places:
            points, boxes = columns[place].points, columns[place].boxes
            columns[place] = Column(
                added(points, won.seat, won.points), added(boxes, won.seat, won.boxes)
            )
        return State(tuple(columns), wins, won.seat, rests)

    def ends(self, options: Options) -> Ending:
        """Ends when each column has a first."""
        target = options.target
        return Ending(lambda game: all(first(c, target) is not None for c in game.state.columns))

    def dealer(self, game: Game) -> int | None:
        """Returns who scored last; None for partners, who see to it table by table."""
        return game.state.dealer if game.side == 1 else None

    # Tapped and shown cards -----------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        return Stock(packs=1)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Lays melds, cards laid off and deadwood. Lay-offs, and the number, come as soon as both
        hands and the knocker are known."""
        table = table_of(game, entry, person)
        if table is None or table.is_void or (line := entry.lines[person]).cards is None:
            return None
        faults = list(card_faults(table))
        for fault in faults:
            if fault.seat in (person, None):
                raise fault
        knockers = sum(other.knocked for other in table.lines)
        both = None if faults or knockers != 1 else table.lay_out()
        if both is None:
            return Tapped(put_down(line.cards, line.melds))
        laid = both[not line.knocked]
        return Tapped(laid, {"deadwood": laid.points})

    def judge(self, game: Game, deal: Deal, claim: Claim) -> Verdict:
        """Judges ten cards as a knock or gin, eleven with the best discard too, or as big gin."""
        options = game.options
        check_upcard(options, deal)
        check_shown(claim)
        most, big_gin = limit(options, deal), options.big_gin_bonus > 0
        best, melds = best_of(claim.cards, None, big_gin=big_gin), melds_of(claim)
        if fault := first_fault(melds):
            return Verdict(False, fault, best.laid, better(best, None, most))
        shown = best_of(claim.cards, melds or None, big_gin=big_gin)
        hint = better(best, shown, most)
        if shown.points > most:
            words = _("{left} are left over; the limit is {limit}.")
            words = words if most else _("{left} are left over; it must be gin.")
            fault = words.format(left=shown.points, limit=most)
            return Verdict(False, fault, best.laid, hint)
        answers = {"knocked": True} | ({"deadwood": shown.points} if shown.points else {})
        result = {"result": shown.result.value}
        return Verdict(True, shown.words, shown.laid, hint, answers=answers, deal=result)

    # The scoreboard -------------------------------------------------------------------------

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        seat, state = game.seat_of(person), game.state
        if game.over:
            return ()
        if game.options.hollywood:
            return (ngettext("{count} win", "{count} wins", state.wins[seat]),)
        left = game.options.target - state.columns[0].points[seat]
        words = _("{points} to go").format(points=left)
        return (_("rests"), words) if seat == state.resting else (words,)

    def report(self, game: Game) -> Report:
        """Returns ``boxes`` and, at the end, ``totals`` and how they came about; in Hollywood three
        ``columns`` of them."""
        options, columns = game.options, game.state.columns
        sheets = [sheet(options, column) for column in columns]
        sums = [parts(options, column) for column in columns]
        if options.hollywood:
            return Report({"columns": sheets}, {"columns": sums})
        del sheets[0]["points"]
        return Report(sheets[0], sums[0])


variant = GinRummy()
