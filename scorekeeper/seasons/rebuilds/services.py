"""Rebuilds results a batch of sessions at a time, and records the progress; nothing else writes
rebuilds.

Each batch renews its worker's lease (``jobs``) in its own transaction, and is rolled back if
another worker has the row by then. Saves go on meanwhile: a batch locks its sessions for a moment,
as a save does."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Session
from scorekeeper.core.jobs import batches
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import Kind, register
from scorekeeper.core.jobs.models import IN_WORK
from scorekeeper.engine.words import _
from scorekeeper.seasons.rebuilds.models import Rebuild
from scorekeeper.seasons.rebuilds.recalculation import rebuild_results

PIECE: Final = 40
"""Sessions locked at once: a save in one of them waits a tenth of a second."""
LEASE: Final = timedelta(seconds=20)
MOST: Final = 5
"""Attempts at one batch; then it is given up."""


@transaction.atomic
def start_rebuild(
    *, club: Club, by: Membership | None = None, tell_workers: bool = True
) -> Rebuild:
    """Returns the rebuild in work, starting one if there is none."""
    locks.hold_club(club)
    if existing := Rebuild.objects.filter(club=club, state__in=IN_WORK).first():
        return existing
    sessions = Session.objects.filter(club=club)
    last = sessions.aggregate(last=Max("pk"))["last"] or 0
    rebuild = Rebuild.objects.create(club=club, sessions=sessions.count(), last=last, by=by)
    if tell_workers:
        jobs.start(rebuild)
    return rebuild


def run(rebuild: Rebuild, seconds: float = batches.TURN_SECONDS) -> bool:
    """Works on it for at most ``seconds``; returns whether it is done."""
    return batches.run(rebuild, _rebuild_batch, seconds)


def _work_on(rebuild: Rebuild) -> bool:
    return batches.run_and_requeue(rebuild, _rebuild_batch)


@transaction.atomic
def _rebuild_batch(rebuild: Rebuild) -> bool:
    """Rebuilds the next sessions; returns True after the last. Raises LeaseLostError, and nothing
    is written, if another worker has it."""
    rebuild.refresh_from_db(fields=["position"])
    waiting = Session.objects.filter(
        club=rebuild.club_id, pk__gt=rebuild.position, pk__lte=rebuild.last
    )
    sessions = list(waiting.order_by("pk").values_list("pk", flat=True)[:PIECE])
    locked = locks.hold_sessions(Session.objects.filter(pk__in=sessions))
    is_last = len(sessions) < PIECE  # not the locked ones: one may be removed right now
    counts = rebuild_results(locked)
    save = jobs.finish if is_last else jobs.note_progress
    if not save(
        rebuild,
        position=sessions[-1] if sessions else rebuild.position,
        done=F("done") + len(locked),
        games=F("games") + counts.games,
        written=F("written") + counts.rewritten,
        strange=F("strange") + counts.strange,
    ):
        raise batches.LeaseLostError
    return is_last


def latest_rebuild(club: Club) -> Rebuild | None:
    return Rebuild.objects.filter(club=club).order_by("-pk").first()


register(
    Kind(
        Rebuild,
        title=gettext_lazy("Standings recalculation"),
        work=_work_on,
        lease=LEASE,
        attempts=MOST,
        given_up=_("Several errors in a row. See the log of this site."),
    )
)
