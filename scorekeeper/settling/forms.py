"""What a phone sends about money beside the games. Whether it is owed, the services say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.services import one_line
from scorekeeper.settling.models import SENT, How, StepKind, Way
from scorekeeper.settling.services import PAID_IN
from scorekeeper.wording import currencies

MOST = 2**62
MOST_SHARES = 99


class PaidForm(forms.Form):
    """One transfer, as the phone showed it; what was handed over: all of it, or ``part``; and which
    word is said of it: that it was sent, or received."""

    payer = forms.IntegerField(min_value=1, max_value=MOST)
    payee = forms.IntegerField(min_value=1, max_value=MOST)
    owed = forms.IntegerField(min_value=1, max_value=MOST)
    word = forms.ChoiceField(choices=[(SENT, SENT), (StepKind.RECEIVED, StepKind.RECEIVED)])
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

    @property
    def ends(self) -> tuple[int, int]:
        """Payer and payee by id."""
        return self.cleaned_data["payer"], self.cleaned_data["payee"]

    @property
    def typed(self) -> str:
        return str(self.data.get("part", ""))[:40]


class StepForm(forms.Form):
    handover = forms.IntegerField(min_value=1, max_value=MOST)
    kind = forms.ChoiceField(choices=StepKind.choices)
    token = forms.CharField(max_length=64)


class UnpaidForm(forms.Form):
    payment = forms.IntegerField(min_value=1, max_value=MOST)
    token = forms.CharField(max_length=64, required=False)


class UndoForm(forms.Form):
    """The number of what is to be taken back."""

    pk = forms.IntegerField(min_value=1, max_value=MOST)

    @classmethod
    def number(cls, told: Any) -> int | None:
        form = cls(told)
        return form.cleaned_data["pk"] if form.is_valid() else None


class AmountField(forms.CharField):
    """Minor units, more than nothing, as the reader types money."""

    currency: str

    def __init__(self) -> None:
        super().__init__(max_length=40, error_messages={"required": _("Type how much it was.")})

    def clean(self, value: Any) -> int:
        amount = currencies.parse(super().clean(value), self.currency)
        if amount <= 0:
            raise ValidationError(_("Type more than nothing."))
        return amount


class PeopleForm(forms.Form):
    """About some of ``people``, who are offered by id."""

    token = forms.CharField(max_length=64)
    amount = AmountField()

    def __init__(self, *args: Any, people: Iterable[Player], currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(player.pk): player for player in people}
        amount = self.fields["amount"]
        assert isinstance(amount, AmountField)
        amount.currency = currency

    def one(self, name: str, else_say: str) -> Player | None:
        """Who is named in a field; complains there if that is nobody on offer."""
        found = self.people.get(str(self.data.get(name, "")))
        if found is None:
            self.add_error(name, else_say)
        return found

    def ticked(self, name: str) -> list[Player]:
        told = set(self.data.getlist(name)) if hasattr(self.data, "getlist") else set()
        return [player for pk, player in self.people.items() if pk in told]


class CostForm(PeopleForm):
    label = forms.CharField(max_length=60, error_messages={"required": _("Type what it was for.")})
    how = forms.ChoiceField(
        choices=How.choices,
        error_messages={"required": _("Choose who shares it.")},
    )
    paid_by = forms.Field(required=False)
    people_in = forms.Field(required=False)

    def clean_label(self) -> str:
        label = one_line(self.cleaned_data["label"])
        if not label:
            raise ValidationError(_("Type what it was for."))
        return label

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        told["paid_by"] = self.one("paid_by", str(_("Tap who paid it.")))
        how = told.get("how")
        told["told"] = self._told(how) if how in (How.EQUAL, How.SHARES) else {}
        if how in (How.EQUAL, How.SHARES) and not any(told["told"].values()):
            self.add_error("people_in", str(_("Tap who shares it.")))
        return told

    def _told(self, how: str) -> dict[int, int]:
        """Shares by player id."""
        if how == How.EQUAL:
            return dict.fromkeys((player.pk for player in self.ticked("in")), 1)
        return {player.pk: self._share(pk) for pk, player in self.people.items()}

    @property
    def shares_shown(self) -> dict[int, int]:
        """What the phone said that each would bear: ``player:amount``, comma between."""
        parts = [told.partition(":") for told in str(self.data.get("shown", "")).split(",")]
        numbers = [(player, amount) for player, _colon, amount in parts]
        if all(n.isascii() and n.isdecimal() and len(n) < 19 for each in numbers for n in each):
            return {int(player): int(amount) for player, amount in numbers}
        return {}

    def _share(self, pk: str) -> int:
        typed = str(self.data.get(f"share-{pk}", "")).strip()
        if typed in ("", "0"):
            return 0
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
            self.add_error(
                "people_in", str(_("Shares are whole numbers from 0 to %s.") % MOST_SHARES)
            )
            return 0
        return int(typed)

    @property
    def shares(self) -> dict[str, str]:
        """What was typed for each, to show it again; "1" at first."""
        return {
            pk: str(self.data.get(f"share-{pk}", "1"))[:4] if self.is_bound else "1"
            for pk in self.people
        }


class PayInForm(PeopleForm):
    what = forms.ChoiceField(
        choices=[(key, key) for key in PAID_IN],
        error_messages={"required": _("Tap what it is.")},
    )
    payee = forms.Field(required=False)
    payers = forms.Field(required=False)

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        keeper = told["payee"] = self.one("payee", str(_("Tap who keeps it.")))
        told["payers"] = [player for player in self.ticked("payers") if player != keeper]
        if not told["payers"]:
            self.add_error("payers", str(_("Tap who pays it in.")))
        return told


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
