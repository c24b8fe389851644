"""The last times of things that happen unseen, by which version of a program, for the
server admin: the health check makes words of it, the metrics numbers."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.core.jobs.kinds import Kind
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.releases.compatibility import newest_release
from scorekeeper.extensions.operation.backups.selectors import newest_stored
from scorekeeper.extensions.operation.health.models import Pulse
from scorekeeper.extensions.operation.ledger_check.selectors import newest_finished


def ages() -> dict[str, float | None]:
    """Returns seconds since each; None if it never happened."""
    check, backup = newest_finished(), newest_stored()
    moments: dict[str, datetime | None] = {
        "beat": last_pulse("beat"),
        "worker": last_pulse("worker"),
        "ledger_check": check.ended_at if check else None,
        "backup": backup.finished_at if backup else None,
    }
    now = timezone.now()
    return {
        name: (now - moment).total_seconds() if moment else None for name, moment in moments.items()
    }


def last_pulse(name: str) -> datetime | None:
    return Pulse.objects.filter(name=name).values_list("at", flat=True).first()


def last_send_failed() -> bool:
    """Whether the e-mail that ended last was not sent: of the newest of each kind."""
    ended = [kind.rows.exclude(ended_at=None).order_by("-pk").first() for kind in _mails()]
    newest = max(filter(None, ended), key=lambda mail: mail.ended_at, default=None)
    return newest is not None and newest.state == JobState.FAILED


def mails_wait(late: timedelta) -> bool:
    """Whether an e-mail was not sent at the first attempt, or is late."""
    waiting = [kind.rows.filter(state=JobState.WAITING) for kind in _mails()]
    due = timezone.now() - late
    return any(
        rows.filter(attempts__gt=0).exists() or rows.filter(due_at__lt=due).exists()
        for rows in waiting
    )


def _mails() -> list[Kind[Any]]:
    return [k for kinds in settings.EXTENSIONS.functions("jobs that send e-mail") for k in kinds()]


def versions() -> dict[str, str]:
    """Returns versions by program: this web process, ``worker`` and ``beat`` at their last
    heartbeat ("" without one), and ``schema``, the newest version that migrated the database."""
    pulses = dict(Pulse.objects.values_list("name", "version"))
    newest = newest_release()
    return {
        "web": __version__,
        "worker": pulses.get("worker", ""),
        "beat": pulses.get("beat", ""),
        "schema": newest.version if newest else "",
    }
