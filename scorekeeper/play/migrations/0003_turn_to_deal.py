"""Games and hands from before seats could change: who sat there, and whose turn it is to deal."""

from typing import Any

from django.db import migrations


def fill(apps: Any, schema_editor: Any) -> None:
    games, hands = apps.get_model("play", "Game"), apps.get_model("play", "Hand")
    for game in games.objects.iterator():
        persons = game.seats.count()
        hands.objects.filter(game=game).update(persons=persons)
        standing = hands.objects.filter(game=game, voided_at__isnull=True).order_by("number")
        game.fold |= {"turn": turn_after(standing.values_list("entry", flat=True), persons)}
        game.fold |= {"left": []}
        game.save(update_fields=["fold"])


def turn_after(entries: Any, persons: int) -> int:
    """The place in the order of seats after whoever dealt last; who was absent was passed over."""
    turn = 0
    for entry in entries:
        absent = set(entry.get("absent", ()))
        order = [(turn + step) % persons for step in range(persons)]
        turn = next(person for person in order if str(person) not in absent) + 1
    return turn


class Migration(migrations.Migration):
    dependencies = [("play", "0002_seats_change")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
