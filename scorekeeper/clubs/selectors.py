"""Reads clubs, their devices, players and links."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from typing import Final

from django.conf import settings
from django.db.models import Count, ForeignObjectRel, Max, Q, QuerySet

from scorekeeper.clubs.models import (
    ANONYMIZED,
    ERASED_NAME,
    MEMBERS,
    Club,
    ImportRow,
    Membership,
    Player,
    Role,
    SamePerson,
    Session,
    ShareLink,
)


def running(club: Club) -> QuerySet[Session]:
    """Returns the open sessions with their games, but for those held within another."""
    listed = club.sessions.filter(closed_at__isnull=True, part_of__isnull=True)
    sessions = listed.prefetch_related("games")
    return sessions.order_by("-played_on", "-id")


def next_of_day(club: Club, day: date) -> int:
    """Returns the number for a new session on that day, from 1."""
    last = Session.every.filter(club=club, played_on=day).aggregate(last=Max("of_day"))["last"]
    return (last or 0) + 1


NAMED: Final = (
    *("games__seats__player", "payments__payer", "payments__payee", "terms__banker"),
    *("expenses__paid_by", "expenses__player", "handovers__player", "handovers__steps__player"),
    *("games__hands__by__player", "games__hands__voided_by__player", "draws__by__player"),
    *("games__hands__signature__player", "games__hands__void_signature__player"),
    *(f"games__hands__line_words__{who}" for who in ("player", "by__player", "signature__player")),
    *("draws__signature__player", "late_corrections__signature__player", "results__player"),
)
"""Lookups of all players that a session's pages name. Extensions have their own."""


def sessions_naming(player: Player) -> QuerySet[Session]:
    """Returns the sessions whose pages and statements show this name. Somebody who paid or entered
    something need not have played."""
    sessions = [
        Q(pk__in=Session.objects.filter(**{place: player}).order_by().values("pk"))
        for place in (*NAMED, *settings.EXTENSIONS.lookups("players named in a session"))
    ]
    return Session.objects.filter(reduce(or_, sessions))


