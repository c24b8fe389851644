"""What the jokers and aces of one player of Rummi are worth, however they were reported."""

from __future__ import annotations

from scorekeeper.variants.rummi.options import FourSuits, Options
from scorekeeper.variants.rummi.questions import Line


def value(options: Options, line: Line) -> int:
    """Money that a player's jokers and aces are worth from each other player."""
    return options.joker_value * line.jokers + options.ace_value * pieces(options, aces(line))


def aces(line: Line) -> tuple[int, ...]:
    """Aces by suit; those of the quick form in any suits that fit."""
    if not line.ace_count:
        return line.aces
    pairs = line.ace_pairs or 0
    singles = line.ace_count - 2 * pairs
    return (*(2,) * pairs, *(1,) * singles, *(0,) * (4 - pairs - singles))


def pieces(options: Options, suits: tuple[int, ...]) -> int:
    """Single aces that these count for, grouped the way that is worth most."""
    if not any(suits):
        return 0
    sets = range(min(suits) + 1 if options.four_suit_aces is not FourSuits.OFF else 1)
    return max(
        int(options.four_suit_aces.value) * taken
        + sum(paired(options, count - taken) for count in suits)
        for taken in sets
    )


def paired(options: Options, count: int) -> int:
    """Aces of one suit: two make a pair, the odd one counts by itself."""
    pairs, single = divmod(count, 2)
    return 2 * options.pair_multiplier * pairs + single
