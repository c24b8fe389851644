"""Writes groups, players, memberships and share links; ``invitations``, ``recovery`` and
``devices`` write their own part."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import (
    Club,
    Membership,
    Player,
    Role,
    Session,
    ShareLink,
    renew_signatures,
)
from scorekeeper.clubs.players.persons import main_player, names_of
from scorekeeper.clubs.selectors import free_anonymous_name, named_in_rows, sessions_naming
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.money import POT

NAME_LENGTH = 40
CLUB_NAME_LENGTH = 80

SETTINGS = {
    "name": ActivityKind.CLUB_RENAMED,
    "currency": ActivityKind.MONEY_CHANGED,
    "time_zone": ActivityKind.ZONE_CHANGED,
    "language": ActivityKind.LANGUAGE_CHANGED,
}


def clean_club_name(name: str) -> str:
    """Returns a club's name as stored. Raises ValidationError."""
    name = one_line(name)
    if not name:
        raise ValidationError(_("Enter a group name."))
    if len(name) > CLUB_NAME_LENGTH:
        raise ValidationError(
            _("The group name can have at most %(most)d characters. You entered %(length)d."),
            params={"most": CLUB_NAME_LENGTH, "length": len(name)},
        )
    return name


def clean_name(name: str) -> str:
    """Returns a player's name as stored: trimmed, on one line. Raises ValidationError."""
    name = one_line(name)
    if not name:
        raise ValidationError(_("Enter a name."))
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name can have at most %(most)d characters. You entered %(length)d."),
            params={"most": NAME_LENGTH, "length": len(name)},
        )
    if name.lower() == POT:
        raise ValidationError(_("“pot” is reserved for the pot. Choose another name."))
    return name


@transaction.atomic
def create_club(
    *, name: str, currency: str = "INR", time_zone: str = "Asia/Kolkata", token: str | None = None
) -> tuple[Club, Membership]:
    """Creates a club and the host membership of the browser that starts it."""
    club = Club.objects.create(
        name=name,
        currency=currency,
        time_zone=time_zone,
        language=settings.DEFAULT_LANGUAGE,
        token=token,
    )
    return club, add_host_membership(club=club)


def add_host_membership(*, club: Club) -> Membership:
    """Adds the host membership of the browser that started or uploaded the club."""
    membership = Membership.objects.create(club=club, role=Role.HOST)
    renew_signatures([membership])
    return membership


@transaction.atomic
def update_club(
    *,
    club: Club,
    name: str,
    currency: str,
    time_zone: str,
    language: str = "",
    points_only: bool = False,
    renamed: Mapping[Player, str],
    by: Membership | None = None,
) -> Club:
    """Saves all settings and names, or none. Raises ValidationError with messages by player id."""
    sessions = locks.hold_sessions(Session.objects.filter(club=club))
    locked = locks.hold_club(club)
    texts = {"name": name, "currency": currency, "time_zone": time_zone, "language": language}
    before = {field: getattr(locked, field) for field in texts}
    if before != texts or locked.points_only != points_only:
        locks.touch_held(sessions)
    for field, value in texts.items():
        setattr(club, field, value)
        if before[field] != value:
            note(SETTINGS[field], club=club, by=by, old=before[field], new=value)
    club.save(update_fields=list(texts))
    _set_points_only(club, points_only, by)
    errors = {}
    for player, new_name in sorted(renamed.items(), key=lambda item: item[0].pk):
        try:
            _rename(player, new_name, by)
        except ValidationError as error:
            errors[str(player.pk)] = error
    if errors:
        raise ValidationError(errors)
    return club


@transaction.atomic
def set_points_only(*, club: Club, points_only: bool, by: Membership | None = None) -> bool:
    """Hides or shows all money of the group. Returns whether this call did."""
    sessions = locks.hold_sessions(Session.objects.filter(club=club))
    locks.hold_club(club)
    if not _set_points_only(club, points_only, by):
        return False
    locks.touch_held(sessions)
    return True


def _set_points_only(club: Club, points_only: bool, by: Membership | None) -> bool:
    """The sessions and the club are locked."""
    club.points_only = points_only
    others = Club.objects.filter(pk=club.pk, points_only=not points_only)
    if not others.update(points_only=points_only):
        return False
    kind = ActivityKind.POINTS_ONLY_ON if points_only else ActivityKind.POINTS_ONLY_OFF
    note(kind, club=club, by=by)
    return True


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str]) -> list[Player]:
    """Returns the club's players of these names, in order, each once; creates missing ones."""
    cleaned = [clean_name(name) for name in names]
    by_name = _players_called(club, cleaned)
    if any(name not in by_name for name in cleaned):
        by_name = _players_called(locks.hold_club(club), cleaned)
        for name in cleaned:
            if name not in by_name:
                by_name[name] = Player.objects.create(club=club, name=name)
    players = list(dict.fromkeys(main_player(by_name[name]) for name in cleaned))
    _rejoin(players)
    return players


