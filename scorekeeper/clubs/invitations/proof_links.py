"""Links to a session's verification page, which need no membership.

Like an invite link they can be shown again: the database stores a digest and a random serial, and
the secret is derived with the site's key. After a host revokes it, only a host makes another.
"""

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.invitations.services import create_link, secret_of, showable
from scorekeeper.clubs.models import Membership, ProofLink, Session
from scorekeeper.clubs.services import check_open, digest


def find_link(session: Session) -> ProofLink | None:
    """Returns the active link, if it can be shown. Writes nothing."""
    return showable(ProofLink.objects.filter(session=session))


@transaction.atomic
def ensure_link(*, session: Session, origin: str, by: Membership | None = None) -> ProofLink | None:
    """Returns the link for a statement or page: created if there never was one, None after a host
    revoked it, or on a site without that page. ``origin``: see ``ProofLink``."""
    if _page() is None:
        return None
    locks.hold_session(session.pk)
    if ProofLink.objects.filter(session=session).exists():
        link = find_link(session)
        return _set_origin(link, origin) if link and not link.origin else link
    return make_link(session=session, origin=origin, by=by)


@transaction.atomic
def make_link(*, session: Session, origin: str, by: Membership | None = None) -> ProofLink:
    """Returns the active link, creating it if missing. Concurrent calls get the same link."""
    locks.hold_session(session.pk)
    if link := find_link(session):
        return _set_origin(link, origin)
    locks.touch(session)  # statements print the link
    old_links = ProofLink.objects.filter(session=session, revoked_at=None)
    old_links.update(serial="")  # made with another key: can't be shown, but still works
    link, _secret = create_link(ProofLink, session=session, origin=origin, created_by=by)
    note(ActivityKind.PROOF_MADE, club=session.club, session=session, by=by)
    return link


def _set_origin(link: ProofLink, origin: str) -> ProofLink:
    """Updates the link's origin, which statements print. The session is locked."""
    if origin and link.origin != origin:
        link.origin = origin
        locks.touch(link.session)
        ProofLink.objects.filter(pk=link.pk).update(origin=origin)
    return link


@transaction.atomic
def revoke_links(*, session: Session, by: Membership | None = None) -> None:
    """Revokes the session's links; the next statements print none."""
    locks.hold_session(session.pk)
    links = ProofLink.objects.filter(session=session, revoked_at=None)
    if links.update(revoked_at=timezone.now()):
        locks.touch(session)
        note(ActivityKind.PROOF_TAKEN_BACK, club=session.club, session=session, by=by)


def session_for(secret: str) -> Session | None:
    """Returns the session whose verification this secret opens, if any. Raises BlockedError."""
    link = (
        ProofLink.objects.select_related("session__club")
        .filter(digest=digest(secret), revoked_at=None)
        .first()
    )
    if link is None:
        return None
    check_open(link.session.club)
    return link.session


def _page() -> str | None:
    page: str | None = settings.EXTENSIONS.pages.get("verification")
    return page


def link_path(link: ProofLink) -> str:
    """Returns the path of the session's verification, on a site that has that page."""
    return reverse(_page(), args=[secret_of(link)])


def public_url(session: Session) -> str | None:
    """Returns the full URL of the session's verification, for a QR code. None without an active
    link, or when no other device can reach this site."""
    link = find_link(session) if _page() else None
    return f"{link.origin}{link_path(link)}" if link and link.origin else None
