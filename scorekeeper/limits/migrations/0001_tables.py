from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("limits", "0001_initial"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Spent",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("due", models.BigIntegerField(db_index=True)),
            ],
        ),
    ]
