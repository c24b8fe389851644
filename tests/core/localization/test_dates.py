"""Days and times look the same on every page and statement."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from scorekeeper.core.localization import currencies, dates
from tests.helpers.trees import templates

ROOT = Path(__file__).parents[3]
SOURCES = (*(ROOT / "scorekeeper").rglob("*.py"), *templates())
OWN = re.compile(r"""babel\.dates|import.*\bdates\b.*babel|\|(date|time)(:|\b)|TIME_FORMAT""")
"""A way of its own to write a day or time."""
ALLOWED = {
    "scorekeeper/core/localization/dates.py",
    "templates/settlement/_settle.html",  # the name of a file
}


def test_one_module_writes_days_and_times() -> None:
    own = {str(path.relative_to(ROOT)) for path in SOURCES if OWN.search(path.read_text())}
    assert own - ALLOWED == set()


@pytest.mark.parametrize(
    ("tag", "clock", "moment"),
    [
        ("en-IN", "7:30\u202fpm", "20 Nov 2026, 7:30\u202fpm"),
        ("en-GB", "19:30", "20 Nov 2026, 19:30"),
        ("hi-IN", "7:30 pm", "20 नव॰ 2026, 7:30 pm"),
    ],
)
def test_each_kind_looks_as_the_reader_writes_it(tag: str, clock: str, moment: str) -> None:
    value = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
    with currencies.reading_as(tag):
        assert (dates.clock(value), dates.moment(value)) == (clock, moment)
        assert dates.moment(value).startswith(dates.day(date(2026, 11, 20)))
