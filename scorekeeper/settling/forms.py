"""What a phone sends when somebody has paid. Whether it is owed is for the services to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.wording import currencies

MOST = 2**62


class PaidForm(forms.Form):
    """One transfer, as the phone showed it, and what was handed over: all of it, or ``part``."""

    payer = forms.IntegerField(min_value=1, max_value=MOST)
    payee = forms.IntegerField(min_value=1, max_value=MOST)
    owed = forms.IntegerField(min_value=1, max_value=MOST)
    part = forms.CharField(required=False, max_length=40, strip=True)
    token = forms.CharField(max_length=64)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency

    def clean_part(self) -> int | None:
        """Minor units; None when everything was paid."""
        told = self.cleaned_data["part"]
        return currencies.parse(told, self.currency) if told else None

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        part, owed = told.get("part"), told.get("owed")
        if part is not None and owed is not None and not 0 < part <= owed:
            most = currencies.money(owed, self.currency)
            self.add_error("part", _("Type more than nothing and at most %s.") % most)
        return told

    @property
    def amount(self) -> int:
        part = self.cleaned_data["part"]
        return int(self.cleaned_data["owed"] if part is None else part)


class UnpaidForm(forms.Form):
    payment = forms.IntegerField(min_value=1, max_value=MOST)
