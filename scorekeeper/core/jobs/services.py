"""How a job of any kind is claimed, done, tried again, swept and given up: the only writer of what
``models.Job`` keeps.

A message to the workers may be lost or come twice. A worker claims the row with one update
that leaves a token in it, and the result counts only while the token is still there. What was
forgotten, or held by a worker that died, is sent again by ``sweep``.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from secrets import token_hex
from typing import Any, Final

from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from scorekeeper import celery
from scorekeeper.core.jobs.kinds import KINDS, Kind, kind_of
from scorekeeper.core.jobs.models import IN_WORK, RESEND, Job, JobState, resend_at, restart_columns
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine.words import Phrase

WORK: Final = "scorekeeper.core.jobs.tasks.work"
"""The task by its name: what the workers are told to do calls the services, not the reverse."""
TOGETHER: Final = 100
"""Of each kind, that a sweep sends again."""

log = logging.getLogger(__name__)


# Sending to the workers -----------------------------------------------------------------------


def notify_workers(job: Job) -> bool:
    """Sends a job to the workers. If they cannot be reached, the row waits for the sweep."""
    return celery.send_to_workers(WORK, kind_of(job).name, job.pk)


def start(job: Job) -> None:
    """Sends a job to the workers once its row is committed."""
    transaction.on_commit(partial(notify_workers, job))


def start_all(jobs: Iterable[Job]) -> None:
    """The same for several, until the workers cannot be reached."""
    transaction.on_commit(lambda: all(map(notify_workers, jobs)))


def run(name: str, pk: int) -> bool:
    """Do the work of a row; False when there is nothing to do, or it is not done yet."""
    kind = KINDS[name]
    job = kind.free(timezone.now()).filter(pk=pk).first()
    return job is not None and bool(kind.work(job))


# At work --------------------------------------------------------------------------------------


def claim(job: Job, **columns: Any) -> bool:
    """Claims the job if it is free and was not begun too often. ``columns``: what else the row
    says from then on."""
    kind, now, token = kind_of(job), timezone.now(), token_hex(16)
    free = kind.free(now).filter(pk=job.pk)
    claimed_rows = free.filter(attempts__lt=kind.attempts).update(
        state=JobState.RUNNING,
        claim=token,
        attempts=F("attempts") + 1,
        due_at=now + kind.lease,
        **columns,
    )
    if not claimed_rows:
        _give_up(free.filter(attempts__gte=kind.attempts), kind.given_up)
        return False
    job.refresh_from_db(fields=["state", "attempts", "due_at", *columns])
    job.claim = token
    return True


def own_row(job: Job) -> QuerySet[Any]:
    """Returns the row while this worker still holds it."""
    return kind_of(job).rows.filter(pk=job.pk, state=job.state, claim=job.claim)


def finish(job: Job, *only: Q, **columns: Any) -> bool:
    """It is done, if it is still its worker's, and ``only`` holds. ``columns``: what came of it."""
    columns_done = {"state": JobState.DONE, "error": "", "ended_at": timezone.now()}
    return bool(own_row(job).filter(*only).update(**columns_done, **columns))


def fail(job: Job, why: Phrase) -> bool:
    """Gives the job up: it is not tried again by itself. Returns False, as it is not finished."""
    own_row(job).update(state=JobState.FAILED, error=why, ended_at=timezone.now())
    return False


def note_progress(job: Job, **columns: Any) -> bool:
    """Part of it is done: its lease and its attempts begin anew, if it is still its worker's."""
    due, job.attempts = timezone.now() + kind_of(job).lease, 0
    return bool(own_row(job).update(attempts=0, due_at=due, **columns))


def release(job: Job) -> bool:
    """Releases the job for the next worker."""
    return bool(own_row(job).update(**restart_columns(), claim=""))


