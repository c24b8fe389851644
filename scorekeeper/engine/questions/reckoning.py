"""Counts cards in place of a number, once, so that the rules of a game see only the number.

``Cards.both`` decides what happens if a number was typed and cards were tapped for it. The stored
entry stays as it was entered.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import D, Entry, Game, L, O, S
from scorekeeper.engine.melds.arrangement import Arrangement
from scorekeeper.engine.questions.kinds import Both, Cards, questions
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _

Reckon: TypeAlias = Callable[[Game[O, S], Entry[D, L], int], NamedValues]


def with_numbers(reckon: Reckon[O, S, D, L], game: Game[O, S], entry: Entry[D, L]) -> Entry[D, L]:
    """Returns the entry with the numbers that its cards stand for."""
    numbers = [(p, values) for p in entry.playing if (values := reckon(game, entry, p))]
    if not numbers:
        return entry
    lines: list[Any] = list(entry.lines)
    for person, values in numbers:
        lines[person] = replace(lines[person], **values)
    return replace(entry, lines=tuple(lines))


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


def left_over(
    lay: Callable[[Game[O, S], Entry[D, L], int], Arrangement | None],
) -> Reckon[O, S, D, L]:
    """Returns a hook that counts the cards left over when the hand is laid."""

    def reckon(game: Game[O, S], entry: Entry[D, L], person: int) -> NamedValues:
        arrangement = lay(game, entry, person)
        return {} if arrangement is None else {"points": arrangement.points}

    return reckon
