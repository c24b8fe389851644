"""Who is writing which hand, for as long as he is; and what lies on a phone and is not here yet."""

from __future__ import annotations

from django.db import models


class Writing(models.Model):
    """A phone has begun to write a hand of this game. Only what is true at this moment: the row of
    a phone is written again and again, and means nothing after ``until``."""

    game = models.ForeignKey("play.Game", models.CASCADE, related_name="+")
    by = models.ForeignKey("clubs.Membership", models.CASCADE, related_name="+")
    hand = models.PositiveIntegerField()
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "by"], name="one_writing_per_phone"),
        ]


class Behind(models.Model):
    """A phone has written ``count`` things of this night without a network, which it told of and
    has not delivered yet. Gone once it has."""

    session = models.ForeignKey("clubs.Session", models.CASCADE, related_name="behind")
    membership = models.ForeignKey("clubs.Membership", models.CASCADE, related_name="+")
    count = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "membership"], name="one_behind_per_phone"),
        ]
