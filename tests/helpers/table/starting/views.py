"""The form that starts a game, and its fields."""

from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Session
from scorekeeper.play.selectors import Table


class Sent(HTMLParser):
    """The fields that a browser without scripts would send with the form of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag != "input" or "name" not in attributes:
            return
        if attributes.get("type") in ("radio", "checkbox") and "checked" not in attributes:
            return
        self.fields.setdefault(attributes["name"], []).append(attributes.get("value") or "")


def sent(page) -> dict[str, list[str]]:
    parser = Sent()
    parser.feed(page.content.decode())
    return parser.fields


def address(table: Table | Session) -> str:
    session = table if isinstance(table, Session) else table.game.session
    return reverse("starting:game_new", args=[session.code])


def form(host: Client, table: Table, variant: str = "rummi", **changed) -> dict[str, list[str]]:
    fields = sent(host.get(address(table), {"variant": variant}))
    return {**fields, **dict(changed.items())}
