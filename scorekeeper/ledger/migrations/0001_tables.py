import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.wording.field


class Migration(migrations.Migration):
    replaces = [
        ("ledger", "0001_initial"),
        ("ledger", "0002_reasons_worded_late"),
        ("ledger", "0003_more_kinds"),
        ("ledger", "0004_signature"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0002_tables"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Payment",
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
                            ("game", "Game"),
                            ("cash", "Cash"),
                            ("cost", "Shared expense"),
                            ("carried", "Carried"),
                            ("round", "Rounding"),
                        ],
                        default="game",
                        max_length=8,
                    ),
                ),
                ("amount", models.PositiveBigIntegerField()),
                ("reason", scorekeeper.wording.field.PhraseField()),
                ("token", models.CharField(max_length=64, null=True)),
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
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="play.game",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="play.hand",
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="ledger.payment",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
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
                "indexes": [
                    models.Index(
                        fields=["session", "kind"],
                        include=("payer", "payee", "amount"),
                        name="payment_by_session",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="payment_is_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("payer", models.F("payee")), _negated=True),
                        name="payment_has_two_ends",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("payer__isnull", False), ("payee__isnull", False), _connector="OR"
                        ),
                        name="payment_has_a_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("payer__isnull", False), ("payee__isnull", False)),
                            ("game__isnull", False),
                            _connector="OR",
                        ),
                        name="pot_belongs_to_a_game",
                    ),
                    models.UniqueConstraint(
                        fields=("session", "token"), name="one_payment_per_token"
                    ),
                ],
            },
        ),
    ]
