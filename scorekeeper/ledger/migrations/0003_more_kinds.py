from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_reasons_worded_late"),
    ]

    operations = [
        migrations.AlterField(
            model_name="payment",
            name="kind",
            field=models.CharField(
                choices=[
                    ("game", "Game"),
                    ("cash", "Cash"),
                    ("cost", "Shared cost"),
                    ("carried", "Carried"),
                    ("round", "Rounding"),
                ],
                default="game",
                max_length=8,
            ),
        ),
    ]
