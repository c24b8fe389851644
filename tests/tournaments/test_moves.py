"""Two people change seats: in a draft, and in a published round where no hand was saved."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.tournaments.hall.clock import add_time
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.refusals import MovedError, NotNowError
from scorekeeper.tournaments.rounds.moves import swap_published, swapped
from scorekeeper.tournaments.rounds.services import draw_round
from tests.helpers import factories as make
from tests.tournaments import days

pytestmark = pytest.mark.django_db


def move(turn: Round, person: int, other: int, token: str = "") -> Round:
    return swap_published(
        tournament=turn.tournament,
        which=turn.pk,
        person=person,
        other=other,
        token=token or make.token(),
        by=None,
    )


def published() -> Round:
    return days.publish(days.here(days.tournament(days.PEOPLE[:13], tables=3, largest=4)))


def test_only_the_tables_of_the_two_start_anew_and_the_clock_goes_on() -> None:
    turn = published()
    add_time(turn=turn, minutes=5, table=None, token="more", by=None)
    first, second, third = turn.table_sessions.all()
    days.play_table(third)
    person, other = turn.tables[0][0], turn.tables[1][2]
    moved = move(turn, person, other, "move")
    assert move(turn, person, other, "move") == moved
    with pytest.raises(OtherwiseError):
        move(turn, person, turn.tables[1][0], "move")
    assert moved.tables[0][0] == other
    assert moved.tables[1][2] == person
    assert moved.published_at == turn.published_at
    assert moved.more_time.count() == 1
    sessions = {table.number: table.session_id for table in moved.table_sessions.all()}
    assert sessions[3] == third.session_id
    gone = Session.every.filter(pk__in=[first.session_id, second.session_id])
    assert all(session.removed_at for session in gone)
    assert [
        seat.player_id for seat in days.play_table(moved.table_sessions.all()[0]).game.seats.all()
    ] == moved.tables[0]


def test_somebody_who_sits_out_takes_a_seat() -> None:
    turn = published()
    (out,) = turn.out
    moved = move(turn, turn.tables[2][1], out)
    assert moved.out == [turn.tables[2][1]]
    assert {table.session_id for table in moved.table_sessions.all()[:2]} == {
        table.session_id for table in moved.table_sessions.filter(number__in=(1, 2))
    }


def test_a_table_with_hands_is_not_changed() -> None:
    turn = published()
    days.play_table(turn.table_sessions.all()[1])
    with pytest.raises(NotNowError, match="Table 2 has hands already"):
        move(turn, turn.tables[0][0], turn.tables[1][0])
    turn.refresh_from_db()
    assert turn.withdrawn_at is None


def test_only_the_last_round_is_changed_and_only_its_people() -> None:
    turn = published()
    days.publish(turn.tournament)
    with pytest.raises(MovedError):
        move(turn, turn.tables[0][0], turn.tables[1][0])
    with pytest.raises(MovedError):
        move(turn, turn.tables[0][0], 0)


def test_in_a_draft_two_change_seats_unless_somebody_drew_again() -> None:
    tournament = days.here(days.tournament(rounds=2))
    draft = draw_round(tournament=tournament, token="a", by=None)
    tables = swapped(draft, draft.tables[0][0], draft.tables[1][0])
    by_hand = draw_round(
        tournament=tournament, token="b", by=None, tables=tables, instead_of=draft.pk
    )
    assert by_hand.tables == tables
    assert by_hand.drawn["ahead"] == draft.drawn["ahead"]
    with pytest.raises(MovedError):
        draw_round(tournament=tournament, token="c", by=None, tables=tables, instead_of=draft.pk)
