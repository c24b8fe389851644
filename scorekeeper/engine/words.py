"""Phrases: messages of the rules with their values, translated for each reader.

The engine stays free of Django: ``_`` and ``ngettext`` mark a text, ``makemessages`` finds it, and
pages translate it. As a ``str``, a phrase is its English sentence. Stored are the key of a
``reason``, or the message of a phrase without one, and the values (``dump``), never a sentence.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
NOTHING: Final[Mapping[str, object]] = {}
PLACE: Final = re.compile(r"{(\w+)}")
BETWEEN: Final = ", "


class Day(str):
    """A date among the values of a phrase, as 2026-11-20. Raises ValueError for other text."""

    __slots__ = ()

    def __new__(cls, text: str) -> "Day":
        if not DATE.fullmatch(text):
            raise ValueError(f"not a day: {text!r}")
        return super().__new__(cls, text)


class Phrase(str):
    """A message and its values: numbers, days, names, cards, phrases, or a tuple of phrases to be
    joined. Immutable.

    >>> _("count of {count}, capped at {cap}").format(count=97, cap=80)
    'count of 97, capped at 80'
    """

    __slots__ = ("message", "plural", "values")

    message: str
    values: Mapping[str, object]
    plural: str
    """The message if ``values["count"]`` is not 1; "" without a plural."""

    def __new__(
        cls, message: str = "", values: Mapping[str, object] = NOTHING, plural: str = ""
    ) -> "Phrase":
        phrase = super().__new__(cls, ENGLISH.fill(message, values, plural) if values else message)
        phrase.message, phrase.values, phrase.plural = str(message), values, plural
        return phrase

    def __getnewargs__(self) -> tuple[str, Mapping[str, object], str]:  # type: ignore[override]
        return self.message, self.values, self.plural

    def format(self, *_none: object, **values: object) -> "Phrase":
        return Phrase(self.message, values, self.plural)


@dataclass(frozen=True, slots=True)
class Tongue:
    """Writes messages, plurals, numbers and days in one language."""

    translate: Callable[[str], str]
    translate_plural: Callable[[str, str, int], str]
    number: Callable[[float], str]
    day: Callable[[Day], str] = str

    def say(self, phrase: Phrase) -> str:
        """Returns the phrase in this language, in English where a translation is missing."""
        return self.fill(phrase.message, phrase.values, phrase.plural) if phrase.message else ""

    def fill(self, message: str, values: Mapping[str, object], plural: str = "") -> str:
        """Fills the ``{names}`` that have a value; no other format syntax is interpreted."""
        if not values:
            return self.translate(message)
        count = int(str(values["count"])) if plural else 0
        template = (
            self.translate_plural(message, plural, count) if plural else self.translate(message)
        )
        return PLACE.sub(lambda m: self._value(values[m[1]]) if m[1] in values else m[0], template)

    def _value(self, value: object) -> str:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, tuple):
            return self.translate(BETWEEN).join(self._value(part) for part in value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        return self.day(value) if isinstance(value, Day) else str(value)


def number(points: float) -> str:
    """Returns points as text: whole, or with a half (``15½``)."""
    whole = int(points)
    if points == whole:
        return str(whole)
    return f"{'−' if points < 0 and whole == 0 else ''}{whole or ''}½"


ENGLISH: Final = Tongue(
    str, lambda singular, plural, count: singular if count == 1 else plural, number
)


# What the rules write ------------------------------------------------------------------------


def _(text: str) -> Phrase:
    return Phrase(text)


def ngettext(singular: str, plural: str, count: int) -> Phrase:
    """``{count} card`` or ``{count} cards``.

    >>> ngettext("{count} card left", "{count} cards left", 2)
    '2 cards left'
    """
    return Phrase(singular, {"count": count}, plural)


REASONS: Final[dict[str, Phrase]] = {}
"""The declared reasons by key, with today's sentences."""
_KEYS: Final[dict[str, str]] = {}
"""The keys by message."""


def reason(key: str, phrase: Phrase) -> Phrase:
    """Declares the sentence of a reason, once, where its module is loaded.

    The key is stored in its place, so a new wording keeps the key and changes no row. Raises
    ValueError if the key has another sentence, or the sentence another key.

    >>> reason("knocked_twice", _("knocked twice, {points}")).format(points=7)
    'knocked twice, 7'
    """
    if REASONS.setdefault(key, phrase).message != phrase.message:
        raise ValueError(f"{key!r} is declared twice")
    if (known := _KEYS.setdefault(phrase.message, key)) != key:
        raise ValueError(f"{phrase.message!r} is declared as {known!r} and as {key!r}")
    return phrase


