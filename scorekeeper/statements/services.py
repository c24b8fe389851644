"""The only writer of statements and their files.

``jobs`` claims requested statements, retries them and gives them up.
"""

import errno
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import Kind, register
from scorekeeper.core.jobs.models import IN_WORK, JobState
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.acts import MINUTE
from scorekeeper.core.limits.spending import TooMuchError
from scorekeeper.core.localization import currencies
from scorekeeper.engine.words import Phrase, _
from scorekeeper.statements.contents.session import UnbalancedError
from scorekeeper.statements.drawing import fonts
from scorekeeper.statements.files import rendering
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import Topic, column, is_points_only, lock_version

log = logging.getLogger(__name__)

MOST_IN_WORK: Final = 60
"""Statements of one group. Each session has at most one of a kind in work, so this is all of five
large sessions."""
KEEP_FOR: Final = timedelta(days=30)
"""How long an outdated statement is kept after its last download."""
NOTE_OPENED_EVERY: Final = timedelta(hours=20)
TOGETHER: Final = 200
"""Statements deleted per transaction."""
PLAYER_OR_WHOLE: Final = Coalesce("player", 0)
"""The player's id; 0: everyone."""
DISK_FULL_ERRORS: Final = (errno.ENOSPC, errno.EDQUOT)


# Requesting ---------------------------------------------------------------------------------


@transaction.atomic
def request_statement(
    *,
    about: Topic,
    player: Player | None = None,
    by: Membership | None = None,
    spend: Callable[[], None] = lambda: None,
) -> Statement:
    """Returns the statement of the session or season as it stands, or of one player in it.

    In the requester's language, and the same one while nothing has changed. One still in work will
    show the state when it finishes, so it is returned: there is never a second of its kind.
    One for readers who see money gives way to one for points only, and the reverse.
    ``spend`` is called before anything is queued. ``player`` must have played then.
    """
    version = lock_version(about)
    rows = Statement.objects.filter(**column(about), player=player, language=_language())
    existing = _current(rows.filter(points_only=is_points_only()), version)
    if existing is None:
        ended = rows.exclude(state__in=IN_WORK)
        remove(ended.filter(version=version, points_only=not is_points_only()))
        existing = _in_work(rows, version=version)
    if existing and existing.state != JobState.FAILED:
        return existing
    spend()
    _check_room(about)
    if existing:
        return retry(statement=existing)
    return _queue(about, player, version, by)


@transaction.atomic
def request_all(
    *,
    about: Topic,
    players: Iterable[Player],
    by: Membership | None = None,
    spend: Callable[[], None] = lambda: None,
) -> list[Statement]:
    """Requests the whole statement and each player's: all of them, or none, raising
    TooMuchError."""
    everybody: list[Player | None] = [None, *players]
    return [
        request_statement(about=about, player=player, by=by, spend=spend) for player in everybody
    ]


def _current(kind: QuerySet[Statement], version: int) -> Statement | None:
    """Returns one that shows, or will show, the current version."""
    finished = kind.filter(state=JobState.DONE, shows=version).order_by("-pk").first()
    return finished or kind.filter(version=version).first()


def _in_work(rows: QuerySet[Statement], **columns: int) -> Statement | None:
    """Returns the one in work, which from now on is for this reader. ``columns``: what else the
    row says from then on."""
    at_work = rows.filter(state__in=IN_WORK)
    statement, columns_now = at_work.first(), {"points_only": is_points_only(), **columns}
    if statement is None or not at_work.filter(pk=statement.pk).update(**columns_now):
        return None
    statement.refresh_from_db()
    return statement


def _check_room(about: Topic) -> None:
    """Raises TooMuchError. Another session may add one at the same moment; then it is one more."""
    club = about.club_id
    of_club = Statement.objects.filter(Q(session__club=club) | Q(season__club=club))
    if of_club.filter(state__in=IN_WORK).count() >= MOST_IN_WORK:
        raise TooMuchError(acts.STATEMENT, MINUTE)


def _queue(about: Topic, player: Player | None, version: int, by: Membership | None) -> Statement:
    statement = Statement.objects.create(
        **column(about),
        player=player,
        version=version,
        by=by,
        locale=currencies.reader_tag(),
        points_only=is_points_only(),
        language=_language(),
    )
    jobs.start(statement)
    return statement


@transaction.atomic
def retry(*, statement: Statement) -> Statement:
    """Queues a failed statement again; leaves others as they are. Returns another of its kind if
    that is in work."""
    lock_version(statement.about)
    rows = Statement.objects.filter(
        **column(statement.about), player=statement.player_id, language=statement.language
    )
    if at_work := _in_work(rows):
        return at_work
    jobs.retry(statement)
    statement.refresh_from_db()
    return statement


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


# Drawing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Files:
    """Names of one attempt's files. Another attempt has other names."""

    pdf: str
    csv: str

    @classmethod
    def for_statement(cls, statement: Statement) -> "Files":
        stem = f"statements/{statement.at:%Y/%m}/{statement.pk}-{statement.claim}"
        return cls(f"{stem}.pdf", f"{stem}.csv")

    @classmethod
    def stored(cls, statement: Statement) -> "Files":
        """Returns the stored names, or else those of the attempt."""
        if statement.file and statement.table:
            return cls(str(statement.file), str(statement.table))
        return cls.for_statement(statement)

    def delete(self) -> None:
        for name in (self.pdf, self.csv):
            with suppress(OSError):
                default_storage.delete(name)


