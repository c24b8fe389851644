from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_house_rules"),
        ("play", "0004_evidence"),
        ("statements", "0003_newest_in_work"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("queued", "drawing"))),
                fields=("session", "player"),
                name="one_in_work_per_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True), ("state__in", ("queued", "drawing"))),
                fields=("session",),
                name="one_in_work_per_night",
            ),
        ),
    ]
