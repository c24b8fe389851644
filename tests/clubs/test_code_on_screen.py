"""The invitation on the session's board, and on the big screen of the room."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Role, ShareLink
from tests.helpers import factories as make
from tests.helpers.clubs.scanning import address, is_picture_of, link_of, scanned

pytestmark = pytest.mark.django_db


# On the board -----------------------------------------------------------------------------------


def test_a_host_shows_the_codes_of_this_session_and_a_scorer_lets_others_look_on():
    session = make.session().game.session
    page = reverse("clubs:session_invite", args=[session.code])
    host = make.host_client(session.club)
    scorer = make.client_with(Role.SCORER, session.club)
    assert scanned(scorer.get(page)) == scanned(host.get(page))
    assert link_of(address(host.get(page))).session == session
    assert link_of(address(host.get(f"{page}?role=2"))).role == Role.SCORER
    assert host.get(f"{page}?role=3").status_code == 403
    assert scorer.get(f"{page}?role=2").status_code == 403
    assert "no-store" in host.get(page)["Cache-Control"]
    assert ShareLink.objects.exclude(serial="").count() == 2


def test_the_board_itself_makes_and_carries_no_code(django_assert_max_num_queries):
    session = make.session().game.session
    host = make.host_client(session.club)
    for page in (reverse("scoreboard:session", args=[session.code]), newer(session, 0)):
        text = host.get(page).content.decode()
        assert "data:image" not in text
        assert text.count(reverse("clubs:session_invite", args=[session.code])) == 2
    assert not ShareLink.objects.exclude(serial="").exists()
    viewer = make.client_with(Role.VIEWER, session.club)
    assert (
        "/invite/"
        not in viewer.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    )


def test_the_board_asks_for_the_code_alone():
    session = make.session().game.session
    page = reverse("clubs:session_invite", args=[session.code])
    host = make.host_client(session.club)
    part = host.get(page, headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="invite-code"') and "<html" not in part


# On the big screen ------------------------------------------------------------------------------


def newer(session, version: int, **parameters: Any) -> str:
    query = "&".join(f"{name}={value}" for name, value in {"v": version, **parameters}.items())
    return f"{reverse('scoreboard:newer', args=[session.code])}?{query}"


def put(browser: Client, session, show: str):
    return browser.post(reverse("clubs:session_screen", args=[session.code]), {"show": show})


def on_screen(page) -> bool:
    return "data:image/svg" in page.content.decode()


def test_the_big_screen_shows_a_code_only_when_it_was_put_there():
    session = make.session().game.session
    viewer = make.client_with(Role.VIEWER, session.club)
    scorer = make.client_with(Role.SCORER, session.club)
    tv = reverse("scoreboard:tv", args=[session.code])
    assert not on_screen(make.host_client(session.club).get(tv))
    assert put(viewer, session, "1").status_code == 403
    assert put(scorer, session, "1").status_code == 302
    assert on_screen(viewer.get(tv))
    link = ShareLink.objects.get(on_screen=True)
    assert (link.role, link.session) == (Role.VIEWER, session)
    _link, secret = invitations.ensure_link(club=session.club, role=Role.VIEWER, session=session)
    assert is_picture_of(viewer.get(tv), f"http://testserver/join/{secret}/")
    assert not on_screen(viewer.get(reverse("scoreboard:session", args=[session.code])))
    put(scorer, session, "0")
    assert not on_screen(viewer.get(tv))


def test_a_host_who_opens_the_screen_is_asked_once_and_nobody_else():
    session = make.session().game.session
    tv = reverse("scoreboard:tv", args=[session.code])
    host = make.host_client(session.club)

    def asks(browser: Client, **parameters: str) -> bool:
        return "Show a join code on this screen?" in browser.get(tv, parameters).content.decode()

    for role in (Role.VIEWER, Role.SCORER):
        assert not asks(make.client_with(role, session.club))
    assert asks(host) and not ShareLink.objects.filter(session=session).exists()
    assert not asks(host, ask="no")
    assert "Show viewer code on TV" in host.get(tv, {"ask": "no"}).content.decode()
    put(host, session, "1")
    assert on_screen(host.get(tv)) and not asks(host)
    put(host, session, "0")
    assert not asks(host), "it was taken off"


def test_who_puts_it_there_sees_that_it_is_there():
    session = make.session().game.session
    host = make.host_client(session.club)
    place = reverse("clubs:session_invite", args=[session.code])
    for show, then in (("1", "Remove code from TV"), ("0", "Show viewer code on TV")):
        answer = put(host, session, show)
        assert answer["Location"] == place
        assert then in host.get(place, headers={"HX-Request": "true"}).content.decode()


def test_no_other_session_shows_it():
    session = make.session().game.session
    other = make.session(club=session.club).game.session
    put(make.host_client(session.club), session, "1")
    host = make.host_client(session.club)
    assert not on_screen(host.get(reverse("scoreboard:tv", args=[other.code])))


def test_the_screen_hears_of_it_and_is_sent_the_code_once():
    session = make.session().game.session
    host, viewer = make.host_client(session.club), make.client_with(Role.VIEWER, session.club)
    session.refresh_from_db()
    seen = session.version
    assert viewer.get(newer(session, seen, view="tv")).status_code == 204
    put(host, session, "1")
    link = ShareLink.objects.get(on_screen=True)
    fragment = viewer.get(newer(session, seen, view="tv"))
    assert on_screen(fragment) and 'hx-swap-oob="true"' in fragment.content.decode()
    assert f"code={link.pk}" in fragment.content.decode()
    assert not on_screen(viewer.get(newer(session, seen, view="tv", code=link.pk)))
    session.refresh_from_db()
    put(host, session, "0")
    gone = viewer.get(newer(session, session.version, view="tv", code=link.pk))
    assert not on_screen(gone) and 'hx-swap-oob="true"' in gone.content.decode()


def test_taking_the_invitation_back_clears_the_screen():
    session = make.session().game.session
    host, viewer = make.host_client(session.club), make.client_with(Role.VIEWER, session.club)
    put(host, session, "1")
    session.refresh_from_db()
    link = ShareLink.objects.get(on_screen=True)
    host.post(reverse("clubs:share_revoke", args=[session.club.code, link.pk]))
    response = viewer.get(newer(session, session.version, view="tv", code=link.pk))
    assert response.status_code == 200 and not on_screen(response)
    assert not on_screen(viewer.get(reverse("scoreboard:tv", args=[session.code])))


def test_asking_for_news_costs_what_it_did(django_assert_num_queries):
    session = make.session().game.session
    viewer = make.client_with(Role.VIEWER, session.club)
    put(make.host_client(session.club), session, "1")
    session.refresh_from_db()
    link = ShareLink.objects.get(on_screen=True)
    with django_assert_num_queries(1):
        response = viewer.get(newer(session, session.version, view="tv", code=link.pk))
    assert response.status_code == 204
