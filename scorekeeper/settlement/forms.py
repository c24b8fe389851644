"""The forms for money outside games. The services decide whether it is owed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.digits import ascii_digits
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import LONGEST_TOKEN, LineField, whole_number
from scorekeeper.settlement.models import SENT, How, StepKind, Way
from scorekeeper.settlement.payments import DEPOSITS

MOST = 2**62
MOST_SHARES = 99


class ReportForm(forms.Form):
    """The fields that a button of the settle-up page sends."""

    token = forms.CharField(max_length=64)

    def checked(self) -> dict[str, Any]:
        """Returns the fields. Refuses what no button sends."""
        if self.is_valid():
            return self.cleaned_data
        raise Refusal(_("That could not be read. Below is what is owed now."), status=400)


class AllPaidForm(ReportForm):
    token = forms.CharField(max_length=LONGEST_TOKEN - 4)  # each payment adds its number


def read_debt(typed: str) -> tuple[int, int, int] | None:
    """Reads ``payer-payee-amount``, as pages send it."""
    match [whole_number(part) for part in typed.split("-")]:
        case [int(payer), int(payee), int(amount)]:
            return payer, payee, amount
    return None


class PaidForm(ReportForm):
    """One transfer as shown; what was handed over: all of it, or ``part``; and the step reported:
    sent or received."""

    payer = forms.IntegerField(min_value=1, max_value=MOST)
    payee = forms.IntegerField(min_value=1, max_value=MOST)
    owed = forms.IntegerField(min_value=1, max_value=MOST)
    word = forms.ChoiceField(choices=[(SENT, SENT), (StepKind.RECEIVED, StepKind.RECEIVED)])
    part = forms.CharField(required=False, max_length=40, strip=True)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency

    def clean_part(self) -> int | None:
        """Returns minor units; None when everything was paid."""
        typed = self.cleaned_data["part"]
        return currencies.parse(typed, self.currency) if typed else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        part, owed = cleaned.pop("part", None), cleaned.get("owed")
        cleaned["amount"] = owed if part is None else part
        if part is not None and owed is not None and not 0 < part <= owed:
            most = currencies.money(owed, self.currency)
            self.add_error("part", _("Enter more than 0 and at most %s.") % most)
        return cleaned

    def checked(self) -> dict[str, Any]:
        """Returns the fields. Refuses a wrong part beside its transfer."""
        if "part" in self.errors and not {"payer", "payee"} & self.errors.keys():
            ends = self.cleaned_data["payer"], self.cleaned_data["payee"]
            raise Refusal(str(self.errors["part"][0]), status=400, about=ends)
        return super().checked()


class StepForm(ReportForm):
    handover = forms.IntegerField(min_value=1, max_value=MOST)
    kind = forms.TypedChoiceField(choices=StepKind.choices, coerce=StepKind)


class AmountField(forms.CharField):
    """Minor units, more than zero, entered as the reader writes money."""

    currency: str

    def __init__(self) -> None:
        super().__init__(max_length=40, error_messages={"required": _("Enter how much it was.")})

    def clean(self, value: Any) -> int:
        amount = currencies.parse(super().clean(value), self.currency)
        if amount <= 0:
            raise ValidationError(_("Enter more than 0."))
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

    def pick_player(self, name: str, error: str) -> Player | None:
        """Returns the player named in a field; adds an error if there is none."""
        player = self.people.get(str(self.data.get(name, "")))
        if player is None:
            self.add_error(name, error)
        return player

    def ticked(self, name: str) -> list[Player]:
        ticked = set(self.data.getlist(name)) if hasattr(self.data, "getlist") else set()
        return [player for pk, player in self.people.items() if pk in ticked]


class ExpenseForm(PeopleForm):
    label = LineField(max_length=60, error_messages={"required": _("Enter what it was for.")})
    how = forms.TypedChoiceField(
        choices=How.choices,
        coerce=How,
        error_messages={"required": _("Choose who shares it.")},
    )
    paid_by = forms.Field(required=False)
    people_in = forms.Field(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["paid_by"] = self.pick_player("paid_by", str(_("Choose who paid it.")))
        cleaned.pop("people_in", None)
        how = cleaned.get("how")
        entered = self._entered_weights(how) if how in (How.EQUAL, How.SHARES) else {}
        cleaned["entered_weights"] = entered
        if how in (How.EQUAL, How.SHARES) and not any(entered.values()):
            self.add_error("people_in", str(_("Choose who shares it.")))
        return cleaned

    def _entered_weights(self, how: str) -> dict[int, int]:
        """Returns shares by player id."""
        if how == How.EQUAL:
            return dict.fromkeys((player.pk for player in self.ticked("in")), 1)
        return {player.pk: self._share(pk) for pk, player in self.people.items()}

    @property
    def previewed_shares(self) -> dict[int, int]:
        """The previewed shares: ``player:amount``, separated by commas."""
        parts = [part.partition(":") for part in str(self.data.get("shown", "")).split(",")]
        numbers = [(player, amount) for player, _colon, amount in parts]
        if all(n.isascii() and n.isdecimal() and len(n) < 19 for pair in numbers for n in pair):
            return {int(player): int(amount) for player, amount in numbers}
        return {}

    def _share(self, pk: str) -> int:
        typed = ascii_digits(str(self.data.get(f"share-{pk}", ""))).strip()
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
        """The entered shares, to show them again; "1" at first."""
        return {
            pk: str(self.data.get(f"share-{pk}", "1"))[:4] if self.is_bound else "1"
            for pk in self.people
        }


class PayInForm(PeopleForm):
    what = forms.ChoiceField(
        choices=[(key, key) for key in DEPOSITS],
        error_messages={"required": _("Choose the type.")},
    )
    payee = forms.Field(required=False)
    payers = forms.Field(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        holder = self.pick_player("payee", str(_("Choose who holds it.")))
        cleaned["payee"] = holder and holder.pk
        cleaned["payers"] = [player.pk for player in self.ticked("payers") if player != holder]
        cleaned["purpose"] = cleaned.pop("what", None)
        if not cleaned["payers"]:
            self.add_error("payers", str(_("Choose who pays it in.")))
        return cleaned


COINS = (5, 10, 50, 100)


def rounding_steps(currency: str) -> list[int]:
    """Returns what sums can be rounded to, in minor units: small coins and large ones."""
    whole = 10 ** max(currencies.digits(currency), 1)
    return sorted({*COINS, *(coin * whole for coin in COINS)})


class TermsForm(forms.Form):
    """All terms; or only the ``way`` from one tap, and the rest stays (``whole`` empty)."""

    token = forms.CharField(max_length=64)
    way = forms.ChoiceField(choices=Way.choices, required=False)
    whole = forms.BooleanField(required=False)
    banker = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    step = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, people: Iterable[Player], currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = list(people)
        step: Any = self.fields["step"]
        step.choices = [(0, _("Exactly")), *((n, n) for n in rounding_steps(currency))]

    @property
    def purses(self) -> list[list[int]]:
        """Players with the same number share a purse; the first at the table holds it."""
        purses: dict[str, list[int]] = defaultdict(list)
        for player in self.people:
            purses[self.data.get(f"purse-{player.pk}", "")[:3]].append(player.pk)
        return [purse for number, purse in purses.items() if number and len(purse) > 1]

    def checked(self) -> dict[str, Any]:
        """Returns the arguments for ``agreements.agree``; None: unchanged. Refuses what
        the page does not offer."""
        if not self.is_valid():
            raise Refusal(_("Choose one of these."), status=400)
        cleaned = self.cleaned_data
        is_whole = cleaned["whole"]
        return {
            "way": Way(cleaned["way"]) if cleaned["way"] else None,
            "banker": cleaned["banker"] if is_whole else None,
            "purses": self.purses if is_whole else None,
            "step": int(cleaned["step"]) if is_whole and cleaned["step"] else None,
            "token": cleaned["token"],
        }
