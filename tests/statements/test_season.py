"""A season on paper: what the table says, drawn the same again, and asked for like a session's."""

import csv
import io
import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.models import Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.seasons import selectors
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.selectors import ranked
from scorekeeper.seasons.services import all_time, create_season
from scorekeeper.statements import services
from scorekeeper.statements.contents.season import check_season
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.contents.session import UnbalancedError
from scorekeeper.statements.drawing.layout import grouped
from scorekeeper.statements.layouts.season import SeasonLayout, season_rows
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.statements.season import pages

pytestmark = pytest.mark.django_db
NAMES = ("Asha", "Dev", "Meera", "Omar")


def hand(*points: int, names=NAMES) -> dict[str, Any]:
    lines = {name: {"points": p} for name, p in zip(names, points, strict=True)}
    return {"deal": {"result": "points"}, "lines": lines}


def played_session(club, on: date, *hands, names=NAMES):
    return make.play(make.session("rummi", names, club=club, played_on=on), *hands)


@pytest.fixture
def season(db):
    club = make.club()
    for week in range(3):
        on = date(2026, 3, 6) + timedelta(weeks=week)
        played_session(club, on, hand(12, 30, 45 + week, 61), hand(40, 10, 20, 61))
    played_session(club, date(2025, 12, 30), hand(99, 30, 45, 61))
    return create_season(club=club, name="Spring", starts=date(2026, 1, 1), ends=None)


def produced(statement: Statement) -> Statement:
    services.produce(statement.pk)
    return Statement.objects.get(pk=statement.pk)


# What it says --------------------------------------------------------------------------------


def test_the_statement_says_what_the_table_says(season):
    contents = season_contents(season)
    ranks = ranked(season.club, season).ranks
    assert contents.ranks == ranks and len(contents.sessions) == 3
    _bytes, text = pages(contents)
    assert f"{ranks[0].name} comes first" in text and "since" in text and "2 of 2" in text
    assert "Head-to-head" in text and "2026" in text
    for rank in ranks:
        assert rank.name in text
    assert text.count("Mar") >= 3 and "Dec 30" not in text


def test_each_session_has_its_winner_and_comes_to_nothing(season):
    for contents in season_contents(season).sessions:
        assert sum(share.net for _who, share in contents.shares) == 0
        best = max(share.net for _who, share in contents.shares)
        nets = dict(contents.shares)
        assert all(nets[who].net == best > 0 for who in contents.winners)


@pytest.mark.parametrize("measure", Measure)
def test_the_race_runs_in_what_the_season_counts_and_ends_at_the_table(season, measure):
    season.rules = {"method": {"measure": measure, "over": "best", "many": 2}}
    season.save()
    contents = season_contents(season)
    assert all(len(line) == len(contents.sessions) for line in contents.figure_lines)
    for rank, line in zip(contents.ranks, contents.figure_lines, strict=True):
        assert line[-1] == pytest.approx(float(rank.placing.figure or 0))
    text = " ".join(pages(contents)[1].split())
    assert (contents.running in text) is any(map(any, contents.figure_lines))


def test_a_players_own_statement_has_his_sessions_games_and_running_sum(season):
    rank = ranked(season.club, season).ranks[1]
    contents = season_contents(season, rank.player_id)
    assert contents.player is not None
    layout = SeasonLayout(contents)
    *_rows, last = layout.own_rows(contents.player)
    assert getattr(last.cells[-1], "text") == layout.change(rank.net, took_part=False)  # noqa: B009
    assert [name for name, _share in contents.games] == ["Rummi"]
    _bytes, text = pages(contents)
    assert rank.name in text and f"Place {rank.place} of 4" in text and "Sum so far" in text


def test_the_same_input_gives_the_same_bytes(season):
    assert pages(season_contents(season))[0] == pages(season_contents(season))[0]


def test_every_statement_of_a_season_has_its_digest_which_changes_with_what_it_says(season):
    contents = season_contents(season)
    own = season_contents(season, ranked(season.club, season).ranks[1].player_id)
    with translation.override("hi"), currencies.reading_as("hi-IN"):
        in_hindi = season_contents(season)
    assert contents.seal == own.seal == in_hindi.seal
    for shown in (contents, own):
        assert grouped(shown.seal) in " ".join(pages(shown)[1].split())
    played_session(season.club, date(2026, 5, 1), hand(99, 30, 45, 61))
    assert season_contents(season).seal != contents.seal


def test_what_lies_in_an_open_pot_is_nobodys_loss_yet(season):
    before = season_contents(season)
    pool = make.session("pool_rummy", NAMES, club=season.club, played_on=date(2026, 4, 3))
    make.play(pool, make.pool_hand("Asha", Dev=3, Meera=20, Omar=9))
    after = season_contents(season)
    assert {r.name: r.net for r in after.ranks} == {r.name: r.net for r in before.ranks}
    assert sum(rank.net for rank in after.ranks) == 0


