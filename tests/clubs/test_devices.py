"""A browser is a device: it keeps every place it was given, and a host can take it out."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.devices.services import SECRETS
from scorekeeper.clubs.models import Club, Device, Membership, Role
from scorekeeper.core.requests.refusals import Refusal
from tests.helpers import factories as make
from tests.helpers.clubs.scanning import address, come_in, invite

pytestmark = pytest.mark.django_db

SESSION = settings.SESSION_COOKIE_NAME
START = {"name": ["Asha", "Dev"], "variant": "pool_rummy", "token": "a-token-made-on-the-phone"}


@pytest.fixture
def club() -> Club:
    """A club with a session and without a device."""
    own_club = make.session().game.session.club
    own_club.memberships.all().delete()
    return own_club


def home(club: Club) -> str:
    return reverse("home:club", args=[club.code])


def page(browser: Client, name: str, *args: object) -> str:
    return str(browser.get(reverse(name, args=args)).content.decode())


def copy_of(browser: Client) -> Client:
    """Somebody else's browser with a copy of the cookie."""
    copied = Client()
    copied.cookies[SESSION] = browser.cookies[SESSION].value
    return copied


def take_out(host: Client, membership: Membership) -> Any:
    return host.post(reverse("clubs:device_remove", args=[membership.club.code, membership.pk]))


# Nothing is dropped ----------------------------------------------------------------------------


def test_forty_session_links_of_another_club_lock_nobody_out_of_his_own():
    founder = Client()
    founder.post(reverse("home:start"), START)
    own, elsewhere = Club.objects.get(), make.session().game.session
    for _link in range(60):
        _made, secret = make.link(Role.VIEWER, elsewhere.club, elsewhere)
        come_in(founder, reverse("clubs:join", args=[secret]))
        _made.revoked_at = timezone.now()  # or the next would add nothing
        _made.save()
    assert founder.get(home(own)).status_code == 200
    assert founder.get(reverse("clubs:settings", args=[own.code])).status_code == 200


def test_a_club_wide_place_outlives_any_number_of_other_clubs(club: Club):
    browser = make.host_client(club)
    for _club in range(60):
        _link, secret = make.link(Role.VIEWER, make.club())
        come_in(browser, reverse("clubs:join", args=[secret]))
    assert browser.get(home(club)).status_code == 200
    assert page(browser, "home:front").count("Group") == 61
    assert len(browser.cookies[SESSION].value) < 1000


def test_a_browser_with_a_place_gets_no_second_device(club: Club):
    browser = make.host_client(club)
    before = Device.objects.count()
    browser.post(reverse("home:start"), START)
    assert Device.objects.count() == before


# A cookie that makes no sense -----------------------------------------------------------------


@pytest.mark.parametrize("value", ["text", {"1": 2}, ["1 OR 1=1"], [None], [], [10**30]])
def test_a_cookie_that_makes_no_sense_is_a_stranger_s(club: Club, value: object):
    browser = Client()
    browser.cookies[SESSION] = make.cookie(**{SECRETS: value})
    assert browser.get(home(club)).status_code == 404
    assert not Device.objects.exists()


@pytest.mark.parametrize("address", ["/", "/recover/", "/join/nothing/", "/games/"])
def test_a_stranger_who_looks_writes_nothing(address: str, django_assert_num_queries: Any):
    Client().get(address)
    assert not Device.objects.exists() and not Membership.objects.exists()


# The list --------------------------------------------------------------------------------------


def test_settings_show_the_devices_of_the_club_with_name_role_and_when(club: Club):
    session = club.sessions.get()
    host, scorer = make.member(Role.HOST, club), make.member(Role.SCORER, club)
    guest = make.member(Role.VIEWER, club, session)
    clubs.say_who(membership=host, player=club.players.get(name="Asha"))
    clubs.name_device(membership=scorer, name="Ravi’s old phone")
    Membership.objects.filter(pk=scorer.pk).update(
        created_at=timezone.now() - timedelta(days=3),
        last_seen_at=timezone.now() - timedelta(days=2),
    )
    browser = make.client_as(host)
    make.client_as(scorer)
    make.client_as(guest)
    for name in ("clubs:settings", "clubs:devices"):
        shown = page(browser, name, club.code)
        assert "Asha" in shown and "Ravi’s old phone" in shown
        assert shown.rindex("Asha") < shown.index("Ravi’s old phone")
        assert shown.count("this device") == 1
        assert "1 device for one session only" in shown
        assert shown.index("Ravi’s old phone") < shown.index("one session only")
        assert "Last seen" in shown
        assert reverse("clubs:share", args=[club.code]) in shown
        for phone in (host, scorer, guest):
            assert reverse("clubs:device", args=[club.code, phone.pk]) in shown


