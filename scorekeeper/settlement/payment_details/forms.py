"""One field per kind of address, each with its own error message."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.requests.sent import LineField
from scorekeeper.settlement.payment_details.kinds import KINDS, LONGEST, Kind, is_latin
from scorekeeper.settlement.payment_details.models import PayAddress


class AddressForm(forms.Form):
    """The player's payment details. ``currency``: the group's; kinds that take it come first."""

    sent_along = forms.BooleanField(
        required=False, label=_("Also on this session’s statements and in the text for the group")
    )

    holder = LineField(required=False, max_length=70, label=_("Account holder, in Latin letters"))

    def __init__(self, data: Any, *, name: str, addresses: list[PayAddress], currency: str) -> None:
        """``name``: the player's."""
        initial: dict[str, Any] = {
            "sent_along": bool(addresses) and all(row.sent_along for row in addresses)
        }
        initial["holder"] = "".join(row.holder for row in addresses)
        initial |= {
            row.kind: KINDS[row.kind].format(row.value) for row in addresses if row.kind in KINDS
        }
        super().__init__(data, initial=initial)
        self.currency = currency
        self.name = name
        for kind in sorted(KINDS.values(), key=lambda kind: not kind.takes(currency)):
            self.fields[kind.name] = forms.CharField(
                required=False, max_length=LONGEST, label=kind.label, help_text=kind.example
            )
        self.order_fields([*(name for name in self.fields if name != "sent_along"), "sent_along"])

    @property
    def asks_holder(self) -> bool:
        """Whether the player's own name is not in Latin letters, which banks need."""
        return not is_latin(self.name)

    @property
    def rows(self) -> list[tuple[Kind, forms.BoundField]]:
        return [(KINDS[name], self[name]) for name in self.fields if name in KINDS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in KINDS:
            if typed := cleaned.get(name):
                try:
                    cleaned[name] = KINDS[name].clean(typed)
                except ValidationError as wrong:
                    self.add_error(name, wrong)
        if cleaned.get("iban") and self.asks_holder and not is_latin(cleaned.get("holder", "")):
            self.add_error(
                "holder", _("Enter the account holder’s name in Latin letters, as the bank has it.")
            )
        return cleaned

    @property
    def addresses(self) -> dict[str, str]:
        """The cleaned addresses by kind."""
        return {name: self.cleaned_data[name] for name in KINDS if self.cleaned_data.get(name)}
