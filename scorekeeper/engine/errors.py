"""The few errors the engine raises; only the edges (forms, ``settle``) catch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol


class Worded(Protocol):
    """Anything that says in words what is wrong."""

    @property
    def message(self) -> str:
        """A template whose ``{names}`` are filled from ``values`` after translation."""

    @property
    def values(self) -> Mapping[str, object]: ...


class Person(int):
    """Among the values of a message: a person's index, worded as his name where that is known."""

    def __format__(self, spec: str) -> str:
        return str(self + 1)

    def named(self, names: Sequence[str]) -> str:
        return names[self] if self < len(names) else f"{self}"


def sentence(told: Worded, translate: Callable[[str], str] = str, names: Sequence[str] = ()) -> str:
    """What it says, in the language that ``translate`` knows; ``names``: of the persons.

    >>> sentence(EntryError("Give {most} at the most.", most=3))
    'Give 3 at the most.'
    >>> sentence(EntryError("{who} had a turn.", who=Person(1)), names=["Asha", "Dev"])
    'Dev had a turn.'
    """
    said, values = translate(told.message), told.values
    known = {k: v.named(names) if isinstance(v, Person) else v for k, v in values.items()}
    return said.format(**known) if known else said


class EntryError(ValueError):
    """The table reported something the rules do not allow, or chose options that cannot be.

    ``message`` is a sentence for the person holding the phone, a template whose ``{names}`` are
    filled from ``values`` after translation. ``field`` is the question's name ("" when the fault
    is not in one answer), ``seat`` the person's index, or a name that is not at
    the table (None when the fault lies between them).
    """

    def __init__(
        self, message: str, *, field: str = "", seat: int | str | None = None, **values: object
    ) -> None:
        super().__init__(message.format(**values) if values else message)
        self.message, self.field, self.seat, self.values = message, field, seat, values


class RulesChanged(EntryError):
    """What a table agreed on cannot be understood by the rules of today: no hand can follow."""


class CaseError(ValueError):
    """A case file that is not in the case format."""
