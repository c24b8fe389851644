"""The name under which the rules on a page are kept for the club."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.asking.options_form import OptionsForm
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.presets.documents import NAME, NOTE, lean
from scorekeeper.presets.models import ClubPreset
from scorekeeper.presets.services import OWN, ReplacedError, clean_name, clean_note, keep_preset

REFUSED = (EntryError, ReplacedError, ValidationError)


def _box(most: int, **attrs: str) -> forms.TextInput:
    return forms.TextInput({"dir": "auto", "autocomplete": "off", "maxlength": most, **attrs})


class KeepForm(WriteForm):
    """``replaced``: what is said when somebody else has changed them."""

    replaced = _("Someone else changed these rules. Check the newest version.")
    called = forms.CharField(
        label=_("Name in your group"),
        required=False,
        widget=_box(NAME, autocapitalize="sentences"),
    )
    note = forms.CharField(label=_("A note"), required=False, widget=_box(NOTE))

    @cached_property
    def options(self) -> OptionsForm:
        raise NotImplementedError

    @property
    def must(self) -> bool:
        """What is kept needs a name."""
        return self.data.get("do", "keep") in ("keep", "accept")

    def clean_called(self) -> str:
        name = self.cleaned_data["called"]
        return clean_name(name) if name or self.must else ""

    def clean_note(self) -> str:
        return clean_note(self.cleaned_data["note"])

    def keep_for(
        self, club: Club, rules: AnyVariant, options: Mapping[str, Any], **more: Any
    ) -> ClubPreset:
        """Keep them, ``more`` as the service takes it. Raises REFUSED."""
        token, name, note = (self.cleaned_data[each] for each in ("token", "called", "note"))
        kept = options if more.get("taken_over") else lean(rules, options)
        named = {"name": name, "note": note, "token": token}
        return keep_preset(club=club, rules=rules, options=kept, **named, **more)

    def refuse(self, error: Exception) -> None:
        """Say what the club's service refused beside its field."""
        if isinstance(error, ValidationError):
            for name, messages in error.message_dict.items():
                self.add_error("called" if name == "name" else name, messages)
        elif isinstance(error, EntryError):
            self.options.refuse(error)
        else:
            self.add_error(None, self.replaced)


def version(club: Club, chosen: Preset | None, name: str) -> ClubPreset | None:
    """The club's own preset that these rules are a change of."""
    if chosen is None or not chosen.key.startswith(OWN) or chosen.name != name:
        return None
    return club.presets.filter(pk=int(chosen.key.removeprefix(OWN))).first()
