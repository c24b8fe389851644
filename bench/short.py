"""The ratios that a slow change would move, in a few seconds: looked at in CI, and failing nothing.

``python -m bench.short`` on SQLite. Fewer rounds than the programs of each, so a tenth more or less
says nothing; what is twice as slow as yesterday does. The last lines are of what ``go.py play``
starts: how long a device waits for an answer on a kept connection, against the processor time that
it takes on both ends.
"""

import time
from collections.abc import Callable

from bench.save import Saver, fill, floor, posted, started
from bench.server import Browser, Server, alternating, played, prepare, served

ROUNDS = 40
FEW, MANY = 10, 100
"""Hands of a session that is settled."""


class Session:
    """A session of a few hands, and a phone on it that stays connected."""

    def __init__(self, server: Server, hands: int) -> None:
        self.table_played, _browser, self.cookies = started()
        fill(self.table_played, hands)
        self.hands, self.server = hands, server
        self.path = f"/sessions/{self.table_played.game.session.code}"
        self.phone = Browser(server, self.cookies)

    def saves(self) -> Saver:
        page = f"{self.path}/games/{self.table_played.game.number}/hand/"
        return Saver(
            Browser(self.server, self.cookies), page, posted(self.table_played), self.hands
        )

    def asks(self, page: str, expected: int = 200) -> Callable[[int], None]:
        def ask(_turn: int) -> None:
            status, body = self.phone.get(f"{self.path}/{page}", **{"HX-Request": "true"})
            if status != expected:
                raise RuntimeError(f"{page} answered {status}: {body[:300]!r}")

        return ask

    def polls(self) -> Callable[[int], None]:
        self.table_played.game.session.refresh_from_db()
        return self.asks(f"newer/?v={self.table_played.game.session.version}", 204)


class LongSeason:
    """Eighty sessions of a club, and a phone on their table."""

    def __init__(self, server: Server) -> None:
        from django.conf import settings

        from bench.standings import FEW as PAYMENTS
        from bench.standings import filled
        from tests.helpers import factories as make

        self.club = filled("Season", PAYMENTS)
        name = settings.SESSION_COOKIE_NAME
        cookie = make.host_client(self.club).cookies[name].value
        self.phone, self.path = (
            Browser(server, {name: cookie}),
            f"/g/{self.club.code}/standings/",
        )

    def page(self, _turn: int = 0) -> None:
        status, body = self.phone.get(f"{self.path}?season=all")
        if status != 200:
            raise RuntimeError(f"the season answered {status}: {body[:300]!r}")

    def after_a_hand(self, _turn: int = 0) -> None:
        """As a save moves its session on."""
        from django.db.models import F

        last = self.club.sessions.order_by("-pk").values("pk")[:1]
        self.club.sessions.filter(pk__in=last).update(version=F("version") + 1)
        self.page()


def empty(server: Server) -> Callable[[int], None]:
    phone = Browser(server, {})

    def ask(_turn: int) -> None:
        phone.get("/floor/empty/")

    return ask


def measured(**acts: Callable[[int], None]) -> dict[str, float]:
    """Medians in milliseconds, of acts that were tried before."""
    for act in acts.values():
        for turn in range(5):
            act(turn)
    return alternating(acts, ROUNDS)


def ratio_line(name: str, medians: dict[str, float], act: str, base: str, limit: str) -> str:
    ratio = f"{medians[act] / medians[base]:5.2f} ×"
    return f"{name:<34}{ratio} {base:<8} ({medians[act]:6.2f} ms; {limit})"


def ratios(server: Server) -> list[str]:
    few, many = Session(server, FEW), Session(server, MANY)
    polls, boards = few.polls(), few.asks("")
    reads = measured(empty=empty(server), poll=polls, board=boards)
    settled = measured(few=few.asks("settle/"), many=many.asks("settle/"))
    saved = measured(floor=floor(Browser(server, {})), save=few.saves(), late=many.saves())
    season = LongSeason(server)
    read = measured(empty=empty(server), stands=season.page, moved=season.after_a_hand)
    return [
        ratio_line("season's page as it stands", read, "stands", "empty", "no limit"),
        ratio_line("season's page after a hand", read, "moved", "stands", "limit 3"),
        ratio_line("save of a hand", saved, "save", "floor", "limit 4.5"),
        ratio_line(f"save at hand {MANY}", saved, "late", "save", "limit 1.3"),
        ratio_line("poll without news", reads, "poll", "empty", "limit 1.5"),
        ratio_line("board", reads, "board", "empty", "no limit"),
        ratio_line(f"settling {MANY} hands, not {FEW}", settled, "many", "few", "limit 1.3"),
    ]


def waiting_line(server: Server, name: str, act: Callable[[int], None]) -> str:
    """Wall time against processor time of the server and of this client."""
    for turn in range(10):  # both processes of the server
        act(turn)
    busy, begun = server.cpu() + time.process_time(), time.perf_counter()
    for turn in range(ROUNDS):
        act(turn)
    wall = (time.perf_counter() - begun) / ROUNDS * 1000
    cpu = (server.cpu() + time.process_time() - busy) / ROUNDS * 1000
    return f"{name:<34}{wall / cpu:5.2f} × its CPU  ({wall:6.2f} ms; limit 2 when idle)"


def waits(server: Server) -> list[str]:
    session = Session(server, FEW)
    acts = {
        "play: board": session.asks(""),
        "play: settling": session.asks("settle/"),
        "play: poll without news": session.polls(),
        "play: save of a hand": session.saves(),  # last: it is news
    }
    return [waiting_line(server, name, act) for name, act in acts.items()]


def main() -> None:
    prepare(None)
    from bench.models import FloorGame  # Django is set up now

    FloorGame.objects.get_or_create(pk=1)
    with served() as server:
        print(*ratios(server), sep="\n")
    with played() as site:
        print(*waits(site), sep="\n")


if __name__ == "__main__":
    main()
