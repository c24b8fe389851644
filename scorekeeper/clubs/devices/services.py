"""The device secret in a browser's signed cookie. Only this module writes devices.

The cookie carries the secret of the device; its memberships are in the database. So the cookie
does not grow with the number of groups, and a copy of it is worthless once the device is removed.
"""

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

from scorekeeper.clubs.models import Club, Device, Membership
from scorekeeper.clubs.services import digest

logger = logging.getLogger(__name__)

SECRETS = "devices"
"""Usually one secret; one more for each club that removed this browser and let it join again."""
OLD_MEMBERSHIPS = "memberships"
"""Cookies from before devices existed listed the ids of memberships."""
RENEWED_ON = "renewed"
MIGRATION_REPEAT = timedelta(days=1)
SEEN_EVERY = timedelta(minutes=10)
RENEWED_EVERY = 30
"""Days. Browsers delete a cookie a year after it was set."""


def device_digests(request: HttpRequest) -> list[str]:
    """Returns the digests of the browser's devices; none for an unknown browser."""
    if OLD_MEMBERSHIPS in request.session:
        _migrate_cookie(request)
    return [digest(secret) for secret in _cookie_secrets(request)]


def repeatable_secret(request: HttpRequest, purpose: str) -> str:
    """Returns a secret for ``purpose``, the same on every repeat from this browser, as when a
    response is lost or a button pressed twice. From the CSRF cookie; random without one."""
    csrf_cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not csrf_cookie:
        return secrets.token_urlsafe(32)
    mac = salted_hmac("device", f"{csrf_cookie}:{purpose}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


@transaction.atomic
def remember(request: HttpRequest, membership: Membership, secret: str = "") -> bool:
    """Gives the membership to this browser; False if another browser has it. ``secret``: for a new
    device."""
    if membership.device is None:
        membership.device = _device(request, membership.club_id, secret)
        membership.save(update_fields=["device"])
    elif secret and membership.device.digest == digest(secret):
        _add_to_cookie(request, secret)
    return membership.device.digest in device_digests(request)


def _cookie_secrets(request: HttpRequest) -> list[str]:
    secrets_ = request.session.get(SECRETS, [])
    return [s for s in secrets_ if isinstance(s, str)] if isinstance(secrets_, list) else []


def _device(request: HttpRequest, club: int, secret: str) -> Device:
    """Returns this browser's device for a new membership of the club.

    A device that was removed from the club returns as another one, so that a copy of the old
    cookie gets no access.
    """
    candidates = [*_cookie_secrets(request), *([secret] if secret else [])]
    usable = _not_removed([digest(candidate) for candidate in candidates], club)
    for candidate in candidates:
        if digest(candidate) in usable:
            _add_to_cookie(request, candidate)
            return usable[digest(candidate)]
    if not secret or Device.objects.filter(digest=digest(secret)).exists():
        secret = secrets.token_urlsafe(32)
    device, _made = Device.objects.get_or_create(digest=digest(secret))
    _add_to_cookie(request, secret)
    return device


def _not_removed(digests: Sequence[str], club: int) -> dict[str, Device]:
    removed = Membership.objects.filter(
        club=club, device__digest__in=digests, revoked_at__isnull=False
    ).values("device")
    return {p.digest: p for p in Device.objects.filter(digest__in=digests).exclude(pk__in=removed)}


def _add_to_cookie(request: HttpRequest, secret: str) -> None:
    """Adds the secret to the cookie; drops those of devices without an active membership."""
    carried = _cookie_secrets(request)
    if secret in carried:
        return
    alive = set(
        Membership.objects.filter(
            device__digest__in=[digest(old) for old in carried],
            revoked_at__isnull=True,
            link__revoked_at__isnull=True,
        ).values_list("device__digest", flat=True)
    )
    request.session[SECRETS] = [*(old for old in carried if digest(old) in alive), secret]


def _migrate_cookie(request: HttpRequest) -> None:
    """Gives a browser with an old cookie its device, once.

    A copy of that cookie gets nothing. But the same browser may repeat the request: the response
    may have been lost, or several requests may run at once.
    """
    stored = request.session.pop(OLD_MEMBERSHIPS)
    pks = stored if isinstance(stored, list) else []
    pks = [pk for pk in pks if isinstance(pk, int) and 0 < pk < 2**63]
    secret = repeatable_secret(request, f"memberships {pks}")
    device = Device.objects.filter(digest=digest(secret)).first()
    if device is None:
        if _claim_memberships(pks, secret):
            _add_to_cookie(request, secret)
    elif timezone.now() - device.created_at < MIGRATION_REPEAT:
        _add_to_cookie(request, secret)


@transaction.atomic
def _claim_memberships(pks: Sequence[int], secret: str) -> bool:
    """Gives the memberships without a device to this one; returns whether it has any."""
    free = Membership.objects.filter(pk__in=pks, device__isnull=True)
    if not free.exists():
        return Device.objects.filter(digest=digest(secret)).exists()
    device, _made = Device.objects.get_or_create(digest=digest(secret))
    if free.update(device=device) or device.memberships.exists():
        return True
    device.delete()  # a copy of the cookie was quicker
    return False


def note_seen(request: HttpRequest, membership: Membership) -> None:
    """Records the visit, at most every ten minutes; a failure does not break the page. A group that
    was to be deleted because nobody used it stays."""
    now = timezone.now()
    if membership.club.expires_at is not None:
        Club.objects.filter(pk=membership.club_id).update(expires_at=None)
    if membership.last_seen_at and now - membership.last_seen_at < SEEN_EVERY:
        return
    _renew(request, now.toordinal())
    try:
        with transaction.atomic():
            Membership.objects.filter(pk=membership.pk).update(last_seen_at=now)
    except DatabaseError:
        logger.warning("Could not save when a device was last used.", exc_info=True)


def _renew(request: HttpRequest, today: int) -> None:
    renewed = request.session.get(RENEWED_ON)
    if not isinstance(renewed, int) or not 0 <= today - renewed < RENEWED_EVERY:
        request.session[RENEWED_ON] = today
