"""The house rules of kalookie: first which of its two games is played, then what is asked of it."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Count, Input, Word, unless, when
from scorekeeper.engine.words import _
from scorekeeper.variants._contract.options import (
    CAP,
    POINT_VALUE,
    SETTLEMENT,
    TIERS,
    Settlement,
    deals_of,
)

CONTRACTS: Final = (
    _("three threes"),
    _("two threes, one four"),
    _("one three, two fours"),
    _("three fours"),
    _("four threes"),
    _("three threes, one four"),
    _("two threes, two fours"),
)
"""Of the Jamaican form."""


class Form(Word):
    BRITISH = "british", _("British"), _("For stakes and a pot, until one is left.")
    JAMAICAN = "jamaican", _("Jamaican"), _("Contract rummy: the lowest total wins.")


class BuyIns(Word):
    UNLIMITED = "unlimited", _("As often as wanted")
    ONCE = "once", _("Once")
    NEVER = "never", _("Never")


class BuyInAt(Word):
    HIGHEST = "highest", _("The highest"), _("The highest penalty within the limit.")
    AVERAGE = "average", _("The average"), _("Of all within the limit, rounded down.")


class JokerValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY_FIVE = 25, _("25")
    FIFTY = 50, _("50")


class Jokers(Word):
    TWO = 2, _("2")
    FOUR = 4, _("4")


BRITISH: Final = when("form", Form.BRITISH)
JAMAICAN: Final = when("form", Form.JAMAICAN)
PAID_IN: Final = when("settlement", Settlement.POOL, Settlement.TIERS)
K = TypeVar("K", bound=Input)


def jamaican(kind: K) -> K:
    """An option of the contract games that only the Jamaican form has."""
    return replace(kind, when=(JAMAICAN, *kind.when))


def units(label: str, help: str) -> Count:
    """An option of the British form: so many times the stake."""
    return Count(label=label, help=help, max=None, source="others.md §2", when=(BRITISH,))


@dataclass(frozen=True, slots=True)
class Options:
    form: Form = ask.pick(
        _("Form"), Form.BRITISH, _("Which of the two games is played."), source="others.md §2"
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("Money for one unit; in a Jamaican pool, what each pays in."),
        min=1,
        source="others.md §2",
        when=(BRITISH | PAID_IN,),
    )
    call_up_units: int = ask.question(
        units(_("Units for a call-up"), _("Each other player pays the winner.")), 1
    )
    kalookie_units: int = ask.question(
        units(_("Units for kalookie"), _("Paid instead when all cards go down at once.")), 2
    )
    initial_units: int = ask.question(
        units(_("Units into the pot"), _("Paid by everybody before the first deal.")), 5
    )
    buy_in_units: int = ask.question(
        units(_("Units for a buy-in"), _("Paid into the pot by a player who wants to stay in.")), 5
    )
    limit: int = ask.points(
        _("Limit"),
        150,
        _("A player with more penalty points is out."),
        min=1,
        source="others.md §2",
        when=(BRITISH,),
    )
    buy_ins: BuyIns = ask.pick(
        _("Buy-ins"),
        BuyIns.UNLIMITED,
        _("How often a player over the limit may stay in."),
        source="others.md §2",
        when=(BRITISH,),
    )
    buy_in_at: BuyInAt = ask.pick(
        _("A buy-in starts at"),
        BuyInAt.HIGHEST,
        _("The penalty of a player who has bought in."),
        source="others.md §2",
        when=(BRITISH, unless("buy_ins", BuyIns.NEVER)),
    )
    kalookie_doubles: bool = ask.flag(
        _("Kalookie doubles"),
        False,
        _("The others' points count twice when somebody goes kalookie."),
        source="others.md §2",
        when=(BRITISH,),
    )
    joker_value: JokerValue = ask.pick(
        _("Joker"), JokerValue.FIFTEEN, _("Points of a joker left in hand."), source="others.md §2"
    )
    jokers: Jokers = ask.pick(
        _("Jokers"), Jokers.TWO, _("In both packs together."), source="others.md §2"
    )
    deals: int = ask.question(jamaican(deals_of(CONTRACTS)), len(CONTRACTS))
    settlement: Settlement = ask.question(jamaican(SETTLEMENT), Settlement.DIFFERENCE)
    point_value: int = ask.question(jamaican(POINT_VALUE), 1)
    tiers: tuple[int, ...] = ask.question(jamaican(TIERS), (1,))
    cap: int | None = ask.question(jamaican(CAP), None)

    @property
    def is_jamaican(self) -> bool:
        return self.form is Form.JAMAICAN
