"""What passed between the players of a table, night by night, as this process has read it: after a
hand only the nights that changed are read again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.clubs.models import Club
from scorekeeper.engine.settle_up import netted
from scorekeeper.ledger.selectors import Passed, passed_by_night
from scorekeeper.standings.kept import KeptTable
from scorekeeper.standings.models import Season
from scorekeeper.standings.selectors import results

NAME = "passed"


@dataclass(frozen=True, slots=True)
class PassedNights:
    """``versions``: of the nights it rests on; ``nights``: of those where money moved."""

    versions: Mapping[int, int]
    nights: Mapping[int, Passed]

    @property
    def size(self) -> int:
        return sum(len(night.owed) for night in self.nights.values())

    @property
    def together(self) -> Passed:
        owed: dict[tuple[int, int], int] = defaultdict(int)
        in_pots: dict[int, int] = defaultdict(int)
        for night in self.nights.values():
            for pair, amount in night.owed.items():
                owed[pair] += amount
            for player, net in night.in_pots.items():
                in_pots[player] += net
        return Passed(netted(owed), dict(in_pots))


def passed_of(found: KeptTable, club: Club, season: Season | None) -> Passed:
    """In the games that this table counts. No query while its nights stay as they are, else one."""
    before: PassedNights | None = found.beside.get(NAME)
    if before is None or before.versions != found.versions:
        found.beside[NAME] = before = _followed(before, found, club, season)
    return before.together


def _followed(
    before: PassedNights | None, found: KeptTable, club: Club, season: Season | None
) -> PassedNights:
    now = found.versions
    held, nights = (before.versions, before.nights) if before else ({}, {})
    changed = [pk for pk in {*now, *held} if now.get(pk) != held.get(pk)]
    games = results(club, season, found.rules).order_by().values("game")
    anew = passed_by_night([pk for pk in changed if pk in now], games)
    gone = set(changed)
    stay = {pk: told for pk, told in nights.items() if pk not in gone}
    return PassedNights(now, stay | anew)
