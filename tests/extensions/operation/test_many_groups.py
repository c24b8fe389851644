"""No page, and nothing that a site does by itself, reads the rows of all groups: every query is
explained on a site of many groups, by a planner that goes by an index wherever there is one."""

from collections.abc import Iterator
from io import StringIO
from typing import Any, Final

import pytest
from django.core.cache import caches
from django.core.management import call_command

from bench import plans as acts
from bench.copied_rows import Copies, finish_tables, put_groups, templates
from scorekeeper.clubs.models import Club
from tests.extensions.operation.admin_urls import PATH
from tests.helpers.plans import Reads, explained, sizes, without

pytestmark = [
    pytest.mark.programs,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]
SMALL: Final = 100
"""Rows of a table that may be read whole."""
BOUNDED: Final = ("SELECT COUNT(*) FROM (", "admin: clubs.Club", "admin: clubs.Membership searched")
"""Queries that stop at a number of rows whatever the table has; and tables of the admin whose names
are searched, a row for each group or device."""
SELDOM: Final = (
    "beat: scorekeeper.statements.tasks.prune",
    "beat: scorekeeper.extensions.operation.retention.tasks.retain",
    "beat: scorekeeper.extensions.operation.ledger_check.tasks.start",
)
"""Every hour or night these read a short row for each group, device, statement or session."""


@pytest.fixture
def many(transactional_db: None) -> Copies:
    copies = templates([(3, 4), (4, 5)], cases=1)
    put_groups(copies, 40, 4000)
    finish_tables(copies)
    return copies


@pytest.fixture
def club(many: Copies) -> Club:
    return Club.objects.filter(name="Group 7")[0]


def test_copied_groups_are_as_if_they_had_been_played(many: Copies, club: Club) -> None:
    call_command("verify", club.code, stdout=StringIO())
    call_command("checkledger", stdout=StringIO())
    call_command("checkstandings", club.code, stdout=StringIO())
    assert many.sessions > 60


def test_no_query_reads_the_rows_of_all_groups(club: Club, settings: Any) -> None:
    settings.BACKUPS = False  # one takes long, and reads everything
    settings.ADMIN_PATH, settings.ROOT_URLCONF = PATH, "tests.extensions.operation.admin_urls"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    faults = {}
    with without(["seqscan", "hashjoin", "mergejoin"]):
        for name, reads in reads_of(club):
            whole = [f"{what}: {sql}" for sql, what in reads.faults.items()]
            left = [text for text in whole if not any(word in f"{name} {text}" for word in BOUNDED)]
            if left and name not in SELDOM:
                faults[name] = left
    assert not faults, faults


def reads_of(club: Club) -> Iterator[tuple[str, Reads]]:
    most: dict[str, float] = {t: rows / 2 for t, rows in sizes().items() if rows > SMALL}
    for name, act in acts.all_acts(club):
        for cache in caches.all():
            cache.clear()
        with explained(most) as reads:
            act()
        yield name, reads
