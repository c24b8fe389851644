"""What a table of Conquian is asked: house rules, how a deal ended, what each seat has."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants import _western


class Result(Word):
    OUT = "out", _("Out"), _("Somebody has eleven cards on the table.")
    DRAW = "draw", _("Draw"), _("The stock ran out.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("Stakes"), _("Each loser pays the winner the stake.")
    POINTS = "points", _("Points"), _("The winner scores the losers' cards.")


class Carry(Word):
    ADD = "add", _("One stake more"), _("For every draw before.")
    DOUBLE = "double", _("Twice as much"), _("For every draw before.")
    NONE = "none", _("Nothing"), _("A draw is forgotten.")


class StockOut(Word):
    DRAW = "draw", _("A draw"), _("Nobody wins.")
    FEWEST = "fewest", _("Fewest cards win"), _("Only equal fewest are a draw.")


class CardValues(Word):
    ACE_15 = "ace_15", _("Ace 15, court 10"), _("The others count their number.")
    INDEX = "index", _("Ace 1, jack 10, queen 11, king 12"), _("The others count their number.")


VALUES: Final = {
    CardValues.ACE_15: _western.index_values(ace=15, joker=0),
    CardValues.INDEX: _western.index_values(ace=1, joker=0) | {"Q": 11, "K": 12},
}


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Played for"),
        Settlement.FLAT,
        _("A stake every deal, or a score to a target."),
        source="others.md §1",
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("What each loser pays."),
        min=1,
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    carry: Carry = ask.pick(
        _("A draw adds"),
        Carry.ADD,
        _("What it makes the next deal worth."),
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    stock_out: StockOut = ask.pick(
        _("The stock runs out"),
        StockOut.DRAW,
        _("Three players may let the fewest cards win."),
        source="others.md §1",
        when=(when("settlement", Settlement.FLAT),),
    )
    card_values: CardValues = ask.pick(
        _("Cards count"),
        CardValues.ACE_15,
        _("Points of the cards in a loser's hand."),
        source="others.md §1",
        when=(when("settlement", Settlement.POINTS),),
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("Of the difference at the end."),
        source="NAMES-western.md §5",
        when=(when("settlement", Settlement.POINTS),),
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches this total."),
        min=1,
        source="others.md §1",
        when=(when("settlement", Settlement.POINTS),),
    )
    cap: int | None = ask.question(_western.CAP, None)
    deals: int = ask.question(
        _western.deals("others.md §1", when("settlement", Settlement.FLAT)), 0
    )

    @property
    def for_stakes(self) -> bool:
        return self.settlement is Settlement.FLAT

    @property
    def value(self) -> _western.Value:
        return _western.by_rank(VALUES[self.card_values])


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT)


OUT = when("deal.result", Result.OUT)
LOSES = (OUT, when("options.settlement", Settlement.POINTS))
HOLDS = (
    when("deal.result", Result.DRAW),
    when("options.settlement", Settlement.FLAT),
    when("options.stock_out", StockOut.FEWEST),
)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Won"), False, sole=(OUT,), screen=(OUT,))
    cards_left: int | None = ask.points(
        _("Cards left"), None, _("How many are still in hand."), when=HOLDS
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        when=LOSES,
        screen=(when("won", False),),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="points", when=LOSES, screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State:
    draws: int = 0
    """Drawn deals since somebody won."""
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
