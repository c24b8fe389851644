"""A play-off of those who are tied across a cut: it decides the cut by itself, and nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Role
from scorekeeper.core import clock
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.hall.selectors import table_states
from scorekeeper.extensions.tournaments.models import Presence, TableSession, Tournament
from scorekeeper.extensions.tournaments.people.services import set_presence, substitute
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import (
    cut_state,
    playing_after_cut,
    ranking,
)
from scorekeeper.extensions.tournaments.ranking.services import open_play_off, pick_for_cut
from scorekeeper.extensions.tournaments.rounds.services import take_back_round
from scorekeeper.extensions.tournaments.services import end_tournament
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Game, Hand
from tests.helpers import factories as make
from tests.helpers.play.racing import together
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN, LATE = days.PEOPLE[:7]
CUT = Cut(after=1, keep=3)


def tied(**fields: Any) -> Tournament:
    """Asha and Ravi are through; Dev and Sita are tied for the last place."""
    tournament = days.tournament(days.PEOPLE[:7], cuts=(CUT,), ties=(), **fields)
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    for table, (winner, second) in enumerate(((ASHA, DEV), (RAVI, SITA)), 1):
        score(turn, table, won=winner, **{second.replace(" ", "_"): 4})
    return days.here(tournament)


def through(tournament: Tournament) -> set[str]:
    players = playing_after_cut(tournament, 2) or []
    return {str(row) for row in tournament.entrants.filter(player__in=players)}


def test_the_result_of_one_table_decides_and_counts_in_no_ranking() -> None:
    tournament = tied(in_seasons=True)
    before = [(row.place, row.points, row.tables) for row in ranking(tournament)]
    table = open_play_off(tournament=tournament, by=None)
    assert open_play_off(tournament=tournament, by=None) == table
    assert [str(player) for player in days.players_at(table)] == [DEV, SITA]
    assert table.session.name == "Spring Cup, play-off after round 1"
    assert not table.session.in_seasons
    state = cut_state(tournament)
    assert state is not None and state.is_undecided and state.play_off == table
    days.play_table(table, winner=SITA)
    assert through(tournament) == {ASHA, RAVI, SITA}
    assert [(row.place, row.points, row.tables) for row in ranking(tournament)] == before
    assert len(table_states(tournament.rounds.get())) == 2
    kinds = Happening.objects.filter(session=tournament.session).values_list("kind", flat=True)
    assert [*kinds].count("play_off_opened") == 1
    assert days.publish(tournament).number == 2


def test_a_corrected_hand_decides_anew_and_a_host_can_decide_otherwise() -> None:
    tournament = tied(hands=1)
    table = open_play_off(tournament=tournament, by=None)
    days.play_table(table, winner=SITA)
    void_hand(hand=Hand.objects.get(game__session=table.session, voided_at=None))
    state = cut_state(tournament)
    assert state is not None and state.is_undecided
    days.play_table(table, winner=DEV)
    assert through(tournament) == {ASHA, RAVI, DEV}
    sita = tournament.entrants.get(player__name=SITA).player_id
    pick_for_cut(tournament=tournament, cut=CUT, players=[sita], token="a", by=None)
    assert through(tournament) == {ASHA, RAVI, SITA}


def test_a_play_off_holds_only_while_exactly_these_are_tied() -> None:
    tournament = tied()
    first = open_play_off(tournament=tournament, by=None)
    days.play_table(first, winner=SITA)
    score(tournament.rounds.get(), 1, won=DEV, **{ASHA.replace(" ", "_"): 20})
    state = cut_state(tournament)
    assert state is not None and state.is_undecided and state.play_off is None
    second = open_play_off(tournament=tournament, by=None)
    assert [str(player) for player in days.players_at(second)] == [ASHA, SITA]
    assert second.number == first.number + 1


def test_a_substitute_plays_it_off() -> None:
    tournament = tied()
    dev, late = (tournament.entrants.get(player__name=name) for name in (DEV, LATE))
    for entrant in (dev, late):
        entrant.tournament = tournament
    set_presence(entrant=late, presence=Presence.STANDBY, token="s", by=None)
    substitute(entrant=dev, standby=late, token="t", by=None)
    table = open_play_off(tournament=tournament, by=None)
    assert [str(player) for player in days.players_at(table)] == [LATE, SITA]
    days.play_table(table, winner=LATE)
    assert through(tournament) == {ASHA, RAVI, DEV, LATE}


def test_it_has_the_minutes_of_a_round_from_now_on() -> None:
    tournament = tied(hands=0, minutes=20)
    game = open_play_off(tournament=tournament, by=None).session.games.get()
    assert game.until is not None
    assert timedelta(minutes=19) < game.until - clock.now() <= timedelta(minutes=20)


def test_who_is_not_tied_or_too_many_get_no_table() -> None:
    with pytest.raises(Refusal, match="no longer tied across the cut"):
        open_play_off(tournament=days.here(days.tournament(cuts=(CUT,))), by=None)
    names = days.PEOPLE[:16]
    tournament = days.tournament(names, cuts=(CUT,), ties=(), largest=2, smallest=2)
    turn = publish_tables(tournament, *zip(names[::2], names[1::2], strict=True))
    for table in range(1, 9):
        score(turn, table, won=names[2 * table - 2])
    with pytest.raises(Refusal, match="One table does not seat all of them"):
        open_play_off(tournament=tournament, by=None)


def test_a_round_with_a_play_off_is_withdrawn_or_ended_with_it() -> None:
    tournament = tied()
    table = open_play_off(tournament=tournament, by=None)
    with pytest.raises(Refusal):
        take_back_round(tournament=tournament, number=1, by=None)
    end_tournament(tournament=tournament, by=None)
    table.session.refresh_from_db()
    assert table.session.closed_at


def test_a_host_opens_it_on_the_page_of_the_cut_and_everybody_finds_it() -> None:
    tournament = tied()
    club, code = tournament.session.club, tournament.session.code
    host, viewer = make.host_client(club), make.client_with(Role.VIEWER, club)
    url = reverse("tournaments:cut", args=[code])
    assert "Open a table for the play-off" in host.get(url).content.decode()
    sent = {"play_off": "1", "token": "a"}
    assert viewer.post(url, sent).status_code == 403
    assert not TableSession.objects.filter(play_off=True).exists()
    assert [host.post(url, sent).status_code for _again in range(2)] == [302, 302]
    table = TableSession.objects.get(play_off=True)
    page = host.get(url).content.decode()
    assert "The result of that table decides" in page
    assert "Open a table" not in page
    ranking_page = reverse("tournaments:ranking", args=[code])
    assert table.session.address in viewer.get(ranking_page).content.decode()
    assert table.session.address in viewer.get(tournament.session.address).content.decode()
    assert viewer.get(table.session.address).status_code == 200
    days.play_table(table, winner=DEV)
    assert table.session.address not in viewer.get(ranking_page).content.decode()
    assert "Decide the cut" not in host.get(ranking_page).content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_hosts_open_one_table() -> None:
    tournament = tied()

    def fresh() -> Tournament:
        return Tournament.objects.select_related("session__club").get(pk=tournament.pk)

    first, second = together(*[lambda: open_play_off(tournament=fresh(), by=None)] * 2)
    assert first == second
    assert Game.objects.filter(session__tournament_table__play_off=True).count() == 1
