"""HTML of fields that only a hand has: for cards, rows of persons, a person's frame, the pad. Other
fields are drawn by their kind in ``drawing``."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from scorekeeper.core.localization.words import plural, points
from scorekeeper.engine.questions.kinds import Cards, Melds, Pick, Word
from scorekeeper.questions import encoding
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
    words,
)
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.cards.referee import Show, declarers
from scorekeeper.table.entry.fields import (
    Chip,
    Dealer,
    HandField,
    Part,
    PersonChoice,
    PersonRow,
    PersonStanding,
)
from scorekeeper.table.entry.forms import HandForm

ONE_ROW = 4
SHORT_NAME = 6
"""``ONE_ROW`` names of this length fit one row of a phone of 360 px."""


def draw(holder: Field | PersonChoice) -> SafeString:
    if isinstance(holder, PersonChoice):
        return mark_safe(_who(holder))
    return mark_safe(draw_field(holder.question.kind, holder))


def _deal_attribute(prefix: str) -> str:
    """Returns which table's answers count; nothing for the only table."""
    return "" if prefix == "deal" else f' data-deal="{prefix}"'


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


# A row of persons ---------------------------------------------------------------------------


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


# A person's row -----------------------------------------------------------------------------


def attributes(seat: PersonRow) -> SafeString:
    """Attributes of the element around a person's row: whose answers it holds, and when it
    shows."""
    out_attribute = " data-out" if seat.is_out else ""
    return mark_safe(
        f'role="group" aria-label="{escape(seat.name)}" data-line="{seat.line}"{out_attribute}'
        f"{_deal_attribute(seat.deal)}{condition_attributes(seat.when, seat.off)}"
    )


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


STANDING_MARK = re.compile(r"<!--p(\d+)-->")


def with_standings(html: str, standings: Sequence[PersonStanding]) -> str:
    """Fills the current standings into rows."""
    return STANDING_MARK.sub(lambda match: _standing(standings[int(match[1])]), html)


def _standing(standing: PersonStanding) -> str:
    notes = [f' <span class="line__note">{words(note)}</span>' for note in standing.notes]
    if standing.total is None:
        return "".join(notes)
    unit = escape(ngettext("point", "points", plural(standing.total)))
    total = f"{points(standing.total)} <small>{unit}</small>"
    return "".join([f' <b class="line__total">{total}</b>', *notes])


# A choice of persons -------------------------------------------------------------------------


def dealers(candidates: Iterable[Dealer]) -> SafeString:
    """Options of the choice of a dealer."""
    return mark_safe(
        "".join(_option(dealer.person, dealer.name, dealer.chosen) for dealer in candidates)
    )


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


def _option(person: int, name: str, chosen: bool) -> str:
    selected = " selected" if chosen else ""
    return f'<option value="{person}"{selected}>{escape(name)}</option>'


# A flag of each person, as one row of names ---------------------------------------------------


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
