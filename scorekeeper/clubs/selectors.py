"""Reads of clubs, and of what a browser may see of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db.models import Count, Prefetch, Q, QuerySet

from scorekeeper.clubs.models import Club, Membership, Player, Role, ShareLink
from scorekeeper.play.models import Game, Session


@dataclass(frozen=True, slots=True)
class Night:
    """An evening as a line in a list."""

    session: Session
    games: list[Game]
    may_score: bool

    @property
    def game(self) -> Game | None:
        """The game being played."""
        return next((g for g in reversed(self.games) if g.closed_at is None), None)

    @property
    def next_hand(self) -> int:
        return self.game.last_number + 1 if self.game else 1

    @property
    def names(self) -> list[str]:
        """The games played, each once, in order."""
        return list(dict.fromkeys(game.title for game in self.games))

    @property
    def hands(self) -> int:
        return sum(game.hand_count for game in self.games)


@dataclass(slots=True)
class Place:
    """A club in which a browser has a place, and the evenings running there."""

    club: Club
    role: Role
    whole: bool
    """It may see the club, not only an evening."""
    running: list[Night] = field(default_factory=list)


def _with_games(sessions: QuerySet[Session]) -> QuerySet[Session]:
    light = Game.objects.only(
        "id",
        "session_id",
        "number",
        "variant",
        "preset",
        "last_number",
        "hand_count",
        "closed_at",
    ).order_by("number")
    return sessions.prefetch_related(Prefetch("games", queryset=light))


def nights(sessions: QuerySet[Session], *, may_score: bool) -> list[Night]:
    return [Night(s, list(s.games.all()), may_score) for s in _with_games(sessions)]


def running_nights(club: Club, *, may_score: bool) -> list[Night]:
    running = club.sessions.filter(closed_at__isnull=True).order_by("-played_on", "-id")
    return nights(running, may_score=may_score)


def past_nights(club: Club) -> QuerySet[Session]:
    past = club.sessions.filter(closed_at__isnull=False).order_by("-played_on", "-id")
    return _with_games(past)


def places(held: Iterable[str]) -> list[Place]:
    """Where a browser with phones of these digests has a place, the newest first."""
    found = (
        Membership.objects.filter(
            phone__digest__in=list(held), revoked_at__isnull=True, link__revoked_at__isnull=True
        )
        .select_related("club", "session")
        .order_by("-pk")
    )
    by_club: dict[int, list[Membership]] = {}
    for membership in found:
        by_club.setdefault(membership.club_id, []).append(membership)
    made = [_place(memberships) for memberships in by_club.values()]
    _fill(made, by_club)
    return [place for place in made if place.whole or place.running]


def _place(memberships: list[Membership]) -> Place:
    whole = [m for m in memberships if m.session_id is None]
    role = max(m.role for m in (whole or memberships))
    return Place(memberships[0].club, Role(role), bool(whole))


def _fill(made: list[Place], by_club: dict[int, list[Membership]]) -> None:
    """Put the running evenings, read in one go, into their clubs."""
    whole = [place.club.pk for place in made if place.whole]
    single = [m.session_id for ms in by_club.values() for m in ms if m.session_id]
    sessions = Session.objects.filter(
        Q(club__in=whole) | Q(pk__in=single), closed_at__isnull=True
    ).order_by("-played_on", "-id")
    of_club = {place.club.pk: place for place in made}
    for session in _with_games(sessions):
        place = of_club[session.club_id]
        roles = [m.role for m in by_club[session.club_id] if m.session_id in (None, session.pk)]
        may_score = max(roles) >= Role.SCORER
        place.running.append(Night(session, list(session.games.all()), may_score))


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
    return list(club.players.order_by("name"))


def people(club: Club, session: Session | None, *, most: int) -> list[Player]:
    """Who plays this night, or in the club while the night has nobody; nobody if there are more
    than ``most``."""
    tonight = club.players.filter(seats__game__session=session).distinct() if session else None
    found = list(tonight.order_by("name")[: most + 1]) if tonight is not None else []
    found = found or list(club.players.order_by("name")[: most + 1])
    return found if len(found) <= most else []


def last_game(club: Club) -> Game | None:
    """The game started last in this club."""
    return Game.objects.filter(session__club=club).order_by("-pk").first()


def last_games(club: Club) -> dict[str, Game]:
    """The newest game of each variant, by its key."""
    newest: dict[str, Game] = {}
    recent = Game.objects.filter(session__club=club).order_by("-pk")[:50]
    for game in recent:
        newest.setdefault(game.variant, game)
    return newest
