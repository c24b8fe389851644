"""The rules of kalookie, of its two games side by side: who is in, what a deal scores and pays.

The Jamaican form is a contract rummy (``_contract``), without a limit: everybody stays in.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.game import NIL, Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.questions.kinds import Word, questions
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.variant import Limits, NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants._contract import rules
from scorekeeper.variants.kalookie.cards import TAPPED, hand_limit, stock, value
from scorekeeper.variants.kalookie.options import (
    CONTRACTS,
    BuyInAt,
    BuyIns,
    Form,
    JokerValue,
    Options,
)
from scorekeeper.variants.kalookie.questions import Entry, Game, Line, Result, State


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    jamaican = chosen.get("form") is Form.JAMAICAN
    joker = JokerValue.FIFTY if jamaican else JokerValue.FIFTEEN
    return {"joker_value": joker, "tiers": tuple(range(1, seats))}


# Who is in -----------------------------------------------------------------------------------


def inside(options: Options, totals: Sequence[float]) -> list[int]:
    """Returns the seats that are in with these penalties."""
    seats = enumerate(totals)
    return [seat for seat, total in seats if options.is_jamaican or total <= options.limit]


def still_in(game: Game) -> list[int]:
    return inside(game.options, game.totals)


def out(game: Game) -> tuple[int, ...]:
    seats_in = still_in(game)
    return tuple(seat for seat in range(game.seats) if seat not in seats_in)


def may_buy_in(game: Game, seat: int) -> bool:
    """Whether the seat could buy in if over the limit after this deal, with two others within
    it."""
    if game.options.is_jamaican or len(still_in(game)) < 3:
        return False
    match game.options.buy_ins:
        case BuyIns.NEVER:
            return False
        case BuyIns.ONCE:
            return not game.state.bought[seat]
        case _:
            return True


def is_over(game: Game) -> bool:
    return rules.is_over(game) if game.options.is_jamaican else len(still_in(game)) == 1


# What is asked, and what is refused ----------------------------------------------------------

LEFTOVERS: Final = frozenset({"won", "points", "cards"})


def asks(game: Game, person: int) -> frozenset[str]:
    if person in out(game):
        return frozenset()
    return LEFTOVERS | {"buy_in"} if may_buy_in(game, person) else LEFTOVERS


def offers(game: Game, name: str) -> Sequence[Word] | None:
    only_call_ups = name == "result" and game.options.is_jamaican
    return (Result.CALL_UP, Result.VOID) if only_call_ups else None


def answer_max(game: Game, name: str) -> Limits:
    options = game.options
    cards = hand_limit(options)
    if name != "points" or cards is None:
        return ()
    return (((), _western.fullest(value(options), stock(options), cards)),)


def inspect(game: Game, entry: Entry) -> None:
    """Whoever is out has nothing to report, and not everybody may buy in."""
    for person, line in enumerate(entry.lines):
        for q in questions(Line):
            if getattr(line, q.name) != q.default and q.name not in asks(game, person):
                raise EntryError(
                    unasked(game, person), field=q.name, seat=person, name=Person(person)
                )


def unasked(game: Game, person: int) -> str:
    return _("{name} is out.") if person in out(game) else _("{name} may not buy in.")


def check(game: Game, entry: Entry) -> None:
    options, result = game.options, entry.deal.result
    if result is Result.VOID:
        return
    if result is Result.KALOOKIE and options.is_jamaican:
        raise EntryError(_("Nobody goes kalookie in the Jamaican form."), field="result")
    lines = {seat: entry.lines[seat] for seat in still_in(game)}
    rules.check_lines(lines)
    _western.check_cards(lines, stock(options), hand_limit(options))
    check_buy_ins(game, with_numbers(TAPPED.reckon, game, entry))


def asks_last(game: Game, entry: Entry) -> Mapping[int, Phrase]:
    """The buy-in, of those whom the deal as entered puts over the limit."""
    if entry.deal.result is Result.VOID:
        return {}
    totals = penalties(game, with_numbers(TAPPED.reckon, game, entry))
    words = _("{penalty}: over the limit")
    return {
        seat: words.format(penalty=totals[seat])
        for seat in still_in(game)
        if may_buy_in(game, seat) and refused_buy_in(game, totals, seat) is None
    }


def refused_buy_in(game: Game, totals: Sequence[int], seat: int) -> Phrase | None:
    """Why the seat cannot buy in with these penalties after the deal; None if it can."""
    within = inside(game.options, totals)
    if seat in within:
        return _("{name} is not over the limit.")
    return _("Two others must be within the limit.") if len(within) < 2 else None


def check_buy_ins(game: Game, entry: Entry) -> None:
    totals = penalties(game, entry)
    for seat in buying_in(entry):
        if message := refused_buy_in(game, totals, seat):
            raise EntryError(message, field="buy_in", seat=seat, name=Person(seat))


def buying_in(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.buy_in]


# Points --------------------------------------------------------------------------------------


def doubles(game: Game, entry: Entry) -> bool:
    return entry.deal.result is Result.KALOOKIE and game.options.kalookie_doubles


def card_points(game: Game, entry: Entry, seat: int) -> int:
    """Returns the points that the cards held add to the seat's penalty."""
    points = entry.lines[seat].points or 0
    return 2 * points if doubles(game, entry) else points


