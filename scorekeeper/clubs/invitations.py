"""Standing invitations: one link per role, of a club or a night, that can be shown again.

The database keeps a digest and a random serial, no secret: the secret is made anew from the serial
with the site's key, each time somebody who may hand it out asks to see it. A standing invitation
ends when it is taken back; the next showing makes another.
"""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass

import segno
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import STANDING, Club, Membership, Role, Session, ShareLink
from scorekeeper.clubs.services import digest
from scorekeeper.serving.constraints import was_quicker
from scorekeeper.serving.network import phone_url

SALT = "standing-link"
TRIES = 5
QUIET = 4
"""Squares left white around a code, as cameras want it: the page around may be dark."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An invitation as a page shows it."""

    link: ShareLink
    url: str
    """Empty: no phone can reach this computer."""

    @property
    def role(self) -> Role:
        return Role(self.link.role)

    @property
    def picture(self) -> str:
        return picture(self.url)


def picture(url: str) -> str:
    """A QR code as the address of an image."""
    return segno.make(url, error="m").svg_data_uri(border=QUIET, dark="#1c1812", light="#ffffff")


def shown(request: HttpRequest, link: ShareLink, secret: str) -> Shown:
    return Shown(link, phone_url(request, reverse("clubs:join", args=[secret])) or "")


def stands(
    *, club: Club, role: Role, session: Session | None = None
) -> tuple[ShareLink, str] | None:
    """The invitation that can be shown again, with its secret. Writes nothing."""
    link = _in_force(club, role, session)
    secret = secret_of(link) if link else None
    return (link, secret) if link and secret else None


def standing(
    *, club: Club, role: Role, session: Session | None = None, by: Membership | None = None
) -> tuple[ShareLink, str]:
    """The invitation in force and its secret, made if there is none. Whoever else asks at the same
    time gets the same one: the database lets only one stand."""
    for _try in range(TRIES):
        link = _in_force(club, role, session)
        if link is None:
            try:
                return _made(club, role, session, by)
            except IntegrityError as error:
                names = [each.name for each in ShareLink._meta.constraints]
                if not was_quicker(error, ShareLink, *names):
                    raise
                continue
        if secret := secret_of(link):
            return link, secret
        _let_stand(link)
    raise RuntimeError("An invitation is made and taken back again and again.")


def _in_force(club: Club, role: Role, session: Session | None) -> ShareLink | None:
    return ShareLink.objects.filter(STANDING, club=club, role=role, session=session).first()


@transaction.atomic
def _made(
    club: Club, role: Role, session: Session | None, by: Membership | None
) -> tuple[ShareLink, str]:
    serial = secrets.token_urlsafe(32)
    secret = derived(SALT, serial, settings.SECRET_KEY)
    link = ShareLink.objects.create(
        club=club, session=session, role=role, digest=digest(secret), serial=serial, created_by=by
    )
    note(Happened.LINK_MADE, club=club, session=session, by=by, role=role)
    return link, secret


def secret_of(link: ShareLink) -> str | None:
    """None when the site's key is another one since: nobody can tell the secret any more."""
    return known_by(SALT, link.serial, link.digest)


def known_by(salt: str, serial: str, of: str) -> str | None:
    """The secret whose digest is ``of``, made anew from its serial; None under another key."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        secret = derived(salt, serial, key)
        if digest(secret) == of:
            return secret
    return None


def derived(salt: str, serial: str, key: str) -> str:
    """A secret that nobody without the key can work out from the serial."""
    made = salted_hmac(salt, serial, secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def _let_stand(link: ShareLink) -> None:
    """It can't be shown any more, but who has it comes in until it is taken back."""
    ShareLink.objects.filter(pk=link.pk).update(serial="", on_screen=False)


# The big screen ------------------------------------------------------------------------------


def on_screen(session: Session) -> tuple[ShareLink, str] | None:
    """What the night's big screen shows, with its secret. Writes nothing."""
    link = ShareLink.objects.filter(STANDING, session=session, on_screen=True).first()
    secret = secret_of(link) if link else None
    return (link, secret) if link and secret else None


@transaction.atomic
def put_on_screen(*, session: Session, by: Membership | None = None) -> ShareLink:
    """Show the viewers' invitation of this night to all who sit before a big screen."""
    locks.touch(session)
    link, _secret = standing(club=session.club, role=Role.VIEWER, session=session, by=by)
    unseen = ShareLink.objects.filter(pk=link.pk, on_screen=False, revoked_at__isnull=True)
    if unseen.update(on_screen=True):
        note(Happened.SCREEN_ON, club=session.club, session=session, by=by, role=link.role)
    return link


@transaction.atomic
def take_off_screen(*, session: Session, by: Membership | None = None) -> None:
    locks.touch(session)
    for link in ShareLink.objects.filter(session=session, on_screen=True):
        if ShareLink.objects.filter(pk=link.pk, on_screen=True).update(on_screen=False):
            note(Happened.SCREEN_OFF, club=session.club, session=session, by=by, role=link.role)
