"""What was written down before keepers were known is kept by the one phone that is its player's,
where there is just one; elsewhere by nobody, until a host takes it away."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Q


def find(apps: Any, _editor: Any) -> None:
    players, memberships = (apps.get_model("clubs", name) for name in ("Player", "Membership"))
    own = Q(pay_addresses__isnull=False) | Q(mail_address__isnull=False)
    for player in players.objects.filter(own, keeper=None).distinct():
        held = memberships.objects.filter(player=player, revoked_at=None, phone__isnull=False)
        phones = set(held.values_list("phone", flat=True))
        if len(phones) == 1:
            players.objects.filter(pk=player.pk).update(keeper=phones.pop())


class Migration(migrations.Migration):
    dependencies = [
        ("paying", "0001_initial"),
        ("mailing", "0001_initial"),
        ("clubs", "0008_keeper"),
    ]

    operations = [migrations.RunPython(find, migrations.RunPython.noop)]
