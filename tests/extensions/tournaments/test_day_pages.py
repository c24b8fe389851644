"""What hosts and players see of roll call and rounds, and what their taps write."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.services import say_who
from scorekeeper.extensions.tournaments.models import Presence, Round, Tournament, Wish
from scorekeeper.extensions.tournaments.people.services import set_presence
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.extensions.tournaments.rounds.services import draw_round, take_back_round
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db
FIRST, SECOND = days.PEOPLE[:2]


def url(tournament: Tournament, name: str, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.session.code, *args])


def seen(client: Client, tournament: Tournament, name: str, *args: int) -> str:
    return " ".join(client.get(url(tournament, name, *args)).content.decode().split())


def post(client: Client, tournament: Tournament, write: str, *args: int, **fields: Any) -> Any:
    return client.post(url(tournament, write, *args), {"token": make.token(), **fields})


def host(tournament: Tournament) -> Client:
    return make.host_client(tournament.session.club)


def guest(tournament: Tournament, name: str = "") -> Client:
    """A player's device that came by the link of the day."""
    member = make.member(Role.VIEWER, tournament.session.club, tournament.session)
    if name:
        player = tournament.entrants.get(player__name=name).player
        say_who(membership=member, player=player)
    return make.client_as(member)


def pk_of(tournament: Tournament, name: str) -> int:
    return tournament.entrants.get(player__name=name).pk


def presences(tournament: Tournament) -> dict[str, Presence]:
    return {str(row.player): row.presence for row in entrant_rows(tournament)}


def draft(tournament: Tournament) -> Round:
    return draw_round(tournament=tournament, token=make.token(), by=None)


# Roll call -------------------------------------------------------------------------------------


def test_one_tap_marks_somebody_as_here_with_and_without_scripts() -> None:
    tournament = days.tournament()
    client = host(tournament)
    pk = pk_of(tournament, FIRST)
    answer = post(client, tournament, "presence", pk, presence="here")
    assert answer["Location"].endswith(f"/tournament/people/#entrant-{pk}")
    address, data = url(tournament, "presence", pk_of(tournament, SECOND)), {"presence": "here"}
    row = client.post(address, {**data, "token": "a"}, headers={"hx-request": "true"})
    assert row.content.decode().count("<li") == 1
    assert "2 of 8 here" in row.content.decode()
    assert presences(tournament)[FIRST] == presences(tournament)[SECOND] == Presence.HERE
    assert "2 of 8 here" in seen(client, tournament, "people")


def test_the_roll_call_is_fetched_only_when_it_has_changed() -> None:
    tournament = days.tournament()
    client = host(tournament)
    address = url(tournament, "people")
    tournament.session.refresh_from_db()
    mark = {"mark": str(tournament.session.version)}
    assert client.get(address, mark, headers={"hx-request": "true"}).status_code == 204
    days.here(tournament, FIRST)
    part = client.get(address, mark, headers={"hx-request": "true"}).content.decode()
    assert "1 of 8 here" in part
    assert "<html" not in part


def test_who_comes_late_is_chosen_or_typed() -> None:
    tournament = days.tournament()
    client = host(tournament)
    other = make.next_game(
        make.session(club=tournament.session.club).game.session, "gin_rummy", ["Uma", "Vik"]
    ).players[0]
    answer = post(client, tournament, "people_add", player=other.pk, names="Zara\nYusuf")
    assert answer.status_code == 302
    assert {"Uma", "Zara", "Yusuf"} <= presences(tournament).keys()
    answer = post(client, tournament, "people_add", names=" ")
    assert answer.status_code == 409
    assert "Choose somebody, or enter a name." in answer.content.decode()


def test_a_substitute_is_chosen_on_the_page_of_a_person() -> None:
    tournament = days.here(days.tournament())
    client, pk = host(tournament), pk_of(tournament, FIRST)
    assert post(client, tournament, "substitute", pk, name="Zara").status_code == 302
    page = seen(client, tournament, "entrant", pk)
    assert "<bdi>Zara</bdi> plays for them." in page
    answer = post(client, tournament, "presence", pk, presence="here")
    assert answer.status_code == 409
    assert "Mark Zara as left first." in answer.content.decode()


