"""Template tags for the fields of a hand. A field that is not asked draws nothing.

The HTML of a field is in ``templates/table/entry/kinds/``, in a file named like its kind of
question; ``templates/table/entry/_who.html`` is a row of persons. Nothing here knows a rule of any
game: a field has its limits.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django import template
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.core.localization import currencies
from scorekeeper.engine.cards import NUMBER_TILES, RANKS, SYMBOLS
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import deck_of, questions
from scorekeeper.engine.variant import AnyVariant, usual
from scorekeeper.play.wording.cards import look
from scorekeeper.questions.encoding import number
from scorekeeper.questions.field import Rule, script, script_limit
from scorekeeper.table.entry.cards import picker, referee
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.layout import (
    CountInput,
    HandField,
    Part,
    PersonChoice,
    PersonRow,
    PersonStanding,
    person_standings,
)

register = template.Library()
register.filter(script)
register.filter(script_limit)
register.filter("cards_example", picker.example)


# All fields of a page ------------------------------------------------------------------------


CACHE_SIZE: Final = 256
"""The number of empty forms that a process keeps."""


@register.simple_tag
def fields(page: HandPage) -> SafeString:
    """Returns the fields of this page; of an empty form from the cache."""
    is_typed = page.form.is_bound or page.form.is_started or not page.is_next
    return _with_current_standings(page, _draw(page) if is_typed else _cached_fields(Blank(page)))


class Blank:
    """A page, compared by what its fields are drawn from.

    An empty form is the same for hand after hand: it depends on the game's options, its players,
    and what the rules ask each person now. Drawing it took a third of the time of a save, so a
    process keeps the newest.
    """

    def __init__(self, page: HandPage) -> None:
        self.page: HandPage | None = page
        self.name = (
            get_language(),
            str(currencies.locale()),
            page.place,
            *_cache_key(page.form),
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blank) and self.name == other.name


def _cache_key(form: HandForm) -> tuple[Any, ...]:
    """Returns everything that an empty form shows: see ``table.entry.layout``, which asks the rules
    nothing else."""
    rules, fold = form.rules, form.fold
    persons = range(rules.line_count(fold))
    asked = (*questions(rules.deal), *questions(rules.line))
    return (
        rules.key,
        rules.deal,
        rules.line,
        fold.options,
        fold.side,
        tuple(form.names),
        form.left_persons,
        tuple(rules.asks(fold, person) for person in persons),
        tuple(tuple(sorted(rules.suggests(fold, person).items())) for person in persons),
        tuple(rules.limits(fold, q.name) for q in asked),
    )


@lru_cache(maxsize=CACHE_SIZE)
def _cached_fields(blank: Blank) -> str:
    page, blank.page = blank.page, None  # from here on its name is enough
    assert page is not None
    return _draw(page)


def _draw(page: HandPage) -> str:
    return render_to_string("table/entry/_fields.html", {"page": page, "form": page.form})


def clear_cache() -> None:
    """Resets it to the state of a new process."""
    _cached_fields.cache_clear()


def _with_current_standings(page: HandPage, html: str) -> SafeString:
    """Fills in the standings before this hand."""
    return mark_safe(with_standings(html, person_standings(page.form.rules, page.form.fold)))


def with_standings(html: str, standings: Sequence[PersonStanding]) -> str:
    """Fills the current standings into rows."""
    return STANDING_MARK.sub(lambda match: _standing(standings[int(match[1])]), html)


STANDING_MARK = re.compile(r"<!--p(\d+)-->")


def _standing(standing: PersonStanding) -> str:
    return render_to_string("table/entry/_standing.html", {"standing": standing})


# One field, or one row of persons ------------------------------------------------------------


@register.filter
def drawn(holder: HandField | PersonChoice | None) -> str:
    """Returns a field or a row of persons, with its label, help and errors."""
    if not holder:
        return ""
    if isinstance(holder, PersonChoice):
        return render_to_string("table/entry/_who.html", {"choice": holder})
    kind = holder.question.kind
    context = {"field": holder, "kind": kind, "suits": picker.suits, "ranks": RANKS}
    return render_to_string(f"table/entry/kinds/{type(kind).__name__.lower()}.html", context)


@register.filter
def described(field: HandField) -> SafeString:
    """The attributes that name a field's error and help."""
    ids = [f"{field.id}-error"] if field.errors else []
    ids += [f"{field.id}-help"] if field.question.kind.help else []
    invalid = "true" if field.errors else None
    return flatatt({"aria-describedby": " ".join(ids) or None, "aria-invalid": invalid})


