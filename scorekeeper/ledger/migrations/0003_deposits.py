"""Stores the kind of a deposit, which was read from its reason before."""

from typing import Any, Final

from django.db import migrations, models

REASONS: Final = {
    "advance": ("@advance", "advance"),
    "buy-in": ("@buy_in", "buy-in"),
    "kitty": ("@kitty", "kitty"),
}
"""Kinds of deposits: the reasons stored with them."""


def fill(apps: Any, schema_editor: Any) -> None:
    rows = (
        apps.get_model("ledger", "Payment")
        .objects.using(schema_editor.connection.alias)
        .filter(kind="cash", game=None)
    )
    for deposit, reasons in REASONS.items():
        rows.filter(reason__in=reasons).update(deposit=deposit)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_prizes")]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="deposit",
            field=models.CharField(
                choices=[("advance", "advance"), ("buy-in", "buy-in"), ("kitty", "kitty")],
                max_length=8,
                null=True,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
