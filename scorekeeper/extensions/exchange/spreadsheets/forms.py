"""The form for importing a spreadsheet."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.engine.lines import one_line
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError, decode
from scorekeeper.extensions.exchange.spreadsheets.parsing import Uneven, Unit
from scorekeeper.extensions.exchange.spreadsheets.services import SpreadsheetUpload
from scorekeeper.extensions.exchange.spreadsheets.values import DayOrder
from scorekeeper.variants import VARIANTS

ONE_UNEVEN = "uneven-"
"""Begins the inputs for single sessions that do not add up, before their keys."""
UNEVEN = {"fix": Uneven.FIX, "out": Uneven.LEAVE_OUT, "book": Uneven.BOOK}
MOST = 2000
"""Lines a page takes; a body of 64 kB holds no more. ``manage import_spreadsheet`` takes any
number."""


class SpreadsheetForm(forms.Form):
    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)
    counts = forms.ChoiceField(
        required=False,
        choices=[
            (str(Unit.AMOUNT), gettext_lazy("Money")),
            (str(Unit.POINTS), gettext_lazy("Points")),
        ],
    )
    lowest = forms.BooleanField(required=False)
    variant = forms.ChoiceField(required=False)
    order = forms.ChoiceField(
        required=False,
        choices=[
            ("", ""),
            (str(DayOrder.DAY_FIRST), gettext_lazy("Day first: 31/12/2024")),
            (str(DayOrder.MONTH_FIRST), gettext_lazy("Month first: 12/31/2024")),
        ],
    )

    drops_loose = forms.BooleanField(required=False)
    uneven = forms.ChoiceField(
        required=False,
        choices=[
            (str(Uneven.FIX), gettext_lazy("Correct them first")),
            (str(Uneven.LEAVE_OUT), gettext_lazy("Leave them out")),
            (str(Uneven.BOOK), gettext_lazy("Put the difference on one name")),
        ],
    )
    booked_on = forms.CharField(required=False, max_length=40)

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[Any]] | None" = None,
    ) -> None:
        super().__init__(data, files)
        names, answers = (data.getlist(part) if data else [] for part in ("name", "whose"))
        self.answers = dict(zip(names, answers, strict=False))
        games = sorted(((key, words(v.name)) for key, v in VARIANTS.items()), key=lambda g: g[1])
        self.games = [("", _("Not specified")), *games]
        self.fields["variant"] = forms.ChoiceField(required=False, choices=self.games)
        self.encoding = ""
        if not currencies.are_shown():
            points = [(str(Unit.POINTS), gettext_lazy("Points"))]
            self.fields["counts"] = forms.ChoiceField(required=False, choices=points)

    def clean(self) -> None:
        """Replaces the pasted text by the content of the file, if there is one."""
        cleaned, file = self.cleaned_data, self.cleaned_data.get("file")
        if file is not None:
            try:
                cleaned["text"], self.encoding = decode(file.read())
            except UnreadableError as error:
                raise ValidationError({"file": words(error.phrase)}) from None
        if cleaned.get("uneven") == Uneven.BOOK and not cleaned.get("booked_on", "").strip():
            cleaned["uneven"] = Uneven.FIX.value
        if not cleaned.get("text", "").strip():
            raise ValidationError({"text": _("Paste spreadsheet cells, or choose a file.")})

    @property
    def lacks_name(self) -> bool:
        """The difference of a session goes on a name that is missing."""
        wanted = (self.data.get("uneven", ""), *self.uneven_by_key.values())
        return Uneven.BOOK in wanted and not self.data.get("booked_on", "").strip()

    @property
    def text_now(self) -> str:
        text: str = getattr(self, "cleaned_data", {}).get("text") or self.data.get("text", "")
        return text

    @property
    def token(self) -> str:
        """The token as sent: what was previewed is imported once."""
        return str(self.data.get("token", ""))

    @property
    def called(self) -> str:
        """The name of the uploaded file, now or at the preview."""
        file = self.files.get("file")
        return one_line(str(file.name if file else self.data.get("called", "")))[:80]

    @property
    def _usual_unit(self) -> Unit:
        return Unit.AMOUNT if currencies.are_shown() else Unit.POINTS

    @property
    def uneven_by_key(self) -> dict[str, Uneven]:
        """The choices for single sessions; those without one follow the choice for all."""
        return {
            name.removeprefix(ONE_UNEVEN): UNEVEN[self.data[name]]
            for name in sorted(self.data)
            if name.startswith(ONE_UNEVEN) and self.data[name] in UNEVEN
        }

    @property
    def single_choices(self) -> list[tuple[str, Any]]:
        return [
            ("", _("As chosen for all")),
            ("fix", _("Correct it first")),
            ("out", _("Leave it out")),
            ("book", _("Put the difference on one name")),
        ]

    @property
    def upload(self) -> SpreadsheetUpload:
        cleaned = self.cleaned_data
        return SpreadsheetUpload(
            text=cleaned["text"],
            called=self.called,
            counts=Unit(cleaned["counts"] or self._usual_unit),
            order=DayOrder(cleaned["order"]) if cleaned["order"] else None,
            variant=cleaned["variant"],
            lowest=cleaned["lowest"],
            answers=self.answers,
            drops_loose=cleaned["drops_loose"],
            uneven=Uneven(cleaned["uneven"]),
            uneven_by_key=self.uneven_by_key,
            booked_on=one_line(cleaned["booked_on"]),
        )
