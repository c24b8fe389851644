"""The form part to save the rules on a page for the club."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.house_rules.documents import NAME, NOTE, minimal_options
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.house_rules.services import OWN, ReplacedError, clean_name, clean_note, save_preset
from scorekeeper.questions.options_form import OptionsForm

SAVE_ERRORS = (EntryError, ReplacedError, ValidationError)


def _box(most: int, **attrs: str) -> forms.TextInput:
    return forms.TextInput({"dir": "auto", "autocomplete": "off", "maxlength": most, **attrs})


class KeepForm(WriteForm):
    """Name and note; ``replaced``: the message when somebody else changed the rules."""

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
    def needs_name(self) -> bool:
        """Whether the action saves the rules and so needs a name."""
        return self.data.get("do", "keep") in ("keep", "accept")

    def clean_called(self) -> str:
        name = self.cleaned_data["called"]
        return clean_name(name) if name or self.needs_name else ""

    def clean_note(self) -> str:
        return clean_note(self.cleaned_data["note"])

    def save_for(
        self, club: Club, rules: AnyVariant, options: Mapping[str, Any], **service_args: Any
    ) -> ClubPreset:
        """Saves the rules; ``service_args`` go to the service. Raises SAVE_ERRORS."""
        token, name, note = (self.cleaned_data[name_] for name_ in ("token", "called", "note"))
        saved_options = (
            options if service_args.get("taken_over") else minimal_options(rules, options)
        )
        fields = {"name": name, "note": note, "token": token}
        return save_preset(club=club, rules=rules, options=saved_options, **fields, **service_args)

    def refuse(self, error: Exception) -> None:
        """Adds the service's error to its field."""
        if isinstance(error, ValidationError):
            for name, messages in error.message_dict.items():
                self.add_error("called" if name == "name" else name, messages)
        elif isinstance(error, EntryError):
            self.options.refuse(error)
        else:
            self.add_error(None, self.replaced)


def own_version(club: Club, chosen: Preset | None, name: str) -> ClubPreset | None:
    """Returns the club's preset that these rules change, if any."""
    if chosen is None or not chosen.key.startswith(OWN) or chosen.name != name:
        return None
    return club.presets.filter(pk=int(chosen.key.removeprefix(OWN))).first()
