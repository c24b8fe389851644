"""Asks the database for all phones at once what they would each ask every two seconds.

While anybody listens in this process one thread looks four times a second at the versions of the
nights that are watched: one short query, however many phones there are. So whatever moves a night
on is noticed, by whichever process, command or worker it was written, and a save does nothing for
it. Every other second it looks whether those who listen still may. What is told is a version,
nothing of the night.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Condition, Thread

from django.db import Error, connection
from django.utils import timezone

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.live.writing import Sign, mark, signs
from scorekeeper.serving.held import Line, event

logger = logging.getLogger(__name__)

LOOKS_EVERY = 0.25
"""Seconds."""
ASKS_WHO_MAY_EVERY = 2.0
SAYS_SO_EVERY = 2.0
"""Seconds until something is said though nothing happened: proxies give up a line that says
nothing, and a page asks by itself after 4.5 seconds (static/js/live/line.js)."""
MOST_OF_ONE = 6
"""Lines of one phone; the oldest gives way."""


@dataclass(eq=False, slots=True)
class Listener:
    """One phone at one night (by its id). ``writes``: it is told too who else writes."""

    night: int
    member: Membership
    hub: Hub
    writes: bool = False
    told: str = ""
    silent_since: float = 0.0
    line: Line | None = None

    def begin(self, line: Line) -> None:
        self.line = line
        self.hub.add(self)

    def gone(self) -> None:
        self.hub.leave(self)

    def hear(self, news: str, now: float) -> None:
        if self.line and (news != self.told or now - self.silent_since > SAYS_SO_EVERY):
            self.told, self.silent_since = news, now
            self.line.tell(event(f"data: {news}"))


@dataclass
class Hub:
    """Of one process."""

    listeners: dict[Listener, None] = field(default_factory=dict)
    """In the order in which they came."""
    changed: Condition = field(default_factory=Condition)
    asked_who_may: float = 0.0
    is_running: bool = False

    def add(self, listener: Listener) -> None:
        with self.changed:
            of_one = [each for each in self.listeners if each.member == listener.member]
            for oldest in of_one[: max(0, len(of_one) + 1 - MOST_OF_ONE)]:
                self.turn_away(oldest)
            self.listeners[listener] = None
            if not self.is_running:
                self.is_running = True
                Thread(target=self.run, name="hub", daemon=True).start()
            self.changed.notify()

    def leave(self, listener: Listener) -> None:
        with self.changed:
            self.listeners.pop(listener, None)

    def run(self) -> None:
        try:
            while True:
                self.look(self.present())
                time.sleep(LOOKS_EVERY)
        finally:
            self.is_running = False  # whoever listens next begins anew

    def present(self) -> list[Listener]:
        """Waits until there is one."""
        with self.changed:
            while not self.listeners:
                self.changed.wait()
            return list(self.listeners)

    def look(self, present: Iterable[Listener]) -> None:
        """A database that is away says nothing: the phones notice it by the silence, and ask."""
        try:
            self.tell(present)
        except Error:
            logger.warning("What is new could not be looked up.", exc_info=True)
            connection.close()
        except Exception:  # the one thread of all lines goes on
            logger.exception("What is new could not be told.")
        finally:
            if connection.vendor == "postgresql":  # back to the others of the pool
                connection.close()

    def tell(self, present: Iterable[Listener]) -> None:
        now, here = time.monotonic(), list(present)
        versions, writing = self.news(here)
        may = self.those_who_may(here, now)
        for listener in here:
            version = versions.get(listener.night)
            if version is None or listener.member.pk not in may:
                self.turn_away(listener)
            elif listener.writes:
                others = (s for s in writing[listener.night] if not s.is_of(listener.member))
                listener.hear(f"{version} {mark(others)}", now)
            else:
                listener.hear(str(version), now)

    @staticmethod
    def news(here: Iterable[Listener]) -> tuple[dict[int, int], dict[int, list[Sign]]]:
        """By night its version, none of one that is gone; and who writes where that is told."""
        nights = {listener.night for listener in here}
        told = {listener.night for listener in here if listener.writes}
        rows = Session.objects.filter(pk__in=nights).values_list("pk", "version")
        return dict(rows), signs(told, timezone.now()) if told else {}

    def those_who_may(self, here: Iterable[Listener], now: float) -> set[int]:
        """As strict as ``access.best_membership``, of phones that were let in by it."""
        members = {listener.member.pk for listener in here}
        if now - self.asked_who_may < ASKS_WHO_MAY_EVERY:
            return members
        self.asked_who_may = now
        standing = Membership.objects.filter(
            pk__in=members, revoked_at__isnull=True, link__revoked_at__isnull=True
        )
        return set(standing.values_list("pk", flat=True))

    def turn_away(self, listener: Listener) -> None:
        self.leave(listener)
        if listener.line:
            listener.line.end()


hub = Hub()
