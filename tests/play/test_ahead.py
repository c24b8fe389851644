"""Who won a game that is over, from what was kept."""

import pytest

from scorekeeper.play.selectors import Table, game_table, winners
from tests.helpers.factories import NAMES, play, pool_hand, session

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def won(table: Table) -> list[str]:
    table.game.refresh_from_db()
    assert table.game.closed_at
    return [player.name for player in winners(game_table(table.game))]


def test_all_who_share_a_pot_have_won_whoever_has_fewer_points() -> None:
    table = session("pool_rummy", NAMES[:4])
    out = pool_hand("Asha", Dev=80, Meera=80, Omar=40)
    table = play(table, out, pool_hand("Asha", Dev=80, Meera=80, Omar=20))
    assert won(play(table, {"deal": {"outcome": "split"}, "lines": {}})) == ["Asha", "Omar"]


def test_a_pot_that_shares_itself_is_won_by_all_left_though_nobody_is_better() -> None:
    table = session("pool_rummy", NAMES[:3], {"auto_split": True})
    table = play(table, pool_hand("Asha", Dev=80, Meera=80), pool_hand("Dev", Asha=80, Meera=21))
    assert won(play(table, pool_hand("Asha", Dev=1), pool_hand("Dev", Asha=1))) == ["Asha", "Dev"]
