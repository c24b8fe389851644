"""The name under which the rules on a page are kept for the club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.services import one_line
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.presets.documents import NAME, NOTE, lean
from scorekeeper.presets.models import ClubPreset
from scorekeeper.presets.services import OWN, clean_name, clean_note, keep_preset

MOST = {"name": NAME, "note": NOTE}


@dataclass
class Keeping:
    """``wanted``: the table wants to find these rules again."""

    name: str = ""
    note: str = ""
    wanted: bool = True
    errors: dict[str, str] = field(default_factory=dict)
    """By ``name`` and ``note``."""

    @staticmethod
    def read(data: QueryDict | None, name: str = "", note: str = "", *, wanted: bool) -> Keeping:
        """What was typed; without ``data`` what the page begins with."""
        if data is None:
            return Keeping(name, note, wanted)
        return Keeping(data.get("called", ""), data.get("note", ""), "keep" in data)

    @property
    def most(self) -> Mapping[str, int]:
        """Letters."""
        return MOST

    def is_valid(self, *, must: bool) -> bool:
        """``must``: what is kept needs a name; else it is simply not kept without one."""
        self.name, self.note = one_line(self.name), one_line(self.note)
        if not self.name and not (self.wanted and must):
            self.wanted = False
            return True
        for each, clean in (("name", clean_name), ("note", clean_note)):
            try:
                clean(getattr(self, each))
            except ValidationError as error:
                self.errors[each] = error.messages[0]
        return not self.errors

    def refuse(self, error: ValidationError) -> None:
        """Put what the club's service refused beside its field."""
        self.errors |= {name: messages[0] for name, messages in error.message_dict.items()}

    def keep(
        self,
        club: Club,
        rules: AnyVariant,
        options: Mapping[str, Any],
        chosen: Preset | None,
        *,
        token: str,
        by: Membership | None,
    ) -> ClubPreset:
        """Keep them, as the next version of ``chosen`` if that has this name.

        Raises ValidationError, EntryError, ReplacedError."""
        return keep_preset(
            club=club,
            rules=rules,
            options=lean(rules, options),
            name=self.name,
            note=self.note,
            replaces=_version(club, chosen, self.name),
            token=token,
            by=by,
        )


def _version(club: Club, chosen: Preset | None, name: str) -> ClubPreset | None:
    """The club's own preset that these rules are a change of."""
    if chosen is None or not chosen.key.startswith(OWN) or chosen.name != name:
        return None
    return club.presets.filter(pk=int(chosen.key.removeprefix(OWN))).first()
