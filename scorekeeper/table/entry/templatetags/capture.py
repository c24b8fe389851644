"""Draws fields of a page. A field that is not asked draws nothing."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from scorekeeper.engine.cards import NUMBER_TILES
from scorekeeper.engine.questions.kinds import deck_of
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.table.entry.cards import counting, picker
from scorekeeper.table.entry.fields import PersonRow
from scorekeeper.table.entry.widgets import blank_fields, tally
from scorekeeper.table.entry.widgets import html as drawing

register = template.Library()


@register.filter
def drawn(holder: Any) -> SafeString | str:
    """A field or a row of persons, with its label, help and errors."""
    return drawing.draw(holder) if holder else ""


@register.filter
def keyed(field: Any, face: str = "") -> SafeString | str:
    """Keys that count, one for each count of a field; ``face``: their text."""
    return tally.tally_keys(field, face) if field else ""


register.filter("frame", drawing.attributes)
register.filter("named", drawing.legend)
register.filter("flags", drawing.flags)
register.filter("dealers", drawing.dealers)
register.filter("showers", drawing.showers)
register.filter("there", tally.limit_at_table)
register.filter("left", tally.left)
register.filter("all_left", tally.all_left)


@register.filter
def opened(seat: PersonRow, names: str) -> SafeString:
    """The attribute of a ``<details>`` around these fields: open if one of them was answered."""
    fields = (seat.fields.get(name) for name in names.split())
    is_answered = any(f and (f.errors or f.value() != f.question.default) for f in fields)
    return SafeString(" open" if is_answered else "")


register.simple_tag(blank_fields.fields, name="fields")


@register.inclusion_tag("table/entry/_picker.html")
def card_picker(rules: AnyVariant, action: str) -> dict[str, Any]:
    """The panel for tapping cards, in a game that asks for any."""
    deck = deck_of(rules.line)
    return {
        "terms": rules.terms,
        "tiles": deck is NUMBER_TILES,
        "example": picker.example(deck) if deck else "",
        "keys": picker.keys(deck, rules.terms) if deck else "",
        "action": action,
        "several": picker.lays_melds(rules) or bool(rules.shows),
        "tap": picker.tap(rules.terms),
        "usual": counting.how_many(picker.EXAMPLE_COUNT, deck),
        "single": counting.how_many(1, deck),
    }
