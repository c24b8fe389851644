"""The forms of a round's page."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.forms import WriteForm

BIG = 2**53


class RoundForm(WriteForm):
    """``which``: the id of the round that the page shows."""

    which = forms.IntegerField(min_value=1, max_value=BIG)


class MoveForm(RoundForm):
    """A player, by id, and a table from 1; 0: they sit out."""

    person = forms.IntegerField(min_value=1, max_value=BIG)
    table = forms.IntegerField(min_value=0, max_value=99)


class SwapForm(RoundForm):
    """Two players, by id."""

    person = forms.IntegerField(min_value=1, max_value=BIG)
    other = forms.IntegerField(min_value=1, max_value=BIG)

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and cleaned["person"] == cleaned["other"]:
            raise ValidationError(_("Choose two different people."))
