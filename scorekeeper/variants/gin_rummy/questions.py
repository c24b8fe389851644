"""What is asked about a hand of gin and about each player; and the sheet of a game."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, questions, unless, when
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.options import Options


class Result(Word):
    KNOCK = "knock", _("Knock"), _("Put down with some deadwood.")
    GIN = "gin", _("Gin"), _("No deadwood at all.")
    BIG_GIN = "big_gin", _("Big gin"), _("All eleven cards in melds.")
    VOID = "void", _("Void"), _("The stock ran out; nobody scores.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The hand ended with"), Result.KNOCK)
    upcard: str | None = ask.card(
        _("First upcard"),
        None,
        _("Sets the knock limit; spades double."),
        joker=False,
        when=(when("options.oklahoma", True), unless("result", Result.VOID)),
    )


PLAYED = when("sat_out", False)


@dataclass(frozen=True, slots=True)
class Line:
    knocked: bool = ask.flag(_("Knocked"), False, sole=(), screen=(PLAYED,))
    deadwood: int | None = ask.points(
        _("Deadwood"),
        None,
        _("What is left outside melds, after lay-offs."),
        max=98,
        screen=(PLAYED, when("knocked", False) | when("deal.result", Result.KNOCK)),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards"),
        None,
        _("The whole hand, melds and all; both players' or nobody's."),
        sizes=(10, 11),
        joker=False,
        instead="deadwood",
        both=Both.LOOKED_AT,
        screen=(PLAYED,),
    )
    melds: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("Melds put down"),
        None,
        _("Only if not the ones that leave the opponent most."),
        joker=False,
        screen=(PLAYED, when("knocked", True), unless("cards", None)),
    )
    sat_out: bool = ask.flag(_("Rested"), False, sole=())


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
