"""Gin rummy: knock with little deadwood, or go gin; hand by hand to 100 points, paid at the end.

A player may knock when his cards outside melds count no more than the knock limit. He scores the
difference to his opponent's deadwood after lay-offs; an opponent with as little or less undercuts
him and scores a bonus on top. With no deadwood at all it is gin: a bonus, no lay-offs, no undercut.
Who scores a hand also gets a box, counted at the end only.

The first to reach the target ends the game. He adds the game bonus, both add their boxes, and a
loser without a point is shut out: something doubles. The loser pays the difference.

Oklahoma: the upcard sets the knock limit, and spades double the hand. Hollywood: three games at
once, a player's first win counting in the first, his second in two, all later ones in three.

Three players: one rests, the loser of a hand rests next; the winner settles with each opponent by
himself. Partners: as many tables as partners, the side ahead scores the net of the round and one
box, and each partner pays or collects across his own table.

Where the rules are silent: after a void hand, or one without score, the same player rests and
deals again; otherwise who scored deals. A hand that would only go to closed Hollywood columns
goes to the first open one. Columns are paid together, in one payment that ``cap`` limits.

Sources: the seed's rules after Britannica and Parlett; bicyclecards.com and pagat.com/rummy for
the classic bonuses and partners, ginrummy.com/partnership.html for three players, and Scarne for
Hollywood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER, suit
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payment, Payments, capped, collect
from scorekeeper.engine.questions import (
    Amount,
    Card,
    Cards,
    Count,
    Flag,
    Melds,
    Pick,
    Points,
    Word,
    questions,
    unless,
    when,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _, plural
from scorekeeper.variants.gin_rummy import cards as _gin_cards
from scorekeeper.variants.gin_rummy.cards import (
    card_faults,
    card_value,
    check_counted,
    deadwood,
    lay_out,
    put_down,
)


class Result(Word):
    KNOCK = "knock", _("Knock"), _("Put down with some deadwood.")
    GIN = "gin", _("Gin"), _("No deadwood at all.")
    BIG_GIN = "big_gin", _("Big gin"), _("All eleven cards in melds.")
    VOID = "void", _("Void"), _("The stock ran out; nobody scores.")


class Bonuses(Word):
    SEED = "seed", _("25–25–25"), _("25 for gin, an undercut and each box.")
    CLASSIC = "classic", _("20–10–20"), _("20 for gin and each box, 10 for an undercut.")
    MODERN = "modern", _("With big gin"), _("25–25–25, and 31 for big gin.")


class Shutout(Word):
    DOUBLE_TOTAL = "double_total", _("Total"), _("The winner's total is doubled.")
    DOUBLE_BONUS = "double_bonus", _("Game bonus"), _("The game bonus is doubled.")
    DOUBLE_HANDS = "double_hands", _("Hand points"), _("The winner's hand points are doubled.")


class Even(Word):
    UNDERCUT = "undercut", _("Undercut"), _("The opponent scores the bonus.")
    NO_SCORE = "no_score", _("No score"), _("Nobody scores.")


@dataclass(frozen=True, slots=True)
class Options:
    preset: Annotated[
        Bonuses,
        Pick(
            label=_("Bonuses"),
            help=_("A usual set; the single ones below can still be changed."),
            source="gin_rummy.md §5",
        ),
    ] = Bonuses.SEED
    gin_bonus: Annotated[
        int, Points(label=_("Gin"), help=_("Points on top for going gin."), source="seed")
    ] = 25
    undercut_bonus: Annotated[
        int,
        Points(label=_("Undercut"), help=_("Points on top for an undercut."), source="seed"),
    ] = 25
    box: Annotated[
        int, Points(label=_("Box"), help=_("Points for each hand won, at the end."), source="seed")
    ] = 25
    game_bonus: Annotated[
        int, Points(label=_("Game bonus"), help=_("Points for winning the game."), source="seed")
    ] = 100
    shutout: Annotated[
        Shutout,
        Pick(
            label=_("A shutout doubles"),
            help=_("What counts twice when the loser has not one point."),
            source="seed",
        ),
    ] = Shutout.DOUBLE_TOTAL
    big_gin_bonus: Annotated[
        int,
        Points(
            label=_("Big gin"),
            help=_("Points for going gin with eleven cards; 0 is not played."),
            source="gin_rummy.md §5",
        ),
    ] = 0
    point_value: Annotated[
        int,
        Amount(
            label=_("Money per point"),
            help=_("Of the difference at the end."),
            source="gin_rummy.md §4",
        ),
    ] = 1
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("The hand points that end a game; 125 for partners, unless you say so."),
            min=1,
            source="seed",
        ),
    ] = 100
    tie: Annotated[
        Even,
        Pick(
            label=_("Equal deadwood"),
            help=_("What happens when the opponent has as much as the knocker."),
            source="seed",
        ),
    ] = Even.UNDERCUT
    knock_limit: Annotated[
        int,
        Count(
            label=_("Knock limit"),
            help=_("The most deadwood to knock with; 0 plays straight gin."),
            max=10,
            source="seed",
            when=(when("oklahoma", False),),
        ),
    ] = 10
    gin_extra_boxes: Annotated[
        int,
        Count(
            label=_("Extra boxes for gin"),
            help=_("Besides the one for the hand."),
            max=None,
            source="gin_rummy.md §5",
        ),
    ] = 0
    undercut_extra_boxes: Annotated[
        int,
        Count(
            label=_("Extra boxes for an undercut"),
            help=_("Besides the one for the hand."),
            max=None,
            source="gin_rummy.md §5",
        ),
    ] = 0
    oklahoma: Annotated[
        bool,
        Flag(
            label=_("Oklahoma"),
            help=_("The first upcard sets the knock limit."),
            source="gin_rummy.md §6",
        ),
    ] = False
    ace_gin_only: Annotated[
        bool,
        Flag(
            label=_("Ace: gin only"),
            help=_("Nobody may knock when the upcard is an ace."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True),),
        ),
    ] = False
    spade_double: Annotated[
        bool,
        Flag(
            label=_("Spades double"),
            help=_("A spade as upcard doubles the points of the hand."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True),),
        ),
    ] = True
    spade_double_boxes: Annotated[
        bool,
        Flag(
            label=_("Spades double boxes"),
            help=_("The boxes of that hand too."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True), when("spade_double", True)),
        ),
    ] = False
    hollywood: Annotated[
        bool,
        Flag(
            label=_("Hollywood"),
            help=_("Three games at once; not for three players."),
            source="gin_rummy.md §7",
        ),
    ] = False
    last_column_double: Annotated[
        bool,
        Flag(
            label=_("Third game double"),
            help=_("The last column is paid twice."),
            source="gin_rummy.md §7",
            when=(when("hollywood", True),),
        ),
    ] = False
    floor_zero: Annotated[
        bool,
        Flag(
            label=_("Winner never pays"),
            help=_("Not even when the loser's boxes are worth more."),
            source="gin_rummy.md §4",
        ),
    ] = False
    cap: Annotated[
        int | None,
        Amount(
            label=_("Cap"),
            help=_("The most one player pays another for a game."),
            min=1,
            source="gin_rummy.md §4",
        ),
    ] = None


BONUSES: Final[dict[Bonuses, Told]] = {
    Bonuses.SEED: {},
    Bonuses.CLASSIC: {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box": 20,
        "shutout": Shutout.DOUBLE_BONUS,
    },
    Bonuses.MODERN: {"big_gin_bonus": 31},
}


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The hand ended with"))] = Result.KNOCK
    upcard: Annotated[
        str | None,
        Card(
            label=_("First upcard"),
            help=_("Sets the knock limit; spades double."),
            joker=False,
            when=(when("options.oklahoma", True), unless("result", Result.VOID)),
        ),
    ] = None


PLAYED = when("sat_out", False)


@dataclass(frozen=True, slots=True)
class Line:
    knocked: Annotated[bool, Flag(label=_("Knocked"), sole=(), screen=(PLAYED,))] = False
    deadwood: Annotated[
        int | None,
        Points(
            label=_("Deadwood"),
            help=_("What is left outside melds, after lay-offs."),
            max=98,
            screen=(PLAYED, when("knocked", False) | when("deal.result", Result.KNOCK)),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards"),
            help=_("The whole hand, melds and all; both players' or nobody's."),
            sizes=(10, 11),
            joker=False,
            instead="deadwood",
            screen=(PLAYED,),
        ),
    ] = None
    melds: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Melds(
            label=_("Melds put down"),
            help=_("Only if not the ones that leave the opponent most."),
            joker=False,
            screen=(PLAYED, when("knocked", True)),
        ),
    ] = None
    sat_out: Annotated[bool, Flag(label=_("Rested"), sole=())] = False


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
    """Who rests in the next hand; nobody unless there are three seats."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    preset: Bonuses = given.get("preset", Bonuses.SEED)
    return {"target": 125 if side > 1 else 100, **BONUSES[preset]}


