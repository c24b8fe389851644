"""The ranking as CSV, and all results of a tournament as JSON; both with rulings and penalties."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.extensions.tournaments.decisions import Decision, decisions
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.ranking.page import RankingRow, TeamRow, full_ranking
from scorekeeper.extensions.tournaments.ranking.reading import results
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.statements.files.csv_file import csv_bytes, plain_number


def ranking_csv(tournament: Tournament) -> bytes:
    return csv_bytes(_csv_rows(tournament))


def _csv_rows(tournament: Tournament) -> Iterator[list[str]]:
    full = full_ranking(tournament)
    yield from _people(tournament, full.rows, [_("Team")] if full.teams else [])
    if full.teams:
        yield []
        yield [_("Place"), _("Team"), _("Points"), _("Why")]
        for team in full.teams:
            yield [str(team.place or ""), team.name, plain_number(team.standing.points), team.why]
    if listed := decisions(tournament):
        yield []
        names = [
            _("Round"),
            _("Table"),
            _("Player"),
            _("Ruling or reason"),
            _("Points"),
            pgettext("referee", "Call"),
        ]
        yield names
        yield from (_decision_row(row) for row in listed)


def _decision_row(row: Decision) -> list[str]:
    points = plain_number(-Fraction(row.points)) if row.points else ""
    return [str(row.round or ""), str(row.table or ""), row.player, row.text, points, row.call]


def _people(
    tournament: Tournament, rows: Sequence[RankingRow], team: list[str]
) -> Iterator[list[str]]:
    """``team``: the name of that column; nothing where there are no teams."""
    numbers = [turn.number for turn in published(tournament)]
    turns = [_("Round %(number)s") % {"number": number} for number in numbers]
    names = [_("Points"), *turns, _("Penalties"), _("Why"), _("Tables")]
    yield [_("Place"), _("Player"), *team, *names]
    for row in rows:
        standing = row.standing
        by_round = _points_by_round(row)
        yield [
            str(row.place or ""),
            row.name,
            *([standing.entrant.team] if team else []),
            plain_number(standing.points),
            *(plain_number(by_round[n]) if n in by_round else "" for n in numbers),
            plain_number(-Fraction(standing.penalties)) if standing.penalties else "",
            "; ".join(filter(None, (row.why, *(penalty.reason for penalty in row.penalties)))),
            str(standing.tables),
        ]


def _points_by_round(row: RankingRow) -> dict[int, Fraction]:
    by_round: dict[int, Fraction] = {}
    for share, table in zip(row.standing.row.shares, row.tables, strict=True):
        number = table.table.round.number
        by_round[number] = by_round.get(number, Fraction(0)) + share.figure
    return by_round


def results_json(tournament: Tournament) -> dict[str, Any]:
    """Returns rounds, tables, points, the ranking, that of teams, rulings and penalties, as
    JSON."""
    session, full = tournament.session, full_ranking(tournament)
    tables = _tables_by_round(tournament)
    return {
        "tournament": str(session),
        "day": session.played_on.isoformat(),
        "rounds": [
            {"round": number, "tables": [{"table": n, "players": p} for n, p in by_table.items()]}
            for number, by_table in tables.items()
        ],
        "ranking": [_ranking_json(row) for row in full.rows],
        "decisions": [_decision_json(row) for row in decisions(tournament)],
        "teams": [_team_json(team) for team in full.teams],
    }


def _tables_by_round(tournament: Tournament) -> dict[int, dict[int, list[dict[str, Any]]]]:
    """Returns what each player did at each table, by round and table."""
    by_round: dict[int, dict[int, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    path = "session__tournament_table"
    columns = (f"{path}__round__number", f"{path}__number", "player__name")
    rows = results(tournament).values_list(*columns, "points", "hands", "wins")
    for turn, table, name, points, hands, wins in rows.order_by(*columns[:2], "game_id", "pk"):
        shown = {"player": name, "points": points, "hands": hands, "hands_won": wins}
        by_round[turn][table].append(shown)
    return by_round


def _ranking_json(row: RankingRow) -> dict[str, Any]:
    standing = row.standing
    return {
        "place": row.place,
        "player": row.name,
        "team": standing.entrant.team,
        "points": float(standing.points),
        "tie": row.why,
        "cuts_survived": standing.stage,
        "penalties": [
            {"points": penalty.points, "reason": penalty.reason} for penalty in row.penalties
        ],
        "tables": [
            {"round": t.table.round.number, "table": t.table.number, "points": float(share.figure)}
            for share, t in zip(standing.row.shares, row.tables, strict=True)
        ],
    }


def _decision_json(row: Decision) -> dict[str, Any]:
    where = {"round": row.round, "table": row.table}
    if row.points:
        return where | {"penalty": row.points, "player": row.player, "reason": row.text}
    return where | {"ruling": row.text, "call": row.call}


def _team_json(team: TeamRow) -> dict[str, Any]:
    standing = team.standing
    return {
        "place": team.place,
        "team": team.name,
        "points": float(standing.points),
        "tie": team.why,
        "counting": [str(row.entrant) for row in standing.counting],
        "others": [str(row.entrant) for row in standing.others],
    }
