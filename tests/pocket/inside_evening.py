"""Run by the runtime's Python (``node.mjs``): the evening, answered by the app inside."""

# ruff: noqa: F821
# mypy: ignore-errors

import json
import sys

sys.path.append("/tests")
import evening


def send(method, address, body, headers):
    path, _mark, query = address.partition("?")
    asked = {
        "method": method,
        "origin": "http://localhost:8000",
        "prefix": "",
        "path": path,
        "query": query,
        "headers": headers,
    }
    head, content, changed = inside.answer(json.dumps(asked), body)
    got = json.loads(head)
    assert changed or method == "GET" or got["status"] >= 400 or "/slip/" in path, path
    return evening.Reply(got["status"], dict(got["headers"]).get("Location", ""), content)


print("DOCUMENT " + json.dumps(evening.play(send)))
