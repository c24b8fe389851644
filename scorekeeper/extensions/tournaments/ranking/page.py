"""The ranking as its page shows it: figures, reasons and penalties in words, and cut lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.pages.cache import get_or_make, read_alike
from scorekeeper.extensions.tournaments.models import Penalty, TableSession, Tournament
from scorekeeper.extensions.tournaments.plan import Cut, TournamentPlan
from scorekeeper.extensions.tournaments.ranking.reading import penalties_in_force, root_entrants
from scorekeeper.extensions.tournaments.ranking.selectors import (
    CutState,
    Placed,
    RankedEntrant,
    RankedTeam,
    cut_state,
    ranking,
    team_ranking,
)
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.play.models import Hand
from scorekeeper.seasons import words
from scorekeeper.seasons.ranking.method import TieRule
from scorekeeper.settlement.after_closing import Ranking

# Why people stand where they do: as in a season, where a session is a table --------------------


OF_TWO: Final[Mapping[TieRule, Promise]] = {
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s, who was ahead at %(before)s of their tables together and behind at "
        "%(after)s."
    ),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at their last table together."
    ),
}
OF_ALL: Final[Mapping[TieRule, Promise]] = {
    **words.OF_ALL,
    TieRule.HEAD_TO_HEAD: gettext_lazy(
        "Tied with %(name)s. At the tables of these %(many)d with one another, times ahead less "
        "times behind: %(before)s, not %(after)s."
    ),
    TieRule.SESSIONS_WON: gettext_lazy(
        "Tied with %(name)s, who won more tables: %(before)s, not %(after)s."
    ),
    TieRule.BEST_SESSION: gettext_lazy("Tied with %(name)s, whose best table was better."),
    TieRule.LAST_MEETING: gettext_lazy(
        "Tied with %(name)s, who did better at the last table with all %(many)d."
    ),
    TieRule.FEWER_SESSIONS: gettext_lazy(
        "Tied with %(name)s, who needed fewer tables: %(before)s, not %(after)s."
    ),
}


# Rows ------------------------------------------------------------------------------------------


FIRST = 5
"""Rows on the page of the day, of people and of teams."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A person's figure from one table."""

    table: TableSession
    figure: str


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    points: float
    figure: str
    reason: str


@dataclass(frozen=True, slots=True)
class RankingRow:
    standing: RankedEntrant
    figure: str
    why: str
    """Why somebody with as many points is above, or shares the place."""
    tables: list[TableRow]
    penalties: list[PenaltyRow]
    cut: str
    """What is drawn below this row; "" where no cut is."""

    @property
    def name(self) -> str:
        return self.standing.name

    @property
    def place(self) -> int | None:
        return self.standing.place


@dataclass(frozen=True, slots=True)
class TeamRow:
    standing: RankedTeam
    figure: str
    why: str
    """Why a team with as many points is above, or shares the place."""
    members: list[tuple[str, str, bool]]
    """Name, figure, and whether the figure counts; best first."""

    @property
    def name(self) -> str:
        return self.standing.name

    @property
    def place(self) -> int | None:
        return self.standing.place


@dataclass(frozen=True, slots=True)
class FullRanking:
    """All of a ranking, from one reading."""

    rows: list[RankingRow]
    """Everybody, best first."""
    teams: list[TeamRow]
    """Best first; nothing where nobody is in one."""
    state: CutState | None


def full_ranking(tournament: Tournament) -> FullRanking:
    standings, state = ranking(tournament), cut_state(tournament)
    return FullRanking(
        rows=_rows(tournament, standings, state),
        teams=_team_rows(tournament, standings),
        state=state,
    )


def _team_rows(tournament: Tournament, standings: Sequence[RankedEntrant]) -> list[TeamRow]:
    plan, teams = tournament.plan, team_ranking(tournament, standings)
    return [
        TeamRow(
            standing=team,
            figure=figure_text(team.points, plan) if team.place is not None else "",
            why=_why(above, team),
            members=[
                (str(row.entrant), figure_text(row.points, plan) if row.tables else "", counts)
                for rows, counts in ((team.counting, True), (team.others, False))
                for row in rows
            ],
        )
        for above, team in pairwise((None, *teams))
        if team is not None
    ]


