"""Creates tournaments, once per token, and ends them: their tables, then the day."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Membership, Player, Session, author_fields
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.clubs.services import add_players
from scorekeeper.core import clock
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.tournaments.extension import TOURNAMENT
from scorekeeper.extensions.tournaments.models import Entrant, TableSession, Tournament
from scorekeeper.extensions.tournaments.plan import MOST_PEOPLE as MOST_PEOPLE
from scorekeeper.extensions.tournaments.plan import TournamentPlan
from scorekeeper.ledger.results import move_results
from scorekeeper.play.services import ClosedError, close_session, open_session


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    played_on: date,
    plan: TournamentPlan,
    players: Sequence[Player] = (),
    names: Sequence[str] = (),
    token: str,
    by: Membership | None,
) -> Tournament:
    """Creates a tournament with the people who are expected; ``names``: players who may be new to
    the group. Raises OtherwiseError if the token has created another."""
    session = open_session(
        club=club, played_on=played_on, name=name, token=token, by=by, kind=TOURNAMENT.key
    )
    session = locks.hold_session(session.pk)
    people = [*players, *add_players(club=club, names=names)]
    first = Tournament.objects.filter(session=session).first()
    if first is not None or session.kind != TOURNAMENT.key:
        listed = {player.person_pk for player in people}
        if first is None or _created(first, token) != (plan, name, played_on, listed):
            raise OtherwiseError(first or session)
        return first
    tournament = Tournament.objects.create(
        session=session, plan_json=plan.dump(), **author_fields(by)
    )
    add_entrants(tournament=tournament, players=people, token=token, by=by)
    return tournament


def _created(tournament: Tournament, token: str) -> tuple[TournamentPlan, str, date, set[int]]:
    """Returns what this token has created: plan, name, day, and ids of people."""
    session, listed = tournament.session, tournament.entrants.filter(token=token)
    people = set(listed.values_list("player", flat=True))
    return tournament.plan, session.name, session.played_on, people


@transaction.atomic
def add_entrants(
    *,
    tournament: Tournament,
    players: Sequence[Player],
    token: str,
    by: Membership | None,
) -> list[Entrant]:
    """Adds people to the list who are not on it yet, under their main names; returns them all in
    order. Raises ClosedError."""
    session = hold_day(tournament)
    people = list(dict.fromkeys(player.person or player for player in players))
    listed = {entrant.player_id: entrant for entrant in tournament.entrants.all()}
    last = max((entrant.number for entrant in listed.values()), default=0)
    new = [player for player in people if player.pk not in listed]
    for number, player in enumerate(new, last + 1):
        values = {"player": player, "number": number, "token": token}
        listed[player.pk] = tournament.entrants.create(**values, **author_fields(by))
    if new:
        locks.touch(session)
    return [listed[player.pk] for player in people]


@transaction.atomic
def change_day(*, tournament: Tournament, played_on: date, by: Membership | None) -> None:
    """Puts the tournament and all its tables on another day. Twice is once. Raises ClosedError."""
    day = hold_day(tournament)
    if day.played_on == played_on:
        return
    ids = locks.hold_sessions(Session.every.filter(Q(pk=day.pk) | Q(part_of=day)))
    club = locks.hold_club(day.club)
    old = day.played_on.isoformat()
    for held in Session.every.filter(pk__in=ids).order_by("pk"):
        locks.put_day(held, played_on, next_of_day(club, played_on))
    move_results(sessions=ids, played_on=played_on)
    moved = {"old": old, "new": played_on.isoformat()}
    note(ActivityKind.TOURNAMENT_MOVED, club=club, session=day, by=by, **moved)


def withdraw_drafts(tournament: Tournament) -> None:
    """Withdraws the round that is drawn and not published; the day's session is locked."""
    drafts = tournament.rounds.filter(published_at__isnull=True, withdrawn_at__isnull=True)
    drafts.update(withdrawn_at=clock.now())


def hold_day(tournament: Tournament) -> Session:
    """Locks the day's session, as every write of a tournament does first. Raises ClosedError if the
    day has ended."""
    session = locks.hold_session(tournament.session_id)
    if session.closed_at:
        raise ClosedError(_("This tournament has ended."))
    return session


# Ending ----------------------------------------------------------------------------------------


def open_tables_of(tournament: Tournament) -> list[TableSession]:
    """Returns the tables of published rounds whose sessions have not ended."""
    tables = TableSession.objects.filter(
        round__tournament=tournament,
        round__withdrawn_at__isnull=True,
        session__closed_at__isnull=True,
    )
    return list(tables.select_related("session", "round").order_by("round__number", "number"))


@transaction.atomic
def end_tournament(*, tournament: Tournament, by: Membership | None) -> None:
    """Ends the sessions of all tables, with games that still run, and the day's. Twice is once.
    Refuses while a hand is disputed."""
    day = locks.hold_session(tournament.session_id)
    if day.closed_at:
        return
    tables = open_tables_of(tournament)
    locks.hold_sessions(Session.objects.filter(tournament_table__in=tables))
    contested = []
    for table in tables:
        try:
            close_session(session=table.session, by=by)
        except Refusal:  # a hand is disputed
            contested.append(str(table.number))
    if contested:
        message = ngettext(
            "A hand of table %(tables)s is disputed. Settle that first.",
            "Hands of tables %(tables)s are disputed. Settle that first.",
            len(contested),
        )
        raise Refusal(message, tables=", ".join(contested))
    close_session(session=day, by=by)
