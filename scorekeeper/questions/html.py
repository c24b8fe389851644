"""Draws a hand's fields as HTML, by kind of question. Knows no rule of any game.

Groups are ``role="group"`` with a label, not ``fieldset``: in WebKit a ``legend`` is no cell of a
grid.

A page of six seats has a hundred inputs and is drawn with every save, so fields are built here as
text; templates arrange them. Everything that is not a constant here is escaped.

House rules are drawn by ``templates/questions/_option.html``. Both share what an answer is
(``field``, ``encoding``, ``words``), not its look: a hand is entered on our own pad, by tapped
cards and steppers; a rule is typed on the keyboard and shown with its default, source and help.
"""

from functools import lru_cache, singledispatch
from html import escape
from typing import Protocol

from django.utils.translation import get_language, gettext

from scorekeeper.core.localization import words as wording
from scorekeeper.engine.cards import JOKER, RANKS, SYMBOLS
from scorekeeper.engine.questions.kinds import Card, Count, Counts, Flag, Input, Pick, Points
from scorekeeper.engine.variant import Limit
from scorekeeper.engine.words import Phrase
from scorekeeper.questions import encoding
from scorekeeper.questions.field import Field, Rule, script


class HasErrors(Protocol):
    """A part of a form with errors and an id."""

    errors: list[str]

    @property
    def id(self) -> str: ...


@lru_cache(maxsize=2048)
def _words(text: str, language: str | None) -> str:
    return escape(gettext(text)) if text else ""


def words(text: str) -> str:
    """Returns a text of a game or this page, translated and escaped."""
    if isinstance(text, Phrase) and text.values:
        return escape(wording.words(text))
    return _words(text, get_language())


