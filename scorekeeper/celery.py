"""The task queue. A task may run twice or be lost: the row it works on is the truth."""

import logging
import sys
from typing import Any, Final

from celery import Celery, signals
from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError

from scorekeeper.core import logs
from scorekeeper.core.server import file_queue
from scorekeeper.core.server.start import read_settings, require_compatible_schema

read_settings()

HURRIED: Final = {"socket_timeout": 0.4, "socket_connect_timeout": 0.4, "max_retries": 0}
"""For a caller whose phone waits: seconds to be let in, and for each answer of the queue. One that
hangs costs both at most, for nothing is tried twice. Workers read with more patience (settings)."""

log = logging.getLogger(__name__)
file_queue.register()
app = Celery("scorekeeper")
app.set_default()  # for all threads; else only the one that imported this knows our queue
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def hurried() -> Connection:
    """A connection for one message. None is kept: it may have died since, and a second is dear."""
    connection: Connection = app.connection_for_write(
        transport_options={**app.conf.broker_transport_options, **HURRIED}
    )
    return connection


def send_to_workers(task: str, kind: str, pk: int) -> bool:
    """Tell the workers of a row of this kind, within a second; False if they cannot be reached."""
    try:
        with hurried() as connection:
            hurry: dict[str, Any] = {"connection": connection, "retry": False}
            app.tasks[task].apply_async((kind, pk), **hurry)
    except (OperationalError, OSError) as error:
        log.warning("%s %s waits; the queue cannot be reached: %s", kind, pk, error)
        return False
    return True


@signals.before_task_publish.connect
def name_the_request(headers: dict[str, Any], **_: Any) -> None:
    """Passes the request's id on, so that the worker's log lines can be traced to the tap that
    caused them."""
    headers.update(logs.bound("request"))


@signals.task_prerun.connect
def name_the_task(task_id: str, task: Any, **_: Any) -> None:
    request = getattr(task.request, "request", None)
    logs.begin(task=task.name, job=task_id, **({"request": request} if request else {}))


@signals.setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Django has set logging up already; being connected here keeps Celery from replacing it."""


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_other_tables(**_: Any) -> None:
    require_compatible_schema()


@signals.worker_init.connect
def say_nothing_beside_the_log(**_: Any) -> None:
    """Words such as “Warm shutdown” come this way, and are no lines of JSON."""
    if settings.LOG_FORMAT == "json":
        setattr(sys, "__stdout__", None)  # noqa: B010