def live_links(club: Club) -> QuerySet[ShareLink]:
    """Returns the active links, newest first, with the number of devices that joined. Closed links
    are listed while members of theirs remain."""
    return (
        club.links.filter(revoked_at__isnull=True)
        .select_related("session")
        .annotate(joined=Count("memberships", filter=Q(memberships__revoked_at__isnull=True)))
        .exclude(closed_at__isnull=False, joined=0)
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class DeviceOfClub:
    """A device of the club, as its hosts see it."""

    memberships: list[Membership]
    """Its active memberships, highest role first."""
    mine: bool

    @property
    def pk(self) -> int:
        return self.memberships[0].pk

    @property
    def whole(self) -> bool:
        """It sees the whole club, not only a session."""
        return any(place.session_id is None for place in self.memberships)

    @property
    def role(self) -> Role:
        roles = [m.role for m in self.memberships if not self.whole or m.session_id is None]
        return Role(max(roles))

    @property
    def runs_club(self) -> bool:
        return self.whole and self.role == Role.HOST

    @property
    def name(self) -> str:
        return next((place.name for place in self.memberships if place.name), "")

    @property
    def player(self) -> Player | None:
        return next((place.player for place in self.memberships if place.player), None)

    @property
    def since(self) -> datetime:
        return min(place.created_at for place in self.memberships)

    @property
    def last_seen(self) -> datetime | None:
        return max((m.last_seen_at for m in self.memberships if m.last_seen_at), default=None)

    @property
    def recovered(self) -> bool:
        return any(place.recovered for place in self.memberships)

    @property
    def invited(self) -> bool:
        return all(place.link_id for place in self.memberships)


def devices(club: Club, digests: Iterable[str]) -> list[DeviceOfClub]:
    """Returns the club's devices, last seen first. ``digests``: those of the current browser."""
    own_digests = set(digests)
    memberships_by_device: dict[int, list[Membership]] = {}
    for membership in _in_force(club):
        memberships_by_device.setdefault(membership.device_id or -membership.pk, []).append(
            membership
        )
    devices = [
        DeviceOfClub(ms, _digest(ms[0]) in own_digests) for ms in memberships_by_device.values()
    ]
    never = datetime.min.replace(tzinfo=UTC)
    return sorted(devices, key=lambda device: device.last_seen or never, reverse=True)


def listed_devices(club: Club, digests: Iterable[str]) -> dict[str, list[DeviceOfClub]]:
    """Returns a page's context: devices of the club, and guests of single sessions."""
    listed = devices(club, digests)
    return {
        "devices": [device for device in listed if device.whole],
        "guests": [device for device in listed if not device.whole],
    }


def _in_force(club: Club) -> QuerySet[Membership]:
    return (
        club.memberships.filter(revoked_at__isnull=True, link__revoked_at__isnull=True)
        .select_related("device", "player")
        .order_by("-role", "-pk")
    )


def _digest(membership: Membership) -> str:
    return membership.device.digest if membership.device else ""


def device(club: Club, pk: int, digests: Iterable[str]) -> DeviceOfClub | None:
    """Returns the device with this active membership of the club, if any."""
    return next((p for p in devices(club, digests) if any(m.pk == pk for m in p.memberships)), None)


def players(club: Club) -> list[Player]:
    """Returns all players, each under the main name."""
    return _by_name(club.players.filter(person=None))


def _by_name(players: Iterable[Player]) -> list[Player]:
    """Sorts players as a list of names is read, whatever the case and the accents: a database may
    put Å after Z."""

    def plain(name: str) -> str:
        letters = unicodedata.normalize("NFKD", name.casefold())
        return "".join(letter for letter in letters if not unicodedata.combining(letter))

    return sorted(players, key=lambda player: (plain(player.name), player.name))


def with_names(club: Club) -> list[Player]:
    """Returns the players whose names can be changed: all but anonymized ones, and those who left
    and never sat at a table."""
    sat = club.players.filter(seats__isnull=False)
    has_sat = Q(pk__in=sat.values("pk")) | Q(pk__in=sat.values("person"))
    listed = club.players.filter(Q(left_at=None) | has_sat, person=None)
    return _by_name(listed.exclude(name__regex=ANONYMIZED))


def named_in_rows(players: Collection[int]) -> set[int]:
    """Returns those of these players (ids) whom any row names, merges and imports aside."""
    named: set[int] = set()
    for relation in Player._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel):
            continue
        model, column = relation.related_model, relation.field.name
        if isinstance(model, type) and not issubclass(model, Player | SamePerson | ImportRow):
            rows = model._base_manager.filter(**{f"{column}__in": players})
            named.update(rows.order_by().values_list(column, flat=True).distinct())
    return named


def free_anonymous_name(club: Club) -> str:
    taken = set(club.players.values_list("name", flat=True))
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{ERASED_NAME} {n}") not in taken
    )


def members(club: Club) -> list[Player]:
    """Returns the players without former and anonymized ones."""
    return _by_name(club.players.filter(MEMBERS))


def people(club: Club, session: Session | None, *, limit: int) -> list[Player]:
    """Returns the session's players, or the club's while the session has none; empty if there are
    more than ``limit``. Of a session whose kind has a list everybody on it."""
    declared = session.declared_kind if session else None
    if session and declared and declared.people:
        listed_ids = Session.objects.filter(pk=session.pk).values(declared.people)
        on_list = Q(pk__in=listed_ids) | Q(names__in=listed_ids)
        return _by_name(club.players.filter(on_list, MEMBERS).distinct())
    sat = Q(seats__game__session=session) | Q(names__seats__game__session=session)
    listed = club.players.filter(MEMBERS)
    players = list(listed.filter(sat).distinct()[: limit + 1]) if session else []
    players = players or list(listed[: limit + 1])
    return _by_name(players) if len(players) <= limit else []
