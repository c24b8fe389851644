"""What a pool is asked: its rules, how the deal ended, how each seat did, what is remembered."""

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, unless, when
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import questions
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import (
    AUTO_TANALA,
    COUNTS,
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
    pool: Pool = ask.pick(
        _("Pool"),
        Pool.P101,
        _("A player who reaches this total is out."),
        source="indian_rummy.md §6.2",
    )
    fee: int = ask.amount(
        _("Entry fee"),
        10_000,
        _("Into the pot, and again for every rejoin."),
        source="indian_rummy.md §6.2",
    )
    first_drop: int = ask.question(questions.first_drop("indian_rummy.md §6.2", least=1), 20)
    middle_drop: int = ask.question(questions.middle_drop("indian_rummy.md §6.2"), 40)
    wrong_show: int = ask.question(questions.wrong_show("indian_rummy.md §6.2"), 80)
    cap: int = ask.question(questions.full_count("indian_rummy.md §6.2"), 80)
    rejoin_up_to: int = ask.points(
        _("Rejoin up to"),
        79,
        _("Nobody still in may have more when a seat rejoins."),
        min=1,
        source="indian_rummy.md §6.2",
    )
    auto_split: bool = ask.flag(
        _("Auto split"),
        False,
        _("The pot is shared once nobody left has a drop left."),
        source="indian_rummy.md §6.2",
    )
    printed_joker_turned: JokerTurned = ask.question(JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(DECKS, 2)
    tanala: Tanala = ask.question(AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(LIFE_RULE, LifeRule.FIRST_LIFE)

    @property
    def limit(self) -> int:
        return int(self.pool.value)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"), None, _("Its rank is wild."), screen=(when("outcome", Outcome.PLAYED),)
    )


@dataclass(frozen=True, slots=True)
class Line:
    rejoin: bool = ask.flag(
        _("Rejoins"),
        False,
        _("Pays the fee again and plays this hand."),
        when=(unless("deal.outcome", Outcome.SPLIT),),
    )
    finish: Finish | None = ask.pick(
        _("Finish"),
        None,
        when=(unless("deal.outcome", Outcome.SPLIT),),
        screen=(when("deal.outcome", Outcome.PLAYED),),
        sole=(),
        sole_value=Finish.WON,
        suggest=Finish.COUNTED,
    )
    points: int | None = ask.points(
        _("Points"), None, _("Before the cap."), max=130, when=(COUNTS,)
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, sizes=(13,), instead="points", both=Both.REFUSED, when=(COUNTS,)
    )


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
