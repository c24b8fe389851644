"""The pages of ``docs/rules``: where each game lists its options, made from what it declares.

A page marks the place with ``<!-- options KEY -->`` and ``<!-- /options -->``; everything else is
written by hand. ``manage.py rule_books --write`` fills the places, and a test fails while one of
them is not what it should be.
"""

import re
import textwrap
from collections.abc import Mapping
from enum import Enum

from scorekeeper.engine.questions.kinds import Question, questions
from scorekeeper.engine.variant import AnyVariant

PLACE = re.compile(r"(<!-- options (\w+) -->\n).*?(<!-- /options -->)", re.DOTALL)
ORIGINS: Mapping[str, str] = {"seed": "where it was published", "choice": "our choice"}
WIDTH = 128


def with_options(page: str, name: str, variants: Mapping[str, AnyVariant]) -> str:
    """This page, the file called ``name``, with every list of options as it should be."""

    def filled(place: re.Match[str]) -> str:
        begin, key, end = place.groups()
        return f"{begin}{listing(variants[key], name)}{end}"

    return PLACE.sub(filled, page)


def listing(rules: AnyVariant, name: str) -> str:
    """In Markdown, in the order of the screen, with a word on where it is made."""
    lines = [_line(question, rules, name) for question in questions(rules.options)]
    head = f"What `{rules.key}` asks before a game, from `Options` of its module; bold is usual:"
    return "\n".join([head, "", *lines, ""])


def _line(question: Question, rules: AnyVariant, name: str) -> str:
    line = f"- `{question.name}` **{default_text(question.default)}**{_choices(question)}: "
    line += f"{question.label}. {question.kind.help}".strip()
    line += " Asked as “When does the game end?”." if question.kind.ends else ""
    origin = _origin(question.kind.source, rules, name)
    return "\n".join(
        textwrap.wrap(
            f"{line} ({origin})" if origin else line,
            WIDTH,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def default_text(value: object) -> str:
    """Returns a default as these pages write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _choices(question: Question) -> str:
    if not issubclass(question.type, Enum):
        return ""
    return " of " + " ".join(f"`{member.value}`" for member in question.type)


def _origin(source: str, rules: AnyVariant, name: str) -> str:
    if source == "seed":
        return rules.source
    return ORIGINS.get(source, source.removeprefix(f"{name} "))
