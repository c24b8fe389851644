"""What every device asks again and again is planned once by PostgreSQL."""

import pytest
from django.db import connection

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
POINTS = {
    "deal": {},
    "lines": {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "points": 20},
        "Meera": {"finish": "counted", "points": 30},
    },
}


@pytest.mark.postgres  # only it plans ahead
def test_what_every_poll_and_save_asks_is_planned_once() -> None:
    table = make.session("points_rummy", make.NAMES[:3])
    host = make.client_with(Role.HOST, table.game.session.club)
    for _time in range(3):
        host.get(f"/sessions/{table.game.session.code}/newer/?v=1", headers={"HX-Request": "true"})
    make.play(table, POINTS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements")
        statements = dict(cursor.fetchall())
    (poll,) = (text for text in statements if "SELECT session.version" in text)
    assert statements[poll] >= 2
