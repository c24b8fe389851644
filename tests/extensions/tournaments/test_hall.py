"""The hall: a director sees the tables at a glance, gives more time and answers calls; a card opens
the hand of its table and no other."""

import json
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.services import revoke_link, say_who
from scorekeeper.extensions.tournaments.hall.selectors import TableStatus, add_time, table_states
from scorekeeper.extensions.tournaments.hall.views import card_secret
from scorekeeper.extensions.tournaments.models import Call, MoreTime, Round, Ruling, Tournament
from scorekeeper.extensions.tournaments.rounds.services import swap_seats, take_back_round
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.services import close_session
from scorekeeper.table.live.devices import note_writing
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn() -> Round:
    """Round 1 of two tables, of thirty minutes."""
    tournament = days.here(days.tournament(hands=0, minutes=30, tables=2))
    turn = days.publish(tournament)
    turn.tournament = tournament
    return turn


def host(turn: Round) -> Client:
    return make.client_with(Role.HOST, turn.tournament.session.club)


def address(turn: Round, name: str, *args: Any) -> str:
    return reverse(f"tournaments:{name}", args=[turn.tournament.session.code, *args])


def send(client: Client, url: str, **data: str) -> str:
    answer = client.post(url, data)
    return str(json.loads(answer["X-Outcome"])["fate"])


def statuses(turn: Round) -> list[TableStatus]:
    return [state.status for state in table_states(turn)]


def game(turn: Round, number: int) -> Game:
    return Game.objects.get(
        session__tournament_table__round=turn, session__tournament_table__number=number
    )


def test_a_director_sees_what_each_table_does(turn: Round) -> None:
    assert statuses(turn) == [TableStatus.PLAYING, TableStatus.PLAYING]
    first, second = turn.table_sessions.all()
    Game.objects.filter(session=second.session).update(until=timezone.now() - timedelta(minutes=1))
    days.play_table(second)
    assert statuses(turn) == [TableStatus.PLAYING, TableStatus.DONE]
    by = make.member(Role.SCORER, turn.tournament.session.club)
    note_writing(game=game(turn, 1), hand=1, by=by)
    assert statuses(turn)[0] is TableStatus.WRITING
    note_writing(game=game(turn, 1), hand=1, by=by, leaves=True)
    Round.objects.filter(pk=turn.pk).update(published_at=timezone.now() - timedelta(minutes=12))
    turn.refresh_from_db()
    assert statuses(turn) == [TableStatus.SILENT, TableStatus.DONE]
    page = host(turn).get(address(turn, "day")).content.decode()
    assert "Nothing for 12 minutes" in page
    assert "1 of 2 tables done" in page
    assert (
        "Nothing for"
        not in make.client_with(Role.VIEWER, first.session.club)
        .get(address(turn, "day"))
        .content.decode()
    )


def test_more_time_moves_the_end_of_one_table_or_all(turn: Round) -> None:
    before = [game(turn, n).until for n in (1, 2)]
    assert before[0] and before[1]
    director, url = host(turn), address(turn, "more_time")
    assert send(director, url, minutes="10", table="1", token="a") == "done"
    assert send(director, url, minutes="10", table="1", token="a") == "done"
    assert send(director, url, minutes="5", table="1", token="a") == "conflict"
    assert send(director, url, minutes="5", token="b") == "done"
    assert send(director, url, minutes="0", token="c") == "refused"
    assert "out of date" in director.post(url, {"minutes": "0"}).content.decode()
    after = [game(turn, n).until for n in (1, 2)]
    assert after == [before[0] + timedelta(minutes=15), before[1] + timedelta(minutes=5)]
    ends = [state.ends_at for state in table_states(turn)]
    assert ends == after
    assert MoreTime.objects.count() == 2
    assert make.client_with(Role.SCORER, turn.tournament.session.club).post(url).status_code == 403


