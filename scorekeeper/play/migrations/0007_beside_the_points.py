"""What a total shows beyond the sum of points, kept with each hand. Of games whose totals were more
than that it is worked out once; where today's rules cannot read them, nothing is claimed."""

from typing import Any

from django.db import migrations, models

from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.kept import decided, recalled
from scorekeeper.variants import VARIANTS


def fill(apps: Any, schema_editor: Any) -> None:
    for game in apps.get_model("play", "Game").objects.filter(hand_count__gt=0).iterator():
        totals = game.shows.get("totals")
        if game.variant in VARIANTS and totals and totals != game.fold.get("totals"):
            try:
                fill_hands(VARIANTS[game.variant], game)
            except EntryError:
                continue


def fill_hands(rules: Any, game: Any) -> None:
    persons = game.seats.count()
    options = recalled(rules.options, game.options)
    fold = playing.start(rules, options, persons // game.side, game.side)
    names, changed = [str(person) for person in range(persons)], []
    for hand in game.hands.filter(voided_at__isnull=True).order_by("number"):
        fold = playing.play(rules, fold, load_entry(rules, fold, hand.entry, names))
        newest = {score.seat: score for score in hand.scores.order_by("revision")}
        for seat, more in enumerate(decided(rules, fold)):
            if score := newest.get(seat):
                score.beside = more.beside
                changed.append(score)
    for score in changed:
        score.save(update_fields=["beside"])


class Migration(migrations.Migration):
    dependencies = [("play", "0006_decided_before")]
    operations = [
        migrations.AddField("seatscore", "beside", models.FloatField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
