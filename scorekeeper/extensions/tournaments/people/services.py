"""The only writer of who is here, who plays for whom, and what was wished: once per token."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, author_fields
from scorekeeper.clubs.services import add_players
from scorekeeper.core import clock
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Entrant,
    Presence,
    Round,
    Tournament,
    Wish,
    WishKind,
    players_of,
)
from scorekeeper.extensions.tournaments.selectors import entrant_rows, published
from scorekeeper.extensions.tournaments.services import add_entrants, hold_day, withdraw_drafts

PLAYS = (Presence.HERE, Presence.RESTS)
AHEAD = (Presence.EXPECTED, Presence.STANDBY)


# Who is here -------------------------------------------------------------------------------


@transaction.atomic
def set_presence(
    *, entrant: Entrant, presence: Presence, token: str, by: Membership | None
) -> Attendance:
    """Writes that somebody came, left, stands by or sits out. Those who stand by play for nobody
    any more, if they have not yet. Raises ClosedError; OtherwiseError if the token
    has written another state."""
    session = hold_day(entrant.tournament)
    rows = Attendance.objects.filter(entrant=entrant)
    if first := first_answer(rows, token, lambda row: row.presence == presence):
        return first
    if presence in PLAYS:
        _check_not_replaced(entrant)
    if presence == Presence.STANDBY and entrant.plays_for_id and not _has_played(entrant):
        Entrant.objects.filter(pk=entrant.pk).update(plays_for=None)
    locks.touch(session)
    return _mark(entrant, presence, token, by)


@transaction.atomic
def check_in(*, entrant: Entrant, token: str, by: Membership | None) -> bool:
    """Writes that somebody who was expected is here; returns False for anybody who was marked
    otherwise since: that is the host's to change. Raises ClosedError."""
    hold_day(entrant.tournament)
    newest = Attendance.objects.filter(entrant=entrant).order_by("-pk").first()
    if newest is not None and newest.presence != Presence.EXPECTED:
        return newest.presence in (Presence.HERE, Presence.STANDBY, Presence.RESTS)
    set_presence(entrant=entrant, presence=Presence.HERE, token=token, by=by)
    return True


def _mark(entrant: Entrant, presence: Presence, token: str, by: Membership | None) -> Attendance:
    return Attendance.objects.create(
        entrant=entrant, presence=presence, token=token, **author_fields(by)
    )


def _check_not_replaced(entrant: Entrant) -> None:
    """Refuses while somebody plays for them."""
    for row in entrant_rows(entrant.tournament):
        if row.entrant.plays_for_id == entrant.pk and row.presence in PLAYS:
            raise Refusal(
                _("%(substitute)s plays for %(name)s. Mark %(substitute)s as left first."),
                substitute=str(row.player),
                name=str(entrant),
            )


def _has_played(entrant: Entrant) -> bool:
    rounds = published(entrant.tournament)
    return any(entrant.player_id in players_of(turn.drawn) for turn in rounds)


def _places_of(entrant: Entrant) -> list[int]:
    """Returns the ids of the entrant, of whom they play for, and so on."""
    by_pk = {row.entrant.pk: row.entrant for row in entrant_rows(entrant.tournament)}
    chain = [entrant.pk]
    while (replaced := by_pk[chain[-1]].plays_for_id) is not None:
        chain.append(replaced)
    return chain


# Who sits out of one round is here again for the next ------------------------------------------


def end_rests(tournament: Tournament, turn: Round, by: Membership | None) -> None:
    """Writes that those who sit out of this published round are here again; the day is locked."""
    for row in entrant_rows(tournament):
        if row.presence == Presence.RESTS:
            _mark(row.entrant, Presence.HERE, _rest_token(turn, "over"), by)


def restore_rests(tournament: Tournament, turn: Round, by: Membership | None) -> None:
    """Writes that they sit out again, as the round was taken back; the day is locked."""
    as_published = tournament.rounds.filter(number=turn.number, published_at=turn.published_at)
    tokens = [_rest_token(row, "over") for row in as_published]  # also before people were moved
    rested = Attendance.objects.filter(entrant__tournament=tournament, token__in=tokens)
    whose = set(rested.values_list("entrant", flat=True))
    for row in entrant_rows(tournament):
        if row.entrant.pk in whose and row.presence == Presence.HERE:
            _mark(row.entrant, Presence.RESTS, _rest_token(turn, "again"), by)


def _rest_token(turn: Round, what: str) -> str:
    return f"rest {what} {turn.token}"[:64]


# Late, and in place of somebody --------------------------------------------------------------


