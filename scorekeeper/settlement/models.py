"""Records about money outside games: rows are added, never changed or deleted.

Each has its author and time. The money itself is a payment of the ledger, created together with the
row that explains it, and reversed there.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Authored, Player, Session, device_name
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import PLAYER, Travel
from scorekeeper.engine.reasons import CASH
from scorekeeper.ledger.models import Deposit, Payment, former_deposit


class Attributed(Authored):
    """A record with the player who made it."""

    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Whose device it was then; it may be another's by now."""

    class Meta:
        abstract = True

    @property
    def called(self) -> str:
        """The name of the device's player then, or else of the device; "" where there is none."""
        if self.player is not None:
            return self.player.name
        if self.signature is not None:
            return self.signature.called
        return self.by.name if self.by else ""

    @property
    def who(self) -> str:
        """The same, or else the device's role; "" for nobody's. The device's present player is not
        meant."""
        return self.called or str(self.signature or device_name(self.by))


# Money on its way ----------------------------------------------------------------------------


class StepKind(models.TextChoices):
    RECEIVED = "received", _("Received")
    DISPUTED = "disputed", _("Not received")
    UNDONE = "undone", _("Undone")


SENT = "sent"
"""The state of a handover without steps."""


class Handover(Attributed):
    """``payer`` sent this to ``payee``, in minor units."""

    travel = Travel(
        table="handovers",
        of="session",
        newer_columns=("deposit",),
        computed={"deposit": former_deposit},
    )
    session = models.ForeignKey(Session, models.PROTECT, related_name="handovers")
    payer = models.ForeignKey(Player, models.PROTECT, related_name="+")
    payee = models.ForeignKey(Player, models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()
    deposit = models.CharField(max_length=8, choices=Deposit, null=True)
    """Null: it settles a debt."""
    reason = PhraseField(default=CASH)
    token = models.CharField(max_length=64)
    as_host = models.BooleanField(default=False)
    """A host reported it for the payer."""
    state: str
    """``sent``, or the kind of its last step; set by ``balances.unsettled``."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="handover_is_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="handover_has_two_ends"),
            models.UniqueConstraint(
                fields=["session", "token", "payer"], name="one_handover_per_token"
            ),
        ]


class HandoverStep(Attributed):
    """A step of a handover. Only ``received`` moves money: its ``payment``."""

    travel = Travel(table="handover_steps", of="handover__session")
    handover = models.ForeignKey(Handover, models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=8, choices=StepKind)
    token = models.CharField(max_length=64)
    as_host = models.BooleanField(default=False)
    """A host reported it for the payee, or, to undo, for either."""
    payment = models.OneToOneField(Payment, models.PROTECT, null=True, related_name="handed")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["handover", "kind"], name="one_step_of_a_kind"),
            models.CheckConstraint(
                condition=Q(kind="received", payment__isnull=False)
                | (~Q(kind="received") & Q(payment__isnull=True)),
                name="only_what_is_received_is_paid",
            ),
        ]


# Expenses ------------------------------------------------------------------------------------


class How(models.TextChoices):
    EQUAL = "equal", _("Equally")
    SHARES = "shares", _("By shares")
    THERE = "there", _("Who played, equally")
    WINNERS = "winners", _("Who won, in proportion")


class Expense(Attributed):
    """An expense that ``paid_by`` has paid for the group, in minor units, and how it is split."""

    travel = Travel(table="costs", of="session")
    session = models.ForeignKey(Session, models.PROTECT, related_name="expenses")
    label = models.CharField(max_length=60)
    paid_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField()
    how = models.CharField(max_length=8, choices=How)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cost_is_positive"),
            models.UniqueConstraint(fields=["session", "token"], name="one_cost_per_token"),
        ]


class ExpenseShare(models.Model):
    """One player's share; an expense's shares add up to it."""

    travel = Travel(table="cost_shares", of="cost__session")
    cost = models.ForeignKey(Expense, models.PROTECT, related_name="shares")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    weight = models.PositiveBigIntegerField()
    """Number of shares, or what the player had won."""
    amount = models.PositiveBigIntegerField()
    payment = models.OneToOneField(Payment, models.PROTECT, null=True, related_name="shared")
    """Null: the payer's own share, or nothing."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cost", "player"], name="one_share_of_a_player"),
        ]


# Between sessions ----------------------------------------------------------------------------


class CarryOver(Attributed):
    """Debts of one session that are paid in another."""

    travel = Travel(table="carries", of="from_session", group_only=True)
    from_session = models.ForeignKey(Session, models.PROTECT, related_name="carried_out")
    to_session = models.ForeignKey(Session, models.PROTECT, related_name="carried_in")
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(from_session=F("to_session")), name="carry_has_two_sessions"
            ),
            models.UniqueConstraint(fields=["from_session", "token"], name="one_carry_per_token"),
        ]


class CarriedRow(models.Model):
    """One debt: the payment that ends it in its session, and the one that creates it in the
    other."""

    travel = Travel(table="carried", of="carry__from_session", group_only=True)
    carry = models.ForeignKey(CarryOver, models.PROTECT, related_name="rows")
    out = models.OneToOneField(Payment, models.PROTECT, related_name="carried_out")
    into = models.OneToOneField(Payment, models.PROTECT, related_name="carried_in")


# How it is settled ---------------------------------------------------------------------------


class Way(models.TextChoices):
    FEWEST = "fewest", _("Fewest payments")
    DIRECT = "direct", _("Pay each winner directly")
    BANKER = "banker", _("One banker")
    PURSES = "purses", _("By household")


class Terms(Attributed):
    """How a session is settled; the newest row is in force, none is ever changed."""

    travel = Travel(table="terms", of="session", players_in={"purses": [[PLAYER, ...]]})
    session = models.ForeignKey(Session, models.PROTECT, related_name="terms")
    way = models.CharField(max_length=8, choices=Way, default=Way.FEWEST)
    banker = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    purses = models.JSONField(default=list)
    """Lists of the ids of players who share a purse; the first holds it."""
    step = models.PositiveBigIntegerField(default=0)
    """Payments are rounded to multiples of it, in minor units; 0: not rounded."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "token"], name="one_terms_per_token"),
        ]
