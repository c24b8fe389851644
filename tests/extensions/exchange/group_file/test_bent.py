"""A group's file that is bent in one place is refused in words, or all its pages can be shown."""

import os
import random
from typing import Any

import pytest

from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    NotADocumentError,
    parse_on_page,
)
from scorekeeper.extensions.exchange.group_file.services import preview
from scorekeeper.extensions.exchange.group_file.writing import text
from scorekeeper.play.replays.evidence import chained_digest
from tests.extensions.exchange.group_file import bent
from tests.helpers.exchange.round import Told, column, sealed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
CASES = int(os.environ.get("BENT", "4"))
"""How many of some thirty thousand ways are tried of each group."""
HUGE = 1e308


def put(content: Told, table: str, name: str, value: Any, *inside: Any, row: int = 0) -> Told:
    path = ("tables", table, "rows", row, column(content, table, name), *inside)
    return bent.with_value(content, path, value)[1]


def refusal(content: Told) -> str:
    with pytest.raises(NotADocumentError) as refused:
        preview(parse_on_page(text(sealed(content)).encode()))
    return str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("draw", "nonsense"), ("variant", "nonsense"), ("rounds", 10**12), ("places", [None])],
        *[("hands", {}), ("minutes", -1), ("smallest", 9), ("fee", 0.5), ("preset", [])],
        *[("prizes", [50]), ("options", {"nonsense": 1}), ("cuts", [[1, "x"]]), ("ties", "x")],
        *[("sign_up", 1), ("draw", bent.MISSING), ("more", 1)],
    ],
)
def test_a_plan_is_checked_as_the_form_checks_it(name: str, value: Any) -> None:
    content = bent.exported("tournament")
    assert "(plan_json)" in refusal(put(content, "tournaments", "plan_json", value, name))


@pytest.mark.parametrize(
    ("group", "table", "name"),
    [
        *[("session", "scores", "points"), ("session", "scores", "beside")],
        *[("session", "results", "points"), ("tournament", "penalties", "points")],
        *[("session", "payments", "amount"), ("calendar", "imported_results", "amount")],
    ],
)
@pytest.mark.parametrize("value", [HUGE, -HUGE, 10**17])
def test_no_number_is_larger_than_a_form_takes(
    group: str, table: str, name: str, value: float
) -> None:
    assert f"({name})" in refusal(put(bent.exported(group), table, name, value))


def test_tables_that_this_site_lacks_are_named_and_so_are_those_the_file_lacks() -> None:
    content = bent.exported("session")
    tables = content["tables"]
    more = {"columns": ["a"], "rows": [[1]]}
    assert "auctions, bids." in refusal(
        {**content, "tables": {**tables, "bids": more, "auctions": more}}
    )
    less = {name: table for name, table in tables.items() if name not in ("hands", "scores")}
    assert "hands, scores." in refusal({**content, "tables": less})


def voided_hand(content: Told) -> int:
    voided = column(content, "hands", "voided_at")
    rows = content["tables"]["hands"]["rows"]
    return max(place for place, row in enumerate(rows) if row[voided])


def chained(content: Told) -> Told:
    """The document with the chain of hands made anew."""
    own = [column(content, "hands", name) for name in ("token", "entry", "digest")]
    token, entry, digest = own
    rows, last = [], ""
    for row in content["tables"]["hands"]["rows"]:
        last = chained_digest(last, row[token], row[entry])
        rows.append([*row[:digest], last, *row[digest + 1 :]])
    content = bent.with_value(content, ("tables", "hands", "rows"), rows)[1]
    return put(content, "games", "last_digest", last)


@pytest.mark.parametrize("value", ["nonsense", [], {}, {"0": {"finish": "nonsense"}}, [1, 2]])
def test_a_deleted_hand_can_be_read(value: Any) -> None:
    content = bent.exported("session")
    content = bent.with_value(content, ("tables", "changes", "rows"), [])[1]
    hand = voided_hand(content)
    bad = put(content, "hands", "entry", value, "lines", row=hand)
    assert bent.faults(chained(bad)) == []


@pytest.mark.parametrize(
    ("table", "name", "value", "inside"),
    [
        ("games", "public_state", 3, ("notes", 0)),
        ("games", "public_state", ["x", 3], ("notes", 0)),
        ("games", "tally", "nonsense", ("feats",)),
        ("games", "tally", [], ("hands",)),
        ("games", "tally", {"a": 1}, ("run",)),
        ("games", "agreed", "nonsense", ("asked",)),
        ("games", "agreed", [1], ("words",)),
        ("games", "pace", ["x"], ("gaps",)),
        ("games", "options", bent.MISSING, ("decks",)),
        ("hands", "laid", {"a": 1}, ()),
        ("hands", "at", "", ()),
        ("scores", "won", [99], ()),
        ("scores", "reason", "[" * 5000, ()),
    ],
)
def test_what_a_page_could_not_show_is_refused(
    table: str, name: str, value: Any, inside: tuple[Any, ...]
) -> None:
    assert refusal(put(bent.exported("session"), table, name, value, *inside))


def test_the_rows_of_a_tournament_belong_together() -> None:
    content = bent.exported("tournament")
    rows = content["tables"]["rounds"]["rows"]
    turned = bent.with_value(content, ("tables", "rounds", "rows"), rows[::-1])[1]
    assert "contradict" in refusal(turned)
    stranger = put(content, "rounds", "drawn", [[0, 0, 1]], "tables")
    assert "contradict" in refusal(stranger)


@pytest.mark.parametrize("group", bent.GROUPS)
def test_no_bent_file_ends_in_an_error(group: str) -> None:
    content = bent.exported(group)
    ways = list(bent.bent(content))
    chosen = random.Random(group).sample(ways, CASES)
    found = {where: faults for where, bad in chosen if (faults := bent.faults(bad))}
    assert found == {}
