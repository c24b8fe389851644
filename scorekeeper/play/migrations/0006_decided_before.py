"""Games and hands from before it was kept what they decided: worked out once more, as every page
did until now. Where today's rules cannot read them, nothing is claimed."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from django.db import migrations

from scorekeeper.engine.entry_json import load_entry, thaw_game
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.kept import agreed, recalled, showing
from scorekeeper.engine.winners import won
from scorekeeper.variants import VARIANTS


def fill(apps: Any, schema_editor: Any) -> None:
    for game in apps.get_model("play", "Game").objects.iterator():
        rules = VARIANTS.get(game.variant)
        persons = game.seats.count()
        if rules is None or not persons:
            continue
        seats = persons // game.side
        try:
            options = recalled(rules.options, game.options)
            fold = thaw_game(rules, game.fold, options, seats, game.side)
            game.shows, game.agreed = showing(rules, fold), agreed(rules, options, seats, game.side)
        except EntryError:
            continue
        game.save(update_fields=["shows", "agreed"])
        fill_hands(apps, rules, game, fold, persons)


def fill_hands(apps: Any, rules: Any, game: Any, fold: Any, persons: int) -> None:
    """Only the winners: when a seat went out, no page has asked until now."""
    players = list(game.seats.order_by("number").values_list("player_id", flat=True))
    gained: dict[int, list[int]] = defaultdict(lambda: [0] * persons)
    payments = apps.get_model("ledger", "Payment").objects.filter(game=game, hand__isnull=False)
    for hand, payer, payee, amount in payments.values_list("hand", "payer", "payee", "amount"):
        for player, sign in ((payer, -1), (payee, 1)):
            if player is not None:
                gained[hand][players.index(player)] += sign * amount
    names = [str(person) for person in range(persons)]
    for hand in game.hands.iterator():
        newest = {score.seat: score for score in hand.scores.order_by("revision")}
        points = [newest[s].points if s in newest else 0 for s in range(fold.seats)]
        try:
            entry = load_entry(rules, fold, hand.entry, names, strict=False)
        except EntryError:
            continue
        later = frozenset(range(hand.persons, persons))
        entry = replace(entry, absent=entry.absent | later)
        for person in won(rules, fold, entry, points, gained[hand.pk]):
            if score := newest.get(fold.seat_of(person)):
                score.won = sorted([*score.won, person])
                score.save(update_fields=["won"])


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_what_was_decided"),
        ("ledger", "0001_initial"),
    ]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
