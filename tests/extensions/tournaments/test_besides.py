"""A tournament beside the group's sessions: what the next session, the calendar and players' pages
make of it, and what its own pages say at the end."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.rounds.flaws import draft_flaws
from scorekeeper.extensions.tournaments.rounds.services import draw_round
from tests.helpers import factories as make
from tests.helpers.calendar.plans import planned
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db
WON = {"deal": {}, "lines": {"Omar": {"won": True}, "Zoe": {"points": 10}}}


def shown(browser: Client, url: str) -> str:
    """What a page says, without its marks."""
    html = browser.get(url, follow=True).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def ticked(browser: Client, url: str) -> list[str]:
    html = browser.get(url).content.decode()
    return re.findall(r'name="player"\s+value="\d+"\s+checked>\s*<bdi>([^<]*)', html)


def played(club: Club, rounds: int = 1, **fields: Any) -> Tournament:
    """A tournament of eight guests, all of whose rounds were played."""
    tournament = days.here(days.tournament(club=club, rounds=rounds, **fields))
    for _round in range(rounds):
        for table in days.publish(tournament).table_sessions.all():
            days.play_table(table)
    return tournament


@pytest.fixture
def club() -> Club:
    """A group whose members Omar and Zoe played a session."""
    club = make.new_club()
    make.play(make.session("basic_rummy", ("Omar", "Zoe"), club=club), WON)
    return club


def test_after_a_tournament_a_session_begins_with_the_last_sessions_people(club: Club) -> None:
    played(club)
    host = make.host_client(club)
    url = reverse("starting:session_new", args=[club.code])
    assert ticked(host, url) == ["Omar", "Zoe"]


def test_guests_of_a_day_are_no_members_of_the_calendar(club: Club) -> None:
    played(club)
    host = make.host_client(club)
    page = shown(host, reverse("planning:plan", args=[club.code, planned(club).pk]))
    assert "No answer Omar , Zoe For hosts" in page
    links = shown(host, reverse("planning:links", args=[club.code]))
    assert links.index("Zoe") < links.index("Guests of one tournament") < links.index("Asha A")
    played(club)  # who comes again is no guest
    page = shown(host, reverse("planning:plan", args=[club.code, planned(club).pk]))
    assert "No answer Asha A" in page


def test_a_new_tournament_ticks_nobody(club: Club) -> None:
    assert ticked(make.host_client(club), reverse("tournaments:new", args=[club.code])) == []


def test_a_guests_page_lists_the_tournaments_outside_the_seasons(club: Club) -> None:
    viewer, pages = make.client_with(Role.VIEWER, club), []
    tournament = played(club, in_seasons=False)
    for name in ("Asha A", "Omar"):
        player = club.players.get(name=name)
        pages.append(shown(viewer, reverse("seasons:player", args=[club.code, player.pk])))
    line = f"These don’t count in the standings. {tournament.session.name} 1 table"
    assert [line in page for page in pages] == [True, False]
    newcomer = club.players.create(name="Newcomer")
    page = shown(viewer, reverse("seasons:player", args=[club.code, newcomer.pk]))
    assert "Nothing has been scored yet." in page and "Tournaments" not in page


def dock(browser: Client, session: Session) -> str:
    html = browser.get(session.address).content.decode()
    found = re.search(r'<div class="dock">.*?</div>\s*</div>', html, re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", found.group(0)).split()) if found else ""


@pytest.mark.parametrize(
    ("money", "foot"),
    [({}, "End tournament"), ({"fee": 1000, "prizes": (100,)}, "Prizes End tournament")],
)
def test_after_the_last_round_the_foot_of_the_day_is_the_next_step(
    club: Club, money: dict[str, Any], foot: str
) -> None:
    tournament = days.here(days.tournament(club=club, rounds=1, **money))
    host, session = make.host_client(club), tournament.session
    turn = days.publish(tournament)
    assert dock(host, session) == ""
    for table in turn.table_sessions.all():
        days.play_table(table)
    assert dock(host, session) == foot


def test_a_final_of_one_table_has_nothing_that_is_not_as_wished(club: Club) -> None:
    cuts = (Cut(after=2, keep=4),)
    tournament = days.here(days.tournament(club=club, rounds=3, cuts=cuts))
    for _round in range(2):
        for table in days.publish(tournament).table_sessions.all():
            days.play_table(table)
    final = draw_round(tournament=tournament, token=make.token(), by=None)
    assert final.flaws
    assert draft_flaws(final).now == []
    url = reverse("tournaments:round", args=[tournament.session.code, 3])
    page = shown(make.host_client(club), url)
    assert "not as wished" not in page and "nobody meets again" not in page
    assert "One table: everybody who plays sits at it." in page


def test_the_table_of_an_ended_round_says_once_who_was_ahead(club: Club) -> None:
    tournament = played(club, rounds=2)
    session = tournament.rounds.get(number=1).table_sessions.all()[0].session
    page = shown(make.host_client(club), session.address)
    assert len(re.findall(r"won the|♛ won \d+ points?|ahead", page)) == 1


def test_who_has_three_tournament_tables_has_been_scored(club: Club) -> None:
    played(club, rounds=3)
    player = club.players.get(name="Asha A")
    page = shown(make.host_client(club), reverse("seasons:player", args=[club.code, player.pk]))
    assert "Nothing has been scored yet" not in page
    assert "Spring Cup 3 tables" in page
