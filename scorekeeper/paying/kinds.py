"""The kinds of payment address: what is typed, whether it can be right, and what pays to it.

A sign is a QR code to scan, a link is what a phone opens. Sources: NPCI's UPI linking
specification 1.6; EPC069-12 for transfers in euro; EMVCo's merchant-presented QR codes 1.1 with
PayNow's own fields. Nothing here asks a bank whether the address exists.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
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

from scorekeeper.paying import emv
from scorekeeper.wording import currencies

LONGEST: Final = 400
UPI: Final = re.compile(r"[a-z0-9][a-z0-9.\-_]{1,255}@[a-z][a-z0-9]{1,63}", re.IGNORECASE)
IBAN: Final = re.compile(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}")
SINGAPORE: Final = re.compile(r"\+65[89]\d{7}")
MALAYSIA: Final = re.compile(r"\+601\d{8,9}")
NRIC: Final = re.compile(r"\d{12}")
AMOUNT: Final = "{amount}"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be paid. ``amount``: minor units of ``currency``, more than 0; ``note``: what
    for, in a few words."""

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
    """Worded when it is read."""
    example: str
    clean: Callable[[str], str]
    """What was typed as it is kept. Raises ValidationError with a sentence."""
    sign: Callable[[str, Ask], QRCode]
    """Of a cleaned address."""
    currency: str = ""
    """The only one that it takes; "": any."""
    link: Callable[[str, Ask], str] | None = None
    """What a phone opens to pay; None: there is no such address."""
    shown: Callable[[str], str] = str
    """As a person reads and types it."""
    most: Decimal = Decimal("Infinity")
    """The largest amount that the sign has room for, in whole currency."""
    by_hand: Callable[[str, Ask], bool] = lambda address, ask: False
    """No bank’s app reads a sign of this address: its text is typed there."""

    def takes(self, currency: str) -> bool:
        return self.currency in ("", currency)

    def pays(self, ask: Ask) -> bool:
        return self.takes(ask.currency) and Decimal(ask.major) <= self.most


def _sign(text: str) -> QRCode:
    """Level M, as banks print them."""
    return make_qr(text, error="m", boost_error=False)


# UPI -------------------------------------------------------------------------------------------


def _clean_upi(typed: str) -> str:
    text = _bare(typed)
    if "@" not in text:
        raise ValidationError(_("A UPI ID has an @ in it, as in name@bank."))
    if not UPI.fullmatch(text):
        raise ValidationError(
            _("This is no UPI ID: letters, digits, dots and dashes, an @, and the bank’s name.")
        )
    return text.lower()


def upi_link(address: str, ask: Ask) -> str:
    """What a UPI app opens, and reads as a sign.

    >>> upi_link("meera@okbank", Ask("Meera", 76900, "INR", "Friday"))
    'upi://pay?pa=meera@okbank&pn=Meera&am=769.00&cu=INR&tn=Friday'
    """
    told = {"pn": ask.payee, "am": ask.major, "cu": ask.currency, "tn": ask.note[:50]}
    rest = "".join(f"&{name}={quote(value, safe='')}" for name, value in told.items() if value)
    return f"upi://pay?pa={quote(address, safe='@')}{rest}"


# A bank account for euro -----------------------------------------------------------------------


def _clean_iban(typed: str) -> str:
    text = _bare(typed).upper()
    if not IBAN.fullmatch(text):
        raise ValidationError(
            _("This is no IBAN: two letters for the country, then digits, as on a bank card.")
        )
    try:
        return str(iban.validate(text))
    except Invalid:
        raise ValidationError(
            _("A letter or digit of this IBAN is wrong or missing: its check digits do not fit.")
        ) from None


def _epc(address: str, ask: Ask) -> QRCode:
    """Version 002 of the European Payments Council's sign."""
    note = (ask.note or ask.payee)[:50]
    return make_epc_qr(ask.payee[:40], address, Decimal(ask.major), text=note, encoding=1)


def is_latin(name: str) -> bool:
    """Banks take the name of an account in Latin letters only."""
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(
        unicodedata.name(letter, "").startswith("LATIN") for letter in letters
    )


def _spaced(address: str) -> str:
    return " ".join(address[at : at + 4] for at in range(0, len(address), 4))


# Singapore and Malaysia ------------------------------------------------------------------------


def _clean_paynow(typed: str) -> str:
    text = _bare(typed).upper()
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
    text = _bare(typed)
    if emv.is_whole(typed.strip()):
        return typed.strip()
    mobile = f"+6{text}" if re.fullmatch(r"01\d{8,9}", text) else text
    if MALAYSIA.fullmatch(mobile) or NRIC.fullmatch(text):
        return mobile
    raise ValidationError(
        _(
            "DuitNow takes a mobile number of Malaysia, as in +60 12 345 6789, the 12 digits of a"
            " MyKad, or the text of your bank’s own QR sign."
        )
    )


def _duitnow(address: str, ask: Ask) -> str:
    """The bank’s own sign with the amount in it; an ID can only be read by a person."""
    if emv.is_whole(address):
        return emv.asking(address, ask.major)
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
        raise ValidationError(_("Type a web address that begins with https://."))
    if AMOUNT not in parts.path + parts.query + parts.fragment:
        raise ValidationError(
            _("Write {amount} where the amount belongs, as in https://paypal.me/meera/{amount}.")
        )
    return text


def _filled(address: str, ask: Ask) -> str:
    return address.replace(AMOUNT, ask.major)


def _bare(typed: str) -> str:
    """Without the spaces and dashes that people group by."""
    return re.sub(r"[\s\u00a0-]", "", typed) if "@" not in typed else typed.strip()


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "upi",
            gettext_lazy("UPI ID"),
            "name@bank",
            _clean_upi,
            lambda address, ask: _sign(upi_link(address, ask)),
            currency="INR",
            link=upi_link,
        ),
        Kind(
            "iban",
            gettext_lazy("IBAN"),
            "DE89 3704 0044 0532 0130 00",
            _clean_iban,
            _epc,
            currency="EUR",
            most=Decimal("999999999.99"),
            shown=_spaced,
            by_hand=lambda address, ask: not is_latin(ask.payee),
        ),
        Kind(
            "paynow",
            gettext_lazy("PayNow"),
            "+65 9123 4567",
            _clean_paynow,
            lambda address, ask: _sign(emv.paynow(address, ask.payee, ask.major, ask.note)),
            currency="SGD",
            most=emv.MOST,
        ),
        Kind(
            "duitnow",
            gettext_lazy("DuitNow"),
            "+60 12 345 6789",
            _clean_duitnow,
            lambda address, ask: _sign(_duitnow(address, ask)),
            currency="MYR",
            most=emv.MOST,
            by_hand=lambda address, ask: not emv.is_whole(address),
        ),
        Kind(
            "link",
            gettext_lazy("Link with the amount in it"),
            "https://paypal.me/meera/{amount}",
            _clean_link,
            lambda address, ask: _sign(_filled(address, ask)),
            link=_filled,
        ),
    )
}
"""In the order in which they are offered; first whatever takes the club's currency."""
