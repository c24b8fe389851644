"""Draws the fields of a hand. A field that is not asked draws nothing.

Here is the HTML of fields that only a hand has: cards, rows of persons, a person's frame, keys that
count. Other fields are drawn by their kind in ``questions/html.py``. Nothing here knows a rule of
any game: a field has its limits.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import plural, points
from scorekeeper.engine.cards import NUMBER_TILES
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import (
    Cards,
    Count,
    Counts,
    Melds,
    Pick,
    Word,
    deck_of,
    questions,
)
from scorekeeper.engine.variant import AnyVariant, usual
from scorekeeper.questions import encoding
from scorekeeper.questions.encoding import number
from scorekeeper.questions.field import Field
from scorekeeper.questions.html import (
    attribute_json,
    bdi,
    chip,
    condition_attributes,
    draw_field,
    error_html,
    focus_attribute,
    label_html,
    limit_attribute,
    words,
)
from scorekeeper.table.entry.cards import picker, referee
from scorekeeper.table.entry.cards.referee import Show, declarers
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.layout import (
    Chip,
    Dealer,
    HandField,
    Part,
    PersonChoice,
    PersonRow,
    PersonStanding,
    person_standings,
)

register = template.Library()


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
    notes = [f' <span class="line__note">{words(note)}</span>' for note in standing.notes]
    if standing.total is None:
        return "".join(notes)
    unit = escape(ngettext("point", "points", plural(standing.total)))
    total = f"{points(standing.total)} <small>{unit}</small>"
    return "".join([f' <b class="line__total">{total}</b>', *notes])


# One field, or one row of persons ------------------------------------------------------------


@register.filter
def drawn(holder: Field | PersonChoice | None) -> SafeString | str:
    """Returns a field or a row of persons, with its label, help and errors."""
    if not holder:
        return ""
    if isinstance(holder, PersonChoice):
        return mark_safe(_who(holder))
    return mark_safe(draw_field(holder.question.kind, holder))


def _deal_attribute(prefix: str) -> str:
    """Returns which table's answers count; nothing for the only table."""
    return "" if prefix == "deal" else f' data-deal="{prefix}"'


@register.filter
def opened(seat: PersonRow, names: str) -> SafeString:
    """The attribute of a ``<details>`` around these fields: open if one of them was answered."""
    fields = (seat.fields.get(name) for name in names.split())
    is_answered = any(f and (f.errors or f.value() != f.question.default) for f in fields)
    return SafeString(" open" if is_answered else "")


# Cards ---------------------------------------------------------------------------------------


@draw_field.register
def _cards(kind: Cards | Melds, field: HandField) -> str:
    """A text field. The page's script covers it with keys for the picker, and for its content."""
    error = f' aria-describedby="{field.id}-error" aria-invalid="true"' if field.errors else ""
    value = f' value="{escape(field.text)}"' if field.text else ""
    text = (
        f'<input class="cards__text" name="{field.name}"{value} '
        f'maxlength="200" autocapitalize="characters" spellcheck="false" '
        f'placeholder="{_example(kind)}" id="{field.id}"{error}{_for_picker(kind, field)}>'
    )
    instead = " ask--instead" if isinstance(kind, Cards) and kind.instead else ""
    help_text = words(kind.help)
    help_html = f'<small class="help">{help_text}</small>' if help_text else ""
    return (
        f'<div class="ask ask--cards{instead}"{condition_attributes(field.rule, field.off)}>'
        f'<label class="field__label" for="{field.id}">{label_html(field)}</label>'
        f"{text}{help_html}{error_html(field)}</div>"
    )


def _example(kind: Cards | Melds) -> str:
    """Returns an example of typed cards."""
    if isinstance(kind, Melds):
        return "5H 6H 7H / 9S 9D 9C"
    return picker.example(kind.deck)


def _for_picker(kind: Cards | Melds, field: HandField) -> str:
    """Returns attributes of a field for the picker."""
    values = {"stock": field.stock, "needs": field.needs}
    if isinstance(kind, Cards):
        values["sizes"] = " ".join(map(str, kind.sizes))
        values["instead"] = kind.instead
    groups = " data-groups" if isinstance(kind, Melds) else ""
    return groups + "".join(
        f' data-{name}="{escape(value)}"' for name, value in values.items() if value
    )


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
        "usual": referee.how_many(picker.EXAMPLE_COUNT, deck),
        "single": referee.how_many(1, deck),
    }


