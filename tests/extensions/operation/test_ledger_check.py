"""The nightly check finds what is wrong, looks only at what changed, and survives its worker."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from scorekeeper.clubs.models import Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.engine.words import Phrase
from scorekeeper.extensions.operation.ledger_check import services
from scorekeeper.extensions.operation.ledger_check.models import CorrectSession, LedgerCheck
from scorekeeper.extensions.operation.ledger_check.selectors import newest_finished
from scorekeeper.ledger.models import Payment
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


def played_session() -> Table:
    return make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))


def raise_a_payment(table: Table) -> None:
    """Changes the ledger as no service of ours would."""
    paid = Payment.objects.filter(game=table.game).first() or pytest.fail("there is no payment")
    Payment.objects.filter(pk=paid.pk).update(amount=paid.amount + 1)


def checked(night: int = 0, seconds: float = 60) -> LedgerCheck:
    check = LedgerCheck.objects.create(night=timezone.localdate() + timedelta(days=night))
    while not services.run(check, seconds):
        pass
    check.refresh_from_db()
    return check


def counts(check: LedgerCheck) -> tuple[str, int, int]:
    return check.state, check.sessions, check.wrong


def test_a_correct_session_is_checked_once_until_it_changes() -> None:
    table, _other = played_session(), played_session()
    assert counts(checked(1)) == ("done", 2, 0)
    assert counts(checked(2)) == ("done", 0, 0)
    make.play(table, make.pool_hand("Dev", Asha=3, Meera=10, Omar=2))
    assert counts(checked(3)) == ("done", 1, 0)


def test_a_wrong_session_is_named_every_night_until_it_is_right(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, _other = played_session(), played_session()
    raise_a_payment(table)
    for night in (1, 2):
        caplog.clear()
        with caplog.at_level(logging.ERROR, services.__name__):
            assert counts(checked(night)) == ("done", 2 if night == 1 else 1, 1)
        assert f"checkledger {table.game.session.code}" in caplog.text
    paid = Payment.objects.filter(game=table.game).earliest("pk")
    Payment.objects.filter(pk=paid.pk).update(amount=paid.amount - 1)
    assert counts(checked(3)) == ("done", 1, 0)


def test_it_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH", 1)
    for _time in range(3):
        played_session()
    check = LedgerCheck.objects.create(night=timezone.localdate())
    turns = 0
    while not services.run(check, seconds=0):  # one batch, then the next message
        check.refresh_from_db()
        turns += 1
        assert (check.state, check.sessions) == (JobState.WAITING, turns)
    check.refresh_from_db()
    assert counts(check) == ("done", 3, 0) and turns == 3
    assert CorrectSession.objects.count() == 3


def test_an_error_is_tried_again_and_at_last_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_session: Any) -> Any:
        raise OperationalError

    played_session()
    monkeypatch.setattr(services, "session_faults", broken)
    check = LedgerCheck.objects.create(night=timezone.localdate())
    for _attempt in range(services.ATTEMPTS):
        LedgerCheck.objects.update(due_at=timezone.now())
        with pytest.raises(OperationalError):
            services.run(check)
    check.refresh_from_db()
    assert check.state == JobState.FAILED and newest_finished() is None


def test_a_session_that_cannot_be_replayed_is_wrong_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken_session = played_session().game.session
    played_session()
    session_faults = services.session_faults

    def broken(session: Session) -> Iterator[Phrase]:
        if session == broken_session:
            raise ValueError
        return session_faults(session)

    monkeypatch.setattr(services, "session_faults", broken)
    assert counts(checked(1)) == ("done", 2, 1)


def test_it_starts_once_a_night_also_when_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    noon = timezone.now().replace(hour=12, minute=0)
    sent: list[Any] = []
    monkeypatch.setattr(jobs, "start", sent.append)
    started = []
    for moment in (noon, noon + timedelta(hours=1), noon + timedelta(hours=14, minutes=59)):
        monkeypatch.setattr(timezone, "localtime", lambda moment=moment: moment)
        started.append(services.start_nightly_check() is not None)
    monkeypatch.setattr(timezone, "localtime", lambda: noon + timedelta(hours=15))
    started.append(services.start_nightly_check() is not None)
    assert started == [True, False, False, True] and len(sent) == 2


def test_the_command_records_the_check_of_everything_and_not_of_one_session() -> None:
    table = played_session()
    call_command("checkledger", table.game.session.code)
    assert newest_finished() is None
    call_command("checkledger")
    check = newest_finished()
    assert check and counts(check) == ("done", 1, 0) and check.ended_at
    raise_a_payment(table)
    with pytest.raises(CommandError):
        call_command("checkledger")
    check = newest_finished()
    assert check and counts(check) == ("done", 1, 1)
