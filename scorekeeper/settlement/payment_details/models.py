"""A player's payment details: theirs to see and change, shown to those who owe them."""

from django.db import models

from scorekeeper.clubs.models import Player
from scorekeeper.core.travel import Travel


class PayAddress(models.Model):
    """At most one per player and kind. Changes leave no history here."""

    travel = Travel(
        stays="theirs alone, not the group’s",
        on_device=True,
        not_on_device={"at": "no page of a session shows it"},
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="pay_addresses")
    kind = models.CharField(max_length=8)
    """A name of ``kinds.KINDS``."""
    value = models.CharField(max_length=400)
    """As returned by ``Kind.clean``."""
    holder = models.CharField(max_length=70, blank=True)
    """Name of the bank account's holder in Latin letters; "": the player's name will do."""
    sent_along = models.BooleanField(default=False)
    """Whether it also appears on statements and in the message for the group."""
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_pay_address_per_kind"),
        ]
