"""What lies on phones and is not here yet: told by a phone that is back, shown to all others.

A phone that wrote without a network says how much still waits on it whenever it delivers. It keeps
nobody from anything; but who reads that three hands are missing does not settle up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from scorekeeper.clubs.locks import hold_night, touch_aside
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.live.models import Behind

FORGOTTEN = timedelta(hours=24)
"""A phone that said nothing for so long is taken to have dropped what it had."""
STILL_SO = timedelta(hours=1)
"""It said the same so shortly ago that it need not be written down again."""
MOST = 9999


@dataclass(frozen=True, slots=True)
class NotHere:
    """What one phone has not delivered: the ids of its place in the club and of the phone (0: of
    before phones were known), how it is called, and how much."""

    by: int
    phone: int
    who: str
    count: int

    def is_of(self, reader: Membership) -> bool:
        return self.by == reader.pk or (self.phone != 0 and self.phone == reader.phone_id)

    @property
    def said(self) -> str:
        return ngettext(
            "%(who)s has %(count)d unsynced hand",
            "%(who)s has %(count)d unsynced hands",
            self.count,
        ) % {"who": self.who, "count": self.count}


def note_behind(*, session: Session, by: Membership, count: int) -> None:
    """So much waits on this phone now. Is that news, the phones of the night are told."""
    count = min(count, MOST)
    if _is_known(session, by, count):
        return
    with transaction.atomic():
        hold_night(session.pk)
        before = Behind.objects.filter(session=session, membership=by).first()
        if (before.count if before else 0) != count:
            touch_aside(session)
        if count:
            Behind.objects.update_or_create(
                session=session, membership=by, defaults={"count": count, "at": timezone.now()}
            )
        elif before:
            before.delete()


def _is_known(session: Session, by: Membership, count: int) -> bool:
    before = Behind.objects.filter(session=session, membership=by).first()
    if before is None:
        return count == 0
    return before.count == count and timezone.now() - before.at < STILL_SO


def missing(session: Session) -> list[NotHere]:
    """What phones of this night have not delivered. One query."""
    rows = Behind.objects.filter(session=session, at__gt=timezone.now() - FORGOTTEN)
    rows = rows.filter(membership__revoked_at=None, membership__link__revoked_at=None)
    return [
        NotHere(row.membership_id, row.membership.phone_id or 0, str(row.membership), row.count)
        for row in rows.select_related("membership__player").order_by("pk")
    ]


def of_others(found: Iterable[NotHere], reader: Membership) -> list[NotHere]:
    return [each for each in found if not each.is_of(reader)]
