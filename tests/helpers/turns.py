"""What a run of CI takes of all tests (docs/decisions/27): ``TURN`` in the environment says it.

Without it all are tried, as ``go.py test`` and ``.ci/run all`` do. With one, which .ci/run makes of
the commit, so that the same commit is tried in the same way:

- what needs no database and no browser runs, but of a search (Hypothesis) with a row for each game
  every third row;
- what touches the database runs on one of the two, on the other at another turn; what commits, and
  so may meet another writer, runs on PostgreSQL at every turn;
- of a test that has a row for each game, page or pair and touches a database or a browser, every
  twelfth row runs and one at least; each test begins to count elsewhere, so that a run meets each
  game and page often;
- of what else drives a browser, every sixth test, or every sixth row of one that has fewer;
- of what is marked ``in_turn``, because it takes seconds, every sixth: of files where these share
  what they start, of tests and their rows else, so that no turn has much more to do than another.
"""

from __future__ import annotations

import os
from collections import Counter
from zlib import crc32

import pytest
from django.db import connection

TURN = int(os.environ["TURN"]) if os.environ.get("TURN") else None
ROWS, EVENINGS, PROGRAMS, SEARCHES = 12, 6, 6, 3
"""Of so many rows of a test one is taken; of so many tests of a browser; of so many in turn; of so
many rows of a search that needs neither a database nor a browser."""


def takes(place: int, name: str, share: int) -> bool:
    """Whether what stands at this place of what is called so has its turn, once in ``share``."""
    return TURN is None or (place + crc32(name.encode()) + TURN) % share == 0


def keep_turn(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves in ``items`` those that have their turn; each is known by its marks."""
    if TURN is None:
        return
    rows = Counter(without_row(item) for item in items)
    places: Counter[str] = Counter()
    stay: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        name = without_row(item)
        place, places[name] = places[name], places[name] + 1
        (stay if fits(item, name, place, rows[name]) else left).append(item)
    items[:] = stay
    config.hook.pytest_deselected(items=left)


def fits(item: pytest.Item, name: str, place: int, rows: int) -> bool:
    if any(mark.name == "in_turn" for mark in item.own_markers):
        has_turn = takes(place, name, PROGRAMS)
        return has_turn and (not is_slow(item) or is_on_this_database(item, name, place, PROGRAMS))
    if item.get_closest_marker("in_turn"):
        if not takes(0, item.location[0], PROGRAMS):
            return False
    elif "browser" in item.keywords and rows < EVENINGS:
        return takes(place, name, EVENINGS)
    if not is_slow(item):
        return not is_search(item) or takes(place, name, min(rows, SEARCHES))
    if not takes(place, name, min(rows, ROWS)):
        return False
    return is_on_this_database(item, name, place, min(rows, ROWS))


def without_row(item: pytest.Item) -> str:
    """The name of the test that this is one row of."""
    return item.nodeid.split("[")[0]


def is_slow(item: pytest.Item) -> bool:
    return "database" in item.keywords or "browser" in item.keywords


def is_search(item: pytest.Item) -> bool:
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def is_on_this_database(item: pytest.Item, name: str, place: int, share: int) -> bool:
    """What is bound to one of them by its marks was chosen by these. A row that comes again, after
    ``share`` turns, comes to the other."""
    if {"browser", "postgres", "one_database", "picky_database"} & set(item.keywords):
        return True
    rounds = ((TURN or 0) + place) // share
    is_for_sqlite = (rounds + crc32(name.encode()) // share) % 2 == 0
    if connection.vendor == "sqlite":
        return is_for_sqlite
    return commits(item) or not is_for_sqlite


def commits(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(marked and marked.kwargs.get("transaction")) or "transactional_db" in fixtures