def check_options(options: Options, seats: int, side: int) -> None:
    if options.hollywood and seats == 3:
        raise EntryError(_("Hollywood is for two players or two sides."), field="hollywood")


def asks(game: Game, person: int) -> frozenset[str] | None:
    return None if game.seats == 3 else NOT_RESTING


def offers(game: Game, name: str) -> list[Result] | None:
    """No big gin where it is not played, no knock in straight gin."""
    if name != "result":
        return None
    options = game.options
    straight = options.knock_limit == 0 and not options.oklahoma
    not_played = {Result.KNOCK: straight, Result.BIG_GIN: options.big_gin_bonus == 0}
    return [result for result in Result if not not_played.get(result)]


# Who plays whom ------------------------------------------------------------------------------


def resting(game: Game, entry: Entry) -> int | None:
    """Who rests in this hand: as reported, else the one whose turn it is."""
    reported = [seat for seat, line in enumerate(entry.lines) if line.sat_out]
    return reported[0] if reported and game.seats == 3 else game.state.resting


@dataclass(frozen=True, slots=True)
class Table:
    """Two players and their hand."""

    deal: Deal
    persons: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def knocker(self) -> int:
        """Which of the two, 0 or 1."""
        return 0 if self.lines[0].knocked else 1

    @property
    def knocked_with(self) -> int:
        """Cards of the knocker."""
        return 11 if self.deal.result is Result.BIG_GIN else 10

    @property
    def lays_off(self) -> bool:
        """Whether the opponent may."""
        return self.deal.result is Result.KNOCK

    @property
    def in_order(self) -> tuple[tuple[int, Line], ...]:
        """The persons with their lines, the knocker first."""
        both = tuple(zip(self.persons, self.lines, strict=True))
        return both if self.knocker == 0 else both[::-1]