def test_day_and_time_are_those_of_the_club(club: Club):
    assert club.time_zone == "Asia/Kolkata"
    seen = datetime(2026, 3, 7, 20, 15, tzinfo=UTC)
    Membership.objects.filter(pk=make.member(Role.SCORER, club).pk).update(last_seen_at=seen)
    shown = page(make.host_client(club), "clubs:devices", club.code)
    assert re.search(r"Last seen Mar 8, 2026, 1:45\sAM", shown)


def test_one_browser_is_one_device_however_many_links_it_opened(club: Club):
    session = club.sessions.get()
    makers = [(Role.VIEWER, session), (Role.SCORER, session), (Role.SCORER, None)]
    browser = make.client_as(*(make.member(role, club, session) for role, session in makers))
    assert browser.get(home(club)).status_code == 200
    shown = page(make.host_client(club), "clubs:devices", club.code)
    assert shown.count('class="list__item phone"') == 2


def test_the_list_costs_the_same_with_many_devices(club: Club, django_assert_num_queries: Any):
    browser = make.host_client(club)
    for _phone in range(20):
        make.client_with(Role.VIEWER, club)
    with django_assert_num_queries(3):
        browser.get(reverse("clubs:devices", args=[club.code]))


def test_a_device_says_how_it_came_in(club: Club):
    founder = Client()
    founder.post(reverse("home:start"), START)
    own = Club.objects.latest("pk")
    make.client_with(Role.VIEWER, own)
    shown = page(founder, "clubs:devices", own.code)
    assert "created the group" in shown and "by invite" in shown


# Taken out -------------------------------------------------------------------------------------


def test_a_device_taken_out_is_out_at_its_next_request_everywhere_in_the_club(club: Club):
    session = club.sessions.get()
    first = make.member(Role.SCORER, club)
    lost = make.client_as(first, make.member(Role.HOST, club, session))
    copied = copy_of(lost)
    board = reverse("scoreboard:session", args=[session.code])
    session.refresh_from_db()
    poll = f"{reverse('scoreboard:newer', args=[session.code])}?v={session.version}"
    assert [lost.get(home(club)).status_code, lost.get(poll).status_code] == [200, 204]
    answer = take_out(make.host_client(club), first)
    for browser in (lost, copied):
        got = [browser.get(address).status_code for address in (home(club), board, poll)]
        assert got == [404, 404, 404]
    assert answer["Location"] == reverse("clubs:devices", args=[club.code]) + "?out=1"


@pytest.mark.parametrize(("role", "ending"), [(Role.SCORER, "?out=1"), (Role.HOST, "?out=host")])
def test_taking_out_twice_is_answered_as_once(club: Club, role: Role, ending: str):
    host, lost = make.host_client(club), make.member(role, club)
    make.client_as(lost)
    for _tap in range(2):
        assert take_out(host, lost)["Location"].endswith(ending)
    log = page(host, "clubs:activity", club.code)
    assert log.count("Device removed") == 1


def test_it_keeps_its_places_in_other_clubs(club: Club):
    elsewhere = make.club("Elsewhere")
    lost = make.client_as(make.member(Role.SCORER, club), make.member(Role.HOST, elsewhere))
    take_out(make.host_client(club), Membership.objects.get(club=club, role=Role.SCORER))
    assert lost.get(home(club)).status_code == 404
    assert lost.get(home(elsewhere)).status_code == 200


def test_who_is_let_in_again_does_not_let_in_a_copy_of_the_cookie_of_before(club: Club):
    elsewhere = make.club("Elsewhere")
    mine = make.member(Role.SCORER, club)
    browser = make.client_as(mine, make.member(Role.HOST, elsewhere))
    copied = copy_of(browser)
    take_out(make.host_client(club), mine)
    _link, secret = make.link(Role.SCORER, club)
    come_in(browser, reverse("clubs:join", args=[secret]))
    assert browser.get(home(club)).status_code == 200
    assert browser.get(home(elsewhere)).status_code == 200
    assert copied.get(home(club)).status_code == 404


def test_a_device_that_never_came_by_can_be_taken_out(club: Club):
    lost = make.member(Role.HOST, club)
    browser, host = make.client_as(lost), make.host_client(club)
    Membership.objects.filter(pk=lost.pk).update(last_seen_at=None)
    assert "Not used recently" in page(host, "clubs:devices", club.code)
    take_out(host, lost)
    assert browser.get(home(club)).status_code == 404


