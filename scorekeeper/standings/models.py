"""Seasons, and the summary their tables are read from."""

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
    """Null: all time. A club has one such row, once there is a sheet of it."""
    ends = models.DateField(null=True, blank=True)
    rules = models.JSONField(default=dict)
    """By what its table is made, as its hosts chose (``rules.SeasonRules``); empty: as usual."""
    version = models.PositiveIntegerField(default=0)
    """Beyond the versions of its nights: other days or rules never bring it back to one it had."""

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
        """On rows that were ``played_on`` a day: those of its days."""
        days = Q()
        if self.starts:
            days &= Q(played_on__gte=self.starts)
        if self.ends:
            days &= Q(played_on__lte=self.ends)
        return days


class GameResult(models.Model):
    """What one game brought one player: kept up to date with every hand, worked out anew from
    the game's fold, so that a season never scans payments."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    session = models.ForeignKey(Session, models.PROTECT, related_name="results")
    game = models.ForeignKey("play.Game", models.PROTECT, null=True, related_name="results")
    """Null: of a night from an earlier book, which says nothing of games (``BookLine``)."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    variant = models.CharField(max_length=32, blank=True)
    """"" where an earlier book does not say what was played."""
    played_on = models.DateField()
    net = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    preset = models.CharField(max_length=80, blank=True)
    """What the table called its rules; "" where it had no name for them."""
    points = models.FloatField(null=True)
    """The total of his seat on the score sheet; null where none is kept, or was not when it was
    written."""
    lowest = models.BooleanField(default=False)
    """The lowest total is ahead."""
    game_points = models.FloatField(null=True)
    """Null: it is not played for game points."""
    took = models.BooleanField(default=False)
    """He won the game, which came to its own end."""
    reported = models.PositiveIntegerField(null=True)
    """This and what follows: what the hands said of him (``engine.facts.Fact``); null where that
    was not recorded."""
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
    """What he achieved in it, by the keys of ``engine.feats.Feat``: how often, and the number of
    the hand that was the first; null: nothing."""
    counts = models.JSONField(null=True)
    """With how many points he was caught, and how often with each; null: never, or not recorded."""
    outcomes = models.TextField(null=True)
    """A letter for each hand of the game in force: that he won it, played it, or was not there
    (``ranking.facts``); null: not recorded, or no hand yet."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_result_per_game"),
        ]
        indexes = [
            # With nothing that a hand changes: so a save writes no index anew (PostgreSQL's HOT).
            models.Index(fields=["club", "played_on"], include=["variant"], name="result_by_date"),
        ]


class BookLine(models.Model):
    """What an earlier book says that a night brought somebody: the truth of such a night. Its
    amounts sum to zero. Never changed; it counts for as long as its night does."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="book_lines")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    variant = models.CharField(max_length=32, blank=True)
    """What was played; "" where the book does not say."""
    amount = models.BigIntegerField(null=True)
    """Won or lost, in minor units; null where the book has points alone."""
    points = models.FloatField(null=True)
    lowest = models.BooleanField(default=False)
    """The lowest points are ahead."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="one_book_line_per_player"),
            models.CheckConstraint(
                condition=Q(amount__isnull=False) | Q(points__isnull=False),
                name="book_line_says_something",
            ),
        ]
