"""Every form takes days that an import takes; a tournament can be put on another day."""

from datetime import date

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import parse_own
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.services import close_session
from scorekeeper.seasons.models import Season
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db
TYPED = ["0026-11-20", "1899-12-31", "3000-01-01", "9999-12-31"]


@pytest.mark.parametrize("typed", TYPED)
def test_no_form_takes_a_day_that_an_import_refuses(typed: str) -> None:
    club = make.club()
    host = make.host_client(club)
    names = "\n".join(days.PEOPLE[:4])
    for page, name, more in (
        ("tournaments:new", "played_on", {"name": "Cup", "names": names, "token": "a"}),
        ("seasons:season_new", "starts", {"name": "Winter"}),
        ("seasons:season_new", "ends", {"name": "Winter", "starts": "2026-01-01"}),
        ("planning:new", "day", {"at": "19:30", "token": "b"}),
    ):
        shown = host.post(reverse(page, args=[club.code]), {name: typed, **more})
        assert "Choose a day from 1900 to 2999." in shown.content.decode(), (page, name)
    assert not (Session.every.exists() or Season.objects.exists() or club.planned.exists())


def test_a_tournament_is_put_on_another_day_with_all_its_tables() -> None:
    tournament = days.here(days.tournament())
    turn = days.publish(tournament)
    for table in turn.table_sessions.select_related("session"):
        days.play_table(table)
        close_session(session=table.session)
    club, day = tournament.session.club, tournament.session
    before = Session.every.get(pk=day.pk).version
    host, page = make.host_client(club), reverse("tournaments:change_day", args=[day.code])
    assert host.get(page).status_code == 200
    refused = host.post(page, {"played_on": "0026-11-21", "token": "t"})
    assert "Choose a day from" in refused.content.decode()
    for _again in range(2):
        answer = host.post(page, {"played_on": "2026-11-21", "token": "t"})
        assert answer.status_code == 302
    moved = date(2026, 11, 21)
    assert set(Session.every.values_list("played_on", flat=True)) == {moved}
    assert len(set(Session.every.values_list("of_day", flat=True))) == 3
    assert set(GameResult.objects.values_list("played_on", flat=True)) == {moved}
    assert Session.every.get(pk=day.pk).version == before + 1
    activity = host.get(reverse("clubs:activity", args=[club.code])).content.decode()
    assert activity.count("Tournament moved from") == 1
    parse_own(document(Extent(club)))
    close_session(session=day)
    assert host.post(page, {"played_on": "2026-11-22", "token": "u"}).status_code == 409


def test_an_export_that_could_not_be_imported_says_so() -> None:
    tournament = days.here(days.tournament())
    Session.every.filter(pk=tournament.session_id).update(played_on=date(26, 11, 20))
    club = tournament.session.club
    host = make.host_client(club)
    page = reverse("group_file:of_club", args=[club.code])
    answer = host.get(page)
    assert answer.status_code == 409
    assert "played_on" in answer.content.decode()
    change = reverse("tournaments:change_day", args=[tournament.session.code])
    assert host.post(change, {"played_on": "2026-11-20", "token": "t"}).status_code == 302
    assert host.get(page).status_code == 200
