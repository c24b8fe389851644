"""Knocking: the knocker's layout, and the opponent's best answer with cards laid off on it.

Hands of one pack without wild cards. A card is laid off where it and the cards there make a meld:
at either end of a sequence, also one behind another, or as the fourth of a set; nothing is laid off
on cards left over. The answer chooses its own melds and what it lays off together, for the fewest
points left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.engine.cards import in_order, position
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.find import Holding, Meld, find_melds
from scorekeeper.engine.melds.lay import arrange
from scorekeeper.engine.melds.meld import Cards, readings
from scorekeeper.engine.melds.rules import MeldRules
from scorekeeper.engine.melds.search import Search


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card added to the other player's group of this number (from 0)."""

    card: str
    group: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The cards that the opponent lays after a knock: own melds, then lay-offs in order."""

    arrangement: Arrangement
    lay_offs: tuple[LayOff, ...]

    @property
    def points(self) -> int:
        """Points that count against the opponent."""
        return self.arrangement.points


def knock(
    knocker: Sequence[str], opponent: Sequence[str], rules: MeldRules
) -> tuple[Arrangement, Answer]:
    """Returns the first least layout that leaves the opponent most, and the opponent's answer."""
    candidates = least_layouts(knocker, rules)
    answers = [answer(opponent, layout.groups, rules) for layout in candidates]
    hardest = max(range(len(candidates)), key=lambda number: answers[number].points)
    return candidates[hardest], answers[hardest]


def least_layouts(cards: Sequence[str], rules: MeldRules) -> tuple[Arrangement, ...]:
    """Returns all layouts that leave the fewest points, with sequences as long as possible.

    Those with the most cards in sets come first, and of two ways to lay a long sequence as melds
    that touch only one is listed.
    """
    hand = _holding(cards, rules)

    def order(meld: Meld) -> tuple[object, ...]:
        place = position(hand.cards[meld.naturals[0]])
        return meld.kind != "set", place, -len(meld.naturals), meld.naturals

    choices = list(_disjoint(sorted(find_melds(hand, rules, roomy=False), key=order)))
    saved = [
        sum(hand.values[kind] for meld in melds for kind in meld.naturals) for melds in choices
    ]
    best = (melds for melds, points in zip(choices, saved, strict=True) if points == max(saved))
    return tuple(dict.fromkeys(arrange(hand, melds, rules, attach=False) for melds in best))


def _disjoint(melds: Sequence[Meld]) -> Iterator[list[Meld]]:
    """Yields every choice of melds that share no card."""
    if not melds:
        yield []
        return
    first, *others = melds
    beside = [other for other in others if not set(first.naturals) & set(other.naturals)]
    yield from ([first, *chosen] for chosen in _disjoint(beside))
    yield from _disjoint(others)


def answer(cards: Sequence[str], laid: Sequence[Group], rules: MeldRules) -> Answer:
    """Returns the opponent's least with lay-offs on ``laid``: melds without wild cards.

    Cards laid off are melds of the search too; own melds come first at equal points.
    """
    hand = _holding(cards, rules)
    added: dict[Meld, int] = {}
    for number, group in sorted(enumerate(laid), key=lambda pair: pair[1].kind == "set"):
        for chain in _chains(group.cards, hand.cards, rules):
            kinds = tuple(hand.kinds[card] for card in chain)
            added.setdefault(Meld("laid_off", kinds, 0), number)
    melds = [*find_melds(hand, rules, roomy=False), *added]
    best = Search(hand, melds, lost=lambda meld: meld in added).best() or []
    chains = [(added[meld], meld.cards(hand)) for meld in best if meld in added]
    chains.sort(key=lambda pair: (laid[pair[0]].kind == "set", min(map(in_order, pair[1]))))
    lay_offs = tuple(LayOff(card, number) for number, chain in chains for card in chain)
    own = arrange(hand, [meld for meld in best if meld not in added], rules, attach=False)
    gone = {lay_off.card for lay_off in lay_offs}
    left = tuple((card, points) for card, points in own.left if card not in gone)
    return Answer(replace(own, left=left), lay_offs)


def _holding(cards: Sequence[str], rules: MeldRules) -> Holding:
    if len(set(cards)) < len(cards) or any(map(rules.is_wild, cards)):
        raise ValueError("cards are laid off from one pack without wild cards only")
    return Holding(cards, rules)


def _chains(laid: Cards, cards: Sequence[str], rules: MeldRules) -> Iterator[Cards]:
    """Yields each card that fits this meld, alone and with those that fit behind it."""

    def fitting(chain: Cards) -> list[str]:
        return [card for card in cards if any(readings((*laid, *chain, card), 0, rules))]

    first = fitting(())
    for card in first:
        chain: Cards = (card,)
        while chain:
            yield chain
            behind = [other for other in fitting(chain) if other not in first]
            chain = (*chain, behind[0]) if behind else ()
