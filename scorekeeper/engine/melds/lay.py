"""Turns the melds chosen by the search into groups as laid on the table.

Loose wild cards are added where there is room, adjacent sequences are joined as far as the lives
allow, and each wild card gets the card it stands for.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from scorekeeper.engine.cards import in_order
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.find import Holding, Meld
from scorekeeper.engine.melds.meld import Reading, readings
from scorekeeper.engine.melds.rules import KINDS, PURE, SEQUENCES, MeldRules


def arrange(hand: Holding, melds: Sequence[Meld], rules: MeldRules, *, attach: bool) -> Arrangement:
    """``attach``: lay wild cards that no meld needs where there is room."""
    spare = Counter(dict(zip(hand.cards, hand.counts, strict=True)))
    for meld in melds:
        spare.subtract(meld.cards(hand))
    pool = [card for card in hand.cards[hand.first_wild :] for _copy in range(spare[card])]
    laid = list(melds)
    if attach:
        laid = _attached(laid, len(pool) - sum(meld.fill for meld in melds))
    groups = []
    for meld in _joined(laid, hand, rules):
        reading = _reading(meld, hand, rules)
        groups.append(lay_out(reading, meld.cards(hand), pool))
    cards = [card for card in hand.cards[: hand.first_wild] for _copy in range(spare[card])]
    return Arrangement(tuple(sorted(groups, key=_laying_order)), left_over(cards + pool, rules))


def lay_out(reading: Reading, naturals: Iterable[str], pool: list[str]) -> Group:
    """Lays a meld, and takes the wild cards it needs out of ``pool``: first those that belong in it
    as themselves."""
    own = list(naturals)
    for face in reading.faces:
        if own.count(face) < reading.faces.count(face) and face in pool:
            pool.remove(face)
            own.append(face)
    cards: list[str] = []
    for face in reading.faces:
        if face in own:
            own.remove(face)
            cards.append(face)
        else:
            cards.append(pool.pop(0))
    faces = zip(cards, reading.faces, strict=True)
    stands = tuple(None if card == face else face for card, face in faces)
    kind = "pure" if reading.kind == "impure" and not any(stands) else reading.kind
    return Group(kind, tuple(cards), stands)


def left_over(cards: Iterable[str], rules: MeldRules) -> tuple[tuple[str, int], ...]:
    """Returns cards with their points, highest first."""
    valued = ((card, rules.value(card)) for card in cards)
    return tuple(sorted(valued, key=lambda pair: (-pair[1], in_order(pair[0]))))


def _laying_order(group: Group) -> tuple[int, list[tuple[int, int, str]]]:
    faces = (stood or card for card, stood in zip(group.cards, group.stands, strict=True))
    return (KINDS.index(group.kind), [in_order(face) for face in faces])


def _reading(meld: Meld, hand: Holding, rules: MeldRules) -> Reading:
    possible = readings(meld.cards(hand), meld.fill, rules)
    return next(reading for reading in possible if reading.kind == meld.kind)


def _attached(melds: Sequence[Meld], loose: int) -> list[Meld]:
    """Adds loose wild cards, first to melds that already have one."""
    grown = []
    for meld in sorted(melds, key=lambda meld: (not meld.fill, meld.kind, meld)):
        added = min(loose, meld.room)
        loose -= added
        grown.append(meld._replace(fill=meld.fill + added, room=meld.room - added))
    return grown


def _joined(melds: Sequence[Meld], hand: Holding, rules: MeldRules) -> list[Meld]:
    """Joins adjacent natural sequences, as long as enough of them remain."""
    rest = [_pure_if_natural(meld) for meld in melds]
    spare = min(
        sum(meld.kind in PURE for meld in rest) - rules.lives.pure,
        sum(meld.kind in SEQUENCES for meld in rest) - rules.lives.sequences,
    )
    while spare > 0 and (pair := _touching(rest, hand, rules)):
        low, high = pair
        rest.remove(low)
        rest.remove(high)
        rest.append(low._replace(naturals=low.naturals + high.naturals))
        spare -= 1
    return rest


def _pure_if_natural(meld: Meld) -> Meld:
    """Returns a sequence with room as pure if no wild card was added."""
    return meld._replace(kind="pure") if meld.kind == "impure" and not meld.fill else meld


def _touching(melds: Sequence[Meld], hand: Holding, rules: MeldRules) -> tuple[Meld, Meld] | None:
    pures = sorted(meld for meld in melds if meld.kind == "pure")
    for low, high in permutations(pures, 2):
        cards = low.cards(hand) + high.cards(hand)
        if Reading("pure", cards) in readings(cards, 0, rules):
            return low, high
    return None
