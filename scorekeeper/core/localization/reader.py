"""The reader of the page: the language of its words, and the locale of numbers and dates.

The reader's choice in a cookie comes first, then the group's language, then the browser's.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.core.localization import currencies

SPOKEN: Final = dict(settings.LANGUAGES)
"""The languages of the site, each called as it calls itself."""
YEAR: Final = 365 * 24 * 3600

MONEY_COOKIE: Final = "money"


def language_name(language: str) -> str:
    """A language as it calls itself; for "": that of each device."""
    return SPOKEN.get(language, language) or _("as each device asks")


def preferred(request: HttpRequest) -> str:
    """The first language the browser asks for, such as ``en-IN``; "" if it does not say."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return first if 1 < len(first) <= 20 else ""


def chosen(request: HttpRequest) -> str:
    """Returns the language chosen in this browser; "" if none."""
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return cookie if cookie in SPOKEN else ""


def shows_money(request: HttpRequest) -> bool | None:
    """Returns the choice made in this browser; None: no choice yet. In a group for points only
    there is none."""
    if not currencies.are_shown():
        return False
    return {"1": True, "0": False}.get(request.COOKIES.get(MONEY_COOKIE, ""))


SUITS_COOKIE: Final = "suits"
"""Holds "4" where the reader chose suits in four colours."""


def remember_language(response: HttpResponse, language: str) -> None:
    """Have the browser remember the reader's choice; "" forgets it."""
    if language in SPOKEN:
        remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")


def remember(response: HttpResponse, name: str, choice: str) -> None:
    """Have the browser remember a choice for a year."""
    secure = bool(settings.SESSION_COOKIE_SECURE)
    response.set_cookie(name, choice, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")


def read_as_club(request: HttpRequest, language: str, *, money: bool) -> None:
    """From here on the page is in this language of a club, unless its reader chose another, and
    without ``money`` it shows no amount."""
    if not money:
        currencies.hide()
    if language in SPOKEN and not chosen(request):
        translation.activate(language)
        currencies.read_as(currencies.locale_of(language, preferred(request)))


def reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: everything written during a request is written for who asked."""

    def respond(request: HttpRequest) -> HttpResponse:
        own, browser_tag = chosen(request), preferred(request)
        tag = currencies.locale_of(own, browser_tag) if own else browser_tag
        with currencies.reading_as(tag, money=not settings.POINTS_ONLY, anew=True):
            return get_response(request)

    return respond
