"""The language switch: the reader's choice, else the club's, else what the browser asks for."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.services import update_club
from tests.helpers import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SWITCH = "/language/"


def spoken(answer: Any) -> str:
    return str(answer.content.decode().split('<html lang="')[1].split('"')[0])


def speaking(language: str) -> Club:
    club = make.club("Friday table")
    return update_club(
        club=club,
        name=club.name,
        currency="INR",
        time_zone=club.time_zone,
        language=language,
        renamed={},
    )


def test_suits_in_four_colours_are_chosen_in_the_menu_and_given_up_there(client: Client):
    make.club()
    assert 'class="four"' not in client.get("/games/").content.decode()
    client.post(SWITCH, {"suits": "4", "next": "/games/"})
    assert 'class="four"' in client.get("/games/").content.decode()
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    client.post(SWITCH, {"suits": "2", "next": "/games/"})
    assert 'class="four"' not in client.get("/games/").content.decode()


@pytest.mark.parametrize(
    ("club", "accepted", "shown"),
    [("", "en-IN", "en"), ("", "hi-IN", "hi"), ("hi", "en-IN", "hi"), ("en", "hi-IN", "en")],
)
def test_the_club_s_language_goes_before_the_browser_s(club: str, accepted: str, shown: str):
    own_club = speaking(club)
    browser = make.host_client(own_club, headers={"accept-language": accepted})
    assert spoken(browser.get(reverse("home:club", args=[own_club.code]))) == shown
    assert spoken(browser.get("/")) == shown


def test_the_reader_s_choice_goes_before_all():
    club = speaking("hi")
    browser = make.host_client(club, headers={"accept-language": "hi-IN"})
    page = reverse("home:club", args=[club.code])
    answer = browser.post(SWITCH, {"language": "en", "next": page})
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert spoken(browser.get(page)) == "en"
    browser.post(SWITCH, {"language": ""})
    assert spoken(browser.get(page)) == "hi"


def test_numbers_are_written_as_the_chosen_language_does():
    club = make.club()
    table = make.play(make.session(club=club), make.pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    browser = make.host_client(club, headers={"accept-language": "en-US"})
    browser.post(SWITCH, {"language": "hi"})
    session = browser.get(
        reverse("scoreboard:session", args=[table.game.session.code])
    ).content.decode()
    assert "20 नव" in session and "Nov" not in session


@pytest.mark.parametrize(
    ("fields", "led_to"),
    [
        ({"next": "https://elsewhere.example/"}, "/"),
        ({"next": "//elsewhere.example/"}, "/"),
        ({"next": "javascript:alert(1)"}, "/"),
        ({"next": "/games/?q=1"}, "/games/?q=1"),
        ({}, "/"),
    ],
)
def test_it_leads_back_and_nowhere_else(fields: dict[str, str], led_to: str):
    answer = Client().post(SWITCH, {"language": "hi", **fields})
    assert answer.headers["Location"] == led_to
    kept = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert kept.value == "hi" and kept["httponly"] and kept["samesite"] == "Lax"


def test_without_a_token_nothing_is_chosen():
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(SWITCH, {"language": "hi"}).status_code == 403
    assert browser.get(SWITCH).status_code == 405


def test_a_language_nobody_speaks_is_forgotten():
    answer = Client().post(SWITCH, {"language": "tlh"})
    assert answer.cookies[settings.LANGUAGE_COOKIE_NAME].value == ""


def test_a_host_chooses_the_club_s_language_and_it_is_told():
    club = make.club()
    browser = make.host_client(club)
    page = reverse("clubs:settings", args=[club.code])
    fields = {"name": club.name, "currency": "INR", "time_zone": club.time_zone, "language": "hi"}
    assert browser.post(page, fields).status_code == 302
    club.refresh_from_db()
    assert club.language == "hi"
    happened = browser.get(reverse("clubs:activity", args=[club.code])).content.decode()
    assert "हिंदी" in happened
    assert browser.post(page, {**fields, "language": "tlh"}).status_code == 200


def test_each_language_is_called_as_it_calls_itself():
    shown = Client(headers={"accept-language": "hi"}).get("/").content.decode()
    assert ">English</button>" in shown and ">हिंदी</button>" in shown


def test_the_switch_stands_in_the_menu_of_every_page_but_the_big_screen():
    table = make.session()
    browser = make.host_client(table.game.session.club)
    for page in ("/", "/games/", reverse("scoreboard:session", args=[table.game.session.code])):
        shown = browser.get(page).content.decode()
        assert f'action="{SWITCH}"' in shown and f'name="next" value="{page}"' in shown
    screen = browser.get(reverse("scoreboard:tv", args=[table.game.session.code])).content.decode()
    assert SWITCH not in screen
