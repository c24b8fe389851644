"""The HTML of what only a hand has: fields for cards, rows of persons, a person's frame, the pad.

Other fields are drawn by their kind in ``asking.drawing``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from scorekeeper.asking import wire
from scorekeeper.asking.drawing import (
    as_data,
    bdi,
    chip,
    drawn,
    label_of,
    led_to,
    said_wrong,
    shown_when,
    words,
)
from scorekeeper.asking.field import Field
from scorekeeper.capture.fields import Chip, Dealer, HandField, Part, PersonRow, SoFar, Who
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.shows import Show
from scorekeeper.engine.cards import NUMBER_TILES
from scorekeeper.engine.questions import Cards, Melds, Pick, Word
from scorekeeper.wording.words import plural, points

ONE_ROW = 4
SHORT = 6
"""So many names of so many letters stand beside each other on a phone of 360 px."""


def draw(holder: Field | Who) -> SafeString:
    if isinstance(holder, Who):
        return mark_safe(_who(holder))
    return mark_safe(drawn(holder.question.kind, holder))


def _of_deal(prefix: str) -> str:
    """Which table's answers count; the page takes the only one for granted."""
    return "" if prefix == "deal" else f' data-deal="{prefix}"'


# Cards ---------------------------------------------------------------------------------------


@drawn.register
def _cards(kind: Cards | Melds, field: HandField) -> str:
    """A field for text. The page's script covers it with keys: for the picker, and for what
    stands in it."""
    wrong = f' aria-describedby="{field.id}-error" aria-invalid="true"' if field.errors else ""
    told = f' value="{escape(field.text)}"' if field.text else ""
    text = (
        f'<input class="cards__text" name="{field.name}"{told} '
        f'maxlength="200" autocapitalize="characters" spellcheck="false" '
        f'placeholder="{_typed_like(kind)}" id="{field.id}"{wrong}{_for_picker(kind, field)}>'
    )
    instead = " ask--instead" if isinstance(kind, Cards) and kind.instead else ""
    said = words(kind.help)
    help_ = f'<small class="help">{said}</small>' if said else ""
    return (
        f'<div class="ask ask--cards{instead}"{shown_when(field.rule, field.off)}>'
        f'<label class="field__label" for="{field.id}">{label_of(field)}</label>'
        f"{text}{help_}{said_wrong(field)}</div>"
    )


def _typed_like(kind: Cards | Melds) -> str:
    """How cards are typed, by example."""
    if isinstance(kind, Melds):
        return "5H 6H 7H / 9S 9D 9C"
    return "5R 13B JK" if kind.deck is NUMBER_TILES else "5H 10S JK"


def _for_picker(kind: Cards | Melds, field: HandField) -> str:
    """What the picker has to know of a field."""
    told = {"stock": field.stock, "needs": field.needs}
    if isinstance(kind, Cards):
        told["sizes"] = " ".join(map(str, kind.sizes))
        told["instead"] = kind.instead
    groups = " data-groups" if isinstance(kind, Melds) else ""
    return groups + "".join(f' data-{name}="{escape(said)}"' for name, said in told.items() if said)


# A row of persons ---------------------------------------------------------------------------


def _who(who: Who) -> str:
    row = "".join(_person(who, one) for one in who.chips)
    attributes = f'id="{who.id}" aria-labelledby="{who.id}-label"{led_to(who)}{_of_deal(who.deal)}'
    if who.asked.sole is not None:
        attributes += f" data-sole={as_data(who.asked.sole)}"
    if who.errors:
        attributes += f' aria-describedby="{who.id}-error"'
    count = len(who.chips) + _may_be_nobody(who)
    short = " who--short" if _fit_one_row(who, count) else ""
    return (
        f'<div role="group" class="ask who who--{count}{short}" {attributes}'
        f'{shown_when(who.rule, who.off)}><div class="who__title" id="{who.id}-label">'
        f'{_who_did(who)}</div><div class="chips who__chips">{row}{_nobody(who)}</div>'
        f"{said_wrong(who)}</div>"
    )


def _fit_one_row(who: Who, count: int) -> bool:
    return count == ONE_ROW and all(len(one.name) <= SHORT for one in who.chips)


def _may_be_nobody(who: Who) -> bool:
    return who.single and who.question.kind.nobody


def _nobody(who: Who) -> str:
    """A radio button is not taken back by a second tap."""
    if not _may_be_nobody(who):
        return ""
    return chip("radio", who.name, "", escape(gettext("Nobody")), "" in who.told)


def _who_did(who: Who) -> str:
    kind, label = who.question.kind, who.question.label
    if isinstance(kind, Pick) and isinstance(kind.sole_value, Word):
        label = kind.sole_value.label
        if own := who.own_words.get(kind.sole_value):
            return escape(gettext("%(word)s: who?") % {"word": own})
    did = gettext(label)
    return escape(gettext("Who %(did)s?") % {"did": did[:1].lower() + did[1:]})


