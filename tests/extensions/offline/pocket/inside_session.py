"""Run by the runtime's Python (``node.mjs``): the session, answered by the app inside; then every
page that a link leads to."""

# ruff: noqa: F821
# mypy: ignore-errors

import json
import re
import sys

sys.path.append("/tests")
import session

NOT_HERE = re.compile(rb"<h1>\s*Not available on this device\s*</h1>")
LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)"')
FROM = ["/", "/?new", "/pocket/", "/document/"]


def send(method, address, body, headers):
    path, _mark, query = address.partition("?")
    request = {
        "method": method,
        "origin": "http://localhost:8000",
        "prefix": "",
        "path": path,
        "query": query,
        "headers": headers,
    }
    head, content, changed = device_app.answer(json.dumps(request), body)
    got = json.loads(head)
    assert changed or method == "GET" or got["status"] >= 400, path
    assert b"data-writing" not in content, path  # there is nobody else to tell
    return session.Reply(got["status"], dict(got["headers"]).get("Location", ""), content)


def walk():
    """One address of each shape: how it was answered, and whether it says that it is not here."""
    left, seen = list(FROM), {}
    while left:
        address = left.pop(0).replace("&amp;", "&")
        shape = re.sub(r"\d+", "0", address.partition("?")[0])
        if shape in seen or shape.startswith(("/static/", "/app.")):
            continue
        reply = send("GET", address, b"", {})
        seen[shape] = [reply.status, NOT_HERE.search(reply.body) is not None]
        left += [reply.location] if reply.location else []
        left += LINK.findall(reply.text) if b"<html" in reply.body[:300] else []
    return seen


for path in ("/न/", "/%zz/"):
    assert send("GET", path, b"", {}).status == 404, path
print("DOCUMENT " + json.dumps(session.play(send)))
print("WALKED " + json.dumps(walk()))
