"""Counts how often limits refuse, in rows that the server admin reads.

A refused client may ask again at once, so a refusal must cost next to nothing: each process
writes at most once in ``EVERY`` seconds for an act, and adds what it refused meanwhile.
"""

import logging
import time
from collections import Counter
from datetime import timedelta
from threading import Lock
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.core.limits.acts import Act
from scorekeeper.core.limits.models import Refusal

EVERY: Final = 5.0
KEPT_FOR: Final = timedelta(days=30)

logger = logging.getLogger(__name__)
_lock = Lock()
_unwritten: Counter[str] = Counter()
_written: dict[str, float] = {}


def note_refusal(act: Act) -> None:
    """Counts a refusal. A failure to do so does not break the answer."""
    with _lock:
        _unwritten[act.name] += 1
        if time.monotonic() - _written.get(act.name, -EVERY) < EVERY:
            return
        _written[act.name], times = time.monotonic(), _unwritten.pop(act.name)
    try:
        _add(act.name, times)
    except DatabaseError:
        logger.warning("Could not count a refusal.", exc_info=True)


@transaction.atomic
def _add(act: str, times: int) -> None:
    now = timezone.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    row, is_new = Refusal.objects.get_or_create(
        act=act, hour=hour, defaults={"times": times, "last_at": now}
    )
    if not is_new:
        Refusal.objects.filter(pk=row.pk).update(times=F("times") + times, last_at=now)


def delete_old() -> None:
    Refusal.objects.filter(hour__lt=timezone.now() - KEPT_FOR).delete()


def reset() -> None:
    """Forgets all counts, as in a process that has just been started."""
    _unwritten.clear()
    _written.clear()
