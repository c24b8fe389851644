"""Who won a night, by the method of the season it lies in. Read from its results alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import OuterRef, Q, Subquery

from scorekeeper.clubs.models import Session
from scorekeeper.standings.models import GameResult, Season
from scorekeeper.standings.ranking.facts import GameFacts, nights_of
from scorekeeper.standings.ranking.measures import Measure, decided_by, first_of
from scorekeeper.standings.rules import read
from scorekeeper.standings.selectors import FACTS


@dataclass(frozen=True, slots=True)
class NightWon:
    """``players``: who share it, by id, with their ``names`` in the same order; ``figure``: what
    the night brought each of them, told in ``measure``."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    measure: Measure
    figure: Fraction


def night_won(session: Session) -> NightWon | None:
    """Once it is closed; None before, and where nobody is ahead of anybody. One query."""
    if session.closed_at is None:
        return None
    found = GameResult.objects.filter(session=session).annotate(rules=_rules_of_the_day())
    rows = list(found.order_by("game_id", "player_id").values_list(*FACTS, "player__name", "rules"))
    nights = nights_of(GameFacts(*row[: len(FACTS)]) for row in rows)
    if not nights:
        return None
    names, by = {row[3]: row[-2] for row in rows}, read(rows[0][-1] or {}).method.night
    measure, figures = decided_by(nights[0], by)
    won = sorted(first_of(figures), key=lambda player: names[player].casefold())
    if not won:
        return None
    return NightWon(tuple(won), tuple(names[p] for p in won), measure, figures[won[0]])


def _rules_of_the_day() -> Subquery:
    """Of the season the day falls in, the one that began last (``selectors.season_on``)."""
    there = Season.objects.filter(club=OuterRef("club"), starts__lte=OuterRef("played_on"))
    there = there.filter(Q(ends=None) | Q(ends__gte=OuterRef("played_on")))
    return Subquery(there.order_by("-starts", "-pk").values("rules")[:1])
