"""The HTML of a field, by kind of question. Knows no rule of any game.

A page of six seats holds a hundred inputs and is drawn with every save, so fields are put together
here as text; templates arrange them. Everything that is not a constant here is escaped.
"""

from __future__ import annotations

from functools import lru_cache, singledispatch
from html import escape

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scorekeeper.asking import typed
from scorekeeper.capture.fields import Chip, Field, Rule, Seat, Who, script
from scorekeeper.engine.cards import JOKER, NUMBER_TILES, RANKS, SYMBOLS
from scorekeeper.engine.questions import (
    Amount,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    NamedPoints,
    OneSeat,
    Pick,
    Points,
    SomeSeats,
    Steps,
    Text,
    Word,
)


@lru_cache(maxsize=2048)
def _words(text: str, language: str | None) -> str:
    return escape(gettext(text)) if text else ""


def words(text: str) -> str:
    """What a variant or this page says, in the reader's language."""
    return _words(text, get_language())


def bdi(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def shown_when(rule: Rule, off: bool) -> str:
    """Attributes by which the page hides what is not asked."""
    return (f' data-when="{escape(script(rule))}"' if rule else "") + (" data-off" if off else "")


def draw(holder: Field | Who) -> SafeString:
    if isinstance(holder, Who):
        return mark_safe(_who(holder))
    return mark_safe(_drawn(holder.question.kind, holder))


def _label(field: Field) -> str:
    """A question as this table calls it, else as the game does."""
    own = field.own_words.get(field.question.name)
    return escape(own) if own else words(field.question.label)


def _help(field: Field) -> str:
    said = words(field.question.kind.help)
    return f'<small class="help" id="{field.id}-help">{said}</small>' if said else ""


def _errors(holder: Field | Who) -> str:
    if not holder.errors:
        return ""
    said = " ".join(escape(error) for error in holder.errors)
    return f'<p class="error" id="{holder.id}-error">{said}</p>'


def _described(field: Field) -> str:
    ids = [f"{field.id}-error"] if field.errors else []
    ids += [f"{field.id}-help"] if field.question.kind.help else []
    by = f' aria-describedby="{" ".join(ids)}"' if ids else ""
    return by + (' aria-invalid="true"' if field.errors else "")


def _led_to(asked: Field | Who) -> str:
    """A fault on top of the page leads there."""
    return ' tabindex="-1"' if asked.errors else ""


def _of_deal(prefix: str) -> str:
    """Which table's answers count; the page takes the only one for granted."""
    return "" if prefix == "deal" else f' data-deal="{prefix}"'


def _group(field: Field, kind: str, inside: str) -> str:
    """Several inputs that answer one question."""
    attributes = _led_to(field) + _described(field) + shown_when(field.rule, field.off)
    return (
        f'<fieldset class="ask ask--{kind}" id="{field.id}"{attributes}>'
        f'<legend class="field__label">{_label(field)}</legend>'
        f"{_help(field)}{inside}{_errors(field)}</fieldset>"
    )


def _alone(field: Field, kind: str, inside: str) -> str:
    """One input with its label."""
    attributes = shown_when(field.rule, field.off)
    return (
        f'<div class="ask ask--{kind}"{attributes}><label class="field__label" for="{field.id}">'
        f"{_label(field)}</label>{inside}{_help(field)}{_errors(field)}</div>"
    )


def chip(kind: str, name: str, value: str, inside: str, checked: bool, more: str = "") -> str:
    tick = " checked" if checked else ""
    return (
        f'<label class="chip"><input type="{kind}" name="{name}" value="{escape(value)}"{tick}'
        f"{more}><span>{inside}</span></label>"
    )


def _called(holder: Field | Who, member: Word) -> str:
    """An answer as this table calls it, else as the game does."""
    own = holder.own_words.get(member)
    return escape(own) if own else words(member.label)


def _chips(chips: list[str], more: str = "") -> str:
    return f'<div class="chips{more}">{"".join(chips)}</div>'


@singledispatch
def _drawn(kind: Input, field: Field) -> str:
    raise NotImplementedError(f"no picture of {type(kind).__name__}")


@_drawn.register
def _pick(kind: Pick, field: Field) -> str:
    suggested = kind.suggest if field.question.default is None else field.question.default
    if field.choices == (field.question.default,):
        return _settled(field, field.choices[0])
    return _group(
        field,
        "pick",
        _chips(
            [
                chip(
                    "radio",
                    field.name,
                    typed.word(member),
                    _called(field, member),
                    typed.word(member) in field.told,
                    " data-suggested" if member is suggested else "",
                )
                for member in field.choices
            ]
        ),
    )


def _settled(field: Field, only: Word) -> str:
    """The one answer there can be: nothing to tap, but other questions may depend on it."""
    return f'<input type="hidden" name="{field.name}" value="{escape(typed.word(only))}">'


def _typed_in(field: Field, text: str, more: str = "", own_id: bool = True) -> str:
    """The form says for all of its fields that the browser completes none."""
    named = field_id(field) if own_id else ""
    value = f' value="{escape(text)}"' if text else ""
    return (
        f'<input class="num" inputmode="numeric" maxlength="40" name="{field.name}"'
        f"{value}{named}{more}>"
    )


def _text(field: Field) -> str:
    return field.told[0] if field.told else ""


@_drawn.register
def _number(kind: Points | Amount, field: Field) -> str:
    shown = f' data-pad placeholder="{_label(field)}"'
    number = _alone(field, "number", _typed_in(field, _text(field), shown))
    return number + "".join(_drawn(cards.question.kind, cards) for cards in field.tapped)


@_drawn.register
def _cards(kind: Cards | Melds, field: Field) -> str:
    """A field for text. The page's script covers it with keys: for the picker, and for what
    stands in it."""
    wrong = f' aria-describedby="{field.id}-error" aria-invalid="true"' if field.errors else ""
    told = f' value="{escape(_text(field))}"' if _text(field) else ""
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
        f'<label class="field__label" for="{field.id}">{_label(field)}</label>'
        f"{text}{help_}{_errors(field)}</div>"
    )


