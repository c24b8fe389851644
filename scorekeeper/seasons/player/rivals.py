"""A player's opponents and partners, and the winnings between each two.

Reads the payments of all the player's games, so it has a page of its own, cached as long as no
session of the group changes.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.selectors import game_debts
from scorekeeper.seasons.player.selectors import results_of
from scorekeeper.seasons.selectors import WHOSE, readable_net, with_people
from scorekeeper.seasons.table_html import cached_for_player

SHOWN_RIVALS: Final = 3
"""How many rivals are named; the table has everyone."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A player met. ``sessions``: sessions with both; ``ahead`` and ``behind``: in how many of them
    the player had more or less money, or else hands won; ``amount``: won from the rival in all, in
    minor units, below 0 if lost."""

    player_id: int
    name: str
    sessions: int
    ahead: int
    behind: int
    amount: int


@dataclass(frozen=True, slots=True)
class TableMate:
    """A partner: in how many games, and how many of them they won."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Rivals:
    """``met``: the most met first."""

    met: tuple[Rival, ...]
    mates: tuple[TableMate, ...]

    @property
    def takes_from(self) -> list[Rival]:
        matching = [rival for rival in self.met if rival.amount > 0]
        return sorted(matching, key=lambda rival: -rival.amount)[:SHOWN_RIVALS]

    @property
    def gives_to(self) -> list[Rival]:
        matching = [rival for rival in self.met if rival.amount < 0]
        return sorted(matching, key=lambda rival: rival.amount)[:SHOWN_RIVALS]

    @property
    def moves_money(self) -> bool:
        return any(rival.amount for rival in self.met)

    @property
    def best_mate(self) -> TableMate | None:
        return self.mates[0] if self.mates else None


def rivals(player: Player) -> Rivals:
    """Returns a player's rivals. One query where it is cached; else five."""
    return cached_for_player("rivals", player, lambda: _read(player))


def _read(player: Player) -> Rivals:
    own = results_of(player).filter(hands__gt=0, game__isnull=False)
    games = game_debts(own.values("session"), own.values("game"))
    people = Player.objects.filter(club=player.club_id, person__isnull=False)
    person = dict(people.values_list("pk", "person_id"))
    amounts: dict[int, int] = defaultdict(int)
    for ends, amount in games.owed.items() if currencies.are_shown() else ():
        debtor, creditor = (person.get(end) or end for end in ends)
        if creditor == player.pk:
            amounts[debtor] += amount
        elif debtor == player.pk:
            amounts[creditor] -= amount
    return Rivals(tuple(_met(player, own, amounts)), tuple(_mates(own)))


def _met(player: Player, own: QuerySet[GameResult], amounts: Mapping[int, int]) -> Iterator[Rival]:
    met = GameResult.objects.filter(session__in=own.values("session"), hands__gt=0)
    rows = with_people(met).order_by().values_list("session_id", *WHOSE)
    mine: dict[int, tuple[int, int]] = {}
    theirs: dict[int, list[tuple[int, tuple[int, int]]]] = defaultdict(list)
    names: dict[int, str] = {}
    for session, other, name, net, won in rows.annotate(money=Sum("net"), won=Sum("wins")):
        money = readable_net(net)
        if other == player.pk:
            mine[session] = money, won
        else:
            names[other] = name
            theirs[other].append((session, (money, won)))
    for other in sorted(theirs, key=lambda pk: (-len(theirs[pk]), names[pk].casefold())):
        both = [(mine[session], result) for session, result in theirs[other]]
        ahead = sum(own > result for own, result in both)
        behind = sum(own < result for own, result in both)
        yield Rival(other, names[other], len(both), ahead, behind, amounts.get(other, 0))


def _mates(own: QuerySet[GameResult]) -> list[TableMate]:
    """Returns partners: those with the seat across."""
    own_seats = own.filter(game__side__gt=1, game__seats__player=F("player"))
    places = {
        game: (number, side, took)
        for game, number, side, took in own_seats.values_list(
            "game_id", "game__seats__number", "game__side", "took"
        )
    }
    if not places:
        return []
    sitting: dict[int, list[tuple[int, str]]] = defaultdict(list)
    player_name = Coalesce("game__seats__player__person__name", "game__seats__player__name")
    seats_of = own.filter(game__in=places).annotate(name=player_name)
    for game, number, name in seats_of.values_list("game_id", "game__seats__number", "name"):
        sitting[game].append((number, name))
    together: dict[str, list[bool]] = defaultdict(list)
    for game, (number, side, took) in places.items():
        seats = len(sitting[game]) // side
        for other, name in sitting[game]:
            if other != number and other % seats == number % seats:
                together[name].append(took)
    mates = [TableMate(name, len(won), sum(won)) for name, won in together.items()]
    return sorted(mates, key=lambda mate: (-mate.games, -mate.won, mate.name.casefold()))
