"""Health checks of what the site depends on, answered within a second.

Each check runs in a thread of its own, one at a time in each process, and its outcome is told for
two seconds: neither a server that hangs nor a stranger who keeps asking can hold a probe or load
the site. One word each: ``ok``; ``slow``, no answer within a second, or late; ``low``, nearly full;
``failed``, the last time; ``differs``, the ledger from the hands; ``off``, not set up; ``down``.
"""

import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import Lock, Thread
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
GIVEN_UP: Final = 5.0
"""Seconds without an answer after which it is down, not slow."""
CACHED_FOR: Final = 2.0
"""Seconds for which an outcome is cached."""
ROOM: Final = 200 * 1024 * 1024
"""Bytes that a disk should have free."""
LATE: Final = timedelta(seconds=30)
GONE: Final = timedelta(minutes=3)
"""How long after its time a job may lie before its workers are slow, or not there."""
SILENT: Final = timedelta(seconds=20)
STOPPED: Final = timedelta(minutes=1)
"""How long after the last sign of life, which comes every ten seconds."""
UNCHECKED: Final = timedelta(hours=30)
NEVER_CHECKED: Final = timedelta(days=3)
"""How long after the last check of the ledger, which comes every night."""
NOT_MADE: Final = timedelta(hours=30)
LONG_NOT_MADE: Final = timedelta(days=3)
"""How long after the last good backup; there is one every day."""
STARTED: Final = timezone.now()


@dataclass
class Check:
    """A check with its last outcome."""

    ask: Callable[[], str]
    last_outcome: str = "slow"
    finished_at: float = float("-inf")
    started_at: float = float("-inf")
    thread: Thread | None = None
    lock: Lock = field(default_factory=Lock)

    def begin(self) -> None:
        with self.lock:
            now = time.monotonic()
            if self._is_asking or now - self.finished_at < CACHED_FOR:
                return
            self.started_at = now
            self.thread = Thread(target=self._run, daemon=True)
            self.thread.start()

    def outcome(self) -> str:
        """Waits until a second after it was asked; who comes later does not wait at all."""
        if self.thread is not None:
            self.thread.join(max(0.0, self.started_at + PATIENCE - time.monotonic()))
        if not self._is_asking:
            return self.last_outcome
        return "down" if time.monotonic() - self.started_at > GIVEN_UP else "slow"

    @property
    def _is_asking(self) -> bool:
        return self.thread is not None and self.thread.is_alive()

    def _run(self) -> None:
        try:
            self.last_outcome = self.ask()
        except Exception:  # whatever it was is the answer; the log has the rest
            logger.exception("A health check failed.")
            self.last_outcome = "down"
        finally:
            self.finished_at = time.monotonic()
            connection.close()


def outcomes(checks: Iterable[tuple[str, Check]]) -> dict[str, str]:
    listed = list(checks)
    for _name, check in listed:
        check.begin()
    return {name: check.outcome() for name, check in listed}


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def schema() -> str:
    """Whether all migrations of this code are applied."""
    from scorekeeper.core.database.schema import is_behind

    return "down" if is_behind() else "ok"


def broker() -> str:
    from kombu.exceptions import OperationalError

    from scorekeeper.celery import hurried

    try:
        with hurried() as reached:
            opened: Any = reached.default_channel  # which asks Redis whether it is there
            opened.close()
    except (OperationalError, OSError) as error:
        logger.warning("The queue cannot be reached: %s", error)
        return "down"
    return "ok"


def disk() -> str:
    """Whether a file can be written where the data lies, and whether there is room for more."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(b"0" * 4096)
    except OSError as error:
        logger.warning("Nothing can be saved in the data folder: %s", error)
        return "down"
    return "ok" if shutil.disk_usage(settings.DATA_DIR).free >= ROOM else "low"


def queue() -> str:
    """Whether somebody does what waits: a job is sent again within seconds of its time."""
    from scorekeeper.core.jobs.services import first_due

    due = first_due()
    return lateness([due] if due else [], LATE, GONE)


def lateness(due: list[datetime], late: timedelta, gone: timedelta) -> str:
    """How late the first of these is."""
    behind = timezone.now() - min(due) if due else timedelta()
    return "ok" if behind < late else "slow" if behind < gone else "down"


def pulse_of(name: str) -> str:
    """Whether ``beat``, or a worker, gave a sign of life lately. This process has to be up as long
    before it complains: all may have been started at the same time."""
    from scorekeeper.extensions.operation.health.ages import last_pulse

    return lateness([max(last_pulse(name) or STARTED, STARTED)], SILENT, STOPPED)


def mail() -> str:
    """Whether the last e-mail was sent, and none waits after a failed attempt."""
    from scorekeeper.extensions.calendar.mail.outbox import is_set_up
    from scorekeeper.extensions.operation.health.ages import last_send_failed, mails_wait

    if not is_set_up():
        return "off"
    return "failed" if last_send_failed() else "slow" if mails_wait(LATE) else "ok"


def ledger() -> str:
    """Whether the ledger was checked last night, and was what the hands give."""
    from scorekeeper.extensions.operation.ledger_check.selectors import newest_finished

    check = newest_finished()
    if check and check.wrong:
        return "differs"
    checked_at = check and check.ended_at
    return lateness([checked_at or STARTED], UNCHECKED, NEVER_CHECKED)


def backup() -> str:
    """Whether there is a good one of today, or of last night."""
    from scorekeeper.extensions.operation.backups.selectors import newest_stored

    if not settings.BACKUPS:
        return "off"
    newest = newest_stored()
    made_at = newest and newest.finished_at
    return lateness([made_at or STARTED], NOT_MADE, LONG_NOT_MADE)


CHECKS: Final = {
    "database": Check(database),
    "schema": Check(schema),
    "broker": Check(broker),
    "disk": Check(disk),
    "queue": Check(queue),
    "beat": Check(partial(pulse_of, "beat")),
    "worker": Check(partial(pulse_of, "worker")),
    "mail": Check(mail),
    "ledger": Check(ledger),
    "backup": Check(backup),
}
NEEDED: Final = ("database", "schema", "disk")
"""Without these nothing can be kept. Without the others only sheets and letters wait."""
