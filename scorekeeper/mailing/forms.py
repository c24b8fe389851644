"""Where somebody's sheets are sent: one address, or none."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

WRONG = _("An e-mail address looks like name@example.org.")


class MailAddressForm(forms.Form):
    address = forms.EmailField(
        label=_("My e-mail"),
        required=False,
        max_length=254,
        error_messages={"invalid": WRONG, "max_length": WRONG},
    )
