"""A queue that is down, hung or out of reach keeps no device that asks for a statement."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.db import OperationalError, close_old_connections, connection
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.statements import services
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.celery_queue import configured, forget_connections
from tests.helpers.core.dead_connections import kill_all
from tests.helpers.dead_queues import full, hung, refusing
from tests.helpers.statements.contents import played_session

__all__ = ["full", "hung", "refusing"]
pytestmark = pytest.mark.django_db(transaction=True)

AT_MOST = 15.0
"""Seconds on a busy machine; a second is meant. Without a limit it would wait for ever."""


@pytest.fixture(params=["hung", "refusing", "full"])
def queue(request: pytest.FixtureRequest, real_queue: Celery, settings: Any) -> Iterator[Celery]:
    """The site's own settings for Redis, at an address that does not answer."""
    address = request.getfixturevalue(request.param)
    addresses = dict.fromkeys(("broker_url", "broker_read_url", "broker_write_url"), address)
    options = {"visibility_timeout": 600, "socket_timeout": 10, "socket_connect_timeout": 3}
    with configured(**addresses, broker_transport_options=options) as app:
        forget_connections(app)
        yield app
    forget_connections(app)


def test_the_page_comes_at_once_and_the_statement_waits(queue: Celery) -> None:
    session = played_session().game.session
    browser = make.client_with(Role.SCORER, session.club)
    began = time.monotonic()
    answer = browser.post(reverse("statements:list", args=[session.code]))
    assert time.monotonic() - began < AT_MOST
    assert answer.status_code == 302
    assert Statement.objects.get().state == JobState.WAITING


def test_the_sweep_does_not_wait_once_for_each_statement(queue: Celery) -> None:
    table = played_session()
    for player in (None, *table.players):
        Statement.objects.create(
            session=table.game.session,
            player=player,
            version=table.game.session.version,
            due_at="2020-01-01T00:00:00Z",
        )
    began = time.monotonic()
    jobs.sweep()
    assert time.monotonic() - began < AT_MOST


@pytest.mark.postgres
@pytest.mark.parametrize("nth", [1, 2, 4, 8])
def test_a_statement_whose_database_connection_died_is_drawn_by_the_next(nth: int) -> None:
    """At the worker's nth statement. The error is the task's; the row is the sweep's."""
    session = played_session().game.session
    statement = Statement.objects.create(session=session, version=session.version)
    seen: list[str] = []

    def die(execute: Any, sql: str, *arguments: Any) -> Any:
        seen.append(sql)
        if len(seen) == nth:
            kill_all()
        return execute(sql, *arguments)

    with connection.execute_wrapper(die), pytest.raises(OperationalError):
        services.produce(statement.pk)
    close_old_connections()  # as Celery does between two tasks
    Statement.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    with configured(task_always_eager=True):
        assert jobs.sweep() == 1
    assert Statement.objects.get().state == JobState.DONE
