from collections import Counter
from typing import Any

from django.db import migrations, models


def number(apps: Any, _schema_editor: Any) -> None:
    """In the order in which the nights of a day were opened."""
    night = apps.get_model("play", "Session")
    so_far: Counter[tuple[int, Any]] = Counter()
    for pk, club, day in night.objects.order_by("pk").values_list("pk", "club", "played_on"):
        so_far[club, day] += 1
        if so_far[club, day] > 1:
            night.objects.filter(pk=pk).update(of_day=so_far[club, day])


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0016_consent"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="of_day",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