def test_more_time_stays_where_people_change_seats(turn: Round) -> None:
    more = partial(add_time, turn=turn, by=None)
    first = turn.table_sessions.get(number=1)
    more(minutes=5, table=None, token="a")
    more(minutes=10, table=first, token="b")
    ends = [state.ends_at for state in table_states(turn)]
    moved = swap_seats(
        tournament=turn.tournament,
        number=turn.number,
        which=turn.pk,
        person=turn.tables[0][0],
        other=turn.tables[1][0],
        token="c",
        by=None,
    )
    moved.tournament = turn.tournament
    assert [state.ends_at for state in table_states(moved)] == ends
    assert [game(moved, n).until for n in (1, 2)] == ends
    again = moved.table_sessions.get(number=1)
    assert add_time(turn=moved, minutes=10, table=again, token="b", by=None).minutes == 10
    assert MoreTime.objects.count() == 2


def test_a_call_that_nobody_answered_stays_in_the_hall_until_it_is(turn: Round) -> None:
    player = make.client_with(Role.VIEWER, turn.tournament.session.club)
    send(player, address(turn, "call", 1), text="Who dealt?", token="a")
    (call,) = Call.objects.all()
    director, day, answer = host(turn), address(turn, "day"), address(turn, "ruling", call.pk)
    heading = "Unanswered calls of other rounds"
    assert heading not in director.get(day).content.decode()
    assert "Calls the referee" in player.get(address(turn, "screen")).content.decode()
    for table in turn.table_sessions.all():
        Game.objects.filter(session=table.session).update(until=timezone.now())
        days.play_table(table)
    days.publish(turn.tournament)
    assert heading in director.get(day).content.decode()
    assert heading not in player.get(day).content.decode()
    page = director.get(answer).content.decode()
    assert "Round 1, table 1" in page
    assert "Who dealt?" in page
    refused = director.post(answer, {"text": "", "token": "b"})
    assert "Enter the ruling" in refused.content.decode()
    assert send(director, answer, text="§2: Asha", token="b") == "done"
    assert send(director, answer, text="§2: Asha", token="b") == "done"
    assert heading not in director.get(day).content.decode()
    assert "§2: Asha" in director.get(answer).content.decode()
    assert player.get(answer).status_code == 403
    assert Client().get(answer).status_code == 404


def test_a_call_is_answered_by_a_ruling(turn: Round) -> None:
    player = make.client_with(Role.VIEWER, turn.tournament.session.club)
    url = address(turn, "call", 1)
    before = turn.tournament.session.version
    assert send(player, url, text="Wrong show?", token="a") == "done"
    assert send(player, url, text="Wrong show?", token="b") == "done"  # one call is open
    assert send(player, url, text="Another matter", token="c") == "conflict"
    (call,) = Call.objects.all()
    turn.tournament.session.refresh_from_db()
    assert turn.tournament.session.version > before  # directors' pages hear of it at once
    assert statuses(turn)[0] is TableStatus.CALLS
    director, answer = host(turn), address(turn, "ruling", call.pk)
    page = director.post(answer, {"text": "", "token": "c"}).content.decode()
    assert "Enter the ruling" in page
    assert send(director, answer, text="§4: the hand stands", token="c") == "done"
    assert send(director, answer, text="§4: the hand stands", token="d") == "done"
    refused = director.post(answer, {"text": "another", "token": "e"})
    assert json.loads(refused["X-Outcome"])["fate"] == "conflict"
    assert "Something else was saved" in refused.content.decode()
    assert Ruling.objects.count() == 1
    assert "§4: the hand stands" in player.get(address(turn, "table", 1)).content.decode()
    assert player.post(answer).status_code == 403
    assert send(director, address(turn, "call", 3), text="", token="f") == "gone"


