"""Links to what a player says, and addresses of calendars: shown again, and taken back.

As with the proof of a night, the database keeps a digest and a random serial, and the site's key
makes the secret anew. Opening one writes nothing.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.invitations import derive_secret, rederive_secret
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.clubs.services import digest
from scorekeeper.planning.models import LinkFor, PlanLink

SALT: Final = "plan-link"
PAGES: Final = {LinkFor.REPLIES: "planning:mine", LinkFor.CALENDAR: "planning:feed"}


def secret_of(link: PlanLink) -> str | None:
    """None when the site's key is another one since."""
    return rederive_secret(SALT, link.serial, link.digest)


def path_of(link: PlanLink) -> str:
    return reverse(PAGES[LinkFor(link.leads)], args=[secret_of(link)])


def standing_links(club: Club) -> dict[tuple[int | None, str], PlanLink]:
    """Those in force that can be shown, by player and where they lead. One query."""
    found = PlanLink.objects.filter(club=club, revoked_at=None).exclude(serial="")
    return {(link.player_id, link.leads): link for link in found if secret_of(link)}


def leading(club: Club) -> set[tuple[int | None, str]]:
    """Of whom, and where to, something leads, also what cannot be shown any more. One query."""
    found = PlanLink.objects.filter(club=club, revoked_at=None).order_by()
    return {*found.values_list("player_id", "leads")}


def leads(club: Club, player: Player | None, to: LinkFor) -> bool:
    """The same of one."""
    return PlanLink.objects.filter(club=club, player=player, leads=to, revoked_at=None).exists()


def stands(club: Club, player: Player | None, leads: LinkFor) -> PlanLink | None:
    links = PlanLink.objects.filter(club=club, player=player, leads=leads, revoked_at=None)
    link = links.exclude(serial="").first()
    return link if link and secret_of(link) else None


@transaction.atomic
def offer(player: Player) -> PlanLink | None:
    """For a letter: made if there never was one, none after it was taken back."""
    club = locks.hold_club(player.club)
    if PlanLink.objects.filter(player=player, leads=LinkFor.REPLIES).exists():
        return stands(club, player, LinkFor.REPLIES)
    return make(club=club, player=player, leads=LinkFor.REPLIES)


@transaction.atomic
def make(
    *, club: Club, player: Player | None, leads: LinkFor, by: Membership | None = None
) -> PlanLink:
    """The link in force, made if there is none. Who else asks at the same time gets the same."""
    locks.hold_club(club)
    if link := stands(club, player, leads):
        return link
    unshown = PlanLink.objects.filter(club=club, player=player, leads=leads, revoked_at=None)
    unshown.update(serial="")  # of another key: it can't be shown any more, but still leads here
    serial = secrets.token_urlsafe(32)
    made = digest(derive_secret(SALT, serial, settings.SECRET_KEY))
    return PlanLink.objects.create(
        club=club, player=player, leads=leads, digest=made, serial=serial, created_by=by
    )


@transaction.atomic
def take_back(
    *, club: Club, player: Player | None, leads: LinkFor, by: Membership | None = None
) -> None:
    """From the next request on none of this kind leads anywhere."""
    locks.hold_club(club)
    standing = PlanLink.objects.filter(club=club, player=player, leads=leads, revoked_at=None)
    if standing.update(revoked_at=timezone.now()):
        kind = Happened.CALENDAR_BACK if leads == LinkFor.CALENDAR else Happened.REPLIES_BACK
        note(kind, club=club, by=by, name=player.name if player else club.name)


def link_of(secret: str, leads: LinkFor) -> PlanLink | None:
    found = PlanLink.objects.select_related("club", "player__club")
    return found.filter(digest=digest(secret), leads=leads, revoked_at=None).first()
