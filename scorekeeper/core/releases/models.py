"""The row that a release leaves in each database that it migrates."""

from django.db import models
from django.utils import timezone

from scorekeeper.core.travel import Travel


class Release(models.Model):
    """A version of the program that migrated this database."""

    travel = Travel(stays="which versions migrated this database", in_backup=False)
    version = models.CharField(max_length=20, primary_key=True)
    oldest_compatible = models.CharField(max_length=20)
    """The oldest version whose code works on these tables, while others run the new one."""
    at = models.DateTimeField(default=timezone.now)
