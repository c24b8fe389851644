"""Starts groups, sessions and games in one transaction, once per token."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.clubs.services import CLUB_NAME_LENGTH, add_players, create_club
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.seats.rules import size_of_sides
from scorekeeper.house_rules.choice import GamePlan
from scorekeeper.play.ending import NO_ENDING, Ending
from scorekeeper.play.models import Game
from scorekeeper.play.services import open_session, start_game
from scorekeeper.settlement.models import CarryOver
from scorekeeper.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class StartedSession:
    session: Session
    game: Game | None
    membership: Membership | None = None
    """The host's, if the group was new."""


def today(club: Club) -> date:
    """The date in the group's time zone."""
    return timezone.localdate(timezone=club.zone)


def start_table(
    *,
    names: Sequence[str],
    plan: GamePlan | None,
    currency: str,
    time_zone: str,
    token: str,
    digests: Sequence[str] = (),
) -> StartedSession:
    """Creates a group, its players, a session and its first game, for a browser without any group.

    The same token returns the same group and host, but only to the host's device (``digests``: of
    the browser's devices): the token is no key. Without a ``plan`` no game starts. Raises
    OtherwiseError to another browser, EntryError (seats, options), ValidationError (names).
    """
    club = Club.objects.filter(token=token).first()
    if club is None:
        try:
            return _create(names, plan, currency, time_zone, token)
        except IntegrityError:
            club = Club.objects.filter(token=token).first()
            if club is None:
                raise
    return _repeat(club, token, digests)


@transaction.atomic
def _create(
    names: Sequence[str], plan: GamePlan | None, currency: str, time_zone: str, token: str
) -> StartedSession:
    name = _("%(name)s’s group") % {"name": names[0]}
    club, host = create_club(
        name=name[:CLUB_NAME_LENGTH], currency=currency, time_zone=time_zone, token=token
    )
    players = add_players(club=club, names=names)
    session = open_session(club=club, played_on=today(club), token=token, by=host)
    return _first_game(session, players, plan, token, host)


def _repeat(club: Club, token: str, digests: Sequence[str]) -> StartedSession:
    host = club.memberships.filter(
        role=Role.HOST, device__digest__in=digests, revoked_at__isnull=True
    ).first()
    session = club.sessions.filter(token=token).first()
    if host is None or session is None:
        raise OtherwiseError(club)
    return StartedSession(session, Game.every.filter(session=session, token=token).first(), host)


@transaction.atomic
def start_session(
    *,
    club: Club,
    players: Sequence[Player],
    names: Sequence[str] = (),
    plan: GamePlan | None,
    token: str,
    by: Membership | None,
    consent: bool = False,
) -> StartedSession:
    """Starts another session of a group, with its first game; ``names``: new players, seated last;
    ``consent``: players may approve or dispute their results.

    Without a ``plan`` no game starts. Raises EntryError (seats, options), OtherwiseError if the
    token has started another game.
    """
    session = open_session(club=club, played_on=today(club), token=token, by=by, consent=consent)
    locks.hold_session(session.pk)
    everybody = [*players, *add_players(club=club, names=names)]
    return _first_game(session, everybody, plan, token, by)


@transaction.atomic
def start_next_game(
    *,
    session: Session,
    players: Sequence[Player],
    names: Sequence[str] = (),
    plan: GamePlan,
    token: str,
    by: Membership | None,
    keep: Callable[[], object] | None = None,
    ending: Ending = NO_ENDING,
    dealer: Player | None = None,
) -> Game:
    """Starts another game of the session; ``names``: new players, seated last, which makes them
    share the two sides if there are any. ``keep`` is called in the same transaction; ``ending``:
    when the players agreed to stop; ``dealer``: of the first hand, None: by the rules.

    Raises EntryError (seats, options, ending), ClosedError, OtherwiseError, and whatever ``keep``
    raises.
    """
    _play_today(locks.hold_session(session.pk))
    if keep is not None:
        keep()
    everybody = [*players, *add_players(club=session.club, names=names)]
    return start_game(
        session=session,
        variant=plan.variant,
        options=plan.options,
        players=everybody,
        side=size_of_sides(len(everybody)) if plan.side > 1 else 1,
        preset=plan.preset,
        token=token,
        by=by,
        ending=ending,
        dealer=dealer,
    )


def _play_today(session: Session) -> None:
    """Moves a session to today, if it was started only for a debt to be carried over to and nothing
    was played in it. The session is held."""
    day = today(session.club)
    if (
        session.played_on < day
        and CarryOver.objects.filter(to_session=session).exists()
        and not Game.every.filter(session=session).exists()
    ):
        club = locks.hold_club(session.club)
        number = next_of_day(club, day)
        locks.put_day(session, day, number)


def _first_game(
    session: Session,
    players: Sequence[Player],
    plan: GamePlan | None,
    token: str,
    by: Membership | None,
) -> StartedSession:
    if plan is None:
        return StartedSession(session, None, by)
    options, hands = split_ending(VARIANTS[plan.variant], plan.options)
    game = start_game(
        session=session,
        variant=plan.variant,
        options=options,
        players=players,
        side=plan.side,
        preset=plan.preset,
        token=token,
        by=by,
        ending=Ending(hands),
    )
    return StartedSession(session, game, by)
