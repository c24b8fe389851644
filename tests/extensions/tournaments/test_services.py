"""A tournament is created once per token, with everybody on its list once."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.tournaments.plan import Cut, TournamentPlan, load_plan
from scorekeeper.extensions.tournaments.selectors import entrant_rows, table_count
from scorekeeper.extensions.tournaments.services import add_entrants, create_tournament
from scorekeeper.play.sessions import running_sessions
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


def test_a_plan_is_read_as_it_was_stored() -> None:
    plan = days.plan(cuts=(Cut(after=4, keep=16), Cut(after=6, keep=4)), prizes=(60, 40), fee=500)
    assert load_plan(plan.dump()) == plan
    assert plan.cut_before(4) is None
    assert (plan.cut_before(5), plan.cut_before(7)) == plan.cuts
    assert [cut.keep for cut in plan.cuts] == [16, 4]
    assert load_plan(TournamentPlan(variant="gin").dump()) == TournamentPlan(variant="gin")


def test_a_token_creates_one_tournament() -> None:
    club, token = make.club(), make.token()
    day: dict[str, Any] = {
        "club": club,
        "name": "Cup",
        "played_on": date(2026, 11, 20),
        "token": token,
        "by": None,
    }
    first = create_tournament(**day, plan=days.plan(), names=days.PEOPLE[:8])
    again = create_tournament(**day, plan=days.plan(), names=days.PEOPLE[:8])
    assert first == again
    with pytest.raises(OtherwiseError):
        create_tournament(**day, plan=days.plan(rounds=9), names=days.PEOPLE[:8])
    with pytest.raises(OtherwiseError):
        create_tournament(**day, plan=days.plan(), names=days.PEOPLE[:9])
    assert len(entrant_rows(first)) == 8
    (row,) = running_sessions(club, may_score=False)
    assert row.session.kind == "tournament"


def test_nobody_is_on_the_list_twice() -> None:
    tournament = days.tournament()
    first = tournament.entrants.get(number=1)
    entrants = add_entrants(
        tournament=tournament, players=[first.player], token=make.token(), by=None
    )
    assert entrants == [first]
    assert [row.entrant.number for row in entrant_rows(tournament)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_renamed_player_is_renamed_on_every_page_of_the_day() -> None:
    tournament = days.tournament()
    player = tournament.entrants.get(number=1).player
    before = tournament.session.version
    make.rename(player, "Asha Rao")
    tournament.session.refresh_from_db()
    assert tournament.session.version > before


def test_how_many_tables_a_round_has() -> None:
    plan = days.plan(smallest=3, largest=5, cuts=(Cut(after=6, keep=16),))
    assert [plan.tables_for(n) for n in (33, 40, 5, 16)] == [7, 8, 1, 4]
    plan = days.plan(tables=8, smallest=3, largest=5, cuts=(Cut(after=6, keep=16),))
    assert [plan.tables_for(n) for n in (33, 40)] == [8, 8]
    assert plan.tables_for(16, 7) == 4
    assert table_count(days.tournament(days.PEOPLE[:9], smallest=3, largest=4)) == 3
    assert table_count(days.tournament(days.PEOPLE[:9], tables=5)) == 5
