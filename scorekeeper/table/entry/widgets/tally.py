"""Keys that count: a tap is one more, a long press or the key ``−1`` one less.

``static/js/tally.js`` writes into the number next to each key; without script the number is typed.
Knows no rule of any game: the field has the limits.
"""

from html import escape

from django.utils.safestring import SafeString, mark_safe

from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import Count, Counts
from scorekeeper.engine.variant import usual
from scorekeeper.questions.encoding import number
from scorekeeper.questions.html import (
    condition_attributes,
    error_html,
    label_html,
    limit_attribute,
)
from scorekeeper.table.entry.fields import HandField, Part

RED = ("♥", "♦")


def tally_keys(field: HandField, face: str) -> SafeString:
    """Returns the keys of one field. ``face``: the text of the key; with several keys, before the
    label of each. Empty: its label."""
    kind, label = field.question.kind, label_html(field)
    if isinstance(kind, Counts):
        keys = [
            _key(field, place, f"{face}{mark}", f"{label} {mark}", kind.limit(place), field.texts)
            for place, mark in enumerate(kind.labels)
        ]
    else:
        assert isinstance(kind, Count)
        keys = [_key(field, 0, face or label, label if face else "", kind.max, field.texts)]
    return mark_safe("".join(keys) + error_html(field))


def _key(
    field: HandField, index: int, face: str, spoken: str, most: int | None, texts: list[str]
) -> str:
    """``spoken``: what the face means, for screen readers; empty if the face says it."""
    name = f"{field.question.name}-{index}"
    data = f' data-column="{name}"' + ("" if most is None else f' data-most="{most}"')
    text = texts[index] if index < len(texts) else ""
    error_attributes = f' id="{field.id}" aria-describedby="{field.id}-error"'
    attributes = error_attributes if field.errors and not index else ""
    return (
        f'<span class="ask tally"{data}{limit_attribute("there", field.limits.table)}'
        f"{condition_attributes(field.rule, field.off)}>"
        f'<button type="button" class="tally__key"{attributes}>{_face(face, spoken)}'
        f'<b class="tally__n">{_times(text)}</b></button>'
        f'<input class="num" inputmode="numeric" maxlength="40" name="{field.name}" '
        f'value="{escape(text)}" aria-label="{spoken or face}"></span>'
    )


def _face(face: str, spoken: str) -> str:
    """A sign of two things is kept on one line, and its suit is shown as text."""
    red = " red" if face.endswith(RED) else ""
    text = "".join(f"{sign}&#xFE0E;" if sign in "♠♥♦♣★" else sign for sign in face)
    if not spoken:
        return f'<span class="tally__face">{text}</span>'
    return (
        f'<span class="visually-hidden">{spoken}</span>'
        f'<span class="tally__face tally__face--sign{red}" aria-hidden="true">{text}</span>'
    )


def _times(text: str) -> str:
    return f"×{escape(text)}" if text not in ("", "0") else ""


def limit_at_table(part: Part, name: str) -> int:
    """Returns how many there are at the table of what this question counts; 0 if not limited."""
    limits = (field.limits.table for _seat, field in part.rows_asked(name))
    return next((usual(limit) or 0 for limit in limits if limit is not None), 0)


def left(part: Part, name: str) -> SafeString:
    """Returns how many of them are not entered yet, as an element that the page's script
    updates."""
    entered = sum(_entered(field) for _seat, field in part.rows_asked(name) if not field.off)
    remaining = max(0, limit_at_table(part, name) - entered)
    return mark_safe(f'<b data-left="{name}-0">{remaining}</b>')


def all_left(part: Part, names: str) -> SafeString:
    """Returns the same for several questions, each with its label."""
    fields = [part.rows_asked(name)[0][1] for name in names.split() if limit_at_table(part, name)]
    labels = (
        f"<span>{label_html(field)} ×{left(part, field.question.name)}</span>" for field in fields
    )
    return mark_safe(" ".join(labels))


def _entered(field: HandField) -> int:
    try:
        return sum(number(text) for text in field.texts if text.strip())
    except RefusedError:
        return 0
