"""Contents of the pages about players. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.clubs.players.names import likely
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.clubs.selectors import players, sessions_naming
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.exchange.people.merge_checks import session_of_both
from scorekeeper.extensions.exchange.spreadsheets.selectors import gone_players
from scorekeeper.ledger.models import GameResult
from scorekeeper.settlement.balances import session_balances

SUGGESTED = 6
"""Pairs of names on the page; more are checked, as some sat together."""
COMPARED = 200
"""How many of the newest names are compared with each other."""
CHECKED_PAIRS = 24
OPEN_SESSIONS = 12
"""Open balances are looked for in so many of the last sessions."""


@dataclass(frozen=True, slots=True)
class NameResults:
    """Results under some names. Money in minor units; none where it is not shown."""

    sessions: int
    hands: int
    net: int


def results_under(names: Sequence[int]) -> NameResults:
    """Adds up the results. One query."""
    results = GameResult.objects.filter(player__in=names)
    counted = results.filter(Q(hands__gt=0) | ~Q(net=0) | Q(game=None))
    sums = results.aggregate(hands=Sum("hands"), net=Sum("net"))
    sessions = counted.order_by().values("session").distinct().count()
    net = int(sums["net"] or 0) if currencies.are_shown() else 0
    return NameResults(sessions, int(sums["hands"] or 0), net)


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two names that may be one person's: the name with fewer sessions, and the one to keep."""

    name: Player
    person: Player


def listed_players(club: Club) -> list[Player]:
    """Returns all players under their main names, without those who came and left with an import
    that was undone."""
    gone = gone_players(club)
    return [player for player in players(club) if player.pk not in gone]


def likely_duplicates(club: Club) -> list[DuplicatePair]:
    """Returns pairs of similar names that never sat together."""
    here = club.players.filter(person=None).exclude(pk__in=gone_players(club))
    newest = here.order_by("-pk")[:COMPARED]
    people = [player for player in reversed(list(newest)) if not player.is_anonymized]
    pairs: list[DuplicatePair] = []
    for left, right in list(likely([player.name for player in people]))[:CHECKED_PAIRS]:
        first, second = people[left], people[right]
        if not session_of_both(club, names_of(first.pk), names_of(second.pk)):
            pairs.append(_in_order(first, second))
        if len(pairs) == SUGGESTED:
            break
    return pairs


def _in_order(first: Player, second: Player) -> DuplicatePair:
    ahead = results_under(names_of(second.pk)).sessions > results_under(names_of(first.pk)).sessions
    return DuplicatePair(first, second) if ahead else DuplicatePair(second, first)


@dataclass(frozen=True, slots=True)
class OpenDebt:
    """``amount``: what the player gets back, below 0 what they owe, in minor units."""

    session: Session
    amount: int


def open_debts(player: Player) -> list[OpenDebt]:
    """Returns balances of the player's last sessions that have payments."""
    names = set(names_of(player.person_pk))
    sessions = sessions_naming(player) | Session.objects.filter(pk__in=_sessions(names))
    debts = []
    for session in (
        sessions.select_related("club").order_by("-played_on", "-pk").distinct()[:OPEN_SESSIONS]
    ):
        for settled, amount in session_balances(session).arrived.items():
            if settled.pk in names and amount:
                debts.append(OpenDebt(session, amount))
    return debts


def _sessions(names: set[int]) -> list[int]:
    results = GameResult.objects.filter(player__in=names, game__isnull=False)
    return list(results.values_list("session_id", flat=True).distinct())
