"""A tournament ends with its tables, keeps what was saved, and can be reopened."""

import re

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role, Session
from scorekeeper.extensions.tournaments.services import add_entrants
from scorekeeper.play.services import ClosedError, start_game
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


def test_the_tables_end_with_the_day() -> None:
    tournament = days.here(days.tournament(tables=2))
    turn = days.publish(tournament)
    days.play_table(turn.table_sessions.get(number=1))
    host = make.client_with(Role.HOST, tournament.session.club)
    url = reverse("tournaments:end", args=[tournament.session.code])
    page = host.get(url).content.decode()
    assert "Round 1, table 2" in page
    for _press in range(2):
        answer = host.post(url)
        assert answer["Location"] == tournament.session.address
    assert not Session.objects.filter(closed_at__isnull=True).exists()
    with pytest.raises(ClosedError):
        add_entrants(tournament=tournament, players=[], token=make.token(), by=None)
    assert "Reopen tournament" in host.get(url).content.decode()
    host.post(reverse("starting:session_reopen", args=[tournament.session.code]))
    add_entrants(tournament=tournament, players=[], token=make.token(), by=None)


def test_the_day_that_has_ended_shows_the_first_three_and_the_money() -> None:
    tournament = days.here(days.tournament(tables=2, fee=500))
    turn = days.publish(tournament)
    for table in turn.table_sessions.all():
        days.play_table(table)
    host = make.client_with(Role.HOST, tournament.session.club)
    day = reverse("tournaments:day", args=[tournament.session.code])
    assert "Winners" not in host.get(day).content.decode()
    ended = host.post(reverse("tournaments:end", args=[tournament.session.code]), follow=True)
    assert ended.redirect_chain[-1][0] == day
    (podium,) = re.findall(r'aria-labelledby="podium".*?</section>', ended.content.decode(), re.S)
    page = ended.content.decode()
    assert page.index("Winners") < page.index("Round 1"), "before how it came about"
    first = [(place, name) for place, name, _figure in ended.context["first_rows"] if place <= 3]
    assert [int(n) for n in re.findall(r'podium__number">\s*(\d)', podium)] == [n for n, _ in first]
    assert re.findall(r'podium__name">([^<]+)', podium) == [name for _, name in first]
    assert "Settle up" in podium and "Whole ranking" in podium


def test_the_end_of_a_session_leads_to_the_end_of_the_tournament() -> None:
    tournament = days.tournament()
    host = make.client_with(Role.HOST, tournament.session.club)
    close = reverse("starting:session_close", args=[tournament.session.code])
    assert host.post(close)["Location"].endswith("/tournament/end/")
    tournament.session.refresh_from_db()
    assert tournament.session.closed_at is None


def test_a_table_has_one_game() -> None:
    turn = days.publish(days.here(days.tournament(tables=2)))
    table = turn.table_sessions.select_related("session__club").get(number=1)
    played = days.play_table(table)
    host = make.client_with(Role.HOST, table.session.club)
    assert "Same game again" not in host.get(table.session.address).content.decode()
    with pytest.raises(ClosedError):
        start_game(
            session=table.session,
            variant=played.game.variant,
            options=played.game.options,
            players=played.players,
        )
    assert table.session.games.count() == 1
