"""A job like the others: see ``jobs.models``."""

from typing import Any

from django.db import migrations, models
from django.db.models import Case, Value, When
from django.db.models.functions import Coalesce

import scorekeeper.jobs.models
import scorekeeper.wording.field

STATE = Case(
    When(broken=True, then=Value("failed")),
    When(ended_at__isnull=False, then=Value("done")),
    When(claim="", then=Value("waiting")),
    default=Value("running"),
)


def say_states(apps: Any, _schema_editor: Any) -> None:
    """Each row once: PostgreSQL would not alter a table of which a row was updated twice."""
    rebuilds = apps.get_model("rebuilding", "Rebuild").objects
    rebuilds.update(state=STATE, due_at=Coalesce("due_at", "at"))


class Migration(migrations.Migration):
    dependencies = [("rebuilding", "0002_attempts")]

    operations = [
        migrations.RemoveConstraint("rebuild", "one_rebuild_in_work_per_club"),
        migrations.RenameField("rebuild", "asked_at", "at"),
        migrations.RenameField("rebuild", "finished_at", "ended_at"),
        migrations.RenameField("rebuild", "leased_until", "due_at"),
        migrations.AddField(
            "rebuild",
            "error",
            scorekeeper.wording.field.PhraseField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            "rebuild",
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
        migrations.RunPython(say_states, migrations.RunPython.noop),
        migrations.RemoveField("rebuild", "broken"),
        migrations.AlterField(
            "rebuild",
            "due_at",
            models.DateTimeField(default=scorekeeper.jobs.models.resend_at),
        ),
        migrations.AddIndex(
            "rebuild", models.Index(fields=["state", "due_at"], name="rebuild_due")
        ),
        migrations.AddConstraint(
            "rebuild",
            models.UniqueConstraint(
                condition=models.Q(("state__in", ("waiting", "running"))),
                fields=("club",),
                name="one_rebuild_in_work_per_club",
            ),
        ),
    ]
