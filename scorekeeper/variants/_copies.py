"""How many of a card can be reported: all cards of a hand come from the same packs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from scorekeeper.engine.cards import JOKER, PACK, show
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.words import Phrase, _

Held = tuple[int | None, str, str, int]
"""A person, the question, the card and how many of it."""
TOO_MANY = _("There are only {most} of {card}, not {count}.")


def named(card: str, labels: Callable[[str], str] = str) -> Phrase | str:
    """Returns a card as a user reads it; ``labels``: of what has no face yet, such as a tiplu."""
    return show(card) if card in PACK or card == JOKER else labels(card)


def check_copies(
    held: Iterable[Held], most: Callable[[str], int], labels: Callable[[str], str] = str
) -> None:
    """Raises EntryError with the first card that is reported too often. It is about the player who
    alone has too many, else about the last who has one."""
    holders: dict[str, list[tuple[int | None, str, int]]] = defaultdict(list)
    for person, field, card, copies in held:
        if copies:
            holders[card].append((person, field, copies))
    for card, parts in holders.items():
        if (count := sum(copies for *_place, copies in parts)) > most(card):
            own: Counter[int | None] = Counter()
            for person, _field, copies in parts:
                own[person] += copies
            alone = [person for person, copies in own.items() if copies > most(card)]
            seat = alone[0] if alone else parts[-1][0]
            field = [field for person, field, _copies in parts if person == seat][-1]
            raise EntryError(
                TOO_MANY,
                field=field,
                seat=seat,
                most=most(card),
                card=named(card, labels),
                count=count,
            )
