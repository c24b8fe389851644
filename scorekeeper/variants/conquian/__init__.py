"""Conquian: forty cards, no eights, nines and tens; who first has eleven on the table wins.

Each loser pays the winner the stake. A drawn deal, where the stock ran out, is carried forward: the
next winner gets one stake more for every draw before it, or twice as much, or nothing more. Three
players may agree that nobody has to go out: then whoever holds the fewest cards wins a drawn deal
as if he had, and only equal fewest make it a draw.

By points, the winner scores the cards in the losers' hands instead; the first to reach the target
collects the difference to his total from each of the others. Draws carry nothing then.

Drawn deals count towards the deals agreed on, void ones do not. A loser may have no card left,
because eleven cards are melded and ten are dealt.

Where the rules are silent: the deal goes round the table, also after a draw.

Sources: rummy-games.com/rules/conquian.html; the Caesars Club sheet at docslib.org;
gamevelvet.com/conquian-online/rules for three players. The carried stake and the second scale of
card values come from pages that quote no source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.cards import PACK, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payments
from scorekeeper.engine.questions import Amount, Cards, Count, Flag, Pick, Points, Word, when
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _, plural
from scorekeeper.variants import _western


class Result(Word):
    OUT = "out", _("Out"), _("Somebody has eleven cards on the table.")
    DRAW = "draw", _("Draw"), _("The stock ran out.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("Stakes"), _("Each loser pays the winner the stake.")
    POINTS = "points", _("Points"), _("The winner scores the losers' cards.")


class Carry(Word):
    ADD = "add", _("One stake more"), _("For every draw before.")
    DOUBLE = "double", _("Twice as much"), _("For every draw before.")
    NONE = "none", _("Nothing"), _("A draw is forgotten.")


class StockOut(Word):
    DRAW = "draw", _("A draw"), _("Nobody wins.")
    FEWEST = "fewest", _("Fewest cards win"), _("Only equal fewest are a draw.")


class CardValues(Word):
    ACE_15 = "ace_15", _("Ace 15, court 10"), _("The others count their number.")
    INDEX = "index", _("Ace 1, jack 10, queen 11, king 12"), _("The others count their number.")


VALUES: Final = {
    CardValues.ACE_15: _western.index_values(ace=15, joker=0),
    CardValues.INDEX: _western.index_values(ace=1, joker=0) | {"Q": 11, "K": 12},
}
LEFT_OUT: Final = frozenset(("8", "9", "10"))
FORTY: Final = frozenset(card for card in PACK if rank(card) not in LEFT_OUT)
STOCK: Final = _western.Stock(packs=1, jokers=0)
CARDS_EACH: Final = 10


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Annotated[
        Settlement,
        Pick(
            label=_("Played for"),
            help=_("A stake every deal, or a score to a target."),
            source="others.md §1",
        ),
    ] = Settlement.FLAT
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("What each loser pays."),
            min=1,
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = 100
    carry: Annotated[
        Carry,
        Pick(
            label=_("A draw adds"),
            help=_("What it makes the next deal worth."),
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = Carry.ADD
    stock_out: Annotated[
        StockOut,
        Pick(
            label=_("The stock runs out"),
            help=_("Three players may let the fewest cards win."),
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = StockOut.DRAW
    card_values: Annotated[
        CardValues,
        Pick(
            label=_("Cards count"),
            help=_("Points of the cards in a loser's hand."),
            source="others.md §1",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = CardValues.ACE_15
    point_value: Annotated[
        int,
        Amount(
            label=_("Point value"),
            help=_("Money per point of the difference."),
            source="NAMES-western.md §5",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = 1
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Who reaches this total ends the game."),
            min=1,
            source="others.md §1",
            when=(when("settlement", Settlement.POINTS),),
        ),
    ] = 100
    cap: _western.CAP = None
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="others.md §1",
            when=(when("settlement", Settlement.FLAT),),
        ),
    ] = 0

    @property
    def for_stakes(self) -> bool:
        return self.settlement is Settlement.FLAT

    @property
    def value(self) -> _western.Value:
        return _western.by_rank(VALUES[self.card_values])


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.OUT


OUT = when("deal.result", Result.OUT)
LOSES = (OUT, when("options.settlement", Settlement.POINTS))
HOLDS = (
    when("deal.result", Result.DRAW),
    when("options.settlement", Settlement.FLAT),
    when("options.stock_out", StockOut.FEWEST),
)


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[bool, Flag(label=_("Won"), sole=(OUT,), screen=(OUT,))] = False
    cards_left: Annotated[
        int | None,
        Points(label=_("Cards left"), help=_("How many are still in hand."), when=HOLDS),
    ] = None
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            when=LOSES,
            screen=(when("won", False),),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Cards in hand"),
            instead="points",
            when=LOSES,
            screen=(when("won", False),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Held:
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"), joker=False)] = None


@dataclass(frozen=True, slots=True)
class State:
    draws: int = 0
    """Drawn deals since somebody won."""
    counted: int = 0
    """Deals that count for the end of the game."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def check_options(options: Options, seats: int, side: int) -> None:
    if options.stock_out is StockOut.FEWEST and seats == 2:
        raise EntryError(_("The fewest cards win only with three players."), field="stock_out")


# What can be reported ------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    lines = {person: entry.lines[person] for person in entry.playing}
    match entry.deal.result:
        case Result.OUT:
            check_out(game.options, lines, _western.check_one_winner(lines))
        case Result.DRAW:
            _western.check_nobody_won(lines)
            check_fewest(game.options, lines)


