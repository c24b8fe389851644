"""Links to public seasons; nothing else writes them. Anyone with a link can read the standings.

Like the link to a proof: the database keeps a digest and a random serial, and the site's key
derives the secret from it. A host can revoke it, and the next request with it fails."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.invitations.services import secret_of, showable
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.services import check_open, digest
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.exchange.public_season.models import SeasonLink
from scorekeeper.seasons.models import Season


def current_link(club: Club, season: Season | None) -> SeasonLink | None:
    """Returns the link in force that can be shown."""
    return showable(_links(club, season))


def has_hidden_link(club: Club, season: Season | None) -> bool:
    """Whether a link still works but cannot be shown, because the site's key has changed since."""
    return any(secret_of(link) is None for link in _links(club, season))


@transaction.atomic
def create_link(
    *, club: Club, season: Season | None, shows_money: bool, by: Membership | None
) -> SeasonLink:
    """Returns the link in force, creating it if there is none, and sets whether it shows money.
    Simultaneous calls return the same link."""
    locks.hold_club(club)
    if link := current_link(club, season):
        if link.shows_money != shows_money:
            link.shows_money = shows_money
            link.save(update_fields=["shows_money"])
        return link
    # Links of another key still work, and show no more than the new one.
    _links(club, season).update(serial="", shows_money=shows_money)
    link, _secret = invitations.create_link(
        SeasonLink, club=club, season=season, shows_money=shows_money, created_by=by
    )
    note(ActivityKind.SEASON_SHARED, club=club, by=by, season=_season_name(season))
    return link


@transaction.atomic
def revoke_link(*, club: Club, season: Season | None, by: Membership | None) -> None:
    """Revokes every link to this season."""
    locks.hold_club(club)
    if _links(club, season).update(revoked_at=timezone.now()):
        note(ActivityKind.SEASON_UNSHARED, club=club, by=by, season=_season_name(season))


def link_by_secret(secret: str) -> SeasonLink | None:
    """Returns the link in force with this secret, with its group and season. One query. Raises
    BlockedError."""
    links = SeasonLink.objects.filter(digest=digest(secret), revoked_at=None)
    if link := links.select_related("club", "season").first():
        check_open(link.club)
    return link


def shows_money_now(link: SeasonLink) -> bool:
    """Whether it shows money, as its host chose, in a group where there is any to see."""
    return link.shows_money and currencies.are_shown()


def _links(club: Club, season: Season | None) -> QuerySet[SeasonLink]:
    return SeasonLink.objects.filter(club=club, season=season, revoked_at=None)


def _season_name(season: Season | None) -> str:
    return season.name if season else "–"
