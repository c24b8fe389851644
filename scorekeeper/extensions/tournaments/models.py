"""A tournament's own records: rows are added; what no longer holds gets a time at which it ended.

Each is written in a transaction that has locked the session of the day first, and raises its
version. Scores, results and payments are rows of the tables' sessions and of the day's.
"""

from functools import cached_property
from typing import Any, Final

from django.db import models
from django.db.models import F, Q

from scorekeeper.clubs.models import Authored, Player, Session
from scorekeeper.core.travel import PLAYER, Travel
from scorekeeper.extensions.tournaments.plan import TournamentPlan, check_plan, load_plan
from scorekeeper.ledger.models import Payment

SEATING: Final = {"tables": [[PLAYER]], "out": [PLAYER]}
"""``Round.drawn``, and each later round in it."""


def _of_day(table: str, *, of: str, **more: Any) -> Travel:
    return Travel(
        table=table,
        of=of,
        group_only=True,
        is_newer=True,
        stays_off_devices="of the day, which is led from the server; a table is a session itself",
        **more,
    )


class Tournament(Authored):
    """The day: name, date, end and invite links are its session's, which has no game. The token is
    the session's too."""

    travel = _of_day("tournaments", of="session", checks={"plan_json": check_plan})
    session = models.OneToOneField(Session, models.PROTECT, related_name="tournament")
    plan_json = models.JSONField()
    """``TournamentPlan.dump()``; never changed."""

    def __str__(self) -> str:
        return str(self.session)

    @cached_property
    def plan(self) -> TournamentPlan:
        return load_plan(self.plan_json)


class Entrant(Authored):
    """A person who plays, or stands by. A substitute is an entrant too."""

    travel = _of_day("entrants", of="tournament__session")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    """In the order of the list, from 1."""
    team = models.CharField(max_length=40, blank=True)
    plays_for = models.ForeignKey("self", models.PROTECT, null=True, related_name="substitutes")
    """Their results count for this entrant, who left."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entrant_per_player"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_per_number"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Presence(models.TextChoices):
    EXPECTED = "expected"
    """Not here yet: nobody draws a seat for them. The state before the first row."""
    HERE = "here"
    STANDBY = "standby"
    """Here, and plays only where somebody is missing."""
    RESTS = "rests"
    """Here, and sits out of the next draw."""
    LEFT = "left"


class Attendance(Authored):
    """An entrant came, left or sits out; the newest row is in force."""

    travel = _of_day("attendance", of="entrant__tournament__session")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="attendance")
    presence = models.CharField(max_length=8, choices=Presence)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "token"], name="one_attendance_per_token"),
        ]


class WishKind(models.TextChoices):
    APART = "apart"
    """``entrant`` and ``other`` never share a table."""
    TABLE = "table"
    """``entrant`` sits at ``table``, on ``seat`` if that is set, in every round."""


class Wish(Authored):
    travel = _of_day("wishes", of="tournament__session")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="wishes")
    kind = models.CharField(max_length=8, choices=WishKind)
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    other = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="+")
    table = models.PositiveSmallIntegerField(null=True)
    """From 1."""
    seat = models.PositiveSmallIntegerField(null=True)
    """From 1; null: any."""
    token = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="apart", other__isnull=False, table__isnull=True)
                | Q(kind="table", other__isnull=True, table__isnull=False),
                name="wish_is_apart_or_a_table",
            ),
            models.CheckConstraint(condition=~Q(entrant=F("other")), name="wish_of_two_entrants"),
            models.UniqueConstraint(fields=["tournament", "token"], name="one_wish_per_token"),
        ]


class Round(Authored):
    """A round as it was drawn. A draft until it is published; only hosts see a draft."""

    travel = _of_day(
        "rounds",
        of="tournament__session",
        players_in={
            "drawn": SEATING | {"ahead": [SEATING]},
            "flaws": [(str, int, [PLAYER], int, bool)],
        },
    )
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    drawn = models.JSONField()
    """``{"tables": [[player, …], …], "out": [player, …], "ahead": [the same of later rounds, …]}``:
    ids of players in the order of their seats; the first deals first."""
    flaws = models.JSONField(default=list)
    """``[kind, round from 0, [player, …], count, proven]`` of each (``tournaments.draw.Flaw``)."""
    seed = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=64)
    published_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    """A later draft took its place, or the published round was taken back."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_round_in_force_per_number",
            ),
            models.UniqueConstraint(fields=["tournament", "token"], name="one_round_per_token"),
        ]

    @property
    def is_draft(self) -> bool:
        return self.published_at is None and self.withdrawn_at is None

    @property
    def tables(self) -> list[list[int]]:
        """Ids of players in the order of their seats."""
        return [list(table) for table in self.drawn["tables"]]

    @property
    def out(self) -> list[int]:
        return list(self.drawn["out"])


