"""What a table of Paplu is asked: the rules of the house, the deal, how each seat ended it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import Card, Count, Flag, Pick, Points, Word, unless, when
from scorekeeper.engine.variant import Nothing
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import questions
from scorekeeper.variants._indian.questions import (
    AUTO_TANALA,
    COUNTS,
    DECKS,
    LIFE_RULE,
    POINT_VALUE,
    Block,
    HalfRound,
    LifeRule,
    Outcome,
    Tanala,
)


class HandDoubles(Word):
    NO_TURN = "no_turn", _("Who had no turn"), _("Those who had no turn yet pay double.")
    TURN = "turn", _("Who had a turn"), _("Those who had a turn pay double.")
    NONE = "none", _("Nobody")


class JokerTurned(Word):
    PRINTED_ONLY = "printed_only", _("Printed jokers only"), _("No rank is wild.")
    DOUBLE_SCORE = "double_score", _("Everything double"), _("And no rank is wild.")
    ACES_WILD = "aces_wild", _("Aces are wild")


class WildMode(Word):
    TURNED_RANK = "turned_rank", _("The turned-up rank"), _("And the printed jokers.")
    PRINTED_ONLY = "printed_only", _("Printed jokers only")
    NONE = "none", _("Nothing"), _("There are no jokers in the pack.")


class Ledger(Word):
    WINNER_ACCUMULATES = "winner_accumulates", _("What winners receive")
    ZERO_SUM = "zero_sum", _("Wins and losses")


class Declared(Word):
    NORMAL = "normal", _("As usual")
    FIRST_TURN = "first_turn", _("On first turn")
    HAND = "hand", _("As dealt"), _("Before drawing a card.")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: POINT_VALUE = 100
    first_drop: Annotated[int, questions.first_drop("seed")] = 10
    middle_drop: Annotated[int, questions.middle_drop("seed")] = 40
    wrong_show: Annotated[int, questions.wrong_show("indian_rummy.md §4")] = 80
    cap: Annotated[
        int | None,
        Points(label=_("Cap"), help=_("The most a hand can count."), min=1, source="seed"),
    ] = None
    min_loser: Annotated[
        int,
        Points(
            label=_("Least count"),
            help=_("What a loser counts even with everything melded."),
            source="indian_rummy.md §4",
        ),
    ] = 0
    hand_doubles: Annotated[
        HandDoubles,
        Pick(
            label=_("A hand as dealt doubles"),
            help=_("Who pays double when the winner never drew."),
            source="seed",
        ),
    ] = HandDoubles.NO_TURN
    half_round: Annotated[
        HalfRound,
        Pick(
            label=_("Half points"),
            help=_("How half a count is rounded."),
            source="indian_rummy.md §4",
        ),
    ] = HalfRound.UP
    printed_joker_turned: Annotated[
        JokerTurned,
        Pick(
            label=_("A printed joker is turned up"),
            help=_("What it means for the hand."),
            source="seed",
        ),
    ] = JokerTurned.PRINTED_ONLY
    wild_mode: Annotated[
        WildMode,
        Pick(label=_("Wild cards"), help=_("What may stand for any card."), source="seed"),
    ] = WildMode.TURNED_RANK
    block: Annotated[
        Block,
        Pick(label=_("The stock runs out"), help=_("What happens then."), source="seed"),
    ] = Block.VOID
    decks: DECKS = 1
    tanala: AUTO_TANALA = Tanala.AUTO
    life_rule: LIFE_RULE = LifeRule.FIRST_LIFE
    ledger: Annotated[
        Ledger,
        Pick(
            label=_("Score sheet"),
            help=_("What is written down; the money is the same."),
            source="seed",
        ),
    ] = Ledger.WINNER_ACCUMULATES
    rounds: Annotated[
        int | None,
        Count(
            label=_("Rounds"),
            help=_("How often everybody deals; empty for an open end."),
            min=1,
            max=None,
            source="indian_rummy.md §4",
        ),
    ] = 1


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: Annotated[
        str | None,
        Card(
            label=_("Turned-up card"),
            when=(when("options.wild_mode", WildMode.TURNED_RANK),),
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None
    declared: Annotated[
        Declared,
        Pick(label=_("The winner declared"), screen=(when("outcome", Outcome.PLAYED),)),
    ] = Declared.NORMAL


@dataclass(frozen=True, slots=True)
class Line(questions.Line):
    no_turn: Annotated[
        bool,
        Flag(
            label=_("No turn yet"),
            help=_("Had no turn when the winner declared."),
            when=(COUNTS, unless("deal.declared", Declared.NORMAL)),
        ),
    ] = False


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]
