"""Rounds are drawn, published and taken back, each once."""

from __future__ import annotations

import pytest

from tests.tournaments import days

pytestmark = pytest.mark.django_db


def test_each_table_of_a_published_round_plays_a_game_of_its_own() -> None:
    tournament = days.here(days.tournament())
    turn = days.publish(tournament)
    tables = list(turn.table_sessions.all())
    assert [len(seats) for seats in turn.tables] == [4, 4]
    assert [str(table.session) for table in tables] == [
        "Spring Cup, round 1, table 1",
        "Spring Cup, round 1, table 2",
    ]
    played = days.play_table(tables[0])
    assert played.player_ids == turn.tables[0]
    assert played.game.closed_at
    assert played.game.hand_count == 2
