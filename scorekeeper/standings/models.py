"""Seasons, and the stored results their standings are read from."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext

from scorekeeper.clubs.models import Club, Player, Session


class Season(models.Model):
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    """"" for all time."""
    starts = models.DateField(null=True)
    """Null: all time. A group has one such row, once a statement of it exists."""
    ends = models.DateField(null=True, blank=True)
    rules = models.JSONField(default=dict)
    """How its standings are ranked, as the hosts chose (``rules.SeasonRules``); empty: the
    defaults."""
    version = models.PositiveIntegerField(default=0)
    """Added to the versions of its sessions, so that new days or rules never repeat a version."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_season_per_name"),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")),
                name="season_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=Q(starts__isnull=False) | Q(name="", ends__isnull=True),
                name="all_time_has_no_name_and_no_end",
            ),
        ]

    def __str__(self) -> str:
        return self.name or gettext("All time")

    @property
    def days(self) -> Q:
        """Filter for rows with ``played_on``: the season's days."""
        days = Q()
        if self.starts:
            days &= Q(played_on__gte=self.starts)
        if self.ends:
            days &= Q(played_on__lte=self.ends)
        return days


class GameResult(models.Model):
    """One player's result in one game. Updated with every hand from the game's fold, so that a
    season never scans payments."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, models.PROTECT, related_name="results")
    game = models.ForeignKey("play.Game", models.PROTECT, null=True, related_name="results")
    """Null: a result imported from a spreadsheet, which names no games (``BookLine``)."""
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
    """This and the next fields: what was recorded of the player's hands (``engine.facts.Fact``);
    null where it was not recorded."""
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
    """Achievements by key of ``engine.feats.Feat``: how often, and the number of the first hand;
    null: none."""
    counts = models.JSONField(null=True)
    """How often the player was caught with each number of points; null: never, or not recorded."""
    outcomes = models.TextField(null=True)
    """One character per hand in force: won, played or absent (``ranking.facts``); null: not
    recorded, or no hand yet."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_result_per_game"),
        ]
        indexes = [
            # Holds nothing that a hand changes, so that a save updates no index (PostgreSQL's HOT).
            models.Index(fields=["club", "played_on"], include=["variant"], name="result_by_date"),
        ]


class BookLine(models.Model):
    """One player's result of a session in an imported spreadsheet: the source of such a session's
    results. Amounts of a session sum to zero. Never changed; it counts as long as its session
    does."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="book_lines")
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
            models.UniqueConstraint(fields=["session", "player"], name="one_book_line_per_player"),
            models.CheckConstraint(
                condition=Q(amount__isnull=False) | Q(points__isnull=False),
                name="book_line_says_something",
            ),
        ]
