"""Winnings between each two players of a season, as squares: rows won from columns. The template
draws them; colors are CSS, and a filled square differs from an empty one without them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.short_names import marked
from scorekeeper.ledger.selectors import GameDebts, game_debts
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.selectors import SeasonTable, results

CELL = 32
NAMES, ROOM = 100, 9
"""Room for a name beside its row and above its column, and its characters."""
LARGEST, LEAST = 28, 5
"""Sides of a square."""
SHOWN = 12
"""More cannot be read; the other players share a column of the table behind it."""

TakenSums: TypeAlias = Mapping[tuple[int, int], int]
"""What the first of two won from the second, by their places, in minor units: more than 0."""


@dataclass(frozen=True, slots=True)
class Square:
    x: float
    y: float
    side: float
    took: bool
    """The player of the row won it from the player of the column; else the other way round."""


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    position: float


@dataclass(frozen=True, slots=True)
class TakenMatrix:
    names: tuple[Name, ...]
    """Their positions count from the top for rows, from the left for columns."""
    squares: tuple[Square, ...]

    @property
    def width(self) -> int:
        return NAMES + CELL * len(self.names)

    height = width
    begin = NAMES
    names_at = NAMES - 8


def matrix(names: Sequence[str], sums: TakenSums) -> TakenMatrix | None:
    """Returns None where nobody won anything."""
    most = max(sums.values(), default=0)
    if not most:
        return None
    heads = (Name(name, _middle(index)) for index, name in enumerate(marked(names, ROOM)))
    return TakenMatrix(tuple(heads), tuple(_squares(sums, most)))


def _squares(sums: TakenSums, most: int) -> Iterator[Square]:
    for (taker, giver), amount in sorted(sums.items()):
        side = round(max(LEAST, LARGEST * sqrt(amount / most)), 1)
        for row, column in ((taker, giver), (giver, taker)):
            x, y = _middle(column) - side / 2, _middle(row) - side / 2
            yield Square(round(x, 1), round(y, 1), side, took=row == taker)


def _middle(place: int) -> float:
    return NAMES + CELL * (place + 0.5)


# In numbers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakenRow:
    """Amounts in minor units, below 0 where lost."""

    name: str
    cells: tuple[int | None, ...]
    """Won from each; None: from themselves."""
    others: int
    """Won from all who have no column."""
    in_pots: int
    total: int


def taken_rows(
    names: Sequence[str], sums: TakenSums, in_pots: Mapping[int, int], limit: int = SHOWN
) -> list[TakenRow]:
    """Returns what each of the first ``limit`` players won from each. ``in_pots``: what lies in
    open pots, which counts for nobody yet."""
    net = dict(sums)
    net |= {(giver, taker): -amount for (taker, giver), amount in sums.items()}
    everybody = range(len(names))

    def row(place: int) -> TakenRow:
        amounts = [net.get((place, other), 0) for other in everybody]
        cells = tuple(None if other == place else amounts[other] for other in everybody[:limit])
        pot = in_pots.get(place, 0)
        return TakenRow(names[place], cells, sum(amounts[limit:]), pot, sum(amounts))

    return [row(place) for place in everybody[:limit]]


# Of a season ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakenPage:
    drawn: TakenMatrix
    description: str
    """For those who cannot see it."""
    names: tuple[str, ...]
    rows: list[TakenRow]

    @property
    def has_others(self) -> bool:
        return any(row.others for row in self.rows)

    @property
    def has_pots(self) -> bool:
        return any(row.in_pots for row in self.rows)


def head_to_head(table: SeasonTable, club: Club, season: Season | None) -> TakenPage | None:
    """Returns who won how much from whom; None where nobody won anything. One query, if any money
    moved."""
    if not table.moves_money:
        return None
    counted = results(club, season, table.rules).order_by()
    took, in_pots = _by_places(table, game_debts(counted.values("session"), counted.values("game")))
    names = [rank.name for rank in table.ranks]
    visible = {pair: amount for pair, amount in took.items() if max(pair) < SHOWN}
    drawn = matrix(names[:SHOWN], visible)
    if drawn is None:
        return None
    description = _most_taken(names, visible, club.currency)
    return TakenPage(drawn, description, tuple(names[:SHOWN]), taken_rows(names, took, in_pots))


def _by_places(table: SeasonTable, games: GameDebts) -> tuple[TakenSums, Mapping[int, int]]:
    """Payments by places in the table; one query where players were merged."""
    places = {rank.player_id: place for place, rank in enumerate(table.ranks)}
    ends = {end for pair in games.owed for end in pair} | games.pot_balances.keys()
    for name in Player.objects.filter(pk__in=names) if (names := ends - places.keys()) else ():
        places[name.pk] = places[name.person_pk]
    took: dict[tuple[int, int], int] = defaultdict(int)
    for (debtor, creditor), amount in games.owed.items():
        took[places[creditor], places[debtor]] += amount
        took[places[debtor], places[creditor]] -= amount
    in_pots: dict[int, int] = defaultdict(int)
    for player, net in games.pot_balances.items():
        in_pots[places[player]] += net
    return {pair: amount for pair, amount in took.items() if amount > 0}, in_pots


def _most_taken(names: Sequence[str], sums: TakenSums, currency: str) -> str:
    (taker, giver), amount = max(sums.items(), key=lambda item: item[1])
    return _("Head-to-head: %(taker)s took most, %(amount)s from %(giver)s.") % {
        "taker": names[taker],
        "giver": names[giver],
        "amount": currencies.money(amount, currency),
    }
