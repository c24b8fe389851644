"""EMVCo's merchant-presented QR codes: fields of a number, a length and a value, with four hex
digits of a CRC at the end. PayNow codes are built here; DuitNow codes, which banks issue, get an
amount filled in."""

from binascii import crc_hqx
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

START, METHOD, ACCOUNT = "00", "01", "26"
CATEGORY, CURRENCY, AMOUNT, COUNTRY = "52", "53", "54", "58"
NAME, CITY, MORE, CHECKSUM = "59", "60", "62", "63"
FOR_ONE_PAYMENT: Final = "12"
MOST: Final = Decimal("9999999999.99")
"""The amount field holds 13 characters."""
EmvField = tuple[str, str]


def encode_fields(fields: Iterable[EmvField]) -> str:
    """
    >>> encode_fields([("00", "01"), ("54", "12.50")])
    '000201540512.50'
    """
    return "".join(f"{number}{len(value):02d}{value}" for number, value in fields)


def with_checksum(fields: Iterable[EmvField]) -> str:
    """Returns a whole code. The CRC is CCITT's, starting from 0xFFFF, over all preceding text."""
    text = f"{encode_fields(fields)}{CHECKSUM}04"
    return f"{text}{crc_hqx(text.encode(), 0xFFFF):04X}"


def decode_fields(text: str) -> Iterator[EmvField]:
    """Yields the fields of ``text``. Raises ValueError where it is not made of fields."""
    index = 0
    while index < len(text):
        number, length = text[index : index + 2], text[index + 2 : index + 4]
        if not (number.isdecimal() and length.isdecimal() and (number + length).isascii()):
            raise ValueError("no field")
        index += 4 + int(length)
        if len(number + length) < 4 or index > len(text):
            raise ValueError("a field is cut off")
        yield number, text[index - int(length) : index]


def is_whole(text: str) -> bool:
    """Tells whether ``text`` is a payable code of this kind that ends with its own CRC."""
    try:
        fields = list(decode_fields(text))
    except ValueError:
        return False
    has_account = any("26" <= number <= "51" for number, _value in fields)
    content = [field for field in fields if field[0] != CHECKSUM]
    return bool(
        has_account and text.isascii() and with_checksum(content).casefold() == text.casefold()
    )


def with_amount(text: str, amount: str) -> str:
    """Returns the same code for one payment of this amount, in major units (``12.50``)."""
    fields = [field for field in decode_fields(text) if field[0] not in (METHOD, AMOUNT, CHECKSUM)]
    return with_checksum(sorted([*fields, (METHOD, FOR_ONE_PAYMENT), (AMOUNT, amount)]))


def paynow(address: str, payee: str, amount: str, note: str) -> str:
    """Returns a PayNow code whose amount the payer cannot change. ``address``: ``+65…`` of a
    mobile, or a UEN."""
    account = [
        ("00", "SG.PAYNOW"),
        ("01", "0" if address.startswith("+") else "2"),
        ("02", address),
        ("03", "0"),
    ]
    fields = [
        (START, "01"),
        (METHOD, FOR_ONE_PAYMENT),
        (ACCOUNT, encode_fields(account)),
        (CATEGORY, "0000"),
        (CURRENCY, "702"),
        (AMOUNT, amount),
        (COUNTRY, "SG"),
        (NAME, _ascii(payee)[:25] or "NA"),
        (CITY, "Singapore"),
    ]
    if reference := _ascii(note)[:25]:
        fields.append((MORE, encode_fields([("01", reference)])))
    return with_checksum(fields)


def _ascii(text: str) -> str:
    """Returns the plain letters of ``text``, which is all that these fields hold."""
    return "".join(c for c in text if c.isascii() and c.isprintable()).strip()
