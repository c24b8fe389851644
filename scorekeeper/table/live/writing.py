"""Notes of who is entering a hand: recorded at the first tap, and shown to the other devices.

It blocks nothing: readers decide for themselves. It is stored in the database, which all web
processes share: one row per device, one statement at the first tap and at most one every twenty
seconds after it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs.models import Membership
from scorekeeper.play.models import Game
from scorekeeper.table.live.models import Writing

EXPIRES_AFTER = timedelta(seconds=60)
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
    row = Writing(game=game, by=by, hand=hand, until=now if leaves else now + EXPIRES_AFTER)
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
