import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_initial"),
        ("play", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="change_count",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="pace",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="hand",
            name="changes",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="hand",
            name="persons",
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("leave", "Leave"), ("back", "Back"), ("join", "Join")],
                        max_length=8,
                    ),
                ),
                ("person", models.PositiveSmallIntegerField()),
                ("before", models.JSONField(null=True)),
                ("token", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("voided_at", models.DateTimeField(null=True)),
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
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="play.game",
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
                    "voided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.membership",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("voided_at__isnull", True)),
                        fields=("game", "place"),
                        name="one_change_in_force_per_place",
                    ),
                    models.UniqueConstraint(fields=("game", "token"), name="one_change_per_token"),
                ],
            },
        ),
    ]
