"""Points rummy: Indian rummy with 13 cards, one hand after another, each settled at once.

Everybody pays the winner of the hand: the count of their cards up to the full count, or what a drop
or a wrong show costs. After a wrong show the others play on, and it is paid to whoever wins; with
two at the table the other one wins there and then. If everybody else drops, the last one left
collects the drops. A hand that nobody wins is void and costs nothing. The game has no end of its
own.

Sources: silkrummy.com/points-rummy, deccan-rummy.blogspot.com/p/points-rummy-rules.html and
rummyera.com for the drops and the full count, rummycircle.com/help/pool-rummy for the wrong show;
card rules: pagat.com, "Indian Rummy (Paplu)".
"""

from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.family import Family
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.outcomes.facts import Facts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import Nothing, Preset
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _thirteen_cards
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Shows, Variant, built
from scorekeeper.variants._indian import checks, finishes, questions
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.feats import FEATS
from scorekeeper.variants._indian.questions import (
    AUTO_TANALA,
    DECKS,
    JOKER_TURNED,
    LIFE_RULE,
    POINT_VALUE,
    Deal,
    JokerTurned,
    LifeRule,
    Line,
    Outcome,
    Tanala,
    is_void,
)
from scorekeeper.variants._indian.table import thirteen


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(POINT_VALUE, 100)
    first_drop: int = ask.question(questions.first_drop("indian_rummy.md §6.1"), 20)
    middle_drop: int = ask.question(questions.middle_drop("indian_rummy.md §6.1"), 40)
    wrong_show: int = ask.question(questions.wrong_show("indian_rummy.md §6.1"), 80)
    cap: int = ask.question(questions.full_count("indian_rummy.md §6.1"), 80)
    printed_joker_turned: JokerTurned = ask.question(JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(DECKS, 2)
    tanala: Tanala = ask.question(AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(LIFE_RULE, LifeRule.FIRST_LIFE)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# What is refused -----------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    lines = entry.playing_lines
    if entry.deal.outcome is Outcome.VOID:
        checks.check_void(lines)
    else:
        checks.check_hand(lines, entry.deal.turned, game.options.decks)


# Points and money ----------------------------------------------------------------------------


def debts(game: Game, entry: Entry) -> dict[int, tuple[int, Phrase]]:
    """Returns the points each loser owes the winner, with the reason; empty for a void hand."""
    owed = partial(_thirteen_cards.owed, game.options)
    return costs.dues(entry.deal.outcome, entry.playing_lines, owed)


def score(game: Game, entry: Entry) -> g.Scores:
    return costs.scores(debts(game, entry), entry.playing_lines, game.seats, lost=-1)


def pay(game: Game, entry: Entry) -> Payments:
    value = game.options.point_value
    return collect(
        Payment(person, finishes.winner(entry.playing_lines), points * value, words)
        for person, (points, words) in debts(game, entry).items()
    )


def facts(game: Game, entry: Entry, person: int) -> Facts:
    void = entry.deal.outcome is Outcome.VOID
    return _thirteen_cards.line_facts(game.options, Line() if void else entry.lines[person])


variant = built(
    Variant(
        key="points_rummy",
        name="Points Rummy",
        summary=_("Indian rummy with 13 cards, settled hand by hand at a price per point."),
        seats=range(2, 7),
        family=Family.INDIAN,
        source="“Indian rummy”, catsatcards.com",
        table_card=lambda options, persons: thirteen(options.decks),
        absences=Absences(),
        open_ended=lambda options: True,
        options=Options,
        deal=Deal,
        line=Line,
        asking=Asking(caps=costs.caps, strict=True, inspect=checks.refuse_finishes),
        check_options=checks.check_decks,
        presets=(
            Preset("usual", _("Default rules"), {}, _("Drops cost 20 and 40, a full hand 80.")),
            Preset(
                "small-drops",
                _("Drops of 10 and 30"),
                {"first_drop": 10, "middle_drop": 30},
                _("It costs less to leave a bad hand."),
            ),
            Preset(
                "both-or-all",
                _("Both lives or all"),
                {"life_rule": "both_or_all"},
                _("Without two sequences every card counts."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        board=Board(facts=facts, feats=FEATS, unplayed=is_void),
        cards=_thirteen_cards.TAPPED,
        shows=Shows(_thirteen_cards.SHOWS, _thirteen_cards.judge_show),
    )
)
