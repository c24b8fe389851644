"""A season's table as it is kept in this process: worked out once, and after a hand only as far as
nights have changed. It is never behind: what it rests on is asked each time.

What a night shows cannot change without its version (``clubs.locks``). Whoever wants all nights of
a table, or rules that nobody keeps, asks ``selectors.ranked``.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.ranking.facts import nights_of
from scorekeeper.standings.ranking.growing import GrowingTable
from scorekeeper.standings.rules import SeasonRules
from scorekeeper.standings.selectors import (
    Called,
    Courses,
    SeasonTable,
    gathered,
    named,
    results,
    season_lines,
)

MOST = 150_000
"""Places in nights that a process keeps, of all tables together: about 100 MB."""
AROUND = 50
"""Places that a table of nobody takes as much room as, and so does each drawing of it."""
LINES = 24
"""Of a chart, and of the table behind it: whoever stands lower is told by his own page."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """``versions``: of the nights it rests on."""

    state: Mapping[str, Any]
    versions: Mapping[int, int]
    rules: SeasonRules
    growing: GrowingTable
    names: Mapping[int, Called]
    table: SeasonTable
    courses: Courses
    drawn: dict[Any, Any]
    """What was drawn of it, and of the table before it, by who reads it (``drawn``)."""
    beside: dict[str, Any]
    """What else was read of its nights, and of those before (``passing``); each has a ``size``."""

    @property
    def whole(self) -> SeasonTable:
        """With all its nights."""
        return named(self.rules, self.growing.standings, self.names)

    @property
    def size(self) -> int:
        """In places of nights; what stands around them, and what was drawn, takes room as well."""
        around = (1 + len(self.drawn)) * (AROUND + len(self.table.ranks))
        around += sum(int(each.size) for each in self.beside.values())
        return around + sum(len(night.parts) for night in self.growing.nights.values())


_kept: OrderedDict[str, KeptTable] = OrderedDict()
_lock = Lock()


def state(club: Club, season: Season | None) -> dict[str, Any]:
    """Changes with every night of it, and with a face. Two queries."""
    nights = _nights(club, season)
    told = nights.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))
    faces = Player.objects.filter(club=club).exclude(face="").order_by("pk")
    return {**told, "faces": tuple(faces.values_list("pk", "face"))}


def ranked_as_kept(
    club: Club, season: Season | None, rules: SeasonRules
) -> tuple[SeasonTable, Courses]:
    """The table without its nights, and its lines."""
    found = kept_table(club, season, rules)
    return found.table, found.courses


def kept_table(club: Club, season: Season | None, rules: SeasonRules) -> KeptTable:
    """To know that it stands costs two queries."""
    key = json.dumps([club.code, season.pk if season else None, rules.dump(), rules.usual])
    days = [str(season.starts), str(season.ends)] if season else []
    key, now = f"{key} {days}", state(club, season)
    with _lock:
        found = _kept.get(key)
    if found is None or found.state != now:
        found = _followed(found, now, club, season, rules)
        _keep(key, found)
    return found


def _nights(club: Club, season: Season | None) -> QuerySet[Session]:
    return Session.objects.filter(season.days if season else Q(), club=club)


def _followed(
    before: KeptTable | None,
    now: Mapping[str, Any],
    club: Club,
    season: Season | None,
    rules: SeasonRules,
) -> KeptTable:
    """Reads the nights that are not as they were."""
    versions = dict(_nights(club, season).values_list("pk", "version"))
    found = results(club, season, rules)
    if before is None:
        parts, names = gathered(found)
        nights = nights_of(parts)
        growing = GrowingTable(nights, rules.method_for(nights))
        return _made(now, versions, rules, growing, names, {}, {})
    held = before.versions
    changed = [pk for pk in {*versions, *held} if versions.get(pk) != held.get(pk)]
    parts, names = gathered(found.filter(session__in=changed))
    growing = before.growing.moved(changed, nights_of(parts))
    nights = tuple(growing.reckoned.nights)
    if growing.method != (method := rules.method_for(nights)):
        growing = GrowingTable(nights, method)
    names = {**before.names, **names}
    if now["faces"] != before.state["faces"]:
        face = dict(now["faces"])
        names = {pk: replace(called, face=face.get(pk, "")) for pk, called in names.items()}
    drawn, beside = dict(before.drawn), dict(before.beside)
    return _made(now, versions, rules, growing, names, drawn, beside)


def _made(
    now: Mapping[str, Any],
    versions: Mapping[int, int],
    rules: SeasonRules,
    growing: GrowingTable,
    names: Mapping[int, Called],
    drawn: dict[Any, Any],
    beside: dict[str, Any],
) -> KeptTable:
    whole = named(rules, growing.standings, names)
    courses = season_lines(whole, lines=LINES)
    bare = whole.without_nights
    return KeptTable(now, versions, rules, growing, names, bare, courses, drawn, beside)


def _keep(key: str, found: KeptTable) -> None:
    """The one that was asked for least recently goes first; the last one stays."""
    with _lock:
        _kept[key] = found
        _kept.move_to_end(key)
        room = MOST - sum(each.size for each in _kept.values())
        while room < 0 and len(_kept) > 1:
            room += _kept.popitem(last=False)[1].size


def forget() -> None:
    """As a process that has just been started."""
    with _lock:
        _kept.clear()
