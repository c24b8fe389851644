"""The page of a hand: its addresses, answers and text."""

import gzip
from html.parser import HTMLParser
from typing import Any

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.factories import (
    token,
)

HTMX = {"HX-Request": "true"}


def address(table: Table, end: str = "hand/") -> str:
    return f"/sessions/{table.game.session.code}/games/{table.game.number}/{end}"


def answers(number: int = 1, winner: int = 0, **others: object) -> dict[str, Any]:
    """A pool hand as a browser posts it: ``answers(p1=43, p2="first_drop")``."""
    data: dict[str, Any] = {"token": token(), "number": number, "who-finish": winner}
    for person, finish in others.items():
        if isinstance(finish, str):
            data[f"{person}-finish"] = finish
        else:
            data |= {f"{person}-finish": "counted", f"{person}-points": finish}
    return data


def text(answer: Any) -> str:
    return str(answer.content.decode())


def in_force(table: Table) -> list[Hand]:
    return list(Hand.objects.filter(game=table.game, voided_at__isnull=True).order_by("number"))


def packed(content: bytes | str) -> int:
    return len(gzip.compress(content if isinstance(content, bytes) else content.encode()))


class Forms(HTMLParser):
    """The forms of a page: address and what they would post."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self.forms.append((attributes["action"] or "", {}))
        if tag == "input" and self.forms:
            self.forms[-1][1].setdefault(attributes.get("name") or "", []).append(
                attributes.get("value") or ""
            )
