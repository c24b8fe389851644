"""Deals rummy: an agreed number of deals, then the first takes the pot.

Everybody pays the fee into the pot and starts with 80 chips for every deal. In each deal the losers
pay the winner chips: the count of their cards up to the full count, or what a drop or a wrong show
costs. In a deal of two nobody can drop. Whoever has the most chips after the last deal takes the
pot. If several have the most, they alone play extra deals until one of them is in front.

Two other ways of keeping score:

* lowest points: losers write down what they would pay, and the lowest total takes the pot;
* chips for cash: no fee and no pot; every chip won is paid in money at once, so no tie is broken.

A void deal is played again by the same dealer and does not count.

Where the rules are silent: the fees are paid with the first deal, even a void one, and only those
who play an extra deal take turns at dealing it.

Sources: jungleerummy.com/deals-rummy and the rules of KhelPlay for the extra deal,
playship.com/how-to-play/deals-rummy and blogger.deccanrummy.com/p/deals-rummy-rules.html for the
chips and drops, classicrummy.com for the lowest points; card rules: pagat.com, "Indian Rummy
(Paplu)".
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.variant import Limits, Preset
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _glossary
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import DROPS, Deal, Finish, JokerTurned, LifeRule, Line, Tanala
from scorekeeper.variants._one_winner import Ledger
from scorekeeper.variants._thirteen_cards import ThirteenCards


class Deals(Word):
    TWO = 2, "2"
    THREE = 3, "3"
    SIX = 6, "6"


class Mode(Word):
    CHIPS = "chips", _("Chips"), _("The most chips take the pot.")
    CASH_CHIPS = "cash_chips", _("Chips for cash"), _("Every chip is paid in money; no pot.")
    LOWEST_POINTS = "lowest_points", _("Lowest points"), _("The lowest total takes the pot.")


CHIPS_PER_DEAL = 80


@dataclass(frozen=True, slots=True)
class Options:
    deals: Deals = ask.pick(
        _("Deals"), Deals.TWO, _("How many are played, ties apart."), source="indian_rummy.md §6.3"
    )
    mode: Mode = ask.pick(
        _("Played for"),
        Mode.CHIPS,
        _("How the winner is decided and what they get."),
        source="indian_rummy.md §6.3",
    )
    fee: int = ask.amount(
        _("Entry fee"),
        10_000,
        _("Into the pot, once."),
        source="indian_rummy.md §6.3",
        when=(unless("mode", Mode.CASH_CHIPS),),
    )
    point_value: int = ask.amount(
        _("Money per chip"),
        100,
        _("What one chip is worth."),
        source="indian_rummy.md §6.3",
        when=(when("mode", Mode.CASH_CHIPS),),
    )
    first_drop: int = ask.question(indian.first_drop("indian_rummy.md §6.3", most=80), 20)
    middle_drop: int = ask.question(indian.middle_drop("indian_rummy.md §6.3", most=80), 40)
    wrong_show: int = ask.question(indian.wrong_show("indian_rummy.md §6.3", most=80), 80)
    cap: int = ask.question(indian.full_count("indian_rummy.md §6.3", most=80), 80)
    printed_joker_turned: JokerTurned = ask.question(indian.JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(indian.DECKS, 2)
    tanala: Tanala = ask.question(indian.AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(indian.LIFE_RULE, LifeRule.FIRST_LIFE)

    @property
    def number(self) -> int:
        """The number of deals, without those that break ties."""
        return int(self.deals.value)

    @property
    def start(self) -> int:
        """Chips everybody starts with."""
        return 0 if self.mode is Mode.LOWEST_POINTS else CHIPS_PER_DEAL * self.number


@dataclass(frozen=True, slots=True)
class State:
    played: int = 0
    """Deals that count, including extra ones."""
    dealer: int = 0


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def all_dealt(game: Game) -> bool:
    return game.state.played >= game.options.number


def in_front(game: Game) -> list[int]:
    best = min(game.totals) if game.options.mode is Mode.LOWEST_POINTS else max(game.totals)
    return [seat for seat, total in enumerate(game.totals) if total == best]


def in_deal(game: Game) -> list[int]:
    """Returns everybody; in an extra deal those tied for first place."""
    return in_front(game) if all_dealt(game) else list(range(game.seats))


def dealing(game: Game) -> int:
    """Returns who deals: the next in order of play who plays this deal."""
    playing = in_deal(game)
    return next(seat for seat in game.round_from(game.state.dealer) if seat in playing)


class DealsRummy(ThirteenCards[Options, Deal, Line, State]):
    key, name = "deals_rummy", "Deals Rummy"
    summary = _("An agreed number of deals for chips; who has the most takes the pot.")
    also = f"Best of two, Best of three, डील रमी, డీల్స్ రమ్మీ, டீல் ரம்மி, {indian.RUMMY}"
    known = {"IN": 7, "LK": 7, "BD": 7, "PK": 7, "NP": 4}
    seats = range(2, 7)
    options, deal, line, state = Options, Deal, Line, State
    money_glossary = (_glossary.POT,)
    presets = (
        Preset("2", _("Two deals"), {"deals": 2}, _("With 160 chips each.")),
        Preset("3", _("Three deals"), {"deals": 3}, _("With 240 chips each.")),
        Preset("6", _("Six deals"), {"deals": 6}, _("With 480 chips each.")),
        Preset(
            "best-of-3",
            _("Best of three"),
            {"deals": 3, "mode": "lowest_points"},
            _("The lowest total of points takes the pot."),
        ),
        Preset(
            "cash",
            _("Chips for cash"),
            {"mode": "cash_chips"},
            _("Every chip is paid in money; no pot."),
        ),
    )

    # Who plays ------------------------------------------------------------------------------

    def asks(self, game: Game, person: int) -> frozenset[str] | None:
        return None if person in in_deal(game) else frozenset()

    def lines_of(self, game: Game, entry: Entry) -> dict[int, Line]:
        return {seat: entry.lines[seat] for seat in in_deal(game)}

    def limits(self, game: Game, name: str) -> Limits:
        if name == "finish" and len(in_deal(game)) == 2:
            return Limits(offered=(Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW))
        return super().limits(game, name)

    # What is refused ------------------------------------------------------------------------

    def inspect(self, game: Game, entry: Entry) -> None:
        lines = self.lines_of(game, entry)
        for seat, line in enumerate(entry.lines):
            if seat not in lines and line != Line():
                raise EntryError(_("Only those who are tied play an extra deal."), seat=seat)
        super().inspect(game, entry)

    def check(self, game: Game, entry: Entry) -> None:
        lines = self.lines_of(game, entry)
        for seat, line in lines.items():
            if len(lines) == 2 and line.finish in DROPS:
                raise EntryError(_("Nobody can drop in a deal of two."), field="finish", seat=seat)
        super().check(game, entry)

    # From deal to deal ----------------------------------------------------------------------

    def ledger(self, options: Options) -> Ledger:
        return Ledger.LOSERS_PAY if options.mode is Mode.LOWEST_POINTS else Ledger.ZERO_SUM

    def begin(self, game: Game) -> State:
        return State(dealer=game.begun_by(0))

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Pays the fees with the first entry; with chips for cash, the chips."""
        rests = {*range(game.seats)}.difference(in_deal(game))
        outcome = replace(super().outcome(game, entry), rests=rests)
        if game.options.mode is Mode.CASH_CHIPS:
            return outcome
        entering = range(game.seats) if game.number == 0 else ()
        fees = (Payment(seat, POT, game.options.fee, reasons.ENTRY_FEE) for seat in entering)
        return replace(outcome, payments=collect(fees))

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        if not outcome.is_played:
            return game.state
        return State(game.state.played + 1, (entry.dealt_by(dealing(game)) + 1) % game.seats)

    def ends(self, options: Options) -> Ending:
        """Ends after the deals, and those that break a tie for the pot."""
        paid = options.mode is Mode.CASH_CHIPS
        return Ending(lambda game: all_dealt(game) and (paid or len(in_front(game)) == 1))

    def close(self, game: Game) -> Payments:
        if game.options.mode is Mode.CASH_CHIPS:
            return ()
        [first] = in_front(game)
        return collect([Payment(POT, first, game.pot, reasons.POT_WON)])

    # On the board ---------------------------------------------------------------------------

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        if game.over or not all_dealt(game):
            return ()
        return (_("plays an extra deal"),) if person in in_front(game) else (_("not tied"),)

    def dealer(self, game: Game) -> int | None:
        return None if game.over else dealing(game)

    def totals(self, game: Game) -> tuple[float, ...]:
        return tuple(game.options.start + total for total in game.totals)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Omits drops between two players, who cannot drop."""
        recorded = super().facts(game, entry, outcome, person)
        drops = {Fact.FIRST_DROP, Fact.MIDDLE_DROP, Fact.DROP_POINTS} if game.seats == 2 else ()
        return {name: value for name, value in recorded.items() if name not in drops}


variant = DealsRummy()
