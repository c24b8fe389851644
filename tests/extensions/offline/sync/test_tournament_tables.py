"""A table of a tournament plays on without a network, also for who was let into the whole day."""

from typing import Any

import pytest

from scorekeeper.clubs.models import Role
from tests.extensions.offline.sync.device import Both, Inside
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize("let_into", ["group", "day", "table"])
def test_a_table_is_available_offline(inside: Inside, let_into: str) -> None:
    tournament = days.here(days.tournament(tables=2))
    turn = days.publish(tournament)
    table = turn.table_sessions.select_related("session__club").get(number=2).session
    places: dict[str, Any] = {"group": None, "day": tournament.session, "table": table}
    scorer = make.member(Role.SCORER, table.club, places[let_into])
    both = Both(scorer, table, inside)
    for page in (f"/sessions/{table.code}/games/1/hand/", f"/sessions/{table.code}/"):
        assert both.online(page).status == both.offline(page).status == 200
    [[part_of]] = both.inside.rows(f"SELECT part_of_id FROM clubs_session WHERE id = {table.pk}")
    assert part_of == tournament.session_id
