"""Finds a person who sits twice at one table under two names that are merged here. Reads only.

Hosts' merges are checked before they are written (``people``); a document brings both at once, or
sessions of two people whom this group knows to be one.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import by_shown_name
from scorekeeper.ledger.models import ImportedResult
from scorekeeper.play.models import Seat

SeatedTwice = tuple[Session, Player, Player]


def seated_twice(sessions: Iterable[int]) -> SeatedTwice | None:
    """Returns the first case in these sessions (by id), None where there is none."""
    listed = list(sessions)
    if not Player.objects.filter(club__sessions__in=listed, person__isnull=False).exists():
        return None
    return next(chain(_at_tables(listed), _in_spreadsheets(listed)), None)


def _at_tables(sessions: list[int]) -> Iterator[SeatedTwice]:
    counts = Q(game__removed_at=None) | Q(game__session__closed_at=None)  # may be restored
    seats = Seat.objects.filter(counts, game__session__in=sessions).order_by("game", "number")
    rows = seats.select_related("player", "game__session")
    for game, there in groupby(rows, key=lambda seat: seat.game):
        yield from _twice(game.session, [seat.player for seat in there])


def _in_spreadsheets(sessions: list[int]) -> Iterator[SeatedTwice]:
    lines = ImportedResult.objects.filter(session__in=sessions, session__removed_at=None)
    rows = lines.select_related("player", "session").order_by("session", "pk")
    for session, there in groupby(rows, key=lambda line: line.session):
        yield from _twice(session, [line.player for line in there])


def _twice(session: Session, players: list[Player]) -> Iterator[SeatedTwice]:
    person_by_name = by_shown_name(players)
    for player in players:
        if person_by_name[player.pk] != player:
            yield session, person_by_name[player.pk], player
