"""The forms of the roll call and of wishes."""

from collections.abc import Sequence
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.players.names import names_in
from scorekeeper.clubs.services import NAME_LENGTH, clean_name
from scorekeeper.core.requests.sent import LineField
from scorekeeper.extensions.tournaments.models import Entrant, Presence, Tournament
from scorekeeper.extensions.tournaments.selectors import EntrantRow, table_count

MOST_AT_ONCE: Final = 40


class PresenceForm(WriteForm):
    presence = forms.TypedChoiceField(choices=Presence.choices, coerce=Presence)


class LateForm(WriteForm):
    """People who come late: members of the group (``player``), and new ``names``."""

    names = forms.CharField(
        label=gettext_lazy("New names, each on a line of its own"),
        required=False,
        widget=forms.Textarea({"rows": 3, "dir": "auto", "autocomplete": "off"}),
    )

    def __init__(self, members: Sequence[Player], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.members = members
        chosen = set(data.getlist("player")) if data else set()
        self.chosen = [player for player in members if str(player.pk) in chosen]

    def clean_names(self) -> list[str]:
        typed = names_in(self.cleaned_data["names"])
        if len(typed) > MOST_AT_ONCE:
            raise ValidationError(
                _("Add at most %(most)s people at once."), params={"most": MOST_AT_ONCE}
            )
        return list(dict.fromkeys(clean_name(line) for line in typed))

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and not cleaned["names"] and not self.chosen:
            raise ValidationError(_("Choose somebody, or enter a name."))


class SubstituteForm(WriteForm):
    """A substitute for an entrant: somebody who stands by, or a new ``name``."""

    standby = forms.ModelChoiceField(Entrant.objects.none(), required=False)
    name = LineField(label=gettext_lazy("New name"), required=False, max_length=NAME_LENGTH)

    def __init__(self, rows: Sequence[EntrantRow], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.standbys = [row.entrant for row in rows if row.presence == Presence.STANDBY]
        pks = [row.pk for row in self.standbys]
        self.fields["standby"].queryset = Entrant.objects.filter(pk__in=pks)  # type: ignore[attr-defined]

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and not cleaned["standby"] and not cleaned["name"].strip():
            raise ValidationError(_("Choose somebody, or enter a name."))


class TeamForm(WriteForm):
    team = LineField(label=gettext_lazy("Team"), required=False, max_length=40)


class WishForm(WriteForm):
    """Two people apart (``other``), or a ``table`` and perhaps a ``seat`` of one's own."""

    entrant = forms.ModelChoiceField(Entrant.objects.none())
    other = forms.ModelChoiceField(Entrant.objects.none(), required=False)
    table = forms.IntegerField(required=False, min_value=1)
    seat = forms.IntegerField(required=False, min_value=1)

    def __init__(self, tournament: Tournament, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.plan, self.table_count = tournament.plan, table_count(tournament)
        for name in ("entrant", "other"):
            self.fields[name].queryset = tournament.entrants.all()  # type: ignore[attr-defined]

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if self.errors:
            return
        if cleaned["other"] is None and cleaned["table"] is None:
            raise ValidationError(_("Choose the other person, or a table."))
        if cleaned["other"] is not None:
            cleaned["table"] = cleaned["seat"] = None
        if cleaned["other"] == cleaned["entrant"]:
            raise ValidationError(_("Choose two different people."))
        if (cleaned["table"] or 1) > self.table_count:
            message = ngettext(
                "There is %(tables)s table.", "There are %(tables)s tables.", self.table_count
            )
            raise ValidationError(message, params={"tables": self.table_count})
        if (cleaned["seat"] or 1) > self.plan.largest:
            raise ValidationError(
                _("A table has %(seats)s seats at most."), params={"seats": self.plan.largest}
            )
