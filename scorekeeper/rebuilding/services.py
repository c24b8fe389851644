"""The only writer of rebuilds: works them off a piece of nights at a time, says how far each is.

Each piece renews its worker's lease (``jobs``) in its own transaction, and is undone if the row is
another's by then. Saves go on meanwhile: a piece holds its nights as a save does, for a moment.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Session
from scorekeeper.engine.words import _
from scorekeeper.jobs import services as jobs
from scorekeeper.jobs.kinds import Kind, register
from scorekeeper.jobs.models import IN_WORK, JobState
from scorekeeper.rebuilding.models import Rebuild
from scorekeeper.rebuilding.pieces import write_anew

PIECE: Final = 40
"""Nights held at once: a save in one of them waits a tenth of a second."""
LEASE: Final = timedelta(seconds=20)
SPELL: Final = 30.0
"""Seconds for which one message is worked on; the next one goes on, after others had their turn."""
MOST: Final = 5
"""Attempts at one piece: what fails so often is not tried for ever."""


class LostError(Exception):
    """Another worker goes on with it."""


@transaction.atomic
def ask(*, club: Club, by: Membership | None = None, tell_workers: bool = True) -> Rebuild:
    """The one in work, begun if there is none."""
    locks.hold_club(club)
    if there := Rebuild.objects.filter(club=club, state__in=IN_WORK).first():
        return there
    nights = Session.objects.filter(club=club)
    last = nights.aggregate(last=Max("pk"))["last"] or 0
    made = Rebuild.objects.create(club=club, nights=nights.count(), last=last, by=by)
    if tell_workers:
        jobs.start(made)
    return made


def work(at: Rebuild, spell: float = SPELL) -> bool:
    """Go on with it for so many seconds; True once it is done. Who breaks off leaves it to whoever
    comes next, who fails to whoever comes when the lease is over."""
    if not jobs.claim(at):
        return False
    until = time.monotonic() + spell
    try:
        while not (done := _piece(at)) and time.monotonic() < until:
            pass
    except LostError:
        return False
    except Exception:
        jobs.put_off(at, LEASE)
        raise
    if not done:
        jobs.put_back(at)
    return done


def _work_on(at: Rebuild) -> None:
    """For a spell; others have their turn, then it goes on."""
    if not work(at) and Rebuild.objects.filter(pk=at.pk, state=JobState.WAITING).exists():
        jobs.tell(at)


@transaction.atomic
def _piece(at: Rebuild) -> bool:
    """The next nights; True after the last. Raises LostError, and nothing is written."""
    at.refresh_from_db(fields=["position"])
    waiting = Session.objects.filter(club=at.club_id, pk__gt=at.position, pk__lte=at.last)
    nights = list(waiting.order_by("pk").values_list("pk", flat=True)[:PIECE])
    held = locks.hold_nights(Session.objects.filter(pk__in=nights))
    over = len(nights) < PIECE  # not those held: one may be removed at this very moment
    rewritten = write_anew(held)
    keep = jobs.finish if over else jobs.get_further
    if not keep(
        at,
        position=nights[-1] if nights else at.position,
        done=F("done") + len(held),
        games=F("games") + rewritten.games,
        written=F("written") + rewritten.written,
        strange=F("strange") + rewritten.strange,
    ):
        raise LostError
    return over


def newest(club: Club) -> Rebuild | None:
    return Rebuild.objects.filter(club=club).order_by("-pk").first()


register(
    Kind(
        Rebuild,
        title=gettext_lazy("Standings worked out anew"),
        work=_work_on,
        lease=LEASE,
        attempts=MOST,
        given_up=_("Something went wrong several times in a row. The log of this site says what."),
    )
)
