"""The columns that all kinds of job share. Each kind adds its subject in its own room."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import Travel

RESEND: Final = timedelta(seconds=10)
"""A row that waits this long is sent to the workers again."""


def resend_at() -> datetime:
    return timezone.now() + RESEND


class JobState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


IN_WORK = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """The row is the truth: a message to the workers may be lost, or come twice."""

    state = models.CharField(max_length=8, choices=JobState, default=JobState.WAITING)
    error = PhraseField(blank=True)
    """Failed: why. Waiting: what went wrong the last time."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often it was claimed since it last got further."""
    claim = models.CharField(max_length=32, blank=True)
    """The worker with this token may write the result."""
    due_at = models.DateTimeField(default=resend_at)
    """Waiting: it is sent to the workers again then. Running: its worker is dead then."""
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["state", "due_at"], name="%(class)s_due")]

    @property
    def is_in_work(self) -> bool:
        return self.state in IN_WORK


class Sendable(Job):
    """An e-mail in an outbox. A sender claims the row first; a claimed row is never resent
    automatically, as it is unknown whether it was sent."""

    travel = Travel(stays="goes out from this server")
    digest = models.CharField(max_length=64)
    """Digest of the address."""
    origin = models.CharField(max_length=200, blank=True)
    """Public address of the site at the time of the request; empty if no device could reach it."""

    class Meta(Job.Meta):
        abstract = True


def restart_columns() -> dict[str, Any]:
    return {
        "state": JobState.WAITING,
        "error": "",
        "attempts": 0,
        "due_at": resend_at(),
        "ended_at": None,
    }
