"""What belongs to a club stays on the device that asked, and its cookies stay on https."""

from http.cookies import Morsel
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make
from tests.helpers.clubs.access import NEEDS, OPEN, World, addresses, again, world
from tests.helpers.factories import token
from tests.helpers.project.setup import PRODUCTION, settings_with

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def directives(answer: Any) -> set[str]:
    return {part.strip() for part in answer.get("Cache-Control", "").split(",")}


@pytest.fixture(scope="module")
def made(lasting: None) -> World:
    """Made once; the changes of each test are rolled back."""
    return world()


@pytest.fixture
def here(made: World) -> World:
    return again(made)


@pytest.mark.parametrize("name", NEEDS)
def test_whatever_a_member_is_answered_is_kept_nowhere(name: str, here: World) -> None:
    browser = make.host_client(here.session.club, raise_request_exception=False)
    for answer in (browser.get(here.url(name)), browser.post(here.url(name))):
        assert {"no-store", "private"} <= directives(answer), (answer.request, answer.status_code)


def test_a_refusal_is_kept_nowhere_either(here: World) -> None:
    viewer = make.client_with(Role.VIEWER, here.session.club, raise_request_exception=False)
    for browser in (Client(), viewer):
        for name in NEEDS:
            answer = browser.get(here.url(name))
            assert {"no-store", "private"} <= directives(answer), (name, answer.status_code)


def test_only_the_pages_for_everybody_may_be_kept() -> None:
    public = {name for name in addresses() if name.startswith("rulebook:")}
    assert set(addresses()) == set(NEEDS) | OPEN
    assert public < OPEN
    for url in ("/games/", "/games/pool_rummy/", "/robots.txt", "/sitemap.xml"):
        assert "no-store" not in directives(Client().get(url)), url


def cookies_of(browser: Client, here: World) -> dict[str, Morsel[str]]:
    """All that the site sets on a device that joins, types and hides money."""
    _link, secret = make.link(Role.HOST, here.session.club)
    browser.get(f"/join/{secret}/", secure=True)
    browser.post(f"/join/{secret}/", {"token": token()}, secure=True)
    for url in ("/", here.url("entry:hand_new"), "/games/pool_rummy/try/"):
        browser.get(url, secure=True)
    browser.post(here.url("scoreboard:money"), {"show": "1"}, secure=True)
    browser.post("/start/", {"then": "rows"}, secure=True)
    return dict(browser.cookies)


def test_in_production_every_cookie_is_for_https_and_out_of_reach_of_scripts(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, here: World
) -> None:
    values = settings_with(monkeypatch, tmp_path, PRODUCTION)
    for name in (name for name in values if "_COOKIE_" in name):
        setattr(settings, name, values[name])
    given = cookies_of(Client(), here)
    assert set(given) == {"csrftoken", "money", settings.SESSION_COOKIE_NAME}
    for name, cookie in given.items():
        flags = (bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"])
        assert flags == (True, True, "Lax"), name
