"""No migration after 1.0 locks a table that people write to, or takes away what older code uses.

docs/releasing.md has the rules in words. SQLite has one lock for all; PostgreSQL is looked at.
"""

from typing import Any, Final

import pytest
from django.db import migrations, models
from django_migration_linter.migration_linter import MigrationLinter

from scorekeeper.core.jobs.models import JobState
from tests.extensions.operation.releases.sites import LATER

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

ALLOWED: Final[dict[str, str]] = {}
"""Names of migrations (``app.0002_name``) that break a rule, and why they may: a table without rows
or writers yet, or one that is locked for as long as people wait for a page. ``OLDEST_COMPATIBLE``
is raised where older code would fail."""
OF_OTHERS: Final = ["auth", "contenttypes", "admin", "otp_static", "otp_totp", "sessions"]
"""Apps of Django and of libraries."""


def linter() -> MigrationLinter:
    return MigrationLinter(
        exclude_apps=OF_OTHERS,
        ignore_initial_migrations=True,
        all_warnings_as_errors=True,
        analyser_string="postgresql",
        no_cache=True,
    )


def test_no_migration_locks_a_table_or_takes_away_a_column(capsys: Any) -> None:
    check = linter()
    check.ignore_name = [name.partition(".")[2] for name in ALLOWED]
    check.lint_all_migrations()
    assert not check.has_errors, capsys.readouterr().out


BAD: Final[dict[str, Any]] = {
    "a column that must be filled": migrations.AddField(
        "hand", "later", models.CharField(max_length=8, default="")
    ),
    "a column taken away": migrations.RemoveField("hand", "reason"),
    "a column renamed": migrations.RenameField("hand", "reason", "why"),
    "a column of another type": migrations.AlterField("hand", "reason", models.IntegerField()),
    "a table renamed": migrations.RenameModel("Draw", "Deal"),
    "a table taken away": migrations.DeleteModel("Draw"),
    "an index": migrations.AddIndex("hand", models.Index(fields=["reason"], name="by_reason")),
    "a unique constraint": migrations.AddConstraint(
        "hand", models.UniqueConstraint(fields=["reason"], name="one_reason")
    ),
}
GOOD: Final[dict[str, Any]] = {
    "a column that may be empty": migrations.AddField(
        "hand", "later", models.CharField(max_length=8, null=True, choices=JobState)
    ),
    "a column with a default in the database": migrations.AddField(
        "hand", "later", models.BooleanField(db_default=False)
    ),
}


@pytest.fixture
def later(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The migration of a release to come, whose operations a test may choose."""
    from importlib import import_module

    package = LATER.rpartition(".")[0] + ".migrations"
    settings.MIGRATION_MODULES = {"play": package}
    return import_module(f"{package}.9999_later").Migration


@pytest.mark.parametrize("name", [*BAD, *GOOD])
def test_what_would_stop_a_table_is_refused(
    name: str, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "operations", [(BAD | GOOD)[name]])
    check = linter()
    check.lint_all_migrations(app_label="play", migration_name="9999_later")
    assert check.nb_total == 1
    assert check.has_errors == (name in BAD)
