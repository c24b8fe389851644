"""Which groups are unused, and what becomes of them. The last use of a group is when a device of it
was last seen, else when it was made."""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import DateTimeField, F, Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.ownership import delete_rows, rows_of
from scorekeeper.extensions.exchange.group_file.incoming.reading import compress
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.extensions.operation.health.ages import last_pulse
from scorekeeper.extensions.operation.health.tasks import note
from scorekeeper.extensions.operation.retention.models import DeletedGroup
from scorekeeper.statements.models import Statement

MONTH: Final = timedelta(days=30.44)
NOTICE: Final = timedelta(days=30)
"""Between the notice and the deletion."""
FILE_KEPT: Final = timedelta(days=30)
STOPPED: Final = timedelta(hours=6)
"""Without the hourly ``retain``: the site stood still."""
LETTERS: Final = "tell players that their group is deleted"
"""A function of this extension, where e-mail can be sent."""
RETENTION: Final = "retention"
"""The name of its pulse."""

log = logging.getLogger(__name__)


def unused(clubs: QuerySet[Club], now: datetime) -> QuerySet[Club]:
    """Those that nobody has used for so long; not those that are blocked, which nobody can open."""
    last_seen = Max("memberships__last_seen_at")
    last_used = Coalesce(last_seen, "created_at", output_field=DateTimeField())
    before = now - settings.RETENTION_MONTHS * MONTH
    return clubs.filter(blocked_at=None).annotate(used_at=last_used).filter(used_at__lt=before)


def give_notice(now: datetime) -> int:
    """Sets when each unused group is deleted, and tells its players; returns how many."""
    clubs = list(unused(Club.objects.filter(expires_at=None), now))
    for club in clubs:
        club.expires_at = now + NOTICE
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(expires_at=club.expires_at)
            for queue_letters in settings.EXTENSIONS.functions(LETTERS):
                queue_letters(club)
        log.warning("Group %s is unused and will be deleted on %s", club.code, club.expires_at)
    return len(clubs)


def take_back_notices(now: datetime) -> None:
    """Withdraws the notices of groups that stay by today's setting: if it changes, they get a new
    one."""
    noticed = Club.objects.exclude(expires_at=None).filter(blocked_at=None)
    if settings.RETENTION_MONTHS:
        noticed = noticed.exclude(pk__in=unused(noticed, now).values("pk"))
    noticed.update(expires_at=None)


def delete_expired(now: datetime) -> int:
    """Exports and deletes the groups whose time has come; returns how many."""
    due = Club.objects.filter(expires_at__lte=now, blocked_at=None).values_list("pk", flat=True)
    return sum(_try_to_delete(pk, now) for pk in list(due))


def _try_to_delete(pk: int, now: datetime) -> bool:
    try:
        return delete_group(pk, now)
    except Exception:  # of any storage too; it is tried again in an hour, and stops no other group
        log.exception("The unused group with the id %s could not be deleted", pk)
        return False


def delete_group(pk: int, now: datetime) -> bool:
    """Deletes the group with all its rows, after exporting it; not if somebody has opened it."""
    exported: list[str] = []
    try:
        with transaction.atomic():
            return _export_and_delete(pk, now, exported)
    except Exception:
        if exported and Club.objects.filter(pk=pk).exists():  # its file would be one too many
            default_storage.delete(exported[0])
        raise


def _export_and_delete(pk: int, now: datetime, exported: list[str]) -> bool:
    """``exported`` gets the name of the file."""
    club = Club.objects.filter(pk=pk).first()
    club = club and locks.hold_for_deletion(club)
    if club is None or club.expires_at is None or club.expires_at > now:
        return False
    if not unused(Club.objects.filter(pk=pk), now).exists():
        return False
    content = compress(text(document(Extent(club))))
    name = default_storage.save(f"deleted-groups/{club.code}.json.gz", ContentFile(content))
    exported.append(name)
    statements = rows_of(club)[Statement]
    files = [str(row.file) for row in Statement.objects.filter(pk__in=statements) if row.file]
    count = delete_rows(club)
    DeletedGroup.objects.create(code=club.code, rows=count, file=name)
    for file in files:
        transaction.on_commit(partial(default_storage.delete, file), robust=True)
    log.warning("Group %s was unused and is deleted, %s rows; exported to %s", club, count, name)
    return True


def remove_files(now: datetime) -> int:
    """Removes the files of groups that were deleted long enough ago; returns how many."""
    old = list(DeletedGroup.objects.filter(at__lt=now - FILE_KEPT).exclude(file=""))
    for deleted in old:
        default_storage.delete(deleted.file)
        DeletedGroup.objects.filter(pk=deleted.pk).update(file="")
    return len(old)


def put_off_deletions(now: datetime) -> None:
    """Puts deletions off by the time in which nothing ran, since nobody could open a group then."""
    last = last_pulse(RETENTION)
    if last and now - last > STOPPED:
        Club.objects.exclude(expires_at=None).update(expires_at=F("expires_at") + (now - last))
    note(RETENTION)


def retain() -> None:
    """All of it; nothing but the removal of files and notices where no months are set."""
    now = timezone.now()
    put_off_deletions(now)
    remove_files(now)
    take_back_notices(now)
    if settings.RETENTION_MONTHS:
        delete_expired(now)
        give_notice(now)
