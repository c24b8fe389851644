"""Checks the sessions that changed since they were last correct, a batch at a time; the only writer
of checks.

A nightly check is a job (``core.jobs``): it survives its worker, and makes way for other jobs after
each turn. A session that is wrong is checked again every night until it is right.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import OperationalError
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.jobs import batches
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import Kind, register
from scorekeeper.core.jobs.models import JobState
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.operation.ledger_check.models import CorrectSession, LedgerCheck
from scorekeeper.play.replays.audit import differences
from scorekeeper.settlement.audit import audit_faults

NIGHT: Final = timedelta(hours=3)
"""After midnight in ``TIME_ZONE``, when few people play."""
BATCH: Final = 20
"""Sessions between two notes of progress."""
LEASE: Final = timedelta(minutes=3)
"""Longer than a worker may spend on one task."""
ATTEMPTS: Final = 5
KEPT_FOR: Final = timedelta(days=90)

logger = logging.getLogger(__name__)


def start_nightly_check() -> LedgerCheck | None:
    """Starts tonight's check, unless that was done; also later, if nothing ran at night."""
    check, is_new = LedgerCheck.objects.get_or_create(night=(timezone.localtime() - NIGHT).date())
    if not is_new:
        return None
    LedgerCheck.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    jobs.start(check)
    return check


def note_whole_check(*, sessions: int, wrong: int) -> None:
    """Records a check that a command has done."""
    ended = {"state": JobState.DONE, "ended_at": timezone.now()}
    LedgerCheck.objects.create(sessions=sessions, wrong=wrong, **ended)


def faults_beside_games(session: Session) -> Iterator[Phrase]:
    """Yields each fault of the session's payments outside games."""
    yield from audit_faults(session)
    for more_faults in settings.EXTENSIONS.functions("faults in a session's money"):
        yield from more_faults(session)


def session_faults(session: Session) -> Iterator[Phrase]:
    """Yields each way in which the session's ledger differs from what was entered."""
    for game in session.games.order_by("number"):
        yield from differences(game)
    yield from faults_beside_games(session)


def run(check: LedgerCheck, seconds: float = batches.TURN_SECONDS) -> bool:
    """Works on it for at most ``seconds``; returns whether it is done."""
    return batches.run(check, _check_batch, seconds)


def _work_on(check: LedgerCheck) -> bool:
    return batches.run_and_requeue(check, _check_batch)


def _check_batch(check: LedgerCheck) -> bool:
    """Checks the next sessions; returns True after the last."""
    check.refresh_from_db(fields=["position"])
    batch = _changed_sessions(check.position)
    wrong = sum(not _is_correct(pk) for pk in batch)
    is_last = len(batch) < BATCH
    save = jobs.finish if is_last else jobs.note_progress
    if not save(
        check,
        position=batch[-1] if batch else check.position,
        sessions=F("sessions") + len(batch),
        wrong=F("wrong") + wrong,
    ):
        raise batches.LeaseLostError
    return is_last


def _changed_sessions(position: int) -> list[int]:
    correct = CorrectSession.objects.filter(session=OuterRef("pk"), version=OuterRef("version"))
    changed = Session.objects.filter(~Exists(correct), pk__gt=position)
    return list(changed.order_by("pk").values_list("pk", flat=True)[:BATCH])


def _is_correct(pk: int) -> bool:
    """A session that cannot be replayed is wrong, and does not keep the others from their check."""
    try:
        return _check_session(pk)
    except OperationalError:  # the database, not the session
        raise
    except Exception:
        logger.exception("The ledger of session %s cannot be checked.", pk)
        return False


def _check_session(pk: int) -> bool:
    """Returns whether the session is correct, or gone meanwhile."""
    with one_view():  # hands are saved meanwhile
        session = Session.objects.filter(pk=pk).first()
        if session is None:
            return True
        faults = sum(1 for _fault in session_faults(session))
    if faults:
        logger.error(
            "The ledger of session %s differs from its hands in %s places. "
            "Run: python manage.py checkledger %s",
            *(session.code, faults, session.code),
        )
        return False
    CorrectSession.objects.update_or_create(session=pk, defaults={"version": session.version})
    return True


register(
    Kind(
        LedgerCheck,
        title=gettext_lazy("Ledger check"),
        work=_work_on,
        lease=LEASE,
        attempts=ATTEMPTS,
        given_up=_("Several errors in a row. See the log of this site."),
    )
)
