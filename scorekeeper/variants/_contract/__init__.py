"""What the contract games share: so many deals, the lowest total at the end, and what it is paid.

One player goes out of each deal, the others add the points of the cards they hold to their penalty.
Whether a player met the contract of the deal makes no difference to what he counts. A void deal is
dealt again by the same dealer. When the last deal is over the lowest total is paid

* difference: by everybody for each point that he has more;
* pool: the pot, into which everybody paid before the first deal;
* tiers: by everybody as his place says, as in Rummi with tied places shared.

Several lowest totals share exactly. The contracts, the bonuses and the usual values stand in each
game's own file. Rules: others.md §0 and §3, NAMES-western.md §7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Protocol, TypeVar

from scorekeeper.engine import payouts
from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game, Score
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import POT, Payment, Payments, collect, split
from scorekeeper.engine.questions import (
    Amount,
    Cards,
    Count,
    Flag,
    Pick,
    Points,
    Steps,
    Word,
    when,
)
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import _
from scorekeeper.variants import _western

# Options -------------------------------------------------------------------------------------


class Settlement(Word):
    DIFFERENCE = "difference", _("Difference"), _("Each pays for every point above the lowest.")
    POOL = "pool", _("Pool"), _("Everybody pays in before the first deal; the lowest takes it.")
    TIERS = "tiers", _("By place"), _("Each pays the lowest as his place says.")


class JokerValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")
    TWENTY_FIVE = 25, _("25")
    FIFTY = 50, _("50")


class AceValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")


class NumberCards(Word):
    INDEX = "index", _("Their number"), _("2 to 10 count what they show.")
    FIVE = "five", _("Five each"), _("2 to 9 count five, the ten counts ten.")


SETTLEMENT: Final = Pick(
    label=_("At the end"), help=_("What the others pay the lowest total."), source="others.md §0"
)
POINT_VALUE: Final = Amount(
    label=_("Point value"),
    help=_("Money for each point above the lowest total."),
    source="others.md §0",
    when=(when("settlement", Settlement.DIFFERENCE),),
)
STAKE: Final = Amount(
    label=_("Stake"),
    help=_("What each pays into the pool, or one unit by place."),
    min=1,
    source="others.md §0",
    when=(when("settlement", Settlement.POOL, Settlement.TIERS),),
)
TIERS: Final = Steps(
    label=_("Units by place"),
    help=_("What second, third, … last place pay the lowest total."),
    source="others.md §0",
    when=(when("settlement", Settlement.TIERS),),
)
CAP: Final = Amount(
    label=_("Cap"),
    help=_("The most one player pays another."),
    min=1,
    source="others.md §0",
    when=(when("settlement", Settlement.DIFFERENCE, Settlement.TIERS),),
)
JOKER_VALUE: Final = Pick(
    label=_("Joker"), help=_("Points of a joker left in hand."), source="others.md §3"
)
ACE_VALUE: Final = Pick(
    label=_("Ace"), help=_("Points of an ace left in hand."), source="others.md §8"
)
NUMBER_CARDS: Final = Pick(
    label=_("Number cards"), help=_("Points of 2 to 10 left in hand."), source="others.md §8"
)
WILD_DEUCES: Final = Flag(
    label=_("Wild deuces"), help=_("Deuces are wild and cost 15."), source="others.md §3"
)
PACKS: Final = Count(
    label=_("Packs"), help=_("Of 52 cards each."), min=2, max=3, source="others.md §3"
)
JOKERS: Final = Count(
    label=_("Jokers"), help=_("In all packs together."), max=12, source="others.md §3"
)


def deals_of(contracts: Sequence[str]) -> Count:
    """The option ``deals``: as many as there are contracts, or the first few of them."""
    return Count(
        label=_("Deals"),
        help=_("How many are played, from the first contract on."),
        min=1,
        max=len(contracts),
        source="others.md §3",
    )


def defaults(given: Told, seats: int, side: int) -> Told:
    packs = given.get("packs", 2 if seats < 5 else 3)
    return {"tiers": tuple(range(1, seats)), "packs": packs, "jokers": packs - 1}


class Terms(Protocol):
    """How many deals there are, and what the lowest total is paid."""

    @property
    def deals(self) -> int: ...

    @property
    def settlement(self) -> Settlement: ...

    @property
    def point_value(self) -> int: ...

    @property
    def stake(self) -> int: ...

    @property
    def tiers(self) -> tuple[int, ...]: ...

    @property
    def cap(self) -> int | None: ...


class Pack(Protocol):
    """What cards count, and which there are."""

    @property
    def joker_value(self) -> JokerValue: ...

    @property
    def ace_value(self) -> AceValue: ...

    @property
    def number_cards(self) -> NumberCards: ...

    @property
    def wild_deuces(self) -> bool: ...

    @property
    def packs(self) -> int: ...

    @property
    def jokers(self) -> int: ...


def check_options(options: Terms, seats: int, side: int) -> None:
    _western.check_tiers(options.tiers, seats)


# Questions -----------------------------------------------------------------------------------


class Result(Word):
    OUT = "out", _("Went out"), _("One player got rid of all his cards.")
    VOID = "void", _("Void"), _("A misdeal; it is dealt again.")


RESULT: Final = Pick(label=_("The deal was"))
WON: Final = Flag(label=_("Went out"), sole=())
POINTS: Final = Points(
    label=_("Points left"), help=_("All cards still in hand."), screen=(when("won", False),)
)
CARDS: Final = Cards(label=_("Cards left"), instead="points", screen=(when("won", False),))


@dataclass(frozen=True, slots=True)
class Held:
    """A question about cards alone."""

    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"))] = None


class Dealt(Protocol):
    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class State:
    dealt: int = 0
    """Deals that count; a void one does not."""


class Progress(Protocol):
    @property
    def dealt(self) -> int: ...


O = TypeVar("O", bound=Terms)  # noqa: E741
D = TypeVar("D", bound=Dealt)
L = TypeVar("L", bound=_western.Reported)
C = TypeVar("C", bound=Pack)
P = TypeVar("P", bound=Progress)
S = TypeVar("S")


# Points --------------------------------------------------------------------------------------

WILD_DEUCE: Final = 15
"""Points."""


def value(pack: Pack) -> _western.Value:
    """What cards left in hand count, in points."""
    values = _western.index_values(int(pack.ace_value.value), int(pack.joker_value.value))
    if pack.number_cards is NumberCards.FIVE:
        values |= {str(number): 5 for number in range(2, 10)}
    if pack.wild_deuces:
        values["2"] = WILD_DEUCE
    return _western.by_rank(values)


def count(pack: Pack, held: Held) -> Told:
    return {"points": value(pack)(hand_of(held))}


def hand_of(held: Held) -> tuple[str, ...]:
    if held.hand is None:
        raise EntryError(_("Which cards are left?"), field="hand")
    return held.hand


def check_lines(lines: Mapping[int, _western.Reported], counts: _western.Value) -> None:
    """C7, C9, C10 and C13: one seat went out, the others say what they hold."""
    winner = _western.check_one_winner(lines)
    for person, line in lines.items():
        if person == winner:
            _western.check_no_leftovers(line, person)
        else:
            _western.check_leftovers(line, person, counts)


def check_deal(pack: Pack, entry: Entry[D, L]) -> None:
    """What every contract game refuses; a void deal is not looked at."""
    if entry.deal.result is Result.VOID:
        return
    lines = dict(enumerate(entry.lines))
    check_lines(lines, value(pack))
    _western.check_cards(lines, stock(pack))


def penalty(line: _western.Reported, counts: _western.Value) -> Score:
    """What a deal adds to a total before any bonus."""
    if line.won:
        return Score(0, _("went out"))
    return Score(_western.count(line, counts), _("cards left"))


# Tapped cards --------------------------------------------------------------------------------


def stock(pack: Pack) -> _western.Stock:
    return _western.Stock(pack.packs, pack.jokers)


def copies(pack: Pack, deal: object, face: str) -> int:
    return stock(pack).copies(face)


def wild(pack: Pack, deal: object) -> frozenset[str]:
    return frozenset(f"2{suit}" for suit in SUITS) if pack.wild_deuces else frozenset()


def lay(game: Game[C, S], entry: Entry[D, L], person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, stock(game.options), None, person)
    return _western.one_by_one(cards, value(game.options))


# From deal to deal ---------------------------------------------------------------------------


def begin(game: Game[O, Any]) -> State:
    return State()


def follow(game: Game[O, State], entry: Entry[D, L], scores: object) -> State:
    return game.state if entry.deal.result is Result.VOID else State(game.state.dealt + 1)


def is_over(game: Game[O, P]) -> bool:
    return game.state.dealt >= game.options.deals


def dealer(game: Game[O, P]) -> int | None:
    """The seats take turns; a void deal is dealt again by the same one."""
    return None if game.over else game.state.dealt % game.seats


def told_by_dealer(game: Game[O, P], person: int, contracts: Sequence[str]) -> tuple[str, ...]:
    """Beside the dealer: which deal he deals, and its contract."""
    if person != dealer(game):
        return ()
    number = game.state.dealt
    said = _("deal {number} of {deals}").format(number=number + 1, deals=game.options.deals)
    return said, contracts[number]


# Money ---------------------------------------------------------------------------------------


def antes(game: Game[O, S]) -> Payments:
    """Before the first deal, where a pool is played for."""
    if game.options.settlement is not Settlement.POOL:
        return ()
    stake = game.options.stake
    return collect(Payment(seat, POT, stake, _("ante")) for seat in range(game.seats))


def settle(game: Game[O, S]) -> Payments:
    """After the last deal the lowest total is paid."""
    options = game.options
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    match options.settlement:
        case Settlement.POOL:
            return pool_taken(game.pot, payouts.by_points(totals)[0])
        case Settlement.TIERS:
            amounts = [units * options.stake for units in options.tiers]
            return payouts.by_place(payouts.by_points(totals), amounts, cap=options.cap)
        case _:
            reason = _("points above the lowest")
            return payouts.low_total(totals, options.point_value, reason, options.cap)


def pool_taken(pot: int, lowest: Sequence[int]) -> Payments:
    reason = _("pot won") if len(lowest) == 1 else _("share of the pot")
    parts = split(pot, len(lowest))
    return collect(
        Payment(POT, seat, part, reason) for seat, part in zip(lowest, parts, strict=True)
    )
