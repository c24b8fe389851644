"""The pages on which a club writes house rules down, changes them, or takes over another's."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
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
from scorekeeper.presets.keeping import Keeping
from scorekeeper.presets.models import ClubPreset
from scorekeeper.presets.services import as_preset, document, shared_preset
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words

LINK: Final = re.compile(r"/rules/([\w-]{20,64})/")
"""The secret in the address of a link to rules."""


class PresetForm:
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
        self.rules, self.club, self.data, self.preset = rules, club, data, preset
        self.told = dict(told or {})
        self.error = ""
        name, note = (preset.name, preset.note) if preset else ("", "")
        self.keeping = Keeping.read(data, name, note, wanted=True)
        self.keeping.wanted = True
        self.token = data.get("token", "") if data is not None else ""

    @property
    def currency(self) -> str:
        return self.club.currency

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.club.currency)

    @cached_property
    def options(self) -> OptionsForm:
        seats, side = next(documents.tables(self.rules))
        own = [as_preset(self.preset)] if self.preset else []
        first = own[0].key if own else None
        return OptionsForm(self.rules, seats, side, self.currency, self.data, first, self.told, own)

    def is_valid(self) -> bool:
        if not 0 < len(self.token) <= 64:
            self.error = _("This page is too old: load it again.")
        good = self.keeping.is_valid(must=True) & self.options.is_valid()
        return good and not self.error


class ImportForm:
    """A document pasted or uploaded, or the link to one."""

    def __init__(
        self, data: QueryDict | None = None, file: UploadedFile[Any] | None = None
    ) -> None:
        self.typed = data.get("document", "") if data is not None else ""
        if file is not None:
            self.typed = file.read(documents.LARGEST + 1).decode("utf-8", "replace")
        self.error, self.field = "", ""
        self.found: Document | None = None
        self.keeping = Keeping.read(data, wanted=True)
        self.token = data.get("token", "") if data is not None else ""

    def is_valid(self) -> bool:
        """Whether there is a document in it; then ``found``."""
        if not self.typed.strip():
            self.error = _("Paste the rules here, or choose a file.")
            return False
        try:
            self.found = self._read()
        except EntryError as error:
            self.refuse(error)
        return self.found is not None

    def _read(self) -> Document:
        link = LINK.search(self.typed)
        if not link or self.typed.lstrip().startswith("{"):
            return documents.read(self.typed.strip().encode("utf-8", "surrogatepass"))
        preset = shared_preset(link.group(1))
        told = document(preset) if preset else None
        if told is None:
            raise EntryError(_("This link does not show any rules here, or was taken back."))
        return told

    def refuse(self, error: EntryError) -> None:
        self.error, self.field = words(error), error.field

    def begin_with(self, told: Document) -> None:
        """The name and note as the document has them."""
        self.keeping = Keeping(told.name, told.note)


def amounts_of_others(told: Document, club: Club) -> str:
    """The currency of its amounts, where it is not the club's."""
    foreign = told.has_money and told.currency and told.currency != club.currency
    return told.currency if foreign else ""


def in_words(told: Document, currency: str) -> list[RuleInWords]:
    """What was chosen, at the most usual table that can play so."""
    seats, side = documents.check(told.rules, told.options)
    return chosen_in_words(told.rules, told.options, seats, side, currency)
