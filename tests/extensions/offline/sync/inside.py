"""A process that stands for a device without a network: the app on a session that has landed.

Run by ``phone``. Reads a line of JSON for each thing it is told, and answers with one.
"""

import json
import os
import shutil
import sys
from datetime import datetime
from functools import cache
from typing import Any
from unittest import mock

import django
from django.db import connection
from django.test import Client


def land(message: dict[str, Any]) -> dict[str, Any]:
    """``told``: a snapshot; the database is empty again before it."""
    from scorekeeper.extensions.offline.sync.snapshots.device_import import land as landed

    connection.close()
    shutil.copyfile(os.environ["LANDED_FROM"], os.environ["LANDED_IN"])
    try:
        return {"cookie": landed(message)}
    except ValueError as error:
        return {"error": str(error)}


@cache
def browser() -> Client:
    """One for all requests: each loads the middleware anew."""
    return Client(enforce_csrf_checks=True)


def ask(message: dict[str, Any]) -> dict[str, Any]:
    """A request: ``method``, ``path``, ``body`` (urlencoded), ``cookies``, ``headers``; at which
    moment, ``now``."""
    client = browser()
    client.cookies.clear()
    for name, value in message["cookies"].items():
        client.cookies[name] = value
    how = {"headers": message["headers"]}
    if message["method"] == "POST":
        how |= {"data": message["body"], "content_type": "application/x-www-form-urlencoded"}
    now = datetime.fromisoformat(message["now"])
    with mock.patch("django.utils.timezone.now", return_value=now):
        answer = getattr(client, message["method"].lower())(message["path"], **how)
    return {
        "status": answer.status_code,
        "location": answer.headers.get("Location", ""),
        "body": answer.content.decode(),
    }


def rows(message: dict[str, Any]) -> dict[str, Any]:
    """What a statement finds, dates as text."""
    with connection.cursor() as cursor:
        cursor.execute(message["sql"])
        fetched = cursor.fetchall() if cursor.description else []
    return {"rows": [[str(v) if hasattr(v, "isoformat") else v for v in row] for row in fetched]}


def made_rows(_told: dict[str, Any]) -> dict[str, Any]:
    """What a server cannot know of what was written here."""
    from scorekeeper.extensions.offline.pocket.device_database import local_entries

    kept_rows: dict[str, Any] = json.loads(local_entries())
    return kept_rows


ACTS = {"land": land, "ask": ask, "rows": rows, "made": made_rows}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.extensions.offline.sync.inside_settings"
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    output, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        act, message = json.loads(line)
        output.write(json.dumps(ACTS[act](message)) + "\n")
        output.flush()


if __name__ == "__main__":
    main()
