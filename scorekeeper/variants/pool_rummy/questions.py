"""What a pool is asked: its rules, how the deal ended, how each seat did, what is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import (
    Amount,
    Both,
    Card,
    Cards,
    Flag,
    Pick,
    Points,
    Word,
    unless,
    when,
)
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import questions
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import (
    AUTO_TANALA,
    DECKS,
    JOKER_TURNED,
    LIFE_RULE,
    JokerTurned,
    LifeRule,
    Tanala,
)


class Pool(Word):
    P101 = 101, "101"
    P201 = 201, "201"
    P61 = 61, "61"


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody declared; no total changes.")
    SPLIT = (
        "split",
        _("Split"),
        _(
            "Those still in share the pot: an entry fee for each drop left more than the fewest, "
            "the rest in equal parts."
        ),
    )


@dataclass(frozen=True, slots=True)
class Options:
    pool: Annotated[
        Pool,
        Pick(
            label=_("Pool"),
            help=_("Who reaches this total is out."),
            source="indian_rummy.md §6.2",
        ),
    ] = Pool.P101
    fee: Annotated[
        int,
        Amount(
            label=_("Entry fee"),
            help=_("Into the pot, and again for every rejoin."),
            source="indian_rummy.md §6.2",
        ),
    ] = 10_000
    first_drop: Annotated[int, questions.first_drop("indian_rummy.md §6.2", least=1)] = 20
    middle_drop: Annotated[int, questions.middle_drop("indian_rummy.md §6.2")] = 40
    wrong_show: Annotated[int, questions.wrong_show("indian_rummy.md §6.2")] = 80
    cap: Annotated[int, questions.full_count("indian_rummy.md §6.2")] = 80
    rejoin_up_to: Annotated[
        int,
        Points(
            label=_("Rejoin up to"),
            help=_("Nobody still in may have more when a seat rejoins."),
            min=1,
            source="indian_rummy.md §6.2",
        ),
    ] = 79
    auto_split: Annotated[
        bool,
        Flag(
            label=_("Auto split"),
            help=_("The pot is shared once nobody left has a drop left."),
            source="indian_rummy.md §6.2",
        ),
    ] = False
    printed_joker_turned: JOKER_TURNED = JokerTurned.ACES_WILD
    decks: DECKS = 2
    tanala: AUTO_TANALA = Tanala.AUTO
    life_rule: LIFE_RULE = LifeRule.FIRST_LIFE

    @property
    def limit(self) -> int:
        return int(self.pool.value)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: Annotated[
        str | None,
        Card(
            label=_("Turned-up card"),
            help=_("Its rank is wild."),
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None


COUNTS = when("finish", Finish.COUNTED)


@dataclass(frozen=True, slots=True)
class Line:
    rejoin: Annotated[
        bool,
        Flag(
            label=_("Rejoins"),
            help=_("Pays the fee again and plays this hand."),
            when=(unless("deal.outcome", Outcome.SPLIT),),
        ),
    ] = False
    finish: Annotated[
        Finish | None,
        Pick(
            label=_("Finish"),
            when=(unless("deal.outcome", Outcome.SPLIT),),
            screen=(when("deal.outcome", Outcome.PLAYED),),
            sole=(),
            sole_value=Finish.WON,
            suggest=Finish.COUNTED,
        ),
    ] = None
    points: Annotated[
        int | None, Points(label=_("Points"), help=_("Before the cap."), max=130, when=(COUNTS,))
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards left"), sizes=(13,), instead="points", both=Both.REFUSED, when=(COUNTS,)
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class State:
    totals: tuple[int, ...]
    dealer: int = 0
    just_out: tuple[int, ...] = ()
    """Seats that went out in the last hand: they may rejoin in the next one only."""
    shared: bool = False
    """Those still in have agreed to share the pot."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