def test_wishes_are_added_and_removed() -> None:
    tournament = days.tournament(tables=2)
    client = host(tournament)
    pair = {"entrant": pk_of(tournament, FIRST), "other": pk_of(tournament, SECOND)}
    post(client, tournament, "wishes", **pair)
    assert f"<bdi>{FIRST}</bdi> and <bdi>{SECOND}</bdi> apart" in seen(client, tournament, "wishes")
    post(client, tournament, "wish_withdraw", Wish.objects.get().pk)
    assert f"<bdi>{SECOND}</bdi> apart" not in seen(client, tournament, "wishes")
    for wrong, message in (
        ({**pair, "other": pair["entrant"]}, "Choose two different people."),
        ({"entrant": pair["entrant"], "table": 3}, "There are 2 tables."),
        ({"entrant": pair["entrant"], "table": 1, "seat": 7}, "A table has 6 seats at most."),
        ({"entrant": pair["entrant"]}, "Choose the other person, or a table."),
    ):
        answer = post(client, tournament, "wishes", **wrong)
        assert answer.status_code == 409
        assert message in answer.content.decode()


def test_after_the_day_pages_open_and_write_nothing() -> None:
    tournament = days.here(days.tournament())
    turn = days.publish(tournament)
    close_session(session=tournament.session)
    client, pk = host(tournament), pk_of(tournament, FIRST)
    for page, args in (("people", ()), ("entrant", (pk,)), ("wishes", ()), ("round", (1,))):
        assert client.get(url(tournament, page, *args)).status_code == 200
    for write, args, fields in (
        ("presence", (pk,), {"presence": "left"}),
        ("people_add", (), {"names": "Zara"}),
        ("substitute", (pk,), {"name": "Zara"}),
        ("team", (pk,), {"team": "North"}),
        ("wishes", (), {"entrant": pk, "table": 1}),
        ("draw", (2,), {}),
        ("take_back", (1,), {"which": turn.pk}),
        ("swap", (1,), {"which": turn.pk, "person": turn.tables[0][0], "other": turn.tables[1][0]}),
        ("move", (1,), {"which": turn.pk, "person": turn.tables[0][0], "table": 2}),
    ):
        answer = post(client, tournament, write, *args, **fields)
        assert answer.status_code == 409, write
        assert "This tournament has ended." in answer.content.decode(), write


# On one's own device ---------------------------------------------------------------------------


def test_two_taps_after_the_code_somebody_is_here() -> None:
    tournament = days.tournament()
    _link, secret = make.link(Role.VIEWER, tournament.session.club, tournament.session)
    phone, address = Client(), reverse("clubs:join", args=[secret])
    player = tournament.entrants.get(player__name=FIRST).player
    assert f'name="player" value="{player.pk}"' in phone.get(address).content.decode()
    joined = phone.post(address, {"token": "join", "player": player.pk})
    assert joined["Location"] == tournament.session.address
    assert "I’m here" in phone.get(joined["Location"]).content.decode()
    post(phone, tournament, "check_in")
    assert presences(tournament)[FIRST] == Presence.HERE
    page = phone.get(joined["Location"]).content.decode()
    assert "I’m here" not in page
    assert "you are here" in page


def test_the_join_page_of_a_day_names_everybody_on_the_list_and_nobody_else() -> None:
    tournament = days.tournament(days.PEOPLE[:40])
    make.next_game(
        make.session(club=tournament.session.club).game.session, "gin_rummy", ["Uma", "Vik"]
    )
    _link, secret = make.link(Role.VIEWER, tournament.session.club, tournament.session)
    page = Client().get(reverse("clubs:join", args=[secret])).content.decode()
    assert page.count('name="player"') == 40
    assert "Uma" not in page


def test_only_who_is_on_the_list_checks_in_and_what_the_host_said_stays() -> None:
    tournament = days.tournament()
    assert post(guest(tournament), tournament, "check_in").status_code == 404
    entrant = tournament.entrants.get(player__name=FIRST)
    entrant.tournament = tournament
    set_presence(entrant=entrant, presence=Presence.LEFT, token="left", by=None)
    post(guest(tournament, FIRST), tournament, "check_in")
    assert presences(tournament)[FIRST] == Presence.LEFT


