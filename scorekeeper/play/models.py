"""Games and hands. The entry of a hand is the truth; the rest is computed from it."""

from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Authored, Membership, Player, Session, Signature, author
from scorekeeper.core.clock import WrittenAt
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import PLAYER, Travel
from scorekeeper.engine.cards import PACK
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.outcomes.stored import board_json, recall_answers, rules_json
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import freeze_game, thaw_game
from scorekeeper.engine.variant import AnyVariant, Terms
from scorekeeper.engine.words import dumps
from scorekeeper.variants import VARIANTS, choices


class ShownGames(models.Manager["Game"]):
    """Games that were not removed."""

    def get_queryset(self) -> "models.QuerySet[Game]":
        return super().get_queryset().filter(removed_at__isnull=True)


class Game(models.Model):
    """One variant played to its end with fixed options and seats.

    A game started by mistake is marked as removed and shown nowhere; ``every`` still has it.
    """

    travel = Travel(table="games", of="session")
    session = models.ForeignKey(Session, models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=32, choices=choices)
    options = models.JSONField(default=dict)
    """Every option, resolved when the game started; if a seat joined later, as agreed then."""
    preset = models.CharField(max_length=80, blank=True)
    side = models.PositiveSmallIntegerField(default=1)
    fold = models.JSONField(default=dict)
    """What the next hand needs (``freeze_game``): always equal to a replay of the hands."""
    public_state = models.JSONField(default=dict)
    """More that readers see, after the last hand (``engine.outcomes.stored.board_json``)."""
    agreed = models.JSONField(default=dict)
    """The rules to display (``engine.outcomes.stored.rules_json``), as of when the options were
    frozen; ``first``: who deals the first hand, if the players chose."""
    tally = models.JSONField(default=dict)
    """Per person: hands played, hands won, and facts of hands (``engine.outcomes.facts.Fact``)."""
    last_number = models.PositiveIntegerField(default=0)
    """Number of the last hand in force."""
    hand_count = models.PositiveIntegerField(default=0)
    last_digest = models.CharField(max_length=64, blank=True)
    """Digest of the hand or seat change written last, in force or not: the end of the chain."""
    change_count = models.PositiveSmallIntegerField(default=0)
    """Changes of seats in force."""
    pace = models.JSONField(default=dict)
    """When hands were saved (``play.edits.hints.Pace``), to notice a missing or a duplicate one.
    No result depends on it."""
    stopped = models.BooleanField(default=False)
    """Ended by the players; its pot was given back."""
    ends_after = models.PositiveSmallIntegerField(null=True)
    """The game ends with this many hands in force, as agreed or as the time gave at a save."""
    until = models.DateTimeField(null=True)
    """The players agreed to stop then; the hand in progress still counts."""
    token = models.CharField(max_length=64, null=True)
    started_at = WrittenAt()
    closed_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    """It was started by mistake: no hand counts, and early payments are reversed."""

    objects = ShownGames()
    every: "ClassVar[models.Manager[Game]]" = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_game_per_number"),
            models.UniqueConstraint(fields=["session", "token"], name="one_game_per_token"),
        ]

    @property
    def rules(self) -> AnyVariant:
        return VARIANTS[self.variant]

    @property
    def terms(self) -> Terms:
        """The words of this game on pages (``play.terms``)."""
        return self.rules.terms

    @property
    def ended_early(self) -> bool:
        """Whether the players ended it before its own end or the agreed one. A game that has
        neither is over whenever they end it."""
        agreed = self.ends_after is not None or self.until is not None
        return self.stopped and (agreed or not self.agreed.get("open_ended"))

    @property
    def hands_played(self) -> int:
        """Hands in force, without void ones and agreements such as a split."""
        return self.hand_count - max(self.tally.get("unplayed", ()), default=0)

    @property
    def title(self) -> str:
        """The name of its rules if they name the game, else the variant's name."""
        rules = self.rules
        return self.preset if rules.named_by_rules and self.preset else rules.name

    @property
    def persons(self) -> int:
        """Number of people at the table, including those who left."""
        return len(self.tally.get("hands", ()))

    @property
    def first(self) -> int | None:
        """The person chosen to deal the first hand; None: as the rules have it."""
        first = self.agreed.get("first")
        return first if type(first) is int and 0 <= first < self.persons else None

    def folded(self, persons: int) -> Fold[Any, Any]:
        """Returns the engine's game after the hands so far, for another hand; ``persons``: how many
        sit at the table. Raises EntryError if today's rules do not know an option any more."""
        options = recall_answers(self.rules.options, self.options)
        seats = persons // self.side
        start_values = (self.side, self.ends_after, self.first)
        return thaw_game(self.rules, self.fold, options, seats, *start_values)

    def keep(self, fold: Fold[Any, Any]) -> dict[str, Any]:
        """Takes this fold and what is displayed of it; returns the changed columns. Does not
        save."""
        self.fold, self.public_state = freeze_game(fold), board_json(self.rules, fold)
        return {"fold": self.fold, "public_state": self.public_state}

    def agree(self, options: Any, seats: int, first: int | None = None) -> None:
        """Freezes these options; ``first``: who deals the first hand, if agreed now. Does not
        save."""
        first = self.first if first is None else first
        self.options = dump(options, full=True)
        self.agreed = rules_json(self.rules, options, seats, self.side)
        if first is not None:
            self.agreed["first"] = first


