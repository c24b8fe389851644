"""Shared by the contract games: a number of deals, the lowest total at the end, and its payment.

One player goes out of each deal, the others add the points of the cards they hold to their penalty.
Whether a player met the contract of the deal makes no difference to their count. A void deal is
dealt again by the same dealer. When the last deal is over the lowest total is paid

* difference: by everybody for each point they have more;
* pool: the pot, into which everybody paid before the first deal;
* tiers: by everybody according to place, as in Rummi with tied places shared.

Several lowest totals share exactly. The contracts, bonuses and usual values of each game stand in
its own module; the Jamaican form of kalookie has options of its own too. Rules: others.md §0 and
§3, NAMES-western.md §7.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from scorekeeper.engine import reasons
from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import NIL, D, Entry, Game, O, Outcome, Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Amount, Count, Pick, Steps, Word, when
from scorekeeper.engine.seats.table_card import Sentences, TableCard, sentences
from scorekeeper.engine.variant import NamedValues, Preset
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._western import CardsLeft, JokerValue

# Reasons --------------------------------------------------------------------------------------

CARDS_LEFT: Final = reason("cards_left", _("cards left"))
POINTS_ABOVE_THE_LOWEST: Final = reason("points_above_the_lowest", _("points above the lowest"))
ANTE: Final = reason("ante", _("ante"))

CONTRACTS: Final = (
    _("two sets"),
    _("a set and a run"),
    _("two runs"),
    _("three sets"),
    _("two sets and a run"),
    _("a set and two runs"),
    _("three runs, no discard"),
)
"""The contracts of most tables."""


# House rules ---------------------------------------------------------------------------------


class Settlement(Word):
    DIFFERENCE = "difference", _("Difference"), _("Each pays for every point above the lowest.")
    POOL = "pool", _("Pool"), _("Everybody pays in before the first deal; the lowest takes it.")
    TIERS = "tiers", _("By place"), _("Each player pays the one with the lowest score, by place.")


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
    label=_("Money per point"),
    help=_("For each point above the lowest total."),
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
    label=_("What each place pays"),
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
NUMBER_CARDS: Final = Pick(
    label=_("Number cards"), help=_("Points of 2 to 10 left in hand."), source="others.md §8"
)


def deals_of(contracts: Sequence[str]) -> Count:
    """Returns the option ``deals``: all contracts, or the first few."""
    return Count(
        label=_("Deals"),
        help=_("How many are played, from the first contract on."),
        min=1,
        max=len(contracts),
        source="others.md §3",
    )


@dataclass(frozen=True, slots=True)
class Options:
    """House rules with the usual values of contract rummy; other games override theirs."""

    deals: int = ask.question(deals_of(CONTRACTS), len(CONTRACTS))
    settlement: Settlement = ask.question(SETTLEMENT, Settlement.DIFFERENCE)
    point_value: int = ask.question(POINT_VALUE, 1)
    stake: int = ask.question(STAKE, 100)
    tiers: tuple[int, ...] = ask.question(TIERS, (1, 2))
    cap: int | None = ask.question(CAP, None)
    joker_value: JokerValue = ask.question(JOKER_VALUE, JokerValue.TWENTY_FIVE)
    ace_value: AceValue = ask.pick(
        _("Ace"), AceValue.FIFTEEN, _("Points of an ace left in hand."), source="others.md §8"
    )
    number_cards: NumberCards = ask.question(NUMBER_CARDS, NumberCards.INDEX)
    wild_deuces: bool = ask.flag(
        _("Wild deuces"), False, _("Deuces are wild and cost 15."), source="others.md §3"
    )
    packs: int = ask.count(
        _("Packs"), 2, _("Of 52 cards each."), min=2, max=3, source="others.md §3"
    )
    jokers: int = ask.count(
        _("Jokers"), 1, _("In all packs together."), max=12, source="others.md §3"
    )


# What is asked after a deal ------------------------------------------------------------------


class Result(Word):
    OUT = "out", _("Went out"), _("One player got rid of all their cards.")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; it is dealt again.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal was"), Result.OUT, void=Result.VOID)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=())
    points: int | None = ask.points(
        _("Points left"), None, _("All cards still in hand."), screen=(when("won", False),)
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, instead="points", screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State:
    dealt: int = 0
    """Deals that count: not void ones."""


# The games -----------------------------------------------------------------------------------

WILD_DEUCE: Final = 15
"""Points."""
AGREE: Final = _("Agree how many: many tables deal 10 each at first, and 12 in later deals.")
POOL: Final = Preset(
    "pool", _("For a pool"), {"settlement": "pool"}, _("The lowest total takes it.")
)
FEATS: Final = (
    caught_together("contract_harvest", 150, "10C"),
    Feat(
        key="contract_hardest",
        name=_("The hardest contract"),
        description=_("Go out of the last deal of the game."),
        face="KC",
        is_earned=lambda hand: hand.has_won and hand.is_last,
    ),
)

L = TypeVar("L", bound=Line)
S = TypeVar("S", bound=State)


GLOSSARY: Final = sentences(
    _glossary.CONTRACT,
    _glossary.GO_OUT,
    _glossary.STAR,
    _glossary.CAP,
    _glossary.VOID,
)
MONEY_GLOSSARY: Final = sentences(_glossary.POOL)
DEUCES: Final = sentences(_glossary.DEUCE, _glossary.WILD)


class Contract(CardsLeft[O, D, L, S]):
    """A contract game. Its options are those above, or methods that ask others are overridden."""

    family = Family.CONTRACT
    seats = range(3, 9)
    feats: Sequence[Feat] = FEATS
    glossary: Sentences = (*GLOSSARY, *DEUCES)
    money_glossary: Sentences = MONEY_GLOSSARY
    contracts: Sequence[Phrase] = CONTRACTS
    """One for each deal."""
    hand_size: int = 0
    """Cards dealt to each; 0 where books differ."""
    may_have_nothing: bool = False
    """Whether the cards of somebody who did not go out may count nothing."""

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        packs = chosen.get("packs", 2 if seats < 5 else 3)
        return {"tiers": tuple(range(1, seats)), "packs": packs, "jokers": packs - 1}

    def check_options(self, options: O, seats: int) -> None:
        _western.check_tiers(options, seats)

    def table_card(self, options: Any, persons: int) -> TableCard:
        card = _western.table_card(options.packs, options.jokers, self.hand_size)
        dealt = card.dealt if self.hand_size else (*card.dealt, AGREE)
        return replace(card, dealt=dealt, before=(_("The dealer names the contract of the deal."),))

    # Cards ----------------------------------------------------------------------------------

    def stock(self, options: Any, deal: D) -> Stock:
        deuces = frozenset(f"2{suit}" for suit in SUITS) if options.wild_deuces else frozenset()
        return Stock(options.packs, options.jokers, deuces)

    def value(self, game: Game[Any, S]) -> _western.Value:
        options = game.options
        values = _western.index_values(int(options.ace_value.value), int(options.joker_value.value))
        if options.number_cards is NumberCards.FIVE:
            values |= {str(number): 5 for number in range(2, 10)}
        if options.wild_deuces:
            values["2"] = WILD_DEUCE
        return _western.by_rank(values)

    # Deals ----------------------------------------------------------------------------------

    def lines(self, game: Game[O, S], entry: Entry[D, L]) -> Mapping[int, L]:
        """Returns the lines of those who play this deal, by seat."""
        return dict(enumerate(entry.lines))

    def check(self, game: Game[O, S], entry: Entry[D, L]) -> None:
        """C7, C9 to C12: checks that one seat went out, and the others have points or cards."""
        if entry.is_void:
            return
        lines = self.lines(game, entry)
        winner = _western.check_one_winner(lines)
        for person, line in lines.items():
            if person == winner:
                _western.check_no_leftovers(line, person)
            else:
                _western.check_leftovers(line, person, zero=self.may_have_nothing)
        self.check_cards(game, entry, lines)

    def outcome(self, game: Game[O, S], entry: Entry[D, L]) -> Outcome:
        """Scores what the deal adds to each total; nothing if it is void."""
        lines = {} if entry.is_void else self.lines(game, entry)
        scores = (
            self.score_seat(game, entry, seat) if seat in lines else NIL
            for seat in range(game.seats)
        )
        return Outcome(tuple(scores))

    def score_seat(self, game: Game[O, S], entry: Entry[D, L], seat: int) -> Score:
        """Returns what a deal that counts adds to this total."""
        if entry.lines[seat].won:
            return Score(0, reasons.WENT_OUT)
        return Score(self.card_points(game, entry, seat), CARDS_LEFT)

    def card_points(self, game: Game[O, S], entry: Entry[D, L], seat: int) -> int:
        """Returns the points that the cards held add to the seat's penalty."""
        return entry.lines[seat].points or 0

    def follow(self, game: Game[O, S], entry: Entry[D, L], outcome: Outcome) -> S:
        if not outcome.is_played:
            return game.state
        return replace(game.state, dealt=game.state.dealt + 1)

    def ends(self, options: Any) -> Ending:
        return Ending(lambda game: bool(game.state.dealt >= options.deals))

    def low_wins(self, options: O) -> bool:
        return True

    def facts(self, game: Game[O, S], entry: Entry[D, L], outcome: Outcome, person: int) -> Facts:
        """Records the points in hand of losers."""
        caught = outcome.is_played and not entry.lines[person].won
        left = self.card_points(game, entry, person) if caught else None
        return counted_facts(played=outcome.is_played, left=left)

    # Money ----------------------------------------------------------------------------------

    def settlement(self, options: Any) -> Settlement | None:
        """Returns how the game is settled at its end; None: nothing is paid then."""
        settlement: Settlement = options.settlement
        return settlement

    def opening(self, game: Game[Any, S]) -> Payments:
        """Pays into the pool before the first deal, where there is one."""
        if self.settlement(game.options) is not Settlement.POOL:
            return ()
        stake = game.options.stake
        return collect(Payment(seat, POT, stake, ANTE) for seat in range(game.seats))

    def close(self, game: Game[Any, S]) -> Payments:
        """Pays the lowest total after the last deal."""
        options = game.options
        totals = {seat: int(total) for seat, total in enumerate(game.totals)}
        match self.settlement(options):
            case None:
                return ()
            case Settlement.POOL:
                lowest = payouts.by_points(totals)[0]
                reason = reasons.POT_WON if len(lowest) == 1 else reasons.SHARE_OF_THE_POT
                return collect(payouts.shared(POT, lowest, game.pot, reason))
            case Settlement.TIERS:
                amounts = [units * options.stake for units in options.tiers]
                return payouts.by_place(payouts.by_points(totals), amounts, cap=options.cap)
            case _:
                reason = POINTS_ABOVE_THE_LOWEST
                return payouts.low_total(totals, options.point_value, reason, options.cap)

    # The scoreboard -------------------------------------------------------------------------

    def dealer(self, game: Game[O, S]) -> int | None:
        """Returns the next dealer: seats take turns; a void deal is dealt again by the same."""
        return None if game.over else (game.begun_by(0) + game.state.dealt) % game.seats

    def notes(self, game: Game[Any, S], person: int) -> tuple[Phrase, ...]:
        """Returns the number and contract of the deal as notes beside the dealer."""
        if person != self.dealer(game):
            return ()
        number = game.state.dealt
        position = _("deal {number} of {deals}").format(number=number + 1, deals=game.options.deals)
        return position, self.contracts[number]

    def notes_for_all(self, options: O) -> bool:
        return True
