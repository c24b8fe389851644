"""The only writer of statements and their files.

The row is the truth: a message to the workers may be lost or come twice. Whoever draws claims the
row with one update that leaves his token in it, and his result counts only while the token is
still his. What was forgotten, or held by a worker that died, is sent again by ``sweep``.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from secrets import token_hex
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from scorekeeper import celery
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.limits import acts
from scorekeeper.limits.acts import MINUTE
from scorekeeper.limits.spending import TooMuch
from scorekeeper.statements import fonts, making
from scorekeeper.statements.about import Topic, column, held_version, sheets_of
from scorekeeper.statements.contents import Unbalanced
from scorekeeper.statements.models import IN_WORK, Progress, Statement
from scorekeeper.wording import currencies

log = logging.getLogger(__name__)

DRAW: Final = "scorekeeper.statements.tasks.draw"
"""The task by its name: what the workers are told to do calls the services, not the reverse."""
LEASE: Final = timedelta(seconds=30)
"""How long a worker may draw before another takes over; a sheet takes a second."""
FORGOTTEN: Final = timedelta(seconds=10)
"""A row that waits this long is sent to the workers again, a letter like a sheet."""
ATTEMPTS: Final = 3
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
    if there and there.state != Progress.FAILED:
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
    """The whole sheet and that of each of these players; all of them, or none and TooMuch
    raised."""
    everybody: list[Player | None] = [None, *players]
    return [ask(about=about, player=who, by=by, spend=spend) for who in everybody]


def _unchanged(kind: QuerySet[Statement], version: int) -> Statement | None:
    """One that shows, or was to show, the night as it stands."""
    drawn = kind.filter(state=Progress.DONE, shows=version).order_by("-pk").first()
    return drawn or kind.filter(version=version).first()


def _in_work(kind: QuerySet[Statement], version: int) -> Statement | None:
    """The one of this kind in work, which is not done now before it shows this version."""
    if not kind.filter(state__in=IN_WORK).update(version=version):
        return None
    return kind.get(version=version)


def _check_room(about: Topic) -> None:
    """Raises TooMuch. Other nights may add one at the same moment: then it is one more."""
    club = about.club_id
    of_club = Statement.objects.filter(Q(session__club=club) | Q(season__club=club))
    if of_club.filter(state__in=IN_WORK).count() >= MOST_IN_WORK:
        raise TooMuch(acts.SHEET, MINUTE)


def _queue(about: Topic, player: Player | None, version: int, by: Membership | None) -> Statement:
    statement = Statement.objects.create(
        **column(about),
        player=player,
        version=version,
        by=by,
        locale=currencies.reader_tag(),
        language=_language(),
        leased_until=resend_at(),
    )
    transaction.on_commit(partial(send, statement.pk))
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
    again = Statement.objects.filter(pk=statement.pk, state=Progress.FAILED).update(
        state=Progress.QUEUED, error="", attempts=0, leased_until=resend_at()
    )
    if again:
        transaction.on_commit(partial(send, statement.pk))
    statement.refresh_from_db()
    return statement


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


def send(pk: int) -> bool:
    """If the workers cannot be reached the row waits, and the sweep tells them."""
    return celery.tell(DRAW, pk)


def resend_at() -> datetime:
    return timezone.now() + FORGOTTEN


# Drawing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Files:
    """Where an attempt keeps what it made. Another attempt has other names."""

    sheet: str
    table: str

    @classmethod
    def of(cls, statement: Statement) -> Files:
        stem = f"statements/{statement.at:%Y/%m}/{statement.pk}-{statement.attempt}"
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
    statement = Statement.objects.filter(pk=pk).first()
    if statement is None or statement.state in (Progress.DONE, Progress.FAILED):
        return False
    with failing(statement):
        fonts.prepare()  # the first time: not to be counted against the lease
    if statement.state == Progress.FAILED or not claim(statement):
        return False
    with failing(statement):
        return _finish(statement)
    return False


def claim(statement: Statement) -> bool:
    """Take the sheet over if it waits, or if who held it let the lease lapse."""
    before, now = Files.of(statement) if statement.attempt else None, timezone.now()
    attempt = token_hex(16)
    free = Q(state=Progress.QUEUED) | Q(state=Progress.DRAWING, leased_until__lt=now)
    taken = Statement.objects.filter(free, pk=statement.pk, attempts__lt=ATTEMPTS).update(
        state=Progress.DRAWING,
        attempt=attempt,
        attempts=F("attempts") + 1,
        leased_until=now + LEASE,
    )
    if taken:
        statement.refresh_from_db()
        if before:
            before.delete()
    return bool(taken)


def _finish(statement: Statement) -> bool:
    """Draw all of it, then keep it, then say so."""
    read_at = timezone.now()
    made = making.make(statement)
    files = Files.of(statement)
    try:
        default_storage.save(files.sheet, ContentFile(made.sheet))
        default_storage.save(files.table, ContentFile(made.table))
        kept = _wanted(statement, made.version).update(
            state=Progress.DONE,
            file=files.sheet,
            table=files.table,
            size=len(made.sheet),
            shows=made.version,
            read_at=read_at,
            error="",
        )
    except BaseException:
        files.delete()
        raise
    if not kept:
        files.delete()
        _begin_again(statement)
    return bool(kept)


def _wanted(statement: Statement, version: int) -> QuerySet[Statement]:
    """The row, unless a newer state of the night was asked for while this one was drawn."""
    return _own(statement).filter(version__lte=version)


def _begin_again(statement: Statement) -> None:
    """Another sheet for the same row, if it is still ours: of the night as it is now."""
    again = _own(statement).update(
        state=Progress.QUEUED, attempts=0, attempt="", leased_until=resend_at()
    )
    if again:
        send(statement.pk)


def _own(statement: Statement) -> QuerySet[Statement]:
    """The row, as long as it is still this attempt's to write."""
    return Statement.objects.filter(
        pk=statement.pk, state=Progress.DRAWING, attempt=statement.attempt
    )


