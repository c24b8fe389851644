"""The server admin's session: in the database, with a cookie of its own for the admin's address.

The site's session lives in a signed cookie, which holds the device's groups for a year and is valid
until then, wherever it was copied to. This one ends at log-out, after half an hour without a page
and twelve hours after the log-in, and logging out leaves the device its groups.
"""

import time
from collections.abc import Callable
from typing import Final, cast

from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django_otp.middleware import OTPMiddleware

COOKIE: Final = "operator"
IDLE: Final = 30 * 60
"""Seconds without a page after which one must log in again."""
LONGEST: Final = 12 * 60 * 60
"""Seconds after the log-in."""
BEGAN: Final = "began"

GetResponse = Callable[[HttpRequest], HttpResponse]


def admin_root() -> str:
    return f"/{settings.ADMIN_PATH}/"


class OperatorSession:
    """Middleware below the site's own session: takes its place at the admin's address."""

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.ADMIN_PATH:
            raise MiddlewareNotUsed
        self.get_response, self.root = get_response, admin_root()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(self.root):
            return self.get_response(request)
        session_of_site, session = request.session, open_session(request)
        request.session = session
        try:
            response = self.get_response(request)
        finally:
            request.session = session_of_site
        self._keep(session, request, response)
        return response

    def _keep(self, store: SessionStore, request: HttpRequest, response: HttpResponse) -> None:
        if store.is_empty():
            if COOKIE in request.COOKIES:
                response.delete_cookie(COOKIE, path=self.root, samesite="Strict")
            return
        store.setdefault(BEGAN, int(time.time()))
        store.set_expiry(IDLE)
        try:
            store.save()
        except UpdateError:  # logged out on another page meanwhile
            response.delete_cookie(COOKIE, path=self.root, samesite="Strict")
            return
        response.set_cookie(
            COOKIE,
            store.session_key or "",
            path=self.root,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Strict",
        )


def open_session(request: HttpRequest) -> SessionStore:
    session = SessionStore(request.COOKIES.get(COOKIE))
    if time.time() - session.get(BEGAN, time.time()) > LONGEST:
        session.flush()
    return session


class OperatorPages(MessageMiddleware):
    """Middleware below the log-in: what only the admin's pages need, and no other pays for."""

    def __init__(self, get_response: GetResponse) -> None:
        if not settings.ADMIN_PATH:
            raise MiddlewareNotUsed
        super().__init__(OTPMiddleware(get_response))
        self.others, self.root = get_response, admin_root()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(self.root):
            return self.others(request)
        return cast(HttpResponse, super().__call__(request))