def figure_text(points: Fraction, plan: TournamentPlan) -> str:
    return words.figure_text(points, plan.method.measure, "")


def penalty_text(points: float) -> str:
    return "−" + words.number_text(Fraction(points))


def _rows(
    tournament: Tournament, listed: Sequence[RankedEntrant], state: CutState | None
) -> list[RankingRow]:
    plan = tournament.plan
    standings = sorted(
        listed, key=lambda row: (row.place is None, row.place, _is_below(row, state))
    )
    tables = _tables(tournament)
    penalties = _penalties(tournament)
    lines = dict(cut_lines(standings, plan.cuts))
    return [
        RankingRow(
            standing=row,
            figure=figure_text(row.points, plan) if row.tables else "",
            why=_why(above, row),
            tables=[
                TableRow(tables[share.session], figure_text(share.figure, plan))
                for share in row.row.shares
            ],
            penalties=penalties.get(row.entrant.pk, []),
            cut=lines.get(number, ""),
        )
        for number, (above, row) in enumerate(pairwise((None, *standings)), 1)
        if row is not None
    ]


def _is_below(row: RankedEntrant, state: CutState | None) -> bool:
    """Whether the entrant was not picked among those who share a place across the next cut."""
    return state is not None and row.entrant.player_id not in state.chosen


def _tables(tournament: Tournament) -> dict[int, TableSession]:
    listed = TableSession.objects.filter(round__tournament=tournament)
    return {table.session_id: table for table in listed.select_related("round", "session")}


def _penalties(tournament: Tournament) -> Mapping[int, list[PenaltyRow]]:
    """Returns penalties by the entrant for whom they count."""
    roots = root_entrants(tournament.entrants.all())
    by_entrant: dict[int, list[PenaltyRow]] = {}
    for row in penalties_in_force(tournament).select_related("entrant"):
        shown = PenaltyRow(row.points, penalty_text(row.points), row.reason)
        by_entrant.setdefault(roots[row.entrant.player_id].pk, []).append(shown)
    return by_entrant


def cut_lines(standings: Sequence[RankedEntrant], cuts: Sequence[Cut]) -> Iterator[tuple[int, str]]:
    """Yields below which row, counted from 1, a cut falls: those that were made, and the next as
    the ranking stands."""
    cuts_over = max((row.stage for row in standings), default=0)
    placed = sum(row.place is not None for row in standings)
    for number, cut in enumerate(cuts, 1):
        if number <= cuts_over:
            last = sum(row.stage >= number for row in standings)
            yield last, cut_text(cut)
        elif number == cuts_over + 1 and cut.keep < placed:
            yield cut.keep, cut_text(cut)


def cut_text(cut: Cut) -> str:
    sentence = ngettext(
        "Cut after round %(round)d: the best %(keep)d plays on",
        "Cut after round %(round)d: the best %(keep)d play on",
        cut.keep,
    )
    return sentence % {"round": cut.after, "keep": cut.keep}


def _why(above: RankedEntrant | RankedTeam | None, below: Placed) -> str:
    """Returns why somebody with as many points is ``above``; "" where that was not decided."""
    if above is None or below.place is None or above.points != below.points:
        return ""
    if above.place == below.place:
        return words.shared_reason(below.row.circle)
    decision = above.row.decision
    return words.tie_reason(decision, above.name, "", OF_TWO, OF_ALL) if decision else ""


def ranking_html(tournament: Tournament, mark: str, *, is_host: bool) -> SafeString:
    """Returns the ranking drawn, once for all who read it alike. One query where it is cached."""
    return get_or_make(
        lambda: render_to_string(
            "tournaments/ranking/_ranking.html", ranking_page(tournament, mark, is_host=is_host)
        ),
        *("tournament ranking", *_key(tournament, mark), is_host),
        cache="tables",
    )


