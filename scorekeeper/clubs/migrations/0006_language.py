from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0005_invitations_and_happenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(blank=True, max_length=16),
        ),
    ]
