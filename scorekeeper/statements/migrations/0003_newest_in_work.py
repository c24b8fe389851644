from typing import Any

from django.db import migrations

IN_WORK = ("queued", "drawing")


def keep_the_newest(apps: Any, schema_editor: Any) -> None:
    """Of several of a kind in work, the others can be asked for again."""
    statements = apps.get_model("statements", "Statement").objects
    seen: set[tuple[int, int | None]] = set()
    for row in statements.filter(state__in=IN_WORK).order_by("-pk"):
        kind = (row.session_id, row.player_id)
        if kind in seen:
            statements.filter(pk=row.pk).update(state="failed", leased_until=None)
        seen.add(kind)


class Migration(migrations.Migration):
    dependencies = [("statements", "0002_files_and_versions")]

    operations = [migrations.RunPython(keep_the_newest, migrations.RunPython.noop)]
