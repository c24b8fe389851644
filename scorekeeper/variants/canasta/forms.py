"""The two games called canasta: everything in which they differ. Nothing else asks which is played,
but for the questions that are asked in one of them only."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, TypeAlias

from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants.canasta.cards import BONUS, PENALTY, THREES, canastas, melded
from scorekeeper.variants.canasta.questions import Form, Line, Options

Parts: TypeAlias = Iterator[tuple[Phrase, int]]
"""What a score is made of: words, and points for or against the side."""


@dataclass(frozen=True, slots=True)
class Way:
    target: int
    canastas: int
    """It takes to go out; two when two play."""
    hand_size: int
    """Cards dealt to each of four."""
    hand_size_of_two: int
    first_meld: tuple[tuple[float, int], ...]
    """Below this total, so many points."""
    least: Mapping[str, int]
    """Points that the cards of a canasta are at the very least, by its kind."""
    not_asked: tuple[str, ...]
    """Questions of the other game."""
    refusal: Phrase
    parts: Callable[[Options, Line], Parts]
    """Of a score: what threes and melded cards bring."""


def classic(options: Options, line: Line) -> Parts:
    threes = 800 if line.red_threes == 4 else 100 * line.red_threes
    enough = canastas(line) if options.red3_needs_canasta else melded(line)
    yield _("red threes"), threes if enough else -threes
    yield _("melded"), melded(line)


def modern(options: Options, line: Line) -> Parts:
    """A side without a canasta loses what it melded; threes count for none, against, or for it."""
    count = canastas(line)
    threes = THREES[line.red_threes] + THREES[line.black_threes]
    yield _("penalties"), -sum(cost * getattr(line, kind) for kind, cost in PENALTY.items())
    yield _("threes"), -threes if count == 0 else threes if count >= 2 else 0
    yield _("melded"), melded(line) if count else -melded(line)


WAYS: Final[Mapping[Form, Way]] = {
    Form.CLASSIC: Way(
        target=5000,
        canastas=1,
        hand_size=11,
        hand_size_of_two=15,
        first_meld=((0, 15), (1500, 50), (3000, 90), (inf, 120)),
        least={"natural": 35, "mixed": 50},
        not_asked=("special", *list(BONUS)[2:], "black_threes", *PENALTY),
        refusal=_("Only the modern game has this."),
        parts=classic,
    ),
    Form.MODERN: Way(
        target=8500,
        canastas=2,
        hand_size=13,
        hand_size_of_two=13,
        first_meld=((3000, 125), (5000, 155), (inf, 180)),
        least=dict.fromkeys(BONUS, 35),
        not_asked=("concealed",),
        refusal=_("Not in this game."),
        parts=modern,
    ),
}


def way(options: Options) -> Way:
    return WAYS[options.form]


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    of_form = WAYS[chosen.get("form", Form.CLASSIC)]
    return {
        "target": of_form.target,
        "canastas_to_go_out": 2 if side == 1 else of_form.canastas,
    }


def least_melded(options: Options, line: Line) -> int:
    """Points that the cards of these canastas are at the very least."""
    return sum(points * getattr(line, kind) for kind, points in way(options).least.items())


def first_meld(options: Options, total: float) -> int:
    """Points that a side's first meld needs, with this total before the hand."""
    return next(points for below, points in way(options).first_meld if total < below)