# Failing ------------------------------------------------------------------------------------


@contextmanager
def failing(statement: Statement) -> Iterator[None]:
    """Turn what goes wrong into words on the row, for who waits for it.

    A database that fails is left to the sweep: there is nowhere to write.
    """
    try:
        yield
    except DatabaseError:
        raise
    except Unbalanced:
        log.exception("Statement %s does not add up", statement.pk)
        _fail(statement, _("The payments of this night do not add up. Ask the host to check it."))
    except OSError as error:
        log.exception("Statement %s could not be kept", statement.pk)
        _fail(statement, _storage_message(error))
    except Exception:
        log.exception("Statement %s could not be drawn", statement.pk)
        _fail(statement, _("The statement could not be drawn. Try again; nothing else is lost."))


def _storage_message(error: OSError) -> Phrase:
    if error.errno in FULL:
        return _("There is no room left to keep the statement. Make some, then try again.")
    return _("The statement could not be kept. Try again in a moment.")


def _fail(statement: Statement, message: Phrase) -> None:
    held = Q(state=Progress.QUEUED) | Q(state=Progress.DRAWING, attempt=statement.attempt)
    Statement.objects.filter(held, pk=statement.pk).update(
        state=Progress.FAILED, error=message, leased_until=None
    )
    statement.refresh_from_db()


def mark_lost(*, statement: Statement) -> None:
    """The storage no longer has the file: say so, and let it be drawn again."""
    message = _("The file is gone. Try again to have it drawn anew.")
    Statement.objects.filter(pk=statement.pk, state=Progress.DONE).update(
        state=Progress.FAILED, error=message, file="", table=""
    )


@transaction.atomic
def note_opened(statements: Iterable[Statement]) -> None:
    """Somebody takes them home: they are not thrown away for a while. Written once a day."""
    now = timezone.now()
    late = [s.pk for s in statements if not s.opened_at or s.opened_at < now - OPENED_ANEW]
    if late:
        Statement.objects.filter(pk__in=late).update(opened_at=now)


# Sweeping -----------------------------------------------------------------------------------


def sweep() -> int:
    """Send again what was forgotten or dropped, until the queue does not answer; give up on what
    has been tried often enough."""
    now = timezone.now()
    due = Statement.objects.filter(state__in=IN_WORK, leased_until__lt=now)
    given_up = due.filter(state=Progress.DRAWING, attempts__gte=ATTEMPTS).update(
        state=Progress.FAILED,
        error=_("The statement was begun {times} times and never finished. Try again.").format(
            times=ATTEMPTS
        ),
    )
    if given_up:
        log.error("%s statements were given up", given_up)
    late = list(due.order_by("leased_until").values_list("pk", flat=True)[:100])
    Statement.objects.filter(pk__in=late, state=Progress.QUEUED).update(leased_until=resend_at())
    return sum(1 for _pk in takewhile(send, late))


def throw_away(sessions: QuerySet[Session]) -> None:
    """Every sheet of these nights, and of seasons of their clubs, with its files: they show what
    may not be shown any more."""
    of_clubs = Q(season__club__in=sessions.values("club"))
    remove(Statement.objects.filter(Q(session__in=sessions) | of_clubs))


def remove(statements: Iterable[Statement]) -> int:
    """These rows, and their files once that is certain. Inside a transaction."""
    found = list(statements)
    for statement in found:
        if statement.attempt:
            transaction.on_commit(Files.kept_of(statement).delete)
    Statement.objects.filter(pk__in=[statement.pk for statement in found]).delete()
    return len(found)
