"""What a host sends about how a night is settled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.settling.models import Way
from scorekeeper.wording import currencies

COINS = (5, 10, 50, 100)
MOST = 2**62


def steps(currency: str) -> list[int]:
    """What sums can be rounded to, in minor units: by small coins, and by large ones."""
    whole = 10 ** max(currencies.digits(currency), 1)
    return sorted({*COINS, *(coin * whole for coin in COINS)})


class TermsForm(forms.Form):
    """All of it; or of one tap only the ``way``, and the rest stays as it is (``whole`` empty)."""

    token = forms.CharField(max_length=64)
    way = forms.ChoiceField(choices=Way.choices, required=False)
    whole = forms.BooleanField(required=False)
    banker = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    step = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, people: Iterable[Player], currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = list(people)
        step: Any = self.fields["step"]
        step.choices = [(0, _("Exactly")), *((n, n) for n in steps(currency))]

    @property
    def purses(self) -> list[list[int]]:
        """Who said the same number shares a purse; who comes first at the table holds it."""
        found: dict[str, list[int]] = defaultdict(list)
        for player in self.people:
            found[self.data.get(f"purse-{player.pk}", "")[:3]].append(player.pk)
        return [purse for said, purse in found.items() if said and len(purse) > 1]

    @property
    def told(self) -> dict[str, Any]:
        """For ``agreeing.agree``; None: stays."""
        told = self.cleaned_data
        whole = told["whole"]
        return {
            "way": Way(told["way"]) if told["way"] else None,
            "banker": told["banker"] if whole else None,
            "purses": self.purses if whole else None,
            "step": int(told["step"]) if whole and told["step"] else None,
            "token": told["token"],
        }
