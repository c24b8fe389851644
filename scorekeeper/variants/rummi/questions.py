"""What a table of Rummi reports after a deal, and what is remembered until the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import (
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Pick,
    Points,
    Word,
    unless,
    when,
)
from scorekeeper.engine.words import _
from scorekeeper.variants.rummi.options import HuMode, Options, Packs


class Result(Word):
    POINTS = "points", _("Points"), _("One player was left who could play.")
    HU = "hu", _("Hu"), _("Somebody played the last card.")
    TIEN_HU = "tien_hu", _("Tien Hu"), _("A complete hand was dealt.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.POINTS


RANKED = unless("deal.result", Result.HU) | when("options.hu_mode", HuMode.DOUBLE_TIERS)
ADJUSTED = unless("deal.result", Result.TIEN_HU) | when("options.adj_on_tien_hu", True)
TWO_PACKS = when("options.packs", Packs.TWO)


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[
        bool,
        Flag(
            label=_("Won"),
            sole=(when("deal.result", Result.HU),),
            screen=(when("deal.result", Result.HU, Result.TIEN_HU),),
        ),
    ] = False
    no_passport: Annotated[
        bool, Flag(label=_("No passport"), help=_("Could not start."), screen=(when("won", False),))
    ] = False
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            skip=(when("no_passport", True),),
            screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards left"),
            instead="points",
            screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
        ),
    ] = None
    jokers: Annotated[int, Count(label=_("Jokers"), max=12, screen=(ADJUSTED,))] = 0
    aces: Annotated[
        tuple[int, ...],
        Counts(label=_("Aces"), labels=("♠", "♥", "♦", "♣"), max=3, screen=(ADJUSTED,)),
    ] = (0, 0, 0, 0)
    # Aces in all, and pairs of them: as hands of before have it. By suit it is as few taps.
    ace_count: Annotated[
        int | None,
        Count(
            label=_("Aces in all"),
            help=_("Instead of the aces by suit."),
            max=8,
            screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
        ),
    ] = None
    ace_pairs: Annotated[
        int | None,
        Count(
            label=_("Identical pairs"),
            help=_("Two aces of one suit, among the aces in all."),
            max=4,
            screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
        ),
    ] = None
    foul: Annotated[
        bool,
        Flag(label=_("False claim"), help=_("The deal is void and is paid for."), always=True),
    ] = False


@dataclass(frozen=True, slots=True)
class Held:
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"))] = None
    peek: Annotated[str | None, Card(label=_("Card the dealer saw"))] = None
    seats: Annotated[int | None, Count(label=_("Players"), min=2, max=5)] = None


@dataclass(frozen=True, slots=True)
class State:
    dealer: int
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