class TableSession(models.Model):
    """The session in which a table of a published round plays."""

    travel = _of_day("table_sessions", of="round__tournament__session")
    round = models.ForeignKey(Round, models.PROTECT, related_name="table_sessions")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    session = models.OneToOneField(Session, models.PROTECT, related_name="tournament_table")
    play_off = models.BooleanField(default=False, db_default=False)
    """Only decides who plays on after a cut: no table of the draw, nothing of it is in the ranking.
    Its number follows those of the round."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_session_per_table"),
        ]


class MoreTime(Authored):
    """Minutes added to a round's clock, for one table or for all."""

    travel = _of_day("more_time", of="round__tournament__session")
    round = models.ForeignKey(Round, models.PROTECT, related_name="more_time")
    table = models.ForeignKey(TableSession, models.PROTECT, null=True, related_name="+")
    """Null: all tables."""
    minutes = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "token"], name="one_more_time_per_token"),
        ]


class Call(Authored):
    """A table calls the referee."""

    travel = _of_day("calls", of="table__round__tournament__session")
    table = models.ForeignKey(TableSession, models.PROTECT, related_name="calls")
    text = models.CharField(max_length=200, blank=True)
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "token"], name="one_call_per_token"),
        ]


class Ruling(Authored):
    """The referee's decision; it answers a call."""

    travel = _of_day("rulings", of="call__table__round__tournament__session")
    call = models.OneToOneField(Call, models.PROTECT, related_name="ruling")
    text = models.CharField(max_length=300)
    """With the rule it rests on."""
    token = models.CharField(max_length=64)


class Penalty(Authored):
    """Points taken from an entrant in the ranking, with the reason."""

    travel = _of_day("penalties", of="tournament__session")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="penalties")
    points = models.FloatField()
    """Above 0; whole, or with a half: exact in binary."""
    reason = models.CharField(max_length=200)
    token = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(points__gt=0), name="penalty_is_positive"),
            models.UniqueConstraint(fields=["tournament", "token"], name="one_penalty_per_token"),
        ]


class CutPick(Authored):
    """A host's choice of who plays on, of those whom the ranking leaves tied across a cut; the
    newest row that fits the ranking is in force."""

    travel = _of_day("cut_picks", of="tournament__session", players_in={"players": [[PLAYER]]})
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="cut_picks")
    after = models.PositiveSmallIntegerField()
    """Rounds before the cut."""
    players = models.JSONField()
    """``[[player, …], [player, …]]``: of those who were tied, who plays on, and who does not."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "token"], name="one_cut_pick_per_token"),
        ]

    @property
    def through(self) -> list[int]:
        return list(self.players[0])


class Award(Authored):
    """Fees and prizes as they were posted; the payments are of the day's session."""

    travel = _of_day(
        "awards", of="tournament__session", players_in={"sums": [(PLAYER, int, int, int)]}
    )
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="awards")
    sums = models.JSONField()
    """``[[player, fee, prize, place], …]`` in minor units, by place; fees and prizes have one
    sum."""
    token = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True)
    """The payments were reversed."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_award_in_force",
            ),
            models.UniqueConstraint(fields=["tournament", "token"], name="one_award_per_token"),
        ]


class AwardPayment(models.Model):
    travel = _of_day("award_payments", of="award__tournament__session")
    award = models.ForeignKey(Award, models.PROTECT, related_name="payments")
    payment = models.OneToOneField(Payment, models.PROTECT, related_name="award")


def players_of(drawn: Any) -> list[int]:
    """Returns the ids of all players in ``Round.drawn``, without later rounds."""
    return [*(player for table in drawn["tables"] for player in table), *drawn["out"]]
