"""The games of an evening with the people at them, as they were kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Prefetch

from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Seat
from scorekeeper.play.selectors import Table


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
        for player, amount in zip(at.players, at.kept.balances, strict=True):
            net[player.pk] += amount
    return net
