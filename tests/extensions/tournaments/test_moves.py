"""Two people change seats: in a draft, and in a published round where no hand was saved."""

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Player, Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.tournaments.hall.selectors import add_time
from scorekeeper.extensions.tournaments.models import Entrant, Presence, Round
from scorekeeper.extensions.tournaments.people.services import add_late, set_presence, substitute
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import RankedEntrant, ranking
from scorekeeper.extensions.tournaments.rounds.services import (
    draw_round,
    move_person,
    swap_seats,
    swapped,
    take_back_round,
)
from scorekeeper.extensions.tournaments.rounds.unseated import unseated
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from scorekeeper.play.models import Game
from scorekeeper.play.seating import TableVersion, join_game, leave_game
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import game_of, publish_tables, score

pytestmark = pytest.mark.django_db


def move(turn: Round, person: int, other: int, token: str = "") -> Round:
    return swap_seats(
        tournament=turn.tournament,
        number=turn.number,
        which=turn.pk,
        person=person,
        other=other,
        token=token or make.token(),
        by=None,
    )


def published() -> Round:
    return days.publish(days.here(days.tournament(days.PEOPLE[:13], tables=3, largest=4)))


def test_only_the_tables_of_the_two_start_anew_and_the_clock_goes_on() -> None:
    turn = published()
    add_time(turn=turn, minutes=5, table=None, token="more", by=None)
    first, second, third = turn.table_sessions.all()
    days.play_table(third)
    person, other = turn.tables[0][0], turn.tables[1][2]
    moved = move(turn, person, other, "move")
    assert move(turn, person, other, "move") == moved
    with pytest.raises(OtherwiseError):
        move(turn, person, turn.tables[1][0], "move")
    assert [kind for kind, _values in activity(turn)][-2:] == ["round_published", "seats_changed"]
    assert moved.tables[0][0] == other
    assert moved.tables[1][2] == person
    assert moved.published_at == turn.published_at
    assert moved.more_time.count() == 1
    sessions = {table.number: table.session_id for table in moved.table_sessions.all()}
    assert sessions[3] == third.session_id
    gone = Session.every.filter(pk__in=[first.session_id, second.session_id])
    assert all(session.removed_at for session in gone)
    assert [
        seat.player_id for seat in days.play_table(moved.table_sessions.all()[0]).game.seats.all()
    ] == moved.tables[0]


def test_somebody_who_sits_out_takes_a_seat() -> None:
    turn = published()
    (out,) = turn.out
    moved = move(turn, turn.tables[2][1], out)
    assert moved.out == [turn.tables[2][1]]
    assert {table.session_id for table in moved.table_sessions.all()[:2]} == {
        table.session_id for table in moved.table_sessions.filter(number__in=(1, 2))
    }


def test_a_table_with_hands_is_not_changed() -> None:
    turn = published()
    days.play_table(turn.table_sessions.all()[1])
    with pytest.raises(Refusal, match="Table 2 has hands already"):
        move(turn, turn.tables[0][0], turn.tables[1][0])
    turn.refresh_from_db()
    assert turn.withdrawn_at is None


def test_only_the_last_round_is_changed_and_only_its_people() -> None:
    turn = published()
    days.publish(turn.tournament)
    with pytest.raises(Refusal, match="This round has changed"):
        move(turn, turn.tables[0][0], turn.tables[1][0])
    with pytest.raises(Refusal, match="This round has changed"):
        move(turn, turn.tables[0][0], 0)


def shift(turn: Round, person: int, table: int, token: str = "") -> Round:
    return move_person(
        tournament=turn.tournament,
        number=turn.number,
        which=turn.pk,
        person=person,
        table=table,
        token=token or make.token(),
        by=None,
    )


def activity(turn: Round) -> list[tuple[str, Any]]:
    entries = Happening.objects.filter(session=turn.tournament.session).order_by("pk")
    return [(entry.kind, entry.values) for entry in entries]


def uneven() -> tuple[Round, int, int, int]:
    """Three tables of 3 to 4 for ten people; the numbers of that of 4 and of the others."""
    turn = days.publish(days.here(days.tournament(days.PEOPLE[:10], tables=3, largest=4)))
    large, small, other = sorted((1, 2, 3), key=lambda number: -len(turn.tables[number - 1]))
    return turn, large, small, other


def test_one_person_moves_to_another_table_and_the_rest_plays_on() -> None:
    turn, large, small, other = uneven()
    days.play_table(turn.table_sessions.get(number=other))
    person = turn.tables[large - 1][1]
    moved = shift(turn, person, small, "move")
    assert shift(turn, person, small, "move") == moved
    with pytest.raises(OtherwiseError):
        shift(turn, turn.tables[large - 1][0], small, "move")
    assert len(moved.tables[large - 1]) == 3
    assert moved.tables[small - 1] == [*turn.tables[small - 1], person]
    kept = moved.table_sessions.get(number=other)
    assert kept.session.games.get().hand_count == 2
    games = [days.players_at(table) for table in moved.table_sessions.all()]
    assert [[player.pk for player in seated] for seated in games] == moved.tables
    name = str(Player.objects.get(pk=person))
    assert activity(turn)[-1] == ("seat_moved", {"number": 1, "name": name, "table": small})
    assert [kind for kind, _values in activity(turn)].count("seat_moved") == 1


