from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("statements", "0001_first_release")]

    operations = [
        migrations.AddField(
            model_name="statement",
            name="points_only",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
