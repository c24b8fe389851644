"""Who is writing which hand, for as long as he is."""

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