def postpone(job: Job, pause: timedelta, why: Phrase | str = "") -> bool:
    """It went wrong: try it again after this while, unless that was done too often. False, as
    ``fail``."""
    kind = kind_of(job)
    if job.attempts >= kind.attempts:
        return fail(job, kind.given_up)
    due = timezone.now() + pause
    own_row(job).update(state=JobState.WAITING, claim="", due_at=due, error=why)
    return False


def wait_behind(job: Job, earlier: Job) -> bool:
    """It waits until ``earlier`` has ended, which starts it; else the sweep looks again once that
    one was due. False, as ``fail``."""
    due = max(earlier.due_at, timezone.now()) + RESEND
    kind_of(job).rows.filter(pk=job.pk, state=JobState.WAITING).update(due_at=due)
    return False


def retry(job: Job) -> bool:
    """Begin one anew that failed; False, and nothing, if it did not, or if another that stands for
    it is in work."""
    failed = kind_of(job).rows.filter(pk=job.pk, state=JobState.FAILED)
    try:
        with transaction.atomic():
            restarted = failed.update(**restart_columns())
    except IntegrityError:
        return False
    if restarted:
        start(job)
    return bool(restarted)


# Sweeping -------------------------------------------------------------------------------------


def sweep() -> int:
    """Send again what was forgotten or dropped, until the queue does not answer; give up on what
    was begun too often. How many were sent."""
    now, late = timezone.now(), list[Job]()
    for kind in KINDS.values():
        due = kind.rows.filter(state__in=IN_WORK, due_at__lt=now)
        lapsed = due.filter(state=JobState.RUNNING)
        if kind.cut_off is None:
            lapsed = lapsed.filter(attempts__gte=kind.attempts)
        _give_up(lapsed, kind.cut_off or kind.given_up)
        rows = list(due.order_by("due_at").only("pk")[:TOGETHER])
        waiting = kind.rows.filter(pk__in=[job.pk for job in rows], state=JobState.WAITING)
        waiting.update(due_at=resend_at())
        late += rows
    return sum(1 for _job in takewhile(notify_workers, late))


def _give_up(rows: QuerySet[Any], why: Phrase) -> None:
    if count := rows.update(state=JobState.FAILED, error=why, ended_at=timezone.now()):
        log.error("Stopped after too many attempts: %s of %s", count, rows.model._meta.label_lower)


def first_due() -> datetime | None:
    """When the first of all in work is due, or was."""
    earliest = [
        k.rows.filter(state__in=IN_WORK).aggregate(due=Min("due_at")) for k in KINDS.values()
    ]
    return min((row["due"] for row in earliest if row["due"]), default=None)


MOST: Final = 100
"""At most so many jobs of each kind are listed."""
KEY: Final = signing.TimestampSigner(salt="jobs-page")
GOOD_FOR: Final = 12 * 60 * 60
"""Seconds for which a key to the page opens it."""


@dataclass(frozen=True, slots=True)
class ListedJob:
    kind: Kind[Any]
    job: Job


def in_work() -> list[ListedJob]:
    """The oldest first."""
    jobs = [
        ListedJob(kind, job)
        for kind in KINDS.values()
        for job in kind.rows.filter(state__in=IN_WORK).order_by("at")[:MOST]
    ]
    return sorted(jobs, key=lambda listed: listed.job.at)


def failed() -> list[ListedJob]:
    """The newest first."""
    jobs = [
        ListedJob(kind, job)
        for kind in KINDS.values()
        for job in kind.rows.filter(state=JobState.FAILED).order_by("-at")[:MOST]
    ]
    return sorted(jobs, key=lambda listed: listed.job.at, reverse=True)


def job_named(name: str, pk: str) -> Job | None:
    kind = KINDS.get(name)
    return kind.rows.filter(pk=whole_number(pk)).first() if kind else None


def new_key() -> str:
    return KEY.sign("page")


def is_valid_key(key: str) -> bool:
    try:
        KEY.unsign(key, max_age=GOOD_FOR)
    except signing.BadSignature:
        return False
    return True
