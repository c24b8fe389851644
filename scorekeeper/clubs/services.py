"""Writes clubs, players, memberships and share links. Beside it only ``invitations``, ``recovery``
and ``phones`` do, each what it is about."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session, ShareLink
from scorekeeper.clubs.persons import names_of, whole
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.clubs.signing import sign_anew
from scorekeeper.engine.money import POT

NAME_LENGTH = 40
CLUB_NAME_LENGTH = 80
JOINERS = "\u200c\u200d"
"""Invisible, but Indic names and family emoji are spelled with them."""
UNSEEN = dict.fromkeys(map(ord, JOINERS))

SETTINGS = {
    "name": Happened.CLUB_RENAMED,
    "currency": Happened.MONEY_CHANGED,
    "time_zone": Happened.ZONE_CHANGED,
    "language": Happened.LANGUAGE_CHANGED,
}


def one_line(text: str) -> str:
    """Trimmed, in one line, without control characters."""
    text = unicodedata.normalize("NFC", text)
    return " ".join("".join(c if c.isprintable() or c in JOINERS else " " for c in text).split())


def clean_club_name(name: str) -> str:
    """A club's name as kept. Raises ValidationError."""
    name = one_line(name)
    if not name:
        raise ValidationError(_("Type a name for the club."))
    if len(name) > CLUB_NAME_LENGTH:
        raise ValidationError(
            _("The name can have %(most)d letters at the most; this has %(found)d."),
            params={"most": CLUB_NAME_LENGTH, "found": len(name)},
        )
    return name


def clean_name(name: str) -> str:
    """A player's name as kept: trimmed, one line. Raises ValidationError."""
    name = one_line(name)
    if not name.translate(UNSEEN).strip():
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
    return club, host_place(club=club)


def host_place(*, club: Club) -> Membership:
    """For the browser that made the club, or brought it from elsewhere."""
    made = Membership.objects.create(club=club, role=Role.HOST)
    sign_anew([made])
    return made


@transaction.atomic
def update_club(
    *,
    club: Club,
    name: str,
    currency: str,
    time_zone: str,
    language: str = "",
    renamed: Mapping[Player, str],
    by: Membership | None = None,
) -> Club:
    """All of it or nothing. Raises ValidationError with what is wrong by the player's id."""
    nights = locks.hold_nights(Session.objects.filter(club=club))
    held = locks.hold_club(club)
    told = {"name": name, "currency": currency, "time_zone": time_zone, "language": language}
    before = {field: getattr(held, field) for field in told}
    if before != told:
        locks.touch_held(nights)
    for field, value in told.items():
        setattr(club, field, value)
        if before[field] != value:
            note(SETTINGS[field], club=club, by=by, old=before[field], new=value)
    club.save(update_fields=list(told))
    wrong = {}
    for player, wanted in sorted(renamed.items(), key=lambda each: each[0].pk):
        try:
            _rename(player, wanted, by)
        except ValidationError as error:
            wrong[str(player.pk)] = error
    if wrong:
        raise ValidationError(wrong)
    return club


@transaction.atomic
def add_players(*, club: Club, names: Iterable[str]) -> list[Player]:
    """The club's players of these names, made where missing, in the order given; who has several
    names is one."""
    wanted = [clean_name(name) for name in names]
    known = _players_called(club, wanted)
    if any(name not in known for name in wanted):
        known = _players_called(locks.hold_club(club), wanted)
        for name in wanted:
            if name not in known:
                known[name] = Player.objects.create(club=club, name=name)
    found = list(dict.fromkeys(whole(known[name]) for name in wanted))
    _back(found)
    return found


def _back(players: Iterable[Player]) -> None:
    """Who had left, and is named at a table again."""
    left = [player for player in players if player.left_at]
    for player in left:
        player.left_at = None
    if left:
        Player.objects.filter(pk__in=[player.pk for player in left]).update(left_at=None)


