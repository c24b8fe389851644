"""Entries that devices have synced."""

from django.db import models

from scorekeeper.core.travel import Travel


class Delivered(models.Model):
    """An offline entry that was saved or discarded; sending it again changes nothing."""

    travel = Travel(stays="what phones have delivered to this server")
    session = models.ForeignKey("clubs.Session", models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    """``delivery.digest_key`` of the entry."""
    dropped = models.CharField(max_length=64, blank=True)
    """The token of a discarded entry, which entries depending on it name; "" if it was saved."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "key"], name="delivered_once"),
        ]
