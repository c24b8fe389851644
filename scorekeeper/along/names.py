"""Players whom a phone has made without a network: it knows them by keys of its own, which are
above all that a server gives out, and tells their names when it delivers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import add_players
from scorekeeper.serving.readable import is_text

FIRST_OF_PHONE: Final = 2**40
"""The smallest key that a phone gives out."""
MOST: Final = 60
NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{13,19}(?![0-9])")
COMPOSED: Final = re.compile(r"[0-9:,\-]+")
"""A field that names somebody holds nothing else: a key, or several, perhaps with amounts."""


class NoNamesError(Exception):
    """What was told as names are none."""


class NotOfClubError(Exception):
    """The club has no player of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def read_names(told: str) -> dict[str, str]:
    """``{"1099511627776": "Asha"}``, as JSON; "" for none. Raises NoNamesError."""
    try:
        found = json.loads(told or "{}")
    except ValueError as error:
        raise NoNamesError from error
    if not isinstance(found, dict) or len(found) > MOST:
        raise NoNamesError
    for key, name in found.items():
        if not (NUMBER.fullmatch(key) and int(key) >= FIRST_OF_PHONE and isinstance(name, str)):
            raise NoNamesError
        if not is_text(name):
            raise NoNamesError
    return found


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Keys of the phone, and those of this server, as text."""

    keys: Mapping[str, str]

    def text(self, told: str) -> str:
        return NUMBER.sub(lambda found: self.keys.get(found[0], found[0]), told)

    def body(self, told: QueryDict) -> QueryDict:
        made = QueryDict(mutable=True)
        for field, texts in told.lists():
            made.setlist(self.text(field), [self._value(each) for each in texts])
        return made

    def _value(self, told: str) -> str:
        return self.text(told) if COMPOSED.fullmatch(told) else told


def renumbered(club: Club, names: Mapping[str, str], used: str, *, adds: bool) -> Renumbered:
    """``used``: where the keys stand, all in one text; ``adds``: who is missing is added to the
    club. Raises NotOfClubError."""
    wanted = {key: name for key, name in names.items() if key in NUMBER.findall(used)}
    found = _players(club, wanted)
    missing = [name for name in wanted.values() if name not in found]
    if missing and not adds:
        raise NotOfClubError(missing[0])
    if missing:
        add_players(club=club, names=missing)
        found = _players(club, wanted)
    for name in wanted.values():
        if name not in found:  # written in another way than names are kept
            raise NotOfClubError(name)
    return Renumbered({key: str(found[name]) for key, name in wanted.items()})


def _players(club: Club, wanted: Mapping[str, str]) -> dict[str, int]:
    """By name the key of whoever is meant by it; of several names of one person, his own."""
    rows = Player.objects.filter(club=club, name__in=wanted.values())
    return {player.name: player.person_pk for player in rows}
