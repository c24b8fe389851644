"""What basic rummy asks: the house rules and their usual values, a deal, and the line of a seat."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import MeldRules, rank_values
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants._western import JokerValue, Packs

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


class Blocked(Word):
    VOID = "void", _("Void"), _("Nothing moves.")
    LOWEST_WINS = "lowest_wins", _("Lowest wins"), _("The winner collects each difference.")


class Naturals(Word):
    ONE = 1, "1"
    TWO = 2, "2"


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Settled"),
        Settlement.PAY,
        _("After every deal, or by a score to a target."),
        source="basic_rummy.md §4",
    )
    point_value: int = ask.question(_western.POINT_VALUE, 5)
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches this total."),
        min=1,
        source="basic_rummy.md §4",
        when=(unless("settlement", Settlement.PAY),),
    )
    ace_mode: Aces = ask.pick(
        _("Aces"),
        Aces.LOW,
        _("Where they go in a sequence; high ones count more."),
        source="seed",
    )
    ace_value: AceValue = ask.pick(
        _("Ace counts"),
        AceValue.ONE,
        _("Points of an ace left in hand."),
        source="basic_rummy.md §2",
    )
    joker_value: JokerValue = ask.pick(
        _("Joker counts"),
        JokerValue.FIFTEEN,
        _("Points of a joker left in hand."),
        source="basic_rummy.md §2",
    )
    rummy_doubles: bool = ask.flag(
        _("Going rummy pays twice"),
        False,
        _("A player who goes out in one turn, with nothing laid down before, is paid double."),
        source="basic_rummy.md §5",
    )
    cap_points: int | None = ask.points(
        _("Cap"),
        None,
        _("The most points one loser is charged."),
        min=1,
        source="basic_rummy.md §4",
    )
    blocked: Blocked = ask.pick(
        _("Nobody can go out"),
        Blocked.VOID,
        _("What a blocked deal is worth."),
        source="basic_rummy.md §4",
    )
    melds_in_hand_free: bool = ask.flag(
        _("Melds in hand are free"),
        False,
        _("Complete melds still in hand do not count."),
        source="basic_rummy.md §4",
    )
    set_duplicates: bool = ask.flag(
        _("Equal cards in a set"),
        False,
        _("With two packs, a set may hold a card twice."),
        source="basic_rummy.md §6",
        when=(when("melds_in_hand_free", True),),
    )
    meld_min_naturals: Naturals = ask.pick(
        _("Natural cards in a meld"),
        Naturals.ONE,
        _("The fewest that are not jokers."),
        source="basic_rummy.md §6",
        when=(when("melds_in_hand_free", True),),
    )
    layoffs_free: bool = ask.flag(
        _("Cards that fit melds are free"),
        False,
        _("Leave out what could be laid off on the table."),
        source="basic_rummy.md §4",
        counting=True,
    )
    packs: Packs = ask.pick(
        _("Packs"), Packs.ONE, _("Packs of 52; two for six and more."), source="seed"
    )
    cards_each: int = ask.count(
        _("Cards each"),
        7,
        _("How many cards a player is dealt."),
        min=5,
        max=LARGEST_HAND,
        source="seed",
    )
    jokers: int = ask.count(_("Jokers"), 0, _("In all packs together."), max=12, source="seed")
    deals: int = ask.question(
        _western.deals("NAMES-western.md §1", when("settlement", Settlement.PAY)), 0
    )

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
    def max_points(self) -> int:
        """More points than a hand of jokers cannot be left."""
        return int(self.joker_value.value) * self.cards_each


OUT = when("result", Result.OUT)
ANYBODY_OUT = when("deal.result", Result.OUT)
COUNTED = ANYBODY_OUT | when("options.blocked", Blocked.LOWEST_WINS)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT)
    rummy: bool = ask.flag(
        _("Went rummy"),
        False,
        _("The winner put down everything at once."),
        when=(OUT, when("options.rummy_doubles", True)),
    )


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=(ANYBODY_OUT,), screen=(ANYBODY_OUT,))
    points: int | None = ask.points(
        _("Points left"), None, _("All cards still in hand."), screen=(COUNTED, when("won", False))
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, instead="points", screen=(COUNTED, when("won", False))
    )


Game: TypeAlias = g.Game[Options, _western.State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    packs = chosen.get("packs", Packs.TWO if seats >= 6 else Packs.ONE)
    ten = seats in (2, 6, 7) or (seats in (4, 5) and packs is Packs.TWO)
    high = chosen.get("ace_mode") is Aces.HIGH_LOW
    return {
        "ace_value": AceValue.ELEVEN if high else AceValue.ONE,
        "packs": packs,
        "cards_each": 10 if ten else 7,
    }


def check_options(options: Options, seats: int) -> None:
    if seats >= 6 and options.packs is Packs.ONE:
        raise EntryError(_("Six and more need two packs."), field="packs")
