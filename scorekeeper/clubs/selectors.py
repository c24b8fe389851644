"""Reads of clubs, and of what a browser may see of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Count, Max, Q, QuerySet

from scorekeeper.clubs.models import Club, Membership, Player, Role, Session, ShareLink


def running(club: Club) -> QuerySet[Session]:
    """The nights that are on, with their games."""
    found = club.sessions.filter(closed_at__isnull=True).prefetch_related("games")
    return found.order_by("-played_on", "-id")


def next_of_day(club: Club, day: date) -> int:
    """The number of one more night on that day, from 1."""
    last = Session.every.filter(club=club, played_on=day).aggregate(last=Max("of_day"))["last"]
    return (last or 0) + 1


NAMED: Final = (
    *("games__seats__player", "payments__payer", "payments__payee", "terms__banker"),
    *("costs__paid_by", "costs__player", "handovers__player", "handovers__steps__player"),
    *("games__hands__by__player", "games__hands__voided_by__player", "draws__by__player"),
    *("games__hands__signature__player", "games__hands__void_signature__player"),
    *(f"games__hands__line_words__{who}" for who in ("player", "by__player", "signature__player")),
    *("draws__signature__player", "late_corrections__signature__player", "results__player"),
)
"""Where a night says a name: who sat and paid, and who said so."""


def nights_naming(player: Player) -> QuerySet[Session]:
    """All whose pages and sheets say this name: who has to do with a night's money, or wrote
    something down, need not have sat down."""
    nights = [
        Q(pk__in=Session.objects.filter(**{place: player}).order_by().values("pk"))
        for place in NAMED
    ]
    return Session.objects.filter(reduce(or_, nights))


def live_links(club: Club) -> QuerySet[ShareLink]:
    """Invitations in force, the newest first, with how many phones came by each; of those that let
    nobody new in, the ones by which somebody is still here."""
    return (
        club.links.filter(revoked_at__isnull=True)
        .select_related("session")
        .annotate(joined=Count("memberships", filter=Q(memberships__revoked_at__isnull=True)))
        .exclude(closed_at__isnull=False, joined=0)
        .order_by("-pk")
    )


@dataclass(frozen=True, slots=True)
class PhoneOfClub:
    """A browser that has a place in the club, as its hosts see it."""

    held: list[Membership]
    """What it may do, the most first."""
    mine: bool

    @property
    def pk(self) -> int:
        return self.held[0].pk

    @property
    def whole(self) -> bool:
        """It may see the club, not only an evening."""
        return any(each.session_id is None for each in self.held)

    @property
    def role(self) -> Role:
        told = [m.role for m in self.held if not self.whole or m.session_id is None]
        return Role(max(told))

    @property
    def runs_club(self) -> bool:
        return self.whole and self.role == Role.HOST

    @property
    def name(self) -> str:
        return next((each.name for each in self.held if each.name), "")

    @property
    def player(self) -> Player | None:
        return next((each.player for each in self.held if each.player), None)

    @property
    def since(self) -> datetime:
        return min(each.created_at for each in self.held)

    @property
    def last_seen(self) -> datetime | None:
        return max((m.last_seen_at for m in self.held if m.last_seen_at), default=None)

    @property
    def recovered(self) -> bool:
        return any(each.recovered for each in self.held)

    @property
    def invited(self) -> bool:
        return all(each.link_id for each in self.held)


def phones(club: Club, held: Iterable[str]) -> list[PhoneOfClub]:
    """The browsers with a place in the club, who came by last first. ``held``: the digests of the
    browser that asks."""
    mine = set(held)
    found: dict[int, list[Membership]] = {}
    for each in _in_force(club):
        found.setdefault(each.phone_id or -each.pk, []).append(each)
    listed = [PhoneOfClub(ms, _digest(ms[0]) in mine) for ms in found.values()]
    never = datetime.min.replace(tzinfo=UTC)
    return sorted(listed, key=lambda phone: phone.last_seen or never, reverse=True)


def listed_phones(club: Club, held: Iterable[str]) -> dict[str, list[PhoneOfClub]]:
    """As a page shows them: those of the club, and apart from them the guests of single nights."""
    found = phones(club, held)
    return {"phones": [p for p in found if p.whole], "guests": [p for p in found if not p.whole]}


def _in_force(club: Club) -> QuerySet[Membership]:
    return (
        club.memberships.filter(revoked_at__isnull=True, link__revoked_at__isnull=True)
        .select_related("phone", "player")
        .order_by("-role", "-pk")
    )


def _digest(membership: Membership) -> str:
    return membership.phone.digest if membership.phone else ""


def phone(club: Club, pk: int, held: Iterable[str]) -> PhoneOfClub | None:
    """The browser that has this place in the club, if it is in force."""
    return next((p for p in phones(club, held) if any(m.pk == pk for m in p.held)), None)


def players(club: Club) -> list[Player]:
    """Everybody who ever played, each by one name."""
    return list(club.players.filter(person=None).order_by("name"))


def members(club: Club) -> list[Player]:
    """The same without those who have left: who is offered a seat."""
    return list(club.players.filter(person=None, left_at=None).order_by("name"))


def people(club: Club, session: Session | None, *, most: int) -> list[Player]:
    """Who plays this night, or in the club while the night has nobody; nobody if there are more
    than ``most``."""
    sat = Q(seats__game__session=session) | Q(names__seats__game__session=session)
    listed = club.players.filter(person=None, left_at=None).order_by("name")
    found = list(listed.filter(sat).distinct()[: most + 1]) if session else []
    found = found or list(listed[: most + 1])
    return found if len(found) <= most else []
