"""The table of a season that goes on: what a change of a few nights leaves as it was is not
reckoned again. Pure; always the same as ``stand`` of all its nights.

Never changed: ``moved`` gives another, so that whoever still reads the first is not disturbed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy

from scorekeeper.standings.ranking.facts import NightFacts
from scorekeeper.standings.ranking.matches import matches
from scorekeeper.standings.ranking.measures import Measure, winners
from scorekeeper.standings.ranking.method import Method, Missed
from scorekeeper.standings.ranking.rating import Rating, rated
from scorekeeper.standings.ranking.table import Placing, Reckoned, Standings, in_order
from scorekeeper.standings.ranking.ties import Ordered, separate

Order = tuple[int, ...]


class GrowingTable:
    def __init__(self, nights: Sequence[NightFacts], method: Method) -> None:
        self.method = method
        self.nights = {night.key: night for night in nights}
        self.reckoned = Reckoned(nights, method)
        self.rows = {row.player: row for row in self.reckoned.rows()}
        self.separated: dict[Order, Ordered] = {}

    @property
    def standings(self) -> Standings:
        """Asked for once of each; equals in order are remembered for the next."""
        rows = [self.rows[player] for player in sorted(self.rows)]
        return Standings(self.method, tuple(self.reckoned.nights), in_order(rows, self._separate))

    def moved(self, changed: Iterable[int], now: Iterable[NightFacts]) -> GrowingTable:
        """The same with these nights (by key) as they are ``now``; what is not among these is not
        there any more."""
        found, keys = copy(self), set(changed)
        before = [self.nights[key] for key in keys if key in self.nights]
        after = list(now)
        found.nights = {k: night for k, night in self.nights.items() if k not in keys}
        found.nights |= {night.key: night for night in after}
        nights = sorted(found.nights.values(), key=lambda night: (night.on, night.key))
        touched = {player for night in (*before, *after) for player in night.parts}
        found.reckoned = self._reckoned(nights, before, after, touched)
        found.rows = found._rows(self.rows, touched)
        found.separated = {
            tied: order for tied, order in self.separated.items() if touched.isdisjoint(tied)
        }
        return found

    def _reckoned(
        self,
        nights: list[NightFacts],
        before: Sequence[NightFacts],
        after: Sequence[NightFacts],
        touched: set[int],
    ) -> Reckoned:
        old, new = self.reckoned, copy(self.reckoned)
        new.nights = nights
        gone = {night.key for night in before}
        new.there = dict(old.there)
        for player in touched:
            stays = [night for night in old.there.get(player, ()) if night.key not in gone]
            stays += [night for night in after if player in night.parts]
            new.there[player] = sorted(stays, key=lambda night: (night.on, night.key))
        new.there = {player: there for player, there in new.there.items() if there}
        new.by_night = {k: told for k, told in old.by_night.items() if k not in gone}
        new.by_night |= {night.key: new.figures(night) for night in after}
        new.won = Counter(old.won)
        new.won.subtract(self._won(before))
        new.won.update(self._won(after))
        if self.method.measure is Measure.RATING:
            new.ratings = self._ratings(nights, [*before, *after])
        return new

    def _won(self, nights: Iterable[NightFacts]) -> list[int]:
        return [player for night in nights for player in winners(night, self.method.night)]

    def _ratings(
        self, nights: Sequence[NightFacts], moved: Sequence[NightFacts]
    ) -> Mapping[int, list[Rating]]:
        """Those before the first night that moved stand."""
        first = min(((night.on, night.key) for night in moved), default=None)
        if first is None:
            return self.reckoned.ratings
        again = {n.key for n in self.reckoned.nights if (n.on, n.key) >= first}
        before = {player: _but(told, again) for player, told in self.reckoned.ratings.items()}
        stand = {player: ratings for player, ratings in before.items() if ratings}
        later = (night for night in nights if (night.on, night.key) >= first)
        return rated(((night.key, matches(night, self.method)) for night in later), stand)

    def _rows(self, rows: Mapping[int, Placing], touched: set[int]) -> dict[int, Placing]:
        """A night counts for those who missed it too, where the method says so; and a rating rests
        on those of all others."""
        of_all = self.method.missed is not Missed.NOTHING or self.method.measure is Measure.RATING
        there = self.reckoned.there
        return {
            player: self.reckoned.row(player)
            if of_all or player in touched or player not in rows
            else rows[player]
            for player in there
        }

    def _separate(self, tied: Sequence[int]) -> Ordered:
        key = tuple(tied)
        if key not in self.separated:
            there = {n.key: n for player in key for n in self.reckoned.there[player]}
            nights = sorted(there.values(), key=lambda night: (night.on, night.key))
            self.separated[key] = separate(key, nights, self.method)
        return self.separated[key]


def _but(ratings: Sequence[Rating], nights: Container[int]) -> Sequence[Rating]:
    """Without those after these nights, which are the last of them."""
    many = len(ratings)
    while many and ratings[many - 1].night in nights:
        many -= 1
    return ratings[:many]