class Seat(models.Model):
    """A person at the table of one game; ``number`` is the index the engine uses."""

    travel = Travel(table="seats", of="game__session")
    game = models.ForeignKey(Game, models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_person_per_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
        ]


def check_in_pack(card: str) -> None:
    """Raises ValueError for a value that is no card."""
    if card not in PACK:
        raise ValueError("no card of the pack")


class Draw(Authored):
    """Cards drawn for seats and dealer. Never changed: drawing again adds another."""

    travel = Travel(
        table="draws",
        of="session",
        players_in={"rounds": [[(PLAYER, check_in_pack), ...], ...]},
    )
    session = models.ForeignKey(Session, models.PROTECT, related_name="draws")
    rounds = models.JSONField()
    """Each a list of ``[player id, card]`` in the order of drawing; from the second round on only
    players whose cards had one rank."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "token"], name="one_draw_per_token"),
        ]

    @property
    def drawn_by(self) -> list[int]:
        """Ids of the players, in the order of drawing."""
        return [player for player, _card in self.rounds[0]]


HAND_AUTHORS: Final = (
    *("by__player", "signature__player"),
    *("voided_by__player", "void_signature__player"),
)
"""Rows loaded with a hand, to show who entered and who deleted it."""


class Hand(Authored):
    """One deal as it was reported. Never changed: voided or replaced. Only its number goes up when
    a missing hand is inserted before it."""

    travel = Travel(table="hands", of="game__session")
    game = models.ForeignKey(Game, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    """``dump_entry`` with the persons' numbers as names."""
    laid = models.JSONField(default=dict)
    """How tapped cards were counted, by line (see ``evidence``), and the cards of wrong shows;
    empty if points were typed."""
    token = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """Chains this hand to the one written before it in this game."""
    persons = models.PositiveSmallIntegerField()
    """Number of people at the table, including those who missed it."""
    changes = models.PositiveSmallIntegerField(default=0)
    """Number of seat changes before it."""
    replaces = models.ForeignKey("self", models.PROTECT, null=True, related_name="replacements")
    reason = models.CharField(max_length=200, blank=True)
    """The reason why it replaces another, as typed."""
    late = models.BooleanField(default=False)
    """It was inserted after hands that followed it."""
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    void_reason = models.CharField(max_length=200, blank=True)
    void_signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_hand_in_force_per_number",
            ),
            models.UniqueConstraint(fields=["game", "token"], name="one_hand_per_token"),
        ]

    @property
    def voided_by_name(self) -> str:
        return author(self.voided_by, self.void_signature)


class ChangeKind(models.TextChoices):
    LEAVE = "leave"
    BACK = "back"
    JOIN = "join"


