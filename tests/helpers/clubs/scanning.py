"""Lets a second device join by an invitation: it looks at the code, opens the link, joins."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

import segno
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.clubs import services
from scorekeeper.clubs.invitations.services import QUIET, secret_of
from scorekeeper.clubs.models import Club, Role, ShareLink


def share(club: Club, role: int | str = "", session: str = "") -> str:
    return f"{reverse('clubs:share', args=[club.code])}?role={role}&session={session}"


def invite(browser: Client, club: Club, role: Role = Role.VIEWER, session: str = "", **more: Any):
    return browser.get(share(club, role.value, session), **more)


def address(page) -> str:
    match = re.search(r'value="http://testserver(/join/[\w-]{43}/)"', page.content.decode())
    assert match, page.content.decode()
    return match[1]


def link_of(path: str) -> ShareLink:
    return ShareLink.objects.get(digest=services.digest(path.split("/")[2]))


def held_out(page: Page, site: str) -> str:
    """The link that a host's page shows, at the address under which this computer is tested. It
    shows none where the computer is in no network."""
    code = page.get_by_alt_text("QR code")
    expect(
        code.or_(page.get_by_text("Other devices can’t reach this computer")).first
    ).to_be_visible()
    if code.count():
        return site + urlsplit(page.get_by_label("Or send the link").input_value()).path
    secret = secret_of(ShareLink.objects.exclude(serial="").latest("pk"))
    return f"{site}/join/{secret}/"


def come_in(browser: Client, link: str, **fields: Any):
    """Open an invitation, and press its first button as a browser does."""
    page = browser.get(link)
    if page.status_code != 200:
        return page
    match = re.search(r'name="token" value="([^"]+)"', page.content.decode())
    assert match
    return browser.post(link, {"token": match[1], **fields})


def scanned(page) -> str:
    """The address in the picture of a page, which must be the one shown beside it."""
    html = page.content.decode()
    url: str
    (url,) = re.findall(r'<input class="invitation__url" readonly value="([^"]+)"', html)
    assert is_picture_of(page, url)
    return url


def is_picture_of(page, url: str) -> bool:
    """Is the one QR code of this page that of this address?"""
    images = re.findall(r'<img[^>]* src="data:image/svg\+xml[^,]*,([^"]+)"', page.content.decode())
    (picture,) = images
    return dark(unquote(unescape(picture))) == modules_of(url)


def modules_of(url: str) -> set[tuple[int, int]]:
    rows = segno.make(url, error="m").matrix
    return {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell}


def dark(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a picture drawn as strokes of one line's height."""
    (path,) = re.findall(r"<path class='qrline' stroke='#1c1812' d='([^']+)'", svg)
    x, y, points = 0.0, 0.0, set()
    for letter, arguments in re.findall(r"([Mmh])([^Mmh]*)", path):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", arguments)]
        if letter == "M":
            x, y = numbers
        elif letter == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            points |= {(int(x) + n - QUIET, int(y) - QUIET) for n in range(int(numbers[0]))}
            x += numbers[0]
    return points
