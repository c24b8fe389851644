"""Keys that count: a tap is one more, a long press or the key ``−1`` one less.

``static/js/tally.js`` writes into the number that stands beside each key; without script the number
is typed. Knows no rule of any game: how many there can be comes with the field.
"""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe

from scorekeeper.asking.drawing import label_of, limited, said_wrong, shown_when
from scorekeeper.asking.wire import number
from scorekeeper.capture.fields import HandField, Part
from scorekeeper.engine.codec import RefusedError
from scorekeeper.engine.questions import Count, Counts

RED = ("♥", "♦")


def drawn(field: HandField, face: str) -> SafeString:
    """The keys of one field. ``face``: what stands on them; of several, before the label of each.
    Its label, if that is empty."""
    kind, label = field.question.kind, label_of(field)
    if isinstance(kind, Counts):
        keys = [
            _key(field, place, f"{face}{mark}", f"{label} {mark}", kind.limit(place), field.told)
            for place, mark in enumerate(kind.labels)
        ]
    else:
        assert isinstance(kind, Count)
        keys = [_key(field, 0, face or label, label if face else "", kind.max, field.told)]
    return mark_safe("".join(keys) + said_wrong(field))


def _key(
    field: HandField, place: int, face: str, called: str, most: int | None, texts: list[str]
) -> str:
    """``called``: what the face means, for ears; empty where that says it."""
    name = f"{field.question.name}-{place}"
    data = f' data-column="{name}"' + ("" if most is None else f' data-most="{most}"')
    text = texts[place] if place < len(texts) else ""
    wrong = f' id="{field.id}" aria-describedby="{field.id}-error"'
    led_to = wrong if field.errors and not place else ""
    return (
        f'<span class="ask tally"{data}{limited("there", field.there)}'
        f"{shown_when(field.rule, field.off)}>"
        f'<button type="button" class="tally__key"{led_to}>{_face(face, called)}'
        f'<b class="tally__n">{_times(text)}</b></button>'
        f'<input class="num" inputmode="numeric" maxlength="40" name="{field.name}" '
        f'value="{escape(text)}" aria-label="{called or face}"></span>'
    )


def _face(face: str, called: str) -> str:
    """A sign of two things stands in one line, and its suit as text."""
    red = " red" if face.endswith(RED) else ""
    shown = "".join(f"{sign}&#xFE0E;" if sign in "♠♥♦♣★" else sign for sign in face)
    if not called:
        return f'<span class="tally__face">{shown}</span>'
    return (
        f'<span class="visually-hidden">{called}</span>'
        f'<span class="tally__face tally__face--sign{red}" aria-hidden="true">{shown}</span>'
    )


def _times(text: str) -> str:
    return f"×{escape(text)}" if text not in ("", "0") else ""


def there(part: Part, name: str) -> int:
    """How many there are at the table of what this question counts; 0 where nothing limits it."""
    return next((field.there[-1][1] for _seat, field in part.asked(name) if field.there), 0)


def left(part: Part, name: str) -> SafeString:
    """How many of them nobody has told yet: a number that the page's script keeps right."""
    told = sum(_told(field) for _seat, field in part.asked(name) if not field.off)
    rest = max(0, there(part, name) - told)
    return mark_safe(f'<b data-left="{name}-0">{rest}</b>')


def all_left(part: Part, names: str) -> SafeString:
    """The same of several questions, each with what it is called."""
    fields = [part.asked(name)[0][1] for name in names.split() if there(part, name)]
    said = (f"<span>{label_of(f)} ×{left(part, f.question.name)}</span>" for f in fields)
    return mark_safe(" ".join(said))


def _told(field: HandField) -> int:
    try:
        return sum(number(text) for text in field.told if text.strip())
    except RefusedError:
        return 0
