"""A hall at the end of a round: all tables save at once, while every phone and big screen looks.

``python -m bench.hall [postgres://…] [--phones 64] [--screens 2] [--hands 8]``. The server is the
one that ``go.py play`` starts; the clients run in this process and share its cores. A page of the
day asks for what is new every ten seconds; here each does so in the ten seconds after all tables
have saved, so that each is drawn again.
"""

import argparse
import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

from bench.server import Browser, Server, played, prepare

EVERY = 10.0
"""Seconds in which each page asks once."""


def hall(people: int, hands: int) -> Any:
    """A published round of tables of four, each of which plays so many hands."""
    from tests.helpers.tournaments import days

    tables = people // 4
    names = [f"Player {number}" for number in range(people)]
    day = days.here(
        days.tournament(names, tables=tables, smallest=4, largest=4, hands=hands, rounds=2)
    )
    return days.publish(day)


def cookies(role: int, club: Any) -> dict[str, str]:
    from django.conf import settings

    from scorekeeper.clubs.models import Role
    from tests.helpers import factories as make

    name = settings.SESSION_COOKIE_NAME
    return {name: make.client_with(Role(role), club).cookies[name].value}


class Scorer:
    """A phone at one table, which saves hand after hand."""

    def __init__(self, server: Server, table: Any) -> None:
        from scorekeeper.clubs.models import Role
        from scorekeeper.play.models import Game
        from scorekeeper.play.selectors import game_table

        table_played = game_table(Game.objects.select_related("session").get(session=table.session))
        self.fields, self.last = posted(table_played), 0
        self.browser = Browser(server, cookies(Role.SCORER, table.session.club))
        self.path = f"/sessions/{table.session.code}/games/1/hand/"

    def save(self) -> float:
        self.last += 1
        values = {**self.fields, "number": self.last, "token": uuid4().hex}
        begun = time.monotonic()
        status, body = self.browser.post(self.path, values, **{"HX-Request": "true"})
        if status != 200 or b"X-Outcome" in body:
            raise RuntimeError((status, body[:500]))
        return time.monotonic() - begun


def posted(table_played: Any) -> dict[str, object]:
    """A hand that the first seat wins, as the page sends it."""
    from scorekeeper.engine.questions.entry_json import load_entry
    from scorekeeper.table.entry.forms import HandForm, posted_values

    names = table_played.names
    lines: dict[str, Any] = {name: {"points": 10 * n} for n, name in enumerate(names)}
    hand = {"deal": {}, "lines": lines | {names[0]: {"won": True}}}
    entry = load_entry(table_played.rules, table_played.fold, hand, names)
    form = HandForm(table_played.rules, table_played.fold, names, entry=entry)
    return {name: values[0] for name, values in posted_values(form).items() if values}


class Watcher:
    """A page of the day, or a big screen, which asks once after each save of all tables."""

    def __init__(self, server: Server, path: str, held: dict[str, str]) -> None:
        self.browser, self.path, self.mark = Browser(server, held), path, ""

    def look(self, wait: float) -> float:
        time.sleep(wait)
        begun = time.monotonic()
        status, body = self.browser.get(f"{self.path}?mark={self.mark}", **{"HX-Request": "true"})
        spent = time.monotonic() - begun
        if status not in (200, 204):
            raise RuntimeError((status, body[:500]))
        if status == 200:
            self.mark = body.partition(b"?mark=")[2].partition(b'"')[0].decode()
        return spent


def watchers(server: Server, turn: Any, phones: int, screens: int) -> list[Watcher]:
    from scorekeeper.clubs.models import Role

    session = turn.tournament.session
    page = f"/sessions/{session.code}/tournament/"
    held = [cookies(Role.VIEWER, session.club) for _phone in range(phones + screens - 1)]
    held.append(cookies(Role.HOST, session.club))
    paths = [f"{page}screen/"] * screens + [page] * phones
    return [Watcher(server, path, own) for path, own in zip(paths, held, strict=True)]


def print_times(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    line = f"{name}: median {middle * 1000:.0f} ms, 95 of 100 {late * 1000:.0f} ms"
    print(f"{line}, worst {ordered[-1] * 1000:.0f} ms, of {len(ordered)}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("database", nargs="?")
    parser.add_argument("--phones", type=int, default=64)
    parser.add_argument("--screens", type=int, default=2)
    parser.add_argument("--hands", type=int, default=8)
    options = parser.parse_args()
    prepare(options.database)
    turn = hall(options.phones, options.hands)
    with played() as server, ThreadPoolExecutor(options.phones * 2) as pool:
        scorers = [Scorer(server, table) for table in turn.table_sessions.all()]
        pages = watchers(server, turn, options.phones, options.screens)
        idle = [page.look(0) for page in pages]
        saves, looks = list[float](), list[float]()
        for _hand in range(options.hands):
            saving = [pool.submit(scorer.save) for scorer in scorers]
            waits = [random.random() * EVERY for _page in pages]
            looking = [pool.submit(page.look, w) for page, w in zip(pages, waits, strict=True)]
            saves += [result.result() for result in saving]
            looks += [result.result() for result in looking]
    print(f"{len(scorers)} tables, {options.phones} phones, {options.screens} big screens")
    print_times("first look, one after the other", idle)
    print_times("all tables save at once", saves)
    print_times("pages meanwhile", looks)


if __name__ == "__main__":
    main()
