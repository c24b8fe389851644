"""Rummy with 27 cards from three packs: 21-card rummy with five kinds of value cards.

The card turned up is the cut; the other cuts and two ranks above and below it in its suit (up 1,
up 2, down 1, down 2, round the corner) are jokers and have value: one of a kind 10 points, two 30,
three 50. A marriage takes all five kinds and is worth 100, two 300, three 500; fewer kinds are no
marriage. If a printed joker is turned up the ace of spades is the cut, and only it has value; some
tables give value to its neighbours too. A card counts once, and its owner takes the best sum.

After a hand

* every loser pays the winner: the count of their cards, 2 at least and the full count at most, or
  what a drop or a wrong show costs. A player who had no turn yet when the winner declared pays
  half, up to half of the full count;
* every two of those who did not drop exchange the difference of their value points. Some tables
  leave out a player with a wrong show, and halve the winner's value for players without a turn.

What a show and a safe hand take can be raised; by default it is as with 21 cards.

Sources: CatsAtCards (catsatcards.com), “27-card Indian rummy”;
khelplayrummy.com/27-cards-rummy-rules and adda52.com/rummy/27-card-rummy for the value cards; what
they leave open is as in 21-card rummy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import NamedValues, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _indian, _value_cards
from scorekeeper.variants._value_cards import HALF_VALUES, ValueCards, counter, tapped

SECTION_1 = "rummy_27.md §1"


@dataclass(frozen=True, slots=True)
class Options(_value_cards.Options):
    show_pure: int = ask.count(
        _("Pure sequences to show"),
        3,
        _("Everything else must be melded too."),
        min=1,
        max=9,
        source=SECTION_1,
    )
    show_tunnelas: int = ask.count(
        _("Tunnelas to show"),
        3,
        _("They win, whatever the other cards are."),
        min=1,
        max=9,
        source=SECTION_1,
    )
    show_dublees: int = ask.count(
        _("Dublees to show"),
        8,
        _("They win, whatever the other cards are."),
        min=1,
        max=13,
        source=SECTION_1,
    )
    show_jokers: int = ask.count(
        _("Jokers to show"),
        8,
        _("They win, whatever the other cards are."),
        min=1,
        max=27,
        source=SECTION_1,
    )

    STEPS: ClassVar[Mapping[str, int]] = {"cut": 0, "up1": 1, "up2": 2, "down1": -1, "down2": -2}


@dataclass(frozen=True, slots=True)
class Line(_value_cards.Line):
    points: int | None = ask.question(_indian.points(270), None)
    cards: tuple[str, ...] | None = ask.question(tapped(27), None)
    up1: int = ask.question(counter(_("Up 1"), _("One rank higher.")), 0)
    up2: int = ask.question(counter(_("Up 2"), _("Two ranks higher.")), 0)
    down1: int = ask.question(counter(_("Down 1"), _("One rank lower.")), 0)
    down2: int = ask.question(counter(_("Down 2"), _("Two ranks lower.")), 0)


class Rummy27(ValueCards):
    key, name = "rummy_27", "27-Card Rummy"
    summary = _("21-card rummy with five kinds of value cards, two above and two below the cut.")
    also = f"27 patti, 27 पत्ती, 27 ముక్కలు, {_indian.RUMMY}"
    source = "“27-card Indian rummy”, catsatcards.com"
    seats = range(2, 6)
    options, line = Options, Line
    shows = range(27, 28)
    jokers_made = _("It makes the cut joker, and two upper and two lower jokers of its suit.")
    presets = (
        Preset("usual", _("Default rules"), {}, _("Show and safe hands as with 21 cards.")),
        Preset(
            "raised",
            _("Raised"),
            {
                "first_drop": 40,
                "middle_drop": 100,
                "cap": 160,
                "dublees_safe": 8,
                "jokers_safe": 9,
                "show_pure": 5,
                "show_tunnelas": 5,
                "show_dublees": 10,
                "show_jokers": 10,
            },
            _("More is needed to show, and a hand counts up to 160."),
        ),
        HALF_VALUES,
    )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        """Sets the half count to half of the full count, one point at least."""
        return {"half_cap": max(1, chosen.get("cap", Options().cap) // 2)}


variant = Rummy27()
