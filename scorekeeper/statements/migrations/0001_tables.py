import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.jobs.models
import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("statements", "0001_initial"),
        ("statements", "0002_files_and_versions"),
        ("statements", "0003_newest_in_work"),
        ("statements", "0004_one_in_work"),
        ("statements", "0005_in_the_askers_language"),
        ("statements", "0006_seasons"),
        ("statements", "0007_job"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
        ("play", "0001_tables"),
        ("standings", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Statement",
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
                ("version", models.PositiveIntegerField()),
                ("file", models.FileField(blank=True, upload_to="statements/%Y/%m/")),
                ("table", models.FileField(blank=True, upload_to="statements/%Y/%m/")),
                ("size", models.PositiveIntegerField(default=0)),
                ("shows", models.PositiveIntegerField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
                ("opened_at", models.DateTimeField(null=True)),
                ("locale", models.CharField(default="en", max_length=20)),
                ("language", models.CharField(default="en", max_length=16)),
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
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="standings.season",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [models.Index(fields=["state", "due_at"], name="statement_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("season__isnull", True), ("session__isnull", False)),
                            models.Q(("season__isnull", False), ("session__isnull", True)),
                            _connector="OR",
                        ),
                        name="statement_of_a_night_or_a_season",
                    ),
                    models.UniqueConstraint(
                        fields=("session", "player", "version", "language"),
                        name="one_statement_per_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", True)),
                        fields=("session", "version", "language"),
                        name="one_statement_per_night",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("waiting", "running"))),
                        fields=("session", "player", "language"),
                        name="one_in_work_per_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("player__isnull", True), ("state__in", ("waiting", "running"))
                        ),
                        fields=("session", "language"),
                        name="one_in_work_per_night",
                    ),
                    models.UniqueConstraint(
                        fields=("season", "player", "version", "language"),
                        name="one_season_statement_per_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", True)),
                        fields=("season", "version", "language"),
                        name="one_statement_per_season",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("waiting", "running"))),
                        fields=("season", "player", "language"),
                        name="one_season_in_work_per_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("player__isnull", True), ("state__in", ("waiting", "running"))
                        ),
                        fields=("season", "language"),
                        name="one_in_work_per_season",
                    ),
                ],
            },
        ),
    ]
