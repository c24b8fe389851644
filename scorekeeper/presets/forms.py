"""The pages on which a club writes house rules down, changes them, or takes over another's."""

from __future__ import annotations

import re
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.asking.options_form import OptionsForm
from scorekeeper.asking.rules import RuleInWords, chosen_in_words
from scorekeeper.asking.ways import OptionsTold
from scorekeeper.clubs.models import Club
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.presets import documents
from scorekeeper.presets.documents import Document
from scorekeeper.presets.keeping import KeepForm
from scorekeeper.presets.models import ClubPreset
from scorekeeper.presets.services import as_preset, document, shared_preset
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words

LINK: Final = re.compile(r"/rules/([\w-]{20,64})/")
"""The secret in the address of a link to rules."""


class PresetForm(KeepForm):
    """Rules with their name. ``preset``: the version they are a change of; ``told``: options to
    begin with, such as those of a game."""

    def __init__(
        self,
        rules: AnyVariant,
        club: Club,
        data: QueryDict | None = None,
        *,
        preset: ClubPreset | None = None,
        told: OptionsTold | None = None,
    ) -> None:
        named = {"called": preset.name, "note": preset.note} if preset else {}
        super().__init__(data, initial=named)
        self.fields["called"].label = _("Name of these rules")
        self.rules, self.preset, self.currency = rules, preset, club.currency
        seats, side = next(documents.tables(rules))
        own = [as_preset(preset)] if preset else []
        first = own[0].key if own else None
        begun = dict(told or {})
        self.options = OptionsForm(rules, seats, side, self.currency, data, first, begun, own)

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    def is_valid(self) -> bool:
        return super().is_valid() & self.options.is_valid()


class ImportForm(forms.Form):
    """A document pasted or uploaded, or the link to one; ``field``: of it, that is wrong."""

    document = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)
    typed = field = ""

    def clean(self) -> None:
        """Fills ``found``."""
        file = self.cleaned_data.get("file")
        read = file.read(documents.LARGEST + 1).decode("utf-8", "replace") if file else None
        self.typed = self.data.get("document", "") if read is None else read
        if not self.typed.strip():
            raise ValidationError(_("Paste the rules here, or choose a file."))
        try:
            self.found = self._read()
        except EntryError as error:
            self.field = error.field
            raise ValidationError(words(error)) from None

    def _read(self) -> Document:
        link = LINK.search(self.typed)
        if not link or self.typed.lstrip().startswith("{"):
            return documents.read(self.typed.strip().encode("utf-8", "surrogatepass"))
        preset = shared_preset(link.group(1))
        told = document(preset) if preset else None
        if told is None:
            raise EntryError(_("This link shows no rules, or has been revoked."))
        return told


def amounts_of_others(told: Document, club: Club) -> str:
    """The currency of its amounts, where it is not the club's."""
    foreign = told.has_money and told.currency and told.currency != club.currency
    return told.currency if foreign else ""


def in_words(told: Document, currency: str) -> list[RuleInWords]:
    """What was chosen, at the most usual table that can play so."""
    seats, side = documents.check(told.rules, told.options)
    return chosen_in_words(told.rules, told.options, seats, side, currency)
