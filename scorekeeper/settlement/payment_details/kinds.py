"""The kinds of payment address: how each is entered, validated and paid to.

Each has a QR code to scan; some have a link that a device opens. Sources: NPCI's UPI linking
specification 1.6; EPC069-12 for transfers in euro; EMVCo's merchant-presented QR codes 1.1 with
PayNow's own fields. Nothing here asks a bank whether the address exists.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from segno import QRCode, make_qr
from segno.helpers import make_epc_qr
from stdnum import iban
from stdnum.exceptions import ValidationError as Invalid
from stdnum.sg import uen

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.digits import ascii_digits
from scorekeeper.settlement.payment_details import emv
from scorekeeper.settlement.payment_details.models import PayAddress

LONGEST: Final = 400
UPI: Final = re.compile(r"[a-z0-9][a-z0-9.\-_]{1,255}@[a-z][a-z0-9]{1,63}", re.IGNORECASE)
IBAN: Final = re.compile(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}")
SINGAPORE: Final = re.compile(r"\+65[89]\d{7}")
MALAYSIA: Final = re.compile(r"\+601\d{8,9}")
NRIC: Final = re.compile(r"\d{12}")
AMOUNT: Final = "{amount}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A payment to ask for. ``amount``: minor units of ``currency``, more than 0; ``note``: its
    purpose in a few words."""

    payee: str
    amount: int
    currency: str
    note: str = ""

    @property
    def major(self) -> str:
        """The amount as these addresses write it: ``769.00``."""
        places = currencies.digits(self.currency)
        return f"{currencies.major(self.amount, self.currency):.{places}f}"


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    label: Any
    """Lazily translated."""
    example: str
    clean: Callable[[str], str]
    """Normalises what was typed. Raises ValidationError with a sentence for the user."""
    sign: Callable[[str, Ask], QRCode]
    """The QR code for a cleaned address."""
    currency: str = ""
    """The only currency it takes; "": any."""
    link: Callable[[str, Ask], str] | None = None
    """The link that a device opens to pay; None: there is none."""
    format: Callable[[str], str] = str
    """Formats a cleaned address for reading and typing."""
    most: Decimal = Decimal("Infinity")
    """The largest amount that fits the QR code, in major units."""
    by_hand: Callable[[str, Ask], bool] = lambda address, ask: False
    """Whether no bank's app reads this address as a QR code, so that its text is typed there."""

    def takes(self, currency: str) -> bool:
        return self.currency in ("", currency)

    def pays(self, ask: Ask) -> bool:
        return self.takes(ask.currency) and Decimal(ask.major) <= self.most


def _qr_code(text: str) -> QRCode:
    """Returns a QR code of error correction level M, as banks print them."""
    return make_qr(text, error="m", boost_error=False)


# UPI -------------------------------------------------------------------------------------------


def _clean_upi(typed: str) -> str:
    text = _strip_separators(typed)
    if "@" not in text:
        raise ValidationError(_("A UPI ID has an @ in it, as in name@bank."))
    if not UPI.fullmatch(text):
        raise ValidationError(_("This is not a valid UPI ID. Example: name@bank."))
    return text.lower()


def upi_link(address: str, ask: Ask) -> str:
    """Returns the link that a UPI app opens, also as a QR code.

    >>> upi_link("meera@okbank", Ask("Meera", 76900, "INR", "Friday"))
    'upi://pay?pa=meera@okbank&pn=Meera&am=769.00&cu=INR&tn=Friday'
    """
    parameters = {"pn": ask.payee, "am": ask.major, "cu": ask.currency, "tn": ask.note[:50]}
    rest = "".join(
        f"&{name}={quote(value, safe='')}" for name, value in parameters.items() if value
    )
    return f"upi://pay?pa={quote(address, safe='@')}{rest}"


# A bank account for euro -----------------------------------------------------------------------


def _clean_iban(typed: str) -> str:
    text = _strip_separators(typed).upper()
    if not IBAN.fullmatch(text):
        raise ValidationError(
            _(
                "This is not a valid IBAN. It is two letters for the country and then "
                "digits, as on a bank card."
            )
        )
    try:
        return str(iban.validate(text))
    except Invalid:
        raise ValidationError(
            _("A letter or digit of this IBAN is wrong or missing: its check digits do not fit.")
        ) from None


def _epc_code(address: str, ask: Ask) -> QRCode:
    """Returns a QR code by version 002 of the European Payments Council's standard."""
    note = (ask.note or ask.payee)[:50]
    return make_epc_qr(ask.payee[:40], address, Decimal(ask.major), text=note, encoding=1)


def is_latin(name: str) -> bool:
    """Tells whether ``name`` is in Latin letters, the only ones banks take."""
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(
        unicodedata.name(letter, "").startswith("LATIN") for letter in letters
    )


def _group_by_four(address: str) -> str:
    return " ".join(address[start : start + 4] for start in range(0, len(address), 4))


# Singapore and Malaysia ------------------------------------------------------------------------


def _clean_paynow(typed: str) -> str:
    text = _strip_separators(typed).upper()
    mobile = f"+65{text}" if re.fullmatch(r"[89]\d{7}", text) else text
    if SINGAPORE.fullmatch(mobile):
        return mobile
    try:
        return str(uen.validate(text))
    except Invalid:
        raise ValidationError(
            _("PayNow takes a mobile number of Singapore, as in +65 9123 4567, or a UEN.")
        ) from None


