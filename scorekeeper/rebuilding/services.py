"""The only writer of rebuilds: claims one, works a piece of nights off, says how far it is.

A message to the workers may be lost or come twice. Who works claims the row with one update that
leaves his token there; each piece renews his lease in its own transaction, and is undone if the row
is another's by then. Saves go on meanwhile: a piece holds its nights as a save does, for a moment.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from itertools import takewhile
from secrets import token_hex
from typing import Final

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from scorekeeper import celery
from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Session
from scorekeeper.rebuilding.models import Rebuild
from scorekeeper.rebuilding.pieces import Rewritten, write_anew

REBUILD: Final = "scorekeeper.rebuilding.tasks.rebuild"
PIECE: Final = 40
"""Nights held at once: a save in one of them waits a tenth of a second."""
LEASE: Final = timedelta(seconds=20)
SPELL: Final = 30.0
"""Seconds for which one message is worked on; the next one goes on, after others had their turn."""
MOST: Final = 5
"""Attempts at one piece: what fails so often is not tried for ever."""

log = logging.getLogger(__name__)


class Lost(Exception):
    """Another worker goes on with it."""


@transaction.atomic
def ask(*, club: Club, by: Membership | None = None, tell_workers: bool = True) -> Rebuild:
    """The one in work, begun if there is none."""
    locks.hold_club(club)
    if there := Rebuild.objects.filter(club=club, finished_at=None).first():
        return there
    nights = Session.objects.filter(club=club)
    last = nights.aggregate(last=Max("pk"))["last"] or 0
    made = Rebuild.objects.create(
        club=club, nights=nights.count(), last=last, by=by, leased_until=_lease()
    )
    if tell_workers:
        transaction.on_commit(lambda: tell(made.pk))
    return made


def tell(pk: int) -> bool:
    return celery.tell(REBUILD, pk)


def work(pk: int, spell: float = SPELL) -> bool:
    """Go on with it for so many seconds; True once it is done, or given up. Nothing, while another
    is at it. Who breaks off leaves it to whoever comes next, who fails to whoever comes when the
    lease is over."""
    claim, until = token_hex(16), time.monotonic() + spell
    if not _claimed(pk, claim):
        return Rebuild.objects.filter(pk=pk, finished_at__isnull=False).exists()
    try:
        while not (done := _piece(pk, claim)) and time.monotonic() < until:
            pass
    except Lost:
        return False
    except Exception:
        Rebuild.objects.filter(pk=pk, claim=claim).update(claim="", leased_until=_lease())
        raise
    if not done:
        Rebuild.objects.filter(pk=pk, claim=claim).update(claim="")
    return done


def go_on(pk: int) -> None:
    """After a spell, unless another is at it: others had their turn meanwhile. Who failed does not
    come here: the sweep goes on with that."""
    if Rebuild.objects.filter(pk=pk, claim="", finished_at=None).exists():
        tell(pk)


def _claimed(pk: int, claim: str) -> bool:
    """Or given up, where it was claimed so often without getting any further."""
    now = timezone.now()
    free = Q(claim="") | Q(leased_until__lt=now)
    found = Rebuild.objects.filter(free, pk=pk, finished_at=None)
    if found.filter(attempts__gte=MOST).update(claim="", finished_at=now, broken=True):
        log.error("rebuild %s is given up: nobody got any further", pk)
        return False
    return bool(found.update(claim=claim, leased_until=_lease(), attempts=F("attempts") + 1))


def _lease() -> datetime:
    return timezone.now() + LEASE


@transaction.atomic
def _piece(pk: int, claim: str) -> bool:
    """The next nights; True after the last. Raises Lost, and nothing is written."""
    at = Rebuild.objects.get(pk=pk)
    waiting = Session.objects.filter(club=at.club_id, pk__gt=at.position, pk__lte=at.last)
    nights = list(waiting.order_by("pk").values_list("pk", flat=True)[:PIECE])
    held = locks.hold_nights(Session.objects.filter(pk__in=nights))
    over = len(nights) < PIECE  # not those held: one may be removed at this very moment
    _keep(at, claim, held, write_anew(held), nights[-1] if nights else at.position, over=over)
    return over


def _keep(
    at: Rebuild, claim: str, held: list[int], rewritten: Rewritten, position: int, *, over: bool
) -> None:
    now = timezone.now()
    own = Rebuild.objects.filter(pk=at.pk, claim=claim, position=at.position, finished_at=None)
    kept = own.update(
        position=position,
        done=F("done") + len(held),
        games=F("games") + rewritten.games,
        written=F("written") + rewritten.written,
        strange=F("strange") + rewritten.strange,
        leased_until=_lease(),
        attempts=0,
        finished_at=now if over else None,
    )
    if not kept:
        raise Lost


def due() -> QuerySet[Rebuild]:
    """Nobody is at these, or nobody was for too long."""
    return Rebuild.objects.filter(finished_at=None, leased_until__lt=timezone.now())


def sweep() -> int:
    """Tell the workers again of what was forgotten, until the queue does not answer."""
    late = list(due().order_by("leased_until").values_list("pk", flat=True)[:100])
    return sum(1 for _pk in takewhile(tell, late))


def newest(club: Club) -> Rebuild | None:
    return Rebuild.objects.filter(club=club).order_by("-pk").first()
