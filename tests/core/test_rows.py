"""Rows made and read by hand are those that Django would make, and are written as its own are."""

from typing import Any

import pytest
from django.db import connection, models

from scorekeeper.clubs.models import Role
from scorekeeper.core.database import rows
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play.models import Game, Hand, SeatScore
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
REASON = _("count of {count}").format(count=34)
TOLD: dict[type[models.Model], dict[str, Any]] = {
    SeatScore: {"hand_id": 1, "seat": 0, "points": 3.5, "reason": REASON, "won": [0]},
    Payment: {"session_id": 1, "payer_id": 2, "amount": 5, "reason": REASON},
    GameResult: {"club_id": 1, "session_id": 1, "game_id": 1, "player_id": 1, "net": -3},
    Hand: {"game_id": 1, "number": 4, "entry": {"deal": {}}, "persons": 3},
}
POINTS = {
    "deal": {},
    "lines": {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "points": 20},
        "Meera": {"finish": "counted", "points": 30},
    },
}


def held(row: models.Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.one_database
@pytest.mark.parametrize("model", TOLD)
def test_a_row_made_holds_what_one_that_django_makes_does(model: type[models.Model]) -> None:
    light_row, usual = rows.new_row(model, **TOLD[model]), model(**TOLD[model])
    assert held(light_row) == held(usual)
    assert (light_row._state.adding, light_row._state.db) == (True, None)
    other = rows.new_row(model, **TOLD[model])
    for name, value in held(light_row).items():
        if isinstance(value, dict | list) and name not in TOLD[model]:
            assert value is not held(other)[name]


def test_rows_are_read_as_django_reads_them() -> None:
    table = make.play(make.session("points_rummy", make.NAMES[:3]), POINTS)
    by_hand, usual = rows.find_one(Game, id=table.game.pk), Game.objects.get(pk=table.game.pk)
    assert by_hand is not None and held(by_hand) == held(usual)
    assert (by_hand._state.adding, by_hand._state.db) == (False, "default")
    for model in (Hand, SeatScore, Payment, GameResult):
        for row in model._default_manager.all():
            kept_row = rows.find_one(model, id=row.pk)
            assert kept_row is not None and held(kept_row) == held(row)
    reasons = [payment.reason for payment in Payment.objects.all()]
    assert reasons and all(isinstance(reason, Phrase) for reason in reasons)


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