def tables(game: Game, entry: Entry) -> Iterator[Table]:
    rests = resting(game, entry)
    for table, deal in enumerate(entry.deals):
        persons = range(table * game.seats, (table + 1) * game.seats)
        two = tuple(person for person in persons if person != rests)
        yield Table(deal, two, tuple(entry.lines[person] for person in two))


def limit(options: Options, deal: Deal) -> int:
    """The most deadwood to knock with."""
    if not options.oklahoma or deal.upcard is None:
        return options.knock_limit
    worth = card_value(deal.upcard)
    return 0 if worth == 1 and options.ace_gin_only else worth


def is_doubled(options: Options, deal: Deal) -> bool:
    """Oklahoma: a spade was turned up."""
    spade = deal.upcard is not None and suit(deal.upcard) == "S"
    return options.oklahoma and options.spade_double and spade


# What can be reported ------------------------------------------------------------------------


def inspect(game: Game, entry: Entry) -> None:
    for person, line in enumerate(entry.lines):
        if line.sat_out and game.seats != 3:
            raise EntryError(_("Nobody rests at this table."), field="sat_out", seat=person)


def check(game: Game, entry: Entry) -> None:
    check_resting(game, entry)
    for table in tables(game, entry):
        if table.deal.result is not Result.VOID:
            check_table(game.options, table)