def test_one_person_gives_up_a_seat_and_somebody_else_takes_it() -> None:
    turn = published()
    (out,), person = turn.out, turn.tables[1][0]
    left = shift(turn, person, 0)
    assert left.out == [person, out] or left.out == [out, person]
    full = shift(left, out, 2)
    assert full.tables[1] == [*turn.tables[1][1:], out]
    assert shift(full, out, 2) == full
    assert [kind for kind, _values in activity(turn)][-2:] == ["seat_given_up", "seat_moved"]


def test_no_table_gets_too_small_or_too_large_or_loses_a_hand() -> None:
    turn, large, small, other = uneven()
    person = turn.tables[small - 1][0]
    for wrong in (large, other, 0):
        with pytest.raises(Refusal, match="people is too small:"):
            shift(turn, person, wrong)
    days.play_table(turn.table_sessions.get(number=small))
    with pytest.raises(Refusal, match=f"Table {small} has hands already"):
        shift(turn, turn.tables[large - 1][0], small)
    shift(turn, turn.tables[large - 1][0], other)
    with pytest.raises(Refusal, match="This round has changed"):
        shift(turn, turn.tables[large - 1][0], other)


# Who has no seat -----------------------------------------------------------------------------


def late(turn: Round, name: str = "Zara") -> Entrant:
    """Somebody who came after the round was published."""
    (entrant,) = add_late(tournament=turn.tournament, names=[name], token=make.token(), by=None)
    entrant.tournament = turn.tournament
    return entrant


def waiting(turn: Round) -> list[Player]:
    """Who is here without a seat."""
    return unseated(turn.tournament, turn, entrant_rows(turn.tournament))


def mark(entrant: Entrant, presence: Presence) -> None:
    set_presence(entrant=entrant, presence=presence, token=make.token(), by=None)


def test_who_came_late_gets_a_seat_and_only_this_table_starts_anew() -> None:
    turn, _large, small, other = uneven()
    zara = late(turn)
    assert [player.name for player in waiting(turn)] == ["Zara"]
    kept = {table.number: table.session_id for table in turn.table_sessions.all()}
    days.play_table(turn.table_sessions.get(number=other))
    seated = shift(turn, zara.player_id, small, "seat")
    assert shift(turn, zara.player_id, small, "seat") == seated
    assert seated.tables[small - 1] == [*turn.tables[small - 1], zara.player_id]
    assert seated.published_at == turn.published_at
    assert seated.out == turn.out
    now = {table.number: table.session_id for table in seated.table_sessions.all()}
    assert {n for n in now if now[n] != kept[n]} == {small}
    assert zara.player in days.players_at(seated.table_sessions.get(number=small))
    assert activity(turn)[-1] == ("seat_moved", {"number": 1, "name": "Zara", "table": small})
    assert waiting(seated) == []
    rows = {str(row.entrant): row.tables for row in played(seated)}
    assert rows["Zara"] == 1


def played(turn: Round) -> list[RankedEntrant]:
    """The ranking once all tables of the round are played."""
    for table in turn.table_sessions.all():
        days.play_table(table)
    return ranking(turn.tournament)


def test_a_late_seat_goes_up_to_the_number_of_players_of_the_game() -> None:
    turn = days.publish(days.here(days.tournament(days.PEOPLE[:8], tables=2, largest=4)))
    for name in ("Zara", "Yusuf", "Xaver"):
        turn = shift(turn, late(turn, name).player_id, 1)
        crowded = [flaw for flaw in turn.flaws if flaw[0] == "crowded"]
        assert crowded == [["crowded", 0, turn.tables[0], 4, False]]
    assert [len(table) for table in turn.tables] == [7, 4]
    with pytest.raises(Refusal, match=r"A table of 8 people .* needs 3 to 7 people"):
        shift(turn, late(turn, "Will").player_id, 1)
    assert [player.name for player in waiting(turn)] == ["Will"]


def test_no_late_seat_at_a_table_with_a_hand() -> None:
    turn, _large, small, _other = uneven()
    zara = late(turn)
    days.play_table(turn.table_sessions.get(number=small))
    with pytest.raises(Refusal, match=f"Table {small} has hands already"):
        shift(turn, zara.player_id, small)
    assert days.publish(turn.tournament).number == 2


