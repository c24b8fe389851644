"""Who stands by moves up where somebody is missing, and stands by again when nobody is."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import (
    Entrant,
    Presence,
    Round,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.people.services import set_presence
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.rounds.services import draw_round, publish_round
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db
FOUR = {"smallest": 4, "largest": 4}


def mark(tournament: Tournament, names: Sequence[str], presence: Presence) -> None:
    for name in names:
        row: Entrant = tournament.entrants.get(player__name=name)
        row.tournament = tournament
        set_presence(entrant=row, presence=presence, token=make.token(), by=None)


def day(here: int, standby: int, planned: int, **fields: Any) -> tuple[Tournament, list[str]]:
    """``here`` of ``planned`` people, and ``standby`` more, who stand by from the last on."""
    names = days.PEOPLE[: planned + standby]
    tournament = days.tournament(names, rounds=3, **fields)
    mark(tournament, names[:here], Presence.HERE)
    waiting = list(names[planned:])[::-1]
    mark(tournament, waiting, Presence.STANDBY)
    return tournament, waiting


def draw(tournament: Tournament) -> Round:
    return draw_round(tournament=tournament, token=make.token(), by=None)


def drawn(turn: Round) -> set[str]:
    players = turn.tournament.entrants.filter(player__in=players_of(turn.drawn))
    return {str(entrant) for entrant in players.select_related("player")}


@pytest.mark.parametrize(
    ("here", "standby", "planned", "fields", "moved_up"),
    [
        (8, 2, 8, FOUR, 0),  # nobody is missing
        (7, 2, 8, FOUR, 1),  # one is missing
        (6, 1, 8, FOUR, 0),  # three would sit out, not two
        (6, 2, 8, FOUR, 2),
        (10, 2, 12, {"largest": 4}, 2),  # no table of 3 is left
        (10, 1, 12, {"largest": 4}, 1),
        (8, 2, 12, {"largest": 4}, 0),  # all tables are full
        (8, 4, 12, {"largest": 4}, 4),  # one more table is
        (8, 2, 10, {"tables": 2, "largest": 6}, 2),  # as many as were to play
        (0, 4, 8, FOUR, 0),  # nobody called the roll
    ],
)
def test_as_many_move_up_as_leave_fewer_without_a_seat_or_fewer_seats_empty(
    here: int, standby: int, planned: int, fields: dict[str, int], moved_up: int
) -> None:
    tournament, waiting = day(here, standby, planned, **fields)
    if here == 0:
        with pytest.raises(Refusal, match="Call the roll first"):
            draw(tournament)
        return
    turn = draw(tournament)
    assert drawn(turn) == {*days.PEOPLE[:here], *waiting[:moved_up]}
    assert len(turn.out) == (0 if fields != FOUR or moved_up or here == 8 else 2)


def test_the_draft_names_who_moved_up_and_players_only_see_a_seat() -> None:
    tournament, (first, second) = day(7, 2, 8, **FOUR)
    turn = draw(tournament)
    address = reverse("tournaments:round", args=[tournament.session.code, 1])
    host = make.host_client(tournament.session.club)
    page = " ".join(host.get(address).content.decode().split())
    assert f"<strong>From standby:</strong> <bdi>{first}</bdi> </p>" in page
    assert second not in page
    publish_round(tournament=tournament, number=1, by=None, draft=turn.pk)
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    page = viewer.get(address).content.decode()
    assert first in page
    assert "standby" not in page


def test_who_comes_late_gets_the_seat_back_and_the_draft_is_drawn_again() -> None:
    tournament, (first, _second) = day(7, 2, 8, **FOUR)
    turn = draw(tournament)
    mark(tournament, [days.PEOPLE[7]], Presence.HERE)
    with pytest.raises(Refusal, match=f"{first} no longer plays. Draw again."):
        publish_round(tournament=tournament, number=1, by=None, draft=turn.pk)
    assert drawn(draw(tournament)) == {*days.PEOPLE[:8]}


def test_who_moved_up_plays_on_as_planned_while_somebody_is_missing() -> None:
    tournament, (first, second) = day(7, 2, 8, **FOUR)
    before = days.publish(tournament)
    mark(tournament, [first], Presence.HERE)
    mark(tournament, [first], Presence.STANDBY)  # now the other one has stood by longer
    turn = days.publish(tournament)
    assert drawn(turn) == {*days.PEOPLE[:7], first}
    assert turn.tables == before.drawn["ahead"][0]["tables"]
    mark(tournament, [first], Presence.LEFT)
    assert drawn(draw(tournament)) == {*days.PEOPLE[:7], second}


def test_nobody_is_missing_where_a_substitute_plays_or_somebody_left_who_stood_by() -> None:
    tournament, (first, second, third) = day(8, 3, 8, tables=2, largest=6)
    mark(tournament, [third], Presence.LEFT)
    assert drawn(draw(tournament)) == {*days.PEOPLE[:8]}
    mark(tournament, [days.PEOPLE[0]], Presence.LEFT)
    assert drawn(draw(tournament)) == {*days.PEOPLE[1:8], first}
    absent = tournament.entrants.get(player__name=days.PEOPLE[0])
    tournament.entrants.filter(player__name=second).update(plays_for=absent)
    mark(tournament, [second], Presence.HERE)
    assert drawn(draw(tournament)) == {*days.PEOPLE[1:8], second}


def test_somebody_sits_out_by_wish_and_who_stands_by_plays_that_round() -> None:
    tournament, (first,) = day(8, 1, 8, **FOUR)
    mark(tournament, [days.PEOPLE[0]], Presence.RESTS)
    assert drawn(days.publish(tournament)) == {*days.PEOPLE[1:8], first}
    assert drawn(draw(tournament)) == {*days.PEOPLE[:8]}


def test_nobody_moves_up_after_a_cut_but_who_did_before_it_plays_on() -> None:
    tournament, (first, _second) = day(7, 2, 8, cuts=(Cut(after=1, keep=4),), smallest=3, largest=4)
    for table in days.publish(tournament).table_sessions.all():
        seated = {str(player) for player in days.players_at(table)}
        days.play_table(table, winner=first if first in seated else None)
    turn = days.publish(tournament)
    assert first in drawn(turn)
    assert len(players_of(turn.drawn)) == 4
    leaving = min(drawn(turn) - {first})
    mark(tournament, [leaving], Presence.LEFT)
    assert drawn(draw(tournament)) == drawn(turn) - {leaving}
