"""The card of a table: its code opens the hand of whatever round is being played there, all day.

A card's secret is derived from the day's invite link for scorers and the table's number, so that
revoking that link ends all cards. Anybody who scans it may write at this table alone: each round
has an invite link of its own, which the card redeems.
"""

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.invitations.services import derive_secret, ensure_link, find_link
from scorekeeper.clubs.models import Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.server.network import device_url
from scorekeeper.extensions.tournaments.models import TableSession, Tournament
from scorekeeper.extensions.tournaments.selectors import table_count

SALT = "tournament table"


def card_secret(tournament: Tournament, number: int) -> str | None:
    """Returns the secret of a table's card; None while the day has no invite link for scorers."""
    session = tournament.session
    pair = find_link(club=session.club, role=Role.SCORER, session=session)
    if pair is None:
        return None
    return derive_secret(SALT, f"{pair[0].serial} {number}", settings.SECRET_KEY)


def card_urls(request: ClubRequest, tournament: Tournament) -> list[str]:
    """Returns the addresses in the codes of all cards, by number, "" where no other device can
    reach this computer. Without an invite link for scorers the day gets one. Raises
    TooMuchError."""
    session = tournament.session
    if card_secret(tournament, 1) is None:
        spend(acts.NEW_LINK, request, club=request.club)
        ensure_link(club=request.club, role=Role.SCORER, session=session, by=request.membership)
    places = (
        reverse("tournaments:card", args=[card_secret(tournament, number), session.code, number])
        for number in range(1, table_count(tournament) + 1)
    )
    return [device_url(request, place) or "" for place in places]


def opens(tournament: Tournament, number: int, secret: str) -> bool:
    """Returns whether this is the secret of the table's card."""
    expected = card_secret(tournament, number)
    return expected is not None and constant_time_compare(expected, secret)


def table_secret(table: TableSession) -> str:
    """Returns the secret of the invite link with which a device writes at this table."""
    session = table.session
    _link, secret = ensure_link(club=session.club, role=Role.SCORER, session=session)
    return secret
