"""Questions of the games of 21 and 27 cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias, TypeVar

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Cards, Count, Points, Word, unless, when
from scorekeeper.engine.variant import Limits, Nothing
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import checks, questions
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import (
    COUNTS,
    FINISH,
    HANDS,
    PLAYED,
    POINT_VALUE,
    Block,
    HalfRound,
    Outcome,
)

PACKS: Final = 3


class JokerValues(Word):
    ACE_ONLY = "ace_only", _("A♠ alone"), _("No other card has value.")
    ALL = "all", _("A, its neighbours"), _("In spades, as if the ace had been turned up.")


class HalfScope(Word):
    PENALTY = "penalty", _("The penalty")
    PENALTY_AND_VALUE = "penalty_and_value", _("Value points too"), _("Those of the winner.")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(POINT_VALUE, 100)
    first_drop: int = ask.question(questions.first_drop("seed"), 30)
    middle_drop: int = ask.question(questions.middle_drop("seed"), 70)
    wrong_show: int = ask.question(questions.wrong_show("rummy_21.md §4"), 120)
    cap: int = ask.question(questions.full_count("seed"), 120)
    half_cap: int = ask.points(
        _("Full half count"),
        60,
        _("The most that a player without a turn pays."),
        min=1,
        source="seed",
    )
    half_round: HalfRound = ask.pick(
        _("Half points"), HalfRound.UP, _("How half a count is rounded."), source="rummy_21.md §4"
    )
    half_scope: HalfScope = ask.pick(
        _("Without a turn half is paid of"),
        HalfScope.PENALTY,
        _("What is halved for players without a turn."),
        source="rummy_21.md §4",
    )
    safe_points: int = ask.points(
        _("Least count"),
        2,
        _("The least a loser scores, even with everything melded."),
        source="seed",
    )
    dublees_safe: int = ask.count(
        _("Dublees that save"),
        6,
        _("With this many, a loser scores the least."),
        min=1,
        max=None,
        source="seed",
    )
    jokers_safe: int = ask.count(
        _("Jokers that save"),
        7,
        _("With this many, a loser scores the least."),
        min=1,
        max=None,
        source="seed",
    )
    value_points: tuple[int, ...] = ask.steps(
        _("Value cards"),
        (10, 30, 50),
        _("For one, two, three of a kind."),
        length=3,
        source="rummy_21.md §1",
    )
    marriage_points: tuple[int, ...] = ask.steps(
        _("Marriages"),
        (100, 300, 500),
        _("For one, two, three with one of every kind."),
        length=3,
        source="rummy_21.md §1",
    )
    same_rank_wild: bool = ask.flag(
        _("The whole rank is wild"),
        False,
        _("Not only in the suit of the turned-up card."),
        source="rummy_21.md §2",
    )
    wrong_show_in_values: bool = ask.flag(
        _("Value cards after a wrong show"),
        True,
        _("Paid as if the player had stayed in."),
        source="rummy_21.md §4",
    )
    two_marriages_show: bool = ask.flag(
        _("Two marriages can be shown"),
        False,
        _("They win, whatever the other cards are."),
        source="rummy_21.md §1",
    )
    printed_joker_values: JokerValues = ask.pick(
        _("A printed joker is turned up"),
        JokerValues.ACE_ONLY,
        _("What has value then."),
        source="seed",
    )
    max_loss: int | None = ask.points(
        _("Most that is lost"),
        None,
        _("In one hand, in points; the winner gets that much less."),
        min=1,
        source="rummy_21.md §4",
    )
    block: Block = ask.pick(
        _("The stock runs out"), Block.VOID, _("What happens then."), source="rummy_21.md §4"
    )
    hands: int | None = ask.question(HANDS, None)

    STEPS: ClassVar[Mapping[str, int]] = {"cut": 0, "up": 1, "down": -1}
    """The counters of a line, with their ranks above the card turned up."""

    @property
    def show_pure(self) -> int:
        """Pure sequences in a show; with this many a loser's other melds save their cards too."""
        return 3

    @property
    def show_tunnelas(self) -> int:
        return 3

    @property
    def show_dublees(self) -> int:
        return 8

    @property
    def show_jokers(self) -> int:
        return 8


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"),
        None,
        _("Matters to tapped cards, and if it was a printed joker."),
        screen=(when("outcome", Outcome.PLAYED),),
    )


SHOWS = when("finish", Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
"""The player did not drop, so their value cards may count."""
IN_VALUES = when("finish", Finish.WON, Finish.COUNTED) | when("options.wrong_show_in_values", True)
BESIDE_CUT = unless("options.printed_joker_values", JokerValues.ACE_ONLY) | unless(
    "deal.turned", JOKER
)


def typed(most: int) -> Points:
    return Points(label=_("Points"), help=_("Before the cap."), max=most, when=(COUNTS,))


def tapped(size: int) -> Cards:
    """Returns the question for cards: a loser's, or anybody's for their value cards."""
    return Cards(
        label=_("Cards left"),
        sizes=(size,),
        instead="points",
        both=Both.REFUSED,
        when=(PLAYED, SHOWS),
    )


def counter(label: str, help: str, *, is_neighbour: bool = True) -> Count:
    """Returns the counter of a kind of value card; ``is_neighbour``: not the cut itself."""
    conditions = (PLAYED, SHOWS, IN_VALUES, when("cards", None))
    return Count(
        label=label,
        help=help,
        max=PACKS,
        when=(*conditions, BESIDE_CUT) if is_neighbour else conditions,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a seat with 21 cards; a game adds the counters of its other value cards."""

    finish: Finish | None = ask.question(FINISH, None)
    points: int | None = ask.question(typed(210), None)
    cards: tuple[str, ...] | None = ask.question(tapped(21), None)
    no_turn: bool = ask.flag(
        _("No turn yet"),
        False,
        _("Had no turn when the winner declared."),
        when=(PLAYED, COUNTS),
    )
    cut: int = ask.question(counter(_("Cut"), _("Like the card turned up."), is_neighbour=False), 0)


O = TypeVar("O", bound=Options)  # noqa: E741
L = TypeVar("L", bound=Line)
Game: TypeAlias = g.Game[O, Nothing]
Entry: TypeAlias = g.Entry[Deal, L]


def table_max(game: Game[O], name: str) -> Limits:
    """Returns the value cards of each kind in the packs; one cut lies on the table, unless a joker
    was turned up."""
    if name not in game.options.STEPS:
        return ()
    if name != "cut":
        return (((), PACKS),)
    return (((when("deal.turned", JOKER),), PACKS), ((), PACKS - 1))


def offers(game: Game[O], name: str) -> Sequence[Word] | None:
    return checks.outcomes(game.options.block) if name == "outcome" else None
