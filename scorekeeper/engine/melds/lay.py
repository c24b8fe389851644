"""Turns the melds chosen by the search into groups as laid on the table.

Loose wild cards are added where there is room, adjacent sequences are joined as far as the lives
allow, and each wild card gets the card it stands for.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from scorekeeper.engine.cards import SUITS, card_at, in_order, rank, suit
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.find import Holding, Meld
from scorekeeper.engine.melds.rules import KINDS, PURE, SEQUENCES, MeldRules


def arrange(hand: Holding, melds: Sequence[Meld], rules: MeldRules, *, attach: bool) -> Arrangement:
    """``attach``: lay wild cards that no meld needs where there is room, highest points first."""
    spare = Counter(dict(zip(hand.cards, hand.counts, strict=True)))
    for meld in melds:
        spare.subtract(hand.cards[kind] for kind in meld.naturals)
    pool = [card for card in hand.cards[hand.first_wild :] for _copy in range(spare[card])]
    laid = list(melds)
    if attach:
        laid = _attached(laid, len(pool) - sum(meld.fill for meld in melds))
    groups = [_group(meld, hand, pool, rules) for meld in _joined(laid, hand, rules)]
    cards = [card for card in hand.cards[: hand.first_wild] for _copy in range(spare[card])]
    return Arrangement(tuple(sorted(groups, key=_laying_order)), left_over(cards + pool, rules))


def left_over(cards: Iterable[str], rules: MeldRules) -> tuple[tuple[str, int], ...]:
    """Returns cards with their points, highest first."""
    valued = ((card, rules.value(card)) for card in cards)
    return tuple(sorted(valued, key=lambda pair: (-pair[1], in_order(pair[0]))))


def _laying_order(group: Group) -> tuple[int, list[tuple[int, int, str]]]:
    faces = (stood or card for card, stood in zip(group.cards, group.stands, strict=True))
    return (KINDS.index(group.kind), [in_order(face) for face in faces])


def _attached(melds: Sequence[Meld], loose: int) -> list[Meld]:
    """Adds loose wild cards, first to melds that already have one."""
    grown = []
    for meld in sorted(melds, key=lambda meld: (not meld.fill, meld.kind, meld)):
        added = min(loose, meld.room)
        loose -= added
        grown.append(meld._replace(fill=meld.fill + added, room=meld.room - added))
    return grown


# Joining -------------------------------------------------------------------------------------


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
        rest.append(
            low._replace(naturals=low.naturals + high.naturals, places=low.places + high.places)
        )
        spare -= 1
    return rest


def _pure_if_natural(meld: Meld) -> Meld:
    """Returns a sequence with room as pure if no wild card was added."""
    return meld._replace(kind="pure") if meld.kind == "impure" and not meld.fill else meld


def _touching(melds: Sequence[Meld], hand: Holding, rules: MeldRules) -> tuple[Meld, Meld] | None:
    pures = sorted(meld for meld in melds if meld.kind == "pure")
    for low in pures:
        for high in pures:
            if (
                high.places[0] == low.places[-1] + 1
                and len(low.places) + len(high.places) <= rules.max_run
                and suit(hand.cards[low.naturals[0]]) == suit(hand.cards[high.naturals[0]])
            ):
                return low, high
    return None


# Cards and what they stand for ---------------------------------------------------------------


def _group(meld: Meld, hand: Holding, pool: list[str], rules: MeldRules) -> Group:
    """Takes the wild cards it needs out of ``pool``."""
    naturals = [hand.cards[kind] for kind in meld.naturals]
    if meld.kind == "tunnela":
        return Group(meld.kind, tuple(naturals), (None,) * 3)
    if meld.kind == "set":
        faces = set_faces(naturals, meld.fill)
    else:
        faces = _run_faces(meld, suit(naturals[0]), rules)
    cards: list[str] = []
    stands: list[str | None] = []
    for face in faces:
        if face in naturals:
            naturals.remove(face)
            cards.append(face)
        else:
            cards.append(_spend(pool, face, rules))
        stands.append(None if cards[-1] == face else face)
    kind = "pure" if meld.kind == "impure" and not any(stands) else meld.kind
    return Group(kind, tuple(cards), tuple(stands))


def _spend(pool: list[str], face: str, rules: MeldRules) -> str:
    """Takes the wild card with most points from ``pool``; at equal points the card itself."""
    card = pool[0]
    if face in pool and rules.value(face) == rules.value(card):
        card = face
    pool.remove(card)
    return card


def _run_faces(meld: Meld, of_suit: str, rules: MeldRules) -> list[str]:
    """Returns the faces of a sequence; wild cards at its ends go above the highest card if
    possible."""
    low, high = meld.places[0], meld.places[-1]
    missing = len(meld.naturals) + meld.fill - (high - low + 1)
    top = 13 if rules.aces == "low" or low == 1 else 14
    above = min(missing, top - high)
    return [card_at(place, of_suit) for place in range(low - (missing - above), high + above + 1)]


def set_faces(naturals: Sequence[str], fill: int) -> list[str]:
    """Returns natural cards in order of suit, then the missing suits."""
    of_rank = rank(naturals[0])
    missing = [of_rank + letter for letter in SUITS if of_rank + letter not in naturals]
    again = [of_rank + SUITS[0]] * fill
    return sorted(naturals, key=in_order) + (missing + again)[:fill]
