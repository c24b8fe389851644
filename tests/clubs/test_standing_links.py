"""One standing invitation per role, shown to its hosts as often as they want, as a code to scan."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import selectors, services
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Club, Happening, Membership, Role, ShareLink
from scorekeeper.core.server import network
from tests.helpers import factories as make
from tests.helpers.clubs.scanning import address, come_in, invite, link_of, scanned, share

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make.club()


# The standing invitation ------------------------------------------------------------------------


def test_the_host_sees_the_code_at_once_and_it_is_kept_as_a_digest_only(club: Club):
    page = invite(make.host_client(club), club, Role.SCORER)
    secret = address(page).split("/")[2]
    link = link_of(address(page))
    assert link.role == Role.SCORER
    assert secret not in str(ShareLink.objects.filter(pk=link.pk).values())
    assert scanned(page) == f"http://testserver/join/{secret}/"
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"


def test_the_same_code_is_shown_each_time_and_to_every_host(club: Club):
    first = address(invite(make.host_client(club), club))
    before = ShareLink.objects.exclude(serial="").count()
    assert address(invite(make.host_client(club), club)) == first
    assert ShareLink.objects.exclude(serial="").count() == before == 1


def test_each_role_and_each_session_has_its_own():
    session = make.session().game.session
    club, host = session.club, make.host_client(session.club)
    addresses = {address(invite(host, club, role)) for role in Role}
    addresses |= {address(invite(host, club, role, session.code)) for role in Role}
    assert len(addresses) == 6
    assert {(link_of(path).role, link_of(path).session) for path in addresses} == {
        (role, table) for role in Role for table in (None, session)
    }


def test_a_revoked_code_is_not_shown_again_and_the_next_one_is_another(club: Club):
    host = make.host_client(club)
    first = address(invite(host, club))
    revoke = reverse("clubs:share_revoke", args=[club.code, link_of(first).pk])
    assert host.get(revoke).status_code == 405
    after = host.post(revoke, follow=True).content.decode()
    assert "/join/" not in after and "Revoked" in after
    assert not ShareLink.objects.exclude(serial="").filter(revoked_at=None).exists()
    assert address(invite(host, club)) != first


def test_the_database_lets_one_stand(club: Club):
    columns = {"club": club, "role": Role.VIEWER, "session": None}
    ShareLink.objects.create(**columns, digest="1", serial="one")
    ShareLink.objects.create(**columns, digest="2")  # an old one, shown once
    with pytest.raises(IntegrityError), transaction.atomic():
        ShareLink.objects.create(**columns, digest="3", serial="two")


def test_a_code_is_shown_while_its_key_is_believed(club: Club, settings):
    link, secret = invitations.ensure_link(club=club, role=Role.VIEWER)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, as long as keys are, for all the years that come"
    assert invitations.ensure_link(club=club, role=Role.VIEWER) == (link, secret)


def test_after_the_key_is_gone_there_is_a_new_code_and_the_old_one_still_opens(
    club: Club, settings
):
    phone = Client()
    link, secret = invitations.ensure_link(club=club, role=Role.VIEWER)
    settings.SECRET_KEY = "another key, as long as keys are, for all the years that come"
    newer, another = invitations.ensure_link(club=club, role=Role.VIEWER)
    assert (newer, another) != (link, secret)
    assert invitations.ensure_link(club=club, role=Role.VIEWER) == (newer, another)
    assert come_in(phone, f"/join/{secret}/").status_code == 302
    services.revoke_link(link=link)
    assert phone.get(reverse("home:club", args=[club.code])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_six_hosts_who_ask_at_once_get_the_same_code():
    club = make.club()
    together = Barrier(6)

    def ask(_n: int) -> str:
        try:
            together.wait()
            return invitations.ensure_link(club=club, role=Role.SCORER)[1]
        finally:
            connection.close()

    for _round in range(5):
        with ThreadPoolExecutor(6) as hosts:
            shown = set(hosts.map(ask, range(6)))
        assert len(shown) == 1
        (secret,) = shown
        services.revoke_link(link=link_of(f"/join/{secret}/"))
    assert Happening.objects.filter(kind=ActivityKind.LINK_MADE).count() == 5


def test_links_from_before_are_listed_and_still_open(club: Club):
    link, secret = make.link(Role.SCORER, club)
    host = make.host_client(club)
    assert come_in(Client(), f"/join/{secret}/").status_code == 302
    page = host.get(reverse("clubs:share", args=[club.code])).content.decode()
    assert reverse("clubs:share_revoke", args=[club.code, link.pk]) in page
    assert secret not in page


def test_a_session_of_another_club_cannot_be_shared(club: Club):
    other = make.session().game.session
    assert invite(make.host_client(club), club, session=other.code).status_code == 404
    assert invite(make.host_client(club), club, session="’").status_code == 404


@pytest.mark.parametrize("role", ["9", "boss", "0", "-1", "", "²"])
def test_a_role_that_is_none_shows_a_viewers_code(club: Club, role: str):
    page = make.host_client(club).get(share(club, role))
    assert link_of(address(page)).role == Role.VIEWER


def test_a_link_of_another_club_cannot_be_revoked(club: Club):
    make.member(Role.VIEWER, make.club())
    theirs = ShareLink.objects.latest("pk")
    revoke = reverse("clubs:share_revoke", args=[club.code, theirs.pk])
    assert make.host_client(club).post(revoke).status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


def test_the_list_costs_the_same_with_many_links(club: Club, django_assert_num_queries):
    host = make.host_client(club)
    invite(host, club)
    for _n in range(8):
        make.member(Role.VIEWER, club)
    with django_assert_num_queries(5):
        invite(host, club)


# The address in the code ------------------------------------------------------------------------

ITSELF = ["localhost:8123", "127.0.0.1:8123", "[::1]:8123", "0.0.0.0:8123", "x.localhost:8123"]


@pytest.mark.parametrize("host", [*ITSELF, "127.8.9.1:8123", "[::ffff:127.0.0.1]:8123"])
def test_on_the_computer_itself_the_code_says_its_address_in_the_wifi(
    club: Club, host, monkeypatch
):
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    page = invite(make.host_client(club, HTTP_HOST=host), club)
    assert scanned(page).startswith("http://192.168.7.20:8123/join/")


def test_so_does_the_address_beside_the_recovery_code(monkeypatch):
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    browser = Client(HTTP_HOST="localhost:8123")
    names = {"name": ["Asha", "Dev"], "variant": "pool_rummy", "token": "t" * 24}
    browser.post(reverse("home:start"), names)
    page = browser.get(reverse("clubs:recovery", args=[Club.objects.get().code]))
    assert ">http://192.168.7.20:8123<wbr>/recover/<" in page.content.decode()


@pytest.mark.parametrize("host", ITSELF)
def test_without_a_network_it_says_that_devices_cannot_come(club: Club, host: str, monkeypatch):
    monkeypatch.setattr(network, "wifi_address", lambda: None)
    page = invite(make.host_client(club, HTTP_HOST=host), club).content.decode()
    assert "Other devices can’t reach this computer" in page
    assert "/join/" not in page and "data:image" not in page


@pytest.mark.parametrize("host", ["192.168.1.9:8000", "score.example.org", "localhost.example"])
def test_any_other_name_is_the_one_by_which_it_was_reached(club: Club, host: str):
    page = invite(make.host_client(club, HTTP_HOST=host), club)
    assert scanned(page).startswith(f"http://{host}/join/")


def test_a_public_site_keeps_its_name_whatever_it_is(club: Club, settings):
    settings.PLAY = False
    page = invite(make.host_client(club, HTTP_HOST="localhost:8123"), club)
    assert scanned(page).startswith("http://localhost:8123/join/")


def test_the_address_in_the_wifi_is_one_that_others_can_reach():
    address = network.wifi_address()
    assert address is None or not network.means_itself(address)


# When a device was taken out ---------------------------------------------------------------------


def test_invitations_seen_until_now_let_nobody_new_in_and_nobody_out(club: Club):
    host, inside = make.host_client(club), Client()
    link = address(invite(host, club))
    _old, secret = make.link(Role.HOST, club)
    come_in(inside, link)
    home = reverse("home:club", args=[club.code])
    services.take_out(membership=make.member(Role.VIEWER, club))
    for known in (link, f"/join/{secret}/"):
        assert Client().get(known).status_code == 404
        assert Client().post(known, {"token": "t" * 24}).status_code == 404
    assert inside.get(home).status_code == host.get(home).status_code == 200
    assert "No new people can join" in invite(host, club).content.decode()
    assert address(invite(host, club)) != link
    assert come_in(Client(), address(invite(host, club))).status_code == 302
    services.revoke_link(link=link_of(link))
    assert inside.get(home).status_code == 404


def test_a_closed_invitation_leaves_the_big_screen():
    session = make.session().game.session
    invitations.put_on_screen(session=session)
    session.refresh_from_db()
    seen = session.version
    first, other = (make.member(Role.VIEWER, session.club) for _phone in range(2))
    services.take_out(membership=first)
    session.refresh_from_db()
    assert invitations.screen_link(session) is None
    assert session.version == seen + 1
    services.take_out(membership=other)
    assert Happening.objects.filter(kind=ActivityKind.LINKS_CLOSED).count() == 1


def test_a_closed_invitation_is_listed_while_somebody_is_here_by_it(club: Club):
    used, unused = (make.link(Role.VIEWER, club) for _link in range(2))
    services.redeem_link(token=used[1])
    services.take_out(membership=make.member(Role.VIEWER, club))
    assert list(selectors.live_links(club)) == [used[0]] != [unused[0]]


def test_a_device_that_is_taken_out_does_not_come_back_by_a_link_it_knows(club: Club):
    host, lost = make.host_client(club), Client()
    link = address(invite(host, club, Role.HOST))
    come_in(lost, link)
    seen = address(invite(lost, club, Role.SCORER))
    services.take_out(membership=Membership.objects.latest("pk"))
    home = reverse("home:club", args=[club.code])
    for known in (link, seen):
        assert come_in(lost, known).status_code == 404
        assert lost.get(home).status_code == 404
    assert host.get(home).status_code == 200


def test_a_cookie_of_an_earlier_key_is_signed_anew_at_once(settings):
    table = make.session()
    browser = make.client_with(Role.HOST, table.game.session.club)
    place = reverse("scoreboard:session", args=[table.game.session.code])
    assert browser.get(place).status_code == 200
    earlier, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 5
    settings.SECRET_KEY_FALLBACKS = [earlier]
    before = browser.cookies[settings.SESSION_COOKIE_NAME].value
    assert browser.get(place).status_code == 200
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != before
    settings.SECRET_KEY_FALLBACKS = []
    assert browser.get(place).status_code == 200, "the earlier key can go now"
