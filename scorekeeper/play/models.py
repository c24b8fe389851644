"""Evenings, games and hands. The entry of a hand is the truth; the rest is worked out from it."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Authored, Membership, Player, Session, Signature, author
from scorekeeper.engine.codec import dump
from scorekeeper.engine.entry_json import freeze_game, thaw_game
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.kept import board_json, recall_answers, rules_json
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import dumps
from scorekeeper.serving.clock import WrittenAt
from scorekeeper.variants import VARIANTS, choices
from scorekeeper.wording.field import PhraseField


class ShownGames(models.Manager["Game"]):
    """Those that were not removed."""

    def get_queryset(self) -> models.QuerySet[Game]:
        return super().get_queryset().filter(removed_at__isnull=True)


class Game(models.Model):
    """One variant played to its end with fixed options and seats.

    One that was started by mistake is marked as removed, and shown nowhere; ``every`` has it still.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=32, choices=choices)
    options = models.JSONField(default=dict)
    """Every option, resolved when the game started; where a seat joined later, as agreed then."""
    preset = models.CharField(max_length=80, blank=True)
    side = models.PositiveSmallIntegerField(default=1)
    fold = models.JSONField(default=dict)
    """What the next hand needs (``freeze_game``): always equal to a replay of the hands."""
    shows = models.JSONField(default=dict)
    """What everybody may see of it besides (``kept.board_json``), as the hands left it."""
    agreed = models.JSONField(default=dict)
    """What is to be told of its options (``kept.rules_json``), as it was when they were frozen;
    and by ``first`` who deals the first hand, where the table said so."""
    tally = models.JSONField(default=dict)
    """Per person: hands taken part in, hands won, and what hands said (``engine.facts.Fact``)."""
    last_number = models.PositiveIntegerField(default=0)
    """Number of the last hand in force."""
    hand_count = models.PositiveIntegerField(default=0)
    last_digest = models.CharField(max_length=64, blank=True)
    """Of the hand or change of seats written last, in force or not: the end of the chain."""
    change_count = models.PositiveSmallIntegerField(default=0)
    """Changes of seats in force."""
    pace = models.JSONField(default=dict)
    """When hands were saved (``play.pace``), to notice one left out or saved twice. No result
    depends on it."""
    stopped = models.BooleanField(default=False)
    """Closed by the table before its own end; what lay in its pot went back."""
    ends_after = models.PositiveSmallIntegerField(null=True)
    """It ends with so many hands in force, as the table agreed, or as the clock said at a save."""
    until = models.DateTimeField(null=True)
    """The table agreed to stop then; the hand in progress still counts."""
    token = models.CharField(max_length=64, null=True)
    started_at = WrittenAt()
    closed_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    """It was started by mistake, no hand of it counts, and what was paid before one is reversed."""

    objects = ShownGames()
    every: ClassVar[models.Manager[Game]] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_game_per_number"),
            models.UniqueConstraint(fields=["session", "token"], name="one_game_per_token"),
        ]

    @property
    def rules(self) -> AnyVariant:
        return VARIANTS[self.variant]

    @property
    def hands_played(self) -> int:
        """Those in force, but for void ones and agreements such as a split."""
        return self.hand_count - max(self.tally.get("unplayed", ()), default=0)

    @property
    def title(self) -> str:
        """What it is called: by its rules' name where the table made them, else as the game."""
        rules = self.rules
        return self.preset if rules.words.name_game and self.preset else rules.name

    @property
    def persons(self) -> int:
        """How many sit at the table, those who have left included."""
        return len(self.tally.get("hands", ()))

    @property
    def first(self) -> int | None:
        """The person whom the table lets deal the first hand; None: as the rules have it."""
        told = self.agreed.get("first")
        return told if type(told) is int and 0 <= told < self.persons else None

    def folded(self, persons: int) -> Fold[Any, Any]:
        """The engine's game after the hands so far, for another; ``persons``: how many sit at the
        table. Whoever only reads the game does without. Raises EntryError where today's rules do
        not know an option any more."""
        options = recall_answers(self.rules.options, self.options)
        seats = persons // self.side
        how = (self.side, self.ends_after, self.first)
        return thaw_game(self.rules, self.fold, options, seats, *how)

    def keep(self, fold: Fold[Any, Any]) -> dict[str, Any]:
        """Take this fold, and what is to be seen of it; what changed, by column. Not yet saved."""
        self.fold, self.shows = freeze_game(fold), board_json(self.rules, fold)
        return {"fold": self.fold, "shows": self.shows}

    def agree(self, options: Any, seats: int, first: int | None = None) -> None:
        """Freeze these options; ``first``: who deals the first hand, if that is agreed on now. Not
        yet saved."""
        first = self.first if first is None else first
        self.options = dump(options, full=True)
        self.agreed = rules_json(self.rules, options, seats, self.side)
        if first is not None:
            self.agreed["first"] = first


