from typing import Any

from django.conf import settings
from django.db import migrations, models

import scorekeeper.wording.field


def drawn_in(apps: Any, _schema_editor: Any) -> None:
    """Sheets of before were in the language of the locale they were asked in."""
    statements = apps.get_model("statements", "Statement").objects
    for code, _name in settings.LANGUAGES:
        statements.filter(locale__startswith=code.split("-")[0]).update(language=code)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_language"),
        ("play", "0007_reasons_worded_late"),
        ("statements", "0004_one_in_work"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="statement",
            name="one_statement_per_player",
        ),
        migrations.RemoveConstraint(
            model_name="statement",
            name="one_statement_per_night",
        ),
        migrations.RemoveConstraint(
            model_name="statement",
            name="one_in_work_per_player",
        ),
        migrations.RemoveConstraint(
            model_name="statement",
            name="one_in_work_per_night",
        ),
        migrations.AddField(
            model_name="statement",
            name="language",
            field=models.CharField(default="en", max_length=16),
        ),
        migrations.AlterField(
            model_name="statement",
            name="error",
            field=scorekeeper.wording.field.PhraseField(blank=True),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                fields=("session", "player", "version", "language"), name="one_statement_per_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True)),
                fields=("session", "version", "language"),
                name="one_statement_per_night",
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("queued", "drawing"))),
                fields=("session", "player", "language"),
                name="one_in_work_per_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True), ("state__in", ("queued", "drawing"))),
                fields=("session", "language"),
                name="one_in_work_per_night",
            ),
        ),
    ]
