"""Who wrote something down, as it was then.

A row that somebody writes keeps, beside the phone (``by``), the phone's ``Signature``: whose it was
and how it was called at that time. So nothing that was written changes its author when a phone is
given a name, or handed on. The words are nobody's but the player's own: who is renamed, or
forgotten, is so everywhere. Rows from before signatures were kept name the phone as it is now.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.clubs.models import Membership, Signature


def signed(by: Membership | None) -> int | None:
    """What goes into the row's ``signature``; asks the database nothing."""
    return by.signature_id if by else None


def authored(by: Membership | None) -> dict[str, Any]:
    """What says in a new row (``Authored``) who writes it."""
    return {"by": by, "signature_id": signed(by)}


def sign_anew(places: Iterable[Membership]) -> None:
    """From now on these sign as they are called now. In the transaction that changed it."""
    for place in places:
        told = {"role": place.role, "player_id": place.player_id, "name": place.name}
        before = place.signature
        if before is None or told != {name: getattr(before, name) for name in told}:
            place.signature = Signature.objects.create(club_id=place.club_id, **told)
            place.save(update_fields=["signature"])
