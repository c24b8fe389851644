"""Forms for a destination: its address and keys, by kind, and what is sent there."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club
from scorekeeper.extensions.chats.kinds.kind import LINK_HELP, Field, Kind, matches
from scorekeeper.extensions.chats.transport import AddressError, parse

LONGEST: Final = 500


class DestinationForm(WriteForm):
    """The fields of a kind; ``values`` has what was entered in them."""

    def __init__(self, kind: Kind, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{kind.key}-%s")
        self.kind = kind
        for field in kind.fields:
            self.fields[field.name] = forms.CharField(
                label=str(field.label),
                max_length=LONGEST,
                required=not field.is_optional,
                validators=[_Check(field)],
                error_messages={"required": str(field.wrong)},
                widget=forms.TextInput(
                    attrs={
                        "placeholder": field.example,
                        "dir": "ltr",
                        "autocomplete": "off",
                        "autocapitalize": "none",
                        "spellcheck": "false",
                    }
                ),
            )

    @property
    def asked(self) -> list[forms.BoundField]:
        return [self[field.name] for field in self.kind.fields]

    @property
    def values(self) -> dict[str, str]:
        return {field.name: self.cleaned_data[field.name] for field in self.kind.fields}


class _Check:
    """Refuses what cannot be the value of a field. Whether an address is private shows when
    something is sent: a name may lead elsewhere tomorrow."""

    def __init__(self, field: Field) -> None:
        self.field = field

    def __call__(self, value: str) -> None:
        if self.field.pattern and not matches(self.field, value):
            raise ValidationError(str(self.field.wrong))
        if not self.field.pattern:
            try:
                parse(value)
            except AddressError as error:
                raise ValidationError(LINK_HELP) from error


class WantedForm(forms.Form):
    """Chooses what is sent to a destination."""

    hands = forms.BooleanField(label=_("After each hand too"), required=False)
    payments = forms.BooleanField(label=_("When a debt is paid"), required=False)
    money = forms.BooleanField(label=_("With money"), required=False)
    image = forms.BooleanField(label=_("With the image"), required=False)

    def __init__(self, club: Club, kind: Kind, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if club.hides_money:
            del self.fields["money"]
            del self.fields["payments"]
        if not kind.takes_images:
            del self.fields["image"]
