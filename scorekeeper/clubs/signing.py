"""The authors of rows, as they were at the time of writing.

Beside its device (``by``) a row stores the device's ``Signature``: its player, role and name at
that time. So rows keep their author when a device is renamed or handed on. A player who is renamed
or anonymized is so everywhere. Rows from before signatures show the device as it is now.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.clubs.models import Membership, Signature


def signature_id(by: Membership | None) -> int | None:
    """Returns the id for a row's ``signature``. No query."""
    return by.signature_id if by else None


def author_fields(by: Membership | None) -> dict[str, Any]:
    """Returns the author fields for a new ``Authored`` row."""
    return {"by": by, "signature_id": signature_id(by)}


def renew_signatures(memberships: Iterable[Membership]) -> None:
    """Gives these a new signature where role, player or name changed. Call in the transaction that
    changed them."""
    for membership in memberships:
        fields = {
            "role": membership.role,
            "player_id": membership.player_id,
            "name": membership.name,
        }
        current = membership.signature
        if current is None or fields != {name: getattr(current, name) for name in fields}:
            membership.signature = Signature.objects.create(club_id=membership.club_id, **fields)
            membership.save(update_fields=["signature"])
