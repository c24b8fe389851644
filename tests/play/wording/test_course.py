"""The lines of an evening end where the board stands, however long it was."""

import pytest

from scorekeeper.play import services
from scorekeeper.play.sessions import net_by_player, session_tables
from scorekeeper.play.wording import running_totals
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

RUMMI = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}, "Meera": {"points": 5}}}

POOL = pool_hand("Asha", Dev=4, Meera=6)


@pytest.mark.parametrize(
    "hands",
    [
        1,
        2,
        running_totals.MAX_PLACES,
        running_totals.MAX_PLACES + 1,
        2 * running_totals.MAX_PLACES + 5,
    ],
)
def test_a_long_game_is_thinned_out_and_ends_at_its_totals(hands, django_assert_num_queries):
    played = [pool_hand("Asha", Dev=0, Meera=0, Omar=0)] * hands
    table = make.play(make.session(), *played)
    table = make.play(table, pool_hand("Dev", Asha=7, Meera=8, Omar=9))
    with django_assert_num_queries(1):
        tracks = running_totals.score_tracks(table)
    assert [track.values[-1] for track in tracks] == [7, 0, 8, 9]
    assert all(2 <= len(track.values) <= running_totals.MAX_PLACES + 1 for track in tracks)


def test_the_sessions_money_runs_through_all_its_games(django_assert_num_queries):
    table = make.play(make.session("rummi", make.NAMES[:3]), *[RUMMI] * 3)
    session = table.game.session
    services.close_game(game=table.game)
    pool = make.play(make.next_game(session, "pool_rummy", make.NAMES[:3]), POOL)
    assert pool.game.number == 2
    games = session_tables(session)
    with django_assert_num_queries(1):
        tracks = running_totals.money_tracks(session, games)
    nets = net_by_player(games)
    names = {player.name: nets[player.pk] for game in games for player in game.players}
    assert {track.name: track.values[-1] for track in tracks} == names
    assert {len(track.values) for track in tracks} == {1 + 3 + 1}
