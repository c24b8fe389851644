"""British kalookie: for stakes and a pot, until one is left within the limit.

Its functions are those of ``rules.Rules``; ``rules`` chooses between this game and the Jamaican.
"""

from collections.abc import Sequence
from typing import Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants.kalookie.cards import check_hands
from scorekeeper.variants.kalookie.options import BuyInAt, BuyIns, JokerValue, Options
from scorekeeper.variants.kalookie.questions import Entry, Game, Result

CARDS_EACH: Final = 13


def usual_joker() -> JokerValue:
    return JokerValue.FIFTEEN


def value(options: Options) -> _western.Value:
    """What cards left in hand count, in points."""
    return _western.by_rank(_western.index_values(ace=11, joker=int(options.joker_value.value)))


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    return _western.counted(entry.lines[person], value(game.options))


def hand_limit() -> int | None:
    return CARDS_EACH


# Who is in -----------------------------------------------------------------------------------


def inside(options: Options, totals: Sequence[float]) -> list[int]:
    """Seats whose penalty is not over the limit."""
    return [seat for seat, total in enumerate(totals) if total <= options.limit]


def still_in(game: Game) -> list[int]:
    return inside(game.options, game.totals)


def may_buy_in(game: Game, seat: int) -> bool:
    """Whether the seat could buy in if over the limit after this deal, with two others within
    it."""
    if len(still_in(game)) < 3:
        return False
    match game.options.buy_ins:
        case BuyIns.NEVER:
            return False
        case BuyIns.ONCE:
            return not game.state.bought[seat]
        case _:
            return True


def is_over(game: Game) -> bool:
    return len(still_in(game)) == 1


# What is asked, and what is refused ----------------------------------------------------------


def results() -> Sequence[Word] | None:
    return None


def check(game: Game, entry: Entry) -> None:
    lines = {seat: entry.lines[seat] for seat in still_in(game)}
    check_hands(game.options, lines, hand_limit())
    check_buy_ins(game, with_numbers(reckon, game, entry))


def check_buy_ins(game: Game, entry: Entry) -> None:
    within = inside(game.options, penalties(game, entry))
    for seat in buying_in(entry):
        if seat in within:
            raise EntryError(_("This player is not over the limit."), field="buy_in", seat=seat)
        if len(within) < 2:
            raise EntryError(_("Two others must be within the limit."), field="buy_in", seat=seat)


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


def score_seat(game: Game, entry: Entry, seat: int) -> Score:
    line = entry.lines[seat]
    if line.won:
        words = _("kalookie") if entry.deal.result is Result.KALOOKIE else _("called up")
        return Score(0, words)
    points, words = card_points(game, entry, seat), _("cards left")
    if doubles(game, entry):
        words = _("cards left, doubled")
    if line.buy_in:
        back = comeback(game, entry)
        reason = _("{reason}; buys in at {penalty}").format(reason=words, penalty=back)
        return Score(back - game.totals[seat], reason)
    return Score(points, words)


# Money ---------------------------------------------------------------------------------------


def antes(game: Game) -> Payments:
    due = game.options.initial_units * game.options.stake
    return collect(Payment(seat, POT, due, _("into the pot")) for seat in range(game.seats))


def pay(game: Game, entry: Entry) -> Payments:
    """The others still in pay the winner; who buys in pays the pot."""
    options, result = game.options, entry.deal.result
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
    return collect([Payment(POT, still_in(game)[0], game.pot, _("pot won"))])


# On the board --------------------------------------------------------------------------------


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    room = game.options.limit - int(game.totals[person])
    room_note = _("{points} to the limit").format(points=room)
    used_up = game.options.buy_ins is BuyIns.ONCE and game.state.bought[person]
    return (room_note, _("has bought in")) if used_up else (room_note,)
