"""Replaces the device's keys of players added offline by the server's.

The device's keys are larger than any of a server; it sends the players' names with its entries.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import add_players
from scorekeeper.core.requests.middleware import is_text
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import sent_json

FIRST_OF_DEVICE: Final = 2**40
"""The smallest key that a device assigns."""
MOST: Final = 60
NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{13,19}(?![0-9])")
COMPOSED: Final = re.compile(r"[0-9:,\-]+")
"""A value that names players: one or several keys, perhaps with amounts, and nothing else."""


def read_names(text: str) -> dict[str, str]:
    """Parses ``{"1099511627776": "Asha"}``, or "" for none. Raises ValueError."""
    names = sent_json(text, "{}")
    if not isinstance(names, dict) or len(names) > MOST:
        raise ValueError("these are no keys with names")
    for key, name in names.items():
        if not (NUMBER.fullmatch(key) and int(key) >= FIRST_OF_DEVICE and isinstance(name, str)):
            raise ValueError("these are no keys with names")
        if not is_text(name):
            raise ValueError("these are no keys with names")
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
    refuses."""
    wanted = {key: name for key, name in names.items() if key in NUMBER.findall(text)}
    key_by_name = _players(club, wanted)
    missing = [name for name in wanted.values() if name not in key_by_name]
    if missing and not add_missing:
        raise _unknown_player(missing[0])
    if missing:
        add_players(club=club, names=missing)
        key_by_name = _players(club, wanted)
    for name in wanted.values():
        if name not in key_by_name:  # cleaned differently from stored names
            raise _unknown_player(name)
    return Renumbered({key: str(key_by_name[name]) for key, name in wanted.items()})


def _unknown_player(name: str) -> Refusal:
    text = _("%(name)s, added on this device, is not a player of this group.")
    return Refusal(text, name=name)


def _players(club: Club, wanted: Mapping[str, str]) -> dict[str, int]:
    """Returns the person's key by name."""
    rows = Player.objects.filter(club=club, name__in=wanted.values())
    return {player.name: player.person_pk for player in rows}