def _clean_duitnow(typed: str) -> str:
    text = _strip_separators(typed)
    if emv.is_whole(typed.strip()):
        return typed.strip()
    mobile = f"+6{text}" if re.fullmatch(r"01\d{8,9}", text) else text
    if MALAYSIA.fullmatch(mobile) or NRIC.fullmatch(text):
        return mobile
    raise ValidationError(
        _(
            "DuitNow takes a mobile number of Malaysia, as in +60 12 345 6789, the 12 "
            "digits of a MyKad, or the text of your bank’s own QR code."
        )
    )


def _duitnow(address: str, ask: Ask) -> str:
    """Returns the bank's own code with the amount in it; a bare ID becomes text for a person to
    read."""
    if emv.is_whole(address):
        return emv.with_amount(address, ask.major)
    return f"DuitNow {address} {ask.payee} {ask.currency} {ask.major}"


# Any other -------------------------------------------------------------------------------------


def _clean_link(typed: str) -> str:
    text = typed.strip()
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    plain = text.isascii() and text.isprintable() and " " not in text
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or not plain:
        raise ValidationError(_("Enter a web address that begins with https://."))
    if AMOUNT not in parts.path + parts.query + parts.fragment:
        raise ValidationError(
            _("Enter {amount} where the amount belongs, as in https://paypal.me/meera/{amount}.")
        )
    return text


def _fill_amount(address: str, ask: Ask) -> str:
    return address.replace(AMOUNT, ask.major)


def _strip_separators(typed: str) -> str:
    """Removes the spaces and dashes that people group by; digits become those of banks."""
    text = ascii_digits(typed)
    return re.sub(r"[\s\u00a0-]", "", text) if "@" not in text else text.strip()


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "upi",
            gettext_lazy("UPI ID"),
            "name@bank",
            _clean_upi,
            lambda address, ask: _qr_code(upi_link(address, ask)),
            currency="INR",
            link=upi_link,
        ),
        Kind(
            "iban",
            gettext_lazy("IBAN"),
            "DE89 3704 0044 0532 0130 00",
            _clean_iban,
            _epc_code,
            currency="EUR",
            most=Decimal("999999999.99"),
            format=_group_by_four,
            by_hand=lambda address, ask: not is_latin(ask.payee),
        ),
        Kind(
            "paynow",
            gettext_lazy("PayNow"),
            "+65 9123 4567",
            _clean_paynow,
            lambda address, ask: _qr_code(emv.paynow(address, ask.payee, ask.major, ask.note)),
            currency="SGD",
            most=emv.MOST,
        ),
        Kind(
            "duitnow",
            gettext_lazy("DuitNow"),
            "+60 12 345 6789",
            _clean_duitnow,
            lambda address, ask: _qr_code(_duitnow(address, ask)),
            currency="MYR",
            most=emv.MOST,
            by_hand=lambda address, ask: not emv.is_whole(address),
        ),
        Kind(
            "link",
            gettext_lazy("Link with the amount in it"),
            "https://paypal.me/meera/{amount}",
            _clean_link,
            lambda address, ask: _qr_code(_fill_amount(address, ask)),
            link=_fill_amount,
        ),
    )
}
"""In the order they are offered, after those that take the group's currency."""


# A payment to scan or to tap --------------------------------------------------------------------


QUIET = 4
"""Width of the light border around the code, in modules."""


@dataclass(frozen=True, slots=True)
class Payable:
    """One of the payee's addresses with the payment asked for."""

    kind: Kind
    value: str
    ask: Ask

    @property
    def display_text(self) -> str:
        """The address for reading and typing; the link where the amount is part of it."""
        return self.link if AMOUNT in self.value else self.kind.format(self.value)

    @property
    def text(self) -> str:
        """A line of a message: a link to tap, or what to type in the bank's app."""
        if self.link:
            return self.link
        scanned = emv.is_whole(self.value)
        typed = _("QR code on the payment page") if scanned else self.display_text
        return f"{self.kind.label}: {typed}"

    @property
    def link(self) -> str:
        """The link that a device opens; "": there is none."""
        return self.kind.link(self.value, self.ask) if self.kind.link else ""

    @property
    def by_hand(self) -> bool:
        return self.kind.by_hand(self.value, self.ask)

    @property
    def sign(self) -> str:
        """The QR code as a ``data:`` address, dark on light also in dark mode, so that devices can
        scan it."""
        code = self.kind.sign(self.value, self.ask)
        return code.svg_data_uri(border=QUIET, dark="#1c1812", light="#ffffff")

    @property
    def modules(self) -> list[list[bool]]:
        """The QR code as rows without the light border, for PDFs."""
        code = self.kind.sign(self.value, self.ask)
        return [[bool(module) for module in row] for row in code.matrix]


def payables(addresses: Sequence[PayAddress], ask: Ask) -> list[Payable]:
    """Returns the addresses that can take this payment, in the order the kinds are offered."""
    by_kind = {row.kind: row for row in addresses}
    return [
        Payable(kind, row.value, replace(ask, payee=row.holder or ask.payee))
        for name, kind in KINDS.items()
        if (row := by_kind.get(name)) and kind.pays(ask)
    ]