def produce(pk: int) -> bool:
    """Draws and stores a statement. Returns False when there is nothing to do, or another worker
    did it."""
    return jobs.run(KIND.name, pk)


def _draw(statement: Statement) -> bool:
    """Draws one. Failures become a message on the row. Database errors are raised, for the sweep to
    retry: there is nowhere to write."""
    try:
        fonts.prepare()  # before the lease starts: the first time is slow
        return claim(statement) and _finish(statement)
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("Statement %s could not be created or saved", statement.pk)
        return jobs.fail(statement, _failure_reason(error))


def _failure_reason(error: Exception) -> Phrase:
    if isinstance(error, UnbalancedError):
        return _("This session’s payments don’t add up. Ask the host to check.")
    if isinstance(error, OSError) and error.errno in DISK_FULL_ERRORS:
        return _("Couldn’t save the statement: no space left. Free some space, then try again.")
    if isinstance(error, OSError):
        return _("Couldn’t save the statement. Try again in a moment.")
    return _("Couldn’t create the statement. Nothing else is lost. Try again.")


def claim(statement: Statement) -> bool:
    """Claims the statement, and deletes the files of a worker that died over it."""
    before = Files.for_statement(statement) if statement.claim else None
    if not jobs.claim(statement):
        return False
    if before:
        before.delete()
    return True


def _finish(statement: Statement) -> bool:
    """Draws everything, stores it, then marks it as finished."""
    read_at = timezone.now()
    drawn = rendering.draw(statement)
    files = Files.for_statement(statement)
    try:
        default_storage.save(files.pdf, ContentFile(drawn.pdf))
        default_storage.save(files.csv, ContentFile(drawn.csv))
        # not if a newer version, or one for other readers, was requested while this one was drawn
        is_finished = jobs.finish(
            statement,
            Q(version__lte=drawn.version, points_only=statement.points_only),
            file=files.pdf,
            table=files.csv,
            size=len(drawn.pdf),
            shows=drawn.version,
            read_at=read_at,
        )
    except BaseException:
        files.delete()
        raise
    if not is_finished:
        files.delete()
        if jobs.release(statement):  # still ours: draw the current version
            jobs.notify_workers(statement)
    return is_finished


def mark_lost(*, statement: Statement) -> None:
    """Marks a statement whose file is missing as failed, so that it can be drawn again."""
    message = _("The file no longer exists. Create it again.")
    Statement.objects.filter(pk=statement.pk, state=JobState.DONE).update(
        state=JobState.FAILED, error=message, file="", table=""
    )


@transaction.atomic
def note_opened(statements: Iterable[Statement]) -> None:
    """Records a download, at most once a day, so that the files are kept for a while."""
    now = timezone.now()
    due = [s.pk for s in statements if not s.opened_at or s.opened_at < now - NOTE_OPENED_EVERY]
    if due:
        Statement.objects.filter(pk__in=due).update(opened_at=now)


# Deleting -----------------------------------------------------------------------------------


def delete_statements(sessions: QuerySet[Session]) -> None:
    """Deletes all statements of these sessions, and of seasons of their groups, with their files:
    they show what must no longer be shown."""
    of_clubs = Q(season__club__in=sessions.values("club"))
    remove(Statement.objects.filter(Q(session__in=sessions) | of_clubs))


def remove(statements: Iterable[Statement]) -> int:
    """Deletes these rows, and their files on commit. Call it in a transaction."""
    rows = list(statements)
    for statement in rows:
        if statement.claim:
            transaction.on_commit(Files.stored(statement).delete)
    Statement.objects.filter(pk__in=[statement.pk for statement in rows]).delete()
    return len(rows)


def prune() -> int:
    """Deletes old statements with their files, and returns how many: outdated ones, of which there
    is a newer one of the same session or season, player and language, and failed ones, if nobody
    has downloaded them for ``KEEP_FOR``. The newest of a kind stays, however old, and work in
    progress is never touched. A deleted one is drawn again on request."""
    removed = 0
    while count := _remove_some():
        removed += count
    return removed


def _old() -> QuerySet[Statement]:
    newer = Statement.objects.alias(whose=PLAYER_OR_WHOLE).filter(
        Q(session=OuterRef("session")) | Q(season=OuterRef("season")),
        whose=OuterRef("whose"),
        language=OuterRef("language"),
        state=JobState.DONE,
        shows__gt=OuterRef("shows"),
    )
    drawn = Statement.objects.alias(
        whose=PLAYER_OR_WHOLE, touched=Coalesce("opened_at", "read_at", "at")
    ).filter(touched__lt=timezone.now() - KEEP_FOR)
    outgrown = Q(Exists(newer), state=JobState.DONE)
    return drawn.filter(outgrown | Q(state=JobState.FAILED))


@transaction.atomic
def _remove_some() -> int:
    """Deletes some. A request for one of them at this moment waits, or comes first and puts it in
    work."""
    return remove(locks.hold_free(_old()).order_by("pk")[:TOGETHER])


KIND: Final = Kind(
    Statement,
    title=gettext_lazy("Statement"),
    work=_draw,
    lease=timedelta(seconds=30),  # one takes a second
    attempts=3,
    given_up=_("Couldn’t create the statement after {times} attempts. Try again.").format(times=3),
)
register(KIND)