def test_taking_out_asks_on_a_page_first_and_cannot_be_got_by_a_link(club: Club):
    other = make.member(Role.SCORER, club)
    make.client_as(other)
    host = make.host_client(club)
    html = page(host, "clubs:device", club.code, other.pk)
    assert "Remove this device" in html and "View invites" in html
    out = reverse("clubs:device_remove", args=[club.code, other.pk])
    assert host.get(out).status_code == 405
    other.refresh_from_db()
    assert other.revoked_at is None


def test_the_last_device_of_a_host_is_not_taken_out_without_a_recovery_code(club: Club):
    mine = make.member(Role.HOST, club)
    browser = make.client_as(mine)
    make.client_with(Role.HOST, club, club.sessions.get())  # of one session: it cannot run the club
    make.member(Role.HOST, club)  # of a browser that never came by: nobody knows
    refused = take_out(browser, mine).content.decode()
    assert "Create a recovery code first" in refused
    lower = reverse("clubs:device_role", args=[club.code, mine.pk])
    assert "Create a recovery code first" in browser.post(lower, {"role": 1}).content.decode()
    assert browser.get(home(club)).status_code == 200
    browser.post(reverse("clubs:recovery", args=[club.code]), {"token": "t"})
    assert "Save the recovery code first" in take_out(browser, mine).content.decode()
    browser.post(reverse("clubs:recovery", args=[club.code]), {"then": "written"})
    assert "You will need the recovery code" in page(browser, "clubs:device", club.code, mine.pk)
    assert take_out(browser, mine)["Location"] == "/"
    assert browser.get(home(club)).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_hosts_who_take_each_other_out_at_once_leave_one() -> None:
    club = make.club()
    club.memberships.all().delete()
    first, second = make.member(Role.HOST, club), make.member(Role.HOST, club)
    make.phone(first), make.phone(second)
    gate = Barrier(2)

    def act(whom: Membership) -> object:
        gate.wait()
        try:
            return clubs.take_out(membership=whom)
        except Refusal as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(act, (first, second)))
    assert sum(isinstance(answer, Refusal) for answer in answers) == 1, answers
    assert Membership.objects.filter(revoked_at__isnull=True).count() == 1


def test_a_device_of_another_club_is_not_there(club: Club):
    theirs = make.member(Role.SCORER, make.club("Elsewhere"))
    make.client_as(theirs)
    host = make.host_client(club)
    for name in ("clubs:device", "clubs:device_remove", "clubs:device_role"):
        answer = host.post(reverse(name, args=[club.code, theirs.pk]), {"role": 1})
        assert answer.status_code in (404, 405)
    assert host.get(reverse("clubs:device", args=[club.code, theirs.pk])).status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


# What a device may do ---------------------------------------------------------------------------


def test_a_host_changes_what_a_device_may_do(club: Club):
    other = make.member(Role.VIEWER, club)
    browser, host = make.client_as(other), make.host_client(club)
    settings_page = reverse("clubs:settings", args=[club.code])
    assert browser.get(settings_page).status_code == 403
    address = reverse("clubs:device_role", args=[club.code, other.pk])
    assert "Choose what" in host.post(address, {"role": "boss"}).content.decode()
    host.post(address, {"role": Role.HOST})
    assert browser.get(settings_page).status_code == 200
    host.post(address, {"role": Role.VIEWER})
    assert browser.get(settings_page).status_code == 403


def test_a_device_that_may_do_less_does_not_get_it_back_by_a_link_it_knows(club: Club):
    host, phone = make.host_client(club), Client()
    links = {role: address(invite(host, club, role)) for role in Role}
    come_in(phone, links[Role.SCORER])
    mine = Membership.objects.latest("pk")
    lower = reverse("clubs:device_role", args=[club.code, mine.pk])
    host.post(lower, {"role": Role.HOST})
    assert links[Role.HOST] == address(invite(phone, club, Role.HOST))  # he has seen it now
    answer = host.post(lower, {"role": Role.VIEWER}, follow=True).content.decode()
    assert "may have seen the recovery code" in answer
    for browser in (phone, Client()):
        for role in (Role.HOST, Role.SCORER):
            assert come_in(browser, links[role]).status_code == 404
    assert phone.get(reverse("clubs:settings", args=[club.code])).status_code == 403
    assert host.get(home(club)).status_code == phone.get(home(club)).status_code == 200


