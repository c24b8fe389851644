from django.db import migrations

import scorekeeper.wording.field


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="payment",
            name="reason",
            field=scorekeeper.wording.field.PhraseField(),
        ),
    ]
