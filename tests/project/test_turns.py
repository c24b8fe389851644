"""A run of CI takes a part of all tests; in a few turns each has run wherever it can."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.helpers import turns
from tests.helpers.turns import SINGLE, SLOW

CONFIG: Any = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: None))
COMMITS = {"django_db": SimpleNamespace(kwargs={"transaction": True})}
IN_TURN = {"in_turn": SimpleNamespace(kwargs={})}


class Runs:
    """What runs in a step of CI on this database, in so many turns."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch

    def __call__(self, items: list[Any], vendor: str, many: int) -> list[list[str]]:
        self.patch.setattr(turns, "connection", SimpleNamespace(vendor=vendor))
        chosen = []
        for turn in range(1000, 1000 + many):
            self.patch.setattr(turns, "TURN", turn)
            left = list(items)
            turns.keep_turn(CONFIG, left)
            chosen.append([item.nodeid for item in left])
        return chosen


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    return Runs(monkeypatch)


def item(nodeid: str, *keywords: str, marks: Any = None) -> Any:
    return SimpleNamespace(
        nodeid=nodeid,
        keywords=set(keywords),
        location=(nodeid.split("::")[0], 1, ""),
        fixturenames=(),
        own_markers=(),
        get_closest_marker=(marks or {}).get,
    )


def rows(many: int, *keywords: str, marks: Any = None) -> list[Any]:
    return [item(f"tests/test_a.py::test_b[{row}]", *keywords, marks=marks) for row in range(many)]


def names(items: list[Any]) -> set[str]:
    return {test.nodeid for test in items}


def test_without_a_turn_all_run(monkeypatch):
    monkeypatch.setattr(turns, "TURN", None)
    items = rows(21, "database")
    turns.keep_turn(CONFIG, items)
    assert len(items) == 21


def test_what_needs_no_database_always_runs(runs):
    pure = rows(21)
    assert all(len(run) == 21 for run in runs(pure, "sqlite", 9))


def test_a_search_takes_a_part_of_its_rows_and_one_at_least(runs):
    search = SimpleNamespace(is_hypothesis_test=True)
    for many, taken in ((1, 1), (2, 1), (21, 7)):
        items = rows(many)
        for test in items:
            test.obj = search
        by_turn = runs(items, "sqlite", turns.SEARCHES)
        assert {len(run) for run in by_turn} == {taken}
        assert set().union(*by_turn) == names(items)


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
@pytest.mark.parametrize("many", [1, 3, 21, 105])
def test_each_row_comes_to_each_database_within_two_rounds(runs, vendor, many):
    items = rows(many, "database")
    by_turn = runs(items, vendor, 2 * SLOW)
    assert set().union(*by_turn) == names(items)


@pytest.mark.parametrize("many", [1, 3, 21, 105])
def test_each_row_that_has_its_turn_runs_on_one_of_the_two(runs, many):
    items = rows(many, "database")
    both = list(zip(runs(items, "sqlite", SLOW), runs(items, "postgresql", SLOW), strict=True))
    assert not any(set(first) & set(other) for first, other in both)
    counts = {len(first) + len(other) for first, other in both}
    share = min(max(many, SINGLE), SLOW)
    assert counts <= {many // share, many // share + 1}


def test_what_commits_runs_on_postgres_whenever_it_has_its_turn(runs):
    items = rows(SINGLE, "database", marks=COMMITS)
    assert all(len(run) == 1 for run in runs(items, "postgresql", SLOW))


@pytest.mark.parametrize(
    "only", ["postgres", "one_database", "picky_database"], ids=lambda only: f"marked {only}"
)
def test_what_is_bound_to_one_runs_there_whenever_it_has_its_turn(runs, only):
    items = rows(SINGLE, "database", only)
    assert all(len(run) == 1 for run in runs(items, "sqlite", SLOW))


def test_browsers_take_some_sessions_and_some_pages(runs):
    session, pages = rows(1, "browser"), rows(2 * SLOW, "browser")
    assert sum(map(len, runs(session, "sqlite", 3 * SLOW))) == 3
    assert all(len(run) == 2 for run in runs(pages, "sqlite", SLOW))


def test_a_file_that_starts_programs_runs_whole_or_not_at_all(runs):
    items = [item(f"tests/test_a.py::test_{name}", marks=IN_TURN) for name in "abc"]
    assert sorted(map(len, runs(items, "sqlite", SLOW))) == [*[0] * (SLOW - 1), 3]


@pytest.mark.parametrize("keywords", [(), ("database",)])
def test_of_a_test_that_takes_seconds_each_row_has_its_own_turn(runs, keywords):
    items = rows(2 * SLOW, *keywords)
    for test in items:
        test.own_markers = [SimpleNamespace(name="in_turn")]
    on_sqlite, on_postgres = runs(items, "sqlite", 2 * SLOW), runs(items, "postgresql", 2 * SLOW)
    assert set().union(*on_sqlite) == set().union(*on_postgres) == names(items)
    both = [len({*a, *b}) for a, b in zip(on_sqlite, on_postgres, strict=True)]
    assert both == [2] * (2 * SLOW)
