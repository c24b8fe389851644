"""What canasta asks: the house rules, and the line of a side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import Amount, Count, Counts, Flag, Pick, Points, Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants import _western


class Form(Word):
    CLASSIC = "classic", _("Classic"), _("To 5000; a canasta to go out.")
    MODERN = "modern", _("Modern American"), _("To 8500; two canastas, threes by colour.")


class PayPer(Word):
    POINT = 1, _("1 point")
    HUNDRED = 100, _("100 points"), _("The difference is rounded down.")


class Result(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("A misdeal; nobody scores.")


class Special(Word):
    """What a special hand of the modern game is worth, in points."""

    NONE = 0, _("None")
    P2000 = 2000, "2000"
    P2100 = 2100, "2100"
    P2200 = 2200, "2200"
    P2300 = 2300, "2300"
    P2400 = 2400, "2400"
    P2500 = 2500, "2500"
    P2600 = 2600, "2600"
    P2700 = 2700, "2700"
    P2800 = 2800, "2800"
    P2900 = 2900, "2900"
    P3000 = 3000, "3000"
    P3100 = 3100, "3100"
    P3200 = 3200, "3200"
    P3300 = 3300, "3300"
    P3400 = 3400, "3400"
    P3500 = 3500, "3500"
    DREAM = 8500, "8500"


@dataclass(frozen=True, slots=True)
class Options:
    form: Annotated[
        Form,
        Pick(label=_("Form"), help=_("Which canasta is played."), source="others.md §6"),
    ] = Form.CLASSIC
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Whoever is ahead here wins; 5000, modern 8500."),
            min=1,
            source="others.md §6",
        ),
    ] = 5000
    point_value: Annotated[
        int,
        Amount(
            label=_("Point value"),
            help=_("Money per point, or per 100, of the difference at the end."),
            source="others.md §6",
        ),
    ] = 1
    pay_per: Annotated[
        PayPer,
        Pick(label=_("Paid per"), help=_("What the point value is for."), source="others.md §6"),
    ] = PayPer.POINT
    cap: _western.CAP = None
    canastas_to_go_out: Annotated[
        int,
        Count(
            label=_("Canastas to go out"),
            help=_("How many a side needs; two when two play, or in the modern game."),
            min=1,
            max=2,
            source="others.md §6",
        ),
    ] = 1
    red3_needs_canasta: Annotated[
        bool,
        Flag(
            label=_("Red threes need a canasta"),
            help=_("They count against a side without one, not only without a meld."),
            source="others.md §6",
            when=(when("form", Form.CLASSIC),),
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The hand was"))] = Result.PLAYED


RANKS: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
MOST: Final = (4, *(8,) * 12, 4)
"""Cards of each rank in two packs; of the threes the black ones only."""
COUNTED: Final = (when("special", Special.NONE) | when("options.form", Form.CLASSIC),)
"""A special hand counts alone."""
CLASSIC: Final = when("options.form", Form.CLASSIC)
MODERN: Final = (when("options.form", Form.MODERN),)


@dataclass(frozen=True, slots=True)
class Line:
    """What one side reports."""

    special: Annotated[
        Special,
        Pick(
            label=_("Special hand"),
            help=_("What it is worth; 8500 wins the game."),
            screen=MODERN,
        ),
    ] = Special.NONE
    natural: Annotated[
        int, Count(label=_("Natural"), help=_("500 each"), max=None, when=COUNTED)
    ] = 0
    mixed: Annotated[int, Count(label=_("Mixed"), help=_("300 each"), max=None, when=COUNTED)] = 0
    sevens_aces: Annotated[
        int,
        Count(label=_("Sevens or aces"), help=_("2500 each"), max=2, when=COUNTED, screen=MODERN),
    ] = 0
    wild: Annotated[
        int, Count(label=_("Wild"), help=_("2000"), max=1, when=COUNTED, screen=MODERN)
    ] = 0
    wild_four_jokers: Annotated[
        int,
        Count(label=_("Wild, four jokers"), help=_("2500"), max=1, when=COUNTED, screen=MODERN),
    ] = 0
    wild_twos: Annotated[
        int, Count(label=_("Wild, all twos"), help=_("3000"), max=1, when=COUNTED, screen=MODERN)
    ] = 0
    went_out: Annotated[bool, Flag(label=_("Went out"), sole=(), nobody=True, when=COUNTED)] = False
    concealed: Annotated[
        bool,
        Flag(
            label=_("Concealed"),
            help=_("All at once: 200 in place of 100."),
            when=COUNTED,
            screen=(CLASSIC, when("went_out", True)),
        ),
    ] = False
    red_threes: Annotated[int, Count(label=_("Red threes"), max=4, when=COUNTED)] = 0
    black_threes: Annotated[
        int, Count(label=_("Black threes"), max=4, when=COUNTED, screen=MODERN)
    ] = 0
    melded: Annotated[
        int | None,
        Points(
            label=_("Melded"), help=_("All cards, canastas too."), digits=3, empty=(), when=COUNTED
        ),
    ] = None
    in_hand: Annotated[
        int | None,
        Points(
            label=_("In hand"),
            help=_("What is left."),
            digits=3,
            empty=(when("went_out", True),),
            skip=(when("went_out", True),),
            when=COUNTED,
        ),
    ] = None
    melded_cards: Annotated[
        tuple[int, ...] | None,
        Counts(label=_("Melded, by rank"), labels=RANKS, most=MOST, named=True, when=COUNTED),
    ] = None
    in_hand_cards: Annotated[
        tuple[int, ...] | None,
        Counts(label=_("In hand, by rank"), labels=RANKS, most=MOST, named=True, when=COUNTED),
    ] = None
    unfinished_sevens_aces: Annotated[
        int,
        Count(
            label=_("Sevens, aces not finished"),
            help=_("−2500 each"),
            max=2,
            when=COUNTED,
            screen=MODERN,
        ),
    ] = 0
    unfinished_wild: Annotated[
        int,
        Count(label=_("Wild not finished"), help=_("−2000"), max=1, when=COUNTED, screen=MODERN),
    ] = 0
    held_sevens_aces: Annotated[
        int,
        Count(
            label=_("Hands with three sevens or aces"),
            help=_("Three or more of them: −1500 each"),
            max=4,
            when=COUNTED,
            screen=MODERN,
        ),
    ] = 0


@dataclass(frozen=True, slots=True)
class Held:
    """What can be asked about cards or a score alone."""

    counts: Annotated[
        tuple[int, ...] | None, Counts(label=_("Cards"), labels=RANKS, most=MOST, named=True)
    ] = None
    score: Annotated[int | None, Points(label=_("Score before the hand"), min=-(10**9))] = None


@dataclass(frozen=True, slots=True)
class State:
    dreams: tuple[int, ...] = ()
    """The sides that have just ended the game with a special hand."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
