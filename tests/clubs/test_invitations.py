"""A second phone scans and is in; a link that is taken back is out at once."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Membership, Role, ShareLink
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make.club()


def invite(browser: Client, club: Club, role: Role = Role.VIEWER, night: str = "", token="t-1"):
    told = {"role": role.value, "night": night, "token": token}
    return browser.post(reverse("clubs:share", args=[club.code]), told)


def address(page) -> str:
    found = re.search(r"http://testserver(/join/[\w-]{43}/)", page.content.decode())
    assert found
    return found[1]


def test_the_host_gets_a_link_and_its_picture_and_it_is_kept_as_a_digest_only(club: Club):
    page = invite(make.host_client(club), club, Role.SCORER)
    secret = address(page).split("/")[2]
    link = ShareLink.objects.latest("pk")
    assert link.role == Role.SCORER
    assert secret not in str(ShareLink.objects.filter(pk=link.pk).values())
    assert 'src="data:image/svg+xml' in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_it_is_shown_once(club: Club):
    browser = make.host_client(club)
    invite(browser, club)
    assert "/join/" not in browser.get(reverse("clubs:share", args=[club.code])).content.decode()


def test_asking_twice_with_one_token_makes_one_link(club: Club):
    browser = make.host_client(club)
    before = ShareLink.objects.count()
    assert address(invite(browser, club)) == address(invite(browser, club))
    assert ShareLink.objects.count() == before + 1
    assert address(invite(browser, club, token="t-2")) != address(invite(browser, club))


def test_a_second_phone_scans_and_is_in_and_the_address_forgets_the_token(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    response = phone.get(link)
    assert response["Location"] == reverse("clubs:home", args=[club.code])
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert phone.get(response["Location"]).status_code == 200


def test_it_leads_to_the_night_that_is_running():
    at = make.night()
    club = at.game.session.club
    link = address(invite(make.host_client(club), club))
    night = reverse("board:night", args=[at.game.session.code])
    assert Client().get(link)["Location"] == night


def test_scanning_again_keeps_the_same_place(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    phone.get(link)
    before = Membership.objects.count()
    phone.get(link)
    assert Membership.objects.count() == before


def test_the_hosts_own_phone_stays_host(club: Club):
    host = make.host_client(club)
    before = Membership.objects.count()
    host.get(address(invite(host, club)))
    assert Membership.objects.count() == before


def test_a_link_for_one_night_opens_that_night_only():
    at = make.night()
    session = at.game.session
    link = address(invite(make.host_client(session.club), session.club, night=session.code))
    phone = Client()
    assert phone.get(link)["Location"] == reverse("board:night", args=[session.code])
    assert phone.get(reverse("clubs:home", args=[session.club.code])).status_code == 404
    other = make.night(at=session.club).game.session
    assert phone.get(reverse("board:night", args=[other.code])).status_code == 404
    assert "Look" in phone.get("/").content.decode()


def test_a_link_taken_back_has_no_effect_on_the_next_request(club: Club):
    host = make.host_client(club)
    link = address(invite(host, club))
    phone = Client()
    phone.get(link)
    shown = host.get(reverse("clubs:share", args=[club.code])).content.decode()
    assert "1 phone" in shown
    made = ShareLink.objects.latest("pk")
    revoke = reverse("clubs:share_revoke", args=[club.code, made.pk])
    assert host.get(revoke).status_code == 405
    host.post(revoke)
    assert phone.get(reverse("clubs:home", args=[club.code])).status_code == 404
    gone = phone.get(link)
    assert gone.status_code == 404
    assert "taken back" in gone.content.decode()
    assert gone["Referrer-Policy"] == "no-referrer"


def test_a_link_taken_back_is_not_given_out_again(club: Club):
    host = make.host_client(club)
    invite(host, club)
    host.post(reverse("clubs:share_revoke", args=[club.code, ShareLink.objects.latest("pk").pk]))
    page = invite(host, club).content.decode()
    assert "taken back. Make another" in page
    assert "/join/" not in page


@pytest.mark.parametrize("token", ["nonsense", "x" * 5000, "%00", "’"])
def test_an_unknown_link_is_a_friendly_404(client: Client, token: str):
    response = client.get(f"/join/{token}/")
    assert response.status_code == 404
    assert "Ask the host" in response.content.decode()


@pytest.mark.parametrize(
    "told",
    [
        {"headers": {"sec-purpose": "prefetch;prerender"}},
        {"headers": {"user-agent": "WhatsApp/2.23 A"}},
        {"headers": {"user-agent": "facebookexternalhit/1.1"}},
    ],
)
def test_looking_without_opening_takes_no_place(club: Club, told):
    link = address(invite(make.host_client(club), club))
    before = Membership.objects.count()
    response = Client().get(link, **told)
    assert response.status_code == 200
    assert club.name not in response.content.decode()
    assert Client().head(link).status_code == 200
    assert Membership.objects.count() == before


def test_a_link_cannot_be_posted_to(client: Client, club: Club):
    assert client.post("/join/x/").status_code == 405


@pytest.mark.parametrize("told", [{"role": "9"}, {"role": "boss"}, {"night": "other"}, {}])
def test_nonsense_makes_no_link(club: Club, told):
    before = ShareLink.objects.count()
    host = make.host_client(club)
    before += 1
    page = host.post(reverse("clubs:share", args=[club.code]), {"token": "t", **told})
    if told == {"night": "other"}:
        told["role"] = "1"
        page = host.post(reverse("clubs:share", args=[club.code]), {"token": "t", **told})
    assert page.status_code == 200
    assert "notice--bad" in page.content.decode()
    assert ShareLink.objects.count() == before


def test_a_night_of_another_club_cannot_be_shared(club: Club):
    other = make.night().game.session
    page = invite(make.host_client(club), club, night=other.code).content.decode()
    assert "not one of this club" in page


def test_a_link_of_another_club_cannot_be_taken_back(club: Club):
    make.member(Role.VIEWER, make.club())
    theirs = ShareLink.objects.latest("pk")
    revoke = reverse("clubs:share_revoke", args=[club.code, theirs.pk])
    assert make.host_client(club).post(revoke).status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


def test_the_list_costs_the_same_with_many_links(club: Club, django_assert_num_queries):
    host = make.host_client(club)
    for n in range(8):
        invite(host, club, token=f"t-{n}")
    with django_assert_num_queries(4):
        host.get(reverse("clubs:share", args=[club.code]))


# Whose phone ------------------------------------------------------------------------------------


def test_a_phone_says_whose_it_is_and_takes_it_back():
    at = make.night()
    session = at.game.session
    mine = make.member(Role.VIEWER, session.club)
    phone = make.client_as(mine)
    who = reverse("clubs:who", args=[session.code])
    assert "Whose phone" in phone.get(who).content.decode()
    phone.post(who, {"player": at.players[1].pk, "token": "t"})
    mine.refresh_from_db()
    assert mine.player == at.players[1]
    phone.post(who, {"player": "", "token": "t"})
    mine.refresh_from_db()
    assert mine.player is None


@pytest.mark.parametrize("player", ["x", "-1", "9" * 30])
def test_a_phone_belongs_to_nobody_of_another_club(player: str):
    at, other = make.night(), make.night()
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    who = reverse("clubs:who", args=[at.game.session.code])
    assert phone.post(who, {"player": player}).status_code == 404
    assert phone.post(who, {"player": other.players[0].pk}).status_code == 404
