"""Two writes at once, stopped where it hurts: real connections in threads, no sleeping.

``Writer`` runs one write in a transaction that it holds open at its first lock, and again at its
last moment. Whether the other is done or waits for a lock is asked of PostgreSQL itself.
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from threading import Barrier, Event, Thread
from typing import Any

from django.db import connection, transaction

LOCKS = re.compile(r"\bFOR (NO KEY )?UPDATE\b|^\s*(INSERT|UPDATE|DELETE)\b")
"""A statement after which others may have to wait."""
PATIENCE = 90.0
"""Seconds after which a thread that says nothing is given up."""


class Writer(Thread):
    """``outcome``: what ``act`` gave or raised. ``stops``: hold at the first lock and the end."""

    def __init__(self, act: Callable[[], Any], *, first: bool = False, last: bool = False) -> None:
        super().__init__(daemon=True)
        self.act, self.pid = act, 0
        self.outcome: Any = None
        self.holds = {"first": first, "last": last}
        self.reached = {"first": Event(), "last": Event()}
        self.leave = {"first": Event(), "last": Event()}
        self.ended = Event()

    def run(self) -> None:
        try:
            connection.ensure_connection()
            self.pid = connection.connection.info.backend_pid if on_postgres() else 0
            with transaction.atomic() if any(self.holds.values()) else nullcontext():
                with connection.execute_wrapper(self._hold_at_first):
                    self.outcome = self.act()
                self._hold("last")
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            self.outcome = error
        finally:
            connection.close()
            self.ended.set()
            for event in self.reached.values():
                event.set()

    def _hold_at_first(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if LOCKS.search(sql):
            self._hold("first")
        return answer

    def _hold(self, where: str) -> None:
        if self.holds[where] and not self.reached[where].is_set():
            self.reached[where].set()
            self.leave[where].wait(PATIENCE)

    def release(self, where: str) -> None:
        self.leave[where].set()

    @property
    def is_waiting(self) -> bool:
        """For a lock that somebody else holds."""
        with connection.cursor() as cursor:
            query = "SELECT wait_event_type FROM pg_stat_activity WHERE pid = %s"
            cursor.execute(query, [self.pid])
            row = cursor.fetchone()
        return bool(row) and row[0] == "Lock"

    def run_into(self) -> bool:
        """Start, and come back when it is done (True) or has to wait for somebody (False)."""
        self.start()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.ended.wait(0.001):
                return True
            if self.pid and self.is_waiting:
                return False
        raise AssertionError("neither done nor waiting")


def on_postgres() -> bool:
    return connection.vendor == "postgresql"


def collide(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[tuple[Any, Any], bool]:
    """What came of both when ``second`` runs into ``first``, which has just got its first lock,
    and goes on from there to its end while ``second`` waits or is done; and whether it waited."""
    leader, follower = Writer(first, first=True, last=True), Writer(second)
    leader.start()
    assert leader.reached["first"].wait(PATIENCE)
    done = follower.run_into()
    leader.release("first")
    assert leader.reached["last"].wait(PATIENCE)
    leader.release("last")
    return _both(leader, follower), not done


def collide_at_the_end(
    first: Callable[[], Any], second: Callable[[], Any]
) -> tuple[tuple[Any, Any], bool]:
    """The same, but ``second`` starts when ``first`` has done everything except commit."""
    leader, follower = Writer(first, last=True), Writer(second)
    leader.start()
    assert leader.reached["last"].wait(PATIENCE)
    done = follower.run_into()
    leader.release("last")
    return _both(leader, follower), not done


def _both(*writers: Writer) -> tuple[Any, Any]:
    for writer in writers:
        writer.join(PATIENCE)
        assert not writer.is_alive(), "a writer never came to an end"
    first, second = writers
    return first.outcome, second.outcome


def together(*acts: Callable[[], Any]) -> Sequence[Any]:
    """Returns what each gave, or raised, when all of them were called at the same moment."""
    gate = Barrier(len(acts))

    def after_the_gate(act: Callable[[], Any]) -> Callable[[], Any]:
        def wait_and_act() -> Any:
            gate.wait(PATIENCE)
            return act()

        return wait_and_act

    writers = [Writer(after_the_gate(act)) for act in acts]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(PATIENCE)
        assert not writer.is_alive(), "a writer never came to an end"
    return [writer.outcome for writer in writers]
