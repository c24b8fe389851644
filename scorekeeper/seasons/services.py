"""Writes seasons; nothing else may."""

from collections.abc import Mapping
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Session
from scorekeeper.core.localization.words import day
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import SessionBy
from scorekeeper.seasons.rules import parse_rules
from scorekeeper.seasons.selectors import overlapping


def overlap(other: Season) -> Refusal:
    """Says that another season counts the same games on some of the days."""
    if other.ends:
        text = gettext("“%(season)s” has the same games until %(day)s. Start after that.")
        return Refusal(text, about="starts", season=other.name, day=day(other.ends))
    text = gettext("“%(season)s” has the same games and no last day. Enter its last day first.")
    return Refusal(text, about="starts", season=other.name)


# Seasons --------------------------------------------------------------------------------------


@transaction.atomic
def create_season(
    *,
    club: Club,
    name: str,
    starts: date,
    ends: date | None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """Creates a season, or returns the one with this name. ``rules``: as ``SeasonRules.dump``
    returns them; None: the defaults. Refuses where another season overlaps."""
    values = {"starts": starts, "ends": ends, "rules": rules or {}}
    _lock(club)
    if existing := Season.objects.filter(club=club, name=name).first():
        return existing
    _check_days(Season(club=club, **values))
    _touch_closed_sessions(club, Season(club=club, **values))
    return Season.objects.create(club=club, name=name, **values)


@transaction.atomic
def change_season(
    *, season: Season, name: str, starts: date, ends: date | None, rules: Mapping[str, Any]
) -> Season:
    """Changes the name, days or rules of a season. Refuses where another overlaps."""
    values = {"name": name, "starts": starts, "ends": ends, "rules": rules}
    _lock(season.club)
    current = Season.objects.get(pk=season.pk)
    if any(getattr(current, column) != value for column, value in values.items()):
        _check_days(Season(pk=current.pk, club=season.club, **values))
        version = version_of(current) + 1
        _touch_closed_sessions(season.club, current, Season(club=season.club, **values))
        Season.objects.filter(pk=current.pk).update(**values, version=version)
    return season


def _check_days(season: Season) -> None:
    """Checks again what the form checked, now that the group is locked."""
    assert season.starts
    days: Any = {"starts": season.starts, "ends": season.ends}
    excluded = [season.pk] if season.pk else []
    if other := overlapping(
        season.club, **days, rules=parse_rules(season.rules), excluded=excluded
    ):
        raise overlap(other)


def _lock(club: Club) -> None:
    """Locks the group and its sessions: all seasons together decide which season a session lies in,
    and which versions its statements may have."""
    locks.hold_sessions(Session.objects.filter(club=club))
    locks.hold_club(club)


def _touch_closed_sessions(club: Club, *changed: Season) -> None:
    """Gives ended sessions a new version where the winner may change, since pages and statements
    name them by the season. All sessions of the group are locked."""
    seasons = (*changed, *Season.objects.filter(club=club))
    if (
        len({parse_rules(season.rules).method.session for season in seasons} | {SessionBy.AUTO})
        == 1
    ):
        return
    days = reduce(or_, (season.days for season in changed))
    sessions = Session.objects.filter(days, club=club)
    locks.touch_held(sessions.values_list("pk", flat=True))


def version_of(season: Season) -> int:
    """Returns the version, which goes up with any change of a hand, name, session or rule."""
    sessions = Session.every.filter(season.days, club=season.club_id)
    total = sessions.aggregate(editions=Sum(F("version") - F("asides")))
    return season.version + int(total["editions"] or 0)


def all_time(club: Club) -> Season:
    """Returns the row that statements of all sessions belong to; creates it once."""
    return Season.objects.get_or_create(club=club, name="", defaults={"starts": None})[0]
