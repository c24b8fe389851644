"""The house rules of Rummi: what a table agrees on before the game, and its usual values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.engine.payouts import Tie
from scorekeeper.engine.questions import Amount, Count, Flag, Pick, Steps, Word, when
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import _
from scorekeeper.variants import _western


class HuMode(Word):
    FLAT = "flat", _("All the same"), _("Every loser pays the same for a Hu.")
    DOUBLE_TIERS = "double_tiers", _("Double tiers"), _("Losers pay twice the tier of their place.")


class NoPassport(Word):
    RANK_LAST = "rank_last", _("Ranked last"), _("Behind everybody who had a passport.")
    TOP_TIER = "top_tier", _("Top tier"), _("Each pays as for the last place.")
    FLAT_TO_ALL = "flat_to_all", _("Pays everybody"), _("A set amount to each who had a passport.")


class JokerPoints(Word):
    NONE = 0, _("0")
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")


class FourSuits(Word):
    OFF = 0, _("Nothing")
    FIVE = 5, _("5 aces")
    TEN = 10, _("10 aces")


class Basis(Word):
    DEALT = "dealt", _("Dealt"), _("The jokers and aces each player was dealt.")
    PLAYED = "played", _("Played"), _("Those he put on the table.")
    LEFT = "left", _("Left"), _("Those left in his hand.")


class Packs(Word):
    TWO = 2, _("2")
    THREE = 3, _("3")


class EndWhen(Word):
    ONE_LEFT = "one_left", _("One can play"), _("The deal ends when one player is left.")
    ALL_OUT = "all_out", _("Nobody can play"), _("The last player plays on alone.")


@dataclass(frozen=True, slots=True)
class Options:
    stake: Annotated[
        int, Amount(label=_("Stake"), help=_("Money for one unit."), min=1, source="seed")
    ] = 100
    tiers: Annotated[
        tuple[int, ...],
        Steps(
            label=_("What each place pays"),
            help=_("In units, to the first: the second, then the third, … then the last."),
            source="seed",
        ),
    ] = (1, 2, 3)
    hu_units: Annotated[
        int,
        Count(
            label=_("Units for a Hu"),
            help=_("What each loser pays; as many as there are players, unless you say so."),
            max=None,
            source="rummi.md §4.2",
        ),
    ] = 4
    tien_hu_units: Annotated[
        int,
        Count(
            label=_("Units for a Tien Hu"),
            help=_("What each loser pays; twice the Hu, unless you say so."),
            max=None,
            source="rummi.md §4.1",
        ),
    ] = 8
    hu_mode: Annotated[
        HuMode,
        Pick(
            label=_("Losers of a Hu pay"),
            help=_("All the same, or by place like points, doubled."),
            source="seed",
        ),
    ] = HuMode.FLAT
    first_tien_hu_only: Annotated[
        bool,
        Flag(
            label=_("Only the first Tien Hu is paid"),
            help=_("Of two in one deal the one first in turn collects."),
            source="rummi.md §4.1",
        ),
    ] = False
    tie: Annotated[
        Tie,
        Pick(
            label=_("Ties"),
            help=_("What players pay who have equal points."),
            source="rummi.md §4.4",
        ),
    ] = Tie.SHARE
    no_passport: Annotated[
        NoPassport,
        Pick(
            label=_("Without passport"),
            help=_("How a player is placed who could not start."),
            source="rummi.md §4.5",
        ),
    ] = NoPassport.RANK_LAST
    no_passport_units: Annotated[
        int,
        Count(
            label=_("Units without passport"),
            help=_("Paid to each player who had one."),
            max=None,
            source="rummi.md §4.5",
            when=(when("no_passport", NoPassport.FLAT_TO_ALL),),
        ),
    ] = 3
    foul_units: Annotated[
        int,
        Count(
            label=_("Units for a false claim"),
            help=_("Paid to every other player; the deal is void."),
            max=None,
            source="rummi.md §7",
        ),
    ] = 4
    joker_points: Annotated[
        JokerPoints,
        Pick(
            label=_("Joker left in hand"),
            help=_("Points of a joker that was not played."),
            source="rummi.md §2",
        ),
    ] = JokerPoints.NONE
    joker_value: Annotated[
        int, Amount(label=_("Money for a joker"), help=_("From each player."), source="seed")
    ] = 50
    ace_value: Annotated[
        int, Amount(label=_("Money for an ace"), help=_("From each player."), source="seed")
    ] = 50
    pair_multiplier: Annotated[
        int,
        Count(
            label=_("Identical aces count times"),
            help=_("Two aces of one suit with one player."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 2
    four_suit_aces: Annotated[
        FourSuits,
        Pick(
            label=_("Aces of all four suits"),
            help=_("What the four together count, if anything special."),
            source="seed",
        ),
    ] = FourSuits.OFF
    adj_basis: Annotated[
        Basis,
        Pick(
            label=_("Jokers and aces that count"),
            help=_("Those dealt, those played, or those left over."),
            source="rummi.md §5",
        ),
    ] = Basis.DEALT
    no_passport_adjusts: Annotated[
        bool,
        Flag(
            label=_("Jokers and aces count without passport"),
            help=_("A player who sits out pays and collects for them too."),
            source="rummi.md §5",
        ),
    ] = True
    adj_mult_on_hu: Annotated[
        int,
        Count(
            label=_("Jokers and aces on a Hu, times"),
            help=_("Some tables pay them double."),
            min=1,
            max=2,
            source="seed",
        ),
    ] = 1
    adj_on_tien_hu: Annotated[
        bool,
        Flag(
            label=_("Jokers and aces on a Tien Hu"),
            help=_("They are paid for on top of it."),
            source="rummi.md §5",
        ),
    ] = True
    cap: Annotated[
        int | None,
        Amount(
            label=_("Cap"),
            help=_("The most one player pays another at once, jokers and aces apart."),
            min=1,
            source="rummi.md §4.6",
        ),
    ] = None
    passport_jokers: Annotated[
        bool,
        Flag(
            label=_("Jokers in a passport"),
            help=_("A passport may hold jokers."),
            source="rummi.md §7",
            counting=True,
        ),
    ] = True
    packs: Annotated[
        Packs, Pick(label=_("Packs"), help=_("Each brings four jokers."), source="seed")
    ] = Packs.TWO
    cards_each: Annotated[
        int,
        Count(
            label=_("Cards each"),
            help=_("How many cards a player is dealt."),
            min=10,
            max=30,
            source="seed",
        ),
    ] = 20
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="rummi.md §6",
        ),
    ] = 0
    end_when: Annotated[
        EndWhen,
        Pick(
            label=_("A deal ends when"),
            help=_("For the table to remember; the money is the same."),
            source="seed",
            counting=True,
        ),
    ] = EndWhen.ONE_LEFT

    @property
    def jokers(self) -> int:
        return 4 * int(self.packs.value)

    @property
    def value(self) -> _western.Value:
        """What cards left in hand count."""
        points = _western.index_values(ace=15, joker=int(self.joker_points.value))
        return _western.by_rank(points)


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    return {
        "tiers": tuple(range(1, seats)),
        "hu_units": seats,
        "tien_hu_units": 2 * given.get("hu_units", seats),
        "packs": Packs.THREE if seats == 5 else Packs.TWO,
        "cards_each": 24 if seats == 3 else 20,
    }


def check_options(options: Options, seats: int) -> None:
    _western.check_tiers(options.tiers, seats)