def test_only_who_is_here_gets_a_late_seat() -> None:
    turn, _large, small, _other = uneven()
    zara = late(turn)
    for presence in (Presence.LEFT, Presence.EXPECTED):
        mark(zara, presence)
        assert waiting(turn) == []
        with pytest.raises(Refusal, match="Zara isn’t here"):
            shift(turn, zara.player_id, small)
    stranger = make.next_game(
        make.session(club=turn.tournament.session.club).game.session, "gin_rummy", ["Uma", "Vik"]
    ).players[0]
    with pytest.raises(Refusal, match="This round has changed"):
        shift(turn, stranger.pk, small)
    for presence in (Presence.STANDBY, Presence.RESTS, Presence.HERE):
        mark(zara, presence)
        assert waiting(turn) == [zara.player]
    shift(turn, zara.player_id, small)


def test_a_substitute_takes_the_seat_of_whom_they_play_for_and_no_second_one() -> None:
    turn = days.publish(days.here(days.tournament(days.PEOPLE[:9], tables=3, largest=4)))
    gone = turn.tables[0][1]
    entrant = turn.tournament.entrants.get(player=gone)
    entrant.tournament = turn.tournament
    taking = substitute(entrant=entrant, name="Zara", token=make.token(), by=None).player_id
    with pytest.raises(Refusal, match="play for one person"):
        shift(turn, taking, 2)
    assert move(turn, gone, taking).tables[0][1] == taking


def test_after_a_cut_only_who_plays_on_gets_a_late_seat() -> None:
    tournament = days.here(
        days.tournament(days.PEOPLE[:8], tables=2, rounds=2, cuts=(Cut(after=1, keep=4),))
    )
    first = days.publish(tournament)
    played(first)
    best = [row.entrant for row in ranking(tournament)]
    best[0].tournament = tournament
    mark(best[0], Presence.RESTS)
    turn = days.publish(tournament)
    assert waiting(turn) == [best[0].player]
    with pytest.raises(Refusal, match="does not play in this round"):
        shift(turn, best[-1].player_id, 1)
    with pytest.raises(Refusal, match="does not play in this round"):
        shift(turn, late(turn).player_id, 1)
    assert len(shift(turn, best[0].player_id, 1).tables[0]) == 4


def test_who_sat_out_a_moved_round_sits_out_again_once_it_is_withdrawn() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:11], tables=3, largest=4))
    rests = tournament.entrants.get(player__name=days.PEOPLE[0])
    rests.tournament = tournament
    mark(rests, Presence.RESTS)
    turn = days.publish(tournament)
    large = max((1, 2, 3), key=lambda number: len(turn.tables[number - 1]))
    small = min((1, 2, 3), key=lambda number: len(turn.tables[number - 1]))
    shift(turn, turn.tables[large - 1][0], small)
    take_back_round(tournament=tournament, number=1, by=None)
    (row,) = [row for row in entrant_rows(tournament) if row.entrant == rests]
    assert row.presence is Presence.RESTS


def version_of(game: Game) -> TableVersion:
    return TableVersion(game.last_number + 1, game.change_count)


def test_after_hands_a_person_changes_tables_by_leaving_one_game_and_joining_another() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:7], tables=2, hands=4))
    turn = publish_tables(tournament, days.PEOPLE[:4], days.PEOPLE[4:7])
    moves = days.PEOPLE[1]
    for _hand in range(2):
        score(turn, 1, won=moves)
        score(turn, 2, won=days.PEOPLE[4])
    host = make.host_client(tournament.session.club)
    wrong, right = game_of(turn, 1), game_of(turn, 2)
    for game in (wrong, right):
        board = host.get(game.session.address).content.decode()
        assert reverse("starting:seats", args=[game.session.code, game.number]) in board
    leave_game(game=wrong, person=1, version=version_of(wrong), token=make.token())
    join_game(
        game=right,
        player=Player.objects.get(name=moves),
        options=right.options,
        version=version_of(right),
        token=make.token(),
    )
    score(turn, 2, won=moves)
    assert game_of(turn, 1).hand_count == 2
    assert game_of(turn, 2).hand_count == 3
    row = next(row for row in ranking(tournament) if str(row.entrant) == moves)
    assert row.tables == 2
    assert row.points == sum(share.figure for share in row.row.shares)


def test_in_a_draft_two_change_seats_unless_somebody_drew_again() -> None:
    tournament = days.here(days.tournament(rounds=2))
    draft = draw_round(tournament=tournament, token="a", by=None)
    tables = swapped(draft, draft.tables[0][0], draft.tables[1][0])
    by_hand = draw_round(
        tournament=tournament, token="b", by=None, tables=tables, instead_of=draft.pk
    )
    assert by_hand.tables == tables
    assert by_hand.drawn["ahead"] == draft.drawn["ahead"]
    with pytest.raises(Refusal, match="no longer the draft"):
        draw_round(tournament=tournament, token="c", by=None, tables=tables, instead_of=draft.pk)
