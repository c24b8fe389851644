"""Rules shared by the western games: one seat goes out, the others count what they hold.

Nothing here pays. The checks go through the entry in order of seat, so that errors name
the first seat at fault. C7 to C13 are the refusals of NAMES-western.md §1.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from scorekeeper.engine.cards import JOKER, PACK, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL, D, Entry, Game, L, O, Outcome, S, Score
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.packs import Stock, check_in_packs, held_by
from scorekeeper.engine.questions.kinds import Amount, Count, When, Word
from scorekeeper.engine.seats.table_card import (
    AS_YOU_DO,
    DISCARDS_BEGUN,
    LEFT_BEGINS,
    ONE_AT_A_TIME,
    TableCard,
)
from scorekeeper.engine.variant import Tapped, Variant
from scorekeeper.engine.words import Phrase, _

POINT_VALUE = Amount(
    label=_("Money per point"), help=_("What one point is worth."), source="NAMES-western.md §1"
)
CAP = Amount(
    label=_("Cap"),
    help=_("The most one player pays another at once."),
    min=1,
    source="NAMES-western.md §1",
)


def deals(source: str, *when: When) -> Count:
    return Count(
        label=_("Deals"),
        help=_("The game ends after this many; 0 means no limit."),
        max=None,
        source=source,
        when=when,
    )


DEALS = deals("NAMES-western.md §1")


class JokerValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")
    TWENTY_FIVE = 25, _("25")
    FIFTY = 50, _("50")


class Packs(Word):
    ONE = 1, _("1")
    TWO = 2, _("2")


class Reported(Protocol):
    """A line of a game in which one seat goes out and the others count."""

    @property
    def won(self) -> bool: ...

    @property
    def points(self) -> int | None: ...

    @property
    def cards(self) -> tuple[str, ...] | None: ...


Value: TypeAlias = Callable[[Sequence[str]], int]
"""Points of cards left in hand."""


def by_rank(values: Mapping[str, int]) -> Value:
    """Values cards by rank alone; ``values`` has the joker under ``JK``.

    >>> by_rank({"A": 15, "K": 10, "JK": 25})(("AS", "JK", "KD"))
    50
    """
    return lambda cards: sum(values[rank(card)] for card in cards)


def index_values(ace: int, joker: int) -> dict[str, int]:
    """Returns values by rank: court cards ten, number cards their number, ace and joker as
    given."""
    numbers = {str(number): number for number in range(2, 11)}
    return {"A": ace, **numbers, "J": 10, "Q": 10, "K": 10, JOKER: joker}


def check_tiers(options: Any, seats: int) -> None:
    """Checks the payments by place after the first: one per place, not decreasing."""
    tiers = options.tiers
    if len(tiers) != seats - 1:
        raise EntryError(
            _("Give {places} numbers, one for each place after the first."),
            field="tiers",
            places=seats - 1,
        )
    if list(tiers) != sorted(tiers):
        raise EntryError(_("A later place cannot pay less."), field="tiers")


def table_card(packs: int, jokers: int, hand_size: int) -> TableCard:
    return TableCard(
        packs=packs,
        jokers=jokers,
        hand_size=hand_size,
        dealt=(ONE_AT_A_TIME,),
        turned=(DISCARDS_BEGUN,),
        begins=(LEFT_BEGINS,),
        differs=(AS_YOU_DO,),
    )


# Who won -------------------------------------------------------------------------------------


def claimed(lines: Mapping[int, Reported]) -> list[int]:
    return [person for person, line in lines.items() if line.won]


def check_one_winner(lines: Mapping[int, Reported]) -> int:
    """C7: checks that exactly one seat has won. Returns it."""
    winners = claimed(lines)
    if len(winners) != 1:
        raise EntryError(_("Tick the one player who won."), field="won")
    return winners[0]


def check_nobody_won(lines: Mapping[int, Reported]) -> None:
    """C8: checks that nobody has won."""
    for person in claimed(lines):
        raise EntryError(_("Nobody wins such a deal."), field="won", seat=person)


def check_who_won(lines: Mapping[int, Reported], *, is_out: bool) -> None:
    """C7 to C9: checks that one seat went out and has nothing left, or else that nobody has."""
    if is_out:
        winner = check_one_winner(lines)
        check_no_leftovers(lines[winner], winner)
    else:
        check_nobody_won(lines)


def nobody_scores(game: Game[Any, Any], entry: Entry[Any, Any], reason: Phrase) -> Outcome:
    """Returns the outcome of a deal that nobody wins, with the reason for those who take part."""
    seats = range(game.seats)
    return Outcome(tuple(NIL if p in entry.absent else Score(0, reason) for p in seats), winners=())


# What is left in hand ------------------------------------------------------------------------


def check_no_leftovers(line: Reported, winner: int) -> None:
    """C9: checks that the winner has nothing left."""
    message = _("The winner has no cards left.")
    if line.cards:
        raise EntryError(message, field="cards", seat=winner)
    if line.points:
        raise EntryError(message, field="points", seat=winner)


def check_leftovers(line: Reported, person: int, *, zero: bool = False) -> None:
    """C10: checks that a loser has points or cards left. ``zero``: it may be nothing."""
    if line.cards == () and not zero:
        raise EntryError(_("Somebody else won, so cards are left."), field="cards", seat=person)
    if line.points is None and line.cards is None:
        raise EntryError(_("Enter the points left in hand."), field="points", seat=person)
    if line.points == 0 and not line.cards and not zero:
        raise EntryError(_("Somebody else won, so points are left."), field="points", seat=person)


def one_by_one(cards: Sequence[str], value: Value) -> Arrangement:
    """Counts each card by itself, as no meld in hand saves anything: highest points first."""
    worth = [(card, value((card,))) for card in cards]
    return Arrangement((), tuple(sorted(worth, key=lambda pair: -pair[1])))


# A number of deals ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """Remembers how many deals count, where a game may end after a number of them."""

    counted: int = 0
    """Deals that count."""


# Cards ---------------------------------------------------------------------------------------


def fullest(value: Value, stock: Stock, cards: int) -> int:
    """Returns the most that this number of cards can count.

    >>> fullest(by_rank(index_values(ace=15, joker=0)), Stock(1, 0), 5)
    70
    """
    everything = [*sorted(PACK) * stock.packs, *[JOKER] * stock.jokers]
    return sum(sorted((value((card,)) for card in everything), reverse=True)[:cards])


def check_held(stock: Stock, cards: Sequence[str], person: int, field: str = "cards") -> None:
    """Checks that the cards of one player can come from the packs."""
    if JOKER in cards and not stock.jokers:
        raise EntryError(_("There is no joker in this pack."), field=field, seat=person)
    check_in_packs(held_by(person, cards, field), stock)


class CardsLeft(Variant[O, D, L, S]):
    """A game whose tapped cards are those left in hand, each counted by itself. The question
    ``cards`` may be answered instead of ``points``."""

    def value(self, game: Game[O, S]) -> Value:
        """Returns what cards left in this hand count."""
        raise NotImplementedError

    def hand_limit(self, game: Game[O, S]) -> int | None:
        """Returns the largest hand; None: there is no limit."""
        return None

    def check_cards(self, game: Game[O, S], entry: Entry[D, L], persons: Iterable[int]) -> None:
        """C11 and C12: checks that each hand, then all together, can come from the packs."""
        lines: Any = entry.lines
        everything = [card for person in persons for card in lines[person].cards or ()]
        for person in persons:
            self.check_hand(game, entry, person)
        check_in_packs(held_by(None, everything), self.stock(game.options, entry.deal))

    def check_hand(self, game: Game[O, S], entry: Entry[D, L], person: int) -> None:
        """Checks that the cards of this line are not too many, and can come from the packs."""
        line: Any = entry.lines[person]
        most, cards = self.hand_limit(game), line.cards or ()
        if most is not None and len(cards) > most:
            raise EntryError(
                _("A hand has at most {cards} cards."), field="cards", seat=person, cards=most
            )
        check_held(self.stock(game.options, entry.deal), cards, person)

    def laid(self, game: Game[O, S], cards: Sequence[str]) -> Arrangement:
        """Returns the cards with their points."""
        return one_by_one(cards, self.value(game))

    def tapped(self, game: Game[O, S], entry: Entry[D, L], person: int) -> Tapped | None:
        line: Any = entry.lines[person]
        if line.cards is None:
            return None
        self.check_hand(game, entry, person)
        laid = self.laid(game, line.cards)
        return Tapped(laid, {"points": laid.points})
