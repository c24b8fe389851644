"""Forms of the ranking: a penalty, and who plays on where a cut leaves people tied."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.sent import LineField
from scorekeeper.extensions.tournaments.models import Entrant, Tournament
from scorekeeper.extensions.tournaments.ranking.selectors import CutState

MOST = 1000


class PenaltyForm(WriteForm):
    entrant = forms.ModelChoiceField(
        Entrant.objects.none(),
        label=gettext_lazy("Who"),
        empty_label=gettext_lazy("Choose a player"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose a player.")
        ),
    )
    points = forms.CharField(
        label=gettext_lazy("Points"),
        max_length=8,
        widget=forms.TextInput({"inputmode": "decimal", "class": "num", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter how many points.")},
    )
    reason = LineField(
        label=gettext_lazy("Why"),
        max_length=200,
        widget=forms.TextInput({"dir": "auto", "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Enter the reason."),
            "max_length": gettext_lazy("A reason can have at most 200 characters."),
        },
    )

    def __init__(self, tournament: Tournament, data: QueryDict | None = None) -> None:
        super().__init__(data)
        listed = tournament.entrants.select_related("player").order_by("number")
        self.fields["entrant"].queryset = listed  # type: ignore[attr-defined]

    def clean_points(self) -> float:
        """Whole points or halves, which are exact in binary."""
        try:
            points = currencies.parse_number(self.cleaned_data["points"], places=1)
        except ValueError:
            points = Decimal(0)
        if not 0 < points <= MOST or points * 2 % 1:
            raise ValidationError(_("Enter whole points or halves, such as 2 or 1.5."))
        return float(points)


class CutForm(WriteForm):
    """``by_lot``: the places are drawn among all who are tied; ``plays_off``: a table is opened for
    them."""

    def __init__(self, state: CutState, data: QueryDict) -> None:
        super().__init__(data)
        self.state = state

    @property
    def by_lot(self) -> bool:
        return "lot" in self.data

    @property
    def plays_off(self) -> bool:
        return "play_off" in self.data

    def clean(self) -> dict[str, Any]:
        tied = {str(row.entrant.player_id): row for row in self.state.line.tied}
        chosen = [int(pk) for pk in dict.fromkeys(self.data.getlist("player")) if pk in tied]
        places = self.state.line.places_left
        if not (self.by_lot or self.plays_off) and len(chosen) != places:
            message = ngettext("Choose %(many)d player.", "Choose %(many)d players.", places)
            raise ValidationError(message % {"many": places})
        return self.cleaned_data | {"players": None if self.by_lot else chosen}
