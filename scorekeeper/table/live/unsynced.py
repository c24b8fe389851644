"""Numbers of hands on devices that are not synced yet, shown to all other devices.

A device that wrote offline reports how many wait whenever it syncs. Nothing is blocked by it; but
readers who see that three hands are missing do not settle up.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from scorekeeper.clubs.locks import hold_session, touch_aside
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.table.live.models import Behind

EXPIRES_AFTER = timedelta(hours=24)
"""A device that reported nothing for this long is taken to have dropped its hands."""
REFRESH_AFTER = timedelta(hours=1)
"""The same report is not written again within this time."""
MAX_COUNT = 9999


@dataclass(frozen=True, slots=True)
class UnsyncedDevice:
    """One device's unsynced writes: the ids of its membership and of the device (0: not recorded),
    its name, and the number."""

    by: int
    device: int
    who: str
    count: int

    def is_of(self, reader: Membership) -> bool:
        return self.by == reader.pk or (self.device != 0 and self.device == reader.device_id)

    @property
    def sentence(self) -> str:
        return ngettext(
            "%(who)s has %(count)d unsynced hand",
            "%(who)s has %(count)d unsynced hands",
            self.count,
        ) % {"who": self.who, "count": self.count}


def note_behind(*, session: Session, by: Membership, count: int) -> None:
    """Records how many hands wait on this device, and notifies the session's devices if that is
    new."""
    count = min(count, MAX_COUNT)
    if _is_known(session, by, count):
        return
    with transaction.atomic():
        hold_session(session.pk)
        previous = Behind.objects.filter(session=session, membership=by).first()
        if (previous.count if previous else 0) != count:
            touch_aside(session)
        if count:
            Behind.objects.update_or_create(
                session=session, membership=by, defaults={"count": count, "at": timezone.now()}
            )
        elif previous:
            previous.delete()


def _is_known(session: Session, by: Membership, count: int) -> bool:
    previous = Behind.objects.filter(session=session, membership=by).first()
    if previous is None:
        return count == 0
    return previous.count == count and timezone.now() - previous.at < REFRESH_AFTER


def unsynced_devices(session: Session) -> list[UnsyncedDevice]:
    """Returns what devices of this session have not synced. One query."""
    rows = Behind.objects.filter(session=session, at__gt=timezone.now() - EXPIRES_AFTER)
    rows = rows.filter(membership__revoked_at=None, membership__link__revoked_at=None)
    return [
        UnsyncedDevice(
            row.membership_id, row.membership.device_id or 0, str(row.membership), row.count
        )
        for row in rows.select_related("membership__player").order_by("pk")
    ]


def other_devices(devices: Iterable[UnsyncedDevice], reader: Membership) -> list[UnsyncedDevice]:
    """Returns those that are not the reader's."""
    return [device for device in devices if not device.is_of(reader)]
