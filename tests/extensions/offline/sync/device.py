"""Drives a device without a network (``inside``), beside a browser that has one."""

import difflib
import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from django.apps import apps
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import timezone

from scorekeeper.clubs.access import session_view
from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.extensions.offline.pocket.building import NOT_INSTALLED
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE
from scorekeeper.extensions.offline.sync.snapshots.snapshot import snapshot
from tests.helpers.factories import client_as

ROOT = Path(__file__).parents[4]
MARK = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+|(?<="X-CSRFToken": ")[^"]+')
TOKEN = re.compile(r'(?<=name="token" value=")[^"]+')
KEPT = re.compile(
    r"((?:Hand|Round) \d+ \w+)(?: on this phone)?\."
    r"(?: It no longer counts\.)?(?: Later hands keep their numbers\.)?"
)
LINK = re.compile(r'(?<= href=")/[^"#]*')
OWN_KEY = re.compile(rf"\b1(?:099|100)\d{{{len(str(FIRST_OF_DEVICE)) - 4}}}\b")
"""Of a row made on the device: there are fewer than a hundred tables."""


class Inside:
    """A process that stands for a device, and is told what to do line by line."""

    def __init__(self, command: Sequence[str], **more: str) -> None:
        """``more``: what its environment says besides."""
        env = {**os.environ, **more}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True
        )
        assert self.process.stdin and self.process.stdout
        self.hears, self.says = self.process.stdin, self.process.stdout

    def tell(self, act: str, **message: Any) -> dict[str, Any]:
        self.hears.write(json.dumps([act, message]) + "\n")
        self.hears.flush()
        answer: dict[str, Any] = json.loads(self.says.readline())
        return answer

    def rows(self, sql: str) -> list[list[Any]]:
        fetched: list[list[Any]] = self.tell("rows", sql=sql)["rows"]
        return fetched

    def stop(self) -> None:
        self.hears.close()
        self.process.wait(30)


def in_plain_python(empty: Path, folder: Path) -> Inside:
    """``folder`` holds the empty database and the one it works on."""
    variables = {"LANDED_FROM": str(empty), "LANDED_IN": str(folder / "landed")}
    return Inside([sys.executable, "-m", "tests.extensions.offline.sync.inside"], **variables)


@dataclass(frozen=True)
class Page:
    status: int
    location: str
    body: str

    @property
    def same(self) -> str:
        """But for marks, tokens of writes that are yet to be made, and where a write is kept."""
        body = KEPT.sub(r"\1.", TOKEN.sub("…", MARK.sub("…", self.body)))
        return f"{self.status} {self.location}\n{body}"

    @property
    def links(self) -> list[str]:
        return [html.unescape(link) for link in LINK.findall(self.body)]


def taken(mine: Membership, played: Session, browser: Client) -> dict[str, Any]:
    """What this browser is sent: through JSON, as it is sent."""

    @session_view(Role.VIEWER)
    def view(request: Any, session: Session) -> Any:
        from django.http import HttpResponse

        return HttpResponse(snapshot(request, session).to_json())

    request = RequestFactory().get(f"/sessions/{played.code}/offline/snapshot/")
    request.COOKIES = {name: morsel.value for name, morsel in browser.cookies.items()}
    request.META["CSRF_COOKIE"] = browser.cookies[settings.CSRF_COOKIE_NAME].value
    engine = __import__(settings.SESSION_ENGINE, fromlist=["SessionStore"])
    request.session = engine.SessionStore(browser.cookies[settings.SESSION_COOKIE_NAME].value)
    answer: dict[str, Any] = json.loads(view(request, code=played.code).content)
    assert answer["mine"]["membership"] == mine.pk
    return answer


def differences(first: str, other: str) -> str:
    """Of two pages, tag by tag."""
    left, right = (page.replace("<", "\n<").splitlines() for page in (first, other))
    lines = difflib.unified_diff(left, right, "server", "phone", n=1, lineterm="")
    return "\n".join(islice(lines, 60))


Fields = Sequence[tuple[str, str]]