def check_out(options: Options, lines: Mapping[int, Line], winner: int) -> None:
    """By points, the losers say what they hold, and it may be nothing."""
    if options.for_stakes:
        return
    _western.check_no_leftovers(lines[winner], winner)
    for person, line in lines.items():
        check_forty(line.cards, "cards", person)
    _western.check_cards(lines, STOCK, CARDS_EACH)
    for person, line in lines.items():
        if person != winner:
            _western.check_leftovers(line, person, options.value, zero=True)


def check_forty(cards: tuple[str, ...] | None, field: str, person: int | None = None) -> None:
    if any(rank(card) in LEFT_OUT for card in cards or ()):
        raise EntryError(_("There are no eights, nines and tens."), field=field, seat=person)


def check_fewest(options: Options, lines: Mapping[int, Line]) -> None:
    if not options.for_stakes or options.stock_out is StockOut.DRAW:
        return
    for person, line in lines.items():
        if line.cards_left is None:
            raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)


# Points and money ----------------------------------------------------------------------------


def winner(options: Options, entry: Entry) -> int | None:
    """Who went out, or alone holds the fewest cards where that wins."""
    if entry.deal.result is Result.OUT:
        return next(person for person in entry.playing if entry.lines[person].won)
    held = {p: left for p in entry.playing if (left := entry.lines[p].cards_left) is not None}
    if not held:
        return None
    fewest, *_others = payouts.by_points(held)
    return fewest[0] if len(fewest) == 1 else None


def stakes(game: Game) -> int:
    """How many stakes each loser pays now, with those carried forward."""
    match game.options.carry:
        case Carry.ADD:
            return 1 + game.state.draws
        case Carry.DOUBLE:
            return 1 << game.state.draws
        case _:
            return 1


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_seat(game, entry, seat) for seat in range(game.seats))


def score_seat(game: Game, entry: Entry, seat: int) -> g.Score:
    """By points, the winner scores what the others hold; stakes are not written down."""
    options, best = game.options, winner(game.options, entry)
    if seat in entry.absent:
        return NIL
    if best is None:
        return g.Score(0, entry.deal.result.label)
    held = {p: _western.count(entry.lines[p], options.value) for p in entry.playing}
    if seat == best:
        went_out = entry.deal.result is Result.OUT
        return g.Score(sum(held.values()), _("went out") if went_out else _("fewest cards"))
    if options.for_stakes:
        return g.Score(0, _("lost"))
    return g.Score(0, _("count of {count}").format(count=held[seat]))


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    options, best = game.options, winner(game.options, entry)
    if best is None or not options.for_stakes:
        return ()
    owed = dict.fromkeys(entry.playing, stakes(game) * options.stake)
    return payouts.winner_takes(best, owed, worth(game), options.cap)


def worth(game: Game) -> str:
    return plural(stakes(game), "stake", "stakes")


def close(game: Game) -> Payments:
    options = game.options
    if options.for_stakes:
        return ()
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    return payouts.high_total(totals, options.point_value, _("difference at the end"), options.cap)


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    if entry.deal.result is Result.VOID:
        return game.state
    drawn = winner(game.options, entry) is None
    return State(game.state.draws + 1 if drawn else 0, game.state.counted + 1)


def is_over(game: Game) -> bool:
    if game.options.for_stakes:
        return 0 < game.options.deals <= game.state.counted
    return max(game.totals) >= game.options.target


def notes(game: Game, person: int) -> tuple[str, ...]:
    """What the next deal is worth, if stakes were carried forward."""
    if game.over or not game.options.for_stakes or stakes(game) == 1:
        return ()
    return (_("for {stakes}").format(stakes=worth(game)),)


def won(game: Game, entry: Entry, points: object) -> tuple[int, ...]:
    best = winner(game.options, entry)
    return () if best is None else (best,)


def copies(options: Options, deal: Deal, face: str) -> int:
    return int(face in FORTY)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    check_forty(cards, "cards", person)
    _western.check_hand(cards, STOCK, CARDS_EACH, person)
    return _western.one_by_one(cards, game.options.value)


def counted(options: Options, held: Held) -> Told:
    if held.hand is None:
        raise EntryError(_("Which cards?"), field="hand")
    check_forty(held.hand, "hand")
    return {"points": options.value(held.hand)}


variant = Variant(
    key="conquian",
    name="Conquian",
    summary=_("Eleven cards on the table win; a drawn deal raises the next stake."),
    seats=range(2, 4),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    close=close,
    is_over=is_over,
    begin=lambda game: State(),
    follow=follow,
    check_options=check_options,
    presets=(
        Preset("stakes", _("For stakes"), {}, _("A draw is carried forward to the next deal.")),
        Preset(
            "double",
            _("Draws double"),
            {"carry": "double"},
            _("Every draw doubles what the next deal is worth."),
        ),
        Preset(
            "to-100",
            _("To 100 points"),
            {"settlement": "points"},
            _("The winner scores the losers' cards."),
        ),
    ),
    void=lambda deal: deal.result is Result.VOID,
    absences=True,
    open_table=lambda options: options.for_stakes,
    notes=notes,
    won=won,
    keeps_score=lambda game: not game.options.for_stakes,
    copies=copies,
    lay=lay,
    held=Held,
    count=counted,
)