def bdi(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def attribute_json(rule: Rule) -> str:
    """Returns conditions as the quoted value of an attribute."""
    return "'" + escape(script(rule), quote=False).replace("'", "&#39;") + "'"


def condition_attributes(rule: Rule, off: bool) -> str:
    """Returns the attributes by which the page hides questions that are not asked."""
    return (f" data-when={attribute_json(rule)}" if rule else "") + (" data-off" if off else "")


def label_html(field: Field) -> str:
    """Returns the question's label: the table's own, else the game's."""
    own = field.own_words.get(field.question.name)
    return escape(own) if own else words(field.question.label)


def _help(field: Field) -> str:
    text = words(field.question.kind.help)
    return f'<small class="help" id="{field.id}-help">{text}</small>' if text else ""


def error_html(holder: HasErrors) -> str:
    if not holder.errors:
        return ""
    message = " ".join(escape(error) for error in holder.errors)
    return f'<p class="error" id="{holder.id}-error">{message}</p>'


def _described(field: Field) -> str:
    ids = [f"{field.id}-error"] if field.errors else []
    ids += [f"{field.id}-help"] if field.question.kind.help else []
    attribute = f' aria-describedby="{" ".join(ids)}"' if ids else ""
    return attribute + (' aria-invalid="true"' if field.errors else "")


def focus_attribute(holder: HasErrors) -> str:
    """Returns the attribute that lets an error summary link focus the element."""
    return ' tabindex="-1"' if holder.errors else ""


def _group(field: Field, kind: str, inputs_html: str) -> str:
    """Returns several inputs of one question, as a labelled group."""
    attributes = (
        focus_attribute(field) + _described(field) + condition_attributes(field.rule, field.off)
    )
    return (
        f'<div role="group" class="ask ask--{kind}" id="{field.id}" '
        f'aria-label="{label_html(field)}"{attributes}>'
        f'<div class="field__label">{label_html(field)}</div>'
        f"{_help(field)}{inputs_html}{error_html(field)}</div>"
    )


def _labelled(field: Field, kind: str, input_html: str) -> str:
    """Returns one input with its label."""
    attributes = condition_attributes(field.rule, field.off)
    return (
        f'<div class="ask ask--{kind}"{attributes}><label class="field__label" for="{field.id}">'
        f"{label_html(field)}</label>{input_html}{_help(field)}{error_html(field)}</div>"
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
def draw_field(kind: Input, field: Field) -> str:
    raise NotImplementedError(f"no picture of {type(kind).__name__}")


@draw_field.register
def _pick(kind: Pick, field: Field) -> str:
    default = field.question.default
    if field.choices == (default,):
        # a hidden input: other questions may depend on the only answer there can be
        value = escape(encoding.word(default))
        return f'<input type="hidden" name="{field.name}" value="{value}">'
    suggested = encoding.word(kind.suggest if default is None else default)
    chips = [
        chip(
            "radio",
            field.name,
            choice.value,
            escape(choice.own) if choice.own else words(choice.label),
            choice.checked,
            " data-suggested" if choice.value == suggested else "",
        )
        for choice in field.offered
    ]
    return _group(field, "pick", _chips(chips))


def _number_input(field: Field, text: str, more: str = "", own_id: bool = True) -> str:
    """Returns a number input. Autocompletion is off for the whole form."""
    named = field_id(field) if own_id else ""
    value = f' value="{escape(text)}"' if text else ""
    return (
        f'<input class="num" inputmode="numeric" maxlength="40" name="{field.name}"'
        f"{value}{named}{more}>"
    )


def _limit_attribute(kind: Points, field: Field) -> str:
    """Returns the attribute with the largest valid number, for the pad."""
    own = field.limits.answer
    return limit_attribute("most", kind.max if own is None else own)


def _pad_attributes(kind: Points, field: Field) -> str:
    """Returns the pad's attributes: caps, and when a 0 need not be entered."""
    rules = {"empty": kind.empty, "skip": kind.skip}
    attributes = "".join(
        f" data-{n}={attribute_json(rule)}" for n, rule in rules.items() if rule is not None
    )
    return attributes + limit_attribute("cap", field.limits.cap)


def limit_attribute(name: str, limit: Limit) -> str:
    """Returns a limit as an attribute for the page's script: a number, or pairs of condition and
    number."""
    if limit is None:
        return ""
    if isinstance(limit, int):
        return f' data-{name}="{limit}"'
    pairs = ",".join(f"[{script(rule)},{number}]" for rule, number in limit)
    return f" data-{name}='" + escape(f"[{pairs}]", quote=False).replace("'", "&#39;") + "'"


@draw_field.register
def _number(kind: Points, field: Field) -> str:
    limit, pad = _limit_attribute(kind, field), _pad_attributes(kind, field)
    attributes = f' data-pad{limit}{pad} placeholder="{label_html(field)}"'
    number = _labelled(field, "number", _number_input(field, field.text, attributes))
    return number + "".join(draw_field(cards.question.kind, cards) for cards in field.tapped)


def _stepper(input_: str, label: str, limit: int | None) -> str:
    """Returns a number input with buttons for less and more, which need the page's script."""
    limit_attribute = "" if limit is None else f' data-most="{limit}"'
    less = escape(gettext("%(label)s: one less") % {"label": label})
    more = escape(gettext("%(label)s: one more") % {"label": label})
    button = '<button type="button" data-step="{}" aria-label="{}">{}</button>'
    fewer, another = button.format(-1, less, "−"), button.format(1, more, "+")
    return f'<span class="stepper"{limit_attribute}>{fewer}{input_}{another}</span>'


@draw_field.register
def _count(kind: Count, field: Field) -> str:
    input_ = _number_input(field, field.text, f' data-least="{kind.min}"')
    return _labelled(field, "count", _stepper(input_, gettext(field.question.label), kind.max))


@draw_field.register
def _counts(kind: Counts, field: Field) -> str:
    texts = [*field.texts, *("0" for _label in kind.labels)]
    steppers = "".join(
        f'<span class="counts__one"><span class="counts__label" aria-hidden="true">{escape(label)}'
        f"</span>{_count_stepper(kind, field, text, index)}</span>"
        for index, (text, label) in enumerate(zip(texts, kind.labels, strict=False))
    )
    return _group(field, "counts", f'<div class="counts">{steppers}</div>')


def _count_stepper(kind: Counts, field: Field, text: str, index: int) -> str:
    name = f"{gettext(field.question.label)} {kind.labels[index]}"
    more = f' aria-label="{escape(name)}" data-least="0"'
    return _stepper(_number_input(field, text, more, own_id=False), name, kind.limit(index))


@draw_field.register
def _flag(kind: Flag, field: Field) -> str:
    ticked = chip("checkbox", field.name, encoding.TICKED, label_html(field), bool(field.text))
    ticked = ticked.replace("<input ", f'<input id="{field.id}"{_described(field)} ', 1)
    attributes = condition_attributes(field.rule, field.off)
    return f'<div class="ask ask--flag"{attributes}>{ticked}{_help(field)}{error_html(field)}</div>'


@draw_field.register
def _card(kind: Card, field: Field) -> str:
    rank, suit = (*field.texts, "", "")[:2]
    ranks = [chip("radio", f"{field.name}-rank", r, r, r == rank) for r in RANKS]
    suits = [
        chip("radio", f"{field.name}-suit", letter, _suit(letter), letter == suit)
        for letter in SYMBOLS
    ]
    if kind.joker:
        joker = escape(gettext("Joker"))
        suits.append(chip("radio", f"{field.name}-rank", JOKER, joker, rank == JOKER))
    chips_html = _chips(suits, " chips--suits") + _chips(ranks, " chips--ranks")
    return _group(field, "card", chips_html)


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
