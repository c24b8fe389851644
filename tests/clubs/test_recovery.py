"""A host whose device is gone types a code on a new one, is host, and puts the lost one out."""

import re
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.devices import recovery
from scorekeeper.clubs.models import Club, Device, Membership, Role, Session
from scorekeeper.core.server import network
from scorekeeper.play.models import Game
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

START = {"name": ["Asha", "Dev"], "variant": "pool_rummy", "token": "a-token-made-on-the-phone"}
NOTICE = "Save the recovery code"
BAND, DOT = '<aside class="keep"', "menu--dot"


@dataclass
class Devices:
    """A browser, as its holder uses it."""

    browser: Client

    def get(self, name: str, *args: object, **query: Any) -> Any:
        return self.browser.get(reverse(name, args=args), query)

    def post(self, name: str, *args: object, **fields: Any) -> Any:
        return self.browser.post(reverse(name, args=args), fields)

    def text(self, name: str, *args: object) -> str:
        return str(self.get(name, *args).content.decode())

    def code(self, club: Club) -> str:
        """The recovery code that the page shows; "" if it shows none."""
        match = re.search(r'recovery__code".*?</p>', self.text("clubs:recovery", club.code), re.S)
        return re.sub(r"<[^>]*>|\s", "", match[0].partition(">")[2]) if match else ""

    def sees(self, club: Club) -> bool:
        return bool(self.get("home:club", club.code).status_code == 200)


@pytest.fixture
def founder() -> Devices:
    browser = Client()
    browser.post(reverse("home:start"), START)
    return Devices(browser)


@pytest.fixture
def club(founder: Devices) -> Club:
    return Club.objects.get()


def stranger() -> Devices:
    return Devices(Client())


# The code --------------------------------------------------------------------------------------


def test_a_new_club_has_a_code_of_more_than_a_hundred_bits_in_groups(founder: Devices, club: Club):
    code = founder.code(club)
    assert re.fullmatch(r"(?:[2-9ACDEFHJKMNPQRTVWXY]{4}-){5}[2-9ACDEFHJKMNPQRTVWXY]{4}", code)
    assert len(recovery.LETTERS) ** 24 > 2**112
    assert not set("01OILBGSUZ") & set(recovery.LETTERS)


def test_codes_differ_and_use_every_letter():
    new_club = make.club()
    codes = {recovery.derive_code(new_club, str(seed)) for seed in range(200)}
    assert len(codes) == 200
    assert set("".join(codes)) == set(recovery.LETTERS) | {"-"}


def test_the_database_and_the_cookie_hold_no_code(founder: Devices, club: Club):
    code = recovery.normalize(founder.code(club))
    kept = str([list(m.objects.values()) for m in (Club, Membership, Device, Session, Game)])
    carried = make.carried(founder.browser)
    for secret in (code, founder.code(club)):
        assert secret not in kept and secret not in str(carried)
    assert club.recovery_digest and club.recovery_digest in kept


def test_every_page_of_the_host_leads_to_it_until_it_is_written_down(founder: Devices, club: Club):
    session = Session.objects.get()
    places: list[tuple[Any, ...]] = [
        ("entry:hand_new", session.code, 1),
        ("scoreboard:session", session.code),
        ("home:club", club.code),
        ("clubs:settings", club.code),
    ]
    for place in places:
        shown = founder.text(*place)
        assert NOTICE in shown and reverse("clubs:recovery", args=[club.code]) in shown
    assert NOTICE not in founder.text("scoreboard:tv", session.code)
    assert founder.code(club) == founder.code(club) != ""
    founder.post("clubs:recovery", club.code, then="written")
    for place in places:
        assert NOTICE not in founder.text(*place)
    assert founder.code(club) == ""
    assert "Create new code" in founder.text("clubs:recovery", club.code)


def test_it_is_asked_for_once_when_the_first_session_ends_and_else_stands_in_the_menu(
    founder: Devices, club: Club
):
    session = Session.objects.get()
    pages: list[tuple[Any, ...]] = [
        ("entry:hand_new", session.code, 1),
        ("scoreboard:session", session.code),
    ]
    for place in [*pages, ("home:club", club.code)]:
        shown = founder.text(*place)
        assert BAND not in shown and DOT in shown
        menu = shown[shown.index('<details class="menu') :]
        assert NOTICE in menu[: menu.index("</details>")]
    assert BAND in closed(founder, session)
    assert BAND not in founder.text("settlement:settle", session.code)
    second = make.session("rummi", ["Asha", "Dev"], club=club).game.session
    assert BAND not in closed(founder, second) and DOT in founder.text("home:club", club.code)
    founder.post("clubs:recovery", club.code, then="written")
    assert DOT not in founder.text("home:club", club.code)


def test_who_has_written_it_down_is_not_asked_when_the_first_session_ends(
    founder: Devices, club: Club
):
    founder.post("clubs:recovery", club.code, then="written")
    shown = closed(founder, Session.objects.get())
    assert BAND not in shown and DOT not in shown and NOTICE not in shown