# A row of persons ----------------------------------------------------------------------------


ONE_ROW = 4


SHORT_NAME = 6
"""``ONE_ROW`` names of this length fit one row of a phone of 360 px."""


def _who(choice: PersonChoice) -> str:
    row = "".join(_person_chip(choice, person) for person in choice.chips)
    attributes = (
        f'id="{choice.id}" aria-labelledby="{choice.id}-label"'
        f"{focus_attribute(choice)}{_deal_attribute(choice.deal)}"
    )
    if choice.declaration.sole is not None:
        attributes += f" data-sole={attribute_json(choice.declaration.sole)}"
    if choice.errors:
        attributes += f' aria-describedby="{choice.id}-error"'
    count = len(choice.chips) + _may_be_nobody(choice)
    short = " who--short" if _fit_one_row(choice, count) else ""
    return (
        f'<div role="group" class="ask who who--{count}{short}" {attributes}'
        f"{condition_attributes(choice.rule, choice.off)}>"
        f'<div class="who__title" id="{choice.id}-label">'
        f'{_choice_label(choice)}</div><div class="chips who__chips">{row}{_nobody(choice)}</div>'
        f"{error_html(choice)}</div>"
    )


def _fit_one_row(choice: PersonChoice, count: int) -> bool:
    return count == ONE_ROW and all(len(person.name) <= SHORT_NAME for person in choice.chips)


def _may_be_nobody(choice: PersonChoice) -> bool:
    return choice.is_single and choice.question.kind.nobody


def _nobody(choice: PersonChoice) -> str:
    """A radio button is not unset by a second tap."""
    if not _may_be_nobody(choice):
        return ""
    return chip("radio", choice.name, "", escape(gettext("Nobody")), "" in choice.texts)


def _choice_label(choice: PersonChoice) -> str:
    kind, label = choice.question.kind, choice.question.label
    if isinstance(kind, Pick) and isinstance(kind.sole_value, Word):
        label = kind.sole_value.label
        if own_word := choice.own_words.get(kind.sole_value):
            return escape(gettext("%(word)s: who?") % {"word": own_word})
    verb = gettext(label)
    return escape(gettext("Who %(did)s?") % {"did": verb[:1].lower() + verb[1:]})


def _person_chip(choice: PersonChoice, person: Chip) -> str:
    kind = "radio" if choice.is_single else "checkbox"
    data = f' data-sets="{person.sets}" data-as="{escape(person.as_value)}"'
    html = chip(
        kind,
        choice.name,
        str(person.person),
        bdi(person.name),
        choice.chosen(person.person),
        data,
    )
    attributes = condition_attributes(person.when, person.off)
    return html.replace(
        '<label class="chip"',
        f'<label class="chip" data-line="p{person.person}"'
        f"{_deal_attribute(choice.deal)}{attributes}",
        1,
    )


# A person's row ------------------------------------------------------------------------------


@register.filter("frame")
def attributes(seat: PersonRow) -> SafeString:
    """Attributes of the element around a person's row: whose answers it holds, and when it
    shows."""
    out_attribute = " data-out" if seat.is_out else ""
    return mark_safe(
        f'role="group" aria-label="{escape(seat.name)}" data-line="{seat.line}"{out_attribute}'
        f"{_deal_attribute(seat.deal)}{condition_attributes(seat.when, seat.off)}"
    )


@register.filter("named")
def legend(seat: PersonRow) -> SafeString:
    """Returns whose fields these are, with a mark for the standings, which are filled in where the
    rest is cached (``with_standings``)."""
    name = f'<bdi class="line__name">{escape(seat.name)}</bdi>'
    return mark_safe(
        f'<div class="line__legend">{name}<!--{seat.line}-->{_capped_points(seat)}</div>'
    )