def _rejoin(players: Iterable[Player]) -> None:
    """Makes former players members again."""
    former = [player for player in players if player.left_at]
    for player in former:
        player.left_at = None
    if former:
        Player.objects.filter(pk__in=[player.pk for player in former]).update(left_at=None)


def _players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    rows = Player.objects.filter(club=club, name__in=names)
    return {p.name: p for p in rows.select_related("person")}


def _rename(player: Player, name: str, by: Membership | None) -> Player:
    """The sessions and the club are locked."""
    player.name = clean_name(name)
    before = Player.objects.values_list("name", flat=True).get(pk=player.pk)
    if before == player.name:
        return player
    holder = Player.objects.filter(club=player.club_id, name=player.name).first()
    if holder is not None:
        _take_name(holder)
    player.save(update_fields=["name"])
    note(ActivityKind.PLAYER_RENAMED, club=player.club, by=by, old=before, new=player.name)
    for pk in names_of(player.pk):  # sessions played under another name show this one too
        locks.touch_held(sessions_naming(Player(pk=pk)).values_list("pk", flat=True))
    return player


def _take_name(holder: Player) -> None:
    """Anonymizes a player who left and of whom nothing is known, such as one of an import that was
    undone. Raises ValidationError for any other player."""
    names = names_of(holder.person_pk)
    if holder.left_at is None or names != [holder.pk] or named_in_rows(names):
        raise ValidationError(_("A player in this group already has that name."))
    holder.name = free_anonymous_name(holder.club)
    holder.save(update_fields=["name"])


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_active_link(token: str) -> ShareLink | None:
    """Returns the invite link of this secret, if one can join with it. Raises BlockedError."""
    link = (
        ShareLink.objects.select_related("club", "session")
        .filter(digest=digest(token), revoked_at__isnull=True, closed_at__isnull=True)
        .first()
    )
    if link is not None:
        check_open(link.club)
    return link


@transaction.atomic
def redeem_link(
    *, token: str, digests: Sequence[str] = (), page: str | None = None
) -> Membership | None:
    """Returns a membership for the link's token: the existing one if this browser has it already
    (``digests``: of its devices) or if the same ``page`` (write token) created it. None when the
    link does not exist, or it or the page's membership was revoked.
    """
    link = find_active_link(token)
    if link is None:
        return None
    existing = Membership.objects.filter(
        link=link, device__digest__in=digests, revoked_at__isnull=True
    ).first()
    if existing:
        return existing
    scope = {"club": link.club, "session": link.session, "role": link.role}
    if page is None:
        membership = Membership.objects.create(link=link, **scope)
    else:
        membership, _created = Membership.objects.get_or_create(
            link=link, token=page, defaults=scope
        )
    renew_signatures([membership])
    return membership if membership.revoked_at is None else None


@transaction.atomic
def revoke_link(*, link: ShareLink, by: Membership | None = None) -> ShareLink:
    """Revokes a link: all who joined with it lose access from the next request on."""
    shows_link = Q(links=link, links__on_screen=True) | Q(behind__membership__link=link)
    locks.touch_held(_hold_matching(shows_link))
    now = timezone.now()
    active = ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True)
    if active.update(revoked_at=now, on_screen=False):
        session = link.session
        note(ActivityKind.LINK_TAKEN_BACK, club=link.club, session=session, by=by, role=link.role)
    link.refresh_from_db()
    return link


def _hold_matching(condition: Q) -> list[int]:
    return locks.hold_sessions(Session.objects.filter(pk__in=Session.objects.filter(condition)))


def _close_links(club: Club, by: Membership | None, sessions: Iterable[int]) -> None:
    """Closes all invite links to new people, as a removed device may know them; members stay, and
    new links can be shown at once. ``sessions``: the locked ones that show a link or the device."""
    locks.touch_held(sessions)
    if _close_links_in(_open_links(club)):
        note(ActivityKind.LINKS_CLOSED, club=club, by=by)


def _open_links(club: Club) -> QuerySet[ShareLink]:
    return ShareLink.objects.filter(club=club, revoked_at__isnull=True, closed_at__isnull=True)


def _close_links_in(links: QuerySet[ShareLink]) -> int:
    return links.update(closed_at=timezone.now(), serial="", on_screen=False)


# Devices of the club --------------------------------------------------------------------------


def device_memberships(membership: Membership) -> QuerySet[Membership]:
    if membership.device_id is None:
        return Membership.objects.filter(pk=membership.pk)
    return Membership.objects.filter(club=membership.club_id, device=membership.device_id)