def check_table(options: Options, table: Table) -> None:
    check_deal(options, table.deal)
    check_knocker(table)
    for fault in card_faults(table):
        raise fault
    if laid := lay_out(table):
        check_counted(table, laid, allowed(options, table.deal))
    else:
        check_typed(options, table)


def check_resting(game: Game, entry: Entry) -> None:
    """One rests, and has nothing to report."""
    if sum(line.sat_out for line in entry.lines) > 1:
        raise EntryError(_("Only one player rests."), field="sat_out")
    seat = resting(game, entry)
    if seat is None:
        return
    for q in questions(Line):
        if q.name != "sat_out" and getattr(entry.lines[seat], q.name) != q.default:
            raise EntryError(
                _("This player rests; tick “Rested” for another if not."), field=q.name, seat=seat
            )


def check_deal(options: Options, deal: Deal) -> None:
    if options.oklahoma and deal.upcard is None:
        raise EntryError(_("Name the first upcard."), field="upcard")
    if deal.result is Result.BIG_GIN and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="result")
    if deal.result is Result.KNOCK and not limit(options, deal):
        raise EntryError(_("Nobody may knock; it must be gin."), field="result")


def check_knocker(table: Table) -> None:
    if sum(line.knocked for line in table.lines) != 1:
        raise EntryError(_("Tick the one player who knocked."), field="knocked")


def allowed(options: Options, deal: Deal) -> range:
    """The knocker's deadwood."""
    return range(1, limit(options, deal) + 1) if deal.result is Result.KNOCK else range(1)


def check_typed(options: Options, table: Table) -> None:
    may = allowed(options, table.deal)
    for person, line in zip(table.persons, table.lines, strict=True):
        gin = line.knocked and table.deal.result is not Result.KNOCK
        if line.deadwood is None and not gin:
            raise EntryError(_("Type the deadwood."), field="deadwood", seat=person)
        if line.knocked and line.deadwood is not None and line.deadwood not in may:
            raise EntryError(
                _("The knocker has {least} to {most}."),
                field="deadwood",
                seat=person,
                least=may[0],
                most=may[-1],
            )


# The score of a hand -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand or a round is worth, and to which seat; nobody's when None."""

    seat: int | None
    points: int
    boxes: int
    reason: str


NOTHING: Final = Outcome(None, 0, 0, _("no score"))


def outcome(game: Game, entry: Entry) -> Outcome:
    results = [hand(game, table) for table in tables(game, entry)]
    return results[0] if game.side == 1 else net(results)


def hand(game: Game, table: Table) -> Outcome:
    """The hand of one table."""
    if table.deal.result is Result.VOID:
        return replace(NOTHING, reason=_("void"))
    return settled(game.options, table, [game.seat_of(person) for person, _line in table.in_order])


def settled(options: Options, table: Table, seats: Sequence[int]) -> Outcome:
    """``seats``: the knocker's and the opponent's."""
    knocker, opponent = seats
    low, high = left_over(table)
    if table.deal.result is not Result.KNOCK:
        won = gin(options, table.deal.result, knocker, high)
    elif low < high:
        won = Outcome(knocker, high - low, 1, f"{_('knock')}, {high} − {low}")
    elif low == high and options.tie is Even.NO_SCORE:
        return NOTHING
    else:
        won = undercut(options, opponent, low, high)
    return doubled(options, table.deal, won)


def left_over(table: Table) -> tuple[int, int]:
    """Deadwood, counted or typed: the knocker's, and the opponent's after his lay-offs."""
    if laid := lay_out(table):
        return laid.knocker.points, laid.opponent.points
    (_knocker, one), (_opponent, other) = table.in_order
    return one.deadwood or 0, other.deadwood or 0


