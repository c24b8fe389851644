"""The house rules of gin rummy, and the sets of bonuses that most tables play by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from scorekeeper.engine.questions import Amount, Count, Flag, Pick, Points, Word, when
from scorekeeper.engine.variant import Told
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
    preset: Annotated[
        Bonuses,
        Pick(
            label=_("Bonuses"),
            help=_("A usual set; the single ones below can still be changed."),
            source="gin_rummy.md §5",
        ),
    ] = Bonuses.SEED
    gin_bonus: Annotated[
        int, Points(label=_("Gin"), help=_("Points on top for going gin."), source="seed")
    ] = 25
    undercut_bonus: Annotated[
        int,
        Points(label=_("Undercut"), help=_("Points on top for an undercut."), source="seed"),
    ] = 25
    box: Annotated[
        int, Points(label=_("Box"), help=_("Points for each hand won, at the end."), source="seed")
    ] = 25
    game_bonus: Annotated[
        int, Points(label=_("Game bonus"), help=_("Points for winning the game."), source="seed")
    ] = 100
    shutout: Annotated[
        Shutout,
        Pick(
            label=_("A shutout doubles"),
            help=_("What counts twice when the loser has not one point."),
            source="seed",
        ),
    ] = Shutout.DOUBLE_TOTAL
    big_gin_bonus: Annotated[
        int,
        Points(
            label=_("Big gin"),
            help=_("Points for going gin with eleven cards; 0 is not played."),
            source="gin_rummy.md §5",
        ),
    ] = 0
    point_value: Annotated[
        int,
        Amount(
            label=_("Money per point"),
            help=_("Of the difference at the end."),
            source="gin_rummy.md §4",
        ),
    ] = 1
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("The hand points that end a game; 125 for partners, unless you say so."),
            min=1,
            source="seed",
        ),
    ] = 100
    tie: Annotated[
        Even,
        Pick(
            label=_("Equal deadwood"),
            help=_("What happens when the opponent has as much as the knocker."),
            source="seed",
        ),
    ] = Even.UNDERCUT
    knock_limit: Annotated[
        int,
        Count(
            label=_("Knock limit"),
            help=_("The most deadwood to knock with; 0 plays straight gin."),
            max=10,
            source="seed",
            when=(when("oklahoma", False),),
        ),
    ] = 10
    gin_extra_boxes: Annotated[
        int,
        Count(
            label=_("Extra boxes for gin"),
            help=_("Besides the one for the hand."),
            max=None,
            source="gin_rummy.md §5",
        ),
    ] = 0
    undercut_extra_boxes: Annotated[
        int,
        Count(
            label=_("Extra boxes for an undercut"),
            help=_("Besides the one for the hand."),
            max=None,
            source="gin_rummy.md §5",
        ),
    ] = 0
    oklahoma: Annotated[
        bool,
        Flag(
            label=_("Oklahoma"),
            help=_("The first upcard sets the knock limit."),
            source="gin_rummy.md §6",
        ),
    ] = False
    ace_gin_only: Annotated[
        bool,
        Flag(
            label=_("Ace: gin only"),
            help=_("Nobody may knock when the upcard is an ace."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True),),
        ),
    ] = False
    spade_double: Annotated[
        bool,
        Flag(
            label=_("Spades double"),
            help=_("A spade as upcard doubles the points of the hand."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True),),
        ),
    ] = True
    spade_double_boxes: Annotated[
        bool,
        Flag(
            label=_("Spades double boxes"),
            help=_("The boxes of that hand too."),
            source="gin_rummy.md §6",
            when=(when("oklahoma", True), when("spade_double", True)),
        ),
    ] = False
    hollywood: Annotated[
        bool,
        Flag(
            label=_("Hollywood"),
            help=_("Three games at once; not for three players."),
            source="gin_rummy.md §7",
        ),
    ] = False
    last_column_double: Annotated[
        bool,
        Flag(
            label=_("Third game double"),
            help=_("The last column is paid twice."),
            source="gin_rummy.md §7",
            when=(when("hollywood", True),),
        ),
    ] = False
    floor_zero: Annotated[
        bool,
        Flag(
            label=_("Winner never pays"),
            help=_("Not even when the loser's boxes are worth more."),
            source="gin_rummy.md §4",
        ),
    ] = False
    cap: Annotated[
        int | None,
        Amount(
            label=_("Cap"),
            help=_("The most one player pays another for a game."),
            min=1,
            source="gin_rummy.md §4",
        ),
    ] = None


BONUSES: Final[dict[Bonuses, Told]] = {
    Bonuses.SEED: {},
    Bonuses.CLASSIC: {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box": 20,
        "shutout": Shutout.DOUBLE_BONUS,
    },
    Bonuses.MODERN: {"big_gin_bonus": 31},
}
