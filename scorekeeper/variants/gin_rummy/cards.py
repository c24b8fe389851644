"""Two hands of ten cards: how they are laid, and their deadwood.

Sets of three or four, sequences of three and more with the ace low; deadwood is least over all
layouts, lay-offs included. What a hand is worth stands in ``rules``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from scorekeeper.engine.melds import (
    Arrangement,
    Group,
    MeldRules,
    check_laid,
    least,
    left_over,
    rank_values,
)
from scorekeeper.engine.melds.layoffs import Answer, answer, knock
from scorekeeper.engine.words import Phrase

Cards: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Cards, ...]

RULES: Final = MeldRules(values=rank_values(ace=1), aces="low")
HAND: Final = 10


def card_value(card: str) -> int:
    """Ace 1, court cards 10.

    >>> card_value("AS"), card_value("QH")
    (1, 10)
    """
    return RULES.value(card)


def deadwood(cards: Sequence[str]) -> int:
    """The least that is left outside melds."""
    return least(cards, RULES).points


@dataclass(frozen=True, slots=True)
class Showdown:
    """Both hands laid out."""

    knocker: Arrangement
    opponent: Arrangement


@lru_cache(maxsize=512)
def showdown(knocker: Cards, opponent: Cards, melds: Melds | None, *, lays_off: bool) -> Showdown:
    """Lays both hands. ``melds``: put down by the knocker; None: of the least layouts the
    one that leaves the opponent most. Nothing is laid off on gin."""
    if not lays_off:
        return Showdown(put_down(knocker, melds), least(opponent, RULES))
    if melds is None:
        layout, reply = knock(knocker, opponent, RULES)
    else:
        layout = put_down(knocker, melds)
        reply = answer(opponent, layout.groups, RULES)
    return Showdown(layout, with_lay_offs(reply))


def put_down(cards: Cards, melds: Melds | None) -> Arrangement:
    """A hand with these melds, which must be melds of its cards; None: with the best."""
    if melds is None:
        return least(cards, RULES)
    laid = Counter(card for meld in melds for card in meld)
    left = (Counter(cards) - laid).elements()
    groups = (ruling.group for ruling in check_laid(melds, RULES))
    return Arrangement(tuple(group for group in groups if group), left_over(left, RULES))


def with_lay_offs(reply: Answer) -> Arrangement:
    """Returns own melds, then the cards laid off, grouped by meld."""
    cards_by_group: dict[int, list[str]] = {}
    for lay_off in reply.lay_offs:
        cards_by_group.setdefault(lay_off.group, []).append(lay_off.card)
    added = (
        Group("laid_off", tuple(cards), (None,) * len(cards)) for cards in cards_by_group.values()
    )
    own = reply.arrangement
    return replace(own, groups=(*own.groups, *added))


def first_fault(melds: Melds) -> Phrase | None:
    """Why one of these is no meld."""
    return next((ruling.fault for ruling in check_laid(melds, RULES) if ruling.fault), None)


def are_held(melds: Melds, cards: Sequence[str]) -> bool:
    """Whether these cards are there to be laid so, each once."""
    return Counter(card for meld in melds for card in meld) <= Counter(cards)
