"""The only writer of statements and their files.

How a sheet that was asked for is claimed, tried again and given up is the business of ``jobs``.
"""

from __future__ import annotations

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
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.jobs import services as jobs
from scorekeeper.jobs.kinds import Kind, register
from scorekeeper.jobs.models import IN_WORK, JobState
from scorekeeper.limits import acts
from scorekeeper.limits.acts import MINUTE
from scorekeeper.limits.spending import TooMuchError
from scorekeeper.statements import fonts, making
from scorekeeper.statements.about import Topic, column, held_version, sheets_of
from scorekeeper.statements.contents import UnbalancedError
from scorekeeper.statements.models import Statement
from scorekeeper.wording import currencies

log = logging.getLogger(__name__)

MOST_IN_WORK: Final = 60
"""Sheets of one club. Each night has one of a kind in work, so that is all of five large nights."""
KEPT: Final = timedelta(days=30)
"""How long a sheet lives on that the night has outgrown, since somebody last took it home."""
OPENED_ANEW: Final = timedelta(hours=20)
FULL: Final = (errno.ENOSPC, errno.EDQUOT)


# Asking -------------------------------------------------------------------------------------


@transaction.atomic
def ask(
    *,
    about: Topic,
    player: Player | None = None,
    by: Membership | None = None,
    spend: Callable[[], None] = lambda: None,
) -> Statement:
    """The sheet of the night, or season, as it stands, or one player's.

    In the language of who asks, and the same one while nothing has changed. One that is still in
    work shows the night as it is when it is done, so it is the one that was asked for: there is
    never a second of its kind. ``spend`` is called before anything is given to the workers.
    ``player`` must have played then.
    """
    version = held_version(about)
    kind = sheets_of(about).filter(player=player, language=_language())
    there = _unchanged(kind, version) or _in_work(kind, version)
    if there and there.state != JobState.FAILED:
        return there
    spend()
    _check_room(about)
    if there:
        return retry(statement=there)
    return _queue(about, player, version, by)


@transaction.atomic
def ask_all(
    *,
    about: Topic,
    players: Iterable[Player],
    by: Membership | None = None,
    spend: Callable[[], None] = lambda: None,
) -> list[Statement]:
    """The whole sheet and that of each of these players; all of them, or none and TooMuchError
    raised."""
    everybody: list[Player | None] = [None, *players]
    return [ask(about=about, player=who, by=by, spend=spend) for who in everybody]


def _unchanged(kind: QuerySet[Statement], version: int) -> Statement | None:
    """One that shows, or was to show, the night as it stands."""
    drawn = kind.filter(state=JobState.DONE, shows=version).order_by("-pk").first()
    return drawn or kind.filter(version=version).first()


def _in_work(kind: QuerySet[Statement], version: int) -> Statement | None:
    """The one of this kind in work, which is not done now before it shows this version."""
    if not kind.filter(state__in=IN_WORK).update(version=version):
        return None
    return kind.get(version=version)


def _check_room(about: Topic) -> None:
    """Raises TooMuchError. Other nights may add one at the same moment: then it is one more."""
    club = about.club_id
    of_club = Statement.objects.filter(Q(session__club=club) | Q(season__club=club))
    if of_club.filter(state__in=IN_WORK).count() >= MOST_IN_WORK:
        raise TooMuchError(acts.SHEET, MINUTE)


def _queue(about: Topic, player: Player | None, version: int, by: Membership | None) -> Statement:
    statement = Statement.objects.create(
        **column(about),
        player=player,
        version=version,
        by=by,
        locale=currencies.reader_tag(),
        language=_language(),
    )
    jobs.start(statement)
    return statement


@transaction.atomic
def retry(*, statement: Statement) -> Statement:
    """Draw a sheet that failed once more; one that did not fail is left as it is. If another of its
    kind is in work, that one is given."""
    about = statement.session or statement.season
    assert about is not None
    held_version(about)
    kind = sheets_of(about).filter(player=statement.player_id, language=statement.language)
    if at_work := kind.filter(state__in=IN_WORK).first():
        return at_work
    jobs.retry(statement)
    statement.refresh_from_db()
    return statement


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


