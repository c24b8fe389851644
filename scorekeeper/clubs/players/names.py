"""Validates several names typed in a row of fields."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import clean_name

SURNAME_FIRST: Final = re.compile(r"[^,]+,(\s*\w\.)+\s*")
"""``Söze, K.``"""


def names_in(text: str) -> list[str]:
    """Returns the names of a typed or pasted list. A comma separates names only where all stand in
    one line, and does not before initials."""
    lines = re.split(r"[\n;]", text)
    if len(lines) == 1 and not SURNAME_FIRST.fullmatch(text.strip()):
        lines = text.split(",")
    return [name for line in lines if (name := line.strip().rstrip(",").rstrip())]


@dataclass(slots=True)
class NameRow:
    typed: str = ""
    error: str = ""
    name: str = ""
    """The cleaned name, once read."""


class NameRows:
    """The fields ``typed`` at a table with the names ``taken`` and the players ``seated``, in a
    ``club`` in which players may have several names."""

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
        """Validates the filled rows: names go to ``names``, errors to their row."""
        used = set(self.taken)
        self.names = []
        for row in self.rows:
            if row.typed.strip():
                self._read(row, used)
        self._check_persons()
        return not any(row.error for row in self.rows)

    def _read(self, row: NameRow, used: set[str]) -> None:
        try:
            name = clean_name(row.typed)
        except ValidationError as error:
            row.error = error.messages[0]
            return
        if name.casefold() in used:
            row.error = _("Two players have this name. Add an initial.")
            return
        used.add(name.casefold())
        row.name = name
        self.names.append(name)

    def _check_persons(self) -> None:
        """Rejects two names of one person. One query."""
        if self.club is None or not self.names:
            return
        players = self.club.players.filter(name__in=self.names).select_related("person")
        person_by_name = {player.name: player.person or player for player in players}
        present = set(self.seated)
        for row in self.rows:
            if (person := person_by_name.get(row.name)) is None:
                continue
            if person.pk in present:
                values = {"name": row.name, "person": person.name}
                row.error = _("%(name)s is %(person)s, who is already seated.") % values
            present.add(person.pk)

    def padded(self, min_rows: int) -> list[NameRow]:
        """Returns the filled rows, padded with empty ones to ``min_rows``, at least one."""
        filled = [row for row in self.rows if row.typed.strip()]
        blank = max(min_rows - len(filled), 1)
        return [*filled, *(NameRow() for _n in range(blank))]
