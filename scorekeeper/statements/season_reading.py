"""The contents of a season's sheet, read from the summaries alone. Applies no rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from scorekeeper.ledger.models import GameResult
from scorekeeper.serving.one_view import one_view
from scorekeeper.standings import words
from scorekeeper.standings.charts import head_to_head_matrix, played_nights
from scorekeeper.standings.days import years
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import bars
from scorekeeper.standings.page import rows as season_rows
from scorekeeper.standings.ranking.course import figures_over_time
from scorekeeper.standings.ranking.measures import winners
from scorekeeper.standings.selectors import Rank, SeasonTable, ranked, results, rules_of
from scorekeeper.standings.services import version_of
from scorekeeper.statements.contents import PersonIndex
from scorekeeper.statements.season_contents import (
    SeasonContents,
    SeasonNight,
    Share,
    check_season,
    sealed,
)
from scorekeeper.wording import currencies

SUMS = ("net", "hands", "wins")
TOLD = {name: Sum(name) for name in SUMS}
BOOK = {"book": Count("pk", filter=Q(game=None))}
"""Rows from an earlier book, which know no hands."""


def season_contents(season: Season, player: int | None = None) -> SeasonContents:
    """The sheet of the season, or of one player (by id), as it stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Raises
    UnbalancedError; ValueError if the player was never there.
    """
    with one_view():
        told = _read(Season.objects.select_related("club").get(pk=season.pk), player)
    check_season(told)
    return replace(told, seal=sealed(told))


def _read(season: Season, player: int | None) -> SeasonContents:
    table = ranked(season.club, season)
    ranks, rows = table.ranks, season_rows(table, season.club.currency)
    places = {rank.player_id: person for person, rank in enumerate(ranks)}
    if player is not None and player not in places:
        raise ValueError(f"player {player} did not play in season {season.pk}")
    return SeasonContents(
        club=season.club.name,
        night=str(season),
        day=_days(season),
        currency=season.club.currency,
        locale=currencies.reader_tag(),
        language=get_language() or "en",
        leftward=get_language_bidi(),
        version=version_of(season),
        people=tuple(rank.name for rank in ranks),
        ranks=ranks,
        method=" ".join(filter(None, (_games_that_count(table), words.explanation(table.method)))),
        counted="" if table.method.is_net else words.figure_name(table.method),
        counts_money=table.method.counts_money,
        figures=tuple(row.figure for row in rows),
        reasons=tuple(row.why for row in rows),
        nights=tuple(_nights(season, table, places)),
        lines=tuple(_lines(table)),
        running=words.running_caption(table.method),
        player=None if player is None else places[player],
        games=() if player is None else tuple(_games(season, player)),
        **_charts(season, table, None if player is None else ranks[places[player]]),
    )


def _charts(season: Season, table: SeasonTable, own: Rank | None) -> dict[str, Any]:
    """Of everybody, or of one player (his rank)."""
    if own is not None:
        return {"bars": bars(table, own, season.club.currency)}
    taken = head_to_head_matrix(table, season.club, season)
    return {"taken": taken, "years": tuple(years(played_nights(table)))}


def _days(season: Season) -> str:
    """Nothing of it moves with the clock."""
    starts = season.starts or _results(season).aggregate(first=Min("played_on"))["first"]
    if season.ends:
        return " – ".join(dict.fromkeys((currencies.day(starts), currencies.day(season.ends))))
    return _("since %(day)s") % {"day": currencies.day(starts)} if starts else ""


def _games_that_count(table: SeasonTable) -> str:
    told = words.scope_name(table.rules)
    return f"{told}." if told else ""


def _results(season: Season) -> QuerySet[GameResult]:
    return results(season.club, season, rules_of(season)).order_by()


def _nights(
    season: Season, table: SeasonTable, places: Mapping[int, PersonIndex]
) -> Iterator[SeasonNight]:
    """One query."""
    moves_money = table.moves_money
    by = table.method.night
    won = {night.key: winners(night, by) for night in table.standings.nights}
    by_night = ("played_on", "session_id", "session__of_day", "session__name")
    rows = _results(season).values(*by_night, "person").annotate(**TOLD, **BOOK).order_by(*by_night)
    for (on, pk, of_day, name), group in groupby(rows, lambda row: tuple(row[c] for c in by_night)):
        shares = [(places[row["person"]], _share(row)) for row in group if _counts(row)]
        shares.sort(key=lambda at: (-(at[1].net if moves_money else at[1].wins), at[0]))
        if shares:
            best = tuple(sorted(places[player] for player in won.get(pk, ())))
            yield SeasonNight(on, currencies.night(on, of_day), name, tuple(shares), best)


def _lines(table: SeasonTable) -> Iterator[tuple[float, ...]]:
    found = figures_over_time(table.standings, range(len(table.standings.nights)))
    for rank in table.ranks:
        yield tuple(float(figure or 0) for figure in found[rank.player_id])


def _games(season: Season, player: int) -> Iterator[tuple[str, Share]]:
    """One query."""
    rows = (
        _results(season)
        .filter(Q(player=player) | Q(player__person=player))
        .order_by()
        .values_list("variant")
    )
    told = [(variant, Share(*sums)) for variant, *sums in rows.annotate(**TOLD)]
    for variant, share in sorted(told, key=lambda at: (-at[1].hands, at[0])):
        if share.hands or share.net:
            yield words.game_name(variant), share


def _counts(row: Mapping[str, Any]) -> bool:
    """As in a season's table: whoever played a hand, or paid."""
    return bool(row["hands"] or row["net"] or row["book"])


def _share(row: Mapping[str, Any]) -> Share:
    return Share(*(int(row[name]) for name in SUMS))
