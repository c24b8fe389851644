"""Tells nothing that a stranger should not know: no host names, no error texts."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper import __version__

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, 503 when it does not."""
    reached = database_answers()
    told = {"version": __version__, "database": "ok" if reached else "down"}
    return JsonResponse(told, status=200 if reached else 503)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer.")
        return False
    return True