def other_hosts(membership: Membership) -> bool:
    """Whether another known device may manage the club."""
    hosts = Membership.objects.filter(
        club=membership.club_id,
        session__isnull=True,
        role=Role.HOST,
        device__isnull=False,
        revoked_at__isnull=True,
        link__revoked_at__isnull=True,
    )
    return hosts.exclude(pk__in=device_memberships(membership).values("pk")).exists()


@transaction.atomic
def take_out(*, membership: Membership, by: Membership | None = None) -> None:
    """Removes the membership's device from the club. Refuses for the last host."""
    memberships = device_memberships(membership).filter(revoked_at__isnull=True)
    affected = Q(club=membership.club, links__on_screen=True) | Q(
        behind__membership__in=memberships
    )
    sessions = _hold_matching(affected)  # sessions before the club: play.locks
    _keep_a_host(membership)
    if memberships.update(revoked_at=timezone.now()):
        note(ActivityKind.DEVICE_REMOVED, club=membership.club, by=by, device=str(membership))
        _close_links(membership.club, by, sessions)


@transaction.atomic
def give_role(*, membership: Membership, role: Role, by: Membership | None = None) -> None:
    """Changes the device's role in the whole club. Lowering it closes the invite links of higher
    roles, which it may know. Refuses for the last host."""
    sessions = _hold_sessions_naming(membership)  # sessions before the club: play.locks
    if role < Role.HOST:
        _keep_a_host(membership)
    memberships = device_memberships(membership).filter(revoked_at__isnull=True)
    is_less = memberships.filter(role__gt=role).exists()
    if memberships.exclude(role=role).update(role=role):
        renew_signatures(memberships)
        locks.touch_held(sessions)
        note(
            ActivityKind.ROLE_CHANGED,
            club=membership.club,
            by=by,
            device=str(membership),
            role=role,
        )
        if is_less and _close_links_in(_open_links(membership.club).filter(role__gt=role)):
            note(ActivityKind.HIGHER_LINKS_CLOSED, club=membership.club, by=by, role=role)


def _keep_a_host(membership: Membership) -> None:
    """Refuses rather than leave the club without a host. Locks the club."""
    club = locks.hold_club(membership.club)
    host_memberships = device_memberships(membership).filter(
        role=Role.HOST, session__isnull=True, device__isnull=False, revoked_at__isnull=True
    )
    if club.recovery_digest is None and host_memberships.exists() and not other_hosts(membership):
        raise Refusal(_("Only this device can manage the group. Create a recovery code first."))


def _hold_sessions_naming(membership: Membership) -> list[int]:
    """Locks the sessions with hands that this device entered or deleted."""
    memberships = device_memberships(membership)
    names_device = Q(games__hands__by__in=memberships) | Q(games__hands__voided_by__in=memberships)
    return _hold_matching(names_device)


@transaction.atomic
def say_who(*, membership: Membership, player: Player | None) -> Membership:
    """Sets the device's player, who is named beside the hands it enters."""
    sessions = _hold_sessions_naming(membership)
    player = main_player(player) if player else None
    membership.player = player
    _update_device(membership, player=player)
    locks.touch_held(sessions)
    return membership


def _update_device(membership: Membership, **fields: Any) -> None:
    """Updates the device in the whole club; rows written before keep their author."""
    device_memberships(membership).update(**fields)
    renew_signatures(device_memberships(membership).select_related("signature"))
    membership.refresh_from_db(fields=["signature"])


@transaction.atomic
def name_device(*, membership: Membership, name: str) -> Membership:
    """Names the device; "" clears the name. Raises ValidationError."""
    name = one_line(name)
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name can have at most %(most)d characters. You entered %(length)d."),
            params={"most": NAME_LENGTH, "length": len(name)},
        )
    sessions = _hold_sessions_naming(membership)
    membership.name = name
    _update_device(membership, name=name)
    locks.touch_held(sessions)
    return membership


# A group that the server admin has blocked: nobody reads or writes in it. Nothing is deleted, and a
# device keeps what it has not synced.

BLOCKED: Final = gettext_lazy("This group is blocked by the operator of this site.")


class BlockedError(PermissionDenied):
    """``403.html`` shows its sentence."""

    def __init__(self) -> None:
        super().__init__(BLOCKED)


def check_open(club: Club) -> None:
    """Raises BlockedError. Every way into a group passes here."""
    if club.blocked_at is not None:
        raise BlockedError


def block_club(club: Club) -> bool:
    """Returns whether this call blocked it."""
    active = Club.objects.filter(pk=club.pk, blocked_at__isnull=True)
    return bool(active.update(blocked_at=timezone.now()))


def unblock_club(club: Club) -> bool:
    """Returns whether this call unblocked it. Nobody could answer a notice of its deletion, so an
    earlier one means nothing."""
    blocked = Club.objects.filter(pk=club.pk, blocked_at__isnull=False)
    return bool(blocked.update(blocked_at=None, expires_at=None))