def test_everybody_at_a_table_calls_the_referee_in_one_tap(turn: Round) -> None:
    session = turn.table_sessions.get(number=1).session
    here = reverse("tournaments:referee", args=[session.code])
    seated = make.member(Role.VIEWER, session.club, turn.tournament.session)
    say_who(membership=seated, player=days.players_at(turn.table_sessions.get(number=2))[0])
    day = make.client_as(seated).get(address(turn, "day")).content.decode()
    assert f'href="{address(turn, "table", 2)}#referee"' in day
    of_table = make.client_with(Role.SCORER, session.club, session=session)
    assert f'href="{here}"' in of_table.get(session.address).content.decode()
    assert "What is it about?" in of_table.get(here).content.decode()
    assert send(of_table, here, text="Wrong show?", token="a") == "done"
    (call,) = Call.objects.all()
    assert (call.table.session, call.text) == (session, "Wrong show?")
    assert statuses(turn)[0] is TableStatus.CALLS
    assert "The referee has been called." in of_table.get(here).content.decode()
    assert send(of_table, here, text="Another matter", token="b") == "conflict"
    send(host(turn), address(turn, "ruling", call.pk), text="§4: it stands", token="c")
    assert "§4: it stands" in of_table.get(here).content.decode()
    assert Client().get(here).status_code == 404
    plain = make.session(club=session.club).game.session
    assert host(turn).get(reverse("tournaments:referee", args=[plain.code])).status_code == 404
    assert "Call the referee" not in host(turn).get(plain.address).content.decode()


def test_a_call_from_a_table_of_an_earlier_round_is_of_that_table(turn: Round) -> None:
    session = turn.table_sessions.get(number=1).session
    days.publish(turn.tournament)
    of_table = make.client_with(Role.SCORER, session.club, session=session)
    here = reverse("tournaments:referee", args=[session.code])
    assert send(of_table, here, text="", token="a") == "done"
    assert Call.objects.get().table.round == turn
    close_session(session=turn.tournament.session)
    assert send(of_table, here, text="Again", token="b") == "refused"
    assert "Call the referee" not in of_table.get(session.address).content.decode()


def test_a_table_leads_back_to_the_day_whatever_else_the_device_holds(turn: Round) -> None:
    day, session = turn.tournament.session, turn.table_sessions.get(number=1).session
    back = f'class="back" href="{day.address}"'
    of_table = make.client_with(Role.SCORER, session.club, session=session)
    assert back not in of_table.get(session.address).content.decode()
    of_both = make.client_with(Role.VIEWER, session.club, session=day)
    assert back in of_both.get(session.address).content.decode()
    host(turn).get(address(turn, "cards"))
    of_both.post(of_both.get(card(turn.tournament, 1))["Location"], {"token": "joins"})
    assert Membership.objects.filter(session=session, role=Role.SCORER).count() == 2
    assert back in of_both.get(session.address).content.decode()


def card(tournament: Tournament, number: int) -> str:
    secret = card_secret(tournament, number)
    return reverse("tournaments:card", args=[secret, tournament.session.code, number])


def test_a_card_opens_the_hand_of_its_table_and_no_other(turn: Round) -> None:
    tournament = turn.tournament
    assert host(turn).get(address(turn, "cards")).status_code == 200
    device = Client()
    first, second = (table.session for table in turn.table_sessions.all())
    joins = device.get(card(tournament, 1))["Location"]
    assert joins.startswith("/join/")
    assert not Membership.objects.filter(session=first).exists()
    device.post(joins, {"token": "joins"})
    opened = device.get(card(tournament, 1))["Location"]
    assert opened == reverse("entry:hand_new", args=[first.code, 1])
    assert device.get(opened).status_code == 200
    assert device.get(reverse("entry:hand_new", args=[second.code, 1])).status_code == 404
    assert device.get(address(turn, "day")).status_code == 404
    wrong = card(tournament, 1).removesuffix("/1/") + "/2/"
    assert device.get(wrong).status_code == 404
    link = tournament.session.links.get(role=Role.SCORER)
    before = card(tournament, 1)
    revoke_link(link=link)
    assert device.get(before).status_code == 404


def test_a_card_before_the_first_round_says_so() -> None:
    tournament = days.tournament()
    host_device = make.client_with(Role.HOST, tournament.session.club)
    url = reverse("tournaments:cards", args=[tournament.session.code])
    assert host_device.get(url).status_code == 200
    page = Client().get(card(tournament, 1)).content.decode()
    assert "Nobody sits at this table yet" in page


