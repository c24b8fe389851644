"""Payments and results. A payment has two ends; it is never updated and never deleted, a reversal
corrects it. A result is what one game brought one player: seasons are read from these rows."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Authored, Club, ImportRow, Player, Session, device_name
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import Travel
from scorekeeper.engine.outcomes.facts import Fact


class PaymentKind(models.TextChoices):
    GAME = "game", _("Game")
    """From the rules: the payer owes it to the payee."""
    CASH = "cash", _("Cash")
    """Handed over: settles a debt."""
    EXPENSE = "cost", _("Shared expense")
    """The payer's share of an expense that the payee has paid."""
    CARRIED = "carried", _("Carried over")
    """A debt carried over from another session, or, the other way round, to one."""
    PRIZE = "prize", _("Prize")
    """Entry fees and prizes of a tournament: who paid more than they won owes who won more."""
    ROUND = "round", _("Rounding")
    """What the payer gives up or takes on so that sums can be paid in whole coins."""


class Deposit(models.TextChoices):
    """Cash that is handed over before anything is owed."""

    ADVANCE = "advance", _("advance")
    BUY_IN = "buy-in", _("buy-in")
    KITTY = "kitty", _("kitty")


FORMER_DEPOSITS: Final = {
    "@advance": Deposit.ADVANCE,
    "@buy_in": Deposit.BUY_IN,
    "@kitty": Deposit.KITTY,
    **{str(kind): kind for kind in Deposit},
}
"""Deposits by the reason by which older files name them."""


def former_deposit(row: Mapping[str, Any]) -> str | None:
    """Returns the kind of deposit of a payment or handover in an older file."""
    reason = row.get("reason") if row.get("kind", "cash") == "cash" else None
    return FORMER_DEPOSITS.get(reason) if isinstance(reason, str) else None


class Payment(Authored):
    """A payment. ``signature`` is null for a hand's payments: the hand has its own."""

    travel = Travel(
        table="payments",
        of="session",
        newer_columns=("deposit",),
        computed={"deposit": former_deposit},
    )
    session = models.ForeignKey(Session, models.PROTECT, related_name="payments")
    game = models.ForeignKey("play.Game", models.PROTECT, null=True, related_name="payments")
    hand = models.ForeignKey("play.Hand", models.PROTECT, null=True, related_name="payments")
    kind = models.CharField(max_length=8, choices=PaymentKind, default=PaymentKind.GAME)
    payer = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the game's pot."""
    payee = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the game's pot."""
    amount = models.PositiveBigIntegerField()
    deposit = models.CharField(max_length=8, choices=Deposit, null=True)
    """Null: cash settles a debt, any other kind is no deposit."""
    reason = PhraseField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    token = models.CharField(max_length=64, null=True)

    @property
    def settles(self) -> bool:
        """True for money handed over; any other kind is a debt of the payer to the payee."""
        return self.kind == PaymentKind.CASH

    @property
    def called(self) -> str:
        """Name of its author; of the device where payments were not signed yet."""
        if self.signature is not None:
            return self.signature.called
        return self.by.name if self.by else ""

    @property
    def who(self) -> str:
        """The signature, or else the role of the device, whose present holder need not have
        recorded it."""
        return str(self.signature or device_name(self.by))

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


class GameResult(models.Model):
    """One player's result in one game. Updated with every hand from the game's fold, so that a
    season never scans payments."""

    travel = Travel(
        table="results",
        of="session",
        newer_columns=(
            *("preset", "points", "lowest", "game_points", "took", "feats", "counts"),
            *("outcomes", *Fact),
        ),
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, models.PROTECT, related_name="results")
    game = models.ForeignKey("play.Game", models.PROTECT, null=True, related_name="results")
    """Null: a result imported from a spreadsheet, which names no games (``ImportedResult``)."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    variant = models.CharField(max_length=32, blank=True)
    """"" where the spreadsheet does not say what was played."""
    played_on = models.DateField()
    net = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    preset = models.CharField(max_length=80, blank=True)
    """What the group calls its rules; "" where it has no name for them."""
    points = models.FloatField(null=True)
    """The player's total; null where no score is kept, or was not kept when it was written."""
    lowest = models.BooleanField(default=False)
    """The lowest total is ahead."""
    game_points = models.FloatField(null=True)
    """Null: the game has no game points."""
    took = models.BooleanField(default=False)
    """The player won the game, and it was not ended early."""
    reported = models.PositiveIntegerField(null=True)
    """This and the next fields: what was recorded of the player's hands
    (``engine.outcomes.facts.Fact``); null where it was not recorded."""
    caught = models.PositiveIntegerField(null=True)
    caught_points = models.FloatField(null=True)
    full = models.PositiveIntegerField(null=True)
    first_drop = models.PositiveIntegerField(null=True)
    middle_drop = models.PositiveIntegerField(null=True)
    drop_points = models.FloatField(null=True)
    wrong_show = models.PositiveIntegerField(null=True)
    first_turn = models.PositiveIntegerField(null=True)
    dealt = models.PositiveIntegerField(null=True)
    dealt_won = models.PositiveIntegerField(null=True)
    at_once = models.PositiveIntegerField(null=True)
    value_points = models.FloatField(null=True)
    feats = models.JSONField(null=True)
    """Achievements by key of ``engine.outcomes.feats.Feat``: how often, and the number of the first
    hand; null: none."""
    counts = models.JSONField(null=True)
    """How often the player was caught with each number of points; null: never, or not recorded."""
    outcomes = models.TextField(null=True)
    """One character per hand in force: won, played or absent (``engine.outcomes.facts``); null: not
    recorded, or no hand yet."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_result_per_game"),
        ]
        indexes = [
            # Holds nothing that a hand changes, so that a save updates no index (PostgreSQL's HOT).
            models.Index(fields=["club", "played_on"], include=["variant"], name="result_by_date"),
        ]


class ImportedResult(ImportRow):
    """One player's result of a session in an imported spreadsheet: the source of such a session's
    results. Amounts of a session sum to zero. Never changed; it counts as long as its session
    does."""

    travel = Travel(
        table="imported_results",
        of="session",
        stays_off_devices="of sessions from a spreadsheet, which nobody plays",
        is_newer=True,
    )
    session = models.ForeignKey(Session, models.PROTECT, related_name="imported_results")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    variant = models.CharField(max_length=32, blank=True)
    """What was played; "" where the spreadsheet does not say."""
    amount = models.BigIntegerField(null=True)
    """Won or lost, in minor units; null where the spreadsheet has only points."""
    points = models.FloatField(null=True)
    lowest = models.BooleanField(default=False)
    """The lowest total leads."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player"], name="one_imported_result_per_player"
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=False) | Q(points__isnull=False),
                name="imported_result_has_a_value",
            ),
        ]
