from django.db import migrations, models

import scorekeeper.wording.field


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0006_decided_before"),
    ]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="late",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="seatscore",
            name="reason",
            field=scorekeeper.wording.field.PhraseField(),
        ),
    ]
