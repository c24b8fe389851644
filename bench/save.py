"""The save of a hand against its floor, and what it costs as the game grows.

``python -m bench.save`` on SQLite; ``python -m bench.save postgres://…`` on a database that may be
wiped. Six seats, the next hand's form rendered in the answer; the
floor is a bare Django view on the same server and database (``bench.urls.save``).
"""

import os
import sys
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from bench.server import Browser, Server, alternating, prepare, served
from scorekeeper.engine.questions.entry_json import load_entry

NAMES = ("Asha", "Dev", "Meera", "Omar", "Priya", "Ravi")
HAND = {
    "deal": {},
    "lines": {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "points": 43},
        "Meera": {"finish": "first_drop"},
        "Omar": {"finish": "counted", "points": 26},
        "Priya": {"finish": "counted", "points": 29},
        "Ravi": {"finish": "middle_drop"},
    },
}
ROUNDS = 150


def started() -> tuple[Any, Any, dict[str, str]]:
    """A session with an open-ended game of six, a scorer, and their cookie."""
    from django.conf import settings

    from tests.helpers import factories as make

    table_played = make.session("paplu", NAMES, {"rounds": None})
    browser = make.host_client(table_played.game.session.club)
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
    return table_played, browser, {settings.SESSION_COOKIE_NAME: cookie}


def posted(table_played: Any) -> dict[str, object]:
    """The usual hand as the page sends it."""
    from scorekeeper.table.entry.forms import HandForm, posted_values

    entry = load_entry(table_played.rules, table_played.fold, HAND, table_played.names)
    form = HandForm(table_played.rules, table_played.fold, table_played.names, entry=entry)
    return {name: values[0] for name, values in posted_values(form).items() if values}


class Saver:
    """Saves hand after hand over HTTP."""

    def __init__(
        self, browser: Browser, path: str, fields: Mapping[str, object], last: int
    ) -> None:
        self.browser, self.path, self.fields, self.last = browser, path, fields, last

    def __call__(self, _turn: int) -> None:
        self.last += 1
        values = {**self.fields, "number": self.last, "token": uuid4().hex}
        status, body = self.browser.post(self.path, values, **{"HX-Request": "true"})
        if status != 200 or f"Hand {self.last} ".encode() not in body:
            raise RuntimeError(f"hand {self.last} was not saved: {status} {body[:2000]!r}")


def floor(browser: Browser) -> Any:
    def save(_turn: int) -> None:
        status, body = browser.post("/floor/save/", {})
        if status != 200:
            raise RuntimeError(f"the floor answered {status}: {body[:300]!r}")

    return save


def stage(server: Server, hands: int) -> tuple[float, float, float, float]:
    """Median ms of floor and save, and CPU ms of each, around this hand of a game."""
    table_played, _browser, cookies = started()
    fill(table_played, hands)
    path = f"/sessions/{table_played.game.session.code}/games/{table_played.game.number}/hand/"
    save = Saver(Browser(server, cookies), path, posted(table_played), hands)
    bare = floor(Browser(server, {}))
    for turn in range(15):
        save(turn)
        bare(turn)
    medians = alternating({"floor": bare, "save": save}, ROUNDS)
    cpu = {}
    for name, act in (("floor", bare), ("save", save)):
        before = server.cpu()
        for turn in range(ROUNDS):
            act(turn)
        cpu[name] = (server.cpu() - before) / ROUNDS * 1000
    return medians["floor"], medians["save"], cpu["floor"], cpu["save"]


def fill(table_played: Any, hands: int) -> None:
    from tests.helpers import factories as make

    for _hand in range(hands):
        make.play(table_played, HAND)


def polls(server: Server) -> dict[str, float]:
    """Median ms of a poll with nothing new and of an empty view behind the same middleware."""
    table_played, _browser, cookies = started()
    table_played.game.session.refresh_from_db()
    path = (
        f"/sessions/{table_played.game.session.code}/newer/?v={table_played.game.session.version}"
    )
    polling, idle = Browser(server, cookies), Browser(server, cookies)

    def poll(_turn: int) -> None:
        status, body = polling.get(path, **{"HX-Request": "true"})
        if status != 204:
            raise RuntimeError(f"the poll answered {status}: {body[:300]!r}")

    def empty(_turn: int) -> None:
        idle.get("/floor/empty/")

    for turn in range(30):
        poll(turn)
        empty(turn)
    return alternating({"empty": empty, "poll": poll}, 400)


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else None
    prepare(database)
    from bench.models import FloorGame

    FloorGame.objects.get_or_create(pk=1)
    print(f"database: {(database or 'sqlite').split(':')[0]}, one worker, {os.cpu_count()} cores")
    first = None
    with served() as server:
        for hands in (0, 99, 499):
            bare, save, bare_cpu, save_cpu = stage(server, hands)
            first = first or (save, save_cpu)
            print(
                f"hand {hands + 1:>3}: save {save:6.2f} ms = {save / bare:4.2f} × floor"
                f" {bare:.2f} ms; CPU {save_cpu:5.2f} ms = {save_cpu / bare_cpu:4.2f} × floor;"
                f" {save / first[0]:4.2f} × hand 1 (CPU {save_cpu / first[1]:4.2f})"
            )
        medians = polls(server)
    ratio = medians["poll"] / medians["empty"]
    print(f"poll with nothing new: {medians['poll']:.2f} ms = {ratio:.2f} × an empty view")
    print("limits: save 4.5 × floor, hand 500 1.3 × hand 1, poll 1.5 × an empty view")


if __name__ == "__main__":
    main()
