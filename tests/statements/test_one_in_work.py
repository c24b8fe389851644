"""However many statements are asked for, one of each kind is in work, and it shows the newest."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import IN_WORK, JobState
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import TooMuchError
from scorekeeper.core.localization import currencies
from scorekeeper.statements import services
from scorekeeper.statements.layouts.session import SessionLayout
from scorekeeper.statements.models import Statement
from scorekeeper.statements.selectors import list_of
from tests.helpers import factories as make
from tests.helpers.play.concurrency import together
from tests.helpers.statements.contents import played_session, rummi
from tests.helpers.statements.workers import eventually

OnCommit = Callable[..., Any]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids that were sent to the workers, who do not listen."""
    notified: list[int] = []
    monkeypatch.setattr(jobs, "notify_workers", lambda job: notified.append(job.pk))
    return notified


def in_work() -> int:
    return Statement.objects.filter(state__in=IN_WORK).count()


def newest(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)


@pytest.mark.django_db
def test_a_statement_that_waits_takes_the_next_hand_along(
    sent: list[int], django_capture_on_commit_callbacks: OnCommit
):
    table = played_session()
    with django_capture_on_commit_callbacks(execute=True):
        first = services.request_statement(about=table.game.session)
    make.play(table, rummi(12, 30, 45, 61))
    with django_capture_on_commit_callbacks(execute=True):
        second = services.request_statement(about=table.game.session)
    assert second == first and sent == [first.pk]
    services.produce(first.pk)
    done = Statement.objects.get()
    assert (done.state, done.shows) == (JobState.DONE, newest(table.game.session))


@pytest.mark.django_db
def test_one_asked_for_while_it_is_drawn_is_drawn_again_and_then_shows_the_newest(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, files: Any
):
    table = played_session()
    statement, draw = services.request_statement(about=table.game.session), SessionLayout.pdf

    def ask_meanwhile(layout: SessionLayout) -> bytes:
        monkeypatch.setattr(SessionLayout, "pdf", draw)
        make.play(table, rummi(12, 30, 45, 61))
        assert services.request_statement(about=table.game.session) == statement
        return draw(layout)

    monkeypatch.setattr(SessionLayout, "pdf", ask_meanwhile)
    assert not services.produce(statement.pk)
    waiting = Statement.objects.get()
    assert (waiting.state, sent) == (JobState.WAITING, [statement.pk])
    assert not [path for path in files.rglob("*") if path.is_file()]
    assert services.produce(statement.pk)
    done = Statement.objects.get()
    assert (done.state, done.shows) == (JobState.DONE, newest(table.game.session))


@pytest.mark.django_db
def test_an_unchanged_one_is_given_again_although_it_was_asked_for_before_the_last_hand(
    sent: list[int],
):
    table = played_session()
    statement = services.request_statement(about=table.game.session)
    make.play(table, rummi(12, 30, 45, 61))
    services.produce(statement.pk)
    assert services.request_statement(about=table.game.session) == statement
    assert Statement.objects.count() == 1


@pytest.mark.django_db
def test_the_session_and_each_player_are_kinds_of_their_own(sent: list[int]):
    table = played_session()
    for player in (None, *table.players):
        services.request_statement(about=table.game.session, player=player)
    assert in_work() == 1 + len(table.players)


@pytest.mark.django_db
def test_one_that_failed_is_not_tried_beside_another_of_its_kind(sent: list[int]):
    table = played_session()
    old = services.request_statement(about=table.game.session)
    Statement.objects.update(state=JobState.FAILED)
    make.play(table, rummi(12, 30, 45, 61))
    new = services.request_statement(about=table.game.session)
    assert services.retry(statement=old) == new != old
    assert in_work() == 1


# A site that switches to points only, which raises no version ---------------------------------


def texts(statement: Statement) -> str:
    """The CSV of one that is done, with money or with points."""
    statement.refresh_from_db()
    assert statement.state == JobState.DONE
    with statement.table.open() as file:
        return str(file.read().decode())


@pytest.mark.django_db
def test_one_for_other_readers_gives_way_and_comes_again(sent: list[int], files: Any):
    session, drawn = played_session().game.session, []
    for money in (True, False, True):
        with currencies.reading_as("en", money=money):
            statement = services.request_statement(about=session)
            assert services.request_statement(about=session) == statement
            assert services.produce(statement.pk)
            assert services.request_statement(about=session) == statement
            assert [offer.newest for offer in list_of(session).offers if offer.newest]
        drawn.append(texts(statement))
        with currencies.reading_as("en", money=not money):
            assert not any(offer.newest for offer in list_of(session).offers)
    assert drawn[0] == drawn[2] != drawn[1]
    assert Statement.objects.count() == 1


