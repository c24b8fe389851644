"""Debts after a hand of 21 or 27 cards, in points: penalties, value cards, a limit."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian import finishes
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants._value_cards.cards import counted, counts_values, value_counts
from scorekeeper.variants._value_cards.hands import value
from scorekeeper.variants._value_cards.questions import Entry, Game, HalfScope, L, Line, O, Options


@dataclass(frozen=True, slots=True)
class Debt:
    payer: int
    payee: int
    points: float
    reason: Phrase


def settlement(game: Game[O], entry: Entry[L]) -> list[Debt]:
    """Returns all debts, in points; empty for a void hand."""
    if entry.deal.outcome is Outcome.VOID:
        return []
    owed = [*penalties(game.options, entry), *exchanges(game.options, entry)]
    return [*owed, *relief(game.options, entry, owed)]


def penalties(options: Options, entry: Entry[L]) -> Iterator[Debt]:
    lines = entry.playing_lines
    won = finishes.winner(lines)
    for person, line in lines.items():
        if person != won:
            yield Debt(person, won, *penalty(options, entry.deal.turned, line))


def penalty(options: Options, turned: str | None, line: Line) -> tuple[float, Phrase]:
    """Returns the points a loser owes for the hand, and the reason."""
    if line.finish is not Finish.COUNTED:
        return costs.dropped(options, line.finish)
    points, words = counted(options, turned, line)
    if not line.no_turn:
        return points, words
    half, words = costs.half(points, options.half_round), _("half a {words}").format(words=words)
    if half > options.half_cap:
        most = _("{words}, at most {cap}")
        return options.half_cap, most.format(words=words, cap=options.half_cap)
    return half, words


def owes(game: Game[O], entry: Entry[L], person: int) -> float | None:
    """Returns the points for a loser's tapped cards: the least with enough jokers, and half without
    a turn."""
    line = entry.lines[person]
    if line.cards is None or line.finish is not Finish.COUNTED:
        return None
    return penalty(game.options, entry.deal.turned, line)[0]


def values(options: Options, entry: Entry[L]) -> dict[int, int]:
    """Returns the value points of everybody whose value cards count."""
    return {
        person: value(options, value_counts(options, line))
        for person, line in entry.playing_lines.items()
        if counts_values(options, line)
    }


def exchanges(options: Options, entry: Entry[L]) -> Iterator[Debt]:
    """In every pair the player with less value pays the other the difference."""
    worths = values(options, entry)
    lines = entry.playing_lines
    won = finishes.winner(lines)

    def pays(payer: int, payee: int) -> float:
        halved = options.half_scope is HalfScope.PENALTY_AND_VALUE and payee == won
        if halved and lines[payer].no_turn:
            return costs.half(worths[payee], options.half_round)
        return worths[payee]

    for first, second in combinations(worths, 2):
        difference = pays(first, second) - pays(second, first)
        payer, payee = (first, second) if difference > 0 else (second, first)
        yield Debt(payer, payee, abs(difference), _("value cards"))


def relief(options: Options, entry: Entry[L], owed: Sequence[Debt]) -> Iterator[Debt]:
    """Yields what the winner returns to those who would lose more than the limit."""
    if options.max_loss is None:
        return
    lines = entry.playing_lines
    won = finishes.winner(lines)
    for person, points in nets(owed).items():
        if person != won and -points > options.max_loss:
            yield Debt(won, person, -points - options.max_loss, _("loss limited"))


def nets(owed: Sequence[Debt]) -> dict[int, float]:
    """Returns the points won or lost by person."""
    net: defaultdict[int, float] = defaultdict(int)
    for debt in owed:
        net[debt.payer] -= debt.points
        net[debt.payee] += debt.points
    return net
