"""What a table of Conquian is asked: house rules, how a deal ended, what each seat has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import Amount, Cards, Count, Flag, Pick, Points, Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants import _western


class Result(Word):
    OUT = "out", _("Out"), _("Somebody has eleven cards on the table.")
    DRAW = "draw", _("Draw"), _("The stock ran out.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("Stakes"), _("Each loser pays the winner the stake.")
    POINTS = "points", _("Points"), _("The winner scores the losers' cards.")


class Carry(Word):
    ADD = "add", _("One stake more"), _("For every draw before.")
    DOUBLE = "double", _("Twice as much"), _("For every draw before.")
    NONE = "none", _("Nothing"), _("A draw is forgotten.")


class StockOut(Word):
    DRAW = "draw", _("A draw"), _("Nobody wins.")
    FEWEST = "fewest", _("Fewest cards win"), _("Only equal fewest are a draw.")


class CardValues(Word):
    ACE_15 = "ace_15", _("Ace 15, court 10"), _("The others count their number.")
    INDEX = "index", _("Ace 1, jack 10, queen 11, king 12"), _("The others count their number.")


VALUES: Final = {
    CardValues.ACE_15: _western.index_values(ace=15, joker=0),
    CardValues.INDEX: _western.index_values(ace=1, joker=0) | {"Q": 11, "K": 12},
}


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Annotated[
        Settlement,
        Pick(
            label=_("Played for"),
            help=_("A stake every deal, or a score to a target."),
            source="others.md §1",
        ),
    ] = Settlement.FLAT
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("What each loser pays."),
            min=1,
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = 100
    carry: Annotated[
        Carry,
        Pick(
            label=_("A draw adds"),
            help=_("What it makes the next deal worth."),
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = Carry.ADD
    stock_out: Annotated[
        StockOut,
        Pick(
            label=_("The stock runs out"),
            help=_("Three players may let the fewest cards win."),
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = StockOut.DRAW
    card_values: Annotated[
        CardValues,
        Pick(
            label=_("Cards count"),
            help=_("Points of the cards in a loser's hand."),
            source="others.md §1",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = CardValues.ACE_15
    point_value: Annotated[
        int,
        Amount(
            label=_("Point value"),
            help=_("Money per point of the difference."),
            source="NAMES-western.md §5",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = 1
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Who reaches this total ends the game."),
            min=1,
            source="others.md §1",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = 100
    cap: _western.CAP = None
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = 0

    @property
    def for_stakes(self) -> bool:
        return self.settlement is Settlement.FLAT

    @property
    def value(self) -> _western.Value:
        return _western.by_rank(VALUES[self.card_values])


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.OUT


OUT = when("deal.result", Result.OUT)
LOSES = (OUT, when("options.settlement", Settlement.POINTS))
HOLDS = (
    when("deal.result", Result.DRAW),
    when("options.settlement", Settlement.FLAT),
    when("options.stock_out", StockOut.FEWEST),
)


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[bool, Flag(label=_("Won"), sole=(OUT,), screen=(OUT,))] = False
    cards_left: Annotated[
        int | None,
        Points(label=_("Cards left"), help=_("How many are still in hand."), when=HOLDS),
    ] = None
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            when=LOSES,
            screen=(when("won", False),),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards in hand"),
            instead="points",
            when=LOSES,
            screen=(when("won", False),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class State:
    draws: int = 0
    """Drawn deals since somebody won."""
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
