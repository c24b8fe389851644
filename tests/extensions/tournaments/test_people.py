"""Who is here, who plays for whom, and what was wished: each written once."""

from typing import Any

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Entrant,
    Presence,
    Tournament,
    Wish,
)
from scorekeeper.extensions.tournaments.people.services import (
    add_late,
    add_wish,
    check_in,
    set_presence,
    set_team,
    substitute,
    withdraw_wish,
)
from scorekeeper.extensions.tournaments.rounds.services import (
    draw_round,
    publish_round,
    take_back_round,
)
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from scorekeeper.play.services import ClosedError, close_session
from tests.helpers import factories as make
from tests.helpers.exchange.round import elsewhere, given
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db
FIRST, SECOND = days.PEOPLE[:2]


def entrant(tournament: Tournament, name: str) -> Entrant:
    listed = tournament.entrants.select_related("player", "plays_for").get(player__name=name)
    listed.tournament = tournament
    return listed


def mark(tournament: Tournament, name: str, presence: Presence, token: str = "") -> Attendance:
    return set_presence(
        entrant=entrant(tournament, name), presence=presence, token=token or make.token(), by=None
    )


def replace(tournament: Tournament, replaced: str, **taking: Any) -> Entrant:
    values = {"token": make.token(), "by": None, **taking}
    return substitute(entrant=entrant(tournament, replaced), **values)


def presences(tournament: Tournament) -> dict[str, Presence]:
    return {str(row.player): row.presence for row in entrant_rows(tournament)}


def version(tournament: Tournament) -> int:
    return Session.objects.get(pk=tournament.session_id).version


# Who is here -----------------------------------------------------------------------------------


def test_a_token_marks_somebody_once() -> None:
    tournament = days.tournament()
    first = mark(tournament, FIRST, Presence.HERE, "a")
    before = version(tournament)
    mark(tournament, FIRST, Presence.LEFT)
    assert mark(tournament, FIRST, Presence.HERE, "a") == first
    assert presences(tournament)[FIRST] == Presence.LEFT
    assert version(tournament) == before + 1
    with pytest.raises(OtherwiseError):
        mark(tournament, FIRST, Presence.RESTS, "a")


def test_nobody_is_marked_after_the_day() -> None:
    tournament = days.tournament()
    close_session(session=tournament.session)
    with pytest.raises(ClosedError):
        mark(tournament, FIRST, Presence.HERE)


def test_on_their_own_device_only_who_is_expected_comes() -> None:
    tournament = days.tournament()
    first, second = entrant(tournament, FIRST), entrant(tournament, SECOND)
    mark(tournament, SECOND, Presence.LEFT)
    assert check_in(entrant=first, token=make.token(), by=None)
    assert check_in(entrant=first, token=make.token(), by=None)
    assert not check_in(entrant=second, token=make.token(), by=None)
    assert presences(tournament)[FIRST] == Presence.HERE
    assert presences(tournament)[SECOND] == Presence.LEFT
    assert Attendance.objects.filter(entrant=first).count() == 1


def test_who_comes_late_is_on_the_list_once_and_here() -> None:
    tournament = days.tournament()
    late: dict[str, Any] = {"tournament": tournament, "names": ["Zara", FIRST], "by": None}
    add_late(**late, token="late")
    add_late(**late, token="late")
    assert presences(tournament)["Zara"] == presences(tournament)[FIRST] == Presence.HERE
    assert len(presences(tournament)) == 9
    assert Attendance.objects.count() == 2


# Playing for somebody --------------------------------------------------------------------------


def test_a_new_person_takes_the_place_of_somebody_once() -> None:
    tournament = days.here(days.tournament())
    zara = replace(tournament, FIRST, name="Zara", token="sub")
    assert replace(tournament, FIRST, name="Zara", token="sub") == zara
    assert presences(tournament) | {FIRST: Presence.LEFT, "Zara": Presence.HERE} == presences(
        tournament
    )
    assert entrant(tournament, "Zara").plays_for == entrant(tournament, FIRST)
    with pytest.raises(Refusal, match=r"Zara plays for Asha A\. Mark Zara as left first\."):
        mark(tournament, FIRST, Presence.HERE)
    with pytest.raises(Refusal, match="Zara plays for"):
        replace(tournament, FIRST, name="Yusuf")
    mark(tournament, "Zara", Presence.LEFT)
    mark(tournament, FIRST, Presence.HERE)


def test_who_stands_by_takes_a_place_and_may_go_back() -> None:
    tournament = days.here(days.tournament())
    mark(tournament, FIRST, Presence.STANDBY)
    replace(tournament, SECOND, standby=entrant(tournament, FIRST))
    assert entrant(tournament, FIRST).plays_for == entrant(tournament, SECOND)
    mark(tournament, FIRST, Presence.STANDBY)
    assert entrant(tournament, FIRST).plays_for is None


