"""The use of rate limits: one short row for each limit and subject; and how often each refused."""

from django.db import models

from scorekeeper.core.travel import Travel


class Spent(models.Model):
    """``key`` is a keyed hash: it does not show who is meant. Without meaning when it is past."""

    travel = Travel(stays="how often this server was asked", in_backup=False)
    key = models.CharField(max_length=64, primary_key=True)
    due = models.BigIntegerField(db_index=True)
    """When all of the limit is there again, in milliseconds of the clock."""


class Refusal(models.Model):
    """How often an act was refused within an hour, for the server admin; about whom, it does not
    say. Written by ``middleware``."""

    travel = Travel(stays="how often this server refused", in_backup=False)
    act = models.CharField(max_length=40)
    hour = models.DateTimeField()
    times = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["act", "hour"], name="one_refusal_per_hour"),
        ]

    def __str__(self) -> str:
        return self.act
