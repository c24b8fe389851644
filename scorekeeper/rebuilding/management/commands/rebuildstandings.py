"""``manage.py rebuildstandings [CLUB]``: have the workers write every summary anew, and show how
far they are. Broken off, they go on; the same again shows it again. ``--here`` works here."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Club
from scorekeeper.jobs.models import IN_WORK, JobState
from scorekeeper.rebuilding import services
from scorekeeper.rebuilding.models import Rebuild

LOOK = 1.0
"""Seconds between two looks."""


class Command(BaseCommand):
    help = "Write what each game brought its players anew, from the games and payments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="?", help="the club's code, as in its address; else all")
        parser.add_argument("--here", action="store_true", help="without the workers")

    def handle(self, *args: Any, club: str | None, here: bool, **options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        if club is not None:
            clubs = clubs.filter(code=club)
            if not clubs:
                raise CommandError(f"There is no club called {club!r}.", returncode=2)
        asked = [services.ask(club=each, tell_workers=not here).pk for each in clubs]
        begun = time.monotonic()
        while waiting := self._waiting(asked):
            if not (here and self._worked(waiting)):
                time.sleep(LOOK)
            self._say(asked, begun)
        self._say(asked, begun)
        self.stdout.write("")
        if broken := Rebuild.objects.filter(pk__in=asked, state=JobState.FAILED).first():
            told = f"club {broken.club.code}: given up after {broken.done} nights, see the log"
            raise CommandError(told, returncode=1)

    def _worked(self, waiting: Collection[int]) -> bool:
        """For a moment; False if others are at all of it."""
        found = Rebuild.objects.filter(pk__in=waiting).order_by("pk")
        return any(services.work(each, LOOK) or self._moved(each.pk) for each in found)

    def _moved(self, pk: int) -> bool:
        return Rebuild.objects.filter(pk=pk).exclude(state=JobState.RUNNING).exists()

    def _waiting(self, asked: Collection[int]) -> list[int]:
        found = Rebuild.objects.filter(pk__in=asked, state__in=IN_WORK)
        return list(found.order_by("pk").values_list("pk", flat=True))

    def _say(self, asked: Collection[int], begun: float) -> None:
        found = Rebuild.objects.filter(pk__in=asked)
        done, nights = sum(each.done for each in found), sum(each.nights for each in found)
        games, written = sum(each.games for each in found), sum(each.written for each in found)
        spent = time.monotonic() - begun
        self.stdout.write(
            f"\r{done} of {nights} nights, {games} games, {written} written anew, {spent:.0f} s",
            ending="",
        )
        self.stdout.flush()
