"""A tournament comes in with its day and all its tables; what comes without it is in sight too."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.urls import reverse

from scorekeeper.clubs.models import Role, Session
from scorekeeper.extensions.exchange.group_file.services import import_document, preview
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.tournaments.models import Round, TableSession, Tournament
from scorekeeper.extensions.tournaments.prizes import prize_faults
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.play.services import close_session
from scorekeeper.play.sessions import past_sessions
from tests.helpers import factories as make
from tests.helpers.exchange.round import Told, given
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


def play_round(tournament: Tournament) -> Round:
    turn = days.publish(tournament)
    for table in turn.table_sessions.select_related("session"):
        days.play_table(table)
        close_session(session=table.session)
    return turn


def exported(*steps: Callable[[Tournament], object]) -> list[Told]:
    """The group's documents before its tournament and after each step, from another server."""
    with transaction.atomic():
        club = make.session().game.session.club
        documents = [document(Extent(club))]
        tournament = days.here(days.tournament(club=club))
        for step in steps:
            step(tournament)
            documents.append(document(Extent(club)))
        documents.append(document(Extent(club, tournament.session)))
        transaction.set_rollback(True)
    return documents


def test_a_group_that_is_here_gets_the_whole_tournament() -> None:
    before, after, _alone = exported(play_round)
    import_document(given(before))
    club, imported = import_document(given(after))
    assert imported.left_out.tournaments == 0
    tournament = Tournament.objects.select_related("session__club").get()
    assert TableSession.objects.count() == 2
    assert [row.place for row in ranking(tournament)][:2] == [1, 1]
    assert document(Extent(club))["tables"]["rounds"] == after["tables"]["rounds"]
    host = make.host_client(club)
    assert host.get(tournament.session.address).status_code == 200
    _club, again = import_document(given(after))
    assert not again.changes


def test_tables_of_a_tournament_that_is_here_are_sessions_of_their_own() -> None:
    _before, early, late, _alone = exported(play_round, play_round)
    import_document(given(early))
    assert preview(given(late)).left_out.tournaments == 1
    club, imported = import_document(given(late))
    new = Session.objects.filter(code__in=imported.new)
    assert new.count() == 2
    assert set(new) <= {*past_sessions(club)}
    host = make.host_client(club)
    assert {host.get(session.address).status_code for session in new} == {200}


def test_a_day_that_comes_alone_is_a_session_like_any_other() -> None:
    *_documents, alone = exported(play_round)
    club, _imported = import_document(given(alone))
    day = club.sessions.get()
    assert document(Extent(club, day)) == alone
    assert list(prize_faults(day)) == []
    host = make.client_with(Role.HOST, club)
    for page in ("scoreboard:session", "settlement:settle", "starting:game_new"):
        assert host.get(reverse(page, args=[day.code])).status_code == 200
    assert day.address == reverse("scoreboard:session", args=[day.code])
