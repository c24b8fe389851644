import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("paying", "0001_initial"),
        ("paying", "0002_keepers"),
        ("paying", "0003_account_holder"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="PayAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=8)),
                ("value", models.CharField(max_length=400)),
                ("holder", models.CharField(blank=True, max_length=70)),
                ("sent_along", models.BooleanField(default=True)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pay_addresses",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "kind"), name="one_pay_address_per_kind"
                    )
                ],
            },
        ),
    ]
