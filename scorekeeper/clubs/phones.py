"""What a browser carries in its signed cookie, and the only writer of phones.

It carries the secret of its phone, and the phone has its places in the database. So nothing in the
cookie grows with the clubs somebody sees, no place ever gives way to another, and a copy of the
cookie is worth what the phone's own entry is worth: nothing, once that is taken out.
"""

from __future__ import annotations

import base64
import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.clubs.models import Membership, Phone
from scorekeeper.clubs.services import digest

logger = logging.getLogger(__name__)

KEYS = "phones"
"""One secret as a rule; another for each club that took this browser out and let it in again."""
OLD = "memberships"
"""Cookies of before phones were known listed the ids of memberships."""
RENEWED = "renewed"
ADOPTED_AGAIN = timedelta(days=1)
SEEN_EVERY = timedelta(minutes=10)
RENEWED_EVERY = 30
"""Days. A browser forgets a cookie a year after it was given."""


def keys(request: HttpRequest) -> list[str]:
    """Digests of the browser's phones; none for a stranger."""
    if OLD in request.session:
        _adopt(request)
    return [digest(secret) for secret in _carried(request)]


def again_secret(request: HttpRequest, what: str) -> str:
    """A secret for ``what`` (a write token) that this browser, and no other, is given again: an
    answer may be lost on its way, or a button be pressed twice at once. By the mark that every
    browser has before it may post anything; without it a new one each time."""
    mark = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not mark:
        return secrets.token_urlsafe(32)
    made = salted_hmac("phone", f"{mark}:{what}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


@transaction.atomic
def remember(request: HttpRequest, membership: Membership, secret: str = "") -> bool:
    """From now on this browser holds the membership, unless another one does: then False.
    ``secret``: of its phone, if it has none."""
    if membership.phone is None:
        membership.phone = _phone(request, membership.club_id, secret)
        membership.save(update_fields=["phone"])
    elif secret and membership.phone.digest == digest(secret):
        _carry(request, secret)
    return membership.phone.digest in keys(request)


def _carried(request: HttpRequest) -> list[str]:
    held = request.session.get(KEYS, [])
    return [each for each in held if isinstance(each, str)] if isinstance(held, list) else []


def _phone(request: HttpRequest, club: int, secret: str) -> Phone:
    """This browser's phone for a new place in the club.

    Who was taken out of the club comes back as another phone: else a copy of the old cookie would
    be let in with it.
    """
    told = [*_carried(request), *([secret] if secret else [])]
    fit = _not_taken_out([digest(each) for each in told], club)
    for each in told:
        if digest(each) in fit:
            _carry(request, each)
            return fit[digest(each)]
    if not secret or Phone.objects.filter(digest=digest(secret)).exists():
        secret = secrets.token_urlsafe(32)
    phone, _made = Phone.objects.get_or_create(digest=digest(secret))
    _carry(request, secret)
    return phone


def _not_taken_out(digests: Sequence[str], club: int) -> dict[str, Phone]:
    gone = Membership.objects.filter(
        club=club, phone__digest__in=digests, revoked_at__isnull=False
    ).values("phone")
    return {p.digest: p for p in Phone.objects.filter(digest__in=digests).exclude(pk__in=gone)}


def _carry(request: HttpRequest, secret: str) -> None:
    """Put the secret into the cookie; phones that have no place anywhere any more leave it."""
    held = _carried(request)
    if secret in held:
        return
    alive = set(
        Membership.objects.filter(
            phone__digest__in=[digest(each) for each in held],
            revoked_at__isnull=True,
            link__revoked_at__isnull=True,
        ).values_list("phone__digest", flat=True)
    )
    request.session[KEYS] = [*(each for each in held if digest(each) in alive), secret]


def _adopt(request: HttpRequest) -> None:
    """Give a browser with a cookie of before its phone, once.

    A copy of that cookie finds the places taken. But the same browser may ask again: the answer
    with its new cookie may never have arrived, or several requests were on their way at once.
    """
    held = request.session.pop(OLD)
    pks = held if isinstance(held, list) else []
    pks = [pk for pk in pks if isinstance(pk, int) and 0 < pk < 2**63]
    secret = again_secret(request, f"memberships {pks}")
    phone = Phone.objects.filter(digest=digest(secret)).first()
    if phone is None:
        if _move(pks, secret):
            _carry(request, secret)
    elif timezone.now() - phone.created_at < ADOPTED_AGAIN:
        _carry(request, secret)


@transaction.atomic
def _move(pks: Sequence[int], secret: str) -> bool:
    """Put those of the memberships that no phone has onto this one. Whether it has any now."""
    free = Membership.objects.filter(pk__in=pks, phone__isnull=True)
    if not free.exists():
        return Phone.objects.filter(digest=digest(secret)).exists()
    phone, _made = Phone.objects.get_or_create(digest=digest(secret))
    if free.update(phone=phone) or phone.memberships.exists():
        return True
    phone.delete()  # a copy of the cookie was quicker
    return False


def note_seen(request: HttpRequest, membership: Membership) -> None:
    """That this browser came by; a few times an hour, and never at the cost of the page."""
    now = timezone.now()
    if membership.last_seen_at and now - membership.last_seen_at < SEEN_EVERY:
        return
    _renew(request, now.toordinal())
    try:
        with transaction.atomic():
            Membership.objects.filter(pk=membership.pk).update(last_seen_at=now)
    except DatabaseError:
        logger.warning("When a phone was seen could not be kept.", exc_info=True)


def _renew(request: HttpRequest, today: int) -> None:
    renewed = request.session.get(RENEWED)
    if not isinstance(renewed, int) or not 0 <= today - renewed < RENEWED_EVERY:
        request.session[RENEWED] = today
