"""Where a rule comes from, in words for a reader: ``marriage.md §6`` is a place in ``docs/rules``.

The headings of those pages are their own, in English; nothing else of them is read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

BOOKS = Path(settings.BASE_DIR) / "docs" / "rules"
PLACE = re.compile(r"([\w-]+)\.md §(\d+(?:\.\d+)*)")
HEADING = re.compile(r"^#+ (?:(\d+(?:\.\d+)*)\.? )?(.+)$", re.MULTILINE)


def origin(source: str) -> str:
    """Of a default: ``Marriage, §6: Options, and the customs behind them``."""
    if source == "seed":
        return _("the first rules of this program")
    if source == "choice":
        return _("what many tables do")
    place = PLACE.fullmatch(source)
    if place is None:
        return source
    page, number = place.groups()
    told = headings(page)
    if number not in told:
        return f"{page.replace('_', ' ')} §{number}"
    return f"{told['']}, §{number}: {told[number]}"


@cache
def headings(page: str) -> Mapping[str, str]:
    """Of this rule book, by number of the section, its title under the empty one; none without
    the file."""
    book = BOOKS / f"{page}.md"
    if not book.exists():
        return {}
    found: dict[str, str] = {}
    for number, heading in HEADING.findall(book.read_text(encoding="utf-8")):
        found.setdefault(number, heading.replace("`", ""))
    return found