@pytest.mark.django_db
def test_one_in_work_is_drawn_for_who_asked_last(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, files: Any
):
    session, draw = played_session().game.session, SessionLayout.pdf
    statement = services.request_statement(about=session)

    def ask_meanwhile(layout: SessionLayout) -> bytes:
        monkeypatch.setattr(SessionLayout, "pdf", draw)
        with currencies.reading_as("en", money=False):
            assert services.request_statement(about=session) == statement
        return draw(layout)

    monkeypatch.setattr(SessionLayout, "pdf", ask_meanwhile)
    assert not services.produce(statement.pk)
    assert not [path for path in files.rglob("*") if path.is_file()]
    assert services.produce(statement.pk)
    with currencies.reading_as("en", money=False):
        assert services.request_statement(about=session) == statement
    assert Statement.objects.get().points_only


@pytest.mark.django_db
def test_one_that_failed_is_not_tried_beside_another_for_other_readers(sent: list[int]):
    table = played_session()
    old = services.request_statement(about=table.game.session)
    Statement.objects.update(state=JobState.FAILED)
    make.play(table, rummi(12, 30, 45, 61))
    with currencies.reading_as("en", money=False):
        new = services.request_statement(about=table.game.session)
    assert services.retry(statement=old) == new
    assert in_work() == 1
    assert not Statement.objects.get(pk=new.pk).points_only


# What holds ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_database_holds_no_second_one_in_work():
    session = played_session().game.session
    player = session.club.players.first()
    for who in (None, player):
        Statement.objects.create(session=session, player=who, version=1)
        with pytest.raises(IntegrityError), transaction.atomic():
            Statement.objects.create(session=session, player=who, version=2)


@pytest.mark.django_db
def test_a_club_has_no_more_in_work_than_may_be(sent: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "MOST_IN_WORK", 2)
    table, other = played_session(), played_session()
    for player in table.players[:2]:
        services.request_statement(about=table.game.session, player=player)
    with pytest.raises(TooMuchError):
        services.request_statement(about=table.game.session)
    assert services.request_statement(about=table.game.session, player=table.players[0])
    assert services.request_statement(about=other.game.session)


@pytest.mark.django_db
def test_asking_again_for_what_is_there_costs_nothing_and_drawing_without_end_comes_to_one(
    sent: list[int], clock: Any, monkeypatch: pytest.MonkeyPatch
):
    most = 5
    few = replace(acts.STATEMENT, limits=(acts.Limit("club", most, acts.HOUR),))
    monkeypatch.setattr(acts, "STATEMENT", few)
    table = played_session()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    place = reverse("statements:list", args=[table.game.session.code])
    for _time in range(most + 5):
        assert scorer.post(place).status_code == 302
    Statement.objects.update(state=JobState.FAILED)
    answers = []
    for _time in range(most):
        answers.append(scorer.post(place).status_code)
        Statement.objects.update(state=JobState.FAILED)
    assert (answers[-2:], scorer.post(place).status_code) == ([302, 429], 429)


@pytest.mark.django_db(transaction=True)
@pytest.mark.programs
def test_six_devices_that_ask_while_hands_are_saved_never_have_two_of_a_kind_in_work(
    real_queue: Any,
):
    """With a real worker, in a thread of its own, that draws what they ask for."""
    table = played_session()
    session, over, most = table.game.session, Event(), []

    def phone(number: int) -> int:
        calls = 0
        while not over.is_set():
            player = table.players[0] if number % 2 else None
            services.request_statement(about=Session.objects.get(pk=session.pk), player=player)
            most.append(in_work())
            calls += 1
        return calls

    def save(_number: int) -> int:
        now = table
        for count in range(12):
            now = make.play(now, rummi(12, 30 + count, 45, 61))
        over.set()
        return 0

    def work(number: int) -> int:
        return phone(number) if number else save(number)

    with start_worker(real_queue, perform_ping_check=False, pool="solo", loglevel="ERROR"):
        answers = together(work)
        assert all(isinstance(answer, int) for answer in answers), answers
        for player in (None, table.players[0]):
            services.request_statement(about=session, player=player)
        eventually(lambda: not in_work())
    assert max(most) <= 2
    shown = Statement.objects.filter(state=JobState.DONE, shows=newest(session))
    assert {statement.player_id for statement in shown} == {None, table.players[0].pk}
    assert not Statement.objects.exclude(state=JobState.DONE).exists()
    connection.close()
