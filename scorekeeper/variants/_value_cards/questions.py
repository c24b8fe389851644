"""What the games of 21 and 27 cards ask, and the questions their lines are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Protocol, TypeAlias, TypeVar

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.questions import (
    Both,
    Card,
    Cards,
    Count,
    Flag,
    Pick,
    Points,
    Steps,
    Word,
    unless,
    when,
)
from scorekeeper.engine.variant import Limits, Nothing
from scorekeeper.engine.words import _
from scorekeeper.variants._indian import checks, questions
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import (
    COUNTS,
    PLAYED,
    POINT_VALUE,
    Block,
    HalfRound,
    Outcome,
)
from scorekeeper.variants._many_cards import JokerValues

PACKS: Final = 3


class HalfScope(Word):
    PENALTY = "penalty", _("The penalty")
    PENALTY_AND_VALUE = "penalty_and_value", _("Value points too"), _("Those of the winner.")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: POINT_VALUE = 100
    first_drop: Annotated[int, questions.first_drop("seed")] = 30
    middle_drop: Annotated[int, questions.middle_drop("seed")] = 70
    wrong_show: Annotated[int, questions.wrong_show("rummy_21.md §4")] = 120
    cap: Annotated[int, questions.full_count("seed")] = 120
    half_cap: Annotated[
        int,
        Points(
            label=_("Full half count"),
            help=_("The most that is paid by who had no turn."),
            min=1,
            source="seed",
        ),
    ] = 60
    half_round: Annotated[
        HalfRound,
        Pick(
            label=_("Half points"),
            help=_("How half a count is rounded."),
            source="rummy_21.md §4",
        ),
    ] = HalfRound.UP
    half_scope: Annotated[
        HalfScope,
        Pick(
            label=_("Without a turn half is paid of"),
            help=_("What is halved for who had no turn yet."),
            source="rummy_21.md §4",
        ),
    ] = HalfScope.PENALTY
    safe_points: Annotated[
        int,
        Points(
            label=_("Least count"),
            help=_("What a loser counts even with everything melded."),
            source="seed",
        ),
    ] = 2
    dublees_safe: Annotated[
        int,
        Count(
            label=_("Dublees that save"),
            help=_("With so many a loser counts the least."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 6
    jokers_safe: Annotated[
        int,
        Count(
            label=_("Jokers that save"),
            help=_("With so many a loser counts the least."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 7
    value_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Value cards"),
            help=_("For one, two, three of a kind."),
            length=3,
            source="rummy_21.md §1",
        ),
    ] = (10, 30, 50)
    marriage_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Marriages"),
            help=_("For one, two, three with one of every kind."),
            length=3,
            source="rummy_21.md §1",
        ),
    ] = (100, 300, 500)
    same_rank_wild: Annotated[
        bool,
        Flag(
            label=_("The whole rank is wild"),
            help=_("Not only in the suit of the turned-up card."),
            source="rummy_21.md §2",
        ),
    ] = False
    wrong_show_in_values: Annotated[
        bool,
        Flag(
            label=_("Value cards after a wrong show"),
            help=_("They are paid for as if he had played on."),
            source="rummy_21.md §4",
        ),
    ] = True
    two_marriages_show: Annotated[
        bool,
        Flag(
            label=_("Two marriages can be shown"),
            help=_("They win, whatever the other cards are."),
            source="rummy_21.md §1",
        ),
    ] = False
    printed_joker_values: Annotated[
        JokerValues,
        Pick(
            label=_("A printed joker is turned up"),
            help=_("What has value then."),
            source="seed",
        ),
    ] = JokerValues.ACE_ONLY
    max_loss: Annotated[
        int | None,
        Points(
            label=_("Most that is lost"),
            help=_("In one hand, in points; the winner gets so much less."),
            min=1,
            source="rummy_21.md §4",
        ),
    ] = None
    block: Annotated[
        Block,
        Pick(label=_("The stock runs out"), help=_("What happens then."), source="rummy_21.md §4"),
    ] = Block.VOID
    hands: Annotated[
        int | None,
        Count(
            label=_("Hands"),
            help=_("The game ends after so many; empty for an open end."),
            min=1,
            max=None,
            source="seed",
            ends=True,
        ),
    ] = None

    STEPS: ClassVar[Mapping[str, int]] = {"cut": 0, "up": 1, "down": -1}
    """The counters of a line, and their ranks above the card turned up."""

    @property
    def show_pure(self) -> int:
        """Pure sequences in a show; with so many a loser's other melds save their cards too."""
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
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: Annotated[
        str | None,
        Card(
            label=_("Turned-up card"),
            help=_("Matters to tapped cards, and if it was a printed joker."),
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None


SHOWS = when("finish", Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
"""Did not drop, so that his value cards may count."""
IN_VALUES = when("finish", Finish.WON, Finish.COUNTED) | when("options.wrong_show_in_values", True)
BESIDE_CUT = unless("options.printed_joker_values", JokerValues.ACE_ONLY) | unless(
    "deal.turned", JOKER
)
NO_TURN: TypeAlias = Annotated[
    bool,
    Flag(
        label=_("No turn yet"),
        help=_("Had no turn when the winner declared."),
        when=(PLAYED, COUNTS),
    ),
]


def typed(most: int) -> Points:
    return Points(label=_("Points"), help=_("Before the cap."), max=most, digits=3, when=(COUNTS,))


def tapped(size: int) -> Cards:
    """The cards of a loser, or of anybody for the sake of his value cards."""
    return Cards(
        label=_("Cards left"),
        sizes=(size,),
        instead="points",
        both=Both.REFUSED,
        when=(PLAYED, SHOWS),
    )


def counter(label: str, help: str, *, beside: bool = True) -> Count:
    """How many value cards of a kind; ``beside``: another than the cut."""
    asked = (PLAYED, SHOWS, IN_VALUES, when("cards", None))
    return Count(label=label, help=help, max=PACKS, when=(*asked, BESIDE_CUT) if beside else asked)


class Line(Protocol):
    """What a seat reports; its counters are the kinds of value cards."""

    @property
    def finish(self) -> Finish | None: ...

    @property
    def points(self) -> int | None: ...

    @property
    def cards(self) -> tuple[str, ...] | None: ...

    @property
    def no_turn(self) -> bool: ...


O = TypeVar("O", bound=Options)  # noqa: E741
L = TypeVar("L", bound=Line)
Game: TypeAlias = g.Game[O, Nothing]
Entry: TypeAlias = g.Entry[Deal, L]


def there(game: Game[O], name: str) -> Limits:
    """Value cards of each kind in the packs; of the cut one lies on the table, if it is no joker
    that stands for it."""
    if name not in game.options.STEPS:
        return ()
    if name != "cut":
        return (((), PACKS),)
    return (((when("deal.turned", JOKER),), PACKS), ((), PACKS - 1))


def offers(game: Game[O], name: str) -> Sequence[Word] | None:
    return checks.outcomes(game.options.block) if name == "outcome" else None
