"""What the rows of games already say, for results that were written before it was asked for. A
shared pot is not looked at: ``checkstandings`` names what it would change."""

from typing import Any

from django.db import migrations

FOR_GAME_POINTS = "vazhushal"
MANY = 500


def fill(apps: Any, schema_editor: Any) -> None:
    games_kept = apps.get_model("play", "Game")
    results = apps.get_model("standings", "GameResult")
    games = games_kept._base_manager.filter(results__isnull=False).distinct().order_by("pk")
    changed: list[Any] = []
    for game in games.iterator(chunk_size=MANY):
        if game.variant == FOR_GAME_POINTS and not game.agreed.get("game_points"):
            game.agreed = game.agreed | {"game_points": True}
            game.save(update_fields=["agreed"])
        seats = {seat.player_id: seat.number for seat in game.seats.all()}
        for result in results.objects.filter(game=game):
            if result.player_id in seats:
                told(game, result, seats[result.player_id])
                changed.append(result)
        if len(changed) > MANY:
            write(results, changed)
            changed = []
    write(results, changed)


def told(game: Any, result: Any, person: int) -> None:
    result.preset = game.preset
    result.lowest = bool(game.shows.get("lowest"))
    totals = game.shows.get("totals") or []
    if not totals:
        return
    seat = person % len(totals)
    if game.shows.get("keeps_score", True):
        result.points = totals[seat]
        if game.variant == FOR_GAME_POINTS:
            result.game_points = totals[seat]
    result.took = won(game, totals, seat)


def won(game: Any, totals: list[float], seat: int) -> bool:
    if game.closed_at is None or game.stopped or not game.hand_count:
        return False
    still = [s for s in range(len(totals)) if s not in (game.shows.get("out") or [])]
    merits = merits_of(game, totals)
    if seat not in still or (len(set(merits)) == 1 and len(still) > 1):
        return False
    return merits[seat] == max(merits[s] for s in still)


def merits_of(game: Any, totals: list[float]) -> list[float]:
    if game.shows.get("keeps_score", True):
        return [-total if game.shows.get("lowest") else total for total in totals]
    seats = range(len(totals))
    balances = game.fold.get("balances", [])
    if any(balances):
        return [sum(balances[seat :: len(totals)]) for seat in seats]
    wins = game.tally.get("wins", [0] * len(totals))
    return [max(wins[seat :: len(totals)]) for seat in seats]


def write(model: Any, changed: list[Any]) -> None:
    names = ["preset", "lowest", "points", "game_points", "took"]
    model.objects.bulk_update(changed, names, batch_size=MANY)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0013_late_corrections"),
        ("standings", "0003_methods"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
