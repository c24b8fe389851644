"""The database that a device begins with: of the apps that it has, and the same in every build."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps import apps

from scorekeeper.extensions.offline.pocket.building import NOT_INSTALLED, empty_database


def test_it_knows_no_app_that_a_device_lacks_and_is_the_same_each_time(tmp_path: Path) -> None:
    """A migration of another app would be taken for one of a newer release."""
    content = empty_database()
    assert content == empty_database()
    file = tmp_path / "empty.sqlite3"
    file.write_bytes(content)
    with closing(sqlite3.connect(file)) as database:
        labels = {label for (label,) in database.execute("SELECT app FROM django_migrations")}
    present = {
        app.label for app in apps.get_app_configs() if not app.name.startswith(NOT_INSTALLED)
    }
    assert labels and labels <= present
