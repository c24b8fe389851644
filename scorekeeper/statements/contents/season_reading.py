"""Reads the contents of a season's statement from the summaries alone. Applies no rule."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scorekeeper.core.database import one_view
from scorekeeper.core.localization import dates
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons import words
from scorekeeper.seasons.days import played_sessions, years
from scorekeeper.seasons.head_to_head import head_to_head
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import bars
from scorekeeper.seasons.page import rows as season_rows
from scorekeeper.seasons.ranking.measures import leaders, merits
from scorekeeper.seasons.ranking.measures import places as places_of
from scorekeeper.seasons.ranking.table import figures_over_time
from scorekeeper.seasons.selectors import (
    Rank,
    SeasonTable,
    ranked,
    readable_net,
    results,
    rules_of,
)
from scorekeeper.seasons.services import version_of
from scorekeeper.statements.contents.season import (
    SeasonContents,
    SeasonSession,
    Share,
    check_season,
    season_fingerprint,
)
from scorekeeper.statements.contents.session import PersonIndex

SUMS = ("net", "hands", "wins")
SUM_COLUMNS = {name: Sum(name) for name in SUMS}
IMPORTED_COLUMN = {"imported": Count("pk", filter=Q(game=None))}
"""Rows from an imported spreadsheet, without hands."""


def season_contents(season: Season, player: int | None = None) -> SeasonContents:
    """Returns the season's statement, or that of one player (by id), as it stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Raises
    UnbalancedError; ValueError if the player was never there.
    """
    with one_view():
        contents = _read_contents(Season.objects.select_related("club").get(pk=season.pk), player)
    check_season(contents)
    return replace(contents, seal=season_fingerprint(contents))


def _read_contents(season: Season, player: int | None) -> SeasonContents:
    table = ranked(season.club, season)
    ranks, rows = table.ranks, season_rows(table, season.club.currency)
    places = {rank.player_id: person for person, rank in enumerate(ranks)}
    if player is not None and player not in places:
        raise ValueError(f"player {player} did not play in season {season.pk}")
    return SeasonContents(
        club=season.club.name,
        session=str(season),
        day=_days(season),
        currency=season.club.currency,
        version=version_of(season),
        people=tuple(rank.name for rank in ranks),
        ranks=ranks,
        method=" ".join(filter(None, (_scope_sentence(table), words.explanation(table.method)))),
        figure_name="" if table.method.is_net else words.figure_name(table.method),
        counts_money=table.method.counts_money,
        figures=tuple(row.figure for row in rows),
        tie_reasons=tuple(row.why for row in rows),
        sessions=tuple(_sessions(season, table, places)),
        figure_lines=tuple(_lines(table)),
        running=words.running_caption(table.method),
        player=None if player is None else places[player],
        games=() if player is None else tuple(_games(season, player)),
        **_charts(season, table, None if player is None else ranks[places[player]]),
    )


def _charts(season: Season, table: SeasonTable, own: Rank | None) -> dict[str, Any]:
    """Returns the charts of everyone, or of one player (their rank)."""
    if own is not None:
        return {"bars": bars(table, own, season.club.currency)}
    page = head_to_head(table, season.club, season)
    return {"taken": page and page.drawn, "years": tuple(years(played_sessions(table)))}


def _days(season: Season) -> str:
    """Returns the season's days. They do not change with the clock."""
    starts = season.starts or _results(season).aggregate(first=Min("played_on"))["first"]
    if season.ends:
        return " – ".join(dict.fromkeys((dates.day(starts), dates.day(season.ends))))
    return _("since %(day)s") % {"day": dates.day(starts)} if starts else ""


def _scope_sentence(table: SeasonTable) -> str:
    scope = words.scope_name(table.rules)
    return f"{scope}." if scope else ""


def _results(season: Season) -> QuerySet[GameResult]:
    return results(season.club, season, rules_of(season)).order_by()


def _sessions(
    season: Season, table: SeasonTable, places: Mapping[int, PersonIndex]
) -> Iterator[SeasonSession]:
    """One query."""
    moves_money = table.moves_money
    rule = table.method.session
    merits_by_session = {session.key: merits(session, rule) for session in table.ranking.sessions}
    by_session = ("played_on", "session_id", "session__of_day", "session__name")
    rows = (
        _results(season)
        .values(*by_session, "person")
        .annotate(
            **SUM_COLUMNS,
            **IMPORTED_COLUMN,
            total=Sum("points"),
            first_game=Min("variant"),
            last_game=Max("variant"),
        )
        .order_by(*by_session)
    )
    for (on, pk, of_day, name), group in groupby(
        rows, lambda row: tuple(row[c] for c in by_session)
    ):
        listed = [row for row in group if _is_counted(row)]
        games = {row[name] for row in listed for name in ("first_game", "last_game")}
        shares = [(places[row["person"]], _share(row)) for row in listed]
        shares.sort(key=lambda entry: (-(entry[1].net if moves_money else entry[1].wins), entry[0]))
        if shares:
            figures = merits_by_session.get(pk, {})
            yield SeasonSession(
                on,
                dates.session_day(on, of_day, name),
                name,
                tuple(shares),
                winners=tuple(sorted(places[player] for player in leaders(figures)))
                if figures
                else (),
                places={places[player]: place for player, place in places_of(figures).items()},
                points={
                    places[row["person"]]: row["total"]
                    for row in listed
                    if row["total"] is not None and len(games) == 1
                },
            )


def _lines(table: SeasonTable) -> Iterator[tuple[float, ...]]:
    figures_by_player = figures_over_time(table.ranking, range(len(table.ranking.sessions)))
    for rank in table.ranks:
        yield tuple(float(figure or 0) for figure in figures_by_player[rank.player_id])


def _games(season: Season, player: int) -> Iterator[tuple[str, Share]]:
    """One query."""
    rows = (
        _results(season)
        .filter(Q(player=player) | Q(player__person=player))
        .order_by()
        .values_list("variant")
    )
    shares = [
        (variant, Share(readable_net(net), *sums))
        for variant, net, *sums in rows.annotate(**SUM_COLUMNS)
    ]
    for variant, share in sorted(shares, key=lambda row: (-row[1].hands, row[0])):
        if share.hands or share.net:
            yield words.game_name(variant), share


def _is_counted(row: Mapping[str, Any]) -> bool:
    """Whether the player played a hand or paid, as in the season's standings."""
    return bool(row["hands"] or readable_net(row["net"]) or row["imported"])


def _share(row: Mapping[str, Any]) -> Share:
    net, *others = (int(row[name]) for name in SUMS)
    return Share(readable_net(net), *others)
