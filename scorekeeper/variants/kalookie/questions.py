"""What is asked after a deal of kalookie, and what is remembered until the next."""

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants._contract import questions
from scorekeeper.variants.kalookie.options import Options


class Result(Word):
    CALL_UP = "call_up", _("Call-up"), _("The winner went out in the usual way.")
    KALOOKIE = "kalookie", _("Kalookie"), _("The winner put down all thirteen cards at once.")
    VOID = "void", _("Void"), _("A misdeal; it is dealt again.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.CALL_UP)


@dataclass(frozen=True, slots=True)
class Line(questions.Line):
    buy_in: bool = ask.flag(
        _("Buys in"), False, _("Over the limit, and pays to stay in."), screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State:
    bought: tuple[int, ...]
    """Buy-ins of each seat."""
    dealer: int = 0
    dealt: int = 0
    """Deals that count; a void one does not."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