def _person(who: Who, one: Chip) -> str:
    kind = "radio" if who.single else "checkbox"
    more = f' data-sets="{one.sets}" data-as="{escape(one.as_value)}"'
    drawn = chip(kind, who.name, str(one.person), bdi(one.name), who.chosen(one.person), more)
    attributes = shown_when(one.when, one.off)
    return drawn.replace(
        '<label class="chip"',
        f'<label class="chip" data-line="p{one.person}"{_of_deal(who.deal)}{attributes}',
        1,
    )


# A person's row -----------------------------------------------------------------------------


def attributes(seat: PersonRow) -> SafeString:
    """Of the element around a seat: whose answers it holds, and when it is shown."""
    out = " data-out" if seat.is_out else ""
    return mark_safe(
        f'role="group" aria-label="{escape(seat.name)}" data-line="{seat.line}"{out}'
        f"{_of_deal(seat.deal)}{shown_when(seat.when, seat.off)}"
    )


def legend(seat: PersonRow) -> SafeString:
    """Whose fields these are, and the place for what is to be known of him, which is said anew
    where the rest is drawn once for many hands (``stood``)."""
    name = f'<bdi class="line__name">{escape(seat.name)}</bdi>'
    return mark_safe(f'<div class="line__legend">{name}<!--{seat.line}-->{_cut(seat)}</div>')


def _cut(seat: PersonRow) -> str:
    """What a count comes to where a cap cuts it; the number pad shows it and fills it in."""
    capped = (field for field in seat if field.caps)
    text = gettext("Counts as %(points)s") % {"points": "<b></b>"}
    return "".join(f' <small id="{f.id}-cut" class="cut" hidden>{text}</small>' for f in capped)


PLACE = re.compile(r"<!--p(\d+)-->")


def stood(drawn: str, standings: Sequence[SoFar]) -> str:
    """Rows with how everybody stands now in its place."""
    return PLACE.sub(lambda found: _standing(standings[int(found[1])]), drawn)


def _standing(standing: SoFar) -> str:
    told = [f' <span class="line__note">{words(note)}</span>' for note in standing.notes]
    if standing.total is None:
        return "".join(told)
    unit = escape(ngettext("point", "points", plural(standing.total)))
    total = f"{points(standing.total)} <small>{unit}</small>"
    return "".join([f' <b class="line__total">{total}</b>', *told])


# A choice of persons -------------------------------------------------------------------------


def dealers(able: Iterable[Dealer]) -> SafeString:
    """The choice of who dealt."""
    return mark_safe("".join(_option(one.person, one.name, one.chosen) for one in able))


def showers(form: HandForm, show: Show | None) -> SafeString:
    """The choice of who shows. Letter for letter that of who dealt: on its way it takes a few bytes
    where a row of names to tap took 160 at twelve seats."""
    chosen, several = show and show.person, form.several
    return mark_safe(
        "".join(
            _option(
                seat.person,
                seat.name,
                seat.person == chosen,
                f' data-table="{seat.deal}"' if several else "",
            )
            for seat in form.seats
            if seat.asks
        )
    )


def _option(person: int, name: str, chosen: bool, more: str = "") -> str:
    ticked = " selected" if chosen else ""
    return f'<option value="{person}"{more}{ticked}>{escape(name)}</option>'


# A flag of each person, as one row of names ---------------------------------------------------


def flags(part: Part, name: str) -> SafeString:
    """One question put to everybody at the table, answered by tapping names; nothing where it is
    not asked."""
    asked = part.asked(name)
    if not asked:
        return mark_safe("")
    first = asked[0][1]
    label, help_ = label_of(first), words(first.question.kind.help)
    said = f'<small class="help">{help_}</small>' if help_ else ""
    said += _not_late(part, name)
    chips = "".join(_flag(seat, field) for seat, field in asked)
    wrong = "".join(said_wrong(field) for _seat, field in asked)
    id_ = f"{part.prefix}-{name}-label"
    return mark_safe(
        f'<div role="group" class="ask flags" aria-labelledby="{id_}"{_late(part, name)}'
        f'{_of_deal(part.prefix)}><div class="field__label" id="{id_}">{label}</div>{said}'
        f'<div class="chips">{chips}</div>{wrong}</div>'
    )


def _late(part: Part, name: str) -> str:
    """Of those who had no turn: who can have had none follows from the seats."""
    if name != part.late:
        return ""
    return " data-late" if part.late_all is None else f" data-late={as_data(part.late_all)}"


def _not_late(part: Part, name: str) -> str:
    """The place for the names that are not offered: the page fills it in."""
    if name != part.late:
        return ""
    said = escape(gettext("Not listed, because they had a turn:"))
    return f'<small class="help" data-had-turn hidden>{said} <bdi></bdi></small>'


def _flag(seat: PersonRow, field: HandField) -> str:
    said = f' id="{field.id}" aria-describedby="{field.id}-error" aria-invalid="true"'
    more = said if field.errors else ""
    drawn = chip("checkbox", field.name, wire.TICKED, bdi(seat.name), bool(field.text), more)
    rule = shown_when((*seat.when, *field.rule), seat.off or field.off)
    return drawn.replace(
        '<label class="chip"',
        f'<label class="chip" data-line="{seat.line}"{_of_deal(seat.deal)}{rule}',
        1,
    )
