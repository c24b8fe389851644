"""Hands that a device without network delivers later."""

from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.table.entry.views import address, answers, in_force

OF_PHONE = 2**40 + 3


def place(table: Table, page: str = "deliver") -> str:
    return reverse(f"sync:{page}", args=[table.game.session.code])


def deliver(browser: Client, table: Table, path: str, form: Any, **more: Any) -> dict[str, Any]:
    fields = {"path": path, "body": urlencode(form, doseq=True), **more}
    answer = browser.post(place(table), fields)
    assert answer.status_code == 200
    outcome: dict[str, Any] = answer.json()
    return outcome


def hand(browser: Client, table: Table, form: Any, **more: Any) -> dict[str, Any]:
    return deliver(browser, table, address(table), form, **more)


def points(table: Table) -> list[Any]:
    return [kept.entry["lines"]["1"]["points"] for kept in in_force(table)]


def fate(answer: dict[str, Any]) -> str:
    return str(answer["fate"])


def overtaken(browser: Client, table: Table) -> dict[str, Any]:
    """A hand of the device whose place another has taken."""
    other = make.client_with(Role.SCORER, table.game.session.club)
    other.post(address(table), answers(p1=43, p2=10))
    fields = answers(p1=34, p2=10)
    assert fate(hand(browser, table, fields)) == "conflict"
    return fields
