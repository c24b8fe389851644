"""What a table says that makes a game of its own, and what it reports after a hand."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import NamedPoints, Word, when
from scorekeeper.engine.variant import Nothing
from scorekeeper.engine.words import _

CHOICE: Final = "choice"
"""Where the defaults come from: no rule book, only what many tables do."""


class Scoring(Word):
    EACH = "each", _("Each counts"), _("Points are entered for every player.")
    WINNER_TAKES = "winner_takes", _("Winner takes"), _("The winner gets what the others count.")
    PLACES = "places", _("By place"), _("First, second, third … get set points.")
    WINNER_ONLY = "winner_only", _("Winner only"), _("Only the winner of a hand gets points.")


class Wins(Word):
    LOWEST = "lowest", _("Lowest total")
    HIGHEST = "highest", _("Highest total")


class Ends(Word):
    OPEN = "open", _("When we stop")
    TARGET = "target", _("At a target"), _("As soon as somebody has reached it.")
    HANDS = "hands", _("After some hands")


class Paid(Word):
    NOTHING = "none", _("No money")
    EACH_HAND = "each_hand", _("Each hand"), _("Everybody pays the best of the hand.")
    DIFFERENCE = "difference", _("Difference"), _("At the end everybody pays for the difference.")
    TIERS = "tiers", _("Tiers"), _("At the end everybody pays by place.")
    POT = "pot", _("Pot"), _("Everybody pays in first, the winner takes it.")


class Finish(Word):
    WON = "won", _("Won")
    COUNTED = "counted", _("Count")
    OWN_1 = "own_1", _("Button 1")
    OWN_2 = "own_2", _("Button 2")
    OWN_3 = "own_3", _("Button 3")
    OWN_4 = "own_4", _("Button 4")
    OWN_5 = "own_5", _("Button 5")
    OWN_6 = "own_6", _("Button 6")
    OWN_7 = "own_7", _("Button 7")
    OWN_8 = "own_8", _("Button 8")


class Place(Word):
    NONE = 0, _("–")
    FIRST = 1, _("1st")
    SECOND = 2, _("2nd")
    THIRD = 3, _("3rd")
    FOURTH = 4, _("4th")
    FIFTH = 5, _("5th")
    SIXTH = 6, _("6th")
    SEVENTH = 7, _("7th")
    EIGHTH = 8, _("8th")
    NINTH = 9, _("9th")
    TENTH = 10, _("10th")


OWN: Final = tuple(Finish)[2:]
PLACES: Final = tuple(Place)[1:]
AT_THE_END: Final = (Paid.DIFFERENCE, Paid.TIERS, Paid.POT)
COUNTING: Final = (Scoring.EACH, Scoring.WINNER_TAKES)
TARGETS: Final = {
    Scoring.EACH: 100,
    Scoring.WINNER_TAKES: 500,
    Scoring.PLACES: 20,
    Scoring.WINNER_ONLY: 5,
}


@dataclass(frozen=True, slots=True)
class Options:
    scoring: Scoring = ask.pick(
        _("Who scores"), Scoring.EACH, _("Who gets points for a hand."), source=CHOICE
    )
    wins: Wins = ask.pick(
        _("Who wins"),
        Wins.LOWEST,
        _("In all other ways of scoring the highest total wins."),
        source=CHOICE,
        when=(when("scoring", Scoring.EACH),),
    )
    buttons: tuple[tuple[str, int], ...] = ask.question(
        NamedPoints(
            label=_("Your own buttons"),
            help=_("A word and its points, such as Drop 20 or Wrong show 80."),
            min=-9_999,
            max=9_999,
            most=len(OWN),
            source=CHOICE,
            when=(when("scoring", *COUNTING),),
        ),
        (),
    )
    place_points: tuple[int, ...] = ask.steps(
        _("Points by place"),
        (3, 2, 1),
        _("For the first, the second … of a hand; later places get nothing."),
        source=CHOICE,
        when=(when("scoring", Scoring.PLACES),),
    )
    win_points: int = ask.points(
        _("Points for a win"),
        1,
        _("What the winner of a hand gets."),
        min=1,
        max=9_999,
        source=CHOICE,
        when=(when("scoring", Scoring.WINNER_ONLY),),
    )
    ends: Ends = ask.pick(
        _("The game ends"), Ends.OPEN, _("A game that is paid at its end needs one."), source=CHOICE
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches it, by winning or by losing."),
        min=1,
        max=1_000_000,
        source=CHOICE,
        when=(when("ends", Ends.TARGET),),
    )
    hands: int = ask.count(
        _("Hands"),
        10,
        _("How many are played."),
        min=1,
        max=999,
        source=CHOICE,
        when=(when("ends", Ends.HANDS),),
    )
    payment: Paid = ask.pick(
        _("Money"), Paid.NOTHING, _("When it moves, and for what."), source=CHOICE
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("Money for a point or a tier, or what everybody pays into the pot."),
        must_ask=True,
        source=CHOICE,
        when=(when("payment", Paid.EACH_HAND, *AT_THE_END),),
    )
    tiers: tuple[int, ...] = ask.steps(
        _("Stakes by place"),
        (1, 2, 3),
        _("What second, third … place pay; later places pay the last."),
        source=CHOICE,
        when=(when("payment", Paid.TIERS),),
    )
    cap: int | None = ask.points(
        _("Full count"),
        None,
        _("The most points that an entered count scores."),
        min=1,
        max=9_999,
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )
    bonus: int = ask.points(
        _("Bonus for winning a hand"),
        0,
        _("Taken off where the lowest total wins."),
        max=9_999,
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )
    won_word: str = ask.text(
        _("Your word for won"),
        _("Won"),
        _("Shown on the button for the winner."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING, Scoring.WINNER_ONLY),),
    )
    count_word: str = ask.text(
        _("Your word for a count"),
        _("Count"),
        _("Shown where points are entered."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish = ask.pick(
        _("Finish"),
        Finish.COUNTED,
        when=(when("options.scoring", *COUNTING, Scoring.WINNER_ONLY),),
        sole=(),
        sole_value=Finish.WON,
    )
    points: int | None = ask.points(
        _("Points"),
        None,
        max=9_999,
        when=(when("options.scoring", *COUNTING), when("finish", Finish.COUNTED)),
    )
    place: Place = ask.pick(_("Place"), Place.NONE, when=(when("options.scoring", Scoring.PLACES),))


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Nothing, Line]
