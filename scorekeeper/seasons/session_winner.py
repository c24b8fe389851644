"""The winner of a session, by the method of its season. Read from its results only."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from scorekeeper.clubs.models import Session
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.facts import sessions_of
from scorekeeper.seasons.ranking.measures import Measure, decided_by, decided_without_money, leaders
from scorekeeper.seasons.rules import USUAL, SeasonRules, parse_rules
from scorekeeper.seasons.selectors import FACTS, game_facts, with_people


@dataclass(frozen=True, slots=True)
class SessionWinners:
    """``players``: the winners, by the ids under which they played, with ``names`` in the same
    order; ``figure``: the result of each, in ``measure``."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    measure: Measure
    figure: Fraction


def session_winners(session: Session, *, money: bool = True) -> SessionWinners | None:
    """Returns the winners once the session has ended; None before, and where nobody is ahead.
    Without ``money``, a session won by money names who won most games, or else led by points or
    hands. Two queries."""
    if session.closed_at is None:
        return None
    results = with_people(GameResult.objects.filter(session=session))
    rows = list(
        results.order_by("game_id", "player_id").values_list(
            *FACTS, "person", "player__name", "variant", "preset"
        )
    )
    sessions = sessions_of(game_facts(row[: len(FACTS)], row[-4]) for row in rows)
    if not sessions:
        return None
    names, player_ids = {row[-4]: row[-3] for row in rows}, {row[-4]: row[3] for row in rows}
    by = _rules_of(session, {row[-2:] for row in rows}).method.session
    measure, figures = decided_by(sessions[0], by)
    if measure is Measure.MONEY and not (money and currencies.are_shown()):
        measure, figures = decided_without_money(sessions[0])
    won = sorted(leaders(figures), key=lambda player: names[player].casefold())
    if not won:
        return None
    return SessionWinners(
        tuple(player_ids[p] for p in won), tuple(names[p] for p in won), measure, figures[won[0]]
    )


def _rules_of(session: Session, played: Iterable[tuple[str, str]]) -> SeasonRules:
    """Returns the rules of the season of that day which began last (``selectors.season_on``) and
    counts any of ``played``: pairs of a game's key and the name of its rules."""
    seasons = Season.objects.filter(club=session.club_id, starts__lte=session.played_on)
    seasons = seasons.filter(Q(ends=None) | Q(ends__gte=session.played_on))
    listed = map(parse_rules, seasons.order_by("-starts", "-pk").values_list("rules", flat=True))
    counting = (rules for rules in listed if any(rules.counts(*game) for game in played))
    return next(counting, USUAL)
