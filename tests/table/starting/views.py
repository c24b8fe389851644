"""Set-up that ``test_views.py`` shares with other tests."""

from __future__ import annotations

from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Session
from scorekeeper.play.selectors import Table


class Sent(HTMLParser):
    """What a browser without scripts would send with the form of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag != "input" or "name" not in told:
            return
        if told.get("type") in ("radio", "checkbox") and "checked" not in told:
            return
        self.fields.setdefault(told["name"], []).append(told.get("value") or "")


def sent(page) -> dict[str, list[str]]:
    parser = Sent()
    parser.feed(page.content.decode())
    return parser.fields


def address(at: Table | Session) -> str:
    session = at if isinstance(at, Session) else at.game.session
    return reverse("starting:game_new", args=[session.code])


def form(host: Client, at: Table, variant: str = "rummi", **changed) -> dict[str, list[str]]:
    told = sent(host.get(address(at), {"variant": variant}))
    return {**told, **dict(changed.items())}
