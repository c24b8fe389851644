"""The dealing guide of a game: packs, cards each, who cuts, who begins, and the stakes.

Shown before the first hand, and one tap away later. No score depends on it.
"""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.current_rules import todays_rules
from scorekeeper.play.selectors import Table
from scorekeeper.questions import stakes


@dataclass(frozen=True, slots=True)
class CardPart:
    label: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableCardText:
    parts: tuple[CardPart, ...]
    stakes: str
    """Empty if no money is played for."""

    @property
    def short(self) -> tuple[str, ...]:
        """The first sentences: the packs, and how many cards."""
        return tuple(part.sentences[0] for part in self.parts[:2])


def table_card_text(rules: AnyVariant, options: Any, persons: int, currency: str) -> TableCardText:
    card = rules.table_card(options, persons)
    rows = card.rows if card else []
    parts = tuple(CardPart(words(label), tuple(map(words, sentences))) for label, sentences in rows)
    return TableCardText(parts, stakes.stakes_text(stakes.amounts(rules, options), currency))


def game_card_text(table: Table) -> TableCardText | None:
    """Returns the card of a started game; None if today's rules do not know its options."""
    currency = table.game.session.club.currency
    try:
        with todays_rules():
            return table_card_text(table.rules, table.fold.options, len(table.players), currency)
    except RulesChangedError:
        return None
