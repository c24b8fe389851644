"""The last sign of life of the programs that run unseen."""

from django.db import models

from scorekeeper.core.travel import Travel


class Pulse(models.Model):
    """One row for ``beat``, one for all workers, and one for ``retention``."""

    travel = Travel(stays="whether programs of this server run", in_backup=False)
    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()
    version = models.CharField(max_length=20)
    """Of the program that left it."""
