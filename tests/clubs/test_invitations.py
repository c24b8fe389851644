"""A second device scans and is in; a link that is taken back is out at once."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Membership, Role
from tests.helpers import factories as make
from tests.helpers.clubs.scanning import address, come_in, invite, link_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make.club()


# Coming in --------------------------------------------------------------------------------------


def test_looking_at_an_invitation_takes_no_place(club: Club):
    link = address(invite(make.host_client(club), club))
    before = Membership.objects.count()
    for agent in ("WhatsApp/2.23 A", "facebookexternalhit/1.1", "Mozilla/5.0 (Android 15)"):
        for _time in range(20):
            page = Client().get(link, headers={"user-agent": agent})
            assert page.status_code == 200
    assert Client().head(link).status_code == 200
    assert Membership.objects.count() == before


def test_it_says_where_it_leads_and_what_one_may_do_there():
    table = make.session()
    club = table.game.session.club
    link = address(invite(make.host_client(club), club, Role.SCORER, table.game.session.code))
    page = Client().get(link)
    text = page.content.decode()
    assert club.name in text and "this session only" in text and "enter hands" in text
    assert club.name not in text.split("</head>")[0]  # a chat shows what is in there
    assert re.findall(r"<button[^>]*>([^<]+)", text.split("<main")[1])[0] == "Join"
    assert page["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page["Cache-Control"]


def test_a_second_device_scans_and_is_in_and_the_address_forgets_the_token(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    response = come_in(phone, link)
    assert response["Location"] == reverse("home:club", args=[club.code])
    assert "no-store" in response["Cache-Control"]
    assert phone.get(response["Location"]).status_code == 200


def test_it_leads_to_the_session_that_is_running():
    table = make.session()
    club = table.game.session.club
    link = address(invite(make.host_client(club), club))
    session = reverse("scoreboard:session", args=[table.game.session.code])
    assert come_in(Client(), link)["Location"] == session


def test_who_comes_in_may_say_his_name_at_once():
    table = make.session()
    club = table.game.session.club
    link = address(invite(make.host_client(club), club))
    phone = Client()
    assert all(player.name in phone.get(link).content.decode() for player in table.players)
    come_in(phone, link, player=table.players[1].pk)
    assert Membership.objects.latest("pk").player == table.players[1]
    come_in(Client(), link, player="")
    assert Membership.objects.latest("pk").player is None


@pytest.mark.parametrize("player", ["x", "-1", "9" * 30, "²"])
def test_nobody_comes_in_as_somebody_of_another_club(club: Club, player: str):
    link, other = address(invite(make.host_client(club), club)), make.session()
    before = Membership.objects.count()
    assert come_in(Client(), link, player=player).status_code == 404
    assert come_in(Client(), link, player=other.players[0].pk).status_code == 404
    assert Membership.objects.count() == before


def test_names_are_not_asked_where_they_are_too_many(club: Club):
    link = address(invite(make.host_client(club), club))
    services.add_players(club=club, names=[f"N{n:02}" for n in range(20)])
    assert "N07" in Client().get(link).content.decode()
    services.add_players(club=club, names=["One too many"])
    assert "N07" not in Client().get(link).content.decode()


def test_a_double_tap_makes_one_place(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    token = re.findall(r'name="token" value="([^"]+)"', phone.get(link).content.decode())[0]
    before = Membership.objects.count()
    for _tap in range(2):
        phone.cookies.pop(settings.SESSION_COOKIE_NAME, None)  # it leaves before the first answer
        assert phone.post(link, {"token": token}).status_code == 302
    assert Membership.objects.count() == before + 1


def test_a_page_that_another_device_has_used_is_shown_anew(club: Club):
    link = address(invite(make.host_client(club), club))
    phone, other = Client(), Client()
    page = phone.get(link).content.decode()
    fields = {"token": re.findall(r'name="token" value="([^"]+)"', page)[0]}
    phone.post(link, fields)
    other.get(link)
    asha = services.add_players(club=club, names=["Asha"])[0]
    answer = other.post(link, fields | {"player": asha.pk})
    assert answer.status_code == 200 and "Join" in answer.content.decode()
    assert Membership.objects.get(token=fields["token"]).player is None
    assert come_in(other, link).status_code == 302
    assert other.get(reverse("home:club", args=[club.code])).status_code == 200


@pytest.mark.parametrize("token", ["", "x" * 65])
def test_a_page_that_is_none_of_ours_takes_no_place(club: Club, token: str):
    link = address(invite(make.host_client(club), club))
    before = Membership.objects.count()
    page = Client().post(link, {"token": token})
    assert page.status_code == 200 and "Join" in page.content.decode()
    assert Membership.objects.count() == before


def test_a_place_is_only_taken_from_our_own_page(club: Club):
    link = address(invite(make.host_client(club), club))
    before = Membership.objects.count()
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(link, {"token": "t" * 24}).status_code == 403
    assert Membership.objects.count() == before


def test_a_device_that_was_taken_out_is_asked_again_and_not_let_in_by_its_old_page(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    token = re.findall(r'name="token" value="([^"]+)"', phone.get(link).content.decode())[0]
    phone.post(link, {"token": token})
    Membership.objects.filter(token=token).update(revoked_at="2026-11-22T00:00Z")
    assert phone.post(link, {"token": token}).status_code == 200
    assert phone.get(reverse("home:club", args=[club.code])).status_code == 404


def test_scanning_again_keeps_the_same_place(club: Club):
    link = address(invite(make.host_client(club), club))
    phone = Client()
    come_in(phone, link)
    before = Membership.objects.count()
    assert phone.get(link).status_code == 302
    assert phone.post(link, {"token": "another page of the same phone"}).status_code == 302
    assert Membership.objects.count() == before


def test_the_hosts_own_device_stays_host(club: Club):
    host = make.host_client(club)
    before = Membership.objects.count()
    assert host.get(address(invite(host, club))).status_code == 302
    assert Membership.objects.count() == before


def test_who_may_less_is_asked_before_he_may_more(club: Club):
    host = make.host_client(club)
    phone = Client()
    come_in(phone, address(invite(host, club)))
    more = address(invite(host, club, Role.SCORER))
    assert "Join" in phone.get(more).content.decode()
    come_in(phone, more)
    assert Membership.objects.latest("pk").role == Role.SCORER


def test_a_link_for_one_session_opens_that_session_only():
    table = make.session()
    session = table.game.session
    link = address(invite(make.host_client(session.club), session.club, session=session.code))
    phone = Client()
    assert come_in(phone, link)["Location"] == reverse("scoreboard:session", args=[session.code])
    assert phone.get(reverse("home:club", args=[session.club.code])).status_code == 404
    other = make.session(club=session.club).game.session
    assert phone.get(reverse("scoreboard:session", args=[other.code])).status_code == 404
    assert "View scores" in phone.get("/").content.decode()


def test_a_revoked_link_has_no_effect_on_the_next_request(club: Club):
    host = make.host_client(club)
    link = address(invite(host, club))
    phone = Client()
    come_in(phone, link)
    shown = invite(host, club).content.decode()
    assert "1 device" in shown
    host.post(reverse("clubs:share_revoke", args=[club.code, link_of(link).pk]))
    assert phone.get(reverse("home:club", args=[club.code])).status_code == 404
    for gone in (phone.get(link), phone.post(link, {"token": "t" * 24})):
        assert gone.status_code == 404
        assert "revoked" in gone.content.decode()
        assert gone["Referrer-Policy"] == "strict-origin"


@pytest.mark.parametrize("token", ["nonsense", "x" * 5000, "%00", "’"])
def test_an_unknown_link_is_a_friendly_404(client: Client, token: str):
    for response in (client.get(f"/join/{token}/"), client.post(f"/join/{token}/")):
        assert response.status_code == 404
        assert "Ask a host" in response.content.decode()


# Whose device ------------------------------------------------------------------------------------


def test_a_device_says_whose_it_is_and_undoes_it():
    table = make.session()
    session = table.game.session
    mine = make.member(Role.VIEWER, session.club)
    phone = make.client_as(mine)
    who = reverse("clubs:who", args=[session.code])
    assert "Who’s using" in phone.get(who).content.decode()
    phone.post(who, {"player": table.players[1].pk, "token": "t"})
    mine.refresh_from_db()
    assert mine.player == table.players[1]
    phone.post(who, {"player": "", "token": "t"})
    mine.refresh_from_db()
    assert mine.player is None


@pytest.mark.parametrize("player", ["x", "-1", "9" * 30])
def test_a_device_belongs_to_nobody_of_another_club(player: str):
    table, other = make.session(), make.session()
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    who = reverse("clubs:who", args=[table.game.session.code])
    assert phone.post(who, {"player": player}).status_code == 404
    assert phone.post(who, {"player": other.players[0].pk}).status_code == 404


@pytest.mark.parametrize("host", ["192.168.1.9:8000", "localhost:8000"])
def test_a_device_in_the_wifi_is_sent_nothing_it_would_complain_of(club: Club, host: str):
    page = Client(HTTP_HOST=host).get(address(invite(make.host_client(club), club)))
    assert "Cross-Origin-Opener-Policy" not in page
