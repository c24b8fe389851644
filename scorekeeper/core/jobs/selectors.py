"""Waiting and failed jobs of all kinds, for the server admin, and the key to their page."""

from dataclasses import dataclass
from typing import Any, Final

from django.core import signing

from scorekeeper.core.jobs.kinds import KINDS, Kind
from scorekeeper.core.jobs.models import IN_WORK, Job, JobState
from scorekeeper.core.requests.sent import whole_number

MOST: Final = 100
"""Of each kind, that are listed."""
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
