"""Caches costly results under a key made of everything they depend on.

A name never means two things: whatever changes what is kept (a version of a session, a reader's
language) is part of its name, so nothing has to be thrown away when it changes. What differs from
device to device is no part of what is kept.
"""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import RLock
from time import monotonic
from typing import Any, Final, TypeVar

from django.core.cache import caches
from django.utils.translation import get_language

from scorekeeper import __version__
from scorekeeper.core.localization.currencies import reader_key

T = TypeVar("T")
SECONDS: Final = 600
"""Seconds until an unused value expires."""
_making = [RLock() for _lock in range(16)]
"""All devices of a session ask at the same moment: the first makes it, the others wait for it."""


def get_or_make(
    make: Callable[[], T],
    *parts: object,
    cache: str = "large",
    lasts: Callable[[float], float] = lambda _took: SECONDS,
    turn: AbstractContextManager[Any] | None = None,
) -> T:
    """Returns the cached result of ``make``, which must be picklable and never None. ``parts``: all
    it depends on, as values with a telling ``repr``; ``lasts``: for how many seconds it is kept if
    it took so many to make; ``turn``: held while it is made, instead of one for those who ask for
    the same."""
    key = hashlib.sha256(repr((__version__, *parts)).encode()).hexdigest()
    value: T | None = caches[cache].get(key)
    if value is None:
        with turn or _making[int(key[:8], 16) % len(_making)]:
            value = caches[cache].get(key)
            if value is None:
                started = monotonic()
                value = make()
                caches[cache].set(key, value, lasts(monotonic() - started))
    return value


def read_alike() -> tuple[str | None, str]:
    """Returns the reader's language and way to read amounts, for what is written in words."""
    return get_language(), reader_key()
