"""What a table of Rummi reports after a deal, and what is remembered until the next."""

from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.words import _
from scorekeeper.variants.rummi.options import HuMode, Options, Packs


class Result(Word):
    POINTS = "points", _("Points"), _("One player was left who could play.")
    HU = "hu", _("Hu"), _("Somebody played the last card.")
    TIEN_HU = "tien_hu", _("Tien Hu"), _("A complete hand was dealt.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.POINTS)


RANKED = unless("deal.result", Result.HU) | when("options.hu_mode", HuMode.DOUBLE_TIERS)
ADJUSTED = unless("deal.result", Result.TIEN_HU) | when("options.adj_on_tien_hu", True)
TWO_PACKS = when("options.packs", Packs.TWO)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(
        _("Won"),
        False,
        sole=(when("deal.result", Result.HU),),
        screen=(when("deal.result", Result.HU, Result.TIEN_HU),),
    )
    no_passport: bool = ask.flag(
        _("No passport"), False, _("Could not start."), screen=(when("won", False),)
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        skip=(when("no_passport", True),),
        screen=(when("deal.result", Result.POINTS, Result.HU), when("won", False), RANKED),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"),
        None,
        instead="points",
        screen=(
            unless("deal.result", Result.VOID),
            when("won", False) | when("deal.result", Result.TIEN_HU),
            RANKED,
        ),
    )
    jokers: int = ask.count(_("Jokers"), 0, max=12, screen=(ADJUSTED,))
    aces: tuple[int, ...] = ask.counts(
        _("Aces"), (0, 0, 0, 0), labels=("♠", "♥", "♦", "♣"), max=3, screen=(ADJUSTED,)
    )
    # Aces in all, and pairs of them: as hands of before have it. By suit it is as few taps.
    ace_count: int | None = ask.count(
        _("Aces in all"),
        None,
        _("Instead of the aces by suit."),
        max=8,
        screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
    )
    ace_pairs: int | None = ask.count(
        _("Identical pairs"),
        None,
        _("Two aces of one suit, among the aces in all."),
        max=4,
        screen=(ADJUSTED, TWO_PACKS, unless("ace_count", None)),
    )
    foul: bool = ask.flag(
        _("False claim"), False, _("The deal is void and is paid for."), always=True
    )


@dataclass(frozen=True, slots=True)
class CardsAlone:
    hand: tuple[str, ...] | None = ask.cards(_("Hand"), None)
    peek: str | None = ask.card(_("Card the dealer saw"), None)
    seats: int | None = ask.count(_("Players"), None, min=2, max=5)


@dataclass(frozen=True, slots=True)
class State:
    dealer: int
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
