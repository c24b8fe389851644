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

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import NamedValues, Nothing, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import Deal, JokerTurned, LifeRule, Line, Tanala
from scorekeeper.variants._thirteen_cards import ThirteenCards


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(indian.POINT_VALUE, 100)
    first_drop: int = ask.question(indian.first_drop("indian_rummy.md §6.1"), 20)
    middle_drop: int = ask.question(indian.middle_drop("indian_rummy.md §6.1"), 40)
    wrong_show: int = ask.question(indian.wrong_show("indian_rummy.md §6.1"), 80)
    cap: int = ask.question(indian.full_count("indian_rummy.md §6.1"), 80)
    printed_joker_turned: JokerTurned = ask.question(indian.JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(indian.DECKS, 2)
    tanala: Tanala = ask.question(indian.AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(indian.LIFE_RULE, LifeRule.FIRST_LIFE)


class PointsRummy(ThirteenCards[Options, Deal, Line, Nothing]):
    key, name = "points_rummy", "Points Rummy"
    summary = _("Indian rummy with 13 cards, settled hand by hand at a price per point.")
    also = (
        "Strikes rummy, 13 cards, 13 patti, 13 पत्ती, पॉइंट रमी, పాయింట్స్ రమ్మీ, பாயிண்ட் ரம்மி, "
        f"{indian.RUMMY}"
    )
    known = {"IN": 8, "LK": 9, "BD": 9, "PK": 9, "NP": 7}
    seats = range(2, 10)
    source = "“Indian rummy”, catsatcards.com"
    may_miss = True
    options, deal, line = Options, Deal, Line
    presets = (
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
    )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {"decks": indian.usual_decks(seats)}


variant = PointsRummy()
