"""The house rules of Rummi: what a table agrees on before the game, and its usual values."""

from dataclasses import dataclass

from scorekeeper.engine.outcomes.payouts import Tie
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.variant import NamedValues
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
    PLAYED = "played", _("Played"), _("Those the player put on the table.")
    LEFT = "left", _("Left"), _("Those left in the player’s hand.")


class Packs(Word):
    TWO = 2, _("2")
    THREE = 3, _("3")


class EndWhen(Word):
    ONE_LEFT = "one_left", _("One can play"), _("The deal ends when one player is left.")
    ALL_OUT = "all_out", _("Nobody can play"), _("The last player plays on alone.")


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount(_("Stake"), 100, _("Money for one unit."), min=1, source="seed")
    tiers: tuple[int, ...] = ask.steps(
        _("What each place pays"),
        (1, 2, 3),
        _("In units, to the first: the second, then the third, … then the last."),
        source="seed",
    )
    hu_units: int = ask.count(
        _("Units for a Hu"),
        4,
        _("What each loser pays; as many as there are players, unless you say so."),
        max=None,
        source="rummi.md §4.2",
    )
    tien_hu_units: int = ask.count(
        _("Units for a Tien Hu"),
        8,
        _("What each loser pays; twice the Hu, unless you say so."),
        max=None,
        source="rummi.md §4.1",
    )
    hu_mode: HuMode = ask.pick(
        _("Losers of a Hu pay"),
        HuMode.FLAT,
        _("All the same, or by place like points, doubled."),
        source="seed",
    )
    first_tien_hu_only: bool = ask.flag(
        _("Only the first Tien Hu is paid"),
        False,
        _("Of two in one deal the one first in turn collects."),
        source="rummi.md §4.1",
    )
    tie: Tie = ask.pick(
        _("Ties"), Tie.SHARE, _("What players pay who have equal points."), source="rummi.md §4.4"
    )
    no_passport: NoPassport = ask.pick(
        _("Without passport"),
        NoPassport.RANK_LAST,
        _("How a player is placed who could not start."),
        source="rummi.md §4.5",
    )
    no_passport_units: int = ask.count(
        _("Units without passport"),
        3,
        _("Paid to each player who had one."),
        max=None,
        source="rummi.md §4.5",
        when=(when("no_passport", NoPassport.FLAT_TO_ALL),),
    )
    foul_units: int = ask.count(
        _("Units for a false claim"),
        4,
        _("Paid to every other player; the deal is void."),
        max=None,
        source="rummi.md §7",
    )
    joker_points: JokerPoints = ask.pick(
        _("Joker left in hand"),
        JokerPoints.NONE,
        _("Points of a joker that was not played."),
        source="rummi.md §2",
    )
    joker_value: int = ask.amount(_("Money for a joker"), 50, _("From each player."), source="seed")
    ace_value: int = ask.amount(_("Money for an ace"), 50, _("From each player."), source="seed")
    pair_multiplier: int = ask.count(
        _("Identical aces count times"),
        2,
        _("Two aces of one suit with one player."),
        min=1,
        max=None,
        source="seed",
    )
    four_suit_aces: FourSuits = ask.pick(
        _("Aces of all four suits"),
        FourSuits.OFF,
        _("What the four together count, if anything special."),
        source="seed",
    )
    adj_basis: Basis = ask.pick(
        _("Jokers and aces that count"),
        Basis.DEALT,
        _("Those dealt, those played, or those left over."),
        source="rummi.md §5",
    )
    no_passport_adjusts: bool = ask.flag(
        _("Jokers and aces count without passport"),
        True,
        _("A player who sits out pays and collects for them too."),
        source="rummi.md §5",
    )
    adj_mult_on_hu: int = ask.count(
        _("Jokers and aces on a Hu, times"),
        1,
        _("Some tables pay them double."),
        min=1,
        max=2,
        source="seed",
    )
    adj_on_tien_hu: bool = ask.flag(
        _("Jokers and aces on a Tien Hu"),
        True,
        _("They are paid for on top of it."),
        source="rummi.md §5",
    )
    cap: int | None = ask.amount(
        _("Cap"),
        None,
        _("The most one player pays another at once, jokers and aces apart."),
        min=1,
        source="rummi.md §4.6",
    )
    passport_jokers: bool = ask.flag(
        _("Jokers in a passport"),
        True,
        _("A passport may hold jokers."),
        source="rummi.md §7",
        counting=True,
    )
    packs: Packs = ask.pick(_("Packs"), Packs.TWO, _("Each pack has four jokers."), source="seed")
    cards_each: int = ask.count(
        _("Cards each"), 20, _("How many cards a player is dealt."), min=10, max=30, source="seed"
    )
    deals: int = ask.question(_western.deals("rummi.md §6"), 0)
    end_when: EndWhen = ask.pick(
        _("A deal ends when"),
        EndWhen.ONE_LEFT,
        _("For the table to remember; the result is the same."),
        source="seed",
        counting=True,
    )

    @property
    def jokers(self) -> int:
        return 4 * int(self.packs.value)

    @property
    def stock(self) -> _western.Stock:
        return _western.Stock(int(self.packs.value), self.jokers)

    @property
    def value(self) -> _western.Value:
        """What cards left in hand count."""
        points = _western.index_values(ace=15, joker=int(self.joker_points.value))
        return _western.by_rank(points)


# Options -------------------------------------------------------------------------------------


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    return {
        "tiers": tuple(range(1, seats)),
        "hu_units": seats,
        "tien_hu_units": 2 * chosen.get("hu_units", seats),
        "packs": Packs.THREE if seats == 5 else Packs.TWO,
        "cards_each": 24 if seats == 3 else 20,
    }
