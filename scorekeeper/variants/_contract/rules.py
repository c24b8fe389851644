"""Rules of a contract game: cards, checks, points, dealer, facts, money.

What takes any game serves the Jamaican form of kalookie too, which has options of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.game import NIL, Entry, Game, Score, Scores
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants._contract.options import NumberCards, Options, Settlement
from scorekeeper.variants._contract.questions import D, L, O, Result, State

WILD_DEUCE: Final = 15
"""Points."""


# Cards ---------------------------------------------------------------------------------------


def value(options: Options) -> _western.Value:
    """Returns the points of cards left in hand."""
    values = _western.index_values(int(options.ace_value.value), int(options.joker_value.value))
    if options.number_cards is NumberCards.FIVE:
        values |= {str(number): 5 for number in range(2, 10)}
    if options.wild_deuces:
        values["2"] = WILD_DEUCE
    return _western.by_rank(values)


def stock(options: Options) -> _western.Stock:
    return _western.Stock(options.packs, options.jokers)


def wild(options: Options, deal: object) -> frozenset[str]:
    return frozenset(f"2{suit}" for suit in SUITS) if options.wild_deuces else frozenset()


# Deals ---------------------------------------------------------------------------------------


def check_lines(lines: Mapping[int, _western.Reported]) -> None:
    """C7, C9 and C10: checks that one seat went out, and the others have points or cards."""
    winner = _western.check_one_winner(lines)
    for person, line in lines.items():
        if person == winner:
            _western.check_no_leftovers(line, person)
        else:
            _western.check_leftovers(line, person)


def check(game: Game[O, State], entry: Entry[D, L]) -> None:
    """Checks an entry; a void deal is not looked at."""
    if entry.deal.result is Result.VOID:
        return
    lines = dict(enumerate(entry.lines))
    check_lines(lines)
    _western.check_cards(lines, stock(game.options))


def score(game: Game[O, State], entry: Entry[D, L]) -> Scores:
    """Scores a game without a bonus."""
    return scored(entry, penalty)


def scored(entry: Entry[D, L], score_line: Callable[[L], Score]) -> Scores:
    """Returns what each line adds to a total; nothing in a void deal."""
    is_void = entry.deal.result is Result.VOID
    return tuple(NIL if is_void else score_line(line) for line in entry.lines)


def penalty(line: _western.Reported) -> Score:
    """Returns what a line adds to a total before any bonus."""
    if line.won:
        return Score(0, _("went out"))
    return Score(line.points or 0, _("cards left"))


def follow(game: Game[O, State], entry: Entry[D, L]) -> State:
    return game.state if entry.deal.result is Result.VOID else State(game.state.dealt + 1)


def is_over(game: Game[Any, Any]) -> bool:
    return bool(game.state.dealt >= game.options.deals)


def dealer(game: Game[Any, Any]) -> int | None:
    """Returns the next dealer: seats take turns; a void deal is dealt again by the same seat."""
    return None if game.over else (game.begun_by(0) + game.state.dealt) % game.seats


def dealer_notes(
    game: Game[Any, Any], person: int, contracts: Sequence[Phrase]
) -> tuple[Phrase, ...]:
    """Returns the number and contract of the deal as notes beside the dealer."""
    if person != dealer(game):
        return ()
    number = game.state.dealt
    position = _("deal {number} of {deals}").format(number=number + 1, deals=game.options.deals)
    return position, contracts[number]


def facts(game: Game[O, State], entry: Entry[D, L], person: int) -> Facts:
    return line_facts(entry.lines[person], played=entry.deal.result is not Result.VOID)


def line_facts(line: _western.Reported, *, played: bool) -> Facts:
    """Returns the facts: losers are caught with their cards."""
    caught = played and not line.won
    return counted_facts(played=played, left=(line.points or 0) if caught else None)


# Money ---------------------------------------------------------------------------------------


def antes(game: Game[Any, Any]) -> Payments:
    """Pays into the pool before the first deal, where there is one."""
    if game.options.settlement is not Settlement.POOL:
        return ()
    stake = game.options.stake
    return collect(Payment(seat, POT, stake, _("ante")) for seat in range(game.seats))


def settle(game: Game[Any, Any]) -> Payments:
    """Pays the lowest total after the last deal."""
    options = game.options
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    match options.settlement:
        case Settlement.POOL:
            lowest = payouts.by_points(totals)[0]
            reason = _("pot won") if len(lowest) == 1 else _("share of the pot")
            return collect(payouts.shared(POT, lowest, game.pot, reason))
        case Settlement.TIERS:
            amounts = [units * options.stake for units in options.tiers]
            return payouts.by_place(payouts.by_points(totals), amounts, cap=options.cap)
        case _:
            reason = _("points above the lowest")
            return payouts.low_total(totals, options.point_value, reason, options.cap)
