import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import scorekeeper.clubs.models
import scorekeeper.jobs.models
import scorekeeper.planning.models
import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("planning", "0001_initial"),
        ("planning", "0002_job"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0002_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlannedNight",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(default=scorekeeper.planning.models.new_uid, max_length=32),
                ),
                ("starts_at", models.DateTimeField()),
                (
                    "zone",
                    models.CharField(
                        max_length=64, validators=[scorekeeper.clubs.models.check_time_zone]
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=120)),
                ("variant", models.CharField(blank=True, max_length=32)),
                ("preset", models.CharField(blank=True, max_length=64)),
                ("seats", models.PositiveSmallIntegerField(null=True)),
                ("note", models.CharField(blank=True, max_length=400)),
                ("version", models.PositiveIntegerField(default=1)),
                ("called_off_at", models.DateTimeField(null=True)),
                ("origin", models.CharField(blank=True, max_length=200)),
                ("token", models.CharField(max_length=64, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                        related_name="planned",
                        to="clubs.club",
                    ),
                ),
                (
                    "own",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.clubpreset",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="planned",
                        to="play.session",
                    ),
                ),
                (
                    "signature",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.signature",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlanLetter",
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
                ("digest", models.CharField(max_length=64)),
                ("origin", models.CharField(blank=True, max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("reminder", "Reminder"),
                            ("seat", "Seat"),
                            ("moved", "Moved"),
                            ("off", "Called Off"),
                        ],
                        max_length=8,
                    ),
                ),
                ("about", models.CharField(max_length=40)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "planned",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="letters",
                        to="planning.plannednight",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Reply",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "says",
                    models.CharField(
                        choices=[("comes", "I come"), ("perhaps", "Perhaps"), ("not", "I can’t")],
                        max_length=8,
                    ),
                ),
                ("token", models.CharField(max_length=64, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
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
                    "planned",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies",
                        to="planning.plannednight",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Unreminded",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="unreminded",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlanLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "leads",
                    models.CharField(
                        choices=[("replies", "Replies"), ("calendar", "Calendar")], max_length=8
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("serial", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plan_links",
                        to="clubs.club",
                    ),
                ),
                (
                    "created_by",
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
                        related_name="plan_links",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", True),
                            models.Q(("serial", ""), _negated=True),
                            ("player__isnull", False),
                        ),
                        fields=("player", "leads"),
                        name="one_standing_plan_link_of_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", True),
                            models.Q(("serial", ""), _negated=True),
                            ("player__isnull", True),
                        ),
                        fields=("club", "leads"),
                        name="one_standing_plan_link_of_a_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("player__isnull", False), ("leads", "calendar"), _connector="OR"
                        ),
                        name="replies_are_of_a_player",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="plannednight",
            index=models.Index(fields=["club", "starts_at"], name="planned_by_time"),
        ),
        migrations.AddIndex(
            model_name="plannednight",
            index=models.Index(fields=["starts_at"], name="planned_soon"),
        ),
        migrations.AddConstraint(
            model_name="plannednight",
            constraint=models.UniqueConstraint(
                fields=("club", "uid"), name="one_planned_night_per_uid"
            ),
        ),
        migrations.AddConstraint(
            model_name="plannednight",
            constraint=models.UniqueConstraint(
                fields=("club", "token"), name="one_planned_night_per_token"
            ),
        ),
        migrations.AddIndex(
            model_name="planletter",
            index=models.Index(fields=["state", "due_at"], name="planletter_due"),
        ),
        migrations.AddConstraint(
            model_name="planletter",
            constraint=models.UniqueConstraint(
                fields=("planned", "player", "kind", "about"), name="one_plan_letter_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="reply",
            constraint=models.UniqueConstraint(
                fields=("planned", "token"), name="one_reply_per_token"
            ),
        ),
    ]