def _capped_points(seat: PersonRow) -> str:
    """Returns the place for the capped points of a count, which the number pad shows and fills
    in."""
    capped_fields = (field for field in seat if field.limits.cap is not None)
    text = gettext("Counts as %(points)s") % {"points": "<b></b>"}
    return "".join(
        f' <small id="{field.id}-cut" class="cut" hidden>{text}</small>' for field in capped_fields
    )


# A choice of persons -------------------------------------------------------------------------


@register.filter
def dealers(candidates: Iterable[Dealer]) -> SafeString:
    """Returns the options of the choice of a dealer."""
    options = (
        f'<option value="{dealer.person}"{" selected" if dealer.chosen else ""}>'
        f"{escape(dealer.name)}</option>"
        for dealer in candidates
    )
    return mark_safe("".join(options))


@register.filter
def showers(form: HandForm, show: Show | None) -> SafeString:
    """Buttons for who shows."""
    chosen = show and show.person
    chips = (_shower(form, seat, own, seat.person == chosen) for seat, own in declarers(form))
    return mark_safe("".join(chips))


def _shower(form: HandForm, seat: PersonRow, own: Chip | None, chosen: bool) -> str:
    """``own``: the person's chip in the row of who won, which has the same conditions."""
    table = f' data-table="{seat.deal}"' if form.has_several_tables else ""
    html = chip("radio", "show-person", str(seat.person), bdi(seat.name), chosen, table)
    if own is None or not own.when:
        return html
    hidden = _deal_attribute(seat.deal) + condition_attributes(own.when, own.off)
    return html.replace(
        '<label class="chip"', f'<label class="chip" data-line="{seat.line}"{hidden}', 1
    )


# A flag of each person, as one row of names --------------------------------------------------


@register.filter
def flags(part: Part, name: str) -> SafeString:
    """Returns one question for everybody at the table, answered by tapping names; nothing where it
    is not asked."""
    rows = part.rows_asked(name)
    if not rows:
        return mark_safe("")
    first = rows[0][1]
    label, help_text = label_html(first), words(first.question.kind.help)
    help_html = f'<small class="help">{help_text}</small>' if help_text else ""
    help_html += _not_late(part, name)
    chips = "".join(_flag(seat, field) for seat, field in rows)
    errors = "".join(error_html(field) for _seat, field in rows)
    id_ = f"{part.prefix}-{name}-label"
    return mark_safe(
        f'<div role="group" class="ask flags" aria-labelledby="{id_}"{_late(part, name)}'
        f'{_deal_attribute(part.prefix)}><div class="field__label" id="{id_}">{label}</div>'
        f"{help_html}"
        f'<div class="chips">{chips}</div>{errors}</div>'
    )


def _late(part: Part, name: str) -> str:
    """Attribute for players without a turn: who can have had none follows from the seats."""
    if name != part.late:
        return ""
    return " data-late" if part.late_all is None else f" data-late={attribute_json(part.late_all)}"


def _not_late(part: Part, name: str) -> str:
    """The place for names that are not offered: the page fills it in."""
    if name != part.late:
        return ""
    text = escape(gettext("Not listed, because they had a turn:"))
    return f'<small class="help" data-had-turn hidden>{text} <bdi></bdi></small>'


def _flag(seat: PersonRow, field: HandField) -> str:
    error_attributes = f' id="{field.id}" aria-describedby="{field.id}-error" aria-invalid="true"'
    attributes = error_attributes if field.errors else ""
    html = chip(
        "checkbox", field.name, encoding.TICKED, bdi(seat.name), bool(field.text), attributes
    )
    rule = condition_attributes((*seat.when, *field.rule), seat.off or field.off)
    return html.replace(
        '<label class="chip"',
        f'<label class="chip" data-line="{seat.line}"{_deal_attribute(seat.deal)}{rule}',
        1,
    )


# Keys that count -----------------------------------------------------------------------------


RED = ("♥", "♦")


@register.filter
def keyed(field: HandField | None, face: str = "") -> SafeString | str:
    """Returns the keys of one field, one for each of its counts. ``face``: the text of the key;
    with several keys, before the label of each. Empty: its label."""
    if not field:
        return ""
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
    return mark_safe(f'<b data-left="{name}-0">{remaining}</b>')


@register.filter
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
