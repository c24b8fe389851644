"""The form to schedule a session."""

from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.core.requests.sent import LineField
from scorekeeper.engine.lines import one_line
from scorekeeper.extensions.calendar.planning.games import choices, form_value, parse_form_value
from scorekeeper.extensions.calendar.planning.models import LONGEST, PlannedSession
from scorekeeper.extensions.calendar.planning.services import PlanDetails
from scorekeeper.extensions.calendar.planning.times import moment_of
from scorekeeper.house_rules.services import own_presets
from scorekeeper.seasons.forms import day_field

FARTHEST: Final = timedelta(days=3 * 366)
USUAL_HOUR: Final = 19
MOST_SEATS: Final = 60
TIME = dict.fromkeys(("required", "invalid"), _("Enter a time, such as 19:30."))
SEATS = {
    "invalid": _("Enter a number, or leave it empty for no limit."),
    "min_value": _("Enter 2 or more."),
    "max_value": _("Enter 60 or less, or leave it empty for no limit."),
}


class PlanForm(forms.Form):
    day = day_field(label=_("Day"))
    at = forms.TimeField(
        label=_("Time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages=TIME,
    )
    place = LineField(label=_("Where"), required=False, max_length=LONGEST["place"])
    game = forms.ChoiceField(label=_("Game"), required=False)
    seats = forms.IntegerField(
        label=_("Seats"),
        help_text=_("Extra players join a waiting list. Leave empty for no limit."),
        required=False,
        min_value=2,
        max_value=MOST_SEATS,
        error_messages=SEATS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    note = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=LONGEST["note"],
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, club: Club, planned: PlannedSession | None = None, data: QueryDict | None = None
    ) -> None:
        """``planned``: the session to edit, if any."""
        self.club, self.planned = club, planned
        self.zone = ZoneInfo(planned.zone) if planned else club.zone
        super().__init__(data, initial=_initial(planned, self.zone), label_suffix="")
        undecided = ("", gettext("Undecided"))
        groups: list[Any] = [undecided, *choices(own_presets(club))]
        values = {value for _name, choices_ in groups[1:] for value, _label in choices_}
        current = form_value(planned) if planned else ""
        if current and current not in values:
            groups.insert(1, (current, gettext("As scheduled")))
        self.fields["game"].choices = groups  # type: ignore[attr-defined]

    def clean_note(self) -> str:
        lines = map(one_line, self.cleaned_data["note"].splitlines())
        return "\n".join(lines).strip()

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate(timezone=self.zone) + FARTHEST:
            raise ValidationError(gettext("Choose a day within three years."))
        return day

    def clean(self) -> None:
        day, start_time = self.cleaned_data.get("day"), self.cleaned_data.get("at")
        if day is None or start_time is None:
            return
        try:
            self.starts_at = moment_of(day, start_time.replace(second=0, microsecond=0), self.zone)
        except ValidationError as error:
            self.add_error("at", error)
            return
        if self.starts_at <= timezone.now() and not self._as_before(self.starts_at):
            today = day == timezone.localdate(timezone=self.zone)
            self.add_error("at" if today else "day", gettext("Choose a time in the future."))

    def _as_before(self, starts_at: datetime) -> bool:
        return self.planned is not None and self.planned.starts_at == starts_at

    @property
    def details(self) -> PlanDetails:
        fields = {name: self.cleaned_data[name] for name in ("place", "seats", "note")}
        return PlanDetails(
            self.starts_at, self.zone.key, **fields, **parse_form_value(self.cleaned_data["game"])
        )


def _initial(planned: PlannedSession | None, zone: ZoneInfo) -> dict[str, Any]:
    if planned is None:
        usual_time = timezone.localtime(timezone=zone).replace(hour=USUAL_HOUR, minute=0)
        return {"at": usual_time.time()}
    fields = {name: getattr(planned, name) for name in ("place", "seats", "note")}
    start = {"day": planned.local.date(), "at": planned.local.time()}
    return fields | start | {"game": form_value(planned)}
