"""The link to a season: its only writer. Whoever holds one reads the season's table.

As the link to a proof: the database keeps a digest and a random serial, and the site's key makes
the secret anew. A host takes it back, and from the next request on it leads nowhere.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.invitations import derive_secret, rederive_secret
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.services import digest
from scorekeeper.publishing.models import SeasonLink
from scorekeeper.standings.models import Season

SALT = "season-link"


def stands(club: Club, season: Season | None) -> SeasonLink | None:
    """The link in force that can be shown."""
    link = _of(club, season).exclude(serial="").first()
    return link if link and secret_of(link) else None


def leads_unshown(club: Club, season: Season | None) -> bool:
    """One of before still leads here and cannot be shown any more: the site's key is another one
    since."""
    return any(secret_of(link) is None for link in _of(club, season))


@transaction.atomic
def make(
    *, club: Club, season: Season | None, shows_money: bool, by: Membership | None
) -> SeasonLink:
    """The link in force, made if there is none; it shows money from now on, or does not. Whoever
    asks at the same time gets the same one."""
    locks.hold_club(club)
    if link := stands(club, season):
        if link.shows_money != shows_money:
            link.shows_money = shows_money
            link.save(update_fields=["shows_money"])
        return link
    # Of another key: it still leads here, and shows no more than the new one.
    _of(club, season).update(serial="", shows_money=shows_money)
    serial = secrets.token_urlsafe(32)
    secret = derive_secret(SALT, serial, settings.SECRET_KEY)
    link = SeasonLink.objects.create(
        club=club,
        season=season,
        digest=digest(secret),
        serial=serial,
        shows_money=shows_money,
        created_by=by,
    )
    note(Happened.SEASON_SHARED, club=club, by=by, season=_called(season))
    return link


@transaction.atomic
def take_back(*, club: Club, season: Season | None, by: Membership | None) -> None:
    """Every link to this season leads nowhere from now on."""
    locks.hold_club(club)
    if _of(club, season).update(revoked_at=timezone.now()):
        note(Happened.SEASON_UNSHARED, club=club, by=by, season=_called(season))


def found(secret: str) -> SeasonLink | None:
    """Where this secret leads, with its club and season. One query."""
    links = SeasonLink.objects.filter(digest=digest(secret), revoked_at=None)
    return links.select_related("club", "season").first()


def secret_of(link: SeasonLink) -> str | None:
    """None when the site's key is another one since."""
    return rederive_secret(SALT, link.serial, link.digest)


def _of(club: Club, season: Season | None) -> QuerySet[SeasonLink]:
    return SeasonLink.objects.filter(club=club, season=season, revoked_at=None)


def _called(season: Season | None) -> str:
    return season.name if season else "–"
