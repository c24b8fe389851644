"""Words that all pages of the table share: money, points, names, the engine's words, tokens."""

import secrets
from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorekeeper.core.localization import currencies, dates
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.seats.table_card import Sentences
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Day, Phrase, Tongue, counted

WON: Final = "♛"
"""Won, leads, is ahead: the one mark for it, on screens and on paper. It is no suit."""

AND: Final = " + "


def money(amount: int | None, currency: str) -> SafeString | str:
    """Minor units, quietly: ``₹1,234.50``."""
    if amount is None:
        return ""
    return format_html('<bdi class="money">{}</bdi>', currencies.money(amount, currency))


def signed(amount: int | None, currency: str) -> SafeString | str:
    """Minor units with + or −, and a class that hints at it."""
    if amount is None:
        return ""
    side = "plus" if amount > 0 else "minus" if amount < 0 else "even"
    written = escape(currencies.signed(amount, currency))
    return SafeString(f'<bdi class="money {side}">{written}</bdi>')


def points(value: float | None) -> str:
    """``15½``; a thousand as the reader groups it."""
    return "" if value is None else currencies.points_text(value)


def plural(value: float) -> int:
    """Returns the number by which a language chooses between "point" and "points", halves too."""
    return 1 if value in (1, -1) else 2


def _named_day(day_text: Day) -> str:
    try:
        return dates.day(date.fromisoformat(day_text))
    except ValueError:  # 31 June, of a document that somebody wrote
        return day_text


READER: Final = Tongue(gettext, ngettext, points, _named_day)
"""The reader's language."""


def glossary(rules: AnyVariant) -> Sentences:
    """Returns the words of a game that this reader sees: without money, none about payments."""
    return (*rules.glossary, *(rules.money_glossary if currencies.are_shown() else ()))


def glossary_entry(sentence: object) -> dict[str, str]:
    """Returns the ``word`` of a game’s glossary, and its ``meaning``."""
    word, _colon, meaning = words(sentence).partition(":")
    return {"word": word, "meaning": meaning.strip()}


def words(text: object) -> str:
    """Translates a label, a reason or an error of the engine for the reader. Any other text, such
    as the finished reasons of old sessions, is looked up unchanged."""
    if isinstance(text, EntryError | RefusedError):
        return READER.say(text.phrase)
    if isinstance(text, Phrase):
        return READER.say(text)
    return gettext(str(text)) if text else ""


def reason(text: object, currency: str) -> SafeString | str:
    """Returns the reason for a payment. Counted reasons have a line per kind: number × amount."""
    parts = counted(text)
    if not parts:
        return words(text)
    lines = ((words(part), money(abs(int(str(part.values["each"]))), currency)) for part in parts)
    return format_html_join(SafeString("<br>"), "{} × {}", lines)


class Minor(int):
    """An amount in minor units, among the values of a phrase."""


def in_money(phrase: Phrase, currency: str) -> str:
    """In the reader's language, its amounts (``Minor``) as money."""

    def number(value: float) -> str:
        if isinstance(value, Minor):
            sign = "−" if value < 0 else ""
            return sign + currencies.money(abs(value), currency)
        return points(value)

    return Tongue(gettext, ngettext, number, _named_day).say(phrase)


def together(names: Iterable[str]) -> str:
    """Returns the names of people who share a seat, a payment or a win: ``Asha + Dev``."""
    return AND.join(names)


def day(value: date | None) -> str:
    """A date as the reader writes it; of a moment, the day that it was where the club plays."""
    return "" if value is None else dates.day(value)


def weekday(value: date | None) -> str:
    return "" if value is None else dates.weekday(value)


def clock(value: datetime | None) -> str:
    return "" if value is None else dates.clock(value)


def moment(value: datetime | None) -> str:
    return "" if value is None else dates.moment(value)


def local_moment(text: str) -> str:
    """``2026-11-27T19:30``, as the clock there shows it."""
    try:
        return dates.appointment(datetime.fromisoformat(text))
    except ValueError:  # of a document that somebody wrote
        return text


def new_token() -> str:
    """For one write: sent again, it changes nothing."""
    return secrets.token_urlsafe(18)


def token(value: str = "") -> SafeString:
    """A hidden input with a fresh write token, or the one sent before."""
    return format_html('<input type="hidden" name="token" value="{}">', value or new_token())
