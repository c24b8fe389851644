"""Sessions as rows of a list, and the stored games of one session with their players."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Prefetch, Q, QuerySet

from scorekeeper.clubs.models import Club, Membership, Role, Session
from scorekeeper.core.localization.words import words
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.selectors import Table


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as a row in a list."""

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
        """Titles of the games played, each once, in order."""
        return list(dict.fromkeys(game.title for game in self.games))

    @property
    def hands(self) -> int:
        return sum(game.hands_played for game in self.games)


@dataclass(slots=True)
class Place:
    """A group that a browser has access to, and the sessions running there."""

    club: Club
    role: Role
    whole: bool
    """It may see the group, not only one session."""
    running: list[SessionRow] = field(default_factory=list)


def _with_games(sessions: QuerySet[Session]) -> QuerySet[Session]:
    light = Game.objects.only(
        "id",
        "session_id",
        "number",
        "variant",
        "preset",
        "last_number",
        "hand_count",
        "tally",
        "closed_at",
    ).order_by("number")
    return sessions.prefetch_related(Prefetch("games", queryset=light))


def running_sessions(club: Club, *, may_score: bool) -> list[SessionRow]:
    running = _newest_first(club).filter(closed_at__isnull=True)
    return [SessionRow(s, list(s.games.all()), may_score) for s in _with_games(running)]


def past_sessions(club: Club) -> QuerySet[Session]:
    return _with_games(_newest_first(club).filter(closed_at__isnull=False))


def _newest_first(club: Club) -> QuerySet[Session]:
    """Returns the sessions of lists, without those held within another."""
    return club.sessions.filter(part_of__isnull=True).order_by("-played_on", "-id")


def places(digests: Iterable[str]) -> list[Place]:
    """Returns the groups that a browser with devices of these digests has access to, newest
    first."""
    memberships = (
        Membership.objects.filter(
            device__digest__in=list(digests), revoked_at__isnull=True, link__revoked_at__isnull=True
        )
        .select_related("club", "session")
        .order_by("-pk")
    )
    by_club: dict[int, list[Membership]] = {}
    for membership in memberships:
        by_club.setdefault(membership.club_id, []).append(membership)
    places = [_place(memberships) for memberships in by_club.values()]
    _fill(places, by_club)
    return [place for place in places if place.whole or place.running]


def _place(memberships: list[Membership]) -> Place:
    whole = [m for m in memberships if m.session_id is None]
    role = max(m.role for m in (whole or memberships))
    return Place(memberships[0].club, Role(role), bool(whole))


def _fill(places: list[Place], by_club: dict[int, list[Membership]]) -> None:
    """Adds the running sessions, read in one query, to their groups."""
    whole = [place.club.pk for place in places if place.whole]
    single = [m.session_id for ms in by_club.values() for m in ms if m.session_id]
    sessions = Session.objects.filter(
        Q(club__in=whole, part_of__isnull=True) | Q(pk__in=single), closed_at__isnull=True
    ).order_by("-played_on", "-id")
    place_by_club = {place.club.pk: place for place in places}
    for session in _with_games(sessions):
        place = place_by_club[session.club_id]
        roles = [m.role for m in by_club[session.club_id] if m.session_id in (None, session.pk)]
        may_score = max(roles) >= Role.SCORER
        place.running.append(SessionRow(session, list(session.games.all()), may_score))


def last_games(club: Club) -> dict[str, Game]:
    """Returns the newest game of each variant, by its key, but for those of sessions within
    another, which sets their people, stakes and ends."""
    newest: dict[str, Game] = {}
    games = Game.objects.filter(session__club=club, session__part_of__isnull=True)
    recent = games.select_related("session__club").order_by("-pk")[:50]
    for game in recent:
        newest.setdefault(game.variant, game)
    return newest


# The games of a session ----------------------------------------------------------------------


def session_tables(session: Session) -> list[Table]:
    """Returns the tables in order of play. Two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    games = session.games.order_by("number").prefetch_related(seats)
    tables = []
    for game in games:
        game.session = session
        tables.append(Table(game, [seat.player for seat in game.seats.all()]))
    return tables


def net_by_player(games: Iterable[Table]) -> dict[int, int]:
    """Returns the sum of these games by player id, in minor units, without what is in pots."""
    net: dict[int, int] = defaultdict(int)
    for table in games:
        for player, amount in zip(table.players, table.state.balances, strict=True):
            net[player.pk] += amount
    return net


def game_titles(games: Iterable[Game]) -> dict[int, str]:
    """Returns the titles of a session's games by id; equal ones are numbered."""
    titled = [(game, words(game.title)) for game in games]
    counts = Counter(title for _game, title in titled)
    return {
        game.pk: title if counts[title] == 1 else f"{game.number}. {title}"
        for game, title in titled
    }


def game_title(game: Game) -> str:
    """Returns the title of one game. One query."""
    return game_titles([*game.session.games.exclude(pk=game.pk), game])[game.pk]


def removed_numbers(numbers: Iterable[int]) -> list[int]:
    """Returns the numbers missing between those of a session's games: games that were removed."""
    known = set(numbers)
    return [number for number in range(1, max(known, default=0)) if number not in known]
