"""The poll: one query, as strict as the pages, and nothing sent while nothing is new."""

import itertools

import pytest
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.access import best_membership, visible_version
from scorekeeper.clubs.devices.services import SECRETS
from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.play import services as play
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")


def newer(session: Session) -> str:
    return reverse("scoreboard:newer", args=[session.code])


def version(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)


def asking(*held: Membership, cookie: object = None):
    request = RequestFactory().get("/")
    request.session = SessionStore()
    request.session[SECRETS] = [make.phone(*held)] if cookie is None else cookie
    return request


def test_a_device_that_shows_the_newest_gets_nothing_for_one_query(django_assert_num_queries):
    table = make.play(make.session(), FIRST)
    session, phone = table.game.session, make.client_with(Role.VIEWER, table.game.session.club)
    shown = {"v": version(session)}
    with django_assert_num_queries(1):
        answer = phone.get(newer(session), shown)
    assert answer.status_code == 204
    assert answer.content == b""
    assert answer["Cache-Control"] == "no-store, private"


@pytest.mark.parametrize("known_version", ["", "1", "nonsense", "-1", "9" * 4000])
def test_a_device_that_shows_anything_else_gets_the_board(known_version):
    table = make.play(make.session(), FIRST)
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    answer = phone.get(newer(table.game.session), {"v": known_version})
    assert answer.status_code == 200
    assert answer.content.lstrip().startswith(b'<section id="board"')
    assert f"v={version(table.game.session)}" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_a_revoked_link_stops_the_next_poll():
    table = make.session()
    link, secret = make.link(Role.VIEWER, table.game.session.club)
    joined = clubs.redeem_link(token=secret)
    assert joined
    phone = make.client_as(joined)
    at_newest = {"v": version(table.game.session)}
    assert phone.get(newer(table.game.session), at_newest).status_code == 204
    clubs.revoke_link(link=link)
    assert phone.get(newer(table.game.session), at_newest).status_code == 404


def test_outsiders_are_told_nothing_without_a_query(client, django_assert_num_queries):
    table = make.session()
    with django_assert_num_queries(0):
        assert client.get(newer(table.game.session), {"v": 1}).status_code == 404
    elsewhere = make.client_with(Role.HOST, make.club("Another table"))
    assert elsewhere.get(newer(table.game.session), {"v": 1}).status_code == 404
    assert elsewhere.get(reverse("scoreboard:newer", args=["nosuchnight"])).status_code == 404


def test_the_glance_lets_in_exactly_those_whom_the_pages_let_in():
    first, other = make.session(), make.session()
    session, club = first.game.session, first.game.session.club
    sibling = make.next_game(
        play.open_session(club=club, played_on=session.played_on),
        "pool_rummy",
        make.NAMES[:3],
    ).game.session
    now = timezone.now()
    seen = []
    clubs_there, sessions = [club, other.game.session.club], [None, session, sibling]
    for there, table, linked, left, gone in itertools.product(
        clubs_there, sessions, [True, False], [None, now], [None, now]
    ):
        link, _token = make.link(Role.VIEWER, there)
        link.revoked_at = gone
        link.save()
        held = Membership.objects.create(
            club=there,
            session=table,
            role=Role.VIEWER,
            link=link if linked else None,
            revoked_at=left,
        )
        request = asking(held)
        admitted = best_membership(request, club, session) is not None
        assert (visible_version(request, session.code) is not None) == admitted
        seen.append(admitted)
    assert 0 < sum(seen) < len(seen)


def test_one_good_membership_among_bad_ones_is_enough():
    table = make.session()
    session = table.game.session
    good = make.member(Role.VIEWER, session.club)
    bad = Membership.objects.create(club=session.club, role=Role.HOST, revoked_at=timezone.now())
    assert visible_version(asking(bad, good), session.code) == version(session)
    assert visible_version(asking(bad), session.code) is None


@pytest.mark.parametrize("cookie", ["text", {"1": 2}, ["1 OR 1=1"], [None], []])
def test_a_cookie_that_makes_no_sense_opens_nothing(cookie):
    assert visible_version(asking(cookie=cookie), make.session().game.session.code) is None


# Before all that a page is made ready with -------------------------------------------------------

POLL = {"HX-Request": "true"}


@pytest.mark.parametrize("name", ["scoreboard:newer", "settlement:settle"])
def test_a_page_that_polls_is_answered_by_the_same_query(name, django_assert_num_queries):
    table = make.play(make.session(), FIRST)
    session, phone = table.game.session, make.client_with(Role.VIEWER, table.game.session.club)
    path, shown = reverse(name, args=[session.code]), {"v": version(session)}
    with django_assert_num_queries(1):
        answer = phone.get(path, shown, headers=POLL)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Cache-Control"] == "no-store, private"
    assert phone.get(path, {"v": "0"}, headers=POLL).status_code == 200
    make.play(table, FIRST)
    assert phone.get(path, shown, headers=POLL).status_code == 200


def test_news_are_looked_for_once(django_assert_num_queries):
    table = make.play(make.session(), FIRST)
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    phone.get(newer(table.game.session), {"v": "0"}, headers=POLL)
    with django_assert_num_queries(3):  # that, the session, and who asks; the board is kept
        assert phone.get(newer(table.game.session), {"v": "0"}, headers=POLL).status_code == 200


def test_a_poll_is_logged_by_its_route(caplog):
    table = make.play(make.session(), FIRST)
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    with caplog.at_level("INFO", "scorekeeper.core.requests.middleware"):
        phone.get(newer(table.game.session), {"v": version(table.game.session)}, headers=POLL)
    assert "/sessions/<str:code>/newer/ 204" in caplog.text


def test_who_may_not_look_is_told_nothing_by_a_poll(client):
    table = make.play(make.session(), FIRST)
    session, shown = table.game.session, {"v": version(table.game.session)}
    elsewhere = make.client_with(Role.HOST, make.club("Another table"))
    for browser in (client, elsewhere):
        answer = browser.get(newer(session), shown, headers=POLL)
        assert answer.status_code == 404
        assert "no-store" in answer["Cache-Control"]


def test_a_poll_under_a_name_that_is_not_ours_is_refused(settings):
    table = make.play(make.session(), FIRST)
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    settings.ALLOWED_HOSTS = ["testserver"]
    shown = {"v": version(table.game.session)}
    answer = phone.get(
        newer(table.game.session), shown, headers={**POLL, "Host": "elsewhere.example"}
    )
    assert answer.status_code == 400


def test_only_reading_is_answered_by_a_glance():
    table = make.play(make.session(), FIRST)
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    path = f"{newer(table.game.session)}?v={version(table.game.session)}"
    assert phone.post(path, headers=POLL).status_code == 405
