"""The only writer of clubs, players, memberships and share links."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Membership, Player, Role, ShareLink
from scorekeeper.engine.money import POT
from scorekeeper.play.models import Session

NAME_LENGTH = 40


def clean_name(name: str) -> str:
    """A player's name as kept: trimmed, one line. Raises ValidationError."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not name:
        raise ValidationError(_("Type a name."))
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name can have %(most)d letters at the most; this has %(found)d."),
            params={"most": NAME_LENGTH, "found": len(name)},
        )
    if name.lower() == POT:
        raise ValidationError(_("“pot” is the name of the pot; choose another."))
    return name


@transaction.atomic
def create_club(
    *, name: str, currency: str = "INR", time_zone: str = "Asia/Kolkata", token: str | None = None
) -> tuple[Club, Membership]:
    """A club and the host membership of the browser that made it."""
    club = Club.objects.create(name=name, currency=currency, time_zone=time_zone, token=token)
    return club, Membership.objects.create(club=club, role=Role.HOST)


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str]) -> list[Player]:
    """The club's players of these names, made where missing, in the order given."""
    wanted = [clean_name(name) for name in names]
    known = {p.name: p for p in Player.objects.filter(club=club, name__in=wanted)}
    for name in wanted:
        if name not in known:
            known[name] = Player.objects.create(club=club, name=name)
    return [known[name] for name in wanted]


def rename_player(*, player: Player, name: str) -> Player:
    player.name = clean_name(name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name"])
    except IntegrityError:
        raise ValidationError(_("Somebody in this club has that name already.")) from None
    return player


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def create_link(
    *, club: Club, role: Role, session: Session | None = None, by: Membership | None = None
) -> tuple[ShareLink, str]:
    """A new invitation and its token, 256 bits, which is shown now and never again."""
    token = secrets.token_urlsafe(32)
    link = ShareLink.objects.create(
        club=club, session=session, role=role, digest=digest(token), created_by=by
    )
    return link, token


def redeem_link(*, token: str, held: Sequence[int] = ()) -> Membership | None:
    """A membership for whoever brings this token; the same one if this browser has it already.
    None when the link does not exist or was revoked."""
    link = (
        ShareLink.objects.select_related("club", "session")
        .filter(digest=digest(token), revoked_at__isnull=True)
        .first()
    )
    if link is None:
        return None
    again = Membership.objects.filter(link=link, pk__in=held, revoked_at__isnull=True).first()
    return again or Membership.objects.create(
        club=link.club, session=link.session, role=link.role, link=link
    )


def revoke_link(*, link: ShareLink) -> ShareLink:
    """From the next request on, nobody who came by this link is in."""
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
    return link


def say_who(*, membership: Membership, player: Player | None) -> Membership:
    """Whose phone this is: named beside the hands it records."""
    membership.player = player
    membership.save(update_fields=["player"])
    return membership
