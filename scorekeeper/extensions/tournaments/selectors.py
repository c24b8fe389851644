"""The players of a tournament, its rounds, and what its pages depend on. Reads rows; runs no
rule."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.clubs.selectors import members
from scorekeeper.extensions.tournaments.draw import Round as DrawnRound
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Entrant,
    Presence,
    Round,
    TableSession,
    Tournament,
)
from scorekeeper.ledger.models import GameResult

STATES: Final[dict[Presence, Any]] = {
    Presence.EXPECTED: gettext_lazy("Not here yet"),
    Presence.HERE: gettext_lazy("Here"),
    Presence.STANDBY: gettext_lazy("On standby"),
    Presence.RESTS: gettext_lazy("Sits out the next round"),
    Presence.LEFT: gettext_lazy("Left"),
}


def tournaments(club: Club) -> QuerySet[Tournament]:
    """Returns the group's tournaments, newest first, with their sessions."""
    listed = Tournament.objects.filter(session__club=club).select_related("session")
    return listed.order_by("-session__played_on", "-pk")


def days_by_person(club: Club) -> Counter[int]:
    """Counts the group's tournaments that each person is on the list of, by id."""
    entrants = Entrant.objects.filter(tournament__session__club=club)
    return Counter(entrants.values_list(PERSON, flat=True))


def days_outside_seasons(player: Player) -> QuerySet[Session]:
    """Returns the tournaments outside the seasons with a hand of the player, newest first, each
    with their number of ``tables``. One query."""
    names = Q(player=player) | Q(player__person=player)
    results = GameResult.objects.filter(names, hands__gt=0, session__in_seasons=False)
    own = Q(parts__in=results.values("session"))
    days = Session.objects.filter(own, club=player.club_id)
    return days.annotate(tables=Count("parts", filter=own)).order_by("-played_on", "-pk")


@dataclass(frozen=True, slots=True)
class EntrantRow:
    entrant: Entrant
    presence: Presence
    since: int
    """Lower for who was marked earlier; 0: nobody marked them yet."""
    substitute: str
    """Who plays for them; "" for nobody."""

    @property
    def player(self) -> Player:
        return self.entrant.player

    @property
    def is_expected(self) -> bool:
        return self.presence == Presence.EXPECTED

    @property
    def is_here(self) -> bool:
        return self.presence == Presence.HERE

    @property
    def state(self) -> str:
        return str(STATES[self.presence])


def entrant_rows(tournament: Tournament) -> list[EntrantRow]:
    """Returns everyone on the list, in its order. One query."""
    newest = Attendance.objects.filter(entrant=OuterRef("pk")).order_by("-pk")
    presence = Coalesce(Subquery(newest.values("presence")[:1]), Value(str(Presence.EXPECTED)))
    since = Coalesce(Subquery(newest.values("pk")[:1]), 0)
    rows = tournament.entrants.annotate(presence=presence, since=since)
    listed = rows.select_related("player", "plays_for__player").order_by("number")
    taking = {row.plays_for_id: str(row) for row in listed if row.presence != Presence.LEFT}
    return [
        EntrantRow(row, Presence(row.presence), row.since, taking.get(row.pk, "")) for row in listed
    ]


def rounds_in_force(tournament: Tournament) -> list[Round]:
    """Returns the published rounds and at most one draft, the last, in their order."""
    return list(tournament.rounds.filter(withdrawn_at__isnull=True).order_by("number"))


def published(tournament: Tournament) -> QuerySet[Round]:
    """Returns the published rounds in their order."""
    rounds = tournament.rounds.filter(published_at__isnull=False, withdrawn_at__isnull=True)
    return rounds.order_by("number")


def as_drawn(rounds: Sequence[Round]) -> list[DrawnRound]:
    """Returns rounds as the engine's draw reads them."""
    return [
        DrawnRound(tuple(tuple(table) for table in turn.tables), tuple(turn.out)) for turn in rounds
    ]


def table_count(tournament: Tournament) -> int:
    """Returns how many tables the day has: as many as were agreed, else as were drawn or as
    everybody on the list needs."""
    plan = tournament.plan
    drawn = [len(turn.tables) for turn in rounds_in_force(tournament)]
    needed = plan.tables_for(tournament.entrants.count())
    return plan.tables or max([needed, *drawn, 1])


def day_mark(tournament: Tournament) -> str:
    """Returns a mark that changes with the day's session and with every hand of its tables."""
    tables = TableSession.objects.filter(round__tournament=tournament)
    counted = tables.aggregate(versions=Sum("session__version"), many=Count("pk"))
    return f"{tournament.session.version}-{counted['many']}-{counted['versions'] or 0}"


# The roll call ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll:
    rows: list[EntrantRow]
    """By name."""

    @property
    def here(self) -> int:
        """How many came, whether they play or not."""
        there = (Presence.HERE, Presence.STANDBY, Presence.RESTS)
        return sum(row.presence in there for row in self.rows)

    @property
    def expected(self) -> int:
        return sum(row.is_expected for row in self.rows)

    @property
    def total(self) -> int:
        """Everybody who has not left."""
        return sum(row.presence != Presence.LEFT for row in self.rows)

    def row(self, pk: int) -> EntrantRow | None:
        return next((row for row in self.rows if row.entrant.pk == pk), None)


def roll(rows: Sequence[EntrantRow]) -> Roll:
    return Roll(sorted(rows, key=lambda row: str(row.player).casefold()))


def tournament_roll(tournament: Tournament) -> Roll:
    return roll(entrant_rows(tournament))


def not_listed(tournament: Tournament) -> list[Player]:
    """Returns the group's players who are not on the list."""
    listed = set(tournament.entrants.values_list("player", flat=True))
    club = tournament.session.club
    return [player for player in members(club) if player.pk not in listed]


def own_row(membership: Membership, rows: Sequence[EntrantRow]) -> EntrantRow | None:
    """Returns the entrant whose device this is; None for nobody on the list."""
    if membership.player is None:
        return None
    person = membership.player.person_pk
    return next((row for row in rows if row.player.person_pk == person), None)