def _players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    found = Player.objects.filter(club=club, name__in=names)
    return {p.name: p for p in found.select_related("person")}


def _rename(player: Player, name: str, by: Membership | None) -> Player:
    """The nights and the club are held."""
    player.name = clean_name(name)
    before = Player.objects.values_list("name", flat=True).get(pk=player.pk)
    if before == player.name:
        return player
    if Player.objects.filter(club=player.club_id, name=player.name).exists():
        raise ValidationError(_("Somebody in this club has that name already."))
    player.save(update_fields=["name"])
    note(Happened.PLAYER_RENAMED, club=player.club, by=by, old=before, new=player.name)
    for pk in names_of(player.pk):  # nights under another name of his show this one too
        locks.touch_held(nights_naming(Player(pk=pk)).values_list("pk", flat=True))
    return player


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def link_of(token: str) -> ShareLink | None:
    """The invitation of this secret, if it lets somebody in."""
    return (
        ShareLink.objects.select_related("club", "session")
        .filter(digest=digest(token), revoked_at__isnull=True, closed_at__isnull=True)
        .first()
    )


@transaction.atomic
def redeem_link(
    *, token: str, held: Sequence[str] = (), page: str | None = None
) -> Membership | None:
    """A membership for whoever brings this token; the same one if this browser (``held``: the
    digests of its phones) has it already, or if it was asked for by the same ``page`` (a write
    token) before. None when the link does not exist or was revoked, or the page's membership was.
    """
    link = link_of(token)
    if link is None:
        return None
    again = Membership.objects.filter(
        link=link, phone__digest__in=held, revoked_at__isnull=True
    ).first()
    if again:
        return again
    place = {"club": link.club, "session": link.session, "role": link.role}
    if page is None:
        made = Membership.objects.create(link=link, **place)
    else:
        made, _created = Membership.objects.get_or_create(link=link, token=page, defaults=place)
    sign_anew([made])
    return made if made.revoked_at is None else None


@transaction.atomic
def revoke_link(*, link: ShareLink, by: Membership | None = None) -> ShareLink:
    """From the next request on, nobody who came by this link is in."""
    shown = Q(links=link, links__on_screen=True) | Q(behind__membership__link=link)
    locks.touch_held(_hold_where(shown))
    now = timezone.now()
    standing = ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True)
    if standing.update(revoked_at=now, on_screen=False):
        night = link.session
        note(Happened.LINK_TAKEN_BACK, club=link.club, session=night, by=by, role=link.role)
    link.refresh_from_db()
    return link


def _hold_screens(club: Club) -> list[int]:
    """The nights whose big screen shows an invitation."""
    return _hold_where(Q(club=club, links__on_screen=True))


def _hold_where(shown: Q) -> list[int]:
    return locks.hold_nights(Session.objects.filter(pk__in=Session.objects.filter(shown)))


def _close_links(club: Club, by: Membership | None, nights: Iterable[int]) -> None:
    """Let nobody new in by any invitation there is now. Who came by one stays; new ones can be
    shown at once. For when a phone is taken out: it may have seen them all."""
    """``nights``: whose big screen shows one, or which told of this phone; they are held."""
    locks.touch_held(nights)
    if _close(_open_links(club)):
        note(Happened.LINKS_CLOSED, club=club, by=by)


def _open_links(club: Club) -> QuerySet[ShareLink]:
    return ShareLink.objects.filter(club=club, revoked_at__isnull=True, closed_at__isnull=True)


def _close(links: QuerySet[ShareLink]) -> int:
    return links.update(closed_at=timezone.now(), serial="", on_screen=False)


# Phones of the club --------------------------------------------------------------------------


class LastHostError(ValidationError):
    """Without this phone nobody could run the club any more."""


def places_of_phone(membership: Membership) -> QuerySet[Membership]:
    """All places in the club of the browser that has this one."""
    if membership.phone_id is None:
        return Membership.objects.filter(pk=membership.pk)
    return Membership.objects.filter(club=membership.club_id, phone=membership.phone_id)