def gin(options: Options, result: Result, seat: int, deadwood: int) -> Outcome:
    big = result is Result.BIG_GIN
    bonus = options.big_gin_bonus if big else options.gin_bonus
    words = f"{_('big gin') if big else _('gin')}, {deadwood} + {bonus}"
    return Outcome(seat, deadwood + bonus, 1 + options.gin_extra_boxes, words)


def undercut(options: Options, seat: int, knocked: int, deadwood: int) -> Outcome:
    bonus, boxes = options.undercut_bonus, 1 + options.undercut_extra_boxes
    words = f"{_('undercut')}, {knocked} − {deadwood} + {bonus}"
    return Outcome(seat, knocked - deadwood + bonus, boxes, words)


def doubled(options: Options, deal: Deal, won: Outcome) -> Outcome:
    if not is_doubled(options, deal):
        return won
    boxes = won.boxes * 2 if options.spade_double_boxes else won.boxes
    return Outcome(won.seat, won.points * 2, boxes, _("{score}, doubled").format(score=won.reason))


def net(results: list[Outcome]) -> Outcome:
    """A round of partners: the side ahead scores the difference and exactly one box."""
    own = [0, 0]
    for result in results:
        if result.seat is not None:
            own[result.seat] += result.points
    if own[0] == own[1]:
        return NOTHING
    ahead = 0 if own[0] > own[1] else 1
    signed = ((r.points if r.seat == ahead else -r.points) for r in results if r.points)
    return Outcome(ahead, abs(own[0] - own[1]), 1, sum_in_words(sorted(signed, reverse=True)))


def sum_in_words(numbers: list[int]) -> str:
    """``28 + 12 − 4``."""
    first, *others = numbers
    return str(first) + "".join(f" {'+' if n > 0 else '−'} {abs(n)}" for n in others)


def score(game: Game, entry: Entry) -> g.Scores:
    won, rests = outcome(game, entry), resting(game, entry)
    return tuple(
        g.Score(won.points if seat == won.seat else 0, reason(won, seat, rests))
        for seat in range(game.seats)
    )


def reason(won: Outcome, seat: int, rests: int | None) -> str:
    if seat == rests:
        return _("rested")
    return won.reason if won.seat in (seat, None) else ""


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    """The last seat rests first; the last one playing deals."""
    nil = (0,) * game.seats
    columns = (Column(nil, nil),) * (3 if game.options.hollywood else 1)
    return State(columns, nil, dealer=1, resting=2 if game.seats == 3 else None)


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    won, rests, state = outcome(game, entry), resting(game, entry), game.state
    if won.seat is None:
        return replace(state, resting=rests)
    if rests is not None:
        rests = next(s for s in range(game.seats) if s not in (won.seat, rests))
    wins = added(state.wins, won.seat, 1)
    written = into(state.columns, wins[won.seat], game.options.target)
    columns = tuple(
        replace(
            column,
            points=added(column.points, won.seat, won.points),
            boxes=added(column.boxes, won.seat, won.boxes),
        )
        if place in written
        else column
        for place, column in enumerate(state.columns)
    )
    return State(columns, wins, won.seat, rests)


