"""Set-up that ``test_delivering.py`` shares with other tests."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.table.entry.views import address, answers, in_force

OF_PHONE = 2**40 + 3


def place(at: Table, page: str = "deliver") -> str:
    return reverse(f"sync:{page}", args=[at.game.session.code])


def deliver(phone: Client, at: Table, path: str, told: Any, **more: Any) -> dict[str, Any]:
    fields = {"path": path, "body": urlencode(told, doseq=True), **more}
    answer = phone.post(place(at), fields)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def hand(phone: Client, at: Table, told: Any, **more: Any) -> dict[str, Any]:
    return deliver(phone, at, address(at), told, **more)


def points(at: Table) -> list[Any]:
    return [each.entry["lines"]["1"]["points"] for each in in_force(at)]


def fate(told: dict[str, Any]) -> str:
    return str(told["fate"])


def overtaken(phone: Client, at: Table) -> dict[str, Any]:
    """A hand of the phone whose place another has taken."""
    other = make.client_with(Role.SCORER, at.game.session.club)
    other.post(address(at), answers(p1=43, p2=10))
    told = answers(p1=34, p2=10)
    assert fate(hand(phone, at, told)) == "conflict"
    return told
