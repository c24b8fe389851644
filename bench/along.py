"""What it costs the server that a phone which took the session along fetches it anew after each
hand.

``python -m bench.along`` on SQLite; ``python -m bench.along postgres://…`` on a database that may
be wiped. Sixty hands of paplu, each with its payments, six people, a hundred other sessions of the
club; the session moves on before each request, as a save moves it. Processor time of whole requests
in this process, from the scorer's phone and from a guest's; the first, and those after it.
"""

import statistics
import sys
import time
from datetime import date, timedelta
from typing import Any

from bench.save import HAND, NAMES
from bench.server import prepare
from bench.timing import table

SESSIONS = 100
HANDS = 60
ROUNDS = 40


def club_of_many_sessions() -> Any:
    """The table of the last session, with ``SESSIONS`` of two hands before it."""
    from tests.helpers import factories as make

    table_played = make.session("paplu", NAMES, {"rounds": None})
    club = table_played.game.session.club
    for days in range(SESSIONS):
        other = make.session(
            "paplu", NAMES, club=club, played_on=date(2026, 1, 1) + timedelta(days)
        )
        make.play(other, HAND, HAND)
    last = make.session("paplu", NAMES, {"rounds": None}, club=club)
    return make.play(last, *[HAND] * HANDS)


class Fetching:
    """One phone that asks again and again."""

    def __init__(self, session: Any, browser: Any) -> None:
        self.session, self.browser, self.tag = session, browser, ""
        self.path = f"/sessions/{session.code}/offline/snapshot/"
        self.length = 0

    def moved(self) -> None:
        from django.db.models import F

        from scorekeeper.clubs.models import Session

        Session.objects.filter(pk=self.session.pk).update(version=F("version") + 1)

    def __call__(self, status: int = 200) -> float:
        """Milliseconds of processor time."""
        begun = time.process_time()
        answer = self.browser.get(self.path, headers={"If-None-Match": self.tag})
        spent = time.process_time() - begun
        if answer.status_code != status:
            raise RuntimeError(f"{self.path} answered {answer.status_code}")
        self.tag = answer.headers.get("ETag", self.tag)
        self.length = len(answer.content) or self.length
        return spent * 1000


def measured(fetch: Fetching) -> tuple[float, float, float]:
    """The first request, then the median of those after a hand and of those after nothing."""
    first = fetch()
    moved, same = [], []
    for _round in range(ROUNDS):
        fetch.moved()
        moved.append(fetch())
        same.append(fetch(304))
    return first, statistics.median(moved), statistics.median(same)


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else None
    prepare(database)
    from scorekeeper.clubs.models import Role
    from tests.helpers import factories as make

    table_played = club_of_many_sessions()
    session = table_played.game.session
    places = {
        "scorer": make.member(Role.SCORER, session.club),
        "guest of the session": make.member(Role.VIEWER, session.club, session),
    }
    rows = []
    for name, mine in places.items():
        fetch = Fetching(session, make.client_as(mine))
        rows.append((name, *(f"{ms:.1f}" for ms in measured(fetch)), f"{fetch.length // 1000}"))
    print(f"database: {(database or 'sqlite').split(':')[0]}, {HANDS} hands, {SESSIONS} others")
    print(table(("CPU ms", "first", "after a hand", "nothing new", "kB"), rows))


if __name__ == "__main__":
    main()