def added(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def into(columns: tuple[Column, ...], win: int, target: int) -> list[int]:
    """The columns that a seat's first, second, … win is written in."""
    still_open = [p for p, column in enumerate(columns) if first(column, target) is None]
    return [place for place in still_open if place < win] or still_open[:1]


def first(column: Column, target: int) -> int | None:
    """The seat that has reached the target."""
    return next((seat for seat, points in enumerate(column.points) if points >= target), None)


def is_over(game: Game) -> bool:
    return all(first(column, game.options.target) is not None for column in game.state.columns)


# The end of a game ---------------------------------------------------------------------------


def final(options: Options, column: Column, winner: int, loser: int) -> tuple[int, int]:
    """The totals of the winner and of one loser, with bonus, boxes and shutout."""
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
    """Points that ``payer`` owes ``payee`` for one column; negative when it is the other way."""
    if first(column, options.target) == payer:
        return -difference(options, column, payer, payee)
    total, others = final(options, column, payee, payer)
    return max(total - others, 0) if options.floor_zero else total - others


def owed(game: Game, payee: int, payer: int) -> int:
    """Points of all columns together."""
    each = [difference(game.options, c, payee, payer) for c in game.state.columns]
    if game.options.last_column_double and len(each) == 3:
        each[2] *= 2
    return sum(each)


def close(game: Game) -> Payments:
    """The winner settles with each opponent, partners across their own table."""
    options = game.options
    winner = first(game.state.columns[0], options.target)
    assert winner is not None
    payments = collect(
        Payment(
            loser + table * game.seats,
            winner + table * game.seats,
            owed(game, winner, loser) * options.point_value,
            _("game"),
        )
        for table in range(game.side)
        for loser in range(game.seats)
        if loser != winner
    )
    return tuple(replace(p, amount=capped(p.amount, options.cap)) for p in payments)


def report(game: Game) -> Told:
    """``boxes`` and, at the end, ``totals``; in Hollywood three ``columns`` of them."""
    sheets = [sheet(game, column) for column in game.state.columns]
    if game.options.hollywood:
        return {"columns": sheets}
    return {name: value for name, value in sheets[0].items() if name != "points"}


def sheet(game: Game, column: Column) -> dict[str, Any]:
    told: dict[str, Any] = {"points": column.points, "boxes": column.boxes}
    winner = first(column, game.options.target)
    if winner is not None and game.seats == 2:
        total, others = final(game.options, column, winner, 1 - winner)
        told["totals"] = (total, others) if winner == 0 else (others, total)
    return told


def notes(game: Game, person: int) -> tuple[str, ...]:
    seat, state = game.seat_of(person), game.state
    if game.over:
        return ()
    if game.options.hollywood:
        return (plural(state.wins[seat], "win", "wins"),)
    to_go = game.options.target - state.columns[0].points[seat]
    words = _("{points} to go").format(points=to_go)
    return (_("rests"), words) if seat == state.resting else (words,)


def won(game: Game, entry: Entry, points: Sequence[float]) -> list[int]:
    """Whoever scored: after an undercut not the one who knocked."""
    return [person for person in entry.playing if points[game.seat_of(person)] > 0]


def dealer(game: Game) -> int | None:
    """Who scored last; partners see to it table by table."""
    return game.state.dealer if game.side == 1 else None


# Cards alone ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A question about one hand, or about the two hands of a knock."""

    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"), sizes=(10, 11), joker=False)] = (
        None
    )
    knocker: Annotated[
        tuple[str, ...] | None, Cards(label=_("Knocker's hand"), sizes=(10, 11), joker=False)
    ] = None
    opponent: Annotated[
        tuple[str, ...] | None, Cards(label=_("Opponent's hand"), sizes=(10,), joker=False)
    ] = None
    upcard: Annotated[str | None, Card(label=_("First upcard"), joker=False)] = None


def count(options: Options, held: Held) -> Told:
    """The deadwood of a hand, or what a knock comes to."""
    told: dict[str, Any] = {}
    for field in ("hand", "knocker", "opponent"):
        cards = getattr(held, field) or ()
        if len(set(cards)) < len(cards):
            raise EntryError(_("A card is here twice."), field=field)
    if held.hand is not None:
        left = deadwood(held.hand)
        told |= {"deadwood": left, "may_knock": left <= limit(options, Deal(upcard=held.upcard))}
    if held.knocker is not None or held.opponent is not None:
        told |= came_to(options, knock_of(options, held))
    if not told:
        raise EntryError(_("Tap a hand, or both hands of a knock."), field="hand")
    return told


