"""Money: rows with two ends, never updated, never deleted, corrected by reversal."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Authored, Player, Session, phone_called
from scorekeeper.wording.field import PhraseField


class PaymentKind(models.TextChoices):
    GAME = "game", _("Game")
    """What the rules say: the payer owes it to the payee."""
    CASH = "cash", _("Cash")
    """Handed over: it settles what was owed."""
    COST = "cost", _("Shared expense")
    """The payer's part of what the payee has paid for the table."""
    CARRIED = "carried", _("Carried")
    """A debt taken along from another night, or, the other way round, to one."""
    ROUND = "round", _("Rounding")
    """What the payer gives up, or takes on, so that sums can be paid in whole coins."""


class Payment(Authored):
    """``signature``: of what a hand brought its hand has one."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="payments")
    game = models.ForeignKey("play.Game", models.PROTECT, null=True, related_name="payments")
    hand = models.ForeignKey("play.Hand", models.PROTECT, null=True, related_name="payments")
    kind = models.CharField(max_length=8, choices=PaymentKind, default=PaymentKind.GAME)
    payer = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the game's pot."""
    payee = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the game's pot."""
    amount = models.PositiveBigIntegerField()
    reason = PhraseField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    token = models.CharField(max_length=64, null=True)

    @property
    def settles(self) -> bool:
        """It was handed over; any other kind says that the payer owes it to the payee."""
        return self.kind == PaymentKind.CASH

    @property
    def called(self) -> str:
        """By whom it was written down, by name; of before phones signed, the phone's own."""
        if self.signature is not None:
            return self.signature.called
        return self.by.name if self.by else ""

    @property
    def who(self) -> str:
        """The same, or else what the phone may do. Who holds it by now has not written it."""
        return str(self.signature or phone_called(self.by))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="payment_has_two_ends"),
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(payee__isnull=False),
                name="payment_has_a_person",
            ),
            models.CheckConstraint(
                condition=(Q(payer__isnull=False) & Q(payee__isnull=False)) | Q(game__isnull=False),
                name="pot_belongs_to_a_game",
            ),
            models.UniqueConstraint(fields=["session", "token"], name="one_payment_per_token"),
        ]
        indexes = [
            models.Index(
                fields=["session", "kind"],
                include=["payer", "payee", "amount"],
                name="payment_by_session",
            ),
        ]
