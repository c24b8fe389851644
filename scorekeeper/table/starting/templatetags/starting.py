"""The dealing guide of a game (packs, cards each, who cuts, who begins, the stakes), and the line
that says when the game ends, as its players agreed.

The guide is shown before the first hand, and one tap away later. No score depends on it.
"""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from scorekeeper.core.localization import dates
from scorekeeper.core.localization.words import glossary, words
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.play.ending import is_last
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table, todays_rules
from scorekeeper.questions import wording

GLOSSARY: Final = _("Words")


@dataclass(frozen=True, slots=True)
class CardPart:
    label: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableCardText:
    parts: tuple[CardPart, ...]
    stakes: str
    """It is empty if no money is played for."""

    @property
    def short(self) -> tuple[str, ...]:
        """The first sentences: the packs, and how many cards."""
        return tuple(part.sentences[0] for part in self.parts[:2])


def table_card_text(rules: AnyVariant, options: Any, persons: int, currency: str) -> TableCardText:
    card = rules.table_card(options, persons)
    rows = card.rows if card else []
    if terms := glossary(rules):
        rows = [*rows, (GLOSSARY, terms)]
    parts = tuple(CardPart(words(label), tuple(map(words, sentences))) for label, sentences in rows)
    return TableCardText(parts, wording.stakes_text(wording.amounts(rules, options), currency))


def game_card_text(table: Table) -> TableCardText | None:
    """Returns the card of a started game; None if today's rules do not know its options."""
    currency = table.game.session.club.currency
    try:
        with todays_rules():
            return table_card_text(table.rules, table.fold.options, len(table.players), currency)
    except RulesChangedError:
        return None


register = template.Library()


@register.inclusion_tag("table/starting/_table_card.html")
def table_card(table: Table) -> dict[str, Any]:
    """The whole guide."""
    return {"card": game_card_text(table)}


@register.simple_tag
def agreed_end(game: Game) -> SafeString | str:
    """Returns the line; empty if no ending was agreed. For an agreed time the page's script shows
    when it has come: what is drawn here may be cached."""
    if not (game.until or game.ends_after):
        return ""
    local_time = timezone.localtime(game.until) if game.until else None
    context = {
        "game": game,
        "terms": game.terms,
        "hands": None if game.until else game.ends_after,
        "until": dates.clock(local_time) if local_time else "",
        "moment": game.until.isoformat() if game.until else "",
        "last": game.closed_at is None and is_last(game, timezone.now()),
    }
    return render_to_string("table/starting/_ending.html", context)