def test_who_never_came_has_no_statement(season):
    with pytest.raises(ValueError, match="did not play"):
        season_contents(season, make.session(club=make.club("Else")).players[0].pk)


def test_a_season_of_nobody_is_said(db):
    club = make.club()
    empty = create_season(club=club, name="Empty", starts=date(2026, 1, 1), ends=None)
    assert "No hands in this season yet" in pages(season_contents(empty))[1]


def test_a_table_that_its_sessions_do_not_come_to_is_never_drawn(season):
    contents = season_contents(season)
    placing = replace(contents.ranks[0].placing, net=contents.ranks[0].net + 1)
    wrong = replace(contents.ranks[0], placing=placing)
    with pytest.raises(UnbalancedError):
        check_season(replace(contents, ranks=(wrong, *contents.ranks[1:])))


def test_the_csv_comes_to_the_table(season):
    contents = season_contents(season)
    head, *rows = season_rows(contents)
    assert head[2] == "Player" and len(rows) == 12
    last = {row[2]: row[-1] for row in rows}
    assert {rank.name: f"{rank.net / 100:.2f}" for rank in contents.ranks} == last


def test_the_csv_has_points_and_places(season):
    table = make.session("pool_rummy", NAMES, club=season.club, played_on=date(2026, 5, 1))
    make.play(table, make.pool_hand("Dev", Asha=31, Meera=12, Omar=4))
    contents = season_contents(season)
    head, *rows = season_rows(contents)
    day = contents.sessions[-1].day
    last = {row[2]: dict(zip(head, row, strict=True)) for row in rows if row[0] == day}
    points = {name: row["Points"] for name, row in last.items()}
    assert points == {"Asha": "31", "Dev": "0", "Meera": "12", "Omar": "4"}
    places = {name: row["Place"] for name, row in last.items()}
    assert places == {"Dev": "1", "Omar": "2", "Meera": "3", "Asha": "4"}
    in_season = {rank.name: str(rank.place) for rank in contents.ranks}
    assert {name: row["Place in the season"] for name, row in last.items()} == in_season


def test_the_csv_adds_up_no_points_of_several_games(season):
    table = make.session("pool_rummy", NAMES, club=season.club, played_on=date(2026, 5, 1))
    make.play(table, make.pool_hand("Dev", Asha=31, Meera=12, Omar=4))
    make.play(make.next_game(table.game.session, "rummi", NAMES), hand(12, 30, 45, 61))
    head, *rows = season_rows(season_contents(season))
    day = season_contents(season).sessions[-1].day
    of_day = [dict(zip(head, row, strict=True)) for row in rows if row[0] == day]
    assert {row["Points"] for row in of_day} == {""}
    assert {row["Place"] for row in of_day} != {""}


def test_the_csv_of_a_season_by_wins_has_that_figure_after_each_session(season):
    season.rules = {"method": {"measure": "wins"}}
    season.save()
    contents = season_contents(season)
    head, *rows = season_rows(contents)
    last = {row[2]: row[head.index("Hands won so far")] for row in rows}
    assert last == {rank.name: str(rank.placing.figure) for rank in contents.ranks}


# Asking --------------------------------------------------------------------------------------


def test_unchanged_it_is_the_same_statement_and_every_change_makes_a_new_one(season):
    first = produced(services.request_statement(about=season))
    assert (first.state, first.shows) == (JobState.DONE, first.version)
    assert services.request_statement(about=season) == first
    played_session(season.club, date(2025, 12, 31), hand(99, 30, 45, 61))
    assert services.request_statement(about=season) == first, "a session of another season"
    played_session(season.club, date(2026, 5, 1), hand(99, 30, 45, 61))
    second = produced(services.request_statement(about=season))
    assert second != first
    make.rename(season.club.players.earliest("pk"), "Ashalata")
    third = produced(services.request_statement(about=season))
    assert third != second and "Ashalata" in pages(season_contents(season))[1]
    rows = list(csv.DictReader(io.StringIO(third.table.read().decode("utf-8-sig"))))
    assert {row["Player"] for row in rows} == {"Ashalata", *NAMES[1:]}


def test_a_session_saved_between_asking_and_drawing_is_on_it(season):
    statement = services.request_statement(about=season)
    played_session(season.club, date(2026, 5, 1), hand(99, 30, 45, 61))
    done = produced(statement)
    assert (
        done.shows
        and done.shows > statement.version
        and services.request_statement(about=season) == done
    )


