"""Whom a player met, who sat on his side, and who of them took how much from whom.

It reads payments of all his games, which his page must not: it stands on a page of its own, and is
kept for as long as nothing of the club's nights changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.selectors import game_debts
from scorekeeper.standings.kept import of_player
from scorekeeper.standings.models import GameResult
from scorekeeper.standings.player import results_of
from scorekeeper.standings.selectors import WHOSE, with_people

NAMED: Final = 3
"""So many are named; the table has everybody."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met. ``nights``: that had both, and ``ahead``: in how many of them the player was,
    ``behind``: in how many he was not, by money or else by hands won; ``taken``: from him in all,
    in minor units, below 0: lost to him."""

    player_id: int
    name: str
    nights: int
    ahead: int
    behind: int
    taken: int


@dataclass(frozen=True, slots=True)
class TableMate:
    """Somebody who sat on the player's side: in how many games, and how many of them they won."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Rivals:
    """``met``: who was met most comes first."""

    met: tuple[Rival, ...]
    mates: tuple[TableMate, ...]

    @property
    def takes_from(self) -> list[Rival]:
        found = [rival for rival in self.met if rival.taken > 0]
        return sorted(found, key=lambda rival: -rival.taken)[:NAMED]

    @property
    def gives_to(self) -> list[Rival]:
        found = [rival for rival in self.met if rival.taken < 0]
        return sorted(found, key=lambda rival: rival.taken)[:NAMED]

    @property
    def moves_money(self) -> bool:
        return any(rival.taken for rival in self.met)

    @property
    def best_mate(self) -> TableMate | None:
        return self.mates[0] if self.mates else None


def rivals(player: Player) -> Rivals:
    """One query where it is kept; else five."""
    return of_player("rivals", player, lambda: _read(player))


def _read(player: Player) -> Rivals:
    own = results_of(player).filter(hands__gt=0, game__isnull=False)
    games = game_debts(own.values("session"), own.values("game"))
    people = Player.objects.filter(club=player.club_id, person__isnull=False)
    person = dict(people.values_list("pk", "person_id"))
    taken: dict[int, int] = defaultdict(int)
    for ends, amount in games.owed.items():
        debtor, creditor = (person.get(each) or each for each in ends)
        if creditor == player.pk:
            taken[debtor] += amount
        elif debtor == player.pk:
            taken[creditor] -= amount
    return Rivals(tuple(_met(player, own, taken)), tuple(_mates(own)))


def _met(player: Player, own: QuerySet[GameResult], taken: Mapping[int, int]) -> Iterator[Rival]:
    there = GameResult.objects.filter(session__in=own.values("session"), hands__gt=0)
    rows = with_people(there).order_by().values_list("session_id", *WHOSE)
    mine: dict[int, tuple[int, int]] = {}
    theirs: dict[int, list[tuple[int, tuple[int, int]]]] = defaultdict(list)
    names: dict[int, str] = {}
    for night, who, name, money, won in rows.annotate(money=Sum("net"), won=Sum("wins")):
        if who == player.pk:
            mine[night] = money, won
        else:
            names[who] = name
            theirs[who].append((night, (money, won)))
    for who in sorted(theirs, key=lambda who: (-len(theirs[who]), names[who].casefold())):
        both = [(mine[night], other) for night, other in theirs[who]]
        ahead = sum(own > other for own, other in both)
        behind = sum(own < other for own, other in both)
        yield Rival(who, names[who], len(both), ahead, behind, taken.get(who, 0))


def _mates(own: QuerySet[GameResult]) -> list[TableMate]:
    """In games of partners: who has the seat across."""
    at = own.filter(game__side__gt=1, game__seats__player=F("player"))
    places = {
        game: (number, side, took)
        for game, number, side, took in at.values_list(
            "game_id", "game__seats__number", "game__side", "took"
        )
    }
    if not places:
        return []
    sitting: dict[int, list[tuple[int, str]]] = defaultdict(list)
    called = Coalesce("game__seats__player__person__name", "game__seats__player__name")
    seats_of = own.filter(game__in=places).annotate(called=called)
    for game, number, name in seats_of.values_list("game_id", "game__seats__number", "called"):
        sitting[game].append((number, name))
    together: dict[str, list[bool]] = defaultdict(list)
    for game, (number, side, took) in places.items():
        seats = len(sitting[game]) // side
        for other, name in sitting[game]:
            if other != number and other % seats == number % seats:
                together[name].append(took)
    found = [TableMate(name, len(won), sum(won)) for name, won in together.items()]
    return sorted(found, key=lambda mate: (-mate.games, -mate.won, mate.name.casefold()))
