"""Caches costly results under a key made of everything they depend on.

A name never means two things: whatever changes what is kept (a version of a session, a reader's
language) is part of its name, so nothing has to be thrown away when it changes. What differs from
device to device is no part of what is kept.
"""

import hashlib
from collections.abc import Callable
from threading import RLock
from typing import Final, TypeVar

from django.core.cache import caches

from scorekeeper import __version__

T = TypeVar("T")
SECONDS: Final = 600
"""Seconds until an unused value expires."""
_making = [RLock() for _lock in range(16)]
"""All devices of a session ask at the same moment: the first makes it, the others wait for it."""


def get_or_make(make: Callable[[], T], *parts: object, cache: str = "large") -> T:
    """Returns the cached result of ``make``, which must be picklable and never None. ``parts``: all
    it depends on, as values with a telling ``repr``."""
    key = hashlib.sha256(repr((__version__, *parts)).encode()).hexdigest()
    value: T | None = caches[cache].get(key)
    if value is None:
        with _making[int(key[:8], 16) % len(_making)]:
            value = caches[cache].get(key)
            if value is None:
                value = make()
                caches[cache].set(key, value, SECONDS)
    return value
