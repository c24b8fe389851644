"""What a hand scores and for whom, and how it is written into the columns of the sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.engine import game as g
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext, verbatim
from scorekeeper.variants.gin_rummy.options import Even, Options
from scorekeeper.variants.gin_rummy.questions import Column, Deal, Entry, Game, Result, State
from scorekeeper.variants.gin_rummy.tables import (
    Table,
    is_doubled,
    left_over,
    resting,
    table_of,
    tables,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand or a round is worth, and to which seat; nobody's when None."""

    seat: int | None
    points: int
    boxes: int
    reason: Phrase


NOTHING: Final = Outcome(None, 0, 0, _("no score"))
COMPLETE: Final = (Result.GIN, Result.BIG_GIN)
"""Every card is in a meld."""


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
        won = Outcome(knocker, high - low, 1, _("knock, {high} − {low}").format(high=high, low=low))
    elif low == high and options.tie is Even.NO_SCORE:
        return NOTHING
    else:
        won = undercut(options, opponent, low, high)
    return doubled(options, table.deal, won)


def gin(options: Options, result: Result, seat: int, deadwood: int) -> Outcome:
    big = result is Result.BIG_GIN
    bonus = options.big_gin_bonus if big else options.gin_bonus
    words = _("big gin, {count} + {bonus}") if big else _("gin, {count} + {bonus}")
    reason = words.format(count=deadwood, bonus=bonus)
    return Outcome(seat, deadwood + bonus, 1 + options.gin_extra_boxes, reason)


def undercut(options: Options, seat: int, knocked: int, deadwood: int) -> Outcome:
    bonus, boxes = options.undercut_bonus, 1 + options.undercut_extra_boxes
    words = _("undercut, {high} − {low} + {bonus}")
    words = words.format(high=knocked, low=deadwood, bonus=bonus)
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


def sum_in_words(numbers: list[int]) -> Phrase:
    """``28 + 12 − 4``."""
    first, *others = numbers
    signed = (f" {'+' if n > 0 else '−'} {abs(n)}" for n in others)
    return verbatim(str(first) + "".join(signed))


def score(game: Game, entry: Entry) -> g.Scores:
    won, rests = outcome(game, entry), resting(game, entry)
    return tuple(
        g.Score(won.points if seat == won.seat else 0, reason(won, seat, rests))
        for seat in range(game.seats)
    )


def reason(won: Outcome, seat: int, rests: int | None) -> Phrase:
    if seat == rests:
        return _("rested")
    return won.reason if won.seat in (seat, None) else NO_WORDS


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    """The last one playing deals; of three, the next person rests first."""
    nil, deals = (0,) * game.seats, game.begun_by(1)
    columns = (Column(nil, nil),) * (3 if game.options.hollywood else 1)
    rests = (deals + 1) % game.seats if game.seats == 3 else None
    return State(columns, nil, dealer=deals, resting=rests)


def follow(game: Game, entry: Entry) -> State:
    won, rests, state = outcome(game, entry), resting(game, entry), game.state
    if won.seat is None:
        return replace(state, resting=rests)
    if rests is not None:
        rests = next(s for s in range(game.seats) if s not in (won.seat, rests))
    wins = added(state.wins, won.seat, 1)
    open_columns = columns_of_win(state.columns, wins[won.seat], game.options.target)
    columns = tuple(
        replace(
            column,
            points=added(column.points, won.seat, won.points),
            boxes=added(column.boxes, won.seat, won.boxes),
        )
        if place in open_columns
        else column
        for place, column in enumerate(state.columns)
    )
    return State(columns, wins, won.seat, rests)


def added(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def columns_of_win(columns: tuple[Column, ...], win: int, target: int) -> list[int]:
    """The columns that a seat's first, second, … win is written in."""
    still_open = [p for p, column in enumerate(columns) if first(column, target) is None]
    return [place for place in still_open if place < win] or still_open[:1]


def first(column: Column, target: int) -> int | None:
    """The seat that has reached the target."""
    return next((seat for seat, points in enumerate(column.points) if points >= target), None)


def is_over(game: Game) -> bool:
    return all(first(column, game.options.target) is not None for column in game.state.columns)


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    seat, state = game.seat_of(person), game.state
    if game.over:
        return ()
    if game.options.hollywood:
        return (ngettext("{count} win", "{count} wins", state.wins[seat]),)
    to_go = game.options.target - state.columns[0].points[seat]
    words = _("{points} to go").format(points=to_go)
    return (_("rests"), words) if seat == state.resting else (words,)


def won(game: Game, entry: Entry, points: Sequence[float]) -> list[int]:
    """Whoever scored: after an undercut not the one who knocked."""
    return [person for person in entry.playing if points[game.seat_of(person)] > 0]


def dealer(game: Game) -> int | None:
    """Who scored last; partners see to it table by table."""
    return game.state.dealer if game.side == 1 else None


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Losers at their own table are caught with their deadwood, so is an undercut knocker."""
    own_table = table_of(game, entry, person)
    played = own_table is not None and own_table.deal.result is not Result.VOID
    scores = hand(game, own_table).seat if own_table and played else None
    lost = scores is not None and scores != game.seat_of(person)
    best = scores is not None and not lost
    left = (entry.lines[person].deadwood or 0) if lost else None
    return {
        **counted_facts(played=played, left=left),
        Fact.AT_ONCE: int(best and own_table is not None and own_table.deal.result in COMPLETE),
    }