@register.filter
@lru_cache(maxsize=2048)
def conditions(rule: Rule, off: bool) -> SafeString:
    """The attributes by which the page hides what is not asked."""
    return flatatt({"data-when": script(rule) if rule else None, "data-off": off})


@register.filter("frame")
def attributes(seat: PersonRow) -> SafeString:
    """Attributes of the element around a person's row: whose answers it holds, and when it
    shows."""
    return flatatt(
        {
            "role": "group",
            "aria-label": seat.name,
            "data-line": seat.line,
            "data-out": seat.is_out,
            "data-deal": None if seat.deal == "deal" else seat.deal,
        }
    ) + conditions(seat.when, seat.off)


@register.filter
def answered(seat: PersonRow, names: str) -> bool:
    """Whether one of these fields was answered."""
    fields = (seat.fields.get(name) for name in names.split())
    return any(f and (f.errors or f.value() != f.question.default) for f in fields)


@register.inclusion_tag("table/entry/_picker.html")
def card_picker(rules: AnyVariant, action: str) -> dict[str, Any]:
    """The panel for tapping cards, in a game that asks for any."""
    deck = deck_of(rules.line)
    if deck is None:
        return {}
    tiles = deck is NUMBER_TILES
    return {
        "terms": rules.terms,
        "tiles": tiles,
        "example": picker.example(deck),
        "suits": picker.colours() if tiles else picker.suits(),
        "action": action,
        "several": picker.lays_melds(rules) or bool(rules.shows),
        "usual": referee.how_many(picker.EXAMPLE_COUNT, deck),
        "single": referee.how_many(1, deck),
    }


@register.inclusion_tag("table/entry/_flags.html")
def flags(part: Part, name: str) -> dict[str, Any]:
    """A flag of each person, as one row of names."""
    rows = [
        (seat, field, (*seat.when, *field.rule), seat.off or field.off)
        for seat, field in part.rows_asked(name)
    ]
    return {
        "part": part,
        "name": name,
        "rows": rows,
        "first": rows[0][1] if rows else None,
        "is_late": name == part.late,
    }


# Keys that count -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TallyKey:
    """``spoken``: what the face means, for screen readers; empty if the face says it."""

    count: CountInput
    text: str
    spoken: str

    @property
    def face(self) -> str:
        return SUIT.sub(rf"\g<0>{picker.AS_TEXT}", self.text)

    @property
    def look(self) -> str:
        return next((look(suit) for suit, sign in SYMBOLS.items() if self.text.endswith(sign)), "")


SUIT = re.compile("[♠♥♦♣★]")


@register.filter
def keyed(field: HandField | None, face: str = "") -> str:
    """Returns the keys of one field, one for each of its counts. ``face``: the text of the key;
    with several keys, before the label of each. Empty: its label."""
    if not field:
        return ""
    keys = []
    for count in field.counts:
        text = f"{face}{count.label}"
        spoken = f"{field.label} {count.label}".strip() if text else ""
        keys.append(TallyKey(count, text or field.label, spoken))
    return render_to_string("table/entry/_tally.html", {"field": field, "keys": keys})


@register.filter("there")
def limit_at_table(part: Part, name: str) -> int:
    """Returns how many there are at the table of what this question counts; 0 if not limited."""
    limits = (field.limits.table for _seat, field in part.rows_asked(name))
    return next((usual(limit) or 0 for limit in limits if limit is not None), 0)


@register.filter
def left(part: Part, name: str) -> SafeString:
    """Returns how many of them are not entered yet, as an element that the page's script
    updates."""
    entered = sum(_entered(field) for _seat, field in part.rows_asked(name) if not field.off)
    remaining = max(0, limit_at_table(part, name) - entered)
    return format_html('<b data-left="{}-0">{}</b>', name, remaining)


@register.filter
def limited(part: Part, names: str) -> list[HandField]:
    """Returns a field of each of these questions that is limited for the table."""
    return [part.rows_asked(name)[0][1] for name in names.split() if limit_at_table(part, name)]


def _entered(field: HandField) -> int:
    try:
        return sum(number(text) for text in field.texts if text.strip())
    except RefusedError:
        return 0