def test_ones_own_seat_is_shown_first() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:9], tables=2, largest=4))
    turn = days.publish(tournament)
    names = {row.entrant.player_id: str(row.player) for row in entrant_rows(tournament)}
    first = turn.tables[1][0]
    page = seen(guest(tournament, names[first]), tournament, "day")
    assert "Table 2, seat 1" in page
    assert "You deal first." in page
    session = turn.table_sessions.all()[1].session
    assert f'href="{session.address}"' in page.split("Open table 2")[0]
    third = turn.tables[0][2]
    page = seen(guest(tournament, names[third]), tournament, "day")
    assert "Table 1, seat 3" in page
    assert f"<bdi>{names[turn.tables[0][0]]}</bdi> deals first." in page
    (out,) = turn.out
    assert "You sit out" in seen(guest(tournament, names[out]), tournament, "day")
    assert f"<strong>Sits out:</strong> <bdi>{names[out]}</bdi>" in seen(
        guest(tournament), tournament, "day"
    )


# Rounds ------------------------------------------------------------------------------------------


def test_a_draft_exists_for_hosts_alone() -> None:
    tournament = days.here(days.tournament())
    turn = draft(tournament)
    player = guest(tournament, FIRST)
    assert player.get(url(tournament, "round", 1)).status_code == 404
    assert player.get(url(tournament, "round", 2)).status_code == 404
    page = seen(player, tournament, "day")
    assert "Round 1" not in page
    assert "Table 1" not in page
    assert "Publish round" in seen(host(tournament), tournament, "round", 1)
    for write in ("draw", "publish", "take_back", "swap", "move"):
        answer = post(player, tournament, write, 1, which=turn.pk)
        assert answer.status_code == 403


def test_a_host_draws_publishes_and_takes_back() -> None:
    tournament = days.here(days.tournament(rounds=2))
    client = host(tournament)
    assert "Draw round 1" in seen(client, tournament, "round", 1)
    assert post(client, tournament, "draw", 1).status_code == 302
    assert "Check round 1" in seen(client, tournament, "day")
    turn = tournament.rounds.get()
    assert post(client, tournament, "publish", 1, which=turn.pk).status_code == 302
    page = seen(client, tournament, "round", 1)
    assert "Withdraw this round" in page
    assert "Table 1 of round" not in page
    assert "Tables 1, 2 of round 1 are still playing." in seen(client, tournament, "round", 2)
    assert post(client, tournament, "take_back", 1, which=turn.pk).status_code == 302
    assert client.get(url(tournament, "round", 2)).status_code == 404


def test_a_withdrawn_round_says_so_and_leads_to_the_day() -> None:
    tournament = days.here(days.tournament(rounds=2))
    player, address = guest(tournament), url(tournament, "round", 1)
    draft(tournament)
    assert player.get(address).status_code == 404
    days.publish(tournament)
    take_back_round(tournament=tournament, number=1, by=None)
    answer = player.get(address)
    assert answer.status_code == 410
    page = answer.content.decode()
    assert "A host withdrew round 1 before a hand was saved in it." in page
    assert f'href="{tournament.session.address}"' in page
    draft(tournament)
    assert player.get(address).status_code == 410
    assert "Publish round" in seen(host(tournament), tournament, "round", 1)
    days.publish(tournament)
    assert player.get(address).status_code == 200
    assert player.get(url(tournament, "round", 2)).status_code == 404


def test_a_page_that_is_behind_is_told() -> None:
    tournament = days.here(days.tournament(rounds=2))
    client, old = host(tournament), draft(tournament)
    draft(tournament)
    answer = post(client, tournament, "publish", 1, which=old.pk)
    assert answer.status_code == 409
    assert "This is no longer the draft." in answer.content.decode()
    days.publish(tournament)
    answer = post(client, tournament, "draw", 1)
    assert "The next round is round 2." in answer.content.decode()
    people = {"person": old.tables[0][0], "other": old.tables[1][0]}
    answer = post(client, tournament, "swap", 1, which=old.pk, **people)
    assert answer.status_code == 409


