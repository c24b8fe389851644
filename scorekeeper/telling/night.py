"""The games of an evening with the people at them, as they were kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from django.db.models import Prefetch

from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.selectors import Table
from scorekeeper.wording.words import words


def tables(session: Session) -> list[Table]:
    """In order of play. Two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    games = session.games.order_by("number").prefetch_related(seats)
    found = []
    for game in games:
        game.session = session
        found.append(Table(game, [seat.player for seat in game.seats.all()]))
    return found


def net_tonight(games: Iterable[Table]) -> dict[int, int]:
    """Net by player id from all these games, in minor units; what lies in a pot is not back."""
    net: dict[int, int] = defaultdict(int)
    for at in games:
        for player, amount in zip(at.players, at.state.balances, strict=True):
            net[player.pk] += amount
    return net


def titles(games: Iterable[Game]) -> dict[int, str]:
    """What each of a night's games is called, by its id; two of one name with their numbers."""
    named = [(game, words(game.title)) for game in games]
    often = Counter(title for _game, title in named)
    return {
        game.pk: title if often[title] == 1 else f"{game.number}. {title}" for game, title in named
    }


def title(game: Game) -> str:
    """The same of one game. One query."""
    return titles([*game.session.games.exclude(pk=game.pk), game])[game.pk]


def numbers_removed(numbers: Iterable[int]) -> list[int]:
    """Those missing between the numbers of a night's games: of games that were removed."""
    known = set(numbers)
    return [number for number in range(1, max(known, default=0)) if number not in known]