def closed(host: Devices, session: Session) -> str:
    """The page after the session is ended."""
    place = reverse("starting:session_close", args=[session.code])
    return str(host.browser.post(place, {"token": "t"}, follow=True).content.decode())


def test_nobody_but_the_device_that_made_it_is_shown_it(founder: Devices, club: Club):
    other = Devices(make.host_client(club))
    assert NOTICE not in other.text("home:club", club.code)
    assert other.code(club) == ""


def test_a_scorer_is_not_asked_to_write_it_down(founder: Devices, club: Club):
    make.client_with(Role.HOST, club)
    Membership.objects.filter(link=None).update(role=Role.SCORER)
    assert NOTICE not in founder.text("home:club", club.code)
    assert founder.get("clubs:recovery", club.code).status_code == 403


def test_the_page_tells_what_a_paper_needs(founder: Devices, club: Club):
    shown = founder.text("clubs:recovery", club.code)
    for text in (club.name, "http://testserver<wbr>/recover/", "Created on", "I’ve saved it"):
        assert text in shown
    assert "no-store" in founder.get("clubs:recovery", club.code)["Cache-Control"]


def test_the_paper_names_an_address_that_another_device_reaches(
    founder: Devices, club: Club, monkeypatch: Any
):
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    place = reverse("clubs:recovery", args=[club.code])
    shown = founder.browser.get(place, HTTP_HOST="localhost:8123").content.decode()
    assert "http://192.168.7.20:8123<wbr>/recover/" in shown and "localhost" not in shown


def test_a_new_code_takes_the_place_of_the_old_one_at_once(founder: Devices, club: Club):
    old = founder.code(club)
    founder.post("clubs:recovery", club.code, then="written")
    founder.post("clubs:recovery", club.code, then="make", token="t-1")
    new = founder.code(club)
    assert new and new != old
    lost, finder = stranger(), stranger()
    assert "This code isn’t valid" in lost.post("clubs:recover", code=old).content.decode()
    assert not lost.sees(club)
    assert finder.post("clubs:recover", code=new).status_code == 302
    assert finder.sees(club)


def test_pressing_twice_makes_one_new_code(founder: Devices, club: Club):
    founder.post("clubs:recovery", club.code, then="written")
    before = founder.browser.cookies[settings.SESSION_COOKIE_NAME].value
    founder.browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
    founder.post("clubs:recovery", club.code, then="make", token="t-1")
    code = founder.code(club)
    founder.browser.cookies[settings.SESSION_COOKIE_NAME] = before  # sent before the first answer
    founder.post("clubs:recovery", club.code, then="make", token="t-1")
    assert founder.code(club) == code != ""
    assert founder.text("clubs:activity", club.code).count("Recovery code replaced") == 1


def test_an_old_page_sent_again_does_not_bring_an_old_code_back(founder: Devices, club: Club):
    founder.browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
    codes = []
    for token in ("t-1", "t-2", "t-1"):
        founder.post("clubs:recovery", club.code, then="make", token=token)
        codes.append(founder.code(club))
    assert codes[0] != codes[1] == codes[2] != ""
    assert "code isn’t valid" in stranger().post("clubs:recover", code=codes[0]).content.decode()


def test_a_club_of_before_is_told_that_it_has_none_and_one_tap_makes_it():
    club = make.session().game.session.club
    host = Devices(make.host_client(club))
    for name in ("home:club", "clubs:settings"):
        shown = host.text(name, club.code)
        assert reverse("clubs:recovery", args=[club.code]) in shown
        assert "recovery code yet" in shown or "No recovery code yet" in shown
    assert "recovery code" not in Devices(make.client_with(Role.SCORER, club)).text(
        "home:club", club.code
    )
    host.post("clubs:recovery", club.code, then="make", token="t")
    code = host.code(club)
    assert stranger().post("clubs:recover", code=code).status_code == 302
    assert "No recovery code yet" not in host.text("home:club", club.code)


# Typed on a new device --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code.lower(),
        lambda code: code.replace("-", ""),
        lambda code: f"  {code.replace('-', ' – ')}\t",
        lambda code: code.replace("8", "B").replace("5", "s").replace("2", "z"),
        lambda code: code.replace("6", "G").replace("V", "u"),
        lambda code: "".join(chr(ord(c) + 0xFEE0) for c in code),
    ],
)
def test_case_spaces_hyphens_and_look_alikes_are_forgiven(founder: Devices, club: Club, typed: Any):
    new = stranger()
    answer = new.post("clubs:recover", code=typed(founder.code(club)))
    assert answer["Location"] == reverse("clubs:devices", args=[club.code]) + "?back=1"
    assert new.get("clubs:settings", club.code).status_code == 200