# Drawing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Files:
    """Where an attempt keeps what it made. Another attempt has other names."""

    sheet: str
    table: str

    @classmethod
    def of(cls, statement: Statement) -> Files:
        stem = f"statements/{statement.at:%Y/%m}/{statement.pk}-{statement.claim}"
        return cls(f"{stem}.pdf", f"{stem}.csv")

    @classmethod
    def kept_of(cls, statement: Statement) -> Files:
        """As the row has them, if it has."""
        if statement.file and statement.table:
            return cls(str(statement.file), str(statement.table))
        return cls.of(statement)

    def delete(self) -> None:
        for name in (self.sheet, self.table):
            with suppress(OSError):
                default_storage.delete(name)


def produce(pk: int) -> bool:
    """Draw a sheet and keep it; False when there is nothing to do, or somebody else did it."""
    return jobs.run(KIND.name, pk)


def _draw(statement: Statement) -> bool:
    """What goes wrong becomes words on the row, for who waits for it. A database that fails is left
    to the sweep: there is nowhere to write."""
    try:
        fonts.prepare()  # the first time: not to be counted against the lease
        return claim(statement) and _finish(statement)
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("Statement %s could not be created or saved", statement.pk)
        return jobs.fail(statement, _why(error))


def _why(error: Exception) -> Phrase:
    if isinstance(error, UnbalancedError):
        return _("This session’s payments don’t add up. Ask the host to check.")
    if isinstance(error, OSError) and error.errno in FULL:
        return _("Couldn’t save the statement: no space left. Free some space, then try again.")
    if isinstance(error, OSError):
        return _("Couldn’t save the statement. Try again in a moment.")
    return _("Couldn’t create the statement. Nothing else is lost. Try again.")


def claim(statement: Statement) -> bool:
    """Take the sheet over, and throw away what a worker left that died over it."""
    before = Files.of(statement) if statement.claim else None
    if not jobs.claim(statement):
        return False
    if before:
        before.delete()
    return True


def _finish(statement: Statement) -> bool:
    """Draw all of it, then keep it, then say so."""
    read_at = timezone.now()
    made = making.make(statement)
    files = Files.of(statement)
    try:
        default_storage.save(files.sheet, ContentFile(made.sheet))
        default_storage.save(files.table, ContentFile(made.table))
        # not when a newer state of the night was asked for while this one was drawn
        kept = jobs.finish(
            statement,
            Q(version__lte=made.version),
            file=files.sheet,
            table=files.table,
            size=len(made.sheet),
            shows=made.version,
            read_at=read_at,
        )
    except BaseException:
        files.delete()
        raise
    if not kept:
        files.delete()
        if jobs.release(statement):  # it is still ours: of the night as it is now
            jobs.notify_workers(statement)
    return kept


def mark_lost(*, statement: Statement) -> None:
    """The storage no longer has the file: say so, and let it be drawn again."""
    message = _("The file no longer exists. Create it again.")
    Statement.objects.filter(pk=statement.pk, state=JobState.DONE).update(
        state=JobState.FAILED, error=message, file="", table=""
    )


@transaction.atomic
def note_opened(statements: Iterable[Statement]) -> None:
    """Somebody takes them home: they are not thrown away for a while. Written once a day."""
    now = timezone.now()
    late = [s.pk for s in statements if not s.opened_at or s.opened_at < now - OPENED_ANEW]
    if late:
        Statement.objects.filter(pk__in=late).update(opened_at=now)


# Throwing away ------------------------------------------------------------------------------


def throw_away(sessions: QuerySet[Session]) -> None:
    """Every sheet of these nights, and of seasons of their clubs, with its files: they show what
    may not be shown any more."""
    of_clubs = Q(season__club__in=sessions.values("club"))
    remove(Statement.objects.filter(Q(session__in=sessions) | of_clubs))


def remove(statements: Iterable[Statement]) -> int:
    """These rows, and their files once that is certain. Inside a transaction."""
    found = list(statements)
    for statement in found:
        if statement.claim:
            transaction.on_commit(Files.kept_of(statement).delete)
    Statement.objects.filter(pk__in=[statement.pk for statement in found]).delete()
    return len(found)


KIND: Final = Kind(
    Statement,
    title=gettext_lazy("Statement"),
    work=_draw,
    lease=timedelta(seconds=30),  # a sheet takes a second
    attempts=3,
    given_up=_("Couldn’t create the statement after {times} attempts. Try again.").format(times=3),
)
register(KIND)
