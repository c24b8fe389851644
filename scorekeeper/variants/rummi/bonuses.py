"""What the jokers and aces of one player of Rummi are worth, however they were reported."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scorekeeper.engine.words import Phrase, joined, ngettext
from scorekeeper.variants.rummi.options import FourSuits, Options
from scorekeeper.variants.rummi.questions import Line


class Bonuses(NamedTuple):
    """How many of each kind a player is paid for, the aces grouped the way that is worth most."""

    jokers: int
    aces: int
    pairs: int
    fours: int
    """All four suits together."""


def value(options: Options, line: Line) -> int:
    """Money that a player's jokers and aces are worth from each other player."""
    unit_values = worth(options)
    return sum(
        count * unit_value
        for count, unit_value in zip(best_bonuses(options, line), unit_values, strict=True)
    )


def worth(options: Options) -> Bonuses:
    """Minor units for one of each kind."""
    ace = options.ace_value
    pair, four = 2 * options.pair_multiplier * ace, int(options.four_suit_aces.value) * ace
    return Bonuses(options.joker_value, ace, pair, four)


def best_bonuses(options: Options, line: Line) -> Bonuses:
    suits = aces(line)
    sets = range(min(suits) + 1 if options.four_suit_aces is not FourSuits.OFF else 1)
    groupings = [grouped(options, line.jokers, suits, fours) for fours in sets]
    return max(groupings, key=lambda grouping: pieces(options, grouping))


def grouped(options: Options, jokers: int, suits: Sequence[int], fours: int) -> Bonuses:
    """Two aces of one suit make a pair, the odd one counts by itself."""
    left = [count - fours for count in suits]
    pairs = sum(count // 2 for count in left) if options.pair_multiplier > 1 else 0
    return Bonuses(jokers, sum(left) - 2 * pairs, pairs, fours)


def pieces(options: Options, bonuses: Bonuses) -> int:
    """Single aces that these count for."""
    times = options.pair_multiplier
    return (
        bonuses.aces + 2 * times * bonuses.pairs + int(options.four_suit_aces.value) * bonuses.fours
    )


def aces(line: Line) -> tuple[int, ...]:
    """Aces by suit; those of the quick form in any suits that fit."""
    if not line.ace_count:
        return line.aces
    pairs = line.ace_pairs or 0
    singles = line.ace_count - 2 * pairs
    return (*(2,) * pairs, *(1,) * singles, *(0,) * (4 - pairs - singles))


MORE: Final[Sequence[Callable[[int], Phrase]]] = (
    lambda n: ngettext("{count} joker more", "{count} jokers more", n),
    lambda n: ngettext("{count} ace more", "{count} aces more", n),
    lambda n: ngettext("{count} pair of aces more", "{count} pairs of aces more", n),
    lambda n: ngettext(
        "{count} set of all four aces more", "{count} sets of all four aces more", n
    ),
)
FEWER: Final[Sequence[Callable[[int], Phrase]]] = (
    lambda n: ngettext("{count} joker fewer", "{count} jokers fewer", n),
    lambda n: ngettext("{count} ace fewer", "{count} aces fewer", n),
    lambda n: ngettext("{count} pair of aces fewer", "{count} pairs of aces fewer", n),
    lambda n: ngettext(
        "{count} set of all four aces fewer", "{count} sets of all four aces fewer", n
    ),
)


def difference_in_words(paid: Bonuses, paying: Bonuses, unit_values: Bonuses) -> Phrase:
    """Returns the reason of a payment: how many more or fewer of each kind the payee has, and under
    ``each`` what one of them moves, in minor units to the payee."""
    return joined(
        (MORE if mine > theirs else FEWER)[kind](abs(mine - theirs)).format(
            count=abs(mine - theirs), each=unit_value if mine > theirs else -unit_value
        )
        for kind, (mine, theirs, unit_value) in enumerate(
            zip(paid, paying, unit_values, strict=True)
        )
        if mine != theirs and unit_value
    )
