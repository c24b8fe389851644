"""Celery with other settings for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Celery

from scorekeeper.celery import app as celery_app


@contextmanager
def configured(**settings: Any) -> Iterator[Celery]:
    before = {name: getattr(celery_app.conf, name) for name in settings}
    celery_app.conf.update(settings)
    yield celery_app
    celery_app.conf.update(before)


def forget_connections(app: Any) -> None:
    """Celery keeps its connections to the queue of before, in two private places."""
    app._pool = None
    app.amqp._producer_pool = None
