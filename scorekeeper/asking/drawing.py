"""The HTML of a field, by kind of question. Knows no rule of any game.

What belongs together is a ``role="group"`` with a label, not a ``fieldset``: a ``legend`` is no
cell of a grid in WebKit, and rides on the line above it there.

A page of six seats holds a hundred inputs and is drawn with every save, so fields are put together
here as text; templates arrange them. Everything that is not a constant here is escaped.

Only kinds that a hand asks are drawn here. House rules are drawn by
``templates/asking/_option.html``: they share what an answer is (``asking.field``, ``wire``,
``words``), not its picture: a hand is typed on our own pad, tapped card by card and counted by
steppers, and says nothing beside an answer; a rule is read, seldom changed, typed on the keyboard
(an amount with its decimals), and stands between what is usual, where that comes from and what each
answer means. Only the buttons of a Pick look alike.
"""

from __future__ import annotations

from functools import lru_cache, singledispatch
from html import escape
from typing import Protocol

from django.utils.translation import get_language, gettext

from scorekeeper.asking import wire
from scorekeeper.asking.conditions import Rule, script
from scorekeeper.asking.field import Field
from scorekeeper.engine.cards import JOKER, RANKS, SYMBOLS
from scorekeeper.engine.questions import (
    Card,
    Count,
    Counts,
    Flag,
    Input,
    Pick,
    Points,
    Word,
)
from scorekeeper.engine.variant import Limits
from scorekeeper.engine.words import Phrase
from scorekeeper.wording import words as wording


class Erring(Protocol):
    """What may be wrong, and is named by its id."""

    errors: list[str]

    @property
    def id(self) -> str: ...


@lru_cache(maxsize=2048)
def _words(text: str, language: str | None) -> str:
    return escape(gettext(text)) if text else ""


def words(text: str) -> str:
    """What a variant or this page says, in the reader's language."""
    if isinstance(text, Phrase) and text.values:
        return escape(wording.words(text))
    return _words(text, get_language())