def knock_of(options: Options, held: Held) -> Table:
    """Two hands as a knock, gin or big gin."""
    one, other = held.knocker, held.opponent
    if one is None or other is None:
        field = "knocker" if one is None else "opponent"
        raise EntryError(_("Tap both hands or none."), field=field)
    if set(one) & set(other):
        raise EntryError(_("Both hands hold the same card."), field="opponent")
    if options.oklahoma and held.upcard is None:
        raise EntryError(_("Name the first upcard."), field="upcard")
    left = deadwood(one)
    result = Result.GIN if left == 0 else Result.KNOCK
    deal = Deal(Result.BIG_GIN if len(one) == 11 else result, held.upcard)
    most = limit(options, deal) if len(one) == 10 else 0
    if left > most:
        words = _("These cards leave {left}; it can be {most} at the most.")
        raise EntryError(words, field="knocker", left=left, most=most)
    if deal.result is Result.BIG_GIN and not options.big_gin_bonus:
        raise EntryError(_("Big gin is not played here."), field="knocker")
    return Table(deal, (0, 1), (Line(knocked=True, cards=one), Line(cards=other)))


def came_to(options: Options, table: Table) -> Told:
    scored, (low, high) = settled(options, table, (0, 1)), left_over(table)
    result: str = table.deal.result.value
    if table.deal.result is Result.KNOCK and scored.seat != 0:
        result = "tie" if scored.seat is None else "undercut"
    return {
        "knocker_deadwood": low,
        "opponent_deadwood": high,
        "result": result,
        "scorer": None if scored.seat is None else ("knocker", "opponent")[scored.seat],
        "points": scored.points,
    }


def copies(options: Options, deal: Deal, face: str) -> int:
    """One pack without jokers."""
    return 0 if face == JOKER else 1


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """His melds, the cards he laid off and his deadwood; lay-offs as soon as both hands are
    there and it is known who knocked."""
    table = next((table for table in tables(game, entry) if person in table.persons), None)
    if table is None or table.deal.result is Result.VOID:
        return None
    line = table.lines[table.persons.index(person)]
    if line.cards is None:
        return None
    faults = list(card_faults(table))
    for fault in faults:
        if fault.seat in (person, None):
            raise fault
    knockers = sum(line.knocked for line in table.lines)
    if faults or knockers != 1 or (laid := lay_out(table)) is None:
        return put_down(line.cards, line.melds)
    return laid.knocker if line.knocked else laid.opponent


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    """May he knock, or is it gin?"""
    options = game.options
    if options.oklahoma and deal.upcard is None:
        raise EntryError(_("Name the first upcard."), field="upcard")
    return _gin_cards.judge(claim, limit(options, deal), big_gin=options.big_gin_bonus > 0)


variant = Variant(
    key="gin_rummy",
    name="Gin Rummy",
    summary=_("Hand by hand to 100 points; bonuses, boxes and money at the end."),
    seats=range(2, 4),
    sides=(1, 2, 3),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    inspect=inspect,
    begin=begin,
    follow=follow,
    is_over=is_over,
    close=close,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("seed", _("Gin"), {}, _("25 for gin, an undercut and each box.")),
        Preset("classic", _("Classic"), {"preset": "classic"}, _("20, 10 and 20.")),
        Preset("modern", _("Modern"), {"preset": "modern"}, _("With big gin.")),
        Preset("oklahoma", _("Oklahoma"), {"oklahoma": True}, _("The upcard sets the limit.")),
        Preset("hollywood", _("Hollywood"), {"hollywood": True}, _("Three games at once.")),
        Preset("straight", _("Straight gin"), {"knock_limit": 0}, _("Gin only, no knocking.")),
    ),
    asks=asks,
    offers=offers,
    suggests=lambda game, person: {"sat_out": True} if person == game.state.resting else {},
    void=lambda deal: deal.result is Result.VOID,
    notes=notes,
    won=won,
    dealer=dealer,
    report=report,
    held=Held,
    count=count,
    copies=copies,
    lay=lay,
    shows=range(10, 12),
    judge=judge,
)