def penalties(game: Game, entry: Entry) -> list[int]:
    """Of every seat after this deal, before anybody buys in."""
    return [int(total) + card_points(game, entry, seat) for seat, total in enumerate(game.totals)]


def comeback(game: Game, entry: Entry) -> int:
    """The penalty of who has bought in."""
    totals = penalties(game, entry)
    within = [totals[seat] for seat in inside(game.options, totals)]
    if game.options.buy_in_at is BuyInAt.AVERAGE:
        return sum(within) // len(within)
    return max(within)


def score(game: Game, entry: Entry) -> g.Scores:
    void, seats_in = entry.deal.result is Result.VOID, still_in(game)
    return tuple(
        NIL if void or seat not in seats_in else score_seat(game, entry, seat)
        for seat in range(game.seats)
    )


def score_seat(game: Game, entry: Entry, seat: int) -> Score:
    line = entry.lines[seat]
    if game.options.is_jamaican:
        return rules.penalty(line)
    if line.won:
        words = _("kalookie") if entry.deal.result is Result.KALOOKIE else _("called up")
        return Score(0, words)
    words = _("cards left, doubled") if doubles(game, entry) else _("cards left")
    if line.buy_in:
        back = comeback(game, entry)
        reason = _("{reason}; buys in at {penalty}").format(reason=words, penalty=back)
        return Score(back - game.totals[seat], reason)
    return Score(card_points(game, entry, seat), words)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Nothing of who is out."""
    line, result = entry.lines[person], entry.deal.result
    played = result is not Result.VOID and person in still_in(game)
    left = card_points(game, entry, person) if played and not line.won else None
    all_down = played and line.won and result is Result.KALOOKIE
    return {**counted_facts(played=played, left=left), Fact.AT_ONCE: int(all_down)}


# Money ---------------------------------------------------------------------------------------


def antes(game: Game) -> Payments:
    if game.options.is_jamaican:
        return rules.antes(game)
    due = game.options.initial_units * game.options.stake
    return collect(Payment(seat, POT, due, _("into the pot")) for seat in range(game.seats))


def pay(game: Game, entry: Entry) -> Payments:
    """The others still in pay the winner; who buys in pays the pot."""
    options, result = game.options, entry.deal.result
    if options.is_jamaican or result is Result.VOID:
        return ()
    times = options.kalookie_units if result is Result.KALOOKIE else options.call_up_units
    won = [seat for seat, line in enumerate(entry.lines) if line.won]
    losers = [seat for seat in still_in(game) if seat not in won]
    bought = options.buy_in_units * options.stake
    return (
        *payouts.each_pays_each(losers, won, times * options.stake, result.label),
        *collect(Payment(seat, POT, bought, _("buy-in")) for seat in buying_in(entry)),
    )


def settle(game: Game) -> Payments:
    """The last one within the limit takes the pot."""
    if game.options.is_jamaican:
        return rules.settle(game)
    return collect([Payment(POT, still_in(game)[0], game.pot, _("pot won"))])


# From deal to deal ---------------------------------------------------------------------------


def begin(game: g.Game[Options, Any]) -> State:
    return State((0,) * game.seats, dealer=game.begun_by(0))


def follow(game: Game, entry: Entry) -> State:
    if entry.deal.result is Result.VOID:
        return game.state
    scored = zip(game.totals, score(game, entry), strict=True)
    seats_in = inside(game.options, [total + seat_score.points for total, seat_score in scored])
    bought = zip(game.state.bought, entry.lines, strict=True)
    following = game.round_from(entry.dealt_by(game.state.dealer) + 1)
    return State(
        tuple(times + line.buy_in for times, line in bought),
        next(seat for seat in following if seat in seats_in),
        game.state.dealt + 1,
    )


def dealer(game: Game) -> int | None:
    return None if game.over else game.state.dealer


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if person in out(game):
        return (_("out"),)
    if game.over:
        return ()
    if game.options.is_jamaican:
        return rules.dealer_notes(game, person, CONTRACTS)
    room = game.options.limit - int(game.totals[person])
    room_note = _("{points} to the limit").format(points=room)
    used_up = game.options.buy_ins is BuyIns.ONCE and game.state.bought[person]
    return (room_note, _("has bought in")) if used_up else (room_note,)
