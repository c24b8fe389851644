"""Run by the runtime's Python (``node.mjs``): a phone without a network, told by ``InRuntime`` what
it is to do (as ``tests/extensions/offline/sync/inside.py`` is, in a process of plain Python)."""

# ruff: noqa: F821
# mypy: ignore-errors

import json
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone

KEY = json.dumps({"key": "only-for-tests-" * 4})


def land(message):
    device_app.release_database()
    device_app.switch_place(KEY, "test", "", message["session"])
    device_app.import_snapshot(
        json.dumps({"cookies": {settings.CSRF_COOKIE_NAME: message["csrf"]}, **message})
    )
    return {"cookie": device_app.place().device_state.cookies[settings.SESSION_COOKIE_NAME]}


def ask(message):
    kind = {"content-type": "application/x-www-form-urlencoded"}
    named = {name.lower(): value for name, value in message["headers"].items()}
    path, _mark, query = message["path"].partition("?")
    request = {
        "method": message["method"],
        "origin": "http://testserver",
        "prefix": "",
        "path": path,
        "query": query,
        "headers": named | (kind if message["method"] == "POST" else {}),
    }
    now = datetime.fromisoformat(message["now"])
    timezone.now = lambda: now
    head, content, _changed = device_app.answer(json.dumps(request), message["body"].encode())
    got = json.loads(head)
    location = dict(got["headers"]).get("Location", "")
    return {"status": got["status"], "location": location, "body": content.decode()}


def rows(message):
    with connection.cursor() as cursor:
        cursor.execute(message["sql"])
        fetched = cursor.fetchall() if cursor.description else []
    return {"rows": [[str(v) if hasattr(v, "isoformat") else v for v in row] for row in fetched]}


def tell(line):
    act, message = json.loads(line)
    return json.dumps({"land": land, "ask": ask, "rows": rows}[act](message))
