"""The rules of canasta: what a hand scores in either form, who wins, and what that is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.money import Payments
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import Phrase, _, joined
from scorekeeper.variants._high_total import collected, leader
from scorekeeper.variants.canasta.cards import (
    BONUS,
    PENALTY,
    THREES,
    canastas,
    in_hand,
    melded,
    worth,
)
from scorekeeper.variants.canasta.questions import (
    Deal,
    Entry,
    Form,
    Game,
    Held,
    Line,
    Options,
    Result,
    Special,
    State,
)

# Points --------------------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_side(game.options, entry, line) for line in entry.lines)


def score_side(options: Options, entry: Entry, line: Line) -> g.Score:
    if entry.deal.result is Result.VOID:
        return g.NIL
    items = [(words, points) for words, points in parts(options, line) if points]
    told = joined(signed(words, points) for words, points in items)
    return g.Score(sum(points for _words, points in items), told)


def signed(words: Phrase, points: int) -> Phrase:
    """``melded +320``, ``in hand −45``."""
    said = _("{words} +{points}") if points > 0 else _("{words} −{points}")
    return said.format(words=words, points=abs(points))


Parts: TypeAlias = Iterator[tuple[Phrase, int]]
"""What a score is made of: words, and points for or against the side."""


def parts(options: Options, line: Line) -> Parts:
    if line.special is not Special.NONE:
        yield _("special hand"), int(line.special.value)
        return
    yield _("canastas"), sum(points * getattr(line, kind) for kind, points in BONUS.items())
    yield _("going out"), (100 + 100 * line.concealed) * line.went_out
    yield from classic(options, line) if options.form is Form.CLASSIC else modern(line)
    yield _("in hand"), -in_hand(line)


def classic(options: Options, line: Line) -> Parts:
    threes = 800 if line.red_threes == 4 else 100 * line.red_threes
    enough = canastas(line) if options.red3_needs_canasta else melded(line)
    yield _("red threes"), threes if enough else -threes
    yield _("melded"), melded(line)


def modern(line: Line) -> Parts:
    """A side without a canasta loses what it melded; threes count for none, against, or for it."""
    done = canastas(line)
    threes = THREES[line.red_threes] + THREES[line.black_threes]
    yield _("penalties"), -sum(cost * getattr(line, kind) for kind, cost in PENALTY.items())
    yield _("threes"), -threes if done == 0 else threes if done >= 2 else 0
    yield _("melded"), melded(line) if done else -melded(line)


# From hand to hand ---------------------------------------------------------------------------


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


def first_meld(form: Form, total: float) -> int:
    """Points that a side's first meld needs, with this total before the hand."""
    if form is Form.MODERN:
        return 125 if total < 3000 else 155 if total < 5000 else 180
    return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120


def report(game: Game) -> Told:
    if game.over:
        return {}
    return {"first_meld": tuple(first_meld(game.options.form, total) for total in game.totals)}


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if game.over:
        return ()
    points = first_meld(game.options.form, game.totals[game.seat_of(person)])
    return (_("first meld {points}").format(points=points),)


def known(options: Options, deal: Deal, held: Held) -> Told:
    """The points of ``counts``, the first meld with ``score`` points."""
    told = {}
    if held.counts is not None:
        told["points"] = worth(held.counts)
    if held.score is not None:
        told["first_meld"] = first_meld(options.form, held.score)
    return told
