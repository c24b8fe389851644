"""``manage.py rebuildstandings [CLUB]``: has the workers recalculate all results, and shows the
progress. Interrupted, they go on; the same command shows it again. ``--here`` works without
them."""

import time
from argparse import ArgumentParser
from collections.abc import Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.management.groups import add_group, groups
from scorekeeper.core.jobs.models import IN_WORK, JobState
from scorekeeper.seasons.rebuilds import services
from scorekeeper.seasons.rebuilds.models import Rebuild

INTERVAL = 1.0
"""Seconds between two updates."""


class Command(BaseCommand):
    help = "Recalculate the results of every game from the games and payments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_group(parser)
        parser.add_argument(
            "--here", action="store_true", help="work in this process, not in the workers"
        )

    def handle(self, *args: Any, club: str | None, here: bool, **options: Any) -> None:
        rebuilds = [
            services.start_rebuild(club=group, tell_workers=not here).pk for group in groups(club)
        ]
        started = time.monotonic()
        while waiting := self._in_work(rebuilds):
            if not (here and self._work(waiting)):
                time.sleep(INTERVAL)
            self._show_progress(rebuilds, started)
        self._show_progress(rebuilds, started)
        self.stdout.write("")
        if broken := Rebuild.objects.filter(pk__in=rebuilds, state=JobState.FAILED).first():
            message = f"group {broken.club.code}: stopped after {broken.done} sessions, see the log"
            raise CommandError(message, returncode=1)

    def _work(self, waiting: Collection[int]) -> bool:
        """Works for a moment; False if others work on all of it."""
        rebuilds = Rebuild.objects.filter(pk__in=waiting).order_by("pk")
        return any(
            services.run(rebuild, INTERVAL) or self._is_free(rebuild.pk) for rebuild in rebuilds
        )

    def _is_free(self, pk: int) -> bool:
        return Rebuild.objects.filter(pk=pk).exclude(state=JobState.RUNNING).exists()

    def _in_work(self, rebuilds: Collection[int]) -> list[int]:
        in_work = Rebuild.objects.filter(pk__in=rebuilds, state__in=IN_WORK)
        return list(in_work.order_by("pk").values_list("pk", flat=True))

    def _show_progress(self, pks: Collection[int], started: float) -> None:
        rebuilds = Rebuild.objects.filter(pk__in=pks)
        done, sessions = sum(row.done for row in rebuilds), sum(row.sessions for row in rebuilds)
        games, written = sum(row.games for row in rebuilds), sum(row.written for row in rebuilds)
        spent = time.monotonic() - started
        self.stdout.write(
            f"\r{done} of {sessions} sessions, {games} games, {written} rebuilt, {spent:.0f} s",
            ending="",
        )
        self.stdout.flush()
