"""The form that posts prizes: it carries what the page showed."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.extensions.tournaments.prizes.selectors import Sharing


def shown_key(sharing: Sharing) -> str:
    """Returns fees, prizes and places as a hidden field has them."""
    return ",".join(":".join(map(str, row)) for row in sharing.sums)


class PrizesForm(WriteForm):
    shown = forms.CharField(max_length=20_000, required=False)

    def clean_shown(self) -> list[list[int]]:
        text = self.cleaned_data["shown"]
        try:
            rows = [[int(part) for part in row.split(":")] for row in text.split(",") if row]
        except ValueError:
            rows = [[]]
        if any(len(row) != 4 for row in rows):
            raise ValidationError(_("This page is out of date. Reload it and try again."))
        return rows
