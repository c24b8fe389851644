"""The fields of an empty form, drawn once for many hands.

Drawing them took a third of the time of a save, and they are the same for hand after hand: they
depend on the game's options, its players, and what the rules ask each person now. That is their
cache key; a process keeps a few hundred of the newest. Everything else on a page (its number, its
token, what was saved last, the standings) is drawn each time.
"""

from functools import lru_cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.core.localization import currencies
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.layout import person_standings
from scorekeeper.table.entry.widgets.html import with_standings

CACHE_SIZE: Final = 256


class Blank:
    """A page, compared by what its fields are drawn from."""

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


def fields(page: HandPage) -> SafeString:
    """Returns the fields of this page; of an empty form from the cache."""
    is_typed = page.form.is_bound or page.form.is_started or not page.is_next
    return _with_current_standings(page, _draw(page) if is_typed else _cached_fields(Blank(page)))


def _with_current_standings(page: HandPage, html: str) -> SafeString:
    """Fills in the standings before this hand."""
    return mark_safe(with_standings(html, person_standings(page.form.rules, page.form.fold)))


@lru_cache(maxsize=CACHE_SIZE)
def _cached_fields(blank: Blank) -> str:
    page, blank.page = blank.page, None  # from here on its name is enough
    assert page is not None
    return _draw(page)


def clear_cache() -> None:
    """Resets it to the state of a new process."""
    _cached_fields.cache_clear()


def _draw(page: HandPage) -> str:
    return render_to_string("table/entry/_fields.html", {"page": page, "form": page.form})


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
