"""The packs of a game: checks that cards which players hold can come from them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine.cards import JOKER, PACK, show
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.words import Phrase, _

Held: TypeAlias = tuple[int | None, str, str, int]
"""A person, the question, the card and how many of it."""
TOO_MANY: Final = _("There are only {most} of {card}, not {count}.")


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that players of a deal may hold."""

    packs: int = 0
    """Copies of each card."""
    jokers: int = 0
    """In all packs together."""
    wild: frozenset[str] = frozenset()
    """The cards that are wild besides printed jokers; screens mark them."""
    drawn: str = ""
    """The card that lies on the table: players may hold one copy less."""
    faces: frozenset[str] | None = None
    """The faces in the packs, besides jokers; None: all."""

    def copies(self, card: str) -> int:
        """Returns how many copies of a card players may hold."""
        if card == JOKER:
            copies = self.jokers
        else:
            copies = self.packs if self.faces is None or card in self.faces else 0
        return copies - (card == self.drawn)


def held_by(
    person: int | None, cards: Iterable[str] | None, field: str = "cards"
) -> Iterator[Held]:
    """Yields each tapped card of a person; ``person``: None where nobody is to blame."""
    return ((person, field, card, 1) for card in cards or ())


def named(card: str, labels: Callable[[str], str] = str) -> Phrase | str:
    """Returns a card as a user reads it; ``labels``: of what has no face yet, such as a tiplu."""
    return show(card) if card in PACK or card == JOKER else labels(card)


def check_in_packs(
    pieces: Iterable[Held], stock: Stock, labels: Callable[[str], str] = str
) -> None:
    """Raises EntryError with the first card that is held too often. It is about the player who
    alone has too many, else about the last who has one."""
    holders: dict[str, list[tuple[int | None, str, int]]] = defaultdict(list)
    for person, field, card, count in pieces:
        if count:
            holders[card].append((person, field, count))
    for card, parts in holders.items():
        total, most = sum(count for *_place, count in parts), stock.copies(card)
        if total > most:
            own: Counter[int | None] = Counter()
            for person, _field, count in parts:
                own[person] += count
            alone = [person for person, count in own.items() if count > most]
            seat = alone[0] if alone else parts[-1][0]
            field = [field for person, field, _count in parts if person == seat][-1]
            raise EntryError(
                TOO_MANY, field=field, seat=seat, most=most, card=named(card, labels), count=total
            )