def test_who_plays_takes_no_place() -> None:
    tournament = days.here(days.tournament())
    with pytest.raises(Refusal, match=f"{SECOND} is on the list already"):
        replace(tournament, FIRST, name=SECOND)
    days.publish(tournament)
    mark(tournament, SECOND, Presence.STANDBY)
    with pytest.raises(Refusal, match=f"{SECOND} plays already"):
        replace(tournament, FIRST, standby=entrant(tournament, SECOND))
    assert presences(tournament)[FIRST] == Presence.HERE


def test_nobody_plays_for_themselves_by_way_of_another() -> None:
    tournament = days.here(days.tournament())
    mark(tournament, FIRST, Presence.STANDBY)
    replace(tournament, SECOND, standby=entrant(tournament, FIRST))
    mark(tournament, SECOND, Presence.STANDBY)
    with pytest.raises(Refusal, match="plays already"):
        replace(tournament, FIRST, standby=entrant(tournament, SECOND))


def test_whose_substitute_left_gets_another() -> None:
    tournament = days.here(days.tournament(rounds=3))
    days.publish(tournament)
    replace(tournament, FIRST, name="Zara")
    replace(tournament, "Zara", name="Yusuf")
    draft = draw_round(tournament=tournament, token="next", by=None)
    drawn = {player for table in draft.tables for player in table}
    assert entrant(tournament, "Yusuf").player_id in drawn
    assert len(drawn) == 8


# Wishes ------------------------------------------------------------------------------------------


def test_people_apart_and_people_with_a_table_get_their_wish() -> None:
    tournament = days.here(days.tournament(rounds=1))
    first, second = entrant(tournament, FIRST), entrant(tournament, SECOND)
    add_wish(entrant=first, other=second, token="apart", by=None)
    add_wish(entrant=second, table=2, seat=3, token="place", by=None)
    turn = days.publish(tournament)
    assert turn.tables[1][2] == second.player_id
    assert first.player_id in turn.tables[0]
    assert not turn.flaws


def test_a_token_wishes_once() -> None:
    tournament = days.tournament()
    first, second = entrant(tournament, FIRST), entrant(tournament, SECOND)
    wish = add_wish(entrant=first, other=second, token="a", by=None)
    assert add_wish(entrant=first, other=second, token="a", by=None) == wish
    with pytest.raises(OtherwiseError):
        add_wish(entrant=first, table=1, token="a", by=None)
    add_wish(entrant=first, table=1, token="b", by=None)
    add_wish(entrant=first, table=2, token="c", by=None)
    in_force = Wish.objects.filter(withdrawn_at__isnull=True, kind="table")
    assert [row.table for row in in_force] == [2]
    withdraw_wish(tournament=tournament, pk=wish.pk)
    before = version(tournament)
    withdraw_wish(tournament=tournament, pk=wish.pk)
    assert version(tournament) == before


def test_a_draft_from_before_a_wish_is_not_published() -> None:
    tournament = days.here(days.tournament())
    draft = draw_round(tournament=tournament, token="a", by=None)
    add_wish(entrant=entrant(tournament, FIRST), table=1, token="b", by=None)
    with pytest.raises(Refusal, match="Wishes have changed"):
        publish_round(tournament=tournament, number=1, by=None, draft=draft.pk)


def test_team_mates_are_kept_apart_and_a_draft_from_before_is_gone() -> None:
    tournament = days.here(days.tournament(rounds=1))
    draft = draw_round(tournament=tournament, token="a", by=None)
    for name in days.PEOPLE[:2]:
        set_team(entrant=entrant(tournament, name), team="North")
    draft.refresh_from_db()
    assert draft.withdrawn_at
    turn = days.publish(tournament)
    first, second = (entrant(tournament, name).player_id for name in days.PEOPLE[:2])
    assert not any({first, second} <= {*table} for table in turn.tables)


# In a group's file -------------------------------------------------------------------------------


def taken_back() -> Session:
    """A day with a substitute from before whom they play for, and a round that was taken back."""
    tournament = days.here(days.tournament(rounds=3))
    mark(tournament, FIRST, Presence.STANDBY)
    replace(tournament, SECOND, standby=entrant(tournament, FIRST))
    turn = days.publish(tournament)
    take_back_round(tournament=tournament, number=1, by=None, which=turn.pk)
    days.publish(tournament)
    return tournament.session


def test_a_day_goes_into_the_file_of_its_group_and_comes_back() -> None:
    whole, _session = elsewhere(taken_back)
    club, _imported = import_document(given(whole))
    assert document(Extent(club)) == whole
    tournament = Tournament.objects.get()
    assert entrant(tournament, FIRST).plays_for == entrant(tournament, SECOND)
    assert tournament.rounds.filter(withdrawn_at__isnull=False).count() == 1
