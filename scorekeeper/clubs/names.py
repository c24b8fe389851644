"""Several names typed in a row of fields: who they are, and what is wrong with which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import clean_name


@dataclass(slots=True)
class NameRow:
    typed: str = ""
    error: str = ""
    name: str = ""
    """As it is kept, once it was read."""


class NameRows:
    """``typed``: what stands in the fields; ``taken``: names at the table already; ``seated``: who
    sits there, in a ``club`` that may know several names of one person."""

    def __init__(
        self,
        typed: Sequence[str] = (),
        *,
        taken: Iterable[str] = (),
        club: Club | None = None,
        seated: Iterable[Player] = (),
    ) -> None:
        self.rows = [NameRow(text) for text in typed]
        self.taken = {name.casefold() for name in taken}
        self.club, self.seated = club, [player.person_pk for player in seated]
        self.names: list[str] = []

    def is_valid(self) -> bool:
        """Empty fields don't count; the rest go to ``names`` or get an error of their own."""
        seen = set(self.taken)
        self.names = []
        for row in self.rows:
            if row.typed.strip():
                self._read(row, seen)
        self._check_persons()
        return not any(row.error for row in self.rows)

    def _read(self, row: NameRow, seen: set[str]) -> None:
        try:
            name = clean_name(row.typed)
        except ValidationError as error:
            row.error = error.messages[0]
            return
        if name.casefold() in seen:
            row.error = _("Two people have this name: add a letter.")
            return
        seen.add(name.casefold())
        row.name = name
        self.names.append(name)

    def _check_persons(self) -> None:
        """One query, where the club may know somebody by one of these names."""
        if self.club is None or not self.names:
            return
        known = self.club.players.filter(name__in=self.names).select_related("person")
        whose = {player.name: player.person or player for player in known}
        here = set(self.seated)
        for row in self.rows:
            if (person := whose.get(row.name)) is None:
                continue
            if person.pk in here:
                told = {"name": row.name, "person": person.name}
                row.error = _("%(name)s is %(person)s, who sits here already.") % told
            here.add(person.pk)

    def padded(self, least: int) -> list[NameRow]:
        """The rows with empty ones after them, and one to spare."""
        filled = [row for row in self.rows if row.typed.strip()]
        blank = max(least - len(filled), 1)
        return [*filled, *(NameRow() for _n in range(blank))]
