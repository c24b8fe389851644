"""The proof of a night as a page shows it: worked out once for all who look within a while.

It costs as much as playing the whole night anew, and a stranger with the link may ask for it: so it
is kept, the longer the dearer it was, one night is worked out at a time, and a night of very many
hands only in part. What it costs a process is bounded by that, whoever asks how often.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

from scorekeeper import __version__
from scorekeeper.clubs.models import Session
from scorekeeper.limits import acts
from scorekeeper.limits.spending import TooMuchError, spend
from scorekeeper.proving.checking import Proof, check

MOST_HANDS: Final = 3000
"""Of one night, worked out anew for a page: a hundred tables' evening. ``manage.py verify`` has no
such bound."""
KEPT: Final = 60.0
"""Seconds, at the least: rows that were tampered with later show after that."""
SHARE: Final = 20
"""Kept so many times as long as it took: of its time a process spends a twentieth at the most."""
PATIENCE: Final = 5.0
"""Seconds to wait while another night is worked out."""
_working = Lock()


def proof(request: HttpRequest, night: Session) -> Proof:
    """Raises TooMuchError."""
    spend(acts.PROVE, request, link=night)
    key = f"proof:{__version__}:{night.pk}:{night.version}"
    found: Proof | None = cache.get(key)
    if found is not None:
        return found
    if not _working.acquire(timeout=PATIENCE):
        raise TooMuchError(acts.PROVING, PATIENCE)
    try:
        return cache.get(key) or _worked_out(key, night)
    finally:
        _working.release()


def _worked_out(key: str, night: Session) -> Proof:
    began = time.monotonic()
    made = check(night, MOST_HANDS)
    cache.set(key, made, max(KEPT, SHARE * (time.monotonic() - began)))
    return made
