"""Contents of the page of a season's charts, read from the database and put into words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.localization import currencies, dates
from scorekeeper.ledger.selectors import GameDebts, game_debts
from scorekeeper.seasons.charts.days import WEEK, DaySquare, PlayedSession, Year, weekday_at, years
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.player.matrix import (
    SHOWN,
    TakenMatrix,
    TakenRow,
    TakenSums,
    matrix,
    taken_rows,
)
from scorekeeper.seasons.ranking.facts import SessionFacts
from scorekeeper.seasons.selectors import SeasonTable, results

MONDAY = date(2024, 1, 1)


# Head-to-head --------------------------------------------------------------------------------


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


# The days that were played ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class YearPage:
    drawn: Year
    days: list[tuple[DaySquare, Session]]
    months: list[tuple[str, float]]

    @classmethod
    def from_year(cls, year: Year, sessions: Mapping[int, Session]) -> "YearPage":
        months = zip(month_names(year), (month.x for month in year.months), strict=True)
        return cls(year, [(day, sessions[day.session.key]) for day in year.days], list(months))


@dataclass(frozen=True, slots=True)
class DaysPage:
    years: list[YearPage]
    weekdays: list[tuple[str, float]]
    """Every other weekday, and the y of its label."""
    sessions: list[tuple[PlayedSession, Session]]
    """Those in the drawing, newest first."""


def days(table: SeasonTable) -> DaysPage | None:
    """Returns the days that were played; None before the first session. One query."""
    played = played_sessions(table)
    if not played:
        return None
    drawn = years(played)
    sessions = Session.objects.in_bulk([session.key for session in played])
    oldest = drawn[-1].number
    return DaysPage(
        [YearPage.from_year(year, sessions) for year in drawn],
        weekdays(),
        [
            (session, sessions[session.key])
            for session in reversed(played)
            if session.on.year >= oldest
        ],
    )


def played_sessions(table: SeasonTable) -> list[PlayedSession]:
    return [
        PlayedSession(session.on, session.key, _hands(session))
        for session in table.ranking.sessions
    ]


def month_names(year: Year) -> list[str]:
    return [dates.short_month(month.first) for month in year.months]


def weekdays() -> list[tuple[str, float]]:
    """Every other weekday, with the y of its label."""
    days = ((number, MONDAY + timedelta(days=number)) for number in range(0, WEEK, 2))
    return [(dates.short_weekday(day), weekday_at(number)) for number, day in days]


def _hands(session: SessionFacts) -> int:
    """Returns the hands of the player with the most, added up over the games."""
    return sum(max(part.hands for part in game) for game in session.games())
