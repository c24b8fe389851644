"""What the operator of a site sets: who may start a group, what it begins with, their own pages."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.server.environment import text_or_file
from scorekeeper.extensions.exchange.group_file.incoming.reading import compress
from scorekeeper.extensions.exchange.group_file.writing import text
from tests.helpers import factories as make
from tests.helpers.exchange.handing_in import TAKE, hand_in, stranger
from tests.helpers.exchange.round import elsewhere, lively

pytestmark = pytest.mark.django_db
CLOSED = "New groups can’t be started on this site."
CODE = "friends of the house"


def start(code: str = "", browser: Client | None = None) -> Any:
    """Start a group as the start page does."""
    form = {"token": make.token().ljust(20, "x"), "name": ["Asha", "Dev"], "variant": "pool_rummy"}
    return (browser or Client()).post("/start/", {**form, "sign_up_code": code})


def test_anybody_starts_a_group_unless_the_site_says_otherwise() -> None:
    assert start().status_code == 302
    assert Club.objects.count() == 1


def test_a_closed_site_starts_no_group_and_says_so(settings: Any) -> None:
    settings.SIGN_UPS = "closed"
    assert CLOSED in start().content.decode()
    assert CLOSED in Client().get("/").content.decode()
    assert not Club.objects.exists()


def test_a_code_is_asked_for_and_guessing_ends(settings: Any) -> None:
    settings.SIGN_UPS, settings.SIGN_UP_CODE = "code", CODE
    assert 'name="sign_up_code"' in Client().get("/").content.decode()
    assert "not right" in start("wrong").content.decode()
    assert "not right" in start("").content.decode()
    assert not Club.objects.exists()
    assert start(CODE).status_code == 302
    assert Club.objects.count() == 1
    for _try in range(acts.MISSED_CODE.limits[0].most):
        start("wrong")
    assert start(CODE).status_code == 429


@pytest.mark.parametrize("sign_ups", ["closed", "code"])
def test_joining_a_group_that_is_here_always_works(settings: Any, sign_ups: str) -> None:
    settings.SIGN_UPS, settings.SIGN_UP_CODE = sign_ups, CODE
    club = make.club()
    _link, secret = make.link(Role.VIEWER, club)
    browser = Client()
    assert browser.post(f"/join/{secret}/", {"token": make.token()}).status_code == 302
    assert browser.get(f"/g/{club.code}/").status_code == 200


def test_importing_a_new_group_is_a_sign_up(settings: Any) -> None:
    settings.SIGN_UPS, settings.SIGN_UP_CODE = "code", CODE
    whole, _session = elsewhere(lively)
    browser, accept = stranger(), {"token": "t", "do": "accept"}
    hand_in(browser, compress(text(whole)), "t")
    asking = browser.post(TAKE, {"token": "t"}).content.decode()
    assert 'name="sign_up_code"' in asking
    assert f'action="{TAKE}"' in asking, "a device shows this page at another address"
    assert "not right" in browser.post(TAKE, accept).content.decode()
    settings.SIGN_UPS = "closed"
    assert CLOSED in browser.post(TAKE, accept).content.decode()
    assert Club.objects.count() == 1
    settings.SIGN_UPS = "code"
    assert browser.post(TAKE, {**accept, "sign_up_code": CODE}).status_code == 302
    assert Club.objects.count() == 2
    settings.SIGN_UPS = "closed"
    assert browser.post(TAKE, accept).status_code == 302, "its group is here"


def test_the_operators_texts_are_linked_where_there_are_some(settings: Any) -> None:
    for page in ("imprint", "privacy"):
        assert f'href="/{page}/"' not in Client().get("/").content.decode()
        assert Client().get(f"/{page}/").status_code == 404
    settings.IMPRINT = "Score Ltd, 1 Main Street <b>"
    settings.PRIVACY = "https://score.example.org/privacy"
    start = Client().get("/").content.decode()
    assert start.count('href="/imprint/"') == 2, "in the menu and at the foot"
    assert 'href="/privacy/"' in start
    club = make.club()
    assert 'href="/imprint/"' in make.host_client(club).get(f"/g/{club.code}/").content.decode()
    assert "1 Main Street &lt;b&gt;" in Client().get("/imprint/").content.decode()
    assert Client().get("/privacy/")["Location"] == settings.PRIVACY


def test_an_operators_text_may_be_a_file(tmp_path: Path, monkeypatch: Any) -> None:
    file = tmp_path / "imprint.txt"
    file.write_text("Score Ltd\n", encoding="utf-8")
    monkeypatch.setenv("IMPRINT", str(file))
    assert text_or_file("IMPRINT") == "Score Ltd"
    monkeypatch.setenv("IMPRINT", str(tmp_path / "missing"))
    with pytest.raises(ImproperlyConfigured):
        text_or_file("IMPRINT")


def test_a_new_group_begins_with_the_sites_language_and_currency(settings: Any) -> None:
    settings.DEFAULT_LANGUAGE, settings.DEFAULT_CURRENCY = "hi", "EUR"
    start()
    club = Club.objects.get()
    assert (club.language, club.currency) == ("hi", "EUR")
