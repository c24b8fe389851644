"""A job like the others: see ``jobs.models``."""

from typing import Any

from django.db import migrations, models

import scorekeeper.jobs.models

STATES = {"sending": "running", "sent": "done"}


def rename_states(apps: Any, _schema_editor: Any) -> None:
    letters = apps.get_model("mailing", "Mail").objects
    for before, now in STATES.items():
        letters.filter(state=before).update(state=now)


class Migration(migrations.Migration):
    dependencies = [("mailing", "0003_signature")]

    operations = [
        migrations.RenameIndex("mail", new_name="mail_due", old_name="mail_to_send"),
        migrations.RenameField("mail", "attempt", "claim"),
        migrations.RenameField("mail", "sent_at", "ended_at"),
        migrations.RunPython(rename_states, migrations.RunPython.noop),
        migrations.AlterField(
            "mail",
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
            "mail",
            "due_at",
            models.DateTimeField(default=scorekeeper.jobs.models.resend_at),
        ),
    ]