def bdi(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def as_data(rule: Rule) -> str:
    """Conditions as the value of an attribute, quotes included."""
    return "'" + escape(script(rule), quote=False).replace("'", "&#39;") + "'"


def shown_when(rule: Rule, off: bool) -> str:
    """Attributes by which the page hides what is not asked."""
    return (f" data-when={as_data(rule)}" if rule else "") + (" data-off" if off else "")


def label_of(field: Field) -> str:
    """A question as this table calls it, else as the game does."""
    own = field.own_words.get(field.question.name)
    return escape(own) if own else words(field.question.label)


def _help(field: Field) -> str:
    said = words(field.question.kind.help)
    return f'<small class="help" id="{field.id}-help">{said}</small>' if said else ""


def said_wrong(holder: Erring) -> str:
    if not holder.errors:
        return ""
    said = " ".join(escape(error) for error in holder.errors)
    return f'<p class="error" id="{holder.id}-error">{said}</p>'


def _described(field: Field) -> str:
    ids = [f"{field.id}-error"] if field.errors else []
    ids += [f"{field.id}-help"] if field.question.kind.help else []
    by = f' aria-describedby="{" ".join(ids)}"' if ids else ""
    return by + (' aria-invalid="true"' if field.errors else "")


def led_to(holder: Erring) -> str:
    """A fault on top of the page leads there."""
    return ' tabindex="-1"' if holder.errors else ""


def _group(field: Field, kind: str, inside: str) -> str:
    """Several inputs that answer one question."""
    attributes = led_to(field) + _described(field) + shown_when(field.rule, field.off)
    return (
        f'<div role="group" class="ask ask--{kind}" id="{field.id}" '
        f'aria-label="{label_of(field)}"{attributes}>'
        f'<div class="field__label">{label_of(field)}</div>'
        f"{_help(field)}{inside}{said_wrong(field)}</div>"
    )


def _alone(field: Field, kind: str, inside: str) -> str:
    """One input with its label."""
    attributes = shown_when(field.rule, field.off)
    return (
        f'<div class="ask ask--{kind}"{attributes}><label class="field__label" for="{field.id}">'
        f"{label_of(field)}</label>{inside}{_help(field)}{said_wrong(field)}</div>"
    )


def chip(kind: str, name: str, value: str, inside: str, checked: bool, more: str = "") -> str:
    tick = " checked" if checked else ""
    return (
        f'<label class="chip"><input type="{kind}" name="{name}" value="{escape(value)}"{tick}'
        f"{more}><span>{inside}</span></label>"
    )


def _chips(chips: list[str], more: str = "") -> str:
    return f'<div class="chips{more}">{"".join(chips)}</div>'


@singledispatch
def drawn(kind: Input, field: Field) -> str:
    raise NotImplementedError(f"no picture of {type(kind).__name__}")


@drawn.register
def _pick(kind: Pick, field: Field) -> str:
    default = field.question.default
    if field.choices == (default,):
        return _settled(field, field.choices[0])
    suggested = wire.word(kind.suggest if default is None else default)
    chips = [
        chip(
            "radio",
            field.name,
            one.value,
            escape(one.own) if one.own else words(one.label),
            one.checked,
            " data-suggested" if one.value == suggested else "",
        )
        for one in field.offered
    ]
    return _group(field, "pick", _chips(chips))


def _settled(field: Field, only: Word) -> str:
    """The one answer there can be: nothing to tap, but other questions may depend on it."""
    return f'<input type="hidden" name="{field.name}" value="{escape(wire.word(only))}">'


def _typed_in(field: Field, text: str, more: str = "", own_id: bool = True) -> str:
    """The form says for all of its fields that the browser completes none."""
    named = field_id(field) if own_id else ""
    value = f' value="{escape(text)}"' if text else ""
    return (
        f'<input class="num" inputmode="numeric" maxlength="40" name="{field.name}"'
        f"{value}{named}{more}>"
    )


def _most(kind: Points, field: Field) -> str:
    """The largest it can be, for the number pad."""
    return limited("most", field.limits or (() if kind.max is None else (((), kind.max),)))


def _for_pad(kind: Points, field: Field) -> str:
    """What the pad goes by: what a cap leaves, when 0 need not be typed."""
    rules = {"empty": kind.empty, "skip": kind.skip}
    attributes = "".join(
        f" data-{n}={as_data(rule)}" for n, rule in rules.items() if rule is not None
    )
    return attributes + limited("cap", field.caps)


def limited(name: str, limits: Limits) -> str:
    """Limits as an attribute for the page's script: one number, or some, each with when it is."""
    if not limits:
        return ""
    if len(limits) == 1:
        return f' data-{name}="{limits[0][1]}"'
    told = ",".join(f"[{script(tuple(rule))},{most}]" for rule, most in limits)
    return f" data-{name}='" + escape(f"[{told}]", quote=False).replace("'", "&#39;") + "'"


@drawn.register
def _number(kind: Points, field: Field) -> str:
    shown = f' data-pad{_most(kind, field)}{_for_pad(kind, field)} placeholder="{label_of(field)}"'
    number = _alone(field, "number", _typed_in(field, field.text, shown))
    return number + "".join(drawn(cards.question.kind, cards) for cards in field.tapped)


def _stepper(input_: str, label: str, most: int | None) -> str:
    """Buttons for fewer and more around a number; without script the number alone."""
    limit = "" if most is None else f' data-most="{most}"'
    less = escape(gettext("%(what)s: one less") % {"what": label})
    more = escape(gettext("%(what)s: one more") % {"what": label})
    button = '<button type="button" data-step="{}" aria-label="{}">{}</button>'
    fewer, another = button.format(-1, less, "−"), button.format(1, more, "+")
    return f'<span class="stepper"{limit}>{fewer}{input_}{another}</span>'


@drawn.register
def _count(kind: Count, field: Field) -> str:
    input_ = _typed_in(field, field.text, f' data-least="{kind.min}"')
    return _alone(field, "count", _stepper(input_, gettext(field.question.label), kind.max))


@drawn.register
def _counts(kind: Counts, field: Field) -> str:
    told = [*field.told, *("0" for label_of in kind.labels)]
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


@drawn.register
def _flag(kind: Flag, field: Field) -> str:
    ticked = chip("checkbox", field.name, wire.TICKED, label_of(field), bool(field.text))
    ticked = ticked.replace("<input ", f'<input id="{field.id}"{_described(field)} ', 1)
    attributes = shown_when(field.rule, field.off)
    return f'<div class="ask ask--flag"{attributes}>{ticked}{_help(field)}{said_wrong(field)}</div>'


@drawn.register
def _card(kind: Card, field: Field) -> str:
    rank, suit = (*field.told, "", "")[:2]
    ranks = [chip("radio", f"{field.name}-rank", r, r, r == rank) for r in RANKS]
    suits = [
        chip("radio", f"{field.name}-suit", letter, _suit(letter), letter == suit)
        for letter in SYMBOLS
    ]
    if kind.joker:
        joker = escape(gettext("Joker"))
        suits.append(chip("radio", f"{field.name}-rank", JOKER, joker, rank == JOKER))
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


def field_id(field: Field) -> str:
    return f' id="{field.id}"{_described(field)}'
