"""Set-up that ``test_rebuilding.py`` shares with other tests."""

from typing import Any

from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.rebuilds import services
from scorekeeper.seasons.rebuilds.models import Rebuild
from tests.helpers.factories import pool_hand

HAND = pool_hand("Asha", Dev=20, Meera=30, Omar=5)


WRONG = {"net": 7, "wins": 99}


def work(pk: int) -> bool:
    return services.run(Rebuild.objects.get(pk=pk))


def result_rows(**only: bool) -> list[tuple[Any, ...]]:
    rows = GameResult.objects.filter(**only).order_by("game", "player")
    names = [field.attname for field in GameResult._meta.concrete_fields if not field.primary_key]
    return list(rows.values_list(*names))
