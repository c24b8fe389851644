"""The device secret in a browser's signed cookie. Only this module writes devices.

The cookie carries the secret of the device; its memberships are in the database. So the cookie
does not grow with the number of groups, and a copy of it is worthless once the device is removed.
"""

import base64
import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.clubs.models import Club, Device, Membership
from scorekeeper.clubs.services import digest

logger = logging.getLogger(__name__)

SECRETS = "devices"
"""Usually one secret; one more for each club that removed this browser and let it join again."""
RENEWED_ON = "renewed"
SEEN_EVERY = timedelta(minutes=10)
RENEWED_EVERY = 30
"""Days. Browsers delete a cookie a year after it was set."""


def device_digests(request: HttpRequest) -> list[str]:
    """Returns the digests of the browser's devices; none for an unknown browser."""
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


def visits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: records the visit of a device that was let in (``access``), once its page is
    read."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        membership: Membership | None = getattr(request, "membership", None)
        if membership is not None and response.status_code < 500:
            _note_seen(request, membership)
        return response

    return answer


def _note_seen(request: HttpRequest, membership: Membership) -> None:
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
