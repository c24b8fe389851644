"""What a table of Vazhushal is asked: house rules, how a deal ended, what each seat has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import (
    Amount,
    Both,
    Card,
    Cards,
    Count,
    Flag,
    Melds,
    Pick,
    Points,
    Word,
    when,
)
from scorekeeper.engine.variant import Nothing
from scorekeeper.engine.words import _


class Tie(Word):
    SHARE = "share", _("Each a point"), _("Every tied player wins; the money is shared.")
    NONE = "none", _("Nobody wins")
    REPLAY = "replay", _("Play again"), _("The hand brings nothing.")


class WildInHand(Word):
    TWENTY = 20, "20"
    NOTHING = 0, "0"


class Outcome(Word):
    WENT_OUT = "went_out", _("Went out"), _("Somebody melded all his cards.")
    STOCK_OUT = "stock_out", _("Stock ran out"), _("The best score wins.")
    REDEAL = "redeal", _("Redeal"), _("Somebody was dealt three pairs.")


class Finish(Word):
    WON = "won", _("Went out")


@dataclass(frozen=True, slots=True)
class Options:
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("What everybody who did not win pays."),
            source="vazhushal.md §4",
        ),
    ] = 0
    margin_money: Annotated[
        bool,
        Flag(
            label=_("Margin money"),
            help=_("When the stock ran out, losers also pay by how much they lost."),
            source="vazhushal.md §5",
        ),
    ] = False
    point_value: Annotated[
        int,
        Amount(
            label=_("Money per point"),
            help=_("What one point of the margin is worth."),
            source="vazhushal.md §5",
            when=(when("margin_money", True),),
        ),
    ] = 100
    tie: Annotated[
        Tie,
        Pick(
            label=_("Equal best scores"),
            help=_("What happens when the stock ran out."),
            source="vazhushal.md §4",
        ),
    ] = Tie.SHARE
    target_wins: Annotated[
        int | None,
        Count(
            label=_("Wins to win"),
            help=_("The game ends when somebody has so many; empty for an open end."),
            min=1,
            max=None,
            source="vazhushal.md §4",
        ),
    ] = None
    wild_in_hand: Annotated[
        WildInHand,
        Pick(
            label=_("Wild card in hand"),
            help=_("Points of one that was not melded."),
            source="seed",
        ),
    ] = WildInHand.TWENTY
    negative_joker: Annotated[
        bool,
        Flag(
            label=_("Negative joker"),
            help=_("An open card decides what is wild besides printed jokers."),
            source="seed",
        ),
    ] = True
    decks: Annotated[
        int,
        Count(
            label=_("Packs"),
            help=_("Packs of 54, each with two printed jokers."),
            min=1,
            max=2,
            source="seed",
        ),
    ] = 1


WENT_OUT = when("deal.outcome", Outcome.WENT_OUT)
STOCK_OUT = when("deal.outcome", Outcome.STOCK_OUT)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand ended"))] = Outcome.WENT_OUT
    negative: Annotated[
        str | None,
        Card(
            label=_("Negative joker"),
            help=_("The open card; needed if cards are tapped."),
            joker=False,
            when=(when("options.negative_joker", True),),
            screen=(when("outcome", Outcome.STOCK_OUT),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Line:
    finish: Annotated[
        Finish | None, Pick(label=_("Winner"), when=(WENT_OUT,), sole=(), sole_value=Finish.WON)
    ] = None
    melded: Annotated[
        int, Points(label=_("Melded"), help=_("Points on the table."), digits=3, when=(STOCK_OUT,))
    ] = 0
    in_hand: Annotated[
        int | None,
        Points(label=_("In hand"), help=_("Points not melded."), digits=3, when=(STOCK_OUT,)),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards in hand"), instead="in_hand", both=Both.LOOKED_AT, when=(STOCK_OUT,)),
    ] = None
    table: Annotated[
        tuple[tuple[str, ...], ...] | None, Melds(label=_("On the table"), when=(STOCK_OUT,))
    ] = None

    @property
    def typed(self) -> bool:
        return self.in_hand is not None or bool(self.melded)

    @property
    def tapped(self) -> bool:
        return self.cards is not None or bool(self.table)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]
