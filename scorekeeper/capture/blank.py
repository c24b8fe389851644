"""The fields of a hand nobody has typed anything into yet, drawn once for many hands.

They took a third of the time of a save to draw, and are the same hand after hand: they follow from
the game's options, who sits there, and what the rules ask each person now. That is their name in
the memory of a process, which keeps a few hundred of the newest; whatever else a page shows (its
number, its token, what was saved last, how everybody stands) is drawn each time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.capture.drawing import stood
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.layout import standings
from scorekeeper.capture.sheet import Sheet
from scorekeeper.engine.questions import Pick, questions
from scorekeeper.wording import currencies

KEPT: Final = 256


class Blank:
    """A page under the name of what its fields are drawn from. Two of one name look the same."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet: Sheet | None = sheet
        self.name = (
            get_language(),
            str(currencies.locale()),
            sheet.place,
            *_drawn_from(sheet.form),
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blank) and self.name == other.name


def fields(sheet: Sheet) -> SafeString:
    """The fields of this page; of a blank hand as they were drawn before."""
    typed = sheet.form.is_bound or sheet.form.is_started or not sheet.is_next
    return _now(sheet, _draw(sheet) if typed else _drawn(Blank(sheet)))


def _now(sheet: Sheet, drawn: str) -> SafeString:
    """With how everybody stands before this hand."""
    return mark_safe(stood(drawn, standings(sheet.form.rules, sheet.form.fold)))


@lru_cache(maxsize=KEPT)
def _drawn(blank: Blank) -> str:
    sheet, blank.sheet = blank.sheet, None  # from here on its name is enough
    assert sheet is not None
    return _draw(sheet)


def forget() -> None:
    """As a process that has just been started."""
    _drawn.cache_clear()


def _draw(sheet: Sheet) -> str:
    return render_to_string("capture/_fields.html", {"sheet": sheet, "form": sheet.form})


def _drawn_from(form: HandForm) -> tuple[Any, ...]:
    """All that a blank form shows: see ``capture.layout``, which asks the rules nothing else."""
    rules, fold, asking = form.rules, form.fold, form.rules.asking
    persons = range(rules.partners.line_count(fold))
    line = questions(rules.line)
    picks = [
        q.name
        for declared in (rules.deal, rules.line)
        for q in questions(declared)
        if isinstance(q.kind, Pick)
    ]
    return (
        rules.key,
        rules.deal,
        rules.line,
        fold.options,
        fold.side,
        tuple(form.names),
        form.gone,
        tuple(rules.asking.asks(fold, person) for person in persons),
        tuple(tuple(sorted(rules.asking.suggests(fold, person).items())) for person in persons),
        *(
            tuple(limits(fold, q.name))
            for limits in (asking.answer_max, asking.caps, asking.table_max)
            for q in line
        ),
        tuple(tuple(rules.asking.offers(fold, name) or ()) for name in picks),
    )