def test_letting_a_device_do_less_leaves_invitations_to_no_more_than_that(club: Club):
    host, other = make.host_client(club), make.member(Role.SCORER, club)
    make.client_as(other)
    links = {role: address(invite(host, club, role)) for role in Role}
    lower = reverse("clubs:device_role", args=[club.code, other.pk])
    for role in (Role.SCORER, Role.HOST):  # as it is, and more: nothing is closed
        host.post(lower, {"role": role})
    assert all(Client().get(link).status_code == 200 for link in links.values())
    host.post(lower, {"role": Role.SCORER})
    host.post(lower, {"role": Role.SCORER})
    answers = [Client().get(links[role]).status_code for role in Role]
    assert answers == [200, 200, 404]
    log = page(host, "clubs:activity", club.code)
    assert "No new people can join with invites above: <bdi>Scorer</bdi>" in log


# Whose it is -----------------------------------------------------------------------------------


def test_a_device_gets_a_name_of_its_own_on_any_day(club: Club):
    session = club.sessions.get()
    mine = make.member(Role.SCORER, club)
    browser = make.client_as(mine, make.member(Role.VIEWER, club, session))
    address = reverse("clubs:own_device", args=[club.code])
    assert address in page(browser, "home:club", club.code)
    assert browser.post(address, {"name": "  Ravi’s   old\tphone "})["Location"] == home(club)
    assert set(Membership.objects.values_list("name", flat=True)) == {"Ravi’s old phone"}
    assert str(Membership.objects.get(pk=mine.pk)) == "Ravi’s old phone"
    assert 'value="Ravi’s old phone"' in page(browser, "clubs:own_device", club.code)


def test_a_name_that_is_too_long_is_told_and_kept(club: Club):
    browser = make.client_with(Role.VIEWER, club)
    address = reverse("clubs:own_device", args=[club.code])
    answer = browser.post(address, {"name": "x" * 41}).content.decode()
    assert "You entered 41" in answer and "x" * 41 in answer
    assert Membership.objects.get().name == ""


def test_a_name_of_signs_that_nobody_sees_is_none(club: Club):
    mine = make.member(Role.SCORER, club)
    browser = make.client_as(mine)
    browser.post(reverse("clubs:own_device", args=[club.code]), {"name": "\u200d \u202e\u200c"})
    mine.refresh_from_db()
    assert mine.name == ""


def test_a_guest_of_one_session_names_his_device_on_its_own_page():
    session = make.session().game.session
    guest = make.member(Role.VIEWER, session.club, session)
    browser = make.client_as(guest)
    browser.post(reverse("clubs:who", args=[session.code]), {"name": "Omar’s"})
    guest.refresh_from_db()
    assert guest.name == "Omar’s"


# When it was seen ------------------------------------------------------------------------------


def seen(membership: Membership, minutes: int) -> Membership:
    """It was last seen so long ago."""
    ago = timezone.now() - timedelta(minutes=minutes)
    Membership.objects.filter(pk=membership.pk).update(last_seen_at=ago)
    membership.last_seen_at = ago
    return membership


@pytest.mark.parametrize(("minutes", "written"), [(9, False), (11, True)])
def test_a_page_keeps_when_it_was_seen_every_ten_minutes(club: Club, minutes, written):
    mine = seen(make.member(Role.VIEWER, club), minutes)
    make.client_as(mine).get(home(club))
    before = mine.last_seen_at
    mine.refresh_from_db()
    assert (mine.last_seen_at != before) == written


def test_the_poll_that_has_no_news_writes_nothing(club: Club):
    session = club.sessions.get()
    mine = seen(make.member(Role.VIEWER, club), 60)
    browser, before = make.client_as(mine), mine.last_seen_at
    poll = reverse("scoreboard:newer", args=[session.code])
    assert browser.get(poll, {"v": session.version}).status_code == 204
    mine.refresh_from_db()
    assert mine.last_seen_at == before


def test_a_page_is_shown_even_when_that_cannot_be_written(club: Club):
    browser = make.client_as(seen(make.member(Role.VIEWER, club), 60))

    def full(execute: Any, sql: str, *arguments: Any) -> Any:
        if sql.startswith("UPDATE"):
            raise OperationalError("database or disk is full")
        return execute(sql, *arguments)

    with connection.execute_wrapper(full):
        assert browser.get(home(club)).status_code == 200
    assert browser.get(home(club)).status_code == 200


def test_a_browser_that_comes_by_is_given_its_cookie_for_another_year(club: Club):
    mine = seen(make.member(Role.VIEWER, club), 60)
    browser = make.client_as(mine)
    given = browser.cookies[SESSION].value
    browser.get(home(club))
    renewed = browser.cookies[SESSION]
    assert renewed.value != given and renewed["max-age"] == 365 * 24 * 3600
    seen(mine, 60)
    assert SESSION not in browser.get(home(club)).cookies  # and not again the same month
