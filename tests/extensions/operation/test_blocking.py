"""A group that the server admin blocked: every way in says so, nothing is written or deleted."""

from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.devices.recovery import derive_code, replace_code
from scorekeeper.clubs.invitations.proof_links import ensure_link, link_path
from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.clubs.services import block_club, unblock_club
from scorekeeper.extensions.calendar.planning.emails import queue
from scorekeeper.extensions.calendar.planning.feeds import links as plan_links
from scorekeeper.extensions.calendar.planning.models import LinkFor
from scorekeeper.extensions.exchange.public_season import links as season_links
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.house_rules.services import share_preset
from scorekeeper.table.live.hub import allowed_members
from tests.helpers import factories as make
from tests.helpers.clubs.access import NEEDS, World, again, world

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
BLOCKED = "This group is blocked by the operator of this site."


@pytest.fixture(scope="module")
def made(lasting: None) -> World:
    return world()


@pytest.fixture
def here(made: World) -> World:
    return again(made)


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Of every group's tables, except when a group was blocked and what was spent of a limit."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list(*columns(model)))
        for model in apps.get_models()
        if model._meta.app_label != "limits"
    }


def columns(model: type[models.Model]) -> list[str]:
    left_out = {"blocked_at", "last_seen_at"}
    return [f.attname for f in model._meta.concrete_fields if f.attname not in left_out]


def test_every_page_says_so_and_no_write_is_taken(here: World) -> None:
    browser = make.host_client(here.session.club, raise_request_exception=False)
    block_club(here.session.club)
    before = rows()
    for name in NEEDS:
        answers = browser.get(here.url(name)), browser.post(here.url(name))
        refused = [answer for answer in answers if answer.status_code != 405]
        assert {answer.status_code for answer in refused} == {403}, name
        assert all(BLOCKED in answer.content.decode() for answer in refused), name
    assert rows() == before


def test_outsiders_still_find_nothing(here: World) -> None:
    block_club(here.session.club)
    assert Client().get(here.url("home:club")).status_code == 404


def test_links_of_the_group_say_so_too(here: World) -> None:
    club = here.session.club
    _link, invite = make.link(Role.VIEWER, club)
    season = secret_of(season_links.create_link(club=club, season=None, shows_money=True, by=None))
    player = club.players.first()
    replies = plan_links.make_link(club=club, player=player, leads=LinkFor.REPLIES)
    feed = plan_links.make_link(club=club, player=None, leads=LinkFor.CALENDAR)
    _shown, rules = share_preset(preset=ClubPreset.objects.get(club=club))
    proof = ensure_link(session=here.session, origin="")
    assert proof is not None
    addresses = [
        reverse("clubs:join", args=[invite]),
        reverse("public_season:season", args=[season]),
        reverse("public_season:embed", args=[season]),
        plan_links.link_path(replies),
        plan_links.link_path(feed),
        reverse("house_rules:shared", args=[rules]),
        reverse("house_rules:shared_file", args=[rules]),
        link_path(proof),
    ]
    assert {Client().get(address).status_code for address in addresses} == {200}
    block_club(club)
    for address in addresses:
        answer = Client().get(address)
        assert answer.status_code == 403, address
        assert BLOCKED in answer.content.decode()
    assert Client().post(addresses[0], {"token": make.token()}).status_code == 403


def test_a_recovery_code_lets_nobody_in(here: World) -> None:
    club = here.session.club
    replace_code(club=club, seed="seed")
    code = derive_code(club, "seed")
    block_club(club)
    browser = Client()
    assert browser.post(reverse("clubs:recover"), {"code": code}).status_code == 403
    assert browser.get(here.url("home:club")).status_code == 404


def test_open_boards_hear_no_news(here: World) -> None:
    club = here.session.club
    member = make.member(Role.VIEWER, club)
    browser = make.client_as(member)
    version = Session.objects.get(pk=here.session.pk).version
    poll = f"/sessions/{here.session.code}/?v={version}"
    htmx = {"HX-Request": "true"}
    assert browser.get(poll, headers=htmx).status_code == 204
    block_club(club)
    assert browser.get(poll, headers=htmx).status_code == 403
    assert allowed_members([member.pk]) == set()


def test_a_device_keeps_its_session_because_the_site_does_not_say_that_it_is_gone(
    here: World,
) -> None:
    browser = make.host_client(here.session.club)
    block_club(here.session.club)
    for name in ("snapshot", "deliver", "compare"):
        answer = browser.post(here.url(f"sync:{name}"))
        assert "X-Along" not in answer.headers
        assert answer.status_code in {403, 405}


def test_unblocked_all_is_as_before(here: World) -> None:
    club = here.session.club
    browser = make.host_client(club)
    before = rows()
    assert block_club(club) and not block_club(club)
    assert unblock_club(club) and not unblock_club(club)
    assert browser.get(here.url("home:club")).status_code == 200
    assert rows() == before
    assert Club.objects.get(pk=club.pk).blocked_at is None


def test_a_blocked_group_gets_no_reminder(here: World, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert queue.queue_reminders() == 1
    block_club(here.session.club)
    assert queue.queue_reminders() == 0
