"""Each check of the ledger with its result, and the version at which each session was correct."""

from django.db import models

from scorekeeper.core.jobs.models import Job
from scorekeeper.core.travel import Travel


class LedgerCheck(Job):
    """A nightly check is done in batches: after a worker dies, the next one continues."""

    travel = Travel(stays="work of this server", in_backup=False)
    night = models.DateField(unique=True, null=True)
    """Null: the command, which checks everything."""
    position = models.BigIntegerField(default=0)
    """The last session (its id) that is done."""
    sessions = models.PositiveIntegerField(default=0)
    """How many were checked."""
    wrong = models.PositiveIntegerField(default=0)
    """How many of them differ from their hands."""


class CorrectSession(models.Model):
    """The session had this version when it was checked and nothing was wrong. No foreign key: a
    session that is deleted does not wait for this row."""

    travel = Travel(stays="what this server has checked", in_backup=False)
    session = models.PositiveBigIntegerField(primary_key=True)
    version = models.PositiveIntegerField()
