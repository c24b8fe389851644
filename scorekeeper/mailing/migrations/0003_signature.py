import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_signatures"),
        ("mailing", "0002_what_a_letter_showed"),
    ]

    operations = [
        migrations.AddField(
            model_name="mail",
            name="signature",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.signature",
            ),
        ),
    ]
