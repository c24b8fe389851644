from typing import Any

from django.db import migrations, models

COLUMNS = {"is_tournament": "tournament", "is_imported": "imported"}


def to_kinds(apps: Any, _editor: Any) -> None:
    sessions = apps.get_model("clubs", "Session").objects
    for column, kind in COLUMNS.items():
        sessions.filter(**{column: True}).update(kind=kind)


def to_columns(apps: Any, _editor: Any) -> None:
    sessions = apps.get_model("clubs", "Session").objects
    for column, kind in COLUMNS.items():
        sessions.filter(kind=kind).update(**{column: True})


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0005_tournament_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="kind",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.RunPython(to_kinds, to_columns),
        migrations.RemoveField(model_name="session", name="is_imported"),
        migrations.RemoveField(model_name="session", name="is_tournament"),
    ]
