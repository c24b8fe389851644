"""A phone that is refused keeps its page, and says so where it is seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from tests import factories as make


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_who_types_too_fast_keeps_what_was_typed_and_is_told(
    new_phone: Callable[..., Page], live_server: LiveServer, complaints: list[str], clock: object
):
    at = make.night()
    browser = make.client_with(Role.SCORER, at.game.session.club)
    member = Membership.objects.get(role=Role.SCORER)
    spend(acts.LOOK, RequestFactory().get("/"), times=acts.LOOK.limits[0].most, member=member)
    phone = new_phone()
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    phone.goto(live_server.url + reverse("capture:hand_new", args=[at.game.session.code, 1]))
    chosen = phone.locator("#hand input[type=radio]").first
    chosen.evaluate(
        "e => { e.checked = true; e.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    expect(phone.locator("#too-much")).to_contain_text("This phone asks very much at once.")
    expect(phone.locator("#too-much .notice")).to_be_in_viewport()
    expect(chosen).to_be_checked()
    assert [c for c in complaints if "429" not in c] == []
    complaints.clear()
