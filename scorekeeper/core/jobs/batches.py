"""A long job is done in batches: a worker works on it for a turn, then makes way for other jobs,
and the next message goes on where it stopped."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import kind_of
from scorekeeper.core.jobs.models import Job, JobState

J = TypeVar("J", bound=Job)

TURN_SECONDS: Final = 30.0
"""Seconds spent on one message."""


class LeaseLostError(Exception):
    """Another worker goes on with it."""


def run(job: J, do_batch: Callable[[J], bool], seconds: float = TURN_SECONDS) -> bool:
    """Works on it for at most ``seconds``; returns whether it is done. ``do_batch`` does the next
    batch and returns whether it was the last; it raises LeaseLostError where the row is another
    worker's by then. After an error the next worker waits for the lease to end."""
    if not jobs.claim(job):
        return False
    until = time.monotonic() + seconds
    try:
        while not (is_done := do_batch(job)) and time.monotonic() < until:
            pass
    except LeaseLostError:
        return False
    except Exception:
        jobs.postpone(job, kind_of(job).lease)
        raise
    if not is_done:
        jobs.release(job)
    return is_done


def run_and_requeue(job: J, do_batch: Callable[[J], bool]) -> bool:
    """Works on it for one turn, then sends it again behind other jobs unless it is done."""
    is_done = run(job, do_batch)
    if not is_done and kind_of(job).rows.filter(pk=job.pk, state=JobState.WAITING).exists():
        jobs.notify_workers(job)
    return is_done
