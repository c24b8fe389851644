"""Every address and every role: who is let in, who is told no, and for whom it does not exist."""

from collections.abc import Iterable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.invitations.services import ensure_link
from scorekeeper.clubs.models import Role, ShareLink
from tests.helpers import factories as make
from tests.helpers.clubs.access import (
    CLUB_PAGES,
    NEEDS,
    OF_A_HAND,
    OPEN,
    PERSON,
    PLAN_ACTS,
    PRESET_ACTS,
    World,
    addresses,
    again,
    world,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(scope="module")
def worlds(lasting: None) -> tuple[World, World]:
    """Two clubs, made once; the changes of each test are rolled back."""
    return world(), world()


@pytest.fixture
def here(worlds: tuple[World, World]) -> World:
    return again(worlds[0])


@pytest.fixture
def there(worlds: tuple[World, World]) -> World:
    return again(worlds[1])


def both(browser: Client, url: str) -> set[int]:
    """The status of a GET and of an empty POST."""
    return {browser.get(url).status_code, browser.post(url).status_code}


def test_every_address_says_who_may_use_it():
    assert set(addresses()) == OPEN | set(NEEDS)


def found(browser: Client, here: World, names: Iterable[str] = NEEDS) -> dict[str, set[int]]:
    """Every address that answers with anything but "not found" and "not by this method"."""
    answers = {name: both(browser, here.url(name)) for name in names}
    return {name: codes for name, codes in answers.items() if {404} != codes - {405}}


def test_outsiders_find_nothing(here: World) -> None:
    host_elsewhere = make.host_client(make.club("Another table"))
    assert found(Client(), here) == {}
    assert found(host_elsewhere, here) == {}


@pytest.mark.parametrize("role", list(Role))
def test_a_role_is_refused_what_needs_a_higher_one(role: Role, here: World) -> None:
    browser = make.client_with(role, here.session.club, raise_request_exception=False)
    higher = [name for name, needed in NEEDS.items() if role < needed]
    answers = {name: both(browser, here.url(name)) for name in higher}
    assert {name: codes for name, codes in answers.items() if codes - {405} != {403}} == {}


@pytest.mark.parametrize(
    ("name", "role"), [(name, role) for name in NEEDS for role in Role if role >= NEEDS[name]]
)
def test_a_role_reaches_what_it_needs(name: str, role: Role, here: World) -> None:
    browser = make.client_with(role, here.session.club, raise_request_exception=False)
    seen = browser.get(here.url(name)).status_code
    assert seen not in (403, 500)
    assert browser.post(here.url(name)).status_code != 500


def test_a_link_for_one_session_opens_that_session_only(here: World) -> None:
    other = make.session(club=here.session.club).game.session
    let_in = make.client_with(Role.HOST, here.session.club, here.session)
    kept_out = make.client_with(Role.HOST, here.session.club, other)
    assert found(kept_out, here) == {}
    assert found(let_in, here, [name for name in NEEDS if name in CLUB_PAGES]) == {}
    opened = {name for name in NEEDS if let_in.get(here.url(name)).status_code not in {403, 404}}
    assert opened >= set(NEEDS) - CLUB_PAGES - NOT_HERE


NOT_HERE = {f"statements:{season}{kind}" for season in ("", "season_") for kind in ("file", "csv")}
"""The sheet of this world was never drawn."""


def test_a_revoked_link_closes_every_door_at_once(here: World) -> None:
    joined = make.member(Role.HOST, here.session.club)
    browser = make.client_as(joined)
    assert browser.get(reverse("scoreboard:session", args=[here.session.code])).status_code == 200
    assert joined.link is not None
    clubs.revoke_link(link=ShareLink.objects.get(pk=joined.link.pk))
    assert found(browser, here) == {}


def test_a_device_taken_out_and_a_copy_of_its_cookie_find_nothing(here: World) -> None:
    held = make.member(Role.HOST, here.session.club), make.member(Role.VIEWER, make.club("Else"))
    session = make.member(Role.HOST, here.session.club, here.session)
    lost, copied = make.client_as(*held, session), Client()
    copied.cookies[settings.SESSION_COOKIE_NAME] = lost.cookies[settings.SESSION_COOKIE_NAME].value
    for browser in (lost, copied):
        assert browser.get(reverse("home:club", args=[here.session.club.code])).status_code == 200
    host = make.host_client(here.session.club)
    host.post(reverse("clubs:device_remove", args=[here.session.club.code, session.pk]))
    for browser in (lost, copied):
        assert found(browser, here) == {}
        pages = {name: browser.get(open_url(name)).content.decode() for name in sorted(OPEN)}
        assert [name for name, page in pages.items() if here.session.club.name in page] == []


def open_url(name: str) -> str:
    secret = ["clubs:join", "proof:shown", "house_rules:shared", "house_rules:shared_file"]
    secret += ["mail:stop", "jobs:page", "planning:mine", "planning:feed"]
    secret += ["public_season:season", "public_season:embed"]
    arguments: dict[str, list[str | int]] = {page: ["x"] for page in secret}
    arguments |= {"file": ["x"], "tournaments:card": ["x", "x", 1]}
    arguments |= {f"coming_from:{page}": ["splitwise"] for page in ("page", "sample")}
    games: dict[str, list[str | int]] = {
        f"rulebook:{page}": ["rummi"] for page in ("game", "try_it", "try_cards")
    }
    return reverse(name, args=(arguments | games).get(name, []))


@pytest.mark.parametrize("name", sorted(OF_A_HAND))
def test_a_hand_of_another_club_cannot_be_reached_through_this_one(name, here, there):
    browser = make.host_client(here.session.club)
    url = here.url(name).replace(f"/hands/{here.hand}/", f"/hands/{there.hand}/")
    assert url != here.url(name)
    assert both(browser, url) <= {404, 405}


@pytest.mark.parametrize(
    "name",
    [
        *(
            "scoreboard:player",
            "statements:state",
            "statements:retry",
            "statements:csv",
        ),
        *(f"statements:season{view}" for view in ("", "_state", "_retry", "_file", "_csv")),
        *("clubs:device", "clubs:device_remove", "clubs:device_role"),
        *PERSON,
        *(f"house_rules:{act}" for act in (*PRESET_ACTS, "unshare")),
        *(f"planning:{act}" for act in PLAN_ACTS),
    ],
)
def test_foreign_ids_do_not_exist_here(name, here, there):
    browser = make.host_client(here.session.club)
    code = here.session.club.code if name in CLUB_PAGES else here.session.code
    kwargs = {"code": code, "pk": there.pks[name]}
    assert both(browser, reverse(name, kwargs=kwargs)) <= {404, 405}


def test_nobody_reads_the_token_of_a_link_in_the_database():
    club = make.club()
    link, token = ensure_link(club=club, role=Role.HOST)
    stored = {str(value) for value in ShareLink.objects.filter(pk=link.pk).values_list()[0]}
    assert token not in stored and len(token) >= 43
