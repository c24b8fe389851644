"""Replaces the device's keys of players added offline by the server's.

The device's keys are larger than any of a server; it sends the players' names with its entries.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import add_players
from scorekeeper.core.requests.malformed import is_text
from scorekeeper.core.requests.sent import sent_json

FIRST_OF_DEVICE: Final = 2**40
"""The smallest key that a device assigns."""
MOST: Final = 60
NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{13,19}(?![0-9])")
COMPOSED: Final = re.compile(r"[0-9:,\-]+")
"""A value that names players: one or several keys, perhaps with amounts, and nothing else."""


class InvalidNamesError(Exception):
    """The names are not a mapping of keys to texts."""


class UnknownPlayerError(Exception):
    """The club has no player of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def read_names(text: str) -> dict[str, str]:
    """Parses ``{"1099511627776": "Asha"}``, or "" for none. Raises InvalidNamesError."""
    try:
        names = sent_json(text, "{}")
    except ValueError as error:
        raise InvalidNamesError from error
    if not isinstance(names, dict) or len(names) > MOST:
        raise InvalidNamesError
    for key, name in names.items():
        if not (NUMBER.fullmatch(key) and int(key) >= FIRST_OF_DEVICE and isinstance(name, str)):
            raise InvalidNamesError
        if not is_text(name):
            raise InvalidNamesError
    return names


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Maps keys of the device to those of this server, as text."""

    keys: Mapping[str, str]

    def text(self, value: str) -> str:
        return NUMBER.sub(lambda match: self.keys.get(match[0], match[0]), value)

    def body(self, form: QueryDict) -> QueryDict:
        result = QueryDict(mutable=True)
        for field, texts in form.lists():
            result.setlist(self.text(field), [self._value(text) for text in texts])
        return result

    def _value(self, value: str) -> str:
        return self.text(value) if COMPOSED.fullmatch(value) else value


def renumber(club: Club, names: Mapping[str, str], text: str, *, add_missing: bool) -> Renumbered:
    """Maps the keys that occur in ``text``. ``add_missing``: add unknown players to the club, else
    raises UnknownPlayerError."""
    wanted = {key: name for key, name in names.items() if key in NUMBER.findall(text)}
    key_by_name = _players(club, wanted)
    missing = [name for name in wanted.values() if name not in key_by_name]
    if missing and not add_missing:
        raise UnknownPlayerError(missing[0])
    if missing:
        add_players(club=club, names=missing)
        key_by_name = _players(club, wanted)
    for name in wanted.values():
        if name not in key_by_name:  # cleaned differently from stored names
            raise UnknownPlayerError(name)
    return Renumbered({key: str(key_by_name[name]) for key, name in wanted.items()})


def _players(club: Club, wanted: Mapping[str, str]) -> dict[str, int]:
    """Returns the person's key by name."""
    rows = Player.objects.filter(club=club, name__in=wanted.values())
    return {player.name: player.person_pk for player in rows}
