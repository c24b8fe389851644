"""Notes of what the devices of a session do now: who enters a hand, and whose hands are unsynced.

A device that enters a hand reports it at the first tap, and at most once in twenty seconds after
it: one row per device in the database, which all web processes share. A device that wrote offline
reports how many hands wait whenever it syncs. Both are shown to all other devices and block
nothing: readers decide for themselves.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import ngettext

from scorekeeper.clubs.locks import hold_session, touch_aside
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.play.models import Game
from scorekeeper.table.live.models import Behind, Writing

# Entering a hand -----------------------------------------------------------------------------


STOPS_AFTER = timedelta(seconds=60)
"""After this time without a report a device is taken to have stopped."""


NOBODY = "0"


WRITER_COLUMNS: Final = ("game_id", "hand", "by_id", Coalesce("by__device_id", 0))
"""The columns of ``ActiveWriter``."""


@dataclass(frozen=True, slots=True, order=True)
class ActiveWriter:
    """Ids of the game, of the membership and of the device (0: not recorded), and the number of the
    hand that is being entered."""

    game: int
    hand: int
    by: int
    device: int

    def is_of(self, reader: Membership) -> bool:
        return self.by == reader.pk or (self.device != 0 and self.device == reader.device_id)


def note_writing(*, game: Game, hand: int, by: Membership, leaves: bool = False) -> None:
    """``leaves``: the device has left the page, and writes no more."""
    now = timezone.now()
    row = Writing(game=game, by=by, hand=hand, until=now if leaves else now + STOPS_AFTER)
    Writing.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["game", "by"],
        update_fields=["hand", "until"],
    )


@dataclass(frozen=True, slots=True)
class Writers:
    """The others who are writing in a session now, as the page of a hand shows them."""

    others: list[str]
    """Names of devices that enter the same hand."""
    mark: str
    """Changes when another device begins, goes on to another hand, or stops."""


def other_writers(game: Game, *, reader: Membership) -> Writers:
    """Returns what the page of this game's next hand shows to this device. One query."""
    rows = Writing.objects.filter(game__session=game.session_id, until__gt=timezone.now())
    rows = rows.select_related("by__player").order_by("pk")
    writers = (
        (ActiveWriter(row.game_id, row.hand, row.by_id, row.by.device_id or 0), row.by)
        for row in rows
    )
    others = [(writer, by) for writer, by in writers if not writer.is_of(reader)]
    hand = (game.pk, game.last_number + 1)
    names = [
        str(by) for writer, by in others if (writer.game, writer.hand) == hand and not by.revoked_at
    ]
    return Writers(names, writers_mark(writer for writer, _by in others))


def session_mark(code: str, *, without: Collection[str]) -> str:
    """Returns ``Writers.mark`` of the session with this code, without devices of these digests. One
    query."""
    rows = Writing.objects.filter(game__session__code=code, until__gt=timezone.now())
    rows = rows.exclude(by__device__digest__in=without)
    return writers_mark(ActiveWriter(*values) for values in rows.values_list(*WRITER_COLUMNS))


def active_writers(sessions: Collection[int], now: datetime) -> dict[int, list[ActiveWriter]]:
    """Returns the writers by session id. One query."""
    by_session: dict[int, list[ActiveWriter]] = defaultdict(list)
    rows = Writing.objects.filter(game__session__in=sessions, until__gt=now)
    for session, *values in rows.values_list("game__session_id", *WRITER_COLUMNS):
        by_session[session].append(ActiveWriter(*values))
    return by_session


def writers_mark(writers: Iterable[ActiveWriter]) -> str:
    hands = sorted((writer.game, writer.hand, writer.by) for writer in writers)
    return str(crc32(repr(hands).encode())) if hands else NOBODY


# Hands that are not synced yet ---------------------------------------------------------------


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