@transaction.atomic
def add_late(
    *,
    tournament: Tournament,
    players: Sequence[Player] = (),
    names: Sequence[str] = (),
    token: str,
    by: Membership | None,
) -> list[Entrant]:
    """Adds people who are here; ``names``: players who may be new to the group. Those on the list
    already are only marked. Raises ClosedError, ValidationError (names)."""
    hold_day(tournament)
    everybody = [*players, *add_players(club=tournament.session.club, names=names)]
    entrants = add_entrants(tournament=tournament, players=everybody, token=token, by=by)
    for entrant in entrants:
        check_in(entrant=entrant, token=token, by=by)
    return entrants


@transaction.atomic
def substitute(
    *,
    entrant: Entrant,
    standby: Entrant | None = None,
    name: str = "",
    token: str,
    by: Membership | None,
) -> Entrant:
    """Lets somebody take the place of an entrant, who leaves: who stands by, or a new person.
    Results of both count for the entrant. Raises ValidationError (name);
    OtherwiseError if the token has written another state."""
    tournament = entrant.tournament
    session = hold_day(tournament)
    rows = Attendance.objects.filter(entrant=entrant)
    if first_answer(rows, token, lambda row: row.presence == Presence.LEFT):
        return tournament.entrants.get(plays_for=entrant, attendance__token=token)
    _check_not_replaced(entrant)
    taking = standby or _newcomer(entrant, name, token, by)
    taking.tournament = tournament
    taken = taking.plays_for_id not in (None, entrant.pk) or taking.pk in _places_of(entrant)
    if taken or _has_played(taking):
        raise Refusal(
            _("%(name)s plays already. Choose somebody on standby."),
            name=str(taking),
        )
    Entrant.objects.filter(pk=taking.pk).update(plays_for=entrant)
    _mark(entrant, Presence.LEFT, token, by)
    _mark(taking, Presence.HERE, token, by)
    locks.touch(session)
    return taking


def _newcomer(entrant: Entrant, name: str, token: str, by: Membership | None) -> Entrant:
    tournament = entrant.tournament
    (player,) = add_players(club=tournament.session.club, names=[name])
    listed = {row.entrant.player_id: row for row in entrant_rows(tournament)}
    row = listed.get(player.pk)
    if row is not None and row.presence in PLAYS:
        raise Refusal(_("%(name)s is on the list already."), name=str(player))
    return add_entrants(tournament=tournament, players=[player], token=token, by=by)[0]


@transaction.atomic
def set_team(*, entrant: Entrant, team: str) -> None:
    """Puts somebody into a team, "" into none; a draft drawn before is withdrawn, as team-mates
    should not share a table. Raises ClosedError."""
    tournament = entrant.tournament
    session = hold_day(tournament)
    if Entrant.objects.filter(pk=entrant.pk).exclude(team=team).update(team=team):
        withdraw_drafts(tournament)
        locks.touch(session)


# Wishes --------------------------------------------------------------------------------------


@transaction.atomic
def add_wish(
    *,
    entrant: Entrant,
    other: Entrant | None = None,
    table: int | None = None,
    seat: int | None = None,
    token: str,
    by: Membership | None,
) -> Wish:
    """Wishes that two never share a table, or a table and a seat (both from 1) for one. A new table
    takes the place of the one before. Raises ClosedError, OtherwiseError."""
    tournament = entrant.tournament
    session = hold_day(tournament)
    wish = {"entrant": entrant, "other": other, "table": table, "seat": seat}
    rows = Wish.objects.filter(tournament=tournament)
    is_same = [(field, getattr(value, "pk", value)) for field, value in wish.items()]
    if first := first_answer(
        rows,
        token,
        lambda row: all(getattr(getattr(row, f), "pk", getattr(row, f)) == v for f, v in is_same),
    ):
        return first
    if other is None:
        older = rows.filter(entrant=entrant, kind=WishKind.TABLE, withdrawn_at__isnull=True)
        older.update(withdrawn_at=clock.now())
    locks.touch(session)
    kind = WishKind.TABLE if other is None else WishKind.APART
    return rows.create(tournament=tournament, kind=kind, token=token, **wish, **author_fields(by))


@transaction.atomic
def withdraw_wish(*, tournament: Tournament, pk: int) -> None:
    """Withdraws a wish; again changes nothing. Raises ClosedError."""
    session = hold_day(tournament)
    in_force = tournament.wishes.filter(pk=pk, withdrawn_at__isnull=True)
    if in_force.update(withdrawn_at=clock.now()):
        locks.touch(session)


def leave_tournaments(player: Player, by: Membership | None) -> None:
    """Marks a player who is anonymized as left in tournaments that still expect them."""
    days = Tournament.objects.filter(entrants__player=player, session__closed_at=None)
    for row in (row for day in days for row in entrant_rows(day)):
        if row.entrant.player_id == player.pk and row.presence in AHEAD:
            token = f"anonymized {row.entrant.pk}"
            set_presence(entrant=row.entrant, presence=Presence.LEFT, token=token, by=by)
