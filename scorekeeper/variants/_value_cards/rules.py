"""Points and money of a hand of 21 or 27 cards, from its debts."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.engine import game as g
from scorekeeper.engine.game import NIL
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian import finishes
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants._value_cards.cards import counted
from scorekeeper.variants._value_cards.debts import Debt, nets, penalty, settlement, values
from scorekeeper.variants._value_cards.questions import Entry, Game, L, Line, O, Options

OWN: Final = (Fact.FULL, Fact.FIRST_TURN, Fact.VALUE_POINTS)
"""Facts that not all games of 13 cards record."""


def score(game: Game[O], entry: Entry[L]) -> g.Scores:
    if entry.deal.outcome is Outcome.VOID:
        return (NIL,) * game.seats
    net = nets(settlement(game, entry))
    lines, worths = entry.playing_lines, values(game.options, entry)
    turned = entry.deal.turned
    return tuple(
        g.Score(net[seat], reason(game.options, turned, lines[seat], worths.get(seat, 0)))
        if seat in lines
        else NIL
        for seat in range(game.seats)
    )


def reason(options: Options, turned: str | None, line: Line, worth: int) -> Phrase:
    """Returns ``won, value 100`` or ``count of 20``."""
    words = _("won") if line.finish is Finish.WON else penalty(options, turned, line)[1]
    return _("{words}, value {points}").format(words=words, points=worth) if worth else words


def pay(game: Game[O], entry: Entry[L]) -> Payments:
    """Half a unit goes to the winner: a loser's total debt to the winner is rounded up."""
    owed = settlement(game, entry)
    if not owed:
        return ()
    lines = entry.playing_lines
    return collect(in_money(owed, finishes.winner(lines), game.options.point_value))


def in_money(owed: Sequence[Debt], won: int, point_value: int) -> Iterator[Payment]:
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


def facts(game: Game[O], entry: Entry[L], person: int) -> Facts:
    """Returns the facts; value points are no part of a count."""
    options, turned = game.options, entry.deal.turned
    if entry.deal.outcome is Outcome.VOID:
        return {**finishes.finish_facts(None, 0), **dict.fromkeys(OWN, 0)}
    lines = entry.playing_lines
    line, finish = lines[person], lines[person].finish
    cost = penalty(options, turned, line)[0] if finishes.has_lost(finish) else 0
    whole = finish is Finish.COUNTED and not line.no_turn
    early = finish is Finish.WON and any(other.no_turn for other in lines.values())
    return {
        **finishes.finish_facts(finish, cost),
        Fact.FULL: int(whole and counted(options, turned, line)[0] >= options.cap),
        Fact.FIRST_TURN: int(early),
        Fact.VALUE_POINTS: values(options, entry).get(person, 0),
    }