class SeatChange(Authored):
    """A player left a running game, came back or joined, between two hands. Never changed; voided
    if no hand rests on it."""

    travel = Travel(
        table="changes",
        of="game__session",
        filled_from={"sealed_as": "player_id"},
        newer_columns=("in_place_of",),
    )
    game = models.ForeignKey(Game, models.PROTECT, related_name="changes")
    place = models.PositiveSmallIntegerField()
    """Starts at 1; hands store how many came before (``Hand.changes``)."""
    kind = models.CharField(max_length=8, choices=ChangeKind)
    person = models.PositiveSmallIntegerField()
    """The number of their seat."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    sealed_as = models.PositiveBigIntegerField(null=True)
    """The key of the player that the chain seals, where it came from another server."""
    before = models.JSONField(null=True)
    """Every option before it, if somebody joined."""
    in_place_of = models.PositiveSmallIntegerField(null=True)
    """The number of the seat that somebody who joined took over; null: they sit after the last
    person."""
    token = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """Chains it to the hand or change written before it in this game."""
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    void_signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "place"],
                condition=Q(voided_at__isnull=True),
                name="one_change_in_force_per_place",
            ),
            models.UniqueConstraint(fields=["game", "token"], name="one_change_per_token"),
        ]

    @property
    def plain(self) -> dict[str, Any]:
        """Returns the values that the hash chain seals."""
        taken = {} if self.in_place_of is None else {"in_place_of": self.in_place_of}
        return {
            "kind": str(self.kind),
            "person": self.person,
            "player": self.sealed_as or self.player_id,
            "before": self.before,
            **taken,
        }


class SeatScore(models.Model):
    """The result of one hand for one seat. If an edit changes it, a new revision is added; the
    newest is in force."""

    travel = Travel(table="scores", of="hand__game__session")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="scores")
    seat = models.PositiveSmallIntegerField()
    points = models.FloatField()
    """Whole, or with a half: exact in binary."""
    reason = PhraseField()
    won = models.JSONField(default=list)
    """Numbers of the persons of this seat who won the hand."""
    out = models.BooleanField(null=True)
    """The seat is out of the game after it; null: not recorded then."""
    beside = models.FloatField(null=True)
    """What the displayed total after it has beyond the sum of points, such as for a rejoin; null:
    not recorded then."""
    revision = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "seat", "revision"], name="one_score_per_revision"
            ),
        ]

    def agrees_with(self, other: "SeatScore") -> bool:
        """Returns whether this equals another score of this hand, as far as it was recorded."""
        own_values = self.points, dumps(self.reason), self.won
        same_later_columns = self.out in (None, other.out) and self.beside in (None, other.beside)
        return same_later_columns and own_values == (other.points, dumps(other.reason), other.won)


class ResultReply(models.TextChoices):
    """Replies of players to their own results; hosts overrule the disputes of others."""

    ACCEPTED = "accepted"
    CONTESTED = "contested"
    WITHDRAWN = "withdrawn"
    OVERRULED = "overruled"


class LineWord(Authored):
    """A reply to one player's result of a hand. Never changed: another one is added, and the
    last is in force (``approvals.contests``). Written by ``approvals.services``."""

    travel = Travel(table="line_words", of="hand__game__session", is_newer=True)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="line_words")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """The player whose result it is."""
    says = models.CharField(max_length=10, choices=ResultReply)
    why = models.CharField(max_length=200, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "token"], name="one_line_word_per_token"),
        ]


class LateKind(models.TextChoices):
    """The change that was made to ``LateCorrection.hand``."""

    AMENDED = "amended"
    TAKEN_BACK = "taken back"
    PUT_IN = "put in"
    PUT_BACK = "put back"


class LateCorrection(Authored):
    """A correction of a hand after its session ended, and what it changed. Written by
    ``settlement.after_closing``; never changed."""

    travel = Travel(
        table="late",
        of="session",
        players_in={"sums": [(PLAYER, int, int)], "transfers": [(PLAYER, PLAYER, int, int)]},
    )
    session = models.ForeignKey(Session, models.PROTECT, related_name="late_corrections")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="late_corrections")
    """The version in force since, or the deleted one."""
    kind = models.CharField(max_length=12, choices=LateKind)
    sums = models.JSONField()
    """Players whose session result changed: ``[player id, before, after]``, in minor units, without
    payments made."""
    transfers = models.JSONField()
    """Transfers still due that changed: ``[payer, payee, before, after]``, likewise; 0 for none."""
