"""The name and days of a season."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.standings.models import Season

DATES = {"required": _("Choose a day."), "invalid": _("Choose a day.")}


def _day(**options: Any) -> forms.DateField:
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages=DATES,
        **options,
    )


class SeasonForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={
            "required": _("Give the season a name, such as “Winter 2026”."),
            "max_length": _("A name can have 80 letters at the most."),
        },
    )
    starts = _day(label=_("First day"))
    ends = _day(label=_("Last day"), required=False, help_text=_("Leave empty while it goes on."))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_ends(self) -> date | None:
        ends: date | None = self.cleaned_data["ends"]
        starts: date | None = self.cleaned_data.get("starts")
        if ends and starts and ends < starts:
            raise ValidationError(_("The last day cannot be before the first."))
        return ends

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        taken = Season.objects.filter(club=self.club, name=told.get("name")).first()
        if taken and (taken.starts, taken.ends) != (told.get("starts"), told.get("ends")):
            self.add_error("name", _("There is a season of this name already."))
        return told
