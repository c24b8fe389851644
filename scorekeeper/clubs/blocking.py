"""Groups that the server admin has blocked: nobody reads or writes in them. Nothing is deleted, and
a device keeps what it has not synced."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club

BLOCKED: Final = _("This group is blocked by the operator of this site.")


class BlockedError(PermissionDenied):
    """``403.html`` shows its sentence."""

    def __init__(self) -> None:
        super().__init__(BLOCKED)


def check_open(club: Club) -> None:
    """Raises BlockedError. Every way into a group passes here."""
    if club.blocked_at is not None:
        raise BlockedError


def block_club(club: Club) -> bool:
    """Returns whether this call blocked it."""
    active = Club.objects.filter(pk=club.pk, blocked_at__isnull=True)
    return bool(active.update(blocked_at=timezone.now()))


def unblock_club(club: Club) -> bool:
    """Returns whether this call unblocked it. Nobody could answer a notice of its deletion, so an
    earlier one means nothing."""
    blocked = Club.objects.filter(pk=club.pk, blocked_at__isnull=False)
    return bool(blocked.update(blocked_at=None, expires_at=None))
