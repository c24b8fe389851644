import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.clubs.models
import scorekeeper.variants
import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("play", "0001_initial"),
        ("play", "0002_seats_change"),
        ("play", "0003_turn_to_deal"),
        ("play", "0004_evidence"),
        ("play", "0005_what_was_decided"),
        ("play", "0006_decided_before"),
        ("play", "0007_reasons_worded_late"),
        ("play", "0008_beside_the_points"),
        ("play", "0009_game_removed"),
        ("play", "0010_agreed_ending"),
        ("play", "0011_draws"),
        ("play", "0012_sealed_as"),
        ("play", "0013_late_corrections"),
        ("play", "0014_signatures"),
        ("play", "0015_from_a_book"),
        ("play", "0016_consent"),
        ("play", "0017_of_day"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("variant", models.CharField(choices=scorekeeper.variants.choices, max_length=32)),
                ("options", models.JSONField(default=dict)),
                ("preset", models.CharField(blank=True, max_length=80)),
                ("side", models.PositiveSmallIntegerField(default=1)),
                ("fold", models.JSONField(default=dict)),
                ("shows", models.JSONField(default=dict)),
                ("agreed", models.JSONField(default=dict)),
                ("tally", models.JSONField(default=dict)),
                ("last_number", models.PositiveIntegerField(default=0)),
                ("hand_count", models.PositiveIntegerField(default=0)),
                ("last_digest", models.CharField(blank=True, max_length=64)),
                ("change_count", models.PositiveSmallIntegerField(default=0)),
                ("pace", models.JSONField(default=dict)),
                ("stopped", models.BooleanField(default=False)),
                ("ends_after", models.PositiveSmallIntegerField(null=True)),
                ("until", models.DateTimeField(null=True)),
                ("token", models.CharField(max_length=64, null=True)),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("removed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("number", models.PositiveIntegerField()),
                ("entry", models.JSONField()),
                ("laid", models.JSONField(default=dict)),
                ("token", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("persons", models.PositiveSmallIntegerField()),
                ("changes", models.PositiveSmallIntegerField(default=0)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("late", models.BooleanField(default=False)),
                ("voided_at", models.DateTimeField(null=True)),
                ("void_reason", models.CharField(blank=True, max_length=200)),
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
                        related_name="hands",
                        to="play.game",
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replacements",
                        to="play.hand",
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
                (
                    "void_signature",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.signature",
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
        ),
        migrations.CreateModel(
            name="LineWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "says",
                    models.CharField(
                        choices=[
                            ("accepted", "Accepted"),
                            ("contested", "Contested"),
                            ("withdrawn", "Withdrawn"),
                            ("overruled", "Overruled"),
                        ],
                        max_length=10,
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=200)),
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
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="line_words",
                        to="play.hand",
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
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="play.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
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
                ("at", models.DateTimeField(auto_now_add=True)),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("leave", "Leave"), ("back", "Back"), ("join", "Join")],
                        max_length=8,
                    ),
                ),
                ("person", models.PositiveSmallIntegerField()),
                ("sealed_as", models.PositiveBigIntegerField(null=True)),
                ("before", models.JSONField(null=True)),
                ("token", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
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
                    "signature",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.signature",
                    ),
                ),
                (
                    "void_signature",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.signature",
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
        ),
        migrations.CreateModel(
            name="SeatScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("points", models.FloatField()),
                ("reason", scorekeeper.wording.field.PhraseField()),
                ("won", models.JSONField(default=list)),
                ("out", models.BooleanField(null=True)),
                ("beside", models.FloatField(null=True)),
                ("revision", models.PositiveSmallIntegerField(default=0)),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scores",
                        to="play.hand",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=scorekeeper.clubs.models.new_code, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80)),
                ("played_on", models.DateField()),
                ("of_day", models.PositiveSmallIntegerField(default=1)),
                ("version", models.PositiveIntegerField(default=1)),
                ("token", models.CharField(max_length=64, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("consent", models.BooleanField(default=False)),
                ("from_book", models.BooleanField(default=False)),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LateCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("amended", "Amended"),
                            ("taken back", "Taken Back"),
                            ("put in", "Put In"),
                            ("put back", "Put Back"),
                        ],
                        max_length=12,
                    ),
                ),
                ("sums", models.JSONField()),
                ("transfers", models.JSONField()),
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
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="late_corrections",
                        to="play.hand",
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
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="late_corrections",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="game",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="games", to="play.session"
            ),
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("rounds", models.JSONField()),
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
                    "signature",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.signature",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="play.session",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at__isnull", True)),
                fields=("game", "number"),
                name="one_hand_in_force_per_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(fields=("game", "token"), name="one_hand_per_token"),
        ),
        migrations.AddConstraint(
            model_name="lineword",
            constraint=models.UniqueConstraint(
                fields=("hand", "token"), name="one_line_word_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="one_person_per_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "player"), name="one_seat_per_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatchange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at__isnull", True)),
                fields=("game", "place"),
                name="one_change_in_force_per_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatchange",
            constraint=models.UniqueConstraint(
                fields=("game", "token"), name="one_change_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatscore",
            constraint=models.UniqueConstraint(
                fields=("hand", "seat", "revision"), name="one_score_per_revision"
            ),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["club", "-played_on", "-id"], name="session_by_date"),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                fields=("club", "token"), name="one_session_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("session", "number"), name="one_game_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("session", "token"), name="one_game_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                fields=("session", "token"), name="one_draw_per_token"
            ),
        ),
    ]
