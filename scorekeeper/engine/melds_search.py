"""The search: of all ways to lay a hand in disjoint melds, one that saves the most points.

Depth first, over the kinds of cards from the dearest down: a card is left over, or one of the melds
that start with it is laid. Nothing is skipped that could be better; a branch is given up only when

* all that could still be saved is not enough, with the wild cards spent where they save most
  (each card has a price of at most its points, less its share of the wild cards that its
  cheapest meld takes; no meld saves more than the prices of its cards and wild cards), or
* the same cards are left as before, with no more saved.

Of arrangements with the same points, one in which the fewest wild cards stand for others is found;
among those the first in the order of the search, which does not depend on the order of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper.engine.melds_find import Hand, Meld
from scorekeeper.engine.melds_rules import PURE, SEQUENCES

POINT: Final = 64
"""A point in the search's units; a wild card standing for another costs one unit."""

LOWEST: Final = -(10**9)

Coded = tuple[int, int, int, int, int, int, float, float, int]
"""A meld as the search sees it: code of its cards, gain, wild cards taken, pure, sequence, room,
price with and without the price of wild cards, number."""


class Search:
    """One hand, its melds, and what must be laid."""

    def __init__(
        self,
        hand: Hand,
        melds: Sequence[Meld],
        *,
        pure: int = 0,
        sequences: int = 0,
        everything: bool = False,
        loose_wilds: bool = True,
    ) -> None:
        self.hand, self.melds = hand, melds
        self.pure, self.sequences = pure, sequences
        self.everything, self.loose_wilds = everything, loose_wilds
        self.worth = _wild_worth(hand)
        self.uneven = len(set(hand.values[hand.first_wild :])) > 1
        self.laying = bool(self.worth) or (everything and not loose_wilds)
        self.width = max(hand.counts, default=1).bit_length() + 1
        self.guards = sum(1 << (kind + 1) * self.width - 1 for kind in range(len(hand.cards)))
        self.above = self.width * len(hand.cards)
        self._price()
        self._code()

    def _price(self) -> None:
        """Bounds by kind: what leaving a card over loses at least when wild cards are scarce."""
        hand = self.hand
        share: dict[int, float] = {}
        for meld in self.melds:
            fill = meld.fill / len(meld.naturals)
            for kind in meld.naturals:
                if fill < share.get(kind, 99.0):
                    share[kind] = fill
        gains = [
            max(0.0, hand.values[kind] * POINT - share[kind])
            if kind in share and kind < hand.first_wild
            else 0.0
            for kind in range(len(hand.cards))
        ]
        self.wild_price = _wild_price(hand, share, gains)
        self.plain = gains
        self.scarce = [
            max(0.0, gain - self.wild_price * share.get(kind, 0.0))
            for kind, gain in enumerate(gains)
        ]

    def _code(self) -> None:
        width, first_wild, values = self.width, self.hand.first_wild, self.hand.values
        buckets: list[list[tuple[float, Coded]]] = [[] for _kind in self.hand.cards]
        for number, meld in enumerate(self.melds):
            code, gain, wilds = 0, -meld.fill, meld.fill
            plain = scarce = 0.0
            for kind in meld.naturals:
                code += 1 << kind * width
                plain += self.plain[kind]
                scarce += self.scarce[kind]
                if kind < first_wild:
                    gain += values[kind] * POINT
                else:
                    wilds += 1
            room = meld.room if self.laying else 0
            pure, sequence = int(meld.kind in PURE), int(meld.kind in SEQUENCES)
            coded = (code, gain, wilds, pure, sequence, room, scarce, plain, number)
            slack = scarce + self.wild_price * meld.fill - gain
            buckets[min(meld.naturals)].append((slack, coded))
        self.buckets = [[coded for _slack, coded in sorted(found)] for found in buckets]
        self._suffixes()

    def _suffixes(self) -> None:
        """From each kind on: how many pure sequences there can be, and any sequence at all."""
        last = len(self.hand.cards)
        self.pures_from, self.runs_from = [0] * (last + 1), [0] * (last + 1)
        pure_kinds: set[int] = set()
        for kind in reversed(range(last)):
            runs = 0
            for coded in self.buckets[kind]:
                runs += coded[4]
                if coded[3]:
                    pure_kinds.update(self.melds[coded[8]].naturals)
            self.runs_from[kind] = self.runs_from[kind + 1] + runs
            copies = sum(self.hand.counts[other] for other in pure_kinds if other >= kind)
            self.pures_from[kind] = copies // 3

    def best(self, above: int = -1) -> list[Meld] | None:
        """The melds of a best arrangement, None if none saves more than ``above`` points."""
        hand, width = self.hand, self.width
        cards = self.guards + sum(count << kind * width for kind, count in enumerate(hand.counts))
        self.found: list[int] | None = None
        self.most = float(above * POINT)
        self.path: list[int] = []
        self.seen: dict[tuple[int, int, int, int, int], int] = {}
        plain, scarce = (
            sum(price * count for price, count in zip(prices, hand.counts, strict=True))
            for prices in (self.plain, self.scarce)
        )
        self._descend(0, cards, hand.wilds, self.pure, self.sequences, 0, 0, scarce, plain)
        return None if self.found is None else [self.melds[number] for number in self.found]

    def _saved(self, cards: int, wilds: int, room: int) -> int:
        """Points (in units) of the wild cards that are laid, the dearest ones first."""
        if not self.worth:
            return 0
        loose = wilds - min(wilds, room)
        if not self.uneven:
            return self.worth - loose * self.hand.values[-1] * POINT
        width, mask = self.width, (1 << self.width - 1) - 1
        cost = 0
        for kind in reversed(range(self.hand.first_wild, len(self.hand.cards))):
            free = min(loose, cards >> kind * width & mask)
            cost += free * self.hand.values[kind] * POINT
            loose -= free
        return self.worth - cost

    def _done(self, cards: int, wilds: int, room: int, saved: int) -> None:
        """This is an arrangement; keep it if it is the best so far."""
        if self.everything and not self.loose_wilds and wilds > room:
            return
        total = saved + self._saved(cards, wilds, room)
        if total > self.most:
            self.most = total
            self.found = self.path.copy()

    def _descend(
        self,
        kind: int,
        cards: int,
        wilds: int,
        pure: int,
        sequences: int,
        room: int,
        saved: int,
        scarce: float,
        plain: float,
    ) -> None:
        width = self.width
        mask = (1 << width - 1) - 1
        last = len(self.buckets)
        while kind < last and not cards >> kind * width & mask:
            kind += 1
        must = self.everything and kind < self.hand.first_wild
        if pure <= 0 and sequences <= 0 and not must:
            self._done(cards, wilds, room, saved)
        if kind == last or pure > self.pures_from[kind]:
            return
        if sequences > 0 and not self.runs_from[kind]:
            return
        if self.everything and self.found is not None:
            return
        goal = self.most + 0.999
        within = saved + self.worth
        if within + plain < goal or within + scarce + self.wild_price * wilds < goal:
            return
        key = (cards | (kind << self.above if self.uneven else 0), wilds, pure, sequences, room)
        if self.seen.get(key, LOWEST) >= saved:
            return
        self.seen[key] = saved
        guards = self.guards
        path = self.path
        for code, gain, taken, is_pure, is_run, more, price, bare, number in self.buckets[kind]:
            rest = cards - code
            if taken > wilds or rest & guards != guards:
                continue
            path.append(number)
            self._descend(
                kind,
                rest,
                wilds - taken,
                pure - is_pure if pure > 0 else 0,
                sequences - is_run if sequences > 0 else 0,
                min(room + more, self.hand.wilds),
                saved + gain,
                scarce - price,
                plain - bare,
            )
            path.pop()
        if not must:
            count = cards >> kind * width & mask
            keep = self.uneven and kind >= self.hand.first_wild
            self._descend(
                kind + 1,
                cards if keep else cards - (count << kind * width),
                wilds,
                pure,
                sequences,
                room,
                saved,
                scarce - count * self.scarce[kind],
                plain - count * self.plain[kind],
            )


def _wild_worth(hand: Hand) -> int:
    """Points (in units) of all wild cards together."""
    return POINT * sum(
        value * count
        for value, count in zip(
            hand.values[hand.first_wild :], hand.counts[hand.first_wild :], strict=True
        )
    )


def _wild_price(hand: Hand, share: dict[int, float], gains: Sequence[float]) -> float:
    """What one more wild card would save if cards could share them freely (units)."""
    left = float(hand.wilds)
    offers = sorted(
        ((gains[kind] / cost, cost * hand.counts[kind]) for kind, cost in share.items() if cost),
        reverse=True,
    )
    for price, wanted in offers:
        left -= wanted
        if left < 0:
            return price
    return 0.0
