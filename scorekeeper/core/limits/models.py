"""The use of rate limits: one short row for each limit and subject."""

from __future__ import annotations

from django.db import models


class Spent(models.Model):
    """``key`` is a keyed hash: it tells nobody who is meant. Without meaning when it is past."""

    key = models.CharField(max_length=64, primary_key=True)
    due = models.BigIntegerField(db_index=True)
    """When all of the limit is there again, in milliseconds of the clock."""
