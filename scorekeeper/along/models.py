"""What phones have delivered."""

from __future__ import annotations

from django.db import models


class Delivered(models.Model):
    """Something written on a phone without a network was done here, or dropped by its holder. The
    same, sent again, changes nothing any more, whatever was done since."""

    session = models.ForeignKey("clubs.Session", models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    """``delivering.key_of`` what was delivered."""
    dropped = models.CharField(max_length=64, blank=True)
    """The token of what was dropped, and with it whatever follows on it; "" where it was done."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "key"], name="delivered_once"),
        ]