NO_WORDS: Final = Phrase()
COMMA: Final = reason("and", _(", "))
GAINS: Final = reason("gains", _("{words} +{points}"))
LOSES: Final = reason("loses", _("{words} −{points}"))
AT: Final = reason("at", _("{words}: {points}"))
PARTS: Final = reason("parts", Phrase("{parts}"))
OWN: Final = reason("own", Phrase("{own}"))


def joined(parts: Iterable[Phrase]) -> Phrase:
    """
    >>> joined([_("unseen"), _("maal {maal}").format(maal=3)])
    'unseen, maal 3'
    """
    phrases = tuple(parts)
    return phrases[0] if len(phrases) == 1 else PARTS.format(parts=phrases) if phrases else NO_WORDS


def counted(reason: object) -> tuple[Phrase, ...]:
    """Returns the parts of a reason that counts items: ``count`` items at ``each`` minor units to
    the payee. Empty for other reasons."""
    inner = reason.values.get("parts", (reason,)) if isinstance(reason, Phrase) else ()
    parts = inner if isinstance(inner, tuple) else ()
    return parts if all(map(_is_counted, parts)) else ()


def _is_counted(part: object) -> bool:
    return isinstance(part, Phrase) and all(
        isinstance(part.values.get(name), int) for name in ("count", "each")
    )


def verbatim(text: str) -> Phrase:
    """Returns text chosen by the table, which is never translated."""
    return OWN.format(own=text)


# What is stored ------------------------------------------------------------------------------


KEY: Final = "@"


def key_of(phrase: Phrase) -> str:
    """Returns the key under which a phrase is stored; "" if it has none."""
    return _KEYS.get(phrase.message, "")


def dump(phrase: str) -> Any:
    """Returns plain JSON: ``@key`` or the message, or a list of it and its values."""
    if not isinstance(phrase, Phrase):
        return str(phrase)
    key = key_of(phrase)
    message, plural = (KEY + key, "") if key else (phrase.message, phrase.plural)
    if not phrase.values:
        return message
    values = {name: _dump_value(phrase.values[name]) for name in sorted(phrase.values)}
    return [message, values, plural] if plural else [message, values]


def _dump_value(value: object) -> Any:
    if isinstance(value, Phrase):
        return dump(value) if value.values else [dump(value)]
    if isinstance(value, tuple):
        return [_dump_value(part) for part in value]
    if isinstance(value, Day):
        return {"day": str(value)}
    return value if isinstance(value, int | float) else str(value)


def load(stored: Any) -> Phrase:
    """The inverse of ``dump``. Raises ValueError, KeyError, TypeError."""
    if isinstance(stored, str):
        return _current_phrase(stored, NOTHING)
    if not isinstance(stored, list) or not 1 <= len(stored) <= 3:
        raise ValueError(f"not a phrase: {stored!r}")
    message, values, plural = [*stored, {}, ""][:3] if len(stored) < 2 else [*stored, ""][:3]
    if not isinstance(message, str) or not isinstance(values, dict) or not isinstance(plural, str):
        raise ValueError(f"not a phrase: {stored!r}")
    return _current_phrase(
        message, {name: _load_value(value) for name, value in values.items()}, plural
    )


def _current_phrase(stored: str, values: Mapping[str, object], plural: str = "") -> Phrase:
    """Returns the phrase with today's message."""
    key = stored.removeprefix(KEY) if stored.startswith(KEY) else _KEYS.get(stored, "")
    if key in REASONS:
        stored, plural = REASONS[key].message, REASONS[key].plural
    return Phrase(stored, values, plural)


def _load_value(value: Any) -> object:
    if isinstance(value, dict):
        return Day(value["day"])
    if not isinstance(value, list):
        return value
    return tuple(map(_load_value, value)) if value and isinstance(value[0], list) else load(value)


def dumps(phrase: str) -> str:
    """Returns a phrase as text; a message without values is stored as it is."""
    stored = dump(phrase)
    if isinstance(stored, str) and not stored.startswith("["):
        return stored
    return json.dumps(
        stored if isinstance(stored, list) else [stored], ensure_ascii=False, separators=(",", ":")
    )


def loads(text: str) -> Phrase:
    """The inverse of ``dumps``; other text, such as from an old session, is returned unchanged."""
    if text.startswith("["):
        try:
            return load(json.loads(text))
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
    return _current_phrase(text, NOTHING)
