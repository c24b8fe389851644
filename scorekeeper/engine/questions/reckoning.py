"""Counts cards in place of a number, once, so that the rules of a game see only the number.

``Cards.both`` decides what happens if a number was typed and cards were tapped for it. The stored
entry stays as it was entered.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import D, Entry, Game, L, O, S
from scorekeeper.engine.questions.kinds import Both, Cards, questions
from scorekeeper.engine.variant import Variant
from scorekeeper.engine.words import _


def with_numbers(variant: Variant[O, D, L, S], game: Game[O, S], entry: Entry[D, L]) -> Entry[D, L]:
    """Returns the entry with the numbers that its cards stand for. Raises EntryError for impossible
    cards."""
    lines: list[Any] = list(entry.lines)
    for person in entry.playing:
        tapped = variant.tapped(game, entry, person)
        if tapped is not None and tapped.numbers:
            lines[person] = replace(lines[person], **tapped.numbers)
    return entry if lines == list(entry.lines) else replace(entry, lines=tuple(lines))


def refuse_both(entry: Entry[D, L]) -> None:
    """Raises EntryError where a number was typed and tapped though only one way is allowed."""
    for person, name in _answered_twice(entry, Both.REFUSED):
        raise EntryError(_("Enter the points."), field=name, seat=person)


def check_agreement(entry: Entry[D, L], counted: Entry[D, L]) -> None:
    """Raises EntryError where a typed number differs from the count of its cards."""
    for person, name in _answered_twice(entry, Both.AGREE) if counted is not entry else ():
        number = getattr(counted.lines[person], name)
        if number != getattr(entry.lines[person], name):
            raise EntryError(
                _("The cards tapped count {counted}."), field=name, seat=person, counted=number
            )


def _answered_twice(entry: Entry[D, L], both: Both) -> Iterator[tuple[int, str]]:
    """Yields the persons who typed a number and tapped cards for it, and the question."""
    declared: Any = type(entry.lines[0])
    pairs = _pairs(declared, both)
    for person in entry.playing if pairs else ():
        for cards, number in pairs:
            if None not in (getattr(entry.lines[person], name) for name in (cards, number)):
                yield person, number


@cache
def _pairs(line: type[Any], both: Both) -> tuple[tuple[str, str], ...]:
    """Returns pairs of card question and number question with this rule."""
    kinds = ((q.name, q.kind) for q in questions(line))
    return tuple(
        (name, kind.instead)
        for name, kind in kinds
        if isinstance(kind, Cards) and kind.instead and kind.both is both
    )
