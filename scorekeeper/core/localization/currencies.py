"""Money and numbers in the reader's own way of writing them. Amounts are whole minor units."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel import Locale, UnknownLocaleError, numbers
from babel.core import get_global, parse_locale
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.localization.digits import UnclearNumberError, read_decimal

# fmt: off
LISTED = (
    "INR", "NPR", "PKR", "BDT", "LKR", "MYR", "SGD", "USD", "EUR", "GBP", "AED", "SAR", "QAR",
    "KWD", "OMR", "BHD", "AUD", "NZD", "CAD", "HKD", "CNY", "JPY", "THB", "IDR", "PHP", "VND",
    "ZAR", "KES", "NGN", "MXN", "BRL", "CHF", "SEK", "NOK", "DKK", "PLN", "TRY", "ILS",
)
# fmt: on
"""Offered in settings, the likeliest first; any other code of ISO 4217 may be stored."""
MOST = 10**15
"""No stake is larger; keeps amounts inside a 64-bit column."""

BETWEEN = re.compile(r"(?<=[^\W\d_])(?=\d)")
"""Where a currency of letters would run into the number."""

# fmt: off
TABLE_SUMS: Final = {
    **dict.fromkeys(("INR", "NPR", "PKR", "BDT", "LKR", "PHP", "THB", "KES"), (10, 100, 100_00)),
    **dict.fromkeys(("HKD", "CNY", "ZAR", "MXN", "SEK", "NOK", "DKK"), (10, 100, 50_00)),
    "NGN": (100, 100_00, 1_000_00), "TRY": (10, 100, 100_00),
    "IDR": (100_00, 1_000_00, 50_000_00), "VND": (100, 1_000, 50_000), "KRW": (10, 100, 5_000),
}
TABLE_SUMS_BY_DIGITS: Final = {0: (1, 100, 1_000), 2: (1, 100, 5_00), 3: (5, 100, 2_000)}
# fmt: on
"""The sums that a table plays for, in minor units: the least, the one that stands for 100 in the
rules of a game, and the most that is proposed to a group that has chosen nothing."""

_reader: ContextVar[str] = ContextVar("reader", default="")
_shown: ContextVar[bool] = ContextVar("shown", default=True)
log = logging.getLogger(__name__)


@lru_cache(maxsize=256)
def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def locale() -> Locale:
    """The reader's locale: what the browser prefers, else the page's language."""
    return _locale(_reader.get()) or _locale(get_language() or "") or Locale("en")


def reader_tag() -> str:
    """``en-IN``: what ``reading_as`` takes, of this reader."""
    return str(locale()).replace("_", "-")


@contextmanager
def reading_as(tag: str, *, money: bool = True, anew: bool = False) -> Iterator[None]:
    """Write numbers, money and dates for a reader whose browser prefers ``tag``. Without ``money``
    no amount is written; inside a reading without money there is none either. ``anew``: whatever
    was read before, such as by the request before this one."""
    token, shown = _reader.set(tag), _shown.set(money and (anew or _shown.get()))
    try:
        yield
    finally:
        _reader.reset(token)
        _shown.reset(shown)


def read_as(tag: str) -> None:
    """The same from here on, inside a ``reading_as``."""
    _reader.set(tag)


def reader_key() -> str:
    """For the key of what is written once for all readers who read it alike."""
    return f"{locale()}" if are_shown() else f"{locale()}-points"


def hide() -> None:
    """From here on, inside a ``reading_as``, write no amount."""
    _shown.set(False)


def are_shown() -> bool:
    """Whether the reader may see amounts. What has a place for one asks first."""
    return _shown.get()


def withhold() -> str:
    """Returns what stands in place of an amount the reader may not see. Asked for one, a page
    forgot ``are_shown``: its tests fail here."""
    log.error("An amount was asked for where none is shown")
    return ""


def locale_of(language: str, tag: str) -> str:
    """The locale of somebody who reads this language on a browser that prefers ``tag``.

    >>> locale_of("hi", "en-IN"), locale_of("en", "en-GB"), locale_of("hi", "de-DE")
    ('hi-IN', 'en-GB', 'hi')
    """
    own, preferred = _locale(language), _locale(tag)
    if own is None or preferred is None or preferred.language == own.language:
        return tag if own and preferred else language
    both = f"{own.language}-{preferred.territory}"
    return both if preferred.territory and _locale(both) else language


@lru_cache(maxsize=256)
def digits(currency: str) -> int:
    """Decimals of its minor unit: 2 for INR, 0 for JPY, 3 for KWD."""
    return numbers.get_currency_precision(currency)


def major(amount: int, currency: str) -> Decimal:
    return Decimal(amount).scaleb(-digits(currency))


def money(amount: int, currency: str) -> str:
    """``₹1,23,456.50``; without decimals where there are none: ``₹1,23,456``."""
    if not are_shown():
        return withhold()
    whole, rest = divmod(abs(amount), 10 ** digits(currency))
    figures = f"{whole}{rest:0{digits(currency)}d}" if rest else str(whole)
    return _shape(len(figures), bool(rest), amount < 0, currency, locale()).format(*figures)


@lru_cache(maxsize=1024)
def _shape(length: int, has_rest: bool, is_debt: bool, currency: str, reader_locale: Locale) -> str:
    """How an amount of so many figures is written, ``₹{},{}{}{}``: which figures they are changes
    nothing about it. Putting them in takes a tenth of writing the amount by its pattern."""
    value = Decimal(f"{'-' if is_debt else ''}{'1' * length}")
    if has_rest:
        value = value.scaleb(-digits(currency))
        written = numbers.format_currency(value, currency, locale=reader_locale)
    else:
        written = _whole(reader_locale).apply(
            value, reader_locale, currency=currency, currency_digits=False
        )
    spaced = BETWEEN.sub("\N{NO-BREAK SPACE}", written)
    return re.sub("[0-9]", "{}", spaced.replace("{", "{{").replace("}", "}}"))


@lru_cache(maxsize=256)
def _whole(reader_locale: Locale) -> numbers.NumberPattern:
    """How this locale writes money, without decimals."""
    pattern: numbers.NumberPattern = copy(reader_locale.currency_formats["standard"])
    pattern.frac_prec = (0, 0)
    return pattern


@lru_cache(maxsize=1024)
def table_sum(amount: int, currency: str) -> int:
    """Returns the round sum (1, 2 or 5, and noughts) that a table plays for in this currency, in
    minor units, where the rules of a game propose ``amount``.

    >>> [table_sum(100_00, code) for code in ("INR", "GBP", "JPY", "KWD")]
    [10000, 500, 1000, 2000]
    """
    usual = TABLE_SUMS_BY_DIGITS.get(digits(currency), TABLE_SUMS_BY_DIGITS[2])
    least, hundred, most = TABLE_SUMS.get(currency, usual)
    wanted = min(max(amount * hundred // 100, least), most)
    power: int = 10 ** (len(str(wanted)) - 1)
    return min((n * power for n in (1, 2, 5, 10)), key=lambda n: max(n, wanted) / min(n, wanted))


def points_text(value: float) -> str:
    """Points: whole, or with a half (``15½``), and a thousand as the reader groups it."""
    whole = abs(int(value))
    text = str(whole) if whole < 1000 else numbers.format_decimal(whole, locale=locale())
    half = "½" if value != int(value) else ""
    return f"{'−' if value < 0 else ''}{text if whole or not half else ''}{half}"


def signed(amount: int, currency: str) -> str:
    """With its sign, also when it is a gain: ``+₹12``, ``−₹12``."""
    if not are_shown():
        return withhold()
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + money(abs(amount), currency)


def typed(amount: int, currency: str) -> str:
    """Returns the amount as a person would type it: ``1234.50``, ``1234``."""
    value, places = major(amount, currency), digits(currency)
    pattern = "0" if value == value.to_integral_value() else "0." + "0" * places
    return numbers.format_decimal(value, pattern, locale=locale())


WHOLE: Final = re.compile(r"(?<=\d)\s*/[-−–=](?=\D*$)")
"""``50/-``: fifty and no smaller units, as amounts are written in South Asia and East Africa."""


def without_slash(typed: str) -> str:
    """The amount without the mark that nothing follows it.

    >>> without_slash("50/-"), without_slash("Rs. 50 /= only"), without_slash("-50")
    ('50', 'Rs. 50 only', '-50')
    """
    return WHOLE.sub("", typed)


def parse_number(text: str, places: int) -> Decimal:
    """Parses a number as this reader types it, of usually so many ``places``. Raises ValueError,
    as UnclearNumberError where it could be meant in two ways."""
    return read_decimal(
        text,
        decimal=numbers.get_decimal_symbol(locale()),
        group=numbers.get_group_symbol(locale()),
        places=places,
    )


def parse(text: str, currency: str) -> int:
    """Minor units of a typed amount, in digits of any script. Raises ValidationError saying what to
    type, also for an amount that could be meant in two ways."""
    example = {"example": typed(15 * 10 ** digits(currency) // 10, currency)}
    not_an_amount = ValidationError(_("Enter an amount such as %(example)s."), params=example)
    if len(text) > 40:
        raise not_an_amount
    try:
        value = parse_number(without_slash(text.strip()), places=digits(currency))
    except UnclearNumberError as unclear:
        raise _which_error(unclear, currency) from None
    except ValueError:
        raise not_an_amount from None
    if abs(value) > MOST:
        raise not_an_amount
    minor = value.scaleb(digits(currency))
    if minor != minor.to_integral_value():
        raise _no_smaller_unit(currency)
    return int(minor)


def _which_error(unclear: UnclearNumberError, currency: str) -> ValidationError:
    """Returns the question which of two amounts is meant."""
    minors = [value.scaleb(digits(currency)) for value in unclear.readings]
    if any(minor % 1 for minor in minors):
        return _no_smaller_unit(currency)
    larger, smaller = (typed(int(minor), currency) for minor in minors)
    return ValidationError(
        _("This could be %(larger)s or %(smaller)s. Enter it as one of these."),
        params={"larger": larger, "smaller": smaller},
    )


def _no_smaller_unit(currency: str) -> ValidationError:
    return ValidationError(
        _("%(currency)s has no smaller unit than %(least)s."),
        params={"currency": currency, "least": money(1, currency)},
    )


def symbol(currency: str) -> str:
    """Returns "" where no amount is shown: fields of amounts are left out there."""
    if not are_shown():
        return ""
    return numbers.get_currency_symbol(currency, locale=locale())


def name(currency: str) -> str:
    return numbers.get_currency_name(currency, locale=locale())


SHARED: Final = ("XAF", "XCD", "XOF", "XPF")
"""Of several countries; any other code with an X is no money, such as XXX, or XAU for gold."""


def is_known(currency: str) -> bool:
    is_money = not currency.startswith("X") or currency in SHARED
    return is_money and numbers.is_currency(currency)


DOLLARS: Final = ("AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "USD")
COMMON_MARKS: Final = {
    "INR": ("rs", "rs.", "re", "re."),
    "NPR": ("rs", "rs."),
    "PKR": ("rs", "rs."),
}


def marks_of(currency: str) -> frozenset[str]:
    """How amounts of this currency are marked, in small letters: its code, its signs."""
    tags = ("en", "en_IN", "en_GB", "en_SG", "en_MY", "de", "hi", "ta", "bn", "ne")
    signs = {numbers.get_currency_symbol(currency, tag).casefold() for tag in tags}
    dollar = {"$"} if currency in DOLLARS else set()
    return frozenset({currency.casefold(), *signs, *dollar, *COMMON_MARKS.get(currency, ())})


def currency_of_territory(tag: str) -> str | None:
    """The currency of the country a language tag names (``en-IN``: INR), if it names one."""
    parsed = _locale(tag)
    return _currency_in(parsed.territory or "") if parsed else None


def guess(time_zone: str, tag: str) -> str | None:
    """The money of the place a device seems to be in: by its clock, else by its language."""
    return _currency_in(_territory_of(time_zone)) or currency_of_territory(tag)


def territories(time_zone: str) -> list[str]:
    """Returns the countries where the reader may be at home, the likeliest first: by the clock, by
    the locale, by its language.

    >>> with reading_as("hi-GB"):
    ...     territories("Asia/Dubai")
    ['AE', 'GB', 'IN']
    """
    try:
        language, territory, *_rest = parse_locale(_reader.get() or get_language() or "", sep="-")
    except ValueError:
        language, territory = "", None
    likely = get_global("likely_subtags").get(language, "").rpartition("_")[2]
    by_clock = _territory_of(time_zone)
    return [place for place in dict.fromkeys((by_clock, territory, likely)) if place]


def _territory_of(time_zone: str) -> str:
    """Returns the country of a time zone; "" if it is of none."""
    zone = get_global("zone_aliases").get(time_zone, time_zone)
    territory: str = get_global("zone_territories").get(zone, "")
    return territory if territory != "001" else ""


def _currency_in(territory: str) -> str | None:
    current = numbers.get_territory_currencies(territory) if territory else None
    return current[0] if current else None
