"""Invite links that can be shown again: one per role, for a group or a session.

The database stores a digest and a random serial, not the secret: it is derived from the serial
and the site's key each time the link is shown. A link ends when it is revoked; the next showing
makes another.
"""

import base64
import secrets
from dataclasses import dataclass
from typing import Any, TypeVar

import segno
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import (
    STANDING,
    Club,
    Membership,
    Role,
    SecretLink,
    Session,
    ShareLink,
)
from scorekeeper.clubs.services import digest
from scorekeeper.core.database import was_quicker
from scorekeeper.core.server.network import device_url

L = TypeVar("L", bound=SecretLink)
ATTEMPTS = 5
QUIET = 4
"""Width of the white border around a QR code, in modules; cameras need it on dark pages."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invite link as a page shows it."""

    link: ShareLink
    url: str
    """Empty when no other device can reach this computer."""

    @property
    def role(self) -> Role:
        return Role(self.link.role)

    @property
    def picture(self) -> str:
        return qr_image(self.url)


def qr_image(url: str) -> str:
    return segno.make(url, error="m").svg_data_uri(border=QUIET, dark="#1c1812", light="#ffffff")


def build_invitation(request: HttpRequest, link: ShareLink, secret: str) -> Invitation:
    return Invitation(link, device_url(request, reverse("clubs:join", args=[secret])) or "")


def find_link(
    *, club: Club, role: Role, session: Session | None = None
) -> tuple[ShareLink, str] | None:
    """Returns the active link and its secret, if it can be shown. Writes nothing."""
    return _with_secret(_in_force(club, role, session))


def _with_secret(link: ShareLink | None) -> tuple[ShareLink, str] | None:
    secret = secret_of(link) if link else None
    return (link, secret) if link and secret else None


def ensure_link(
    *, club: Club, role: Role, session: Session | None = None, by: Membership | None = None
) -> tuple[ShareLink, str]:
    """Returns the active link and its secret, creating it if missing. Concurrent calls get the same
    link: a constraint allows only one."""
    for _attempt in range(ATTEMPTS):
        link = _in_force(club, role, session)
        if link is None:
            try:
                return _create_link(club, role, session, by)
            except IntegrityError as error:
                names = [constraint.name for constraint in ShareLink._meta.constraints]
                if not was_quicker(error, ShareLink, *names):
                    raise
                continue
        if secret := secret_of(link):
            return link, secret
        _stop_showing(link)
    raise RuntimeError("An invite is created and revoked again and again.")


def _in_force(club: Club, role: Role, session: Session | None) -> ShareLink | None:
    return ShareLink.objects.filter(STANDING, club=club, role=role, session=session).first()


@transaction.atomic
def _create_link(
    club: Club, role: Role, session: Session | None, by: Membership | None
) -> tuple[ShareLink, str]:
    link_and_secret = create_link(ShareLink, club=club, session=session, role=role, created_by=by)
    note(ActivityKind.LINK_MADE, club=club, session=session, by=by, role=role)
    return link_and_secret


def _stop_showing(link: ShareLink) -> None:
    """Marks a link as not showable; it still lets people join until it is revoked."""
    ShareLink.objects.filter(pk=link.pk).update(serial="", on_screen=False)


# Links of any kind ---------------------------------------------------------------------------


def create_link(model: type[L], **fields: Any) -> tuple[L, str]:
    """Returns a new link, and its secret."""
    serial = secrets.token_urlsafe(32)
    secret = derive_secret(model.salt, serial, settings.SECRET_KEY)
    rows = model._default_manager
    return rows.create(digest=digest(secret), serial=serial, **fields), secret


def showable(links: QuerySet[L]) -> L | None:
    """Returns the one of these links that is in force and can be shown."""
    link = links.filter(STANDING).first()
    return link if link and secret_of(link) else None


def secret_of(link: SecretLink) -> str | None:
    """Returns the secret; None when the site's key has changed since."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        secret = derive_secret(link.salt, link.serial, key)
        if digest(secret) == link.digest:
            return secret
    return None


def derive_secret(salt: str, serial: str, key: str) -> str:
    """Derives a secret from a serial; needs the key."""
    mac = salted_hmac(salt, serial, secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


# The TV scoreboard ---------------------------------------------------------------------------


def screen_link(session: Session) -> tuple[ShareLink, str] | None:
    """Returns the link on the session's TV scoreboard and its secret. Writes nothing."""
    links = ShareLink.objects.filter(STANDING, session=session, on_screen=True)
    return _with_secret(links.first())


@transaction.atomic
def put_on_screen(*, session: Session, by: Membership | None = None) -> ShareLink:
    """Shows the session's invite link for viewers on its TV scoreboard."""
    locks.touch(session)
    link, _secret = ensure_link(club=session.club, role=Role.VIEWER, session=session, by=by)
    off_screen = ShareLink.objects.filter(pk=link.pk, on_screen=False, revoked_at__isnull=True)
    if off_screen.update(on_screen=True):
        note(ActivityKind.SCREEN_ON, club=session.club, session=session, by=by, role=link.role)
    return link


@transaction.atomic
def take_off_screen(*, session: Session, by: Membership | None = None) -> None:
    locks.touch(session)
    for link in ShareLink.objects.filter(session=session, on_screen=True):
        if ShareLink.objects.filter(pk=link.pk, on_screen=True).update(on_screen=False):
            note(ActivityKind.SCREEN_OFF, club=session.club, session=session, by=by, role=link.role)