def test_who_may_score_the_day_may_score_its_tables(turn: Round) -> None:
    tournament = turn.tournament
    session = turn.table_sessions.get(number=1).session
    entry = reverse("entry:hand_new", args=[session.code, 1])
    scorer = make.client_with(Role.SCORER, session.club, session=tournament.session)
    assert scorer.get(entry).status_code == 200
    stranger = make.client_with(
        Role.SCORER, session.club, session=make.session(club=session.club).game.session
    )
    assert stranger.get(entry).status_code == 404
    assert Hand.objects.count() == 0


def test_the_big_screen_shows_ranking_and_last_hands() -> None:
    turn = days.publish(days.here(days.tournament(tables=2)))
    viewer = make.client_with(Role.VIEWER, turn.tournament.session.club)
    url = address(turn, "screen")
    assert "Ranking" not in viewer.get(url).content.decode()
    for table in turn.table_sessions.all():
        days.play_table(table, winner=str(table.session.games.get().seats.get(number=2).player))
    page = viewer.get(url).content.decode()
    screen = page.partition("hall-screen__side")[2]
    assert "Table 2, hand 2" in screen
    winner = turn.table_sessions.get(number=2).session.games.get().seats.get(number=2).player
    assert screen.index("Table 2, hand 2") < screen.index(str(winner), screen.index("Last hands"))
    mark = page.partition("?mark=")[2].partition('"')[0]
    assert viewer.get(f"{url}?mark={mark}").status_code == 204


# A table that was withdrawn --------------------------------------------------------------------


def test_a_device_at_a_withdrawn_table_is_led_to_its_new_seat(turn: Round) -> None:
    tournament = turn.tournament
    session = turn.table_sessions.get(number=1).session
    hand = reverse("entry:hand_new", args=[session.code, 1])
    of_day = make.client_with(Role.SCORER, session.club, session=tournament.session)
    of_table = make.client_with(Role.SCORER, session.club, session=session)
    _link, secret = make.link(Role.SCORER, session.club, session)
    take_back_round(tournament=tournament, number=1, by=None)

    for url in (session.address, hand, reverse("sync:here", args=[session.code])):
        page = of_day.get(url)
        assert page.status_code == 410
        assert "This table was withdrawn" in page.content.decode()
        assert f'href="{tournament.session.address}"' in page.content.decode()
        assert Client().get(url).status_code == 404
    assert tournament.session.address not in of_table.get(hand).content.decode()
    assert "Scan the code on the table you sit at now" in of_table.get(hand).content.decode()
    assert "This table was withdrawn" in Client().get(f"/join/{secret}/").content.decode()
    assert send(of_day, hand, token="a", number="1") == "gone"
    assert not Hand.objects.exists()

    poll = reverse("scoreboard:newer", args=[session.code])
    answer = of_day.get(poll, {"v": session.version}, headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    snapshot = of_day.get(reverse("sync:snapshot", args=[session.code]))
    assert (snapshot.status_code, snapshot["X-Along"]) == (410, "gone")


def test_a_table_of_the_day_where_nobody_sits_any_more(turn: Round) -> None:
    player = make.client_with(Role.VIEWER, turn.tournament.session.club)
    take_back_round(tournament=turn.tournament, number=1, by=None)
    page = player.get(address(turn, "table", 1))
    assert page.status_code == 404
    assert "Nobody sits at this table now" in page.content.decode()
    assert send(player, address(turn, "call", 1), text="Help", token="a") == "gone"
    assert Client().get(address(turn, "table", 1)).status_code == 404


def test_tables_are_available_offline_and_the_day_is_not(turn: Round, settings: Any) -> None:
    settings.OFFLINE_WORKER = Path(__file__)
    scorer = make.client_with(Role.SCORER, turn.tournament.session.club)
    offered = "data-offline"
    for page in ("day", "ranking", "screen"):
        assert offered not in scorer.get(address(turn, page)).content.decode()
    table = turn.table_sessions.get(number=1).session
    assert offered in scorer.get(table.address).content.decode()
