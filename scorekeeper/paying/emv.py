"""Signs by EMVCo's merchant-presented rules: fields of a number, a length and a value, and four hex
digits of a CRC at the end. PayNow asks this way; DuitNow's signs, which banks make, are filled in.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

START, METHOD, ACCOUNT = "00", "01", "26"
CATEGORY, CURRENCY, AMOUNT, COUNTRY = "52", "53", "54", "58"
NAME, CITY, MORE, SEAL = "59", "60", "62", "63"
FOR_ONE_PAYMENT: Final = "12"
MOST: Final = Decimal("9999999999.99")
"""The field of the amount holds 13 characters."""
EmvField = tuple[str, str]


def written(fields: Iterable[EmvField]) -> str:
    """
    >>> written([("00", "01"), ("54", "12.50")])
    '000201540512.50'
    """
    return "".join(f"{number}{len(value):02d}{value}" for number, value in fields)


def sealed(fields: Iterable[EmvField]) -> str:
    """A whole sign. The CRC is CCITT's, begun with 0xFFFF, over all that stands before it."""
    text = f"{written(fields)}{SEAL}04"
    return f"{text}{crc_hqx(text.encode(), 0xFFFF):04X}"


def fields_of(text: str) -> Iterator[EmvField]:
    """Raises ValueError where it is not made of fields."""
    at = 0
    while at < len(text):
        number, length = text[at : at + 2], text[at + 2 : at + 4]
        if not (number.isdecimal() and length.isdecimal() and (number + length).isascii()):
            raise ValueError("no field")
        at += 4 + int(length)
        if len(number + length) < 4 or at > len(text):
            raise ValueError("a field is cut off")
        yield number, text[at - int(length) : at]


def is_whole(text: str) -> bool:
    """It is such a sign, ends with its own CRC, and pays somebody."""
    try:
        fields = list(fields_of(text))
    except ValueError:
        return False
    account = any("26" <= number <= "51" for number, _value in fields)
    unsealed = [field for field in fields if field[0] != SEAL]
    return bool(account and text.isascii() and sealed(unsealed).casefold() == text.casefold())


def asking(text: str, amount: str) -> str:
    """The same sign for one payment of this amount, in major units (``12.50``)."""
    kept = [field for field in fields_of(text) if field[0] not in (METHOD, AMOUNT, SEAL)]
    return sealed(sorted([*kept, (METHOD, FOR_ONE_PAYMENT), (AMOUNT, amount)]))


def paynow(address: str, payee: str, amount: str, note: str) -> str:
    """``address``: ``+65…`` of a mobile, or a UEN. The amount cannot be changed by who pays."""
    account = [
        ("00", "SG.PAYNOW"),
        ("01", "0" if address.startswith("+") else "2"),
        ("02", address),
        ("03", "0"),
    ]
    fields = [
        (START, "01"),
        (METHOD, FOR_ONE_PAYMENT),
        (ACCOUNT, written(account)),
        (CATEGORY, "0000"),
        (CURRENCY, "702"),
        (AMOUNT, amount),
        (COUNTRY, "SG"),
        (NAME, _ascii(payee)[:25] or "NA"),
        (CITY, "Singapore"),
    ]
    if reference := _ascii(note)[:25]:
        fields.append((MORE, written([("01", reference)])))
    return sealed(fields)


def _ascii(text: str) -> str:
    """These fields hold plain letters; what a bank cannot read is left out."""
    return "".join(c for c in text if c.isascii() and c.isprintable()).strip()
