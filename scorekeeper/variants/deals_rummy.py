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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _thirteen_old
from scorekeeper.variants._groups import Asking, Board, Money, Shows, Variant, built
from scorekeeper.variants._indian import checks, finishes, questions
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.feats import FEATS
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import (
    AUTO_TANALA,
    DECKS,
    JOKER_TURNED,
    LIFE_RULE,
    Deal,
    JokerTurned,
    LifeRule,
    Line,
    Outcome,
    Tanala,
    is_void,
)
from scorekeeper.variants._indian.table import thirteen


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
    first_drop: int = ask.question(questions.first_drop("indian_rummy.md §6.3", most=80), 20)
    middle_drop: int = ask.question(questions.middle_drop("indian_rummy.md §6.3", most=80), 40)
    wrong_show: int = ask.question(questions.wrong_show("indian_rummy.md §6.3", most=80), 80)
    cap: int = ask.question(questions.full_count("indian_rummy.md §6.3", most=80), 80)
    printed_joker_turned: JokerTurned = ask.question(JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(DECKS, 2)
    tanala: Tanala = ask.question(AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(LIFE_RULE, LifeRule.FIRST_LIFE)

    @property
    def number(self) -> int:
        """How many deals are played, ties apart."""
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


# Who plays -----------------------------------------------------------------------------------


def all_dealt(game: Game) -> bool:
    return game.state.played >= game.options.number


def in_deal(game: Game) -> list[int]:
    """Returns everybody; in an extra deal those tied for first place."""
    return in_front(game) if all_dealt(game) else list(range(game.seats))


def in_front(game: Game) -> list[int]:
    best = min(game.totals) if game.options.mode is Mode.LOWEST_POINTS else max(game.totals)
    return [seat for seat, total in enumerate(game.totals) if total == best]


def asks(game: Game, person: int) -> frozenset[str] | None:
    return None if person in in_deal(game) else frozenset()


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name == "finish" and len(in_deal(game)) == 2:
        return (Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
    return None


def lines_of(game: Game, entry: Entry) -> dict[int, Line]:
    """Returns the lines of those who play this deal."""
    return {seat: entry.lines[seat] for seat in in_deal(game)}


# What is refused -----------------------------------------------------------------------------


def refuse(game: Game, entry: Entry) -> None:
    """Refuses lines of seats that do not play, and faults in how the hand ended."""
    lines = lines_of(game, entry)
    for seat, line in enumerate(entry.lines):
        if seat not in lines and line != Line():
            raise EntryError(_("Only those who are tied play an extra deal."), seat=seat)
    checks.refuse(entry.deal.outcome, lines)


def check(game: Game, entry: Entry) -> None:
    lines = lines_of(game, entry)
    check_drops(lines)
    if entry.deal.outcome is Outcome.VOID:
        checks.check_void(lines)
    else:
        checks.check_hand(lines, entry.deal.turned, game.options.decks)


def check_drops(lines: dict[int, Line]) -> None:
    for seat, line in lines.items():
        if len(lines) == 2 and line.finish in (Finish.FIRST_DROP, Finish.MIDDLE_DROP):
            raise EntryError(_("Nobody can drop in a deal of two."), field="finish", seat=seat)


# Points --------------------------------------------------------------------------------------


def debts(game: Game, entry: Entry) -> dict[int, tuple[int, Phrase]]:
    """Returns the points of each loser with the reason; empty for a void deal."""
    owed = partial(_thirteen_old.owed, game.options)
    return costs.dues(entry.deal.outcome, lines_of(game, entry), owed)


def score(game: Game, entry: Entry) -> g.Scores:
    lost, gained = (1, 0) if game.options.mode is Mode.LOWEST_POINTS else (-1, 1)
    due, lines = debts(game, entry), lines_of(game, entry)
    return costs.scores(due, lines, game.seats, lost=lost, gained=gained)


# From deal to deal ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry) -> State:
    if entry.deal.outcome is Outcome.VOID:
        return game.state
    return State(game.state.played + 1, (entry.dealt_by(dealing(game)) + 1) % game.seats)


def dealing(game: Game) -> int:
    """Returns who deals: the next in order of play who plays this deal."""
    playing = in_deal(game)
    return next(seat for seat in game.round_from(game.state.dealer) if seat in playing)


def is_over(game: Game) -> bool:
    return all_dealt(game) and (game.options.mode is Mode.CASH_CHIPS or len(in_front(game)) == 1)


# Money ---------------------------------------------------------------------------------------


def pay(game: Game, entry: Entry) -> Payments:
    """Pays the fees with the first entry; with chips for cash, the chips."""
    options = game.options
    if options.mode is Mode.CASH_CHIPS:
        lines = lines_of(game, entry)
        return collect(
            Payment(seat, finishes.winner(lines), chips * options.point_value, words)
            for seat, (chips, words) in debts(game, entry).items()
        )
    entering = range(game.seats) if game.number == 0 else ()
    return collect(Payment(seat, POT, options.fee, _("entry fee")) for seat in entering)


def close(game: Game) -> Payments:
    if game.options.mode is Mode.CASH_CHIPS:
        return ()
    [first] = in_front(game)
    return collect([Payment(POT, first, game.pot, _("pot won"))])


# On the board --------------------------------------------------------------------------------


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if game.over or not all_dealt(game):
        return ()
    return (_("plays an extra deal"),) if person in in_front(game) else (_("not tied"),)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Omits drops between two players, who cannot drop."""
    void = entry.deal.outcome is Outcome.VOID
    recorded = _thirteen_old.line_facts(game.options, Line() if void else entry.lines[person])
    drops = {Fact.FIRST_DROP, Fact.MIDDLE_DROP, Fact.DROP_POINTS} if game.seats == 2 else ()
    return {name: value for name, value in recorded.items() if name not in drops}


variant = built(
    Variant(
        key="deals_rummy",
        name="Deals Rummy",
        summary=_("An agreed number of deals for chips; who has the most takes the pot."),
        seats=range(2, 7),
        family=Family.INDIAN,
        table_card=lambda options, persons: thirteen(options.decks),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(asks=asks, offers=offers, caps=costs.caps, strict=True, inspect=refuse),
        check_options=checks.check_decks,
        presets=(
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
        ),
        check=check,
        score=score,
        money=Money(pay=pay, close=close),
        begin=lambda game: State(dealer=game.begun_by(0)),
        follow=follow,
        is_over=is_over,
        board=Board(
            notes=notes,
            dealer=lambda game: None if game.over else dealing(game),
            totals=lambda game: tuple(game.options.start + total for total in game.totals),
            facts=facts,
            feats=FEATS,
            rests=lambda game, entry: {*range(game.seats)}.difference(in_deal(game)),
            unplayed=is_void,
            low_wins=lambda options: options.mode is Mode.LOWEST_POINTS,
        ),
        cards=_thirteen_old.TAPPED,
        shows=Shows(_thirteen_old.SHOWS, _thirteen_old.judge_show),
    )
)
