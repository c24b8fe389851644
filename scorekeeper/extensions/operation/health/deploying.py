"""This site's part of ``check --deploy``: whether the servers that the settings name answer, and
settings that are allowed but wrong for nearly everybody."""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection, connections

from scorekeeper.core.database import SHARED, are_shared
from scorekeeper.core.server.start import NOT_COLLECTED, files_are_collected

SERVICES: Final = "services"
"""Django's tag for databases would need ``--database``."""


@register(Tags.security, deploy=True)
def who_may_ask(**_: Any) -> list[CheckMessage]:
    warnings: list[CheckMessage] = []
    if "*" in settings.ALLOWED_HOSTS:
        hint = "Set ALLOWED_HOSTS to the host names of the site."
        warnings.append(Warning("ALLOWED_HOSTS accepts any host name.", hint, id="health.W001"))
    if settings.SECURE_SSL_REDIRECT and not settings.BEHIND_PROXY:
        message = "Every request that comes through a proxy is redirected to https without end."
        hint = "Set BEHIND_PROXY=yes behind a proxy that sets X-Forwarded-Proto."
        warnings.append(Warning(message, hint, id="health.W002"))
    return warnings


@register(Tags.staticfiles, deploy=True)
def collected(**_: Any) -> list[CheckMessage]:
    return [] if files_are_collected() else [Error(NOT_COLLECTED, id="health.E001")]


@register(SERVICES, deploy=True)
def database_answers(**_: Any) -> list[CheckMessage]:
    driver: Any = connection.Database  # type: ignore[attr-defined]
    try:
        driver.connect(**connection.get_connection_params()).close()
    except driver.Error as error:
        return [Error(f"The database does not answer: {error}".strip(), id="health.E002")]
    return shared_sessions(databases=[connection.alias])


@register(Tags.database)
def shared_sessions(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """``migrate`` asks too."""
    aliases = [alias for alias in databases or () if are_shared(connections[alias])]
    return [Error(SHARED, id="health.E004") for _alias in aliases]


@register(SERVICES, deploy=True)
def queue_answers(**_: Any) -> list[CheckMessage]:
    from kombu.exceptions import OperationalError

    from scorekeeper.celery import app

    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, "max_retries": 0}
    try:
        with app.connection_for_write(transport_options=options) as reached:
            opened: Any = reached.default_channel  # which asks Redis whether it is there
            opened.close()
    except (OperationalError, OSError) as error:
        return [Error(f"The queue (BROKER_URL) does not answer: {error}", id="health.E003")]
    return []
