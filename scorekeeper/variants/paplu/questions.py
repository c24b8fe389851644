"""What a table of Paplu is asked: the rules of the house, the deal, how each seat ended it."""

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
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
    NO_TURN = "no_turn", _("Players without a turn"), _("Those who had no turn yet pay double.")
    TURN = "turn", _("Players who had a turn"), _("Those who had a turn pay double.")
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
    point_value: int = ask.question(POINT_VALUE, 100)
    first_drop: int = ask.question(questions.first_drop("seed"), 10)
    middle_drop: int = ask.question(questions.middle_drop("seed"), 40)
    wrong_show: int = ask.question(questions.wrong_show("indian_rummy.md §4"), 80)
    cap: int | None = ask.points(
        _("Cap"), None, _("The most a hand can count."), min=1, source="seed"
    )
    min_loser: int = ask.points(
        _("Least count"),
        0,
        _("The least a loser scores, even with everything melded."),
        source="indian_rummy.md §4",
    )
    hand_doubles: HandDoubles = ask.pick(
        _("A hand as dealt doubles"),
        HandDoubles.NO_TURN,
        _("Which players pay double when the winner never drew."),
        source="seed",
    )
    half_round: HalfRound = ask.pick(
        _("Half points"),
        HalfRound.UP,
        _("How half a count is rounded."),
        source="indian_rummy.md §4",
    )
    printed_joker_turned: JokerTurned = ask.pick(
        _("A printed joker is turned up"),
        JokerTurned.PRINTED_ONLY,
        _("What it means for the hand."),
        source="seed",
    )
    wild_mode: WildMode = ask.pick(
        _("Wild cards"), WildMode.TURNED_RANK, _("What may stand for any card."), source="seed"
    )
    block: Block = ask.pick(
        _("The stock runs out"), Block.VOID, _("What happens then."), source="seed"
    )
    decks: int = ask.question(DECKS, 1)
    tanala: Tanala = ask.question(AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(LIFE_RULE, LifeRule.FIRST_LIFE)
    ledger: Ledger = ask.pick(
        _("Scores saved"),
        Ledger.WINNER_ACCUMULATES,
        _("What is recorded; the money is the same."),
        source="seed",
    )
    rounds: int | None = ask.count(
        _("Rounds"),
        1,
        _("How often everybody deals; empty for an open end."),
        min=1,
        max=None,
        source="indian_rummy.md §4",
    )


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"),
        None,
        when=(when("options.wild_mode", WildMode.TURNED_RANK),),
        screen=(when("outcome", Outcome.PLAYED),),
    )
    declared: Declared = ask.pick(
        _("The winner declared"), Declared.NORMAL, screen=(when("outcome", Outcome.PLAYED),)
    )


@dataclass(frozen=True, slots=True)
class Line(questions.Line):
    no_turn: bool = ask.flag(
        _("No turn yet"),
        False,
        _("Had no turn when the winner declared."),
        when=(COUNTS, unless("deal.declared", Declared.NORMAL)),
    )


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]
