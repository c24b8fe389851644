"""The rules of canasta: what a hand scores in either form, who wins, and what that is paid."""

from scorekeeper.engine import game as g
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import Phrase, _, joined
from scorekeeper.variants._high_total import Deal, Result, collected, leader
from scorekeeper.variants.canasta.cards import BONUS, in_hand, worth
from scorekeeper.variants.canasta.forms import Parts, first_meld, way
from scorekeeper.variants.canasta.questions import (
    CardsAlone,
    Entry,
    Game,
    Line,
    Options,
    Special,
    State,
)


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_side(game.options, entry, line) for line in entry.lines)


def score_side(options: Options, entry: Entry, line: Line) -> g.Score:
    if entry.deal.result is Result.VOID:
        return g.NIL
    items = [(words, points) for words, points in parts(options, line) if points]
    reason = joined(signed(words, points) for words, points in items)
    return g.Score(sum(points for _words, points in items), reason)


def signed(words: Phrase, points: int) -> Phrase:
    """``melded +320``, ``in hand −45``."""
    template = _("{words} +{points}") if points > 0 else _("{words} −{points}")
    return template.format(words=words, points=abs(points))


def parts(options: Options, line: Line) -> Parts:
    if line.special is not Special.NONE:
        yield _("special hand"), int(line.special.value)
        return
    yield _("canastas"), sum(points * getattr(line, kind) for kind, points in BONUS.items())
    yield _("going out"), (100 + 100 * line.concealed) * line.went_out
    yield from way(options).parts(options, line)
    yield _("in hand"), -in_hand(line)


def follow(game: Game, entry: Entry) -> State:
    lines = enumerate(entry.lines)
    return State(tuple(seat for seat, line in lines if line.special is Special.DREAM))


def winner(game: Game) -> int | None:
    """The side that has won the game; None while it goes on."""
    dreams = game.state.dreams
    if len(dreams) == 1:
        return dreams[0]
    return leader(game.totals, 0 if dreams else game.options.target)


def is_over(game: Game) -> bool:
    return bool(game.state.dreams) or winner(game) is not None


def close(game: Game) -> Payments:
    won, options = winner(game), game.options
    if won is None:
        return ()
    per = int(options.pay_per.value)
    return collected(
        game, won, lambda ahead: max(ahead, 0) // per * options.point_value, options.cap
    )


def report(game: Game) -> NamedValues:
    if game.over:
        return {}
    return {"first_meld": tuple(first_meld(game.options, total) for total in game.totals)}


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if game.over:
        return ()
    points = first_meld(game.options, game.totals[game.seat_of(person)])
    return (_("first meld {points}").format(points=points),)


def card_results(options: Options, deal: Deal, cards: CardsAlone) -> NamedValues:
    """The points of ``counts``, the first meld with ``score`` points."""
    results = {}
    if cards.counts is not None:
        results["points"] = worth(cards.counts)
    if cards.score is not None:
        results["first_meld"] = first_meld(options, cards.score)
    return results


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Of a side, told of both partners; a special hand says nothing of cards left."""
    line = entry.lines[game.seat_of(person)]
    played = entry.deal.result is not Result.VOID
    left = in_hand(line) if played and line.special is Special.NONE else 0
    at_once = played and line.went_out and line.concealed
    return {**counted_facts(played=played, left=left or None), Fact.AT_ONCE: int(at_once)}
