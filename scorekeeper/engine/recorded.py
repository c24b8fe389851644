"""What a hand said of everybody who took part in it, asked once, when it is saved."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.facts import Fact, Facts
from scorekeeper.engine.game import Game
from scorekeeper.engine.reckoning import reckoned
from scorekeeper.engine.variant import AnyVariant


def recorded(
    variant: AnyVariant, before: Game[Any, Any], after: Game[Any, Any], won: Container[int]
) -> tuple[Facts, ...]:
    """Of each person, of the hand that led from ``before`` to ``after``, and that those in ``won``
    have won; nothing of who missed it."""
    assert after.last is not None
    entry, tells = after.last.entry, variant.board.facts
    counted = reckoned(variant.cards.reckon, before, entry) if tells else entry
    expected = playing.deals_next(variant, before, entry.absent)
    dealer = expected if entry.dealer is None else entry.dealer
    told: list[Facts] = [{} for _person in range(before.persons)]
    for line in entry.playing:
        for person in variant.partners.persons_of(before, line):
            dealt = person == dealer
            own = tells(before, counted, person) if tells else {}
            told[person] = {
                **own,
                Fact.DEALT: int(dealt),
                Fact.DEALT_WON: int(dealt and person in won),
            }
    return tuple(told)
