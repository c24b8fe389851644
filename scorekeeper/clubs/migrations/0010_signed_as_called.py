"""Phones that are in a club sign from now on as they are called now. What was written before names
the phone and no signature: nobody knows any more how it was called then."""

from __future__ import annotations

from typing import Any

from django.db import migrations

TOGETHER = 1000


def sign(apps: Any, _editor: Any) -> None:
    signatures, memberships = (apps.get_model("clubs", n) for n in ("Signature", "Membership"))
    unsigned = memberships.objects.filter(signature=None, revoked_at=None).order_by("pk")
    while places := list(unsigned[:TOGETHER]):
        for place in places:
            place.signature = signatures(
                club_id=place.club_id, role=place.role, player_id=place.player_id, name=place.name
            )
        signatures.objects.bulk_create([place.signature for place in places])
        memberships.objects.bulk_update(places, ["signature"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_signatures")]

    operations = [migrations.RunPython(sign, migrations.RunPython.noop)]
