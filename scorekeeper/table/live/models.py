"""Rows of who is writing which hand now, and of what is on devices and not synced yet."""

from django.db import models

from scorekeeper.core.travel import Travel


class Writing(models.Model):
    """A device has begun to enter a hand of this game. Only the present: a device's row is
    overwritten again and again, and means nothing after ``until``."""

    travel = Travel(stays="who writes at this moment")
    game = models.ForeignKey("play.Game", models.CASCADE, related_name="+")
    by = models.ForeignKey("clubs.Membership", models.CASCADE, related_name="+")
    hand = models.PositiveIntegerField()
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "by"], name="one_writing_per_device"),
        ]


class Behind(models.Model):
    """A device has written ``count`` things of this session offline and has not synced them yet.
    Deleted once it has."""

    travel = Travel(stays="what lies on a phone at this moment")
    session = models.ForeignKey("clubs.Session", models.CASCADE, related_name="behind")
    membership = models.ForeignKey("clubs.Membership", models.CASCADE, related_name="+")
    count = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "membership"], name="one_behind_per_device"),
        ]
