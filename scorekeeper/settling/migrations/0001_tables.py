import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("settling", "0001_money_beside_the_games"),
        ("settling", "0002_terms"),
        ("settling", "0003_signatures"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0002_tables"),
        ("ledger", "0001_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Carry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                    "from_session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_out",
                        to="play.session",
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
                    "to_session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_in",
                        to="play.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CarriedRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "into",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_in",
                        to="ledger.payment",
                    ),
                ),
                (
                    "out",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_out",
                        to="ledger.payment",
                    ),
                ),
                (
                    "carry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rows",
                        to="settling.carry",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Cost",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("label", models.CharField(max_length=60)),
                ("amount", models.PositiveBigIntegerField()),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("equal", "Equally"),
                            ("shares", "By shares"),
                            ("there", "Who played, equally"),
                            ("winners", "Who won, in proportion"),
                        ],
                        max_length=8,
                    ),
                ),
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
                    "paid_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="costs",
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
            name="CostShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("weight", models.PositiveBigIntegerField()),
                ("amount", models.PositiveBigIntegerField()),
                (
                    "cost",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shares",
                        to="settling.cost",
                    ),
                ),
                (
                    "payment",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shared",
                        to="ledger.payment",
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
            ],
        ),
        migrations.CreateModel(
            name="Handover",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("amount", models.PositiveBigIntegerField()),
                ("reason", scorekeeper.wording.field.PhraseField(default="cash")),
                ("token", models.CharField(max_length=64)),
                ("as_host", models.BooleanField(default=False)),
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
                    "payee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="handovers",
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
            name="HandoverStep",
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
                            ("received", "Received"),
                            ("disputed", "Not received"),
                            ("undone", "Taken back"),
                        ],
                        max_length=8,
                    ),
                ),
                ("token", models.CharField(max_length=64)),
                ("as_host", models.BooleanField(default=False)),
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
                    "handover",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="settling.handover",
                    ),
                ),
                (
                    "payment",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="handed",
                        to="ledger.payment",
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
            name="Terms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("fewest", "Fewest payments"),
                            ("direct", "Pay each winner directly"),
                            ("banker", "Through a banker"),
                            ("purses", "By household"),
                        ],
                        default="fewest",
                        max_length=8,
                    ),
                ),
                ("purses", models.JSONField(default=list)),
                ("step", models.PositiveBigIntegerField(default=0)),
                ("token", models.CharField(max_length=64)),
                (
                    "banker",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="terms",
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
        migrations.AddConstraint(
            model_name="carry",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_session", models.F("to_session")), _negated=True),
                name="carry_has_two_nights",
            ),
        ),
        migrations.AddConstraint(
            model_name="carry",
            constraint=models.UniqueConstraint(
                fields=("from_session", "token"), name="one_carry_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="cost",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="cost_is_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="cost",
            constraint=models.UniqueConstraint(
                fields=("session", "token"), name="one_cost_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="costshare",
            constraint=models.UniqueConstraint(
                fields=("cost", "player"), name="one_share_of_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="handover",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="handover_is_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="handover",
            constraint=models.CheckConstraint(
                condition=models.Q(("payer", models.F("payee")), _negated=True),
                name="handover_has_two_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="handover",
            constraint=models.UniqueConstraint(
                fields=("session", "token", "payer"), name="one_handover_per_token"
            ),
        ),
        migrations.AddConstraint(
            model_name="handoverstep",
            constraint=models.UniqueConstraint(
                fields=("handover", "kind"), name="one_step_of_a_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="handoverstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "received"), ("payment__isnull", False)),
                    models.Q(
                        models.Q(("kind", "received"), _negated=True), ("payment__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="only_what_is_received_is_paid",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.UniqueConstraint(
                fields=("session", "token"), name="one_terms_per_token"
            ),
        ),
    ]
