"""A page that watches a table."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.served import Site


def joined(page: Page, site: Site, table: Table, role: Role = Role.VIEWER) -> Any:
    """The phone holds a membership by link; the link comes back."""
    link, secret = make.link(role, table.game.session.club)
    membership = clubs.redeem_link(token=secret)
    assert membership
    cookie = make.client_as(membership).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
    )
    return link


def address(site: Site, name: str, table: Table, *more: object) -> str:
    return str(site.url) + reverse(name, args=[table.game.session.code, *more])
