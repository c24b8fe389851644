"""The card of a table: its code opens the hand of whatever round is being played there, all day.

A card's secret is derived from the day's invite link for scorers and the table's number, so that
revoking that link ends all cards. Whoever scans it may write at this table alone: each round has an
invite link of its own, which the card redeems.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scorekeeper.clubs.invitations.services import derive_secret, ensure_link, find_link
from scorekeeper.clubs.models import Role
from scorekeeper.core.server.network import device_url
from scorekeeper.tournaments.models import TableSession, Tournament

SALT = "tournament table"


def card_secret(tournament: Tournament, number: int) -> str | None:
    """Returns the secret of a table's card; None while the day has no invite link for scorers."""
    session = tournament.session
    pair = find_link(club=session.club, role=Role.SCORER, session=session)
    if pair is None:
        return None
    return derive_secret(SALT, f"{pair[0].serial} {number}", settings.SECRET_KEY)


def card_url(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """Returns the address in the card's code, "" when no other device can reach this computer. The
    day has an invite link for scorers."""
    args = [card_secret(tournament, number), tournament.session.code, number]
    return device_url(request, reverse("tournaments:card", args=args)) or ""


def opens(tournament: Tournament, number: int, secret: str) -> bool:
    """Returns whether this is the secret of the table's card."""
    expected = card_secret(tournament, number)
    return expected is not None and constant_time_compare(expected, secret)


def table_secret(table: TableSession) -> str:
    """Returns the secret of the invite link with which a device writes at this table."""
    session = table.session
    _link, secret = ensure_link(club=session.club, role=Role.SCORER, session=session)
    return secret
