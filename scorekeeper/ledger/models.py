"""Money: payment rows with two ends, never updated or deleted, corrected by reversal."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Authored, Player, Session, phone_called
from scorekeeper.wording.field import PhraseField


class PaymentKind(models.TextChoices):
    GAME = "game", _("Game")
    """From the rules: the payer owes it to the payee."""
    CASH = "cash", _("Cash")
    """Handed over: settles a debt."""
    COST = "cost", _("Shared expense")
    """The payer's share of an expense that the payee has paid."""
    CARRIED = "carried", _("Carried")
    """A debt carried over from another session, or, the other way round, to one."""
    ROUND = "round", _("Rounding")
    """What the payer gives up or takes on so that sums can be paid in whole coins."""


class Payment(Authored):
    """A payment. ``signature`` is null for a hand's payments: the hand has its own."""

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
        """True for money handed over; any other kind is a debt of the payer to the payee."""
        return self.kind == PaymentKind.CASH

    @property
    def called(self) -> str:
        """Name of whoever recorded it; of the device where payments were not signed yet."""
        if self.signature is not None:
            return self.signature.called
        return self.by.name if self.by else ""

    @property
    def who(self) -> str:
        """The signature, or else the role of the device, whose present holder need not have
        recorded it."""
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
