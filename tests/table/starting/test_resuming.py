"""A game ended or started by mistake: it goes on, or is removed."""

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.play import services
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.settlement.balances import session_balances
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db

HAND = pool_hand("Asha", Dev=10, Meera=20, Omar=30)


def fresh(table: Table) -> Table:
    table.game.refresh_from_db()
    table.game.session.refresh_from_db()
    return game_table(table.game)


def at(table: Table, name: str) -> str:
    return reverse(name, args=[table.game.session.code, table.game.number])


def test_a_game_ended_by_mistake_goes_on_from_its_page_and_from_activity() -> None:
    table = make.play(make.session(), HAND)
    host = make.client_with(Role.HOST, table.game.session.club)
    pot, totals = table.state.pot, list(table.state.totals)
    host.post(at(table, "starting:game_close"), {"token": "c"})
    assert fresh(table).state.pot == 0
    page = host.get(at(table, "entry:hand_new")).content.decode()
    assert at(table, "entry:game_resume") in page
    club = table.game.session.club
    activity = host.get(reverse("clubs:activity", args=[club.code])).content.decode()
    assert at(table, "entry:hand_new") in activity
    for _twice in range(2):
        host.post(at(table, "entry:game_resume"), {"token": "r"})
    table = fresh(table)
    assert (table.game.closed_at, table.state.pot, list(table.state.totals)) == (None, pot, totals)
    assert session_balances(table.game.session).open_pots == pot
    assert list(differences(table.game)) == []
    table = make.play(table, HAND)
    assert table.game.last_number == 2


def test_a_game_that_ended_with_its_session_goes_on_once_it_is_reopened() -> None:
    table = make.play(make.session(), HAND)
    session = table.game.session
    host = make.client_with(Role.HOST, session.club)
    services.close_session(session=session)
    page = host.get(at(table, "entry:hand_new")).content.decode()
    assert "Reopen the session" in page
    host.post(at(table, "entry:game_resume"), {"token": "r"})
    assert fresh(table).game.closed_at
    services.reopen_session(session=session)
    host.post(at(table, "entry:game_resume"), {"token": "r"})
    assert fresh(table).game.closed_at is None


def test_a_game_started_and_ended_by_mistake_is_removed_from_its_page() -> None:
    table = make.session()
    host = make.client_with(Role.HOST, table.game.session.club)
    host.post(at(table, "starting:game_close"), {"token": "c"})
    page = host.get(at(table, "entry:hand_new")).content.decode()
    assert at(table, "entry:game_delete") in page
    host.post(at(table, "entry:game_delete"), {"token": "d"})
    table.game.refresh_from_db()
    assert table.game.removed_at


def test_a_game_that_is_over_by_its_rules_does_not_go_on() -> None:
    table = make.session(names=("Asha", "Dev"), options={"pool": 61})
    table = make.play(table, pool_hand("Asha", Dev=60), pool_hand("Asha", Dev=60))
    host = make.client_with(Role.HOST, table.game.session.club)
    page = host.get(at(table, "entry:hand_new")).content.decode()
    assert at(table, "entry:game_resume") not in page
    host.post(at(table, "entry:game_resume"), {"token": "r"})
    assert fresh(table).game.closed_at