def other_hosts(membership: Membership) -> bool:
    """Whether some other phone, one that has shown itself, may run the whole club."""
    hosts = Membership.objects.filter(
        club=membership.club_id,
        session__isnull=True,
        role=Role.HOST,
        phone__isnull=False,
        revoked_at__isnull=True,
        link__revoked_at__isnull=True,
    )
    return hosts.exclude(pk__in=places_of_phone(membership).values("pk")).exists()


@transaction.atomic
def take_out(*, membership: Membership, by: Membership | None = None) -> None:
    """From its next request on, the browser that has this place has none in the club. Raises
    LastHostError."""
    places = places_of_phone(membership).filter(revoked_at__isnull=True)
    shown = Q(club=membership.club, links__on_screen=True) | Q(behind__membership__in=places)
    nights = _hold_where(shown)  # nights before the club: play.locks
    _keep_a_host(membership)
    if places.update(revoked_at=timezone.now()):
        note(Happened.PHONE_TAKEN_OUT, club=membership.club, by=by, phone=str(membership))
        _close_links(membership.club, by, nights)


@transaction.atomic
def give_role(*, membership: Membership, role: Role, by: Membership | None = None) -> None:
    """What this browser may do, everywhere it may be in the club. If that is less than before, the
    invitations to more let nobody new in: it may know them. Raises LastHostError."""
    nights = _hold_named(membership)  # nights before the club: play.locks
    if role < Role.HOST:
        _keep_a_host(membership)
    places = places_of_phone(membership).filter(revoked_at__isnull=True)
    is_less = places.filter(role__gt=role).exists()
    if places.exclude(role=role).update(role=role):
        sign_anew(places)
        locks.touch_held(nights)
        note(Happened.ROLE_CHANGED, club=membership.club, by=by, phone=str(membership), role=role)
        if is_less and _close(_open_links(membership.club).filter(role__gt=role)):
            note(Happened.HIGHER_LINKS_CLOSED, club=membership.club, by=by, role=role)


def _keep_a_host(membership: Membership) -> None:
    """Refuse to lock everybody out of the club. Two hosts at once wait for each other here."""
    club = locks.hold_club(membership.club)
    runs_it = places_of_phone(membership).filter(
        role=Role.HOST, session__isnull=True, phone__isnull=False, revoked_at__isnull=True
    )
    if club.recovery_digest is None and runs_it.exists() and not other_hosts(membership):
        raise LastHostError(
            _("This is the only phone that can run the club. Make a recovery code first.")
        )


def _hold_named(membership: Membership) -> list[int]:
    """The nights in which this phone is named beside a hand that it wrote down or took out."""
    places = places_of_phone(membership)
    named = Q(games__hands__by__in=places) | Q(games__hands__voided_by__in=places)
    return _hold_where(named)


@transaction.atomic
def say_who(*, membership: Membership, player: Player | None) -> Membership:
    """Whose phone this is: named beside the hands it records."""
    nights = _hold_named(membership)
    player = whole(player) if player else None
    membership.player = player
    _called_anew(membership, player=player)
    locks.touch_held(nights)
    return membership


def _called_anew(membership: Membership, **told: Any) -> None:
    """Everywhere in the club; what was written down before keeps its author."""
    places_of_phone(membership).update(**told)
    sign_anew(places_of_phone(membership).select_related("signature"))
    membership.refresh_from_db(fields=["signature"])


@transaction.atomic
def name_phone(*, membership: Membership, name: str) -> Membership:
    """What its holder calls this phone; "" for nothing. Raises ValidationError."""
    name = one_line(name)
    if not name.translate(UNSEEN).strip():
        name = ""
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name can have %(most)d letters at the most; this has %(found)d."),
            params={"most": NAME_LENGTH, "found": len(name)},
        )
    nights = _hold_named(membership)
    membership.name = name
    _called_anew(membership, name=name)
    locks.touch_held(nights)
    return membership
