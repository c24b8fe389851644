"""A process that stands for a phone without a network: the app on a session that has landed.

Run by ``phone``. Reads a line of JSON for each thing it is told, and answers with one.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from datetime import datetime
from typing import Any
from unittest import mock

import django
from django.db import connection


def land(told: dict[str, Any]) -> dict[str, Any]:
    """``told``: a snapshot; the database is empty again before it."""
    from scorekeeper.offline.sync.snapshots.device_import import land as landed

    connection.close()
    shutil.copyfile(os.environ["LANDED_FROM"], os.environ["LANDED_IN"])
    try:
        return {"cookie": landed(told)}
    except ValueError as error:
        return {"error": str(error)}


def ask(told: dict[str, Any]) -> dict[str, Any]:
    """A request: ``method``, ``path``, ``body`` (urlencoded), ``cookies``, ``headers``; at which
    moment, ``now``."""
    from django.test import Client

    client = Client(enforce_csrf_checks=True, headers=told["headers"])
    for name, value in told["cookies"].items():
        client.cookies[name] = value
    kind = {"content_type": "application/x-www-form-urlencoded"}
    how = kind if told["method"] == "POST" else {}
    data = {"data": told["body"]} if told["method"] == "POST" else {}
    now = datetime.fromisoformat(told["now"])
    with mock.patch("django.utils.timezone.now", return_value=now):
        answer = getattr(client, told["method"].lower())(told["path"], **data, **how)
    return {
        "status": answer.status_code,
        "location": answer.headers.get("Location", ""),
        "body": answer.content.decode(),
    }


def rows(told: dict[str, Any]) -> dict[str, Any]:
    """What a statement finds, dates as text."""
    with connection.cursor() as cursor:
        cursor.execute(told["sql"])
        found = cursor.fetchall() if cursor.description else []
    return {"rows": [[str(v) if hasattr(v, "isoformat") else v for v in row] for row in found]}


def made(_told: dict[str, Any]) -> dict[str, Any]:
    """What a server cannot know of what was written here."""
    from scorekeeper.offline.pocket.device_database import local_entries

    found: dict[str, Any] = json.loads(local_entries())
    return found


ACTS = {"land": land, "ask": ask, "rows": rows, "made": made}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.offline.sync.inside_settings"
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    said, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        act, told = json.loads(line)
        said.write(json.dumps(ACTS[act](told)) + "\n")
        said.flush()


if __name__ == "__main__":
    main()