@dataclass
class Both:
    """One device, with a network and without."""

    mine: Membership
    session: Session
    inside: Inside
    browser: Client = field(init=False)
    cookies: dict[str, str] = field(init=False)
    snapshot: dict[str, Any] = field(init=False)
    now: datetime = field(default_factory=timezone.now)
    """At which both are asked."""

    def __post_init__(self) -> None:
        self.browser = client_as(self.mine, enforce_csrf_checks=True)
        self.browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
        self.take()

    def take(self) -> None:
        self.snapshot = taken(self.mine, self.session, self.browser)
        landed = self.inside.tell("land", **self.snapshot)
        assert "cookie" in landed, landed
        name = settings.SESSION_COOKIE_NAME
        self.cookies = {settings.CSRF_COOKIE_NAME: self.snapshot["csrf"], name: landed["cookie"]}

    def online(self, path: str, fields: Fields | None = None, **headers: Any) -> Page:
        how: dict[str, Any] = {"headers": headers} if headers else {}
        with mock.patch("django.utils.timezone.now", return_value=self.now):
            if fields is None:
                answer = self.browser.get(path, **how)
            else:
                kind = "application/x-www-form-urlencoded"
                answer = self.browser.post(path, self._body(fields), content_type=kind, **how)
        location = answer.headers.get("Location", "")
        return Page(answer.status_code, location, answer.content.decode())

    def offline(self, path: str, fields: Fields | None = None, **headers: Any) -> Page:
        method = "GET" if fields is None else "POST"
        body = "" if fields is None else self._body(fields)
        message = {"method": method, "path": path, "body": body, "now": self.now.isoformat()}
        answer = self.inside.tell("ask", **message, cookies=self.cookies, headers=headers)
        return Page(**answer)

    def _body(self, fields: Fields) -> str:
        usual = [("csrfmiddlewaretoken", self.snapshot["csrf"])]
        return urlencode([*(() if usual[0][0] in dict(fields) else usual), *fields])

    @staticmethod
    def mark(page: Page) -> str:
        """What a form of this page is to be sent with."""
        match = MARK.search(page.body)
        assert match
        return match[0]

    def agree(
        self, path: str, fields: Fields | None = None, *, own: str = "", **headers: Any
    ) -> list[tuple[str, str]]:
        """Both answer alike. ``own``: the same page's address on the device, if it has another one.
        Gives where the page leads to, on the server and on the device."""
        there = self.online(path, fields, **headers)
        here = self.offline(own or path, fields, **headers)
        self._alike(path, there, here)
        return list(dict.fromkeys(zip(there.links, here.links, strict=True)))

    def agree_to_write(self, path: str, fields: Fields) -> None:
        """Both write it, and lead to pages that are alike."""
        there, here = self.online(path, fields), self.offline(path, fields)
        assert self._alike(path, there, here).status == 302, there.body
        self._alike(there.location, self.online(there.location), self.offline(here.location))

    def _alike(self, path: str, there: Page, here: Page) -> Page:
        translated = OWN_KEY.sub(self._theirs, here.same)
        assert translated == there.same, f"{path}\n{differences(there.same, translated)}"
        assert there.status < 400, (path, there.status)
        return there

    def _theirs(self, match: re.Match[str]) -> str:
        """The server's key of what was written both there and, with this key, here: the row with
        the same token; of what has none, the one before which as many were written."""
        for model in apps.get_models():
            is_on_device = not model.__module__.startswith(NOT_INSTALLED)
            if is_on_device and "token" in {field.name for field in model._meta.concrete_fields}:
                table, rows = model._meta.db_table, model._base_manager
                for (token,) in self.inside.rows(f"SELECT token FROM {table} WHERE id={match[0]}"):
                    later = f"SELECT COUNT(*) FROM {table} WHERE id > {match[0]}"
                    [[newer]] = self.inside.rows(later)
                    row = rows.filter(token=token).first() if token else None
                    return str((row or rows.order_by("-pk")[newer]).pk)
        return match[0]
