"""The log-in: name, password and a code, of the app or on paper."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django_otp.admin import OTPAdminAuthenticationForm
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

WRONG: Final = _("Wrong name, password or code.")


class OperatorForm(OTPAdminAuthenticationForm):  # type: ignore[misc]
    """Nobody chooses a device: a code of the app is a number, a recovery code has letters. No
    answer says which of the three was wrong."""

    error_messages = {**OTPAdminAuthenticationForm.error_messages, "invalid_login": WRONG}
    otp_error_messages = dict.fromkeys(OTPAdminAuthenticationForm.otp_error_messages, WRONG)

    otp_token = forms.CharField(
        label=_("Code from your app, or a recovery code"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def clean_otp(self, user: Any) -> None:
        token = self.cleaned_data.get("otp_token") or ""
        kind = TOTPDevice if token.isdecimal() else StaticDevice
        device = kind.objects.filter(user=user).first() if user else None
        self.cleaned_data["otp_device"] = device.persistent_id if device else ""
        super().clean_otp(user)
