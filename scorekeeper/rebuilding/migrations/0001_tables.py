import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.jobs.models
import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("rebuilding", "0001_rebuilds"),
        ("rebuilding", "0002_attempts"),
        ("rebuilding", "0003_job"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rebuild",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
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
                ("error", scorekeeper.wording.field.PhraseField(blank=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claim", models.CharField(blank=True, max_length=32)),
                ("due_at", models.DateTimeField(default=scorekeeper.jobs.models.resend_at)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("nights", models.PositiveIntegerField()),
                ("last", models.BigIntegerField()),
                ("position", models.BigIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("written", models.PositiveIntegerField(default=0)),
                ("strange", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.membership",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [models.Index(fields=["state", "due_at"], name="rebuild_due")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("waiting", "running"))),
                        fields=("club",),
                        name="one_rebuild_in_work_per_club",
                    )
                ],
            },
        ),
    ]