@pytest.mark.parametrize("typed", ["", " ", "-", "AAAA-AAAA", "’" * 9000, "A" * 24, "ﬁ"])
def test_a_code_that_opens_nothing_is_said_and_what_was_typed_is_kept(club: Club, typed: str):
    new = stranger()
    answer = new.post("clubs:recover", code=typed)
    assert answer.status_code == 200 and "This code isn’t valid" in answer.content.decode()
    assert answer.context["typed"] == typed
    assert not new.sees(club)
    assert settings.SESSION_COOKIE_NAME not in new.browser.cookies
    assert Device.objects.count() == 1


def test_a_club_without_a_code_is_not_opened_by_an_empty_one():
    new_club = make.club()
    assert new_club.recovery_digest is None
    assert "code isn’t valid" in stranger().post("clubs:recover", code="").content.decode()


def test_the_first_screen_leads_there(founder: Devices):
    assert reverse("clubs:recover") in stranger().text("home:front")
    assert reverse("clubs:recover") in founder.text("home:front")


def test_pressing_twice_makes_one_place(founder: Devices, club: Club):
    code, new, twin = founder.code(club), stranger(), stranger()
    for device in (new, twin):
        device.browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
        device.post("clubs:recover", code=code, token="the same")
    assert Device.objects.count() == 2
    assert new.sees(club) and twin.sees(club)
    assert Membership.objects.filter(recovered=True).count() == 1
    assert founder.text("clubs:activity", club.code).count("Recovery code used") == 1
    new.post("clubs:recover", code=code, token="later")
    assert Membership.objects.filter(device=Device.objects.latest("pk")).count() <= 2


def test_a_scorer_who_types_it_becomes_host_on_the_same_device(founder: Devices, club: Club):
    scorer = Devices(make.client_with(Role.SCORER, club))
    phones = Device.objects.count()
    scorer.post("clubs:recover", code=founder.code(club))
    assert scorer.get("clubs:settings", club.code).status_code == 200
    assert Device.objects.count() == phones


# The whole story -------------------------------------------------------------------------------


def test_a_host_who_lost_the_device_is_back_and_the_lost_device_is_out(
    founder: Devices, club: Club, django_capture_on_commit_callbacks: Any
):
    session, game = Session.objects.get(), Game.objects.get()
    code = founder.code(club)
    founder.post("clubs:recovery", club.code, then="written")
    with django_capture_on_commit_callbacks(execute=True):
        founder.post("statements:list", session.code, token="t")
    sheet = Statement.objects.get()
    assert founder.get("statements:file", session.code, sheet.pk).status_code == 200
    lost, copied = founder, stranger()
    copied.browser.cookies[settings.SESSION_COOKIE_NAME] = founder.browser.cookies[
        settings.SESSION_COOKIE_NAME
    ].value

    new = stranger()
    landed = new.browser.post(reverse("clubs:recover"), {"code": code}, follow=True)
    shown = landed.content.decode()
    assert "You are a host again" in shown and "remove it now" in shown
    assert "by recovery code" in shown and "created the group" in shown
    held = Membership.objects.earliest("pk")
    assert reverse("clubs:device", args=[club.code, held.pk]) in shown
    out = new.browser.post(reverse("clubs:device_remove", args=[club.code, held.pk]), follow=True)
    assert "Device removed." in out.content.decode()
    assert "Anyone who had it may have seen the recovery code." in out.content.decode()

    for phone in (lost, copied):
        session.refresh_from_db()
        answers = [
            phone.get("home:club", club.code),
            phone.get("scoreboard:session", session.code),
            phone.get("scoreboard:newer", session.code, v=session.version),
            phone.get("entry:hand_new", session.code, game.number),
            phone.post("entry:hand_new", session.code, game.number, number=1, token="t"),
            phone.get("statements:file", session.code, sheet.pk),
            phone.get("statements:csv", session.code, sheet.pk),
            phone.get("clubs:recovery", club.code),
            phone.post("clubs:recovery", club.code, then="make"),
            phone.post("clubs:device_remove", club.code, Membership.objects.latest("pk").pk),
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert club.name not in phone.text("home:front")
        assert phone.browser.post(reverse("home:start"), START).status_code == 409
    assert new.sees(club)
    assert new.get("statements:file", session.code, sheet.pk).status_code == 200


def test_whoever_runs_the_server_can_make_a_code_when_no_host_is_left(founder: Devices, club: Club):
    old, printed = founder.code(club), StringIO()
    call_command("recovery", club.code, stdout=printed, stderr=StringIO())
    new = stranger()
    assert "This code isn’t valid" in new.post("clubs:recover", code=old).content.decode()
    new.post("clubs:recover", code=printed.getvalue())
    assert new.get("clubs:settings", club.code).status_code == 200
    assert founder.code(club) == "" and NOTICE not in founder.text("home:club", club.code)
    with pytest.raises(CommandError, match="no group with the code 'nothing'"):
        call_command("recovery", "nothing")
