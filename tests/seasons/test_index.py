"""The index of results holds enough to find a season, and nothing that a hand changes."""

import pytest
from django.db import connection

from scorekeeper.ledger.models import GameResult
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
HAND = pool_hand("Asha", Dev=20, Meera=30)


def updates() -> tuple[int, int]:
    """Counts updates of result rows: those that wrote no index, and all."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        query = "SELECT n_tup_hot_upd, n_tup_upd FROM pg_stat_user_tables WHERE relname = %s"
        cursor.execute(query, [GameResult._meta.db_table])
        hot, every = cursor.fetchone()
    return int(hot), int(every)


def test_a_save_writes_the_index_of_results_no_more_than_it_must() -> None:
    table = make.play(make.session("points_rummy", make.NAMES[:3]), HAND)
    hot, every = updates()
    for _hand in range(20):
        table = make.play(table, HAND)
    now_hot, now = updates()
    assert now - every == 60
    assert now_hot - hot > 40, "but for those whose page was full"