def _key(tournament: Tournament, mark: str) -> tuple[object, ...]:
    """Returns all that a ranking in words depends on. One query."""
    names = tuple(tournament.entrants.order_by("pk").values_list("player__name", flat=True))
    return tournament.pk, mark, names, *read_alike()


def ranking_page(tournament: Tournament, mark: str, *, is_host: bool) -> dict[str, Any]:
    full = full_ranking(tournament)
    return {
        "tournament": tournament,
        "session": tournament.session,
        "mark": mark,
        "rows": full.rows,
        "teams": full.teams,
        "is_host": is_host,
        "state": full.state,
        "corrected": corrected_tables(tournament) if is_host else [],
    }


class Corrected(NamedTuple):
    """A table of an earlier round whose hands changed."""

    round: int
    table: int
    code: str
    """Of its session."""


def corrected_tables(tournament: Tournament) -> list[Corrected]:
    """Returns tables of rounds before the last published one where a hand was saved, edited or
    deleted after that publication, in their order. Two queries."""
    last = published(tournament).last()
    if last is None or last.published_at is None:
        return []
    table = "game__session__tournament_table"
    changed = Hand.objects.filter(
        Q(at__gt=last.published_at) | Q(voided_at__gt=last.published_at),
        **{
            f"{table}__round__tournament": tournament,
            f"{table}__round__number__lt": last.number,
            f"{table}__round__withdrawn_at__isnull": True,
            f"{table}__play_off": False,
        },
    )
    columns = (f"{table}__round__number", f"{table}__number", "game__session__code")
    return [Corrected(*row) for row in changed.values_list(*columns).distinct().order_by(*columns)]


def ranking_context(tournament: Tournament, mark: str, most: int | None = FIRST) -> dict[str, Any]:
    """Returns the best of the ranking, ``most`` of them (None: all), and of the teams: nothing
    before the first result; and whether a tie at the cut is undecided, and where it is played
    off."""
    parts = ("tournament ranking, first", most, *_key(tournament, mark))
    return get_or_make(lambda: _first(tournament, most), *parts, cache="tables")


def _first(tournament: Tournament, most: int | None) -> dict[str, Any]:
    full = full_ranking(tournament)
    is_undecided = full.state is not None and full.state.is_undecided
    play_off = full.state.play_off if full.state else None
    return {
        "first_rows": _first_rows(full.rows, most),
        "first_teams": _first_rows(full.teams, FIRST),
        "cut_is_undecided": is_undecided,
        "play_off": play_off.session.address if is_undecided and play_off else "",
    }


def _first_rows(
    rows: Sequence[RankingRow] | Sequence[TeamRow], most: int | None
) -> list[tuple[int, str, str]]:
    return [(row.place, row.name, row.figure) for row in rows[:most] if row.place is not None]


def all_penalties(tournament: Tournament) -> list[tuple[Penalty, str]]:
    """Returns the penalties in force, newest first, with their points in words."""
    rows = penalties_in_force(tournament).select_related("entrant__player", "by", "signature")
    return [(row, penalty_text(row.points)) for row in rows.order_by("-pk")]


# For tables of earlier rounds that are corrected -----------------------------------------------


def ranking_above_table(session: Session) -> Ranking | None:
    """Returns how to read place and points of each who has a place, once a round after that of this
    table is published; None: before, and of what is no table of a round."""
    if session.part_of_id is None:
        return None
    tables = TableSession.objects.select_related("round__tournament")
    in_force = {"round__withdrawn_at__isnull": True, "play_off": False}
    table = tables.filter(session=session, **in_force).first()
    if table is None:
        return None
    tournament = table.round.tournament
    if not published(tournament).filter(number__gt=table.round.number).exists():
        return None
    return partial(_places, tournament)


def _places(tournament: Tournament) -> dict[Player, str]:
    return {
        row.entrant.player: f"{row.place} · {figure_text(row.points, tournament.plan)}"
        for row in ranking(tournament)
        if row.place is not None
    }
