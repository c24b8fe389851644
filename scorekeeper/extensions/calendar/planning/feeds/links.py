"""Players' reply links and calendar addresses, which can be shown again and revoked.

As with links to a verification, the database stores a digest and a random serial, and the secret
is derived with the site's key. Opening a link writes nothing.
"""

from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.invitations.services import create_link, secret_of, showable
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.clubs.services import check_open, digest
from scorekeeper.extensions.calendar.planning.models import LinkFor, PlanLink

VIEW_NAMES: Final = {LinkFor.REPLIES: "planning:mine", LinkFor.CALENDAR: "planning:feed"}


def link_path(link: PlanLink) -> str:
    return reverse(VIEW_NAMES[LinkFor(link.leads)], args=[secret_of(link)])


def active_links(club: Club) -> dict[tuple[int | None, str], PlanLink]:
    """Returns the active links, showable or not, by player id and kind; of several the one that was
    made to be shown. One query."""
    links = PlanLink.objects.filter(club=club, revoked_at=None).order_by("serial")
    return {(link.player_id, link.leads): link for link in links}


def link_exists(club: Club, player: Player | None, leads: LinkFor) -> bool:
    """Whether an active link of this kind exists, showable or not."""
    return _in_force(club, player, leads).exists()


def find_link(club: Club, player: Player | None, leads: LinkFor) -> PlanLink | None:
    return showable(_in_force(club, player, leads))


def _in_force(club: Club, player: Player | None, leads: LinkFor) -> QuerySet[PlanLink]:
    return PlanLink.objects.filter(club=club, player=player, leads=leads, revoked_at=None)


@transaction.atomic
def ensure_link(player: Player) -> PlanLink | None:
    """Returns the reply link for an e-mail: created if there never was one, None after it was
    revoked."""
    club = locks.hold_club(player.club)
    if PlanLink.objects.filter(player=player, leads=LinkFor.REPLIES).exists():
        return find_link(club, player, LinkFor.REPLIES)
    return make_link(club=club, player=player, leads=LinkFor.REPLIES)


@transaction.atomic
def make_link(
    *, club: Club, player: Player | None, leads: LinkFor, by: Membership | None = None
) -> PlanLink:
    """Returns the active link, creating it if missing. Concurrent calls get the same link."""
    locks.hold_club(club)
    if link := find_link(club, player, leads):
        return link
    old_links = _in_force(club, player, leads)
    old_links.update(serial="")  # made with another key: can't be shown, but still works
    return create_link(PlanLink, club=club, player=player, leads=leads, created_by=by)[0]


@transaction.atomic
def revoke_links(
    *, club: Club, player: Player | None, leads: LinkFor, by: Membership | None = None
) -> None:
    """Revokes all links of this kind."""
    locks.hold_club(club)
    if _in_force(club, player, leads).update(revoked_at=timezone.now()):
        kind = (
            ActivityKind.CALENDAR_BACK if leads == LinkFor.CALENDAR else ActivityKind.REPLIES_BACK
        )
        note(kind, club=club, by=by, name=player.name if player else club.name)


def find_by_secret(secret: str, leads: LinkFor) -> PlanLink | None:
    """Raises BlockedError."""
    links = PlanLink.objects.select_related("club", "player__club")
    if link := links.filter(digest=digest(secret), leads=leads, revoked_at=None).first():
        check_open(link.club)
    return link
