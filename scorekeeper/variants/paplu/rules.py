"""What the losers of a hand owe its winner, in points and money."""

import math
from functools import partial

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian import finishes
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import Outcome
from scorekeeper.variants.paplu.questions import (
    Deal,
    Declared,
    Entry,
    Game,
    HandDoubles,
    JokerTurned,
    Ledger,
    Line,
    Options,
)

# What the losers owe -------------------------------------------------------------------------


def owed(options: Options, deal: Deal, line: Line) -> tuple[float, Phrase]:
    """What a loser pays the winner, in points, and the words for it."""
    points, words = finished(options, deal, line)
    if deal.turned == JOKER and options.printed_joker_turned is JokerTurned.DOUBLE_SCORE:
        return 2 * points, _("{words}, doubled by the joker").format(words=words)
    return points, words


def finished(options: Options, deal: Deal, line: Line) -> tuple[float, Phrase]:
    if line.finish is Finish.COUNTED:
        return counted(options, deal, line)
    return costs.dropped(options, line.finish)


def counted(options: Options, deal: Deal, line: Line) -> tuple[float, Phrase]:
    """A count: at least the least, at most the cap, then halved or doubled."""
    points, words = costs.counted(at_least(line.points or 0, options), options.cap)
    if deal.declared is Declared.FIRST_TURN and line.no_turn:
        return costs.half(points, options.half_round), _("half a {words}").format(words=words)
    if deal.declared is Declared.HAND and pays_double(options, line):
        return 2 * points, _("{words}, doubled").format(words=words)
    return points, words


def at_least(points: int, options: Options) -> int:
    return max(points, options.min_loser)


def pays_double(options: Options, line: Line) -> bool:
    match options.hand_doubles:
        case HandDoubles.NO_TURN:
            return line.no_turn
        case HandDoubles.TURN:
            return not line.no_turn
        case _:
            return False


def debts(game: Game, entry: Entry) -> dict[int, tuple[float, Phrase]]:
    """What each loser of the hand owes; nobody when it is void."""
    of_hand = partial(owed, game.options, entry.deal)
    return costs.dues(entry.deal.outcome, entry.playing_lines, of_hand)


# Points and money ----------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    due, lines = debts(game, entry), entry.playing_lines
    lost = -1 if game.options.ledger is Ledger.ZERO_SUM else 0
    return costs.scores(due, lines, game.seats, lost=lost, won=won_words(entry.deal))


def won_words(deal: Deal) -> Phrase:
    match deal.declared:
        case Declared.FIRST_TURN:
            return _("won on the first turn")
        case Declared.HAND:
            return _("won as dealt")
        case _:
            return _("won")


def pay(game: Game, entry: Entry) -> Payments:
    """Every loser pays the winner; half a unit is rounded up, in the winner's favour."""
    value = game.options.point_value
    return collect(
        Payment(person, finishes.winner(entry.playing_lines), math.ceil(points * value), words)
        for person, (points, words) in debts(game, entry).items()
    )


def facts(game: Game, entry: Entry, person: int) -> Facts:
    options, deal = game.options, entry.deal
    line = Line() if deal.outcome is Outcome.VOID else entry.lines[person]
    cost = owed(options, deal, line)[0] if finishes.has_lost(line.finish) else 0
    early = deal.declared is not Declared.NORMAL
    recorded = finishes.finish_facts(line.finish, cost)
    recorded[Fact.FIRST_TURN] = int(early and line.finish is Finish.WON)
    if options.cap is not None:
        whole = not (deal.declared is Declared.FIRST_TURN and line.no_turn)
        full = at_least(line.points or 0, options) >= options.cap
        recorded[Fact.FULL] = int(line.finish is Finish.COUNTED and full and whole)
    return recorded


def is_over(game: Game) -> bool:
    """Everybody has dealt so often; a void hand has been dealt too."""
    rounds = game.options.rounds
    return rounds is not None and game.number >= rounds * len(game.places)
