"""Where somebody wants to be paid: his own to see and to change, shown to who owes him."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Player


class PayAddress(models.Model):
    """At most one of each kind. It is no booking: who changes it or takes it away leaves nothing
    of it here."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="pay_addresses")
    kind = models.CharField(max_length=8)
    """A name of ``kinds.KINDS``."""
    value = models.CharField(max_length=400)
    """As ``Kind.clean`` gives it."""
    holder = models.CharField(max_length=70, blank=True)
    """Of a bank account, in Latin letters; "": the player's name is written so."""
    sent_along = models.BooleanField(default=True)
    """It stands also on the night's sheets and in the text for the group, where somebody owes."""
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_pay_address_per_kind"),
        ]
