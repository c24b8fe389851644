"""A job like the others: see ``jobs.models``."""

from typing import Any

from django.db import migrations, models

import scorekeeper.jobs.models

STATES = {"sending": "running", "sent": "done"}


def rename_states(apps: Any, _schema_editor: Any) -> None:
    letters = apps.get_model("planning", "PlanLetter").objects
    for before, now in STATES.items():
        letters.filter(state=before).update(state=now)


class Migration(migrations.Migration):
    dependencies = [("planning", "0001_initial")]

    operations = [
        migrations.RenameIndex(
            "planletter", new_name="planletter_due", old_name="plan_letter_to_send"
        ),
        migrations.RenameField("planletter", "attempt", "claim"),
        migrations.RenameField("planletter", "sent_at", "ended_at"),
        migrations.RunPython(rename_states, migrations.RunPython.noop),
        migrations.AlterField(
            "planletter",
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
            "planletter",
            "due_at",
            models.DateTimeField(default=scorekeeper.jobs.models.resend_at),
        ),
    ]
