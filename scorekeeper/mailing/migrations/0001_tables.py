import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.jobs.models
import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("mailing", "0001_initial"),
        ("mailing", "0002_what_a_letter_showed"),
        ("mailing", "0003_signature"),
        ("mailing", "0004_job"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0002_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.EmailField(max_length=254)),
                ("language", models.CharField(default="en", max_length=16)),
                ("locale", models.CharField(default="en", max_length=20)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="mail_address",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mail",
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
                ("version", models.PositiveIntegerField()),
                ("shows", models.PositiveIntegerField(null=True)),
                ("token", models.CharField(max_length=64)),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="mails",
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
            options={
                "abstract": False,
                "indexes": [models.Index(fields=["state", "due_at"], name="mail_due")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "player", "version", "digest"),
                        name="one_mail_per_version",
                    )
                ],
            },
        ),
    ]
