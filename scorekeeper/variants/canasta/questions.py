"""What canasta asks: the house rules, and the line of a side."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants._high_total import Deal


class Form(Word):
    CLASSIC = "classic", _("Classic"), _("To 5000; a canasta to go out.")
    MODERN = "modern", _("Modern American"), _("To 8500; two canastas, threes by colour.")


class PayPer(Word):
    POINT = 1, _("1 point")
    HUNDRED = 100, _("100 points"), _("The difference is rounded down.")


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
    form: Form = ask.pick(
        _("Form"), Form.CLASSIC, _("Which canasta is played."), source="others.md §6"
    )
    target: int = ask.points(
        _("Target"),
        5000,
        _("The leader here wins; 5000, modern 8500."),
        min=1,
        source="others.md §6",
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("Of the difference at the end; or per 100 points, as “Paid per” says."),
        source="others.md §6",
    )
    pay_per: PayPer = ask.pick(
        _("Paid per"), PayPer.POINT, _("How many points the money is for."), source="others.md §6"
    )
    cap: int | None = ask.question(_western.CAP, None)
    canastas_to_go_out: int = ask.count(
        _("Canastas to go out"),
        1,
        _("How many a side needs; two when two play, or in the modern game."),
        min=1,
        max=2,
        source="others.md §6",
    )
    red3_needs_canasta: bool = ask.flag(
        _("Red threes need a canasta"),
        False,
        _("They count against a side without one, not only without a meld."),
        source="others.md §6",
        when=(when("form", Form.CLASSIC),),
    )


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

    special: Special = ask.pick(
        _("Special hand"), Special.NONE, _("What it is worth; 8500 wins the game."), screen=MODERN
    )
    natural: int = ask.count(_("Natural"), 0, _("500 each"), max=None, when=COUNTED)
    mixed: int = ask.count(_("Mixed"), 0, _("300 each"), max=None, when=COUNTED)
    sevens_aces: int = ask.count(
        _("Sevens or aces"), 0, _("2500 each"), max=2, when=COUNTED, screen=MODERN
    )
    wild: int = ask.count(_("Wild"), 0, _("2000"), max=1, when=COUNTED, screen=MODERN)
    wild_four_jokers: int = ask.count(
        _("Wild, four jokers"), 0, _("2500"), max=1, when=COUNTED, screen=MODERN
    )
    wild_twos: int = ask.count(
        _("Wild, all twos"), 0, _("3000"), max=1, when=COUNTED, screen=MODERN
    )
    went_out: bool = ask.flag(_("Went out"), False, sole=(), nobody=True, when=COUNTED)
    concealed: bool = ask.flag(
        _("Concealed"),
        False,
        _("All at once: 200 in place of 100."),
        when=COUNTED,
        screen=(CLASSIC, when("went_out", True)),
    )
    red_threes: int = ask.count(_("Red threes"), 0, max=4, when=COUNTED)
    black_threes: int = ask.count(_("Black threes"), 0, max=4, when=COUNTED, screen=MODERN)
    melded: int | None = ask.points(
        _("Melded"), None, _("All cards, canastas too."), empty=(), when=COUNTED
    )
    in_hand: int | None = ask.points(
        _("In hand"),
        None,
        _("What is left."),
        empty=(when("went_out", True),),
        skip=(when("went_out", True),),
        when=COUNTED,
    )
    melded_cards: tuple[int, ...] | None = ask.counts(
        _("Melded, by rank"), None, labels=RANKS, most=MOST, named=True, when=COUNTED
    )
    in_hand_cards: tuple[int, ...] | None = ask.counts(
        _("In hand, by rank"), None, labels=RANKS, most=MOST, named=True, when=COUNTED
    )
    unfinished_sevens_aces: int = ask.count(
        _("Sevens, aces not finished"), 0, _("−2500 each"), max=2, when=COUNTED, screen=MODERN
    )
    unfinished_wild: int = ask.count(
        _("Wild not finished"), 0, _("−2000"), max=1, when=COUNTED, screen=MODERN
    )
    held_sevens_aces: int = ask.count(
        _("Hands with three sevens or aces"),
        0,
        _("Three or more of them: −1500 each"),
        max=4,
        when=COUNTED,
        screen=MODERN,
    )


@dataclass(frozen=True, slots=True)
class CardsAlone:
    """What can be asked about cards or a score alone."""

    counts: tuple[int, ...] | None = ask.counts(
        _("Cards"), None, labels=RANKS, most=MOST, named=True
    )
    score: int | None = ask.points(_("Score before the hand"), None, min=-(10**9))


@dataclass(frozen=True, slots=True)
class State:
    dreams: tuple[int, ...] = ()
    """The sides that have just ended the game with a special hand."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]
