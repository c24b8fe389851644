"""The stored games of a session, with their players."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from django.db.models import Prefetch

from scorekeeper.clubs.models import Session
from scorekeeper.core.localization.words import words
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.selectors import Table


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
