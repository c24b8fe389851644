"""What a run of CI takes of all tests (docs/decisions/50): ``TURN`` in the environment says it.

Without it all are tried, as ``go.py test`` and ``.ci/run all`` do. With one, which .ci/run makes of
the commit, so that the same commit is tried in the same way, a test or a row of one runs once in so
many turns as its share says. Each test begins to count elsewhere, so that a run meets each game and
page often.

- What needs no database and no browser runs at every turn, but of a search (Hypothesis) with a row
  for each game every third row.
- What touches the database runs at every fourth turn, and where it has a row for each game, page
  or pair, each row once in as many turns as there are rows, in 24 at most; on one of the two
  databases, and on the other when it comes again. What commits, and so may meet another writer,
  runs on PostgreSQL each time.
- What drives a browser, and what is marked ``in_turn`` because it takes seconds, runs once in 24
  turns; files that are marked so as a whole, for their tests share what they start, run as one.
"""

import os
from collections import Counter
from zlib import crc32

import pytest
from django.db import connection

TURN = int(os.environ["TURN"]) if os.environ.get("TURN") else None
SEARCHES, SINGLE, SLOW = 3, 4, 24
"""Of so many rows of a search one is taken; of so many turns one is that of a test of the database
that has fewer rows; of so many, that of a row of those that have more, and of what is slow."""


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
        (stay if has_turn(item, name, place, rows[name]) else left).append(item)
    items[:] = stay
    config.hook.pytest_deselected(items=left)


def has_turn(item: pytest.Item, name: str, place: int, rows: int) -> bool:
    is_marked = any(mark.name == "in_turn" for mark in item.own_markers)
    is_in_marked_file = not is_marked and bool(item.get_closest_marker("in_turn"))
    if is_in_marked_file and not takes(0, item.location[0], SLOW):
        return False
    if is_marked or ("browser" in item.keywords and not is_in_marked_file):
        share = SLOW
    elif "database" in item.keywords or "browser" in item.keywords:
        share = min(rows, SLOW) if is_in_marked_file else min(max(rows, SINGLE), SLOW)
    else:
        share = min(rows, SEARCHES) if is_search(item) else 1
    return takes(place, name, share) and is_on_this_database(item, name, place, share)


def takes(place: int, name: str, share: int) -> bool:
    """Whether what stands at this place of what is called so has its turn, once in ``share``."""
    return TURN is None or (place + crc32(name.encode()) + TURN) % share == 0


def without_row(item: pytest.Item) -> str:
    """The name of the test that this is one row of."""
    return item.nodeid.split("[")[0]


def is_search(item: pytest.Item) -> bool:
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def is_on_this_database(item: pytest.Item, name: str, place: int, share: int) -> bool:
    """What touches none runs wherever it is asked for, and what is bound to one by its marks was
    chosen by these. Else a row that comes again, after ``share`` turns, comes to the other."""
    bound = {"browser", "postgres", "one_database", "picky_database"} & set(item.keywords)
    if "database" not in item.keywords or bound:
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
