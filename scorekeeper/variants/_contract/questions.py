"""Questions after a deal of a contract game, and its state."""

from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants._contract.options import Options


class Result(Word):
    OUT = "out", _("Went out"), _("One player got rid of all their cards.")
    VOID = "void", _("Void"), _("A misdeal; it is dealt again.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal was"), Result.OUT)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=())
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        screen=(when("won", False),),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, instead="points", screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State:
    dealt: int = 0
    """Deals that count: not void ones."""


O = TypeVar("O", bound=Options)  # noqa: E741
D = TypeVar("D", bound=Deal)
L = TypeVar("L", bound=Line)
