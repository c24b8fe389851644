"""What basic rummy asks: the house rules and their usual values, a deal, and the line of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import MeldRules, rank_values
from scorekeeper.engine.questions import Cards, Count, Flag, Pick, Points, Word, unless, when
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import _
from scorekeeper.variants import _western

LARGEST_HAND: Final = 12


class Result(Word):
    OUT = "out", _("Out"), _("Somebody played the last card.")
    BLOCKED = "blocked", _("Blocked"), _("Nobody could go out.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    PAY = "pay", _("Every deal"), _("Everybody pays the winner at once.")
    POINTS = "points", _("Winner scores"), _("The first to reach the target is paid.")
    PENALTY = "penalty", _("Losers score"), _("The lowest total is paid.")


class Aces(Word):
    LOW = "low", _("Low"), _("Below the two only.")
    HIGH_LOW = "high_low", _("High or low"), _("Above the king too.")


class AceValue(Word):
    ONE = 1, "1"
    ELEVEN = 11, "11"
    FIFTEEN = 15, "15"


class JokerValue(Word):
    FIFTEEN = 15, "15"
    TWENTY = 20, "20"
    TWENTY_FIVE = 25, "25"
    FIFTY = 50, "50"


class Blocked(Word):
    VOID = "void", _("Void"), _("Nothing moves.")
    LOWEST_WINS = "lowest_wins", _("Lowest wins"), _("He collects each difference.")


class Naturals(Word):
    ONE = 1, "1"
    TWO = 2, "2"


class Packs(Word):
    ONE = 1, "1"
    TWO = 2, "2"


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Annotated[
        Settlement,
        Pick(
            label=_("Settled"),
            help=_("After every deal, or by a score to a target."),
            source="basic_rummy.md §4",
        ),
    ] = Settlement.PAY
    point_value: _western.POINT_VALUE = 5
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Who reaches this total ends the game."),
            min=1,
            source="basic_rummy.md §4",
            when=(unless("settlement", Settlement.PAY),),
        ),
    ] = 100
    ace_mode: Annotated[
        Aces,
        Pick(
            label=_("Aces"),
            help=_("Where they stand in a sequence; high ones count more."),
            source="seed",
        ),
    ] = Aces.LOW
    ace_value: Annotated[
        AceValue,
        Pick(
            label=_("Ace counts"),
            help=_("Points of an ace left in hand."),
            source="basic_rummy.md §2",
        ),
    ] = AceValue.ONE
    joker_value: Annotated[
        JokerValue,
        Pick(
            label=_("Joker counts"),
            help=_("Points of a joker left in hand."),
            source="basic_rummy.md §2",
        ),
    ] = JokerValue.FIFTEEN
    rummy_doubles: Annotated[
        bool,
        Flag(
            label=_("Going rummy doubles"),
            help=_("Who puts down his whole hand at once is paid twice."),
            source="basic_rummy.md §5",
        ),
    ] = False
    cap_points: Annotated[
        int | None,
        Points(
            label=_("Cap"),
            help=_("The most points one loser is charged."),
            min=1,
            source="basic_rummy.md §4",
        ),
    ] = None
    blocked: Annotated[
        Blocked,
        Pick(
            label=_("Nobody can go out"),
            help=_("What a blocked deal is worth."),
            source="basic_rummy.md §4",
        ),
    ] = Blocked.VOID
    melds_in_hand_free: Annotated[
        bool,
        Flag(
            label=_("Melds in hand are free"),
            help=_("Complete melds still in hand do not count."),
            source="basic_rummy.md §4",
        ),
    ] = False
    set_duplicates: Annotated[
        bool,
        Flag(
            label=_("Equal cards in a set"),
            help=_("With two packs, a set may hold a card twice."),
            source="basic_rummy.md §6",
            when=(when("melds_in_hand_free", True),),
        ),
    ] = False
    meld_min_naturals: Annotated[
        Naturals,
        Pick(
            label=_("Natural cards in a meld"),
            help=_("The fewest that are not jokers."),
            source="basic_rummy.md §6",
            when=(when("melds_in_hand_free", True),),
        ),
    ] = Naturals.ONE
    layoffs_free: Annotated[
        bool,
        Flag(
            label=_("Cards that fit melds are free"),
            help=_("Leave out what could be laid off on the table."),
            source="basic_rummy.md §4",
            counting=True,
        ),
    ] = False
    packs: Annotated[
        Packs,
        Pick(label=_("Packs"), help=_("Packs of 52; two for six and more."), source="seed"),
    ] = Packs.ONE
    cards_each: Annotated[
        int,
        Count(
            label=_("Cards each"),
            help=_("How many cards a player is dealt."),
            min=5,
            max=LARGEST_HAND,
            source="seed",
        ),
    ] = 7
    jokers: Annotated[
        int, Count(label=_("Jokers"), help=_("In all packs together."), max=12, source="seed")
    ] = 0
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="NAMES-western.md §1",
            when=(when("settlement", Settlement.PAY),),
        ),
    ] = 0

    @property
    def everything(self) -> _western.Value:
        """What cards count, melds too."""
        values = _western.index_values(int(self.ace_value.value), int(self.joker_value.value))
        return _western.by_rank(values)

    @property
    def stock(self) -> _western.Stock:
        return _western.Stock(int(self.packs.value), self.jokers)

    @property
    def melds(self) -> MeldRules:
        return MeldRules(
            values=rank_values(int(self.ace_value.value)),
            joker_value=int(self.joker_value.value),
            aces="both" if self.ace_mode is Aces.HIGH_LOW else "low",
            max_set=8 if self.set_duplicates else 4,
            same_suits=self.set_duplicates,
            min_naturals=int(self.meld_min_naturals.value),
        )

    @property
    def most(self) -> int:
        """More points than a hand of jokers cannot be left."""
        return int(self.joker_value.value) * self.cards_each


OUT = when("result", Result.OUT)
ANYBODY_OUT = when("deal.result", Result.OUT)
COUNTED = ANYBODY_OUT | when("options.blocked", Blocked.LOWEST_WINS)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.OUT
    rummy: Annotated[
        bool,
        Flag(
            label=_("Went rummy"),
            help=_("The winner put down everything at once."),
            when=(OUT, when("options.rummy_doubles", True)),
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[bool, Flag(label=_("Went out"), sole=(ANYBODY_OUT,), screen=(ANYBODY_OUT,))] = (
        False
    )
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            screen=(COUNTED, when("won", False)),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards left"), instead="points", screen=(COUNTED, when("won", False))),
    ] = None


@dataclass(frozen=True, slots=True)
class State:
    counted: int = 0
    """Deals that somebody won."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    packs = given.get("packs", Packs.TWO if seats >= 6 else Packs.ONE)
    ten = seats in (2, 6, 7) or (seats in (4, 5) and packs is Packs.TWO)
    high = given.get("ace_mode") is Aces.HIGH_LOW
    return {
        "ace_value": AceValue.ELEVEN if high else AceValue.ONE,
        "packs": packs,
        "cards_each": 10 if ten else 7,
    }


def check_options(options: Options, seats: int) -> None:
    if seats >= 6 and options.packs is Packs.ONE:
        raise EntryError(_("Six and more need two packs."), field="packs")
