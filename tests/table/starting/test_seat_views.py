"""The page on which somebody leaves, comes back or joins: what it offers, writes and refuses."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import add_players
from scorekeeper.play import services
from scorekeeper.play.models import Game, Seat, SeatChange
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.wording import finished_game
from scorekeeper.table.scoreboard.hands import hands_page
from tests.helpers import factories as make
from tests.helpers.factories import client_with, pool_hand
from tests.helpers.settlement.pages import words
from tests.helpers.table.seat_views import HAND, LINES

pytestmark = pytest.mark.django_db

FOUR = make.NAMES[:4]

TILES: dict[str, Any] = {
    "deal": {},
    "lines": {"Asha": {"won": True}, **dict(list(LINES.items())[1:])},
}


@pytest.fixture
def table() -> Table:
    return make.play(make.session("rummi", FOUR), HAND)


@pytest.fixture
def scorer(table: Table) -> Client:
    return client_with(Role.SCORER, table.game.session.club)


def place(table: Table) -> str:
    return reverse("starting:seats", args=[table.game.session.code, table.game.number])


def shown(answer: Any) -> str:
    return str(answer.content.decode())


def view(table: Table) -> dict[str, Any]:
    game = Game.objects.get(pk=table.game.pk)
    return {"token": make.token(), "number": game.last_number + 1, "changes": game.change_count}


def act(scorer: Client, table: Table, do: str, **fields: Any) -> Any:
    return scorer.post(place(table), view(table) | {"do": do} | fields, follow=True)


def joined(scorer: Client, table: Table, *tiers: int, **fields: Any) -> Any:
    steps = {"o-tiers": tiers or (1, 2, 3, 4), "was-tiers": "1|2|3|4"}
    return act(scorer, table, "join", **{"name": "Esha", **steps, **fields})


def now(table: Table) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=table.game.pk))


# Leaving and coming back ---------------------------------------------------------------------


def test_leaving_is_a_tap_and_coming_back_another(table, scorer):
    page = shown(act(scorer, table, "leave:3"))
    assert "Omar left, from hand 2 on." in page
    assert now(table).fold.left == {3}
    assert 'value="back:3"' in page and 'value="leave:3"' not in page
    assert "House rules that stay" in page and re.search(
        r"Units for a Hu</span>\s*<strong>4\b", page
    )
    page = shown(act(scorer, table, "back:3"))
    assert "Omar came back, from hand 2 on." in page and "House rules that stay" not in page
    assert not now(table).fold.left


def test_who_left_is_not_on_the_capture_page_and_stays_on_the_board(table, scorer):
    act(scorer, table, "leave:3")
    capture = reverse("entry:hand_new", args=[table.game.session.code, 1])
    page = shown(scorer.get(capture))
    assert 'name="p3-points"' not in page and 'name="p2-points"' in page
    dealers = page[page.index('<select name="dealer">') : page.index("</select>")]
    assert "Omar" not in dealers and "Meera" in dealers
    fields = {"token": make.token(), "number": 2, "changes": 1, "deal-result": "points"}
    fields |= {f"p{person}-points": person + 1 for person in range(4)}
    assert "Hand 2 saved." in shown(scorer.post(capture, fields, follow=True))
    hand = table.game.hands.get(number=2)
    assert hand.entry["absent"] == ["3"]
    assert "3" not in hand.entry["lines"]
    board = shown(scorer.get(reverse("scoreboard:session", args=[table.game.session.code])))
    assert re.search(r'seat--left[^<]*">.*?Omar.*?left</span>', board, re.S)


def test_two_who_are_left_cannot_leave(scorer):
    table = make.session("rummi", FOUR[:2])
    browser = client_with(Role.SCORER, table.game.session.club)
    assert "leave:" not in shown(browser.get(place(table)))
    answer = act(browser, table, "leave:1")
    assert answer.status_code == 409 and "At least 2 players are needed." in shown(answer)


def test_in_a_game_for_two_to_four_a_seat_that_was_left_is_free():
    """And where nobody can sit down or get up, a reason stands in place of the button."""
    table = make.play(make.session("rummikub", FOUR), TILES)
    browser = client_with(Role.SCORER, table.game.session.club)
    page = words(shown(browser.get(place(table))))
    assert "The table is full: Rummikub is for 2 to 4 players." in page
    act(browser, table, "leave:3")
    page = shown(act(browser, table, "join", name="Esha"))
    assert "Esha joined, from round 2 on." in page
    assert now(table).fold.present == (0, 1, 2, 4)
    assert 'value="back:3"' not in page
    (omar,) = re.findall(r'<li class="chair chair--left">.*?</li>', page, re.S)
    assert "The table is full: Rummikub is for 2 to 4 players." in words(omar)
    answer = act(browser, table, "back:3")
    assert answer.status_code == 409 and "The table is full" in shown(answer)
    names = ["Asha", "Dev", "Meera", "Esha"]
    hand = TILES | {"lines": dict(zip(names, TILES["lines"].values(), strict=True))}
    played = make.play(now(table), hand | {"absent": ["Omar"]})
    assert played.state.balances[3] == now(table).state.balances[3]
    assert list(differences(played.game)) == []
    act(browser, table, "leave:4")
    assert "Omar came back, from round 3 on." in shown(act(browser, table, "back:3"))


def test_who_cannot_leave_is_told_why():
    table = make.session("rummi", FOUR[:2])
    page = words(shown(client_with(Role.SCORER, table.game.session.club).get(place(table))))
    assert page.count("At least 2 players are needed.") == 2


def test_a_change_is_undone_until_a_hand_rests_on_it(table, scorer):
    page = shown(act(scorer, table, "leave:3"))
    change = SeatChange.objects.get()
    assert f'value="undo:{change.pk}"' in page
    act(scorer, table, f"undo:{change.pk}")
    assert not now(table).fold.left
    done = act(scorer, table, "leave:3").redirect_chain[0][0]
    assert done.endswith("#main"), "what is said, and the undo, stand at the beginning of the page"
    make.play(now(table), HAND | {"absent": ["Omar"]})
    page = shown(scorer.get(done))
    assert "from hand 2 on." in page and "undo:" not in page
    answer = act(scorer, table, f"undo:{SeatChange.objects.latest('pk').pk}")
    assert answer.status_code == 409 and "The players have changed." in shown(answer)
    assert now(table).fold.left == {3}


def test_an_undo_of_another_game_does_not_exist_here(table, scorer):
    other = make.session("rummi", FOUR)
    stranger = client_with(Role.SCORER, other.game.session.club)
    act(stranger, other, "leave:3")
    assert act(scorer, table, f"undo:{SeatChange.objects.get().pk}").status_code == 404
    assert now(other).fold.left == {3}


# Joining -------------------------------------------------------------------------------------


def test_a_new_name_joins_with_the_ladder_it_saw(table, scorer):
    page = shown(scorer.get(place(table)))
    assert re.findall(r'name="o-tiers"[^>]*value="(\d+)"', page) == ["1", "2", "3", "4"]
    assert "Until now 1–2–3." in page
    assert 'name="o-stake"' not in page
    page = shown(joined(scorer, table, 1, 2, 3, 9))
    assert "Esha joined, from hand 2 on." in page
    game = now(table)
    assert game.names == [*FOUR, "Esha"]
    assert game.fold.options.tiers == (1, 2, 3, 9)
    assert "The table is full: Rummi is for 2 to 5 players." in page


def test_a_player_of_the_club_joins_by_a_tap(table, scorer):
    (priya,) = add_players(club=table.game.session.club, names=["Priya"])
    page = " ".join(shown(scorer.get(place(table))).split())
    assert f'name="player" value="{priya.pk}"' in page
    assert f'name="player" value="{table.players[0].pk}"' not in page
    joined(scorer, table, name="", player=priya.pk)
    assert now(table).players[4] == priya


def test_only_what_the_larger_table_has_to_settle_can_be_changed(table, scorer):
    joined(scorer, table, **{"o-stake": "500", "was-stake": "100"})
    assert now(table).fold.options.stake == 100


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((1, 2, 3, 2), "A later place cannot pay less."),
        ((1, 2, 3), "Give 4 numbers"),
        ((1, 2, "x", 4), "Enter a whole number."),
    ],
)
def test_a_ladder_that_cannot_be_is_refused_beside_the_field(table, scorer, steps, message):
    page = shown(joined(scorer, table, *steps))
    assert re.search(rf'id="o-tiers-error">{message}', page)
    assert 'value="Esha"' in page, "what was typed is kept"
    assert Seat.objects.count() == 4


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": ""}, "Choose a name or enter a new one."),
        ({"name": "dev"}, "Two players have this name"),
        ({"name": "pot"}, "is reserved for the pot"),
        ({"name": "", "player": "0"}, "Choose a name or enter a new one."),
        ({"name": "", "player": "x"}, "Choose a name or enter a new one."),
    ],
)
def test_somebody_who_cannot_join_is_refused_with_a_word(table, scorer, fields, message):
    assert message in shown(joined(scorer, table, **fields))
    assert Seat.objects.count() == 4


def test_a_player_of_another_club_does_not_join(table, scorer):
    (stranger,) = add_players(club=make.club("Elsewhere"), names=["Zoya"])
    assert "Choose a name or enter a new one." in shown(
        joined(scorer, table, name="", player=stranger.pk)
    )
    assert Seat.objects.count() == 4


def test_packs_that_are_too_few_for_one_more_are_proposed_anew():
    table = make.session("paplu", FOUR[:3])
    browser = client_with(Role.SCORER, table.game.session.club)
    assert table.fold.options.decks == 1
    page = shown(browser.get(place(table)))
    assert re.search(r'name="o-decks"[^>]*value="2"', page)
    fields = {"name": "Esha", "was-decks": "2", "o-decks": "1"}
    assert "These packs are too few" in shown(act(browser, table, "join", **fields))
    act(browser, table, "join", **(fields | {"o-decks": "3"}))
    assert now(table).fold.options.decks == 3


def test_the_joined_seat_is_on_every_page(table, scorer):
    joined(scorer, table)
    lines = HAND["lines"] | {"Esha": {"points": 50}}
    make.play(now(table), {"deal": {"result": "points"}, "lines": lines})
    code, club = table.game.session.code, table.game.session.club
    for name in ("scoreboard:session", "settlement:settle", "statements:list"):
        page = shown(scorer.get(reverse(name, args=[code])))
        assert "Esha" in page or name == "statements:list"
    assert "Esha" in shown(scorer.get(reverse("seasons:table", args=[club.code])))
    esha = now(table).players[4]
    assert scorer.get(reverse("scoreboard:player", args=[code, esha.pk])).status_code == 200
    sheet = shown(scorer.get(reverse("scoreboard:session", args=[code])))
    first = sheet[sheet.index('href="/sessions/' + code + "/games/1/hands/") :]
    assert '<span class="muted">·</span>' in first, "the hand he missed"


# Taking over a seat --------------------------------------------------------------------------


def offered(page: str) -> list[tuple[str, bool]]:
    """Where somebody who joins can sit, and whether it is chosen."""
    found = re.findall(r'name="seat"\s+value="(\d*)"( checked)?', page)
    return [(value, bool(checked)) for value, checked in found]


def order_on_the_hand_page(scorer: Client, table: Table) -> tuple[list[str], list[str]]:
    page = shown(scorer.get(reverse("entry:hand_new", args=[table.game.session.code, 1])))
    rows = re.findall(r'<input[^>]*name="(p\d)-points"', page)
    select = page[page.index('<select name="dealer">') : page.index("</select>")]
    return list(dict.fromkeys(rows)), re.findall(r'<option value="(\d)"', select)


def test_the_seat_that_was_left_is_offered_first_to_who_joins(table, scorer):
    assert offered(shown(scorer.get(place(table)))) == []
    page = words(shown(act(scorer, table, "leave:1")))
    assert "Sits In Dev ’s seat After the last player" in page
    page = shown(scorer.get(place(table)))
    assert offered(page) == [("1", True), ("", False)]
    page = shown(act(scorer, table, "leave:3"))
    assert offered(page) == [("1", False), ("3", False), ("", True)], "nobody knows whose it is"


def test_who_takes_over_a_seat_is_there_on_the_pages(table, scorer):
    act(scorer, table, "leave:1")
    page = shown(joined(scorer, table, 1, 2, 3, 4, seat="1"))
    assert "Esha now sits in Dev’s seat, from hand 2 on." in page
    chairs = re.findall(r'chair__name">\s*<bdi>(\w+)', page)
    assert chairs == ["Asha", "Dev", "Esha", "Meera", "Omar"]
    numbers = re.findall(r"chair__number[^>]*>(\d+)<", page)
    assert numbers == ["1", "2", "2", "3", "4"], "the places are numbered, not the people"
    assert offered(page) == []
    rows, dealers = order_on_the_hand_page(scorer, table)
    assert (rows, dealers) == (["p0", "p4", "p2", "p3"], ["0", "4", "2", "3"])
    fields = {"token": make.token(), "number": 2, "changes": 2, "deal-result": "points"}
    fields |= {f"p{person}-points": person + 1 for person in (0, 4, 2, 3)}
    capture = reverse("entry:hand_new", args=[table.game.session.code, 1])
    assert "Hand 2 saved." in shown(scorer.post(capture, fields, follow=True))
    hand = table.game.hands.get(number=2)
    assert {name: line["points"] for name, line in hand.entry["lines"].items()} == {
        "0": 1,
        "2": 3,
        "3": 4,
        "4": 5,
    }
    assert list(differences(now(table).game)) == []


def test_columns_stand_in_the_order_of_the_places(table, scorer):
    """On the scoreboard, and at the end of the game in what totals are the sums of."""
    act(scorer, table, "leave:1")
    joined(scorer, table, 1, 2, 3, 4, seat="1")
    seated = ("Asha", "Esha", "Meera", "Omar")
    lines = {name: {"points": n, "jokers": n % 3} for n, name in enumerate(seated, 1)}
    make.play(now(table), {"deal": {}, "lines": lines, "absent": ["Dev"]})
    by_place = ["Asha", "Dev", "Esha", "Meera", "Omar"]
    page = shown(scorer.get(reverse("scoreboard:session", args=[table.game.session.code])))
    head, *hands = page.split('<table class="sheet')[1].split("</table>")[0].split("<tbody")
    assert re.findall(r"<bdi>(\w+)", head) == by_place
    assert re.findall(r'data-of="(\w+)"', hands[0]) == by_place
    for line in hands_page(now(table)).lines:
        results = now(table).seat_names, line.outcome.seats
        assert [cell.name for cell in line.cells] == by_place
        assert {cell.name: cell.result for cell in line.cells} == dict(zip(*results, strict=True))
    parts = finished_game.money_breakdown(now(table))
    balances = dict(zip(now(table).names, now(table).state.balances, strict=True))
    assert parts and [name for name, _total in parts.totals] == by_place
    assert dict(parts.totals) == balances


def test_in_a_game_of_rounds_a_seat_is_taken_over_from_a_round_on():
    table = make.session("rummikub", FOUR)
    browser = client_with(Role.SCORER, table.game.session.club)
    act(browser, table, "leave:1")
    page = shown(act(browser, table, "join", name="Esha", seat="1"))
    assert "Esha now sits in Dev’s seat, from round 1 on." in page


def test_who_joins_without_a_choice_sits_after_the_last_player(table, scorer):
    act(scorer, table, "leave:1")
    assert "Esha joined, from hand 2 on." in shown(joined(scorer, table))
    assert order_on_the_hand_page(scorer, table)[0] == ["p0", "p2", "p3", "p4"]


def test_what_was_chosen_is_kept_when_the_name_is_refused(table, scorer):
    act(scorer, table, "leave:1")
    page = shown(joined(scorer, table, name="", seat=""))
    assert offered(page) == [("1", False), ("", True)]
    page = shown(joined(scorer, table, name="", seat="1"))
    assert offered(page) == [("1", True), ("", False)]


def test_a_seat_where_somebody_sits_is_not_taken_over(table, scorer):
    page = shown(joined(scorer, table, seat="2"))
    assert "Nobody has left this seat." in page
    assert Seat.objects.count() == 4


def test_a_seat_taken_over_by_mistake_is_undone(table, scorer):
    act(scorer, table, "leave:1")
    before = now(table).fold
    joined(scorer, table, seat="1")
    page = shown(act(scorer, table, f"undo:{SeatChange.objects.latest('pk').pk}"))
    assert now(table).fold == before and offered(page) == [("1", True), ("", False)]


# Who may, and when ---------------------------------------------------------------------------


def test_where_a_total_runs_to_the_end_there_is_no_button_and_the_address_says_why():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    host = make.host_client(table.game.session.club)
    code = table.game.session.code
    for page in (f"/sessions/{code}/", f"/sessions/{code}/games/1/hand/"):
        assert "Change players" not in shown(host.get(page))
    answer = host.get(place(table))
    assert answer.status_code == 200 and "keeps running totals" in shown(answer)
    assert host.post(place(table), view(table) | {"do": "leave:1"}).status_code == 409
    assert not SeatChange.objects.exists()


@pytest.mark.parametrize(
    ("options", "is_open"),
    [({"settlement": "pay"}, True), ({"settlement": "penalty"}, False)],
)
def test_one_game_may_be_open_under_some_rules_only(options, is_open):
    table = make.session("basic_rummy", FOUR, options)
    host = make.host_client(table.game.session.club)
    capture = f"/sessions/{table.game.session.code}/games/1/hand/"
    assert ("Change players" in shown(host.get(capture))) == is_open
    assert ('value="leave:1"' in shown(host.get(place(table)))) == is_open


def test_a_closed_game_refuses(table, scorer):
    services.close_game(game=table.game)
    page = scorer.get(place(table))
    assert page.status_code == 200 and "leave:" not in shown(page)
    assert scorer.post(place(table), view(table) | {"do": "leave:1"}).status_code == 409


def test_a_viewer_finds_no_way_there(table):
    viewer = client_with(Role.VIEWER, table.game.session.club)
    board = reverse("scoreboard:session", args=[table.game.session.code])
    assert "Change players" not in shown(viewer.get(board))
    assert viewer.post(place(table), view(table) | {"do": "leave:1"}).status_code == 403
    assert not SeatChange.objects.exists()


def test_the_same_form_sent_twice_changes_the_table_once(table, scorer):
    fields = view(table) | {"do": "leave:3"}
    first, second = (scorer.post(place(table), fields).headers["Location"] for _tap in range(2))
    assert first == second
    assert SeatChange.objects.count() == 1


def test_two_devices_do_not_undo_each_other(table, scorer):
    fields = view(table) | {"do": "leave:2"}
    act(scorer, table, "leave:3")
    answer = scorer.post(place(table), fields)
    assert answer.status_code == 409 and "The players have changed." in shown(answer)
    assert 'name="changes" value="1"' in shown(answer), "so that it can be done again"
    assert now(table).fold.left == {3}


def test_what_was_typed_is_kept_when_the_table_changed_meanwhile(table, scorer):
    fields = view(table) | {"do": "join", "name": "Esha", "o-tiers": (1, 2, 3, 7), "was-tiers": "1"}
    make.play(table, HAND)
    page = shown(scorer.post(place(table), fields))
    assert "The players have changed." in page
    assert 'value="Esha"' in page and 'value="7"' in page
    assert Seat.objects.count() == 4


@pytest.mark.parametrize(
    "broken",
    [
        {"do": "fly:1"},
        {"do": ""},
        {"do": "leave:"},
        {"do": "leave:x"},
        {"do": "leave:1", "token": ""},
        {"do": "leave:1", "token": "x" * 65},
        {"do": "leave:1", "number": "-1"},
        {"do": "leave:1", "changes": ""},
        {"do": "join", "name": "Esha", "seat": "x"},
    ],
)
def test_a_post_that_is_no_form_of_ours_is_refused(table, scorer, broken):
    assert scorer.post(place(table), view(table) | broken).status_code == 400
    assert not SeatChange.objects.exists()


def test_a_seat_that_is_not_there_cannot_leave(table, scorer):
    for person in (4, 99):
        assert act(scorer, table, f"leave:{person}").status_code == 409
    assert not SeatChange.objects.exists()


def test_any_name_is_shown_as_it_is(table, scorer):
    page = shown(joined(scorer, table, name="<b>Bo</b>"))
    assert "<b>Bo" not in page and "&lt;b&gt;Bo&lt;/b&gt; joined" in page
