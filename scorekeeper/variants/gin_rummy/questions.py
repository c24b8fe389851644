"""What is asked about a hand of gin and about each player; and the sheet of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import (
    Both,
    Card,
    Cards,
    Flag,
    Melds,
    Pick,
    Points,
    Word,
    questions,
    unless,
    when,
)
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.options import Options


class Result(Word):
    KNOCK = "knock", _("Knock"), _("Put down with some deadwood.")
    GIN = "gin", _("Gin"), _("No deadwood at all.")
    BIG_GIN = "big_gin", _("Big gin"), _("All eleven cards in melds.")
    VOID = "void", _("Void"), _("The stock ran out; nobody scores.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The hand ended with"))] = Result.KNOCK
    upcard: Annotated[
        str | None,
        Card(
            label=_("First upcard"),
            help=_("Sets the knock limit; spades double."),
            joker=False,
            when=(when("options.oklahoma", True), unless("result", Result.VOID)),
        ),
    ] = None


PLAYED = when("sat_out", False)


@dataclass(frozen=True, slots=True)
class Line:
    knocked: Annotated[bool, Flag(label=_("Knocked"), sole=(), screen=(PLAYED,))] = False
    deadwood: Annotated[
        int | None,
        Points(
            label=_("Deadwood"),
            help=_("What is left outside melds, after lay-offs."),
            max=98,
            screen=(PLAYED, when("knocked", False) | when("deal.result", Result.KNOCK)),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards"),
            help=_("The whole hand, melds and all; both players' or nobody's."),
            sizes=(10, 11),
            joker=False,
            instead="deadwood",
            both=Both.LOOKED_AT,
            screen=(PLAYED,),
        ),
    ] = None
    melds: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Melds(
            label=_("Melds put down"),
            help=_("Only if not the ones that leave the opponent most."),
            joker=False,
            screen=(PLAYED, when("knocked", True), unless("cards", None)),
        ),
    ] = None
    sat_out: Annotated[bool, Flag(label=_("Rested"), sole=())] = False


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
