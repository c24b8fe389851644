"""The link to the proof of a night: whoever holds it may look, without being in the club.

Like a standing invitation it can be shown again: the database keeps a digest and a random serial,
and the site's key makes the secret anew. A host takes it back; then none is made but by a host.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.invitations import derived, known_by
from scorekeeper.clubs.models import Membership, ProofLink, Session
from scorekeeper.clubs.services import digest

SALT = "proof-link"


def stands(session: Session) -> ProofLink | None:
    """The link in force that can be shown. Writes nothing."""
    link = ProofLink.objects.filter(session=session, revoked_at=None).exclude(serial="").first()
    return link if link and secret_of(link) else None


@transaction.atomic
def offer(*, session: Session, origin: str, by: Membership | None = None) -> ProofLink | None:
    """The link for a paper or a page that others will hold: made if there never was one, none
    after a host took it back. ``origin``: see ``ProofLink``."""
    locks.hold_night(session.pk)
    if ProofLink.objects.filter(session=session).exists():
        link = stands(session)
        return _reached_at(link, origin) if link and not link.origin else link
    return make(session=session, origin=origin, by=by)


@transaction.atomic
def make(*, session: Session, origin: str, by: Membership | None = None) -> ProofLink:
    """The link in force, made if there is none. Whoever else asks at the same time gets the same
    one."""
    locks.hold_night(session.pk)
    if link := stands(session):
        return _reached_at(link, origin)
    locks.touch(session)  # its sheets say where the proof is
    return _made(session, origin, by)


def _reached_at(link: ProofLink, origin: str) -> ProofLink:
    """The night is held; its next sheets lead there."""
    if origin and link.origin != origin:
        link.origin = origin
        locks.touch(link.session)
        ProofLink.objects.filter(pk=link.pk).update(origin=origin)
    return link


def _made(session: Session, origin: str, by: Membership | None) -> ProofLink:
    """The night is held."""
    unshown = ProofLink.objects.filter(session=session, revoked_at=None)
    unshown.update(serial="")  # of another key: it can't be shown any more, but still leads here
    serial = secrets.token_urlsafe(32)
    secret = derived(SALT, serial, settings.SECRET_KEY)
    link = ProofLink.objects.create(
        session=session, digest=digest(secret), serial=serial, origin=origin, created_by=by
    )
    note(Happened.PROOF_MADE, club=session.club, session=session, by=by)
    return link


@transaction.atomic
def take_back(*, session: Session, by: Membership | None = None) -> None:
    """From the next request on no link leads to the proof of this night, and its next sheets name
    none."""
    locks.hold_night(session.pk)
    standing = ProofLink.objects.filter(session=session, revoked_at=None)
    if standing.update(revoked_at=timezone.now()):
        locks.touch(session)
        note(Happened.PROOF_TAKEN_BACK, club=session.club, session=session, by=by)


def night_of(secret: str) -> Session | None:
    """The night to whose proof this secret leads."""
    link = (
        ProofLink.objects.select_related("session__club")
        .filter(digest=digest(secret), revoked_at=None)
        .first()
    )
    return link.session if link else None


def secret_of(link: ProofLink) -> str | None:
    """None when the site's key is another one since."""
    return known_by(SALT, link.serial, link.digest)


def path_of(link: ProofLink) -> str:
    return reverse("proving:shown", args=[secret_of(link)])


def address(session: Session) -> str | None:
    """Where the proof of this night is found, for a sign on paper: whole, as phones last reached
    us. None while no link stands, or no phone could reach us."""
    link = stands(session)
    return f"{link.origin}{path_of(link)}" if link and link.origin else None
