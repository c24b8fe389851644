"""Health checks of what the site depends on, answered within two seconds.

They are functions that a thread asks one after another; a process has one such thread at a time,
and its outcomes are told for two seconds. It is a thread because nothing limits the time of a disk
or database that stands still; a page would wait with it. One word each: ``ok``; ``slow``, no answer
yet, or late; ``low``, nearly full; ``failed``, the last time; ``differs``, the ledger from the
hands; ``off``, not set up; ``down``.
"""

import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from threading import Lock, Thread
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)

PATIENCE: Final = 2.0
GIVEN_UP: Final = 5.0
"""Seconds without an answer after which it is down, not slow."""
CACHED_FOR: Final = 2.0
"""Seconds for which outcomes are cached."""
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


Check = Callable[[], str]


class Checks:
    """Checks in the order in which they are asked, with the words that they gave last."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self.checks = checks
        self.last, self.words = dict[str, str](), dict[str, str]()
        self.started_at = self.ended_at = float("-inf")
        self.thread = Thread()
        self.lock = Lock()

    def outcomes(self) -> dict[str, str]:
        """Waits until two seconds after they were asked; who comes later does not wait at all."""
        with self.lock:
            now = time.monotonic()
            if not self.thread.is_alive() and now - self.ended_at >= CACHED_FOR:
                self.last, self.words, self.started_at = self.words, {}, now
                self.thread = Thread(target=self._ask, daemon=True)
                self.thread.start()
            thread, words = self.thread, self.words
        thread.join(max(0.0, self.started_at + PATIENCE - time.monotonic()))
        return {name: words.get(name) or self._unanswered(name) for name in self.checks}

    def _unanswered(self, name: str) -> str:
        is_given_up = time.monotonic() - self.started_at > GIVEN_UP
        return "down" if is_given_up or self.last.get(name) == "down" else "slow"

    def _ask(self) -> None:
        for name, check in self.checks.items():
            try:
                self.words[name] = check()
            except Exception:  # whatever it was is the answer; the log has the rest
                logger.exception("A health check failed.")
                self.words[name] = "down"
                connection.close()
        self.ended_at = time.monotonic()
        connection.close()


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def schema() -> str:
    """Whether all migrations of this code are applied."""
    from scorekeeper.core.database import is_behind

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
    from scorekeeper.extensions.operation.health.ages import last_send_failed, mails_wait

    if not any(
        is_set_up() for is_set_up in settings.EXTENSIONS.functions("whether e-mail is set up")
    ):
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


CHECKS: Final = Checks(
    {
        "broker": broker,
        "disk": disk,
        "database": database,
        "schema": schema,
        "queue": queue,
        "beat": partial(pulse_of, "beat"),
        "worker": partial(pulse_of, "worker"),
        "mail": mail,
        "ledger": ledger,
        "backup": backup,
    }
)
NEEDED: Final = ("database", "schema", "disk")
"""Without these nothing can be kept. Without the others only statements and e-mails wait."""
