"""Forms to save, edit and import a club's house rules."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.house_rules import documents
from scorekeeper.house_rules.documents import NAME, NOTE, Document, minimal_options
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.house_rules.services import (
    OWN,
    as_preset,
    clean_name,
    clean_note,
    document,
    save_preset,
    shared_preset,
)
from scorekeeper.questions.options_form import OptionsForm
from scorekeeper.questions.presets import ChosenOptions
from scorekeeper.questions.wording import RuleInWords, chosen_in_words

LINK: Final = re.compile(r"/rules/([\w-]{20,64})/")
"""The secret in the address of a link to rules."""
SAVE_ERRORS = (EntryError, ValidationError)


def _box(most: int, **attrs: str) -> forms.TextInput:
    return forms.TextInput({"dir": "auto", "autocomplete": "off", "maxlength": most, **attrs})


class KeepForm(WriteForm):
    """Name and note."""

    called = forms.CharField(
        label=gettext_lazy("Name in your group"),
        required=False,
        widget=_box(NAME, autocapitalize="sentences"),
    )
    note = forms.CharField(label=gettext_lazy("A note"), required=False, widget=_box(NOTE))

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

    def refuse(self, error: EntryError | ValidationError) -> None:
        """Adds the service's error to its field."""
        if isinstance(error, EntryError):
            self.options.refuse(error)
        elif isinstance(error, Refusal):
            self.add_error(None, error)
        else:
            for name, messages in error.message_dict.items():
                self.add_error("called" if name == "name" else name, messages)


def own_version(club: Club, chosen: Preset | None, name: str) -> ClubPreset | None:
    """Returns the club's preset that these rules change, if any."""
    if chosen is None or not chosen.key.startswith(OWN) or chosen.name != name:
        return None
    return club.presets.filter(pk=int(chosen.key.removeprefix(OWN))).first()


class PresetForm(KeepForm):
    """Rules with their name. ``preset``: the version being edited; ``explicit``: initial options,
    such as those of a game."""

    def __init__(
        self,
        rules: AnyVariant,
        club: Club,
        data: QueryDict | None = None,
        *,
        preset: ClubPreset | None = None,
        explicit: ChosenOptions | None = None,
    ) -> None:
        initial = {"called": preset.name, "note": preset.note} if preset else {}
        super().__init__(data, initial=initial)
        self.fields["called"].label = _("Name of these rules")
        self.rules, self.preset, self.currency = rules, preset, club.currency
        seats, side = next(documents.possible_tables(rules))
        presets = [as_preset(preset)] if preset else []
        preset_key = presets[0].key if presets else None
        initial_options = dict(explicit or {})
        self.options = OptionsForm(
            rules, seats, side, self.currency, data, preset_key, initial_options, presets
        )

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    def is_valid(self) -> bool:
        return super().is_valid() & self.options.is_valid()


class ImportForm(forms.Form):
    """A pasted or uploaded document, or a link to one; ``field``: its wrong part, if any."""

    document = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)
    typed = field = ""

    def clean(self) -> None:
        """Sets ``document_read``."""
        file = self.cleaned_data.get("file")
        read = file.read(documents.LARGEST + 1).decode("utf-8", "replace") if file else None
        self.typed = self.data.get("document", "") if read is None else read
        if not self.typed.strip():
            raise ValidationError(_("Paste the rules here, or choose a file."))
        try:
            self.document_read = self._read()
        except EntryError as error:
            self.field = error.field
            raise ValidationError(words(error)) from None

    def _read(self) -> Document:
        link = LINK.search(self.typed)
        if not link or self.typed.lstrip().startswith("{"):
            return documents.read(self.typed.strip().encode("utf-8", "surrogatepass"))
        preset = shared_preset(link.group(1))
        shared = document(preset) if preset else None
        if shared is None:
            raise EntryError(_("This link shows no rules, or has been revoked."))
        return shared


def foreign_currency(document_read: Document, club: Club) -> str:
    """Returns the currency of the document's amounts if it is not the club's, else ""."""
    foreign = (
        currencies.are_shown()
        and document_read.has_money
        and document_read.currency
        and document_read.currency != club.currency
    )
    return document_read.currency if foreign else ""


def rules_in_words(rules_document: Document, currency: str) -> list[RuleInWords]:
    """Returns the document's rules as texts, for the most usual table that can play by them."""
    seats, side = documents.check(rules_document.rules, rules_document.options)
    return chosen_in_words(rules_document.rules, rules_document.options, seats, side, currency)
