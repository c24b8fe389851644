"""Rounds are drawn, published and taken back, each once."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scorekeeper.clubs.models import Session
from scorekeeper.clubs.services import update_club
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.playing import next_dealer
from scorekeeper.extensions.tournaments.models import (
    Entrant,
    Presence,
    Round,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.people.services import add_late, set_presence, substitute
from scorekeeper.extensions.tournaments.plan import Cut, DrawBy
from scorekeeper.extensions.tournaments.rounds.services import (
    draw_round,
    publish_round,
    take_back_round,
)
from scorekeeper.extensions.tournaments.rounds.tables import table_name, unfinished_tables
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game
from scorekeeper.play.services import ClosedError, close_session
from scorekeeper.play.sessions import running_sessions
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


def draw(tournament: Tournament, **fields: Any) -> Round:
    return draw_round(**{"tournament": tournament, "token": make.token(), "by": None, **fields})


def publish(tournament: Tournament, draft: Round, **fields: Any) -> Round:
    return publish_round(
        **{
            "tournament": tournament,
            "number": draft.number,
            "by": None,
            "draft": draft.pk,
            **fields,
        }
    )


def take_back(turn: Round) -> Round:
    return take_back_round(tournament=turn.tournament, number=turn.number, by=None, which=turn.pk)


def entrant(tournament: Tournament, name: str) -> Entrant:
    listed = tournament.entrants.select_related("player").get(player__name=name)
    listed.tournament = tournament
    return listed


def mark(tournament: Tournament, name: str, presence: Presence) -> None:
    set_presence(entrant=entrant(tournament, name), presence=presence, token=make.token(), by=None)


def eight(**fields: Any) -> Tournament:
    return days.here(days.tournament(**fields))


# A draft -------------------------------------------------------------------------------------


def test_only_who_is_here_is_drawn() -> None:
    tournament = days.here(days.tournament(), *days.PEOPLE[:6])
    mark(tournament, days.PEOPLE[5], Presence.RESTS)
    draft = draw(tournament)
    drawn = tournament.entrants.filter(player__in=players_of(draft.drawn))
    assert [str(row) for row in drawn.order_by("number")] == list(days.PEOPLE[:5])


def test_too_few_people_are_refused_and_nothing_is_written() -> None:
    tournament = days.here(days.tournament(), *days.PEOPLE[:2])
    with pytest.raises(Refusal, match=r"Only 2 people are here to play. A table needs 3."):
        draw(tournament)
    assert not Round.objects.exists()


def test_a_token_draws_one_round() -> None:
    tournament, token = eight(), make.token()
    draft = draw(tournament, token=token)
    assert draw(tournament, token=token) == draft
    with pytest.raises(OtherwiseError):
        draw(tournament, token=token, tables=draft.tables)
    by_hand = draw(tournament, token="hand", tables=draft.tables[::-1])
    assert draw(tournament, token="hand", tables=draft.tables[::-1]) == by_hand
    with pytest.raises(OtherwiseError):
        draw(tournament, token="hand", tables=draft.tables)
    with pytest.raises(OtherwiseError):
        draw(tournament, token="hand")


def test_a_later_draft_takes_the_place_of_the_one_before() -> None:
    tournament = eight()
    first, second = draw(tournament), draw(tournament)
    first.refresh_from_db()
    assert first.withdrawn_at
    with pytest.raises(Refusal, match="no longer the draft"):
        publish(tournament, first)
    assert publish(tournament, second).published_at


def test_the_rounds_ahead_go_on_as_planned() -> None:
    tournament = eight(rounds=3)
    first = days.publish(tournament)
    assert len(first.drawn["ahead"]) == 2
    second = days.publish(tournament)
    planned = [{*table} for table in first.drawn["ahead"][0]["tables"]]
    assert all({*table} in planned for table in second.tables)
    assert len(second.drawn["ahead"]) == 1
    third = draw(tournament)
    assert third.tables == second.drawn["ahead"][0]["tables"]
    assert draw(tournament).seed != third.seed


def test_a_stored_plan_that_seats_one_twice_is_drawn_anew() -> None:
    tournament = eight(rounds=3)
    first = publish(tournament, draw(tournament))
    later = first.drawn["ahead"][1]
    later["tables"][0][0] = later["tables"][0][1]
    first.save()
    second = draw(tournament)
    here = sorted(entrant.player_id for entrant in tournament.entrants.all())
    for tables in (second.tables, second.drawn["ahead"][0]["tables"]):
        assert sorted(player for table in tables for player in table) == here


def test_a_substitute_takes_the_place_in_the_plan() -> None:
    tournament = eight(rounds=3)
    first = days.publish(tournament)
    gone = entrant(tournament, days.PEOPLE[0])
    taking = substitute(entrant=gone, name="Zara", token=make.token(), by=None)
    second = days.publish(tournament)
    expected = [
        {taking.player_id if p == gone.player_id else p for p in table}
        for table in first.drawn["ahead"][0]["tables"]
    ]
    assert all({*table} in expected for table in second.tables)


def test_people_who_come_and_leave_change_the_rest_of_the_plan() -> None:
    tournament = eight(rounds=3)
    days.publish(tournament)
    mark(tournament, days.PEOPLE[0], Presence.LEFT)
    add_late(tournament=tournament, names=["Zara", "Yusuf"], token=make.token(), by=None)
    draft = draw(tournament)
    assert len(players_of(draft.drawn)) == 9
    assert sorted(len(table) for table in draft.tables) in ([4, 5], [3, 3, 3])


@pytest.mark.parametrize("way", DrawBy)
def test_each_way_of_drawing_seats_everybody_once_a_round(way: DrawBy) -> None:
    tournament = eight(draw=way, rounds=3)
    for number in range(1, 4):
        turn = days.publish(tournament)
        assert turn.number == number
        assert len(set(players_of(turn.drawn))) == len(players_of(turn.drawn)) == 8
        for table in turn.table_sessions.all():
            days.play_table(table)
    with pytest.raises(Refusal, match="All rounds"):
        draw(tournament)


def test_after_a_cut_the_best_play_and_stay() -> None:
    tournament = eight(rounds=3, cuts=(Cut(after=1, keep=4),), draw=DrawBy.STANDING)
    first = days.publish(tournament)
    for table in first.table_sessions.all():
        days.play_table(table)
    best = {player for table in first.tables for player in table[:2]}
    assert set(players_of(days.publish(tournament).drawn)) == best
    left = Entrant.objects.select_related("player").get(player=first.tables[0][0])
    mark(tournament, str(left), Presence.LEFT)
    assert set(players_of(draw(tournament).drawn)) == best - {left.player_id}


def test_all_rounds_are_planned_up_to_the_cut() -> None:
    tournament = eight(rounds=5, cuts=(Cut(after=2, keep=4),))
    assert len(draw(tournament).drawn["ahead"]) == 1


# Publishing ------------------------------------------------------------------------------------


def test_each_table_of_a_published_round_plays_a_game_of_its_own() -> None:
    tournament = eight()
    turn = days.publish(tournament)
    tables = list(turn.table_sessions.all())
    assert [len(seats) for seats in turn.tables] == [4, 4]
    assert [str(table.session) for table in tables] == [
        "Spring Cup, round 1, table 1",
        "Spring Cup, round 1, table 2",
    ]
    played = days.play_table(tables[0])
    assert played.player_ids == turn.tables[0]
    assert played.game.closed_at
    assert played.game.hand_count == 2
    assert [row.session for row in running_sessions(played.game.session.club, may_score=True)] == [
        tournament.session
    ]


def test_the_first_in_the_draw_deals_first_and_the_clock_ends_a_round() -> None:
    turn = days.publish(eight(hands=0, minutes=40))
    for table in turn.table_sessions.all():
        game = table.session.games.get()
        assert next_dealer(game.rules, game.folded(4)) == 0
        assert turn.published_at
        assert game.until == turn.published_at + timedelta(minutes=40)


def test_a_round_is_published_once() -> None:
    tournament = eight()
    draft = draw(tournament)
    assert publish(tournament, draft) == publish(tournament, draft) == draft
    assert Game.objects.count() == 2
    with pytest.raises(OtherwiseError):
        publish_round(tournament=tournament, number=1, by=None, draft=draft.pk + 1)


def test_a_draft_is_published_only_with_everybody_who_is_here() -> None:
    tournament = days.here(days.tournament(), *days.PEOPLE[:7])
    draft = draw(tournament)
    mark(tournament, days.PEOPLE[7], Presence.HERE)
    with pytest.raises(Refusal, match=r"Dev B is here and has no seat. Draw again."):
        publish(tournament, draft)
    draft = draw(tournament)
    mark(tournament, days.PEOPLE[0], Presence.LEFT)
    with pytest.raises(Refusal, match=r"Asha A no longer plays. Draw again."):
        publish(tournament, draft)
    assert not Game.objects.exists()


def test_finished_tables_are_ended_when_the_next_round_is_published() -> None:
    tournament = eight()
    first = days.publish(tournament)
    done, playing = first.table_sessions.all()
    days.play_table(done)
    assert unfinished_tables(first) == [playing]
    days.publish(tournament)
    assert list(first.table_sessions.filter(session__closed_at__isnull=True)) == [playing]


def test_whoever_sits_out_of_one_round_is_here_for_the_next() -> None:
    tournament = eight()
    mark(tournament, days.PEOPLE[0], Presence.RESTS)
    turn = days.publish(tournament)
    assert len(players_of(turn.drawn)) == 7
    assert entrant_rows(tournament)[0].presence == Presence.HERE
    take_back(turn)
    assert entrant_rows(tournament)[0].presence == Presence.RESTS


def test_a_table_is_named_in_the_language_of_the_group_within_80_letters() -> None:
    tournament = eight()
    tournament.session.name = "A" * 80
    assert table_name(tournament, 2, 3) == "A" * 62 + ", round 2, table 3"
    club = tournament.session.club
    update_club(
        club=club,
        name=club.name,
        currency=club.currency,
        time_zone=club.time_zone,
        language="hi",
        renamed={},
    )
    assert len(table_name(tournament, 2, 3)) <= 80


def test_nothing_is_drawn_or_published_after_the_day() -> None:
    tournament = eight()
    draft = draw(tournament)
    close_session(session=tournament.session)
    for write in (lambda: draw(tournament), lambda: publish(tournament, draft)):
        with pytest.raises(ClosedError):
            write()


# Taking back -----------------------------------------------------------------------------------


def test_a_round_is_taken_back_once_and_its_tables_are_shown_nowhere() -> None:
    tournament = eight()
    turn = days.publish(tournament)
    sessions = [table.session for table in turn.table_sessions.all()]
    draw(tournament)
    assert take_back(turn) == take_back(turn)
    assert not Session.objects.filter(pk__in=[session.pk for session in sessions]).exists()
    assert not tournament.rounds.filter(withdrawn_at__isnull=True).exists()
    assert not GameResult.objects.exists()
    again = days.publish(tournament)
    assert again.number == 1
    with pytest.raises(Refusal, match="published last can be withdrawn"):
        take_back_round(tournament=tournament, number=2, by=None)


def test_a_round_with_hands_is_not_taken_back() -> None:
    tournament = eight()
    turn = days.publish(tournament)
    days.play_table(turn.table_sessions.all()[1])
    with pytest.raises(Refusal, match="Table 2 has hands already"):
        take_back(turn)
    assert Session.objects.filter(part_of=tournament.session).count() == 2


# By hand -----------------------------------------------------------------------------------------


def test_a_round_by_hand_says_what_is_wrong_with_it() -> None:
    tournament = eight(rounds=2)
    first = days.publish(tournament)
    same = draw(tournament, tables=first.tables)
    pairs = [pair for table in first.tables for pair in combinations(sorted(table), 2)]
    repeats = [flaw for flaw in same.flaws if flaw[0] == "repeat"]
    assert sorted(tuple(flaw[2]) for flaw in repeats) == sorted(pairs)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tables: [tables[0], [*tables[1][:-1], tables[0][0]]], "Asha A has 2 seats."),
        (lambda tables: [[*tables[0], 0], tables[1]], "has a seat but does not play"),
        (
            lambda tables: [tables[0][:2], tables[1]],
            "A table of 2 people is too small: .* needs 3 to 7 people",
        ),
    ],
)
def test_what_cannot_be_played_is_no_draft(change: Any, message: str) -> None:
    tournament = eight()
    first = tournament.entrants.get(number=1).player_id
    tables = sorted(draw(tournament).tables, key=lambda table: first not in table)
    tables[0].sort(key=lambda player: player != first)
    with pytest.raises(ValidationError, match=message):
        draw(tournament, tables=change(tables))
    assert Round.objects.count() == 1