def test_there_is_one_of_a_kind_in_work_and_it_is_of_a_session_or_of_a_season(season):
    services.request_statement(about=season)
    with pytest.raises(IntegrityError), transaction.atomic():
        Statement.objects.create(season=season, version=999)
    session = season.club.sessions.earliest("pk")
    for wrong in ({}, {"season": season, "session": session}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Statement.objects.create(version=1, language="hi", **wrong)


def test_whoever_is_forgotten_is_on_no_season_that_is_kept(season, files):
    produced(services.request_statement(about=season))
    erase(player=season.club.players.earliest("pk"), by=None)
    assert not Statement.objects.exists()


# On a device ----------------------------------------------------------------------------------


def test_it_is_asked_for_on_a_device_and_taken_home(season, django_capture_on_commit_callbacks):
    club = season.club
    phone = make.client_with(Role.SCORER, club)
    page = reverse("statements:season", args=[club.code, season.pk])
    table = reverse("seasons:table", args=[club.code])
    assert page in phone.get(f"{table}?season={season.pk}").content.decode()
    asha = club.players.earliest("pk")
    own = reverse("seasons:player", args=[club.code, asha.pk])
    assert f"{page}#player-{asha.pk}" in phone.get(own).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        phone.post(page)
        phone.post(page, {"player": asha.pk})
    for statement in Statement.objects.all():
        for kind, begins in (("file", b"%PDF"), ("csv", b"\xef\xbb\xbf")):
            link = reverse(f"statements:season_{kind}", args=[club.code, statement.pk])
            assert link in phone.get(page).content.decode()
            answer: Any = phone.get(link)
            assert b"".join(answer.streaming_content).startswith(begins)
            assert "Spring" in answer["Content-Disposition"]
    assert Statement.objects.filter(opened_at__isnull=False).count() == 2


@pytest.mark.parametrize("player", ["x", "0", "999999", "9" * 30])
def test_nobody_who_was_never_there_is_asked_for(season, player):
    phone = make.client_with(Role.SCORER, season.club)
    page = reverse("statements:season", args=[season.club.code, season.pk])
    assert phone.post(page, {"player": player}).status_code == 404
    assert make.client_with(Role.VIEWER, season.club).post(page).status_code == 403


def test_the_page_costs_the_same_queries_however_many_statements(season, django_assert_num_queries):
    phone = make.client_with(Role.VIEWER, season.club)
    page = reverse("statements:season", args=[season.club.code, season.pk])
    produced(services.request_statement(about=season))
    with django_assert_num_queries(7):
        phone.get(page)
    for player in season.club.players.all():
        produced(services.request_statement(about=season, player=player))
    with django_assert_num_queries(7):
        phone.get(page)


# All time ------------------------------------------------------------------------------------


def test_a_club_without_seasons_has_all_time_on_paper():
    club = make.club()
    for week in range(2):
        played_session(club, date(2026, 3, 6) + timedelta(weeks=week), hand(12, 30, 45, 61))
    browser = make.host_client(club)
    table = reverse("seasons:table", args=[club.code])
    assert "All-time PDF" in browser.get(table).content.decode()
    place = browser.post(reverse("statements:all_time", args=[club.code]))["Location"]
    assert browser.post(reverse("statements:all_time", args=[club.code]))["Location"] == place
    page = browser.get(place).content.decode()
    assert "All time" in page and f"{table}?season=all" in page
    assert browser.post(place).status_code == 302
    assert Statement.objects.get().season == all_time(club)
    contents = season_contents(all_time(club))
    assert (contents.session, contents.day, len(contents.sessions)) == (
        "All time",
        "since Mar 6, 2026",
        2,
    )
    assert "All time" in pages(contents)[1]
    assert list(selectors.seasons(club)) == [], "nobody began it"
    assert browser.get(table).status_code == 200


def test_all_time_of_one_player_is_asked_for_on_his_page(season):
    browser, asha = make.host_client(season.club), season.club.players.get(name="Asha")
    page = browser.get(reverse("seasons:player", args=[season.club.code, asha.pk]))
    assert f'value="{asha.pk}"' in page.content.decode()
    fields = {"player": asha.pk}
    place = browser.post(reverse("statements:all_time", args=[season.club.code]), fields)[
        "Location"
    ]
    assert place.endswith(f"#player-{asha.pk}")
    every = season_contents(all_time(season.club), asha.pk)
    assert len(every.sessions) == 4 > len(season_contents(season, asha.pk).sessions)


def test_all_time_is_one_row_with_no_name_and_no_end(season):
    first = all_time(season.club)
    assert all_time(season.club) == first and str(first) == "All time"
    for change in ({"name": "Ever"}, {"ends": date(2026, 1, 1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Season.objects.filter(pk=first.pk).update(**change)
    exported = text(document(Extent(season.club)))
    assert "Spring" in exported and len(json.loads(exported)["tables"]["seasons"]["rows"]) == 1
