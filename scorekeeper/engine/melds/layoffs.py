"""Knocking: the knocker's layout, and the opponent's best answer with cards laid off on it.

Hands of one pack without wild cards. A card extends a sequence at either end, also one behind the
another, or completes a set of three to four; nothing is laid off on cards left over. The answer
chooses its own melds and what it lays off together, for the fewest points left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards import SUITS, rank
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.plain import (
    arrangement,
    as_bits,
    cards_of,
    choices,
    in_runs,
    in_sets,
    layouts,
    points_of,
    sequences,
)
from scorekeeper.engine.melds.rules import MeldRules


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


def least_layouts(cards: Sequence[str], rules: MeldRules) -> tuple[Arrangement, ...]:
    """Returns all layouts that leave the fewest points, with sequences as long as possible.

    A longer sequence split in two would take the same cards and the same lay-offs; it is not
    listed.
    """
    hand = _bits(cards, rules)
    return tuple(arrangement(hand, sets, runs, rules) for sets, runs in layouts(hand, rules))


def knock(
    knocker: Sequence[str], opponent: Sequence[str], rules: MeldRules
) -> tuple[Arrangement, Answer]:
    """Returns the first least layout that leaves the opponent most, and the opponent's answer."""
    candidates = least_layouts(knocker, rules)
    answers = [answer(opponent, layout.groups, rules) for layout in candidates]
    hardest = max(range(len(candidates)), key=lambda number: answers[number].points)
    return candidates[hardest], answers[hardest]


def answer(cards: Sequence[str], laid: Sequence[Group], rules: MeldRules) -> Answer:
    """Returns the opponent's least with lay-offs on ``laid``: melds without wild cards."""
    hand = _bits(cards, rules)
    runs_laid = [card for group in laid if group.kind == "pure" for card in group.cards]
    table, fourths = _bits(runs_laid, rules), _fourths(laid, rules) & hand

    def points_left(sets: int) -> int:
        saved = sets | fourths | in_runs(hand & ~sets | table)
        return points_of(hand & ~saved, rules.values)

    sets = min(choices(hand, in_sets(hand), in_runs(hand | table)), key=points_left)
    runs = in_runs(hand & ~sets | table) & hand & ~sets
    own, lay_offs = _split(runs, laid, rules)
    lay_offs += _onto_sets(fourths & ~runs, laid)
    laid_off = _bits([lay_off.card for lay_off in lay_offs], rules)
    return Answer(arrangement(hand & ~laid_off, sets, own, rules), tuple(lay_offs))


def _bits(cards: Sequence[str], rules: MeldRules) -> int:
    hand = as_bits(cards, rules)
    if hand is None:
        raise ValueError("cards are laid off from one pack without wild cards only")
    return hand


# What the table takes ------------------------------------------------------------------------


def _fourths(laid: Sequence[Group], rules: MeldRules) -> int:
    """Returns the cards that complete sets of three."""
    missing = [
        card
        for group in laid
        if group.kind == "set"
        for card in (rank(group.cards[0]) + letter for letter in SUITS)
        if card not in group.cards
    ]
    return _bits(missing, rules)


def _split(runs: int, laid: Sequence[Group], rules: MeldRules) -> tuple[int, list[LayOff]]:
    """Splits sequences: long enough ones are own melds, shorter ones are laid off."""
    own = 0
    lay_offs: list[LayOff] = []
    for cards in sequences(runs):
        if len(cards) >= rules.min_run:
            own |= _bits(cards, rules)
        else:
            lay_offs += _onto_run(cards, laid, rules)
    return own, lay_offs


def _onto_run(cards: Sequence[str], laid: Sequence[Group], rules: MeldRules) -> Iterator[LayOff]:
    """Lays neighbouring cards off, in the order in which they fit."""
    below, above = _bits(cards[:1], rules) >> 1, _bits(cards[-1:], rules) << 1
    for number, group in enumerate(laid):
        bits = _bits(group.cards, rules) if group.kind == "pure" else 0
        if bits & (below | above):
            order = cards if bits & below else reversed(cards)
            yield from (LayOff(card, number) for card in order)
            return


def _onto_sets(fourths: int, laid: Sequence[Group]) -> list[LayOff]:
    return [
        LayOff(card, number)
        for card in cards_of(fourths)
        for number, group in enumerate(laid)
        if group.kind == "set" and rank(group.cards[0]) == rank(card)
    ]
