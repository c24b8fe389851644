"""The ranking of teams on every page and PDF that has the people's."""

import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.people.services import set_team
from scorekeeper.extensions.tournaments.plan import load_plan
from scorekeeper.extensions.tournaments.ranking.page import full_ranking
from scorekeeper.extensions.tournaments.ranking.selectors import ranking, team_ranking
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN, LATE = days.PEOPLE[:7]
TEAMS = {ASHA: "Red", DEV: "Blue", RAVI: "Red", SITA: "Blue", KIRAN: "Blue", LATE: "Up"}


def played(**fields: Any) -> Tournament:
    """Red has 10 and 10, Blue 6, 6 and 3; Meera is in no team, the team Up did not play."""
    tournament = days.tournament(days.PEOPLE[:7], **fields)
    for name, team in TEAMS.items():
        set_team(entrant=tournament.entrants.get(player__name=name), team=team)
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    for table, (winner, second) in enumerate(((ASHA, DEV), (RAVI, SITA)), 1):
        score(turn, table, won=winner, **{second.replace(" ", "_"): 4})
    return tournament


def figures(tournament: Tournament) -> list[tuple[int | None, str, float]]:
    teams = team_ranking(tournament, ranking(tournament))
    return [(team.place, team.name, float(team.points)) for team in teams]


def text_of(tournament: Tournament, page: str) -> str:
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    answer = viewer.get(reverse(f"tournaments:{page}", args=[tournament.session.code]))
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_teams_have_the_points_of_their_members_or_of_the_best() -> None:
    assert figures(played()) == [(1, "Red", 20), (2, "Blue", 15), (None, "Up", 0)]
    assert figures(played(team_best=1)) == [(1, "Red", 10), (2, "Blue", 6), (None, "Up", 0)]


def test_a_corrected_hand_and_a_penalty_change_the_ranking_of_teams() -> None:
    tournament = played()
    ravi = tournament.entrants.get(player__name=RAVI)
    tournament.penalties.create(entrant=ravi, points=6, reason="late", token="first")
    assert figures(tournament)[:2] == [(1, "Blue", 15), (2, "Red", 14)]
    void_hand(hand=Hand.objects.get(game__session__tournament_table__number=1))
    assert figures(tournament)[:2] == [(1, "Blue", 9), (2, "Red", 4)]


def test_a_substitute_plays_for_the_team_of_whom_they_play_for() -> None:
    tournament = played()
    late, dev = (tournament.entrants.get(player__name=name) for name in (LATE, DEV))
    tournament.entrants.filter(pk=late.pk).update(plays_for=dev)
    score(publish_tables(tournament, (LATE, MEERA)), won=LATE)
    assert figures(tournament) == [(1, "Blue", 25), (2, "Red", 20)]


def test_equal_teams_are_separated_by_the_chain_or_share_a_place() -> None:
    tournament = played(team_best=1)
    asha, ravi = (tournament.entrants.get(player__name=name) for name in (ASHA, RAVI))
    for entrant in (asha, ravi):
        tournament.penalties.create(entrant=entrant, points=4, reason="x", token=str(entrant))
    first, second, _up = team_ranking(tournament, ranking(tournament))
    assert (first.name, first.points, second.points) == ("Red", Fraction(6), Fraction(6))
    assert "Tied with Red, who was ahead at 1 of their tables together and behind at 0." in text_of(
        tournament, "ranking"
    )
    assert_files_say_what_broke_the_tie(tournament, "Blue,6", "Tied with Red, who was ahead at 1")
    tournament.plan_json["ties"] = []
    tournament.save()
    assert [place for place, _name, _points in figures(Tournament.objects.get())] == [1, 1, None]


def assert_files_say_what_broke_the_tie(tournament: Tournament, row: str, why: str) -> None:
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    code = tournament.session.code
    table, results, pdf = (
        viewer.get(reverse(f"tournaments:{name}", args=[code])).content
        for name in ("ranking_csv", "results_json", "ranking_pdf")
    )
    assert any(row in line and why in line for line in table.decode("utf-8-sig").splitlines())
    ties = [team["tie"] for team in json.loads(results)["teams"]]
    assert any(tie.startswith(why) for tie in ties)
    pages = PdfReader(io.BytesIO(pdf)).pages
    assert why in " ".join(" ".join(page.extract_text() for page in pages).split())


def test_without_teams_nothing_is_shown_and_nothing_more_is_read(
    django_assert_num_queries: Any,
) -> None:
    tournament = played()
    tournament.entrants.update(team="")
    with django_assert_num_queries(4):
        assert figures(tournament) == []
    assert "Teams" not in text_of(tournament, "ranking")
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    code = tournament.session.code
    rows = viewer.get(reverse("tournaments:ranking_csv", args=[code])).content.decode()
    assert "Team" not in rows


def test_teams_are_on_every_page_with_the_ranking() -> None:
    tournament = played(team_best=2)
    page = text_of(tournament, "ranking")
    assert "Teams The best 2 of each count." in page
    assert f"Red {ASHA} 10 {RAVI} 10 20" in page
    assert f"{KIRAN} does not count 3" in page
    assert f"– Up {LATE} does not count – –" in page
    assert "Teams 1 Red 20 2 Blue 12 Whole ranking" in text_of(tournament, "day")
    assert "Teams 1 Red 20 2 Blue 12 Last hands" in text_of(tournament, "screen")


def test_results_are_read_once_for_people_and_once_for_teams() -> None:
    tournament = played(team_best=2)
    with CaptureQueriesContext(connection) as queries:
        full_ranking(tournament)
    table = GameResult._meta.db_table
    assert sum(f'FROM "{table}"' in query["sql"] for query in queries) == 2


def test_teams_are_in_every_file_with_the_ranking() -> None:
    tournament = played(team_best=2)
    viewer = make.client_with(Role.VIEWER, tournament.session.club)

    def file(page: str) -> Any:
        return viewer.get(reverse(f"tournaments:{page}", args=[tournament.session.code]))

    rows = file("ranking_csv").content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("Place,Player,Team,Points,Round 1")
    assert rows[1].startswith(f"1,{ASHA},Red,10,10")
    assert rows[-4:] == ["Place,Team,Points,Why", "1,Red,20,", "2,Blue,12,", ",Up,0,"]
    assert file("results_json").json()["teams"][1] == {
        "place": 2,
        "team": "Blue",
        "points": 12.0,
        "tie": "",
        "counting": [DEV, SITA],
        "others": [KIRAN],
    }
    pages = PdfReader(io.BytesIO(file("ranking_pdf").content)).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert f"Teams Place Team Points 1 Red 20 {ASHA}, {RAVI} 2 Blue 12 {DEV}, {SITA} – Up –" in text


def test_a_plan_of_before_has_all_members_count() -> None:
    stored = days.plan(team_best=3).dump()
    assert load_plan(stored).team_best == 3
    del stored["team_best"]
    assert load_plan(stored).team_best == 0
