"""The rules of a game in prose: what its module says of itself, cut into paragraphs.

A docstring is plain text: paragraphs with an empty line between, points that start with ``* ``,
names in double backquotes, and at the end a paragraph of sources.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import __name__ as variants

SOURCES = "Sources: "
NAMED = re.compile(r"``(.+?)``")


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: SafeString
    """Empty for a list alone."""
    points: tuple[SafeString, ...] = ()


@dataclass(frozen=True, slots=True)
class Prose:
    title: SafeString
    """The game in one sentence."""
    paragraphs: tuple[Paragraph, ...]
    sources: SafeString


def prose(rules: AnyVariant) -> Prose:
    """Returns the prose of this game, from the module that declares it."""
    return read(inspect.getdoc(sys.modules[f"{variants}.{rules.key}"]) or rules.summary)


def read(text: str) -> Prose:
    """
    >>> read("A game.\\n\\nWho wins\\n\\n* is paid\\n* deals.\\n\\nSources: a book.").sources
    'a book.'
    """
    title, *blocks = re.split(r"\n\s*\n", text.strip())
    sources = [block for block in blocks if block.startswith(SOURCES)]
    body = [block for block in blocks if block not in sources]
    sources_text = " ".join(block.removeprefix(SOURCES) for block in sources)
    return Prose(_inline(title), tuple(_paragraphs(body)), _inline(sources_text))


def _paragraphs(blocks: list[str]) -> Iterator[Paragraph]:
    for block in blocks:
        before, *points = re.split(r"^\* ", block, flags=re.MULTILINE)
        yield Paragraph(_inline(before), tuple(_inline(point) for point in points))


def _inline(text: str) -> SafeString:
    flowing = escape(" ".join(text.split()))
    return mark_safe(NAMED.sub(r"<code>\1</code>", flowing))