def test_two_people_change_seats_in_a_draft_and_after_it() -> None:
    tournament = days.here(days.tournament(rounds=2))
    client, turn = host(tournament), draft(tournament)
    people = {"person": turn.tables[0][0], "other": turn.tables[1][0]}
    assert post(client, tournament, "swap", 1, which=turn.pk, **people).status_code == 302
    changed = tournament.rounds.get(withdrawn_at__isnull=True)
    assert changed.tables[0][0] == people["other"]
    post(client, tournament, "publish", 1, which=changed.pk)
    post(client, tournament, "swap", 1, which=changed.pk, **people)
    assert tournament.rounds.get(withdrawn_at__isnull=True).tables == turn.tables
    answer = post(
        client, tournament, "swap", 1, which=changed.pk, person=people["person"], other=""
    )
    assert answer.status_code == 409


def test_one_person_moves_in_a_draft_and_after_it_and_everybody_reads_it() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:9], tables=2, rounds=2))
    client, turn = host(tournament), draft(tournament)
    person, name = turn.tables[0][0], str(Player.objects.get(pk=turn.tables[0][0]))
    sizes = [len(table) for table in turn.tables]
    assert "Table 1, 5 people" in seen(client, tournament, "round", 1)
    assert post(client, tournament, "move", 1, which=turn.pk, person=person, table=2).url
    changed = tournament.rounds.get(withdrawn_at__isnull=True)
    assert [len(table) for table in changed.tables] == [sizes[0] - 1, sizes[1] + 1]
    post(client, tournament, "publish", 1, which=changed.pk)
    sent = {"which": changed.pk, "person": person, "table": 1}
    assert post(client, tournament, "move", 1, **sent).status_code == 302
    now = tournament.rounds.get(withdrawn_at__isnull=True)
    assert [len(table) for table in now.tables] == sizes
    assert f"<bdi>{name}</bdi>" in seen(guest(tournament), tournament, "round", 1)
    for wrong in ({"table": 3}, {"table": ""}, {"person": 0}, {"which": changed.pk}):
        answer = post(client, tournament, "move", 1, **{**sent, "which": now.pk, **wrong})
        assert answer.status_code == 409, wrong
    activity = client.get(reverse("clubs:activity", args=[tournament.session.club.code]))
    text = re.sub("<[^>]+>", "", activity.content.decode())
    assert f"Round 1: {name} moved to table 1" in text
    assert text.index("moved to table 1") < text.index("Round 1 published")


def test_a_table_above_the_agreed_number_is_named_before_it_counts() -> None:
    tournament = days.here(
        days.tournament(days.PEOPLE[:7], variant="kalookie", tables=2, rounds=2, largest=4)
    )
    client, turn = host(tournament), draft(tournament)
    small = 3 - next(n for n, table in enumerate(turn.tables, 1) if len(table) == 4)
    page = seen(client, tournament, "round", 1)
    assert page.count("4 people · 4 agreed </option>") == 1
    assert "Up to 4 people at a table were agreed. Up to 5 can play." in page
    days.publish(tournament)
    for name in ("Zara", "Yusuf"):
        post(client, tournament, "people_add", names=name)
    late = [tournament.entrants.get(player__name=name).player_id for name in ("Zara", "Yusuf")]
    turn = tournament.rounds.get(withdrawn_at__isnull=True)
    sent = {"which": turn.pk, "person": late[0], "table": small}
    assert post(client, tournament, "move", 1, **sent).status_code == 302
    assert "4 were agreed" not in seen(client, tournament, "round", 1)
    turn = tournament.rounds.get(withdrawn_at__isnull=True)
    sent = {"which": turn.pk, "person": late[1], "table": small}
    assert post(client, tournament, "move", 1, **sent).status_code == 302
    page = seen(client, tournament, "round", 1)
    assert "5 people share a table in round 1, 4 were agreed:" in page
    assert "were agreed" not in seen(guest(tournament), tournament, "round", 1)
    assert f'<option value="{small}" disabled> Table {small}, 5 people · full </option>' in page


