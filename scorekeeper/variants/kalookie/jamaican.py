"""Jamaican kalookie: a contract rummy of seven deals, without stakes and limit.

Its functions are those of ``rules.Rules``; ``rules`` chooses between this game and the British.
"""

from collections.abc import Sequence
from typing import Final

from scorekeeper.engine.cards import rank, suit
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import Payments
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants._contract import money, rules
from scorekeeper.variants.kalookie.cards import check_hands
from scorekeeper.variants.kalookie.options import CONTRACTS, JokerValue, Options
from scorekeeper.variants.kalookie.questions import Entry, Game, Result

ACES: Final = {"S": 15, "C": 15, "H": 1, "D": 1}
"""Points by suit."""


def usual_joker() -> JokerValue:
    return JokerValue.FIFTY


def value(options: Options) -> _western.Value:
    """What cards left in hand count, in points."""
    values = _western.index_values(ace=0, joker=int(options.joker_value.value))
    return lambda cards: sum(
        ACES[suit(card)] if rank(card) == "A" else values[rank(card)] for card in cards
    )


def hand_limit() -> int | None:
    """More than were dealt: cards can be bought."""
    return None


def inside(options: Options, totals: Sequence[float]) -> list[int]:
    """Everybody: there is no limit."""
    return list(range(len(totals)))


def may_buy_in(game: Game, seat: int) -> bool:
    return False


def is_over(game: Game) -> bool:
    return rules.is_over(game)


def results() -> Sequence[Word] | None:
    return (Result.CALL_UP, Result.VOID)


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.KALOOKIE:
        raise EntryError(_("Nobody goes kalookie in the Jamaican form."), field="result")
    lines = dict(enumerate(entry.lines))
    check_hands(game.options, lines, hand_limit())


def score_seat(game: Game, entry: Entry, seat: int) -> Score:
    return rules.penalty(entry.lines[seat])


def card_points(game: Game, entry: Entry, seat: int) -> int:
    """Returns the points that the cards held add to the seat's penalty."""
    return entry.lines[seat].points or 0


def antes(game: Game) -> Payments:
    return money.antes(game)


def pay(game: Game, entry: Entry) -> Payments:
    """Nothing before the last deal is over."""
    return ()


def settle(game: Game) -> Payments:
    return money.settle(game)


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    return rules.dealer_notes(game, person, CONTRACTS)
