"""A game's table card in words: packs, cards each, who cuts, who begins, and what it is played for.

Read before the first hand, and one tap away later. No score depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.asking import stakes
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.selectors import Table
from scorekeeper.play.todays_rules import todays_rules
from scorekeeper.wording.words import words


@dataclass(frozen=True, slots=True)
class CardPart:
    label: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardInWords:
    parts: tuple[CardPart, ...]
    stakes: str
    """Empty where no money is played for."""

    @property
    def short(self) -> tuple[str, ...]:
        """What everybody wants to know first: the packs, and how many cards."""
        return tuple(part.sentences[0] for part in self.parts[:2])


def card_in_words(rules: AnyVariant, options: Any, persons: int, currency: str) -> CardInWords:
    card = rules.table_card(options, persons)
    rows = card.rows if card else []
    parts = tuple(CardPart(words(label), tuple(map(words, said))) for label, said in rows)
    return CardInWords(parts, stakes.in_words(stakes.amounts(rules, options), currency))


def card_of(at: Table) -> CardInWords | None:
    """Of a game that was begun; None where today's rules do not know how it was agreed."""
    currency = at.game.session.club.currency
    try:
        with todays_rules():
            return card_in_words(at.rules, at.fold.options, len(at.players), currency)
    except RulesChangedError:
        return None
