"""The house rules of gin rummy, and the sets of bonuses that most tables play by."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _


class Bonuses(Word):
    SEED = "seed", _("25–25–25"), _("25 for gin, an undercut and each box.")
    CLASSIC = "classic", _("20–10–20"), _("20 for gin and each box, 10 for an undercut.")
    MODERN = "modern", _("With big gin"), _("25–25–25, and 31 for big gin.")


class Shutout(Word):
    DOUBLE_TOTAL = "double_total", _("Total"), _("The winner's total is doubled.")
    DOUBLE_BONUS = "double_bonus", _("Game bonus"), _("The game bonus is doubled.")
    DOUBLE_HANDS = "double_hands", _("Hand points"), _("The winner's hand points are doubled.")


class Even(Word):
    UNDERCUT = "undercut", _("Undercut"), _("The opponent scores the bonus.")
    NO_SCORE = "no_score", _("No score"), _("Nobody scores.")


@dataclass(frozen=True, slots=True)
class Options:
    preset: Bonuses = ask.pick(
        _("Bonuses"),
        Bonuses.SEED,
        _("A usual set; the single ones below can still be changed."),
        source="gin_rummy.md §5",
    )
    gin_bonus: int = ask.points(
        _("Gin bonus"), 25, _("Points on top for going gin."), source="seed"
    )
    undercut_bonus: int = ask.points(
        _("Undercut"), 25, _("Points on top for an undercut."), source="seed"
    )
    box: int = ask.points(_("Box"), 25, _("Points for each hand won, at the end."), source="seed")
    game_bonus: int = ask.points(
        _("Game bonus"), 100, _("Points for winning the game."), source="seed"
    )
    shutout: Shutout = ask.pick(
        _("A shutout doubles"),
        Shutout.DOUBLE_TOTAL,
        _("What counts twice when the loser has not one point."),
        source="seed",
    )
    big_gin_bonus: int = ask.points(
        _("Big gin"),
        0,
        _("Points for going gin with eleven cards; 0 is not played."),
        source="gin_rummy.md §5",
    )
    point_value: int = ask.amount(
        _("Money per point"), 1, _("Of the difference at the end."), source="gin_rummy.md §4"
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The hand points that end a game; 125 for partners, unless you say so."),
        min=1,
        source="seed",
    )
    tie: Even = ask.pick(
        _("Equal deadwood"),
        Even.UNDERCUT,
        _("What happens when the opponent has as much as the knocker."),
        source="seed",
    )
    knock_limit: int = ask.count(
        _("Knock limit"),
        10,
        _("The most deadwood to knock with; 0 plays straight gin."),
        max=10,
        source="seed",
        when=(when("oklahoma", False),),
    )
    gin_extra_boxes: int = ask.count(
        _("Extra boxes for gin"),
        0,
        _("Besides the one for the hand."),
        max=None,
        source="gin_rummy.md §5",
    )
    undercut_extra_boxes: int = ask.count(
        _("Extra boxes for an undercut"),
        0,
        _("Besides the one for the hand."),
        max=None,
        source="gin_rummy.md §5",
    )
    oklahoma: bool = ask.flag(
        _("Upcard sets the limit"),
        False,
        _("The first upcard sets the knock limit."),
        source="gin_rummy.md §6",
    )
    ace_gin_only: bool = ask.flag(
        _("Ace: gin only"),
        False,
        _("Nobody may knock when the upcard is an ace."),
        source="gin_rummy.md §6",
        when=(when("oklahoma", True),),
    )
    spade_double: bool = ask.flag(
        _("Spades double"),
        True,
        _("A spade as upcard doubles the points of the hand."),
        source="gin_rummy.md §6",
        when=(when("oklahoma", True),),
    )
    spade_double_boxes: bool = ask.flag(
        _("Spades double boxes"),
        False,
        _("The boxes of that hand too."),
        source="gin_rummy.md §6",
        when=(when("oklahoma", True), when("spade_double", True)),
    )
    hollywood: bool = ask.flag(
        _("Three games at once"),
        False,
        _("Three games at once; not for three players."),
        source="gin_rummy.md §7",
    )
    last_column_double: bool = ask.flag(
        _("Third game double"),
        False,
        _("The last column is paid twice."),
        source="gin_rummy.md §7",
        when=(when("hollywood", True),),
    )
    floor_zero: bool = ask.flag(
        _("Winner never pays"),
        False,
        _("Not even when the loser's boxes are worth more."),
        source="gin_rummy.md §4",
    )
    cap: int | None = ask.amount(
        _("Cap"),
        None,
        _("The most one player pays another for a game."),
        min=1,
        source="gin_rummy.md §4",
    )


BONUSES: Final[dict[Bonuses, NamedValues]] = {
    Bonuses.SEED: {},
    Bonuses.CLASSIC: {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box": 20,
        "shutout": Shutout.DOUBLE_BONUS,
    },
    Bonuses.MODERN: {"big_gin_bonus": 31},
}
