"""Contents of a tournament's PDFs, as plain values that are read once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Player
from scorekeeper.extensions.tournaments.models import Round, Tournament, players_of
from scorekeeper.extensions.tournaments.ranking.page import RankingRow, TeamRow, full_ranking
from scorekeeper.extensions.tournaments.ranking.reading import Decision, decisions
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.statements.contents.session import Head, PersonIndex


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """Seats in the order of tables and seats; ``out``: who sits out."""

    number: int
    tables: tuple[tuple[PersonIndex, ...], ...]
    out: tuple[PersonIndex, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContents(Head):
    """``people``: everybody who was drawn."""

    rounds: tuple[PrintedRound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingContents(Head):
    """``people``: those of ``places``, best first."""

    places: tuple[RankingRow, ...]
    teams: tuple[TeamRow, ...]
    decisions: tuple[Decision, ...]
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardContents(Head):
    """``urls``: the address of each table's code, by number; "" where no device can reach it."""

    urls: tuple[str, ...]


def card_contents(tournament: Tournament, urls: Sequence[str]) -> CardContents:
    return CardContents(**_head(tournament, ()), urls=tuple(urls))


def round_contents(tournament: Tournament, number: int | None = None) -> RoundContents:
    """Returns the published rounds, or one of them. Two queries."""
    rounds = published(tournament)
    if number is not None:
        rounds = rounds.filter(number=number)
    turns = list(rounds)
    drawn = {player for turn in turns for player in players_of(turn.drawn)}
    names = dict(Player.objects.filter(pk__in=drawn).order_by("pk").values_list("pk", "name"))
    index = {player: place for place, player in enumerate(names)}
    return RoundContents(
        **_head(tournament, tuple(names.values())),
        rounds=tuple(_printed(turn, index) for turn in turns),
    )


def _printed(turn: Round, index: dict[int, PersonIndex]) -> PrintedRound:
    tables = tuple(tuple(index[player] for player in table) for table in turn.tables)
    return PrintedRound(turn.number, tables, tuple(index[player] for player in turn.out))


def ranking_contents(tournament: Tournament) -> RankingContents:
    full = full_ranking(tournament)
    return RankingContents(
        **_head(tournament, tuple(row.name for row in full.rows)),
        places=tuple(full.rows),
        teams=tuple(full.teams),
        decisions=tuple(decisions(tournament)),
        is_closed=tournament.session.closed_at is not None,
    )


def _head(tournament: Tournament, people: tuple[str, ...]) -> dict[str, Any]:
    session = tournament.session
    return {
        "club": session.club.name,
        "session": str(session),
        "day": session.day,
        "currency": session.club.currency,
        "version": session.edition,
        "people": people,
    }
