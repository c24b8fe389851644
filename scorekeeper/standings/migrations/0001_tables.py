import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("standings", "0001_initial"),
        ("standings", "0002_all_time"),
        ("standings", "0003_methods"),
        ("standings", "0004_what_was_kept"),
        ("standings", "0005_what_hands_said"),
        ("standings", "0006_book_lines"),
        ("standings", "0007_what_was_achieved"),
        ("standings", "0008_hand_by_hand"),
        ("standings", "0009_result_by_date"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="BookLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(blank=True, max_length=32)),
                ("amount", models.BigIntegerField(null=True)),
                ("points", models.FloatField(null=True)),
                ("lowest", models.BooleanField(default=False)),
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
                        related_name="book_lines",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "player"), name="one_book_line_per_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount__isnull", False), ("points__isnull", False), _connector="OR"
                        ),
                        name="book_line_says_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(blank=True, max_length=32)),
                ("played_on", models.DateField()),
                ("net", models.BigIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("preset", models.CharField(blank=True, max_length=80)),
                ("points", models.FloatField(null=True)),
                ("lowest", models.BooleanField(default=False)),
                ("game_points", models.FloatField(null=True)),
                ("took", models.BooleanField(default=False)),
                ("reported", models.PositiveIntegerField(null=True)),
                ("caught", models.PositiveIntegerField(null=True)),
                ("caught_points", models.FloatField(null=True)),
                ("full", models.PositiveIntegerField(null=True)),
                ("first_drop", models.PositiveIntegerField(null=True)),
                ("middle_drop", models.PositiveIntegerField(null=True)),
                ("drop_points", models.FloatField(null=True)),
                ("wrong_show", models.PositiveIntegerField(null=True)),
                ("first_turn", models.PositiveIntegerField(null=True)),
                ("dealt", models.PositiveIntegerField(null=True)),
                ("dealt_won", models.PositiveIntegerField(null=True)),
                ("at_once", models.PositiveIntegerField(null=True)),
                ("value_points", models.FloatField(null=True)),
                ("feats", models.JSONField(null=True)),
                ("counts", models.JSONField(null=True)),
                ("outcomes", models.TextField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="play.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="clubs.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["club", "played_on"], include=("variant",), name="result_by_date"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="one_result_per_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("starts", models.DateField(null=True)),
                ("ends", models.DateField(blank=True, null=True)),
                ("rules", models.JSONField(default=dict)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="one_season_per_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends__isnull", True),
                            ("ends__gte", models.F("starts")),
                            _connector="OR",
                        ),
                        name="season_ends_after_it_starts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts__isnull", False),
                            models.Q(("ends__isnull", True), ("name", "")),
                            _connector="OR",
                        ),
                        name="all_time_has_no_name_and_no_end",
                    ),
                ],
            },
        ),
    ]
