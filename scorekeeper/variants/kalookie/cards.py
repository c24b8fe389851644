"""The cards of kalookie, alike in both of its games: two packs, and what can be told of a hand."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.variants import _western
from scorekeeper.variants._contract.rules import check_lines
from scorekeeper.variants.kalookie.options import Options
from scorekeeper.variants.kalookie.questions import Deal, Line

PACKS: Final = 2


def stock(options: Options) -> _western.Stock:
    return _western.Stock(PACKS, int(options.jokers.value))


def copies(options: Options, deal: Deal, face: str) -> int:
    return stock(options).copies(face)


def check_hands(options: Options, lines: Mapping[int, Line], most: int | None) -> None:
    """One seat went out, the others hold what these packs have, ``most`` cards at the most."""
    check_lines(lines)
    _western.check_cards(lines, stock(options), most)