class Seat(models.Model):
    """A person at the table of one game; ``number`` is the index the engine uses."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_person_per_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
        ]


class Draw(Authored):
    """Cards drawn for seats and dealer. Never changed: who draws again makes another."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="draws")
    rounds = models.JSONField()
    """Each a list of ``[player, card]``, by the players' ids, in the order in which they drew; from
    the second on of those whose cards were of one rank."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "token"], name="one_draw_per_token"),
        ]

    @property
    def drawn_by(self) -> list[int]:
        """The players, by their ids, in the order in which they drew."""
        return [player for player, _card in self.rounds[0]]


HAND_AUTHORS: Final = (
    *("by__player", "signature__player"),
    *("voided_by__player", "void_signature__player"),
)
"""What is read along with a hand, to say who wrote it down and who took it back."""


class Hand(Authored):
    """One deal played out, as the table reported it. Never changed: voided or replaced. Only its
    number goes up when one that was left out is written in before it."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    """``dump_entry`` with the persons' numbers as names."""
    laid = models.JSONField(default=dict)
    """How tapped cards were counted, by line (see ``evidence``), and the cards of wrong shows;
    empty where points were typed."""
    token = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    """Chains this hand to the one written before it in this game."""
    persons = models.PositiveSmallIntegerField()
    """How many sat at the table, those who missed it included."""
    changes = models.PositiveSmallIntegerField(default=0)
    """How many changes of seats went before it."""
    replaces = models.ForeignKey("self", models.PROTECT, null=True, related_name="replacements")
    reason = models.CharField(max_length=200, blank=True)
    """Why it replaces another, as it was typed."""
    late = models.BooleanField(default=False)
    """It had been left out, and was written down after hands that followed it."""
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
    def voided_who(self) -> str:
        return author(self.voided_by, self.void_signature)


class ChangeKind(models.TextChoices):
    LEAVE = "leave"
    BACK = "back"
    JOIN = "join"


class SeatChange(Authored):
    """Somebody left a running game, came back or joined it, between two hands. Never changed;
    voided, if no hand rests on it."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="changes")
    place = models.PositiveSmallIntegerField()
    """The first is 1; hands tell how many of them went before (``Hand.changes``)."""
    kind = models.CharField(max_length=8, choices=ChangeKind)
    person = models.PositiveSmallIntegerField()
    """The number of his seat."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    sealed_as = models.PositiveBigIntegerField(null=True)
    """The key of the player that the chain seals, where it came from another server."""
    before = models.JSONField(null=True)
    """Every option until then, where somebody joined."""
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
        """What the chain seals."""
        return {
            "kind": str(self.kind),
            "person": self.person,
            "player": self.sealed_as or self.player_id,
            "before": self.before,
        }


class SeatScore(models.Model):
    """What one hand decided for one seat. When an earlier hand is amended and this one comes out
    differently, a new revision is added; the newest counts."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="scores")
    seat = models.PositiveSmallIntegerField()
    points = models.FloatField()
    """Whole, or with a half: exact in binary."""
    reason = PhraseField()
    won = models.JSONField(default=list)
    """Which persons of this seat won the hand, by their numbers."""
    out = models.BooleanField(null=True)
    """The seat is out of the game after it; null: of a night from before that was kept."""
    beside = models.FloatField(null=True)
    """What the total shown after it has beyond the sum of points, such as the place of somebody
    who rejoined; null: of a night from before that was kept."""
    revision = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "seat", "revision"], name="one_score_per_revision"
            ),
        ]

    def says(self, other: SeatScore) -> bool:
        """The same as another of this hand, as far as it says anything."""
        mine = self.points, dumps(self.reason), self.won
        kept_later = self.out in (None, other.out) and self.beside in (None, other.beside)
        return kept_later and mine == (other.points, dumps(other.reason), other.won)


class LineSays(models.TextChoices):
    """Of one's own line; the last only a host says, of another's contest."""

    ACCEPTED = "accepted"
    CONTESTED = "contested"
    WITHDRAWN = "withdrawn"
    OVERRULED = "overruled"


class LineWord(Authored):
    """What was said of one person's line of a hand. Never changed: who says otherwise adds a word,
    and the last one counts (``contests``). Written by ``line_words``."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="line_words")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """Whose line it is."""
    says = models.CharField(max_length=10, choices=LineSays)
    why = models.CharField(max_length=200, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "token"], name="one_line_word_per_token"),
        ]


class LateKind(models.TextChoices):
    """What was done to the hand that ``LateCorrection.hand`` is about."""

    AMENDED = "amended"
    TAKEN_BACK = "taken back"
    PUT_IN = "put in"
    PUT_BACK = "put back"


class LateCorrection(Authored):
    """A hand of a closed night was put right, and this is what it changed. Written by
    ``settling.after_closing`` with the correction itself; never changed."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="late_corrections")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="late_corrections")
    """The version that counts since, or the one that was taken back."""
    kind = models.CharField(max_length=12, choices=LateKind)
    sums = models.JSONField()
    """Whose night came out otherwise: ``[player, before, after]``, by the players' ids, in minor
    units, without what was handed over."""
    transfers = models.JSONField()
    """What was still to be paid: ``[payer, payee, before, after]``, likewise; 0 for nothing."""
