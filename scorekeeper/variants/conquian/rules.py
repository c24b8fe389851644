"""Rules of Conquian: who wins a deal, what it pays, and what a draw carries to the next."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import PACK, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payments, net
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.questions.reckoning import left_over
from scorekeeper.engine.words import Phrase, _, ngettext
from scorekeeper.variants import _western
from scorekeeper.variants.conquian.questions import (
    Carry,
    Deal,
    Entry,
    Game,
    Line,
    Options,
    Result,
    State,
    StockOut,
)

LEFT_OUT: Final = frozenset(("8", "9", "10"))
FORTY: Final = frozenset(card for card in PACK if rank(card) not in LEFT_OUT)
STOCK: Final = _western.Stock(packs=1, jokers=0)
CARDS_EACH: Final = 10


def winner(entry: Entry) -> int | None:
    """Who went out, or alone holds the fewest cards where that wins."""
    if entry.deal.result is Result.OUT:
        return next(person for person in entry.playing if entry.lines[person].won)
    counts = {p: left for p in entry.playing if (left := entry.lines[p].cards_left) is not None}
    if not counts:
        return None
    fewest, *_others = payouts.by_points(counts)
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
    """By points, the winner scores what the others hold. Stakes are points where no money is played
    for."""
    options, best = game.options, winner(entry)
    if seat in entry.absent:
        return NIL
    if best is None:
        return g.Score(0, entry.deal.result.label)
    if options.for_stakes:
        return g.Score(units(game, entry, seat), stakes_reason(entry, seat))
    points = {p: entry.lines[p].points or 0 for p in entry.playing}
    if seat == best:
        return g.Score(sum(points.values()), _("went out"))
    return g.Score(0, _("count of {count}").format(count=points[seat]))


def stakes_reason(entry: Entry, seat: int) -> Phrase:
    if seat != winner(entry):
        return _("lost")
    return _("went out") if entry.deal.result is Result.OUT else _("fewest cards")


def units(game: Game, entry: Entry, seat: int) -> int:
    """Returns the stakes that a seat wins, negative for what it loses, where no money is played
    for; else 0."""
    if game.options.stake:
        return 0
    return net(pay(replace(game, options=replace(game.options, stake=1, cap=None)), entry), seat)


def pay(game: Game, entry: Entry) -> Payments:
    options, best = game.options, winner(entry)
    if best is None or not options.for_stakes:
        return ()
    due = stakes(game) * options.stake
    return payouts.each_pays_each(entry.playing, [best], due, worth(game), options.cap)


def worth(game: Game) -> Phrase:
    return ngettext("{count} stake", "{count} stakes", stakes(game))


def close(game: Game) -> Payments:
    options = game.options
    if options.for_stakes:
        return ()
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    return payouts.high_total(totals, options.point_value, _("difference at the end"), options.cap)


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry) -> State:
    if entry.deal.result is Result.VOID:
        return game.state
    drawn = winner(entry) is None
    return State(game.state.draws + 1 if drawn else 0, game.state.counted + 1)


def is_over(game: Game) -> bool:
    if game.options.for_stakes:
        return _western.deals_are_played(game)
    return max(game.totals) >= game.options.target


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    """What the next deal is worth, if stakes were carried forward."""
    if game.over or not game.options.for_stakes or stakes(game) == 1:
        return ()
    return (_("for {stakes}").format(stakes=worth(game)),)


def won(game: Game, entry: Entry, points: object) -> tuple[int, ...]:
    best = winner(entry)
    return () if best is None else (best,)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Counts are told only where points are played for."""
    played = entry.deal.result is not Result.VOID
    if game.options.for_stakes:
        return {Fact.REPORTED: int(played)}
    caught = entry.deal.result is Result.OUT and person != winner(entry)
    left = (entry.lines[person].points or 0) if caught else None
    return counted_facts(played=played, left=left)


# What can be reported ------------------------------------------------------------------------


def check_options(options: Options, seats: int) -> None:
    if options.stock_out is StockOut.FEWEST and seats == 2:
        raise EntryError(_("The fewest cards win only with three players."), field="stock_out")


def check(game: Game, entry: Entry) -> None:
    lines = entry.playing_lines
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
        check_forty(line.cards, person)
    _western.check_cards(lines, STOCK, CARDS_EACH)
    for person, line in lines.items():
        if person != winner:
            _western.check_leftovers(line, person, zero=True)


def check_fewest(options: Options, lines: Mapping[int, Line]) -> None:
    if not options.for_stakes or options.stock_out is StockOut.DRAW:
        return
    for person, line in lines.items():
        if line.cards_left is None:
            raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)


# Tapped cards --------------------------------------------------------------------------------


def check_forty(cards: tuple[str, ...] | None, person: int) -> None:
    if any(rank(card) in LEFT_OUT for card in cards or ()):
        raise EntryError(_("There are no eights, nines and tens."), field="cards", seat=person)


def copies(options: Options, deal: Deal, face: str) -> int:
    return int(face in FORTY)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    check_forty(cards, person)
    _western.check_hand(cards, STOCK, CARDS_EACH, person)
    return _western.one_by_one(cards, game.options.value)


reckon: Final = left_over(lay)