def _typed_like(kind: Cards | Melds) -> str:
    """How cards are typed, by example."""
    if isinstance(kind, Melds):
        return "5H 6H 7H / 9S 9D 9C"
    return "5R 13K JK" if kind.deck is NUMBER_TILES else "5H 10S JK"


def _for_picker(kind: Cards | Melds, field: Field) -> str:
    """What the picker has to know of a field."""
    told = {"stock": field.stock, "needs": field.needs}
    if isinstance(kind, Cards):
        told["sizes"] = " ".join(map(str, kind.sizes))
        told["instead"] = kind.instead
    groups = " data-groups" if isinstance(kind, Melds) else ""
    return groups + "".join(f' data-{name}="{escape(said)}"' for name, said in told.items() if said)


def _stepper(input_: str, label: str, most: int | None) -> str:
    """Buttons for fewer and more around a number; without script the number alone."""
    limit = "" if most is None else f' data-most="{most}"'
    less = escape(gettext("%(what)s: one less") % {"what": label})
    more = escape(gettext("%(what)s: one more") % {"what": label})
    button = '<button type="button" data-step="{}" aria-label="{}">{}</button>'
    fewer, another = button.format(-1, less, "−"), button.format(1, more, "+")
    return f'<span class="stepper"{limit}>{fewer}{input_}{another}</span>'


@_drawn.register
def _count(kind: Count, field: Field) -> str:
    input_ = _typed_in(field, _text(field), f' data-least="{kind.min}"')
    return _alone(field, "count", _stepper(input_, gettext(field.question.label), kind.max))


@_drawn.register
def _counts(kind: Counts, field: Field) -> str:
    told = [*field.told, *("0" for _label in kind.labels)]
    steppers = "".join(
        f'<span class="counts__one"><span class="counts__label" aria-hidden="true">{escape(label)}'
        f"</span>{_one_of(kind, field, text, place)}</span>"
        for place, (text, label) in enumerate(zip(told, kind.labels, strict=False))
    )
    return _group(field, "counts", f'<div class="counts">{steppers}</div>')


def _one_of(kind: Counts, field: Field, text: str, place: int) -> str:
    name = f"{gettext(field.question.label)} {kind.labels[place]}"
    more = f' aria-label="{escape(name)}" data-least="0"'
    return _stepper(_typed_in(field, text, more, own_id=False), name, kind.limit(place))


@_drawn.register
def _flag(kind: Flag, field: Field) -> str:
    ticked = chip("checkbox", field.name, typed.TICKED, _label(field), bool(_text(field)))
    ticked = ticked.replace("<input ", f'<input id="{field.id}"{_described(field)} ', 1)
    attributes = shown_when(field.rule, field.off)
    return f'<div class="ask ask--flag"{attributes}>{ticked}{_help(field)}{_errors(field)}</div>'


