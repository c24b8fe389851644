"""A season of 40 sessions read and drawn; how many statements one and two workers make a second.

``python -m bench.statements`` on SQLite; ``python -m bench.statements postgres://…`` on a database
that may be wiped; ``BROKER_URL=redis://…`` before it for workers that need not look for messages
in a folder five times a second. The workers are Celery's own and draw statements of single players
of sessions of six; each has drawn some before the clock runs. The better of two goes.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from bench.server import ROOT, prepare
from bench.timing import best_of, table

SESSIONS, SHEETS = 40, 60
STARTS = date(2026, 1, 2)


def club() -> Any:
    """Each session a hand that was really played."""
    from bench.save import HAND
    from tests.helpers import factories as make

    club_played = make.club("Bench")
    for week in range(SESSIONS):
        on = STARTS + timedelta(weeks=week)
        make.play(make.session("points_rummy", make.NAMES, club=club_played, played_on=on), HAND)
    return club_played


def season_times(club_played: Any) -> tuple[float, float, int]:
    """Milliseconds read and drawn, of processor time drawn alone, and bytes of the PDF."""
    from scorekeeper.seasons.services import create_season
    from scorekeeper.statements.contents.season_reading import season_contents
    from scorekeeper.statements.layouts.season import SeasonLayout

    season = create_season(club=club_played, name="2026", starts=STARTS, ends=None)
    size = []

    def print_statement() -> None:
        size.append(len(SeasonLayout(season_contents(season)).pdf()))

    print_statement()
    contents = season_contents(season)
    alone = best_of(SeasonLayout(contents).pdf, clock=time.process_time)
    return best_of(print_statement), alone, size[-1]


@contextmanager
def workers(count: int) -> Iterator[None]:
    """In the session of the web process: Linux weighs sessions alike, whatever they are niced."""
    command = ["nice", sys.executable, "-m", "celery", "-A", "scorekeeper", "worker", "-P", "solo"]
    command += ["--without-mingle", "--without-gossip", "--loglevel", "ERROR"]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    started = [
        subprocess.Popen([*command, "-n", f"w{number}@%h"], cwd=ROOT, env=env, process_group=0)
        for number in range(count)
    ]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)


def per_second(club_played: Any, count: int) -> float:
    """Statements a second, with so many workers that are warm; all of them wait when the clock
    begins."""
    from scorekeeper.core.jobs import services as jobs
    from scorekeeper.core.jobs.models import JobState
    from scorekeeper.statements import services
    from scorekeeper.statements.models import Statement

    Statement.objects.all().delete()
    people = list(club_played.players.order_by("pk"))
    kinds = [(session, who) for session in club_played.sessions.order_by("pk") for who in people]
    services.MOST_IN_WORK = len(kinds)
    tell, jobs.notify_workers = jobs.notify_workers, lambda _job: True
    jobs_asked = [
        services.request_statement(about=n, player=who) for n, who in kinds[: SHEETS + 4 * count]
    ]
    jobs.notify_workers = tell

    def wait(done: int) -> None:
        while Statement.objects.filter(state=JobState.DONE).count() < done:
            time.sleep(0.05)

    with workers(count):
        for job in jobs_asked[: 4 * count]:
            jobs.notify_workers(job)
        wait(4 * count)
        begun = time.perf_counter()
        for job in jobs_asked[4 * count :]:
            jobs.notify_workers(job)
        wait(len(jobs_asked))
        return SHEETS / (time.perf_counter() - begun)


def main() -> None:
    prepare(sys.argv[1] if len(sys.argv) > 1 else "")
    club_played = club()
    took, alone, size = season_times(club_played)
    single, double = (max(per_second(club_played, count) for _turn in range(2)) for count in (1, 2))
    rows = [
        (f"a season of {SESSIONS} sessions, {size // 1024} kB, ms", took),
        ("drawn alone, processor time (limit 250), ms", alone),
        ("statements a second, one worker", single),
        ("statements a second, two workers", double),
        ("two workers to one", double / single),
    ]
    print(table(("", "measured"), rows))


if __name__ == "__main__":
    main()
