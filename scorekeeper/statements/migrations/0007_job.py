"""A job like the others: see ``jobs.models``."""

from typing import Any

from django.db import migrations, models
from django.db.models import Case, Value, When
from django.db.models.functions import Coalesce

import scorekeeper.jobs.models

STATE = Case(
    When(state="queued", then=Value("waiting")),
    When(state="drawing", then=Value("running")),
    default="state",
)


def rename_states(apps: Any, _schema_editor: Any) -> None:
    """Each row once: PostgreSQL would not alter a table of which a row was updated twice."""
    statements = apps.get_model("statements", "Statement").objects
    statements.update(state=STATE, due_at=Coalesce("due_at", "at"))


IN_WORK = models.Q(state__in=("waiting", "running"))
WHOLE = models.Q(player__isnull=True)


class Migration(migrations.Migration):
    dependencies = [("statements", "0006_seasons")]

    operations = [
        migrations.RemoveConstraint("statement", "one_in_work_per_player"),
        migrations.RemoveConstraint("statement", "one_in_work_per_night"),
        migrations.RemoveConstraint("statement", "one_season_in_work_per_player"),
        migrations.RemoveConstraint("statement", "one_in_work_per_season"),
        migrations.RemoveIndex("statement", "statement_to_draw"),
        migrations.RenameField("statement", "attempt", "claim"),
        migrations.RenameField("statement", "leased_until", "due_at"),
        migrations.AddField("statement", "ended_at", models.DateTimeField(null=True)),
        migrations.RunPython(rename_states, migrations.RunPython.noop),
        migrations.AlterField(
            "statement",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                ],
                default="waiting",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "statement",
            "due_at",
            models.DateTimeField(default=scorekeeper.jobs.models.resend_at),
        ),
        migrations.AddIndex(
            "statement", models.Index(fields=["state", "due_at"], name="statement_due")
        ),
        migrations.AddConstraint(
            "statement",
            models.UniqueConstraint(
                condition=IN_WORK,
                fields=["session", "player", "language"],
                name="one_in_work_per_player",
            ),
        ),
        migrations.AddConstraint(
            "statement",
            models.UniqueConstraint(
                condition=WHOLE & IN_WORK,
                fields=["session", "language"],
                name="one_in_work_per_night",
            ),
        ),
        migrations.AddConstraint(
            "statement",
            models.UniqueConstraint(
                condition=IN_WORK,
                fields=["season", "player", "language"],
                name="one_season_in_work_per_player",
            ),
        ),
        migrations.AddConstraint(
            "statement",
            models.UniqueConstraint(
                condition=WHOLE & IN_WORK,
                fields=["season", "language"],
                name="one_in_work_per_season",
            ),
        ),
    ]