@_drawn.register
def _persons(kind: OneSeat | SomeSeats, field: Field) -> str:
    several = isinstance(kind, SomeSeats)
    chips = [
        chip(
            "checkbox" if several else "radio",
            field.name,
            str(index),
            bdi(name),
            str(index) in field.told,
        )
        for index, name in field.choices
    ]
    return _group(field, "persons", _chips(chips))


@_drawn.register
def _card(kind: Card, field: Field) -> str:
    rank, suit = (*field.told, "", "")[:2]
    ranks = [chip("radio", f"{field.name}-rank", r, r, r == rank) for r in RANKS]
    if kind.joker:
        ranks.append(
            chip("radio", f"{field.name}-rank", JOKER, escape(gettext("Joker")), rank == JOKER)
        )
    suits = [
        chip("radio", f"{field.name}-suit", letter, _suit(letter), letter == suit)
        for letter in SYMBOLS
    ]
    inside = _chips(suits, " chips--suits") + _chips(ranks, " chips--ranks")
    return _group(field, "card", inside)


def _suit(letter: str) -> str:
    names = {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "D": gettext("diamonds"),
        "C": gettext("clubs"),
    }
    red = " red" if letter in "HD" else ""
    return (
        f'<span class="suit{red}" aria-hidden="true">{SYMBOLS[letter]}&#xFE0E;</span>'
        f'<span class="visually-hidden">{escape(names[letter])}</span>'
    )


@_drawn.register
def _steps(kind: Steps, field: Field) -> str:
    numbers = [
        _typed_in(field, text, f' aria-label="{place}"', own_id=False)
        for place, text in enumerate(field.told, start=1)
    ]
    return _group(field, "steps", f'<div class="steps">{"".join(numbers)}</div>')


@_drawn.register
def _words_of_its_own(kind: Text, field: Field) -> str:
    return _alone(field, "text", _letters(field, _text(field), kind.max, field_id(field)))


@_drawn.register
def _named_points(kind: NamedPoints, field: Field) -> str:
    rows = [*typed.pairs(field.told), ("", "")][: kind.most]
    inside = "".join(
        _letters(field, name, kind.letters, f' aria-label="{place}"')
        + _typed_in(field, points, f' aria-label="{place}"', own_id=False)
        for place, (name, points) in enumerate(rows, start=1)
    )
    return _group(field, "named", f'<div class="pairs">{inside}</div>')


def field_id(field: Field) -> str:
    return f' id="{field.id}"{_described(field)}'


def _letters(field: Field, text: str, most: int, more: str) -> str:
    return (
        f'<input type="text" dir="auto" autocomplete="off" maxlength="{2 * most}" '
        f'name="{field.name}" value="{escape(text)}"{more}>'
    )


# A row of persons ---------------------------------------------------------------------------


def _who(who: Who) -> str:
    row = "".join(_person(who, one) for one in who.chips)
    attributes = f'id="{who.id}"{_led_to(who)}{_of_deal(who.deal)}'
    if who.asked.sole is not None:
        attributes += f' data-sole="{escape(script(who.asked.sole))}"'
    if who.errors:
        attributes += f' aria-describedby="{who.id}-error"'
    return (
        f'<fieldset class="ask who who--{len(who.chips)}" {attributes}'
        f'{shown_when(who.rule, who.off)}><legend class="who__title">{_who_did(who)}</legend>'
        f'<div class="chips who__chips">{row}</div>{_errors(who)}</fieldset>'
    )


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


def attributes(seat: Seat) -> SafeString:
    """Of the element around a seat: whose answers it holds, and when it is shown."""
    return mark_safe(
        f'data-line="{seat.line}"{_of_deal(seat.deal)}{shown_when(seat.when, seat.off)}'
    )


def legend(seat: Seat) -> SafeString:
    """Whose fields these are, and what is to be known of him."""
    notes = "".join(f' <span class="line__note">{words(note)}</span>' for note in seat.notes)
    name = f'<bdi class="line__name">{escape(seat.name)}</bdi>'
    return mark_safe(f'<legend class="line__legend">{name}{notes}</legend>')


@lru_cache(maxsize=64)
def _pad(language: str | None) -> SafeString:
    return mark_safe(render_to_string("capture/_pad.html"))


def pad() -> SafeString:
    """The number pad: the same on every page of one language."""
    return _pad(get_language())