def test_a_draft_may_have_a_table_above_the_agreed_number_and_names_it() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:8], tables=2, rounds=2, largest=4))
    client, turn = host(tournament), draft(tournament)
    assert "4 were agreed" not in seen(client, tournament, "round", 1)
    sent = {"which": turn.pk, "person": turn.tables[0][0], "table": 2}
    assert post(client, tournament, "move", 1, **sent).status_code == 302
    assert "5 people share a table in round 1, 4 were agreed:" in seen(
        client, tournament, "round", 1
    )
    turn = tournament.rounds.get(withdrawn_at__isnull=True)
    assert post(client, tournament, "publish", 1, which=turn.pk).status_code == 302
    assert [len(table) for table in turn.tables] == [3, 5]


def test_who_was_cut_does_not_sit_out() -> None:
    cut = Cut(after=1, keep=4)
    tournament = days.here(
        days.tournament(days.PEOPLE[:8], tables=2, rounds=2, largest=4, cuts=(cut,))
    )
    for table in days.publish(tournament).table_sessions.all():
        days.play_table(table)
    best = [str(row.entrant) for row in ranking(tournament)]
    rests = tournament.entrants.get(player__name=best[0])
    rests.tournament = tournament
    set_presence(entrant=rests, presence=Presence.RESTS, token=make.token(), by=None)
    days.publish(tournament)
    page = seen(guest(tournament), tournament, "day")
    [out] = re.findall("Sits out:</strong>(.*?)</p>", page)
    assert re.findall("<bdi>(.*?)</bdi>", out) == [best[0]]
    page = seen(guest(tournament, best[-1]), tournament, "day")
    assert "You don’t play on" in page
    assert "Cut after round 1: the best 4 play on" in page
    assert "You sit out" not in page
    page = seen(guest(tournament, best[0]), tournament, "day")
    assert "You sit out" in page
    assert "You don’t play on" not in page


def test_a_host_sees_who_is_here_without_a_seat_and_seats_them() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:7], tables=2, rounds=2))
    client, turn = host(tournament), days.publish(tournament)
    assert "Here without a seat" not in seen(client, tournament, "round", 1)
    post(client, tournament, "people_add", names="Zara")
    zara = tournament.entrants.get(player__name="Zara").player_id
    page = seen(client, tournament, "round", 1)
    assert "<strong>Here without a seat:</strong> <bdi>Zara</bdi>" in page
    assert f'<option value="{zara}">Zara</option>' in page
    assert "Here without a seat" not in seen(guest(tournament), tournament, "round", 1)
    phone = guest(tournament, "Zara")
    assert "You have no seat in this round." in seen(phone, tournament, "day")
    sent = {"which": turn.pk, "person": zara, "table": 2}
    assert post(client, tournament, "move", 1, **sent).status_code == 302
    assert "Here without a seat" not in seen(client, tournament, "round", 1)
    assert "Table 2, seat 4" in seen(phone, tournament, "day")
    draft(tournament)
    assert "Here without a seat" not in seen(client, tournament, "round", 2)
    answer = post(client, tournament, "move", 1, **sent)
    assert answer.status_code == 409
    assert "This round has changed." in answer.content.decode()


def test_the_host_s_next_step_leads_through_the_day() -> None:
    tournament = days.tournament(rounds=2)
    client = host(tournament)

    def dock() -> str:
        return seen(client, tournament, "day").split('class="dock"')[-1]

    assert 'btn--primary"' in dock()
    assert "Roll call" in dock()
    days.here(tournament)
    assert "Draw round 1" in dock()
    turn = days.publish(tournament)
    assert "Draw round 2" in dock()
    assert "btn--primary" not in dock()
    for table in turn.table_sessions.all():
        days.play_table(table)
    assert "btn--primary" in dock()
    days.publish(tournament)
    assert "Draw round" not in seen(client, tournament, "day")


def test_pages_of_forty_people_are_light() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:40], tables=8, largest=5, rounds=8))
    days.publish(tournament)
    client = host(tournament)
    draft(tournament)
    for page, args in (("people", ()), ("day", ()), ("round", (1,)), ("round", (2,))):
        answer = client.get(url(tournament, page, *args), headers={"accept-encoding": "gzip"})
        assert len(answer.content) < 12_000, (page, len(answer.content))
