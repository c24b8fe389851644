"""From nothing to the first deal in one transaction, once per token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session
from scorekeeper.clubs.services import CLUB_NAME_LENGTH, add_players, create_club
from scorekeeper.engine.ending import split_ending
from scorekeeper.play.ending import NO_ENDING, Ending
from scorekeeper.play.models import Game
from scorekeeper.play.services import open_session, start_game
from scorekeeper.presets.picking import GamePlan
from scorekeeper.variants import VARIANTS


class StartedElsewhereError(Exception):
    """This token has made its club already, and not for this browser."""


@dataclass(frozen=True, slots=True)
class Started:
    session: Session
    game: Game | None
    membership: Membership | None = None
    """The host's, when the club was made too."""


def today(club: Club) -> date:
    """The date where the club plays."""
    return timezone.localdate(timezone=club.zone)


def start_table(
    *,
    names: Sequence[str],
    plan: GamePlan | None,
    currency: str,
    time_zone: str,
    token: str,
    held: Sequence[str] = (),
) -> Started:
    """A club, its players, a night and its first game, for a browser that has nothing yet.

    The same token gives the same club and host again, but only to the phone that is its host
    (``held``: the digests of the browser's phones): it is no key. Without a ``plan`` no game
    starts. Raises StartedElsewhereError, EntryError (seats, options), ValidationError (names).
    """
    club = Club.objects.filter(token=token).first()
    if club is None:
        try:
            return _first_press(names, plan, currency, time_zone, token)
        except IntegrityError:
            club = Club.objects.filter(token=token).first()
            if club is None:
                raise
    return _again(club, token, held)


@transaction.atomic
def _first_press(
    names: Sequence[str], plan: GamePlan | None, currency: str, time_zone: str, token: str
) -> Started:
    name = _("%(name)s’s group") % {"name": names[0]}
    club, host = create_club(
        name=name[:CLUB_NAME_LENGTH], currency=currency, time_zone=time_zone, token=token
    )
    players = add_players(club=club, names=names)
    return _night(club, players, plan, token, host)


def _again(club: Club, token: str, held: Sequence[str]) -> Started:
    host = club.memberships.filter(
        role=Role.HOST, phone__digest__in=held, revoked_at__isnull=True
    ).first()
    session = club.sessions.filter(token=token).first()
    if host is None or session is None:
        raise StartedElsewhereError
    return Started(session, Game.every.filter(session=session, token=token).first(), host)


@transaction.atomic
def start_night(
    *,
    club: Club,
    players: Sequence[Player],
    names: Sequence[str] = (),
    plan: GamePlan | None,
    token: str,
    by: Membership | None,
    consent: bool = False,
) -> Started:
    """Another night of a club, with its first game; ``names`` are new and sit down last;
    ``consent``: everybody may accept or contest his own lines.

    Without a ``plan`` no game starts. Raises EntryError (seats, options), OtherwiseError if the
    token has started another game.
    """
    session = open_session(club=club, played_on=today(club), token=token, by=by, consent=consent)
    locks.hold_night(session.pk)
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
    """Another game of the night; ``names`` are new and sit down last, which makes them share the
    two sides if there are any. ``keep`` is to be done with it or not at all; ``ending``: when the
    table agreed to stop; ``dealer``: of the first hand, None as the rules have it.

    Raises EntryError (seats, options, ending), ClosedError, OtherwiseError, and whatever
    ``keep`` does.
    """
    locks.hold_night(session.pk)
    if keep is not None:
        keep()
    everybody = [*players, *add_players(club=session.club, names=names)]
    return start_game(
        session=session,
        variant=plan.variant,
        options=plan.options,
        players=everybody,
        side=max(len(everybody) // 2, 1) if plan.side > 1 else 1,
        preset=plan.preset,
        token=token,
        by=by,
        ending=ending,
        dealer=dealer,
    )


def _night(
    club: Club, players: Sequence[Player], plan: GamePlan | None, token: str, by: Membership | None
) -> Started:
    session = open_session(club=club, played_on=today(club), token=token, by=by)
    return _first_game(session, players, plan, token, by)


def _first_game(
    session: Session,
    players: Sequence[Player],
    plan: GamePlan | None,
    token: str,
    by: Membership | None,
) -> Started:
    if plan is None:
        return Started(session, None, by)
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
    return Started(session, game, by)
