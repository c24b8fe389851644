"""The number that phones ask "newer than" of."""

from __future__ import annotations

from django.db.models import F

from scorekeeper.play.models import Session


def touch(session: Session) -> None:
    """Tell the phones that something changed. Call it inside the write's transaction."""
    Session.objects.filter(pk=session.pk).update(version=F("version") + 1)
