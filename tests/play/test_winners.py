"""A game is won by nobody while it goes on, nor where it was ended before its end."""

import pytest

from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db


def took(table: Table) -> list[str]:
    return sorted(table.game.results.filter(took=True).values_list("player__name", flat=True))


def test_who_leads_has_not_won_while_the_game_goes_on():
    table = make.session()
    make.play(table, pool_hand("Asha", Dev=80, Meera=80, Omar=20))
    assert took(table) == []
    assert table.game.closed_at is None


def test_a_game_ended_early_is_won_by_nobody():
    table = make.play(make.session(), pool_hand("Asha", Dev=80, Meera=70, Omar=20))
    close_game(game=table.game)
    table.game.refresh_from_db()
    assert table.game.ended_early and took(table) == []


def test_a_game_that_came_to_its_end_is_won():
    table = make.session()
    for _hand in range(2):
        make.play(table, pool_hand("Asha", Dev=80, Meera=80, Omar=80))
    table.game.refresh_from_db()
    assert table.game.closed_at and took(table) == ["Asha"]
