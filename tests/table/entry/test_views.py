"""The capture page through HTTP: what is saved, refused, undone and corrected."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Role
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import Preset
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.table.entry.layout import Layout, Part
from scorekeeper.variants import VARIANTS
from tests.helpers.factories import (
    NAMES,
    client_as,
    client_with,
    host_client,
    member,
    new_club,
    play,
    pool_hand,
    session,
    token,
)
from tests.helpers.table.entry.views import HTMX, Forms, address, answers, in_force, packed, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return session("pool_rummy", NAMES[:3])


@pytest.fixture
def phone(table: Table) -> Client:
    return client_with(Role.SCORER, table.game.session.club)


# Saving -------------------------------------------------------------------------------------


def test_a_saved_hand_is_answered_with_the_next_empty_one(table: Table, phone: Client) -> None:
    answer = phone.post(address(table), answers(p1=43, p2="first_drop"), headers=HTMX)
    assert answer.status_code == 200
    assert "hand-saved" in answer.headers["HX-Trigger"]
    assert "<html" not in text(answer)
    assert "Hand 1 saved." in text(answer)
    assert 'name="number" value="2"' in text(answer)
    (hand,) = in_force(table)
    assert hand.entry["lines"]["1"] == {"finish": "counted", "points": 43}


def test_without_script_a_saved_hand_leads_to_the_page_with_its_bar(
    table: Table, phone: Client
) -> None:
    answer = phone.post(address(table), answers(p1=43, p2=10), follow=True)
    assert [status for _place, status in answer.redirect_chain] == [302]
    assert "Hand 1 saved." in text(answer)
    assert "Undo" in text(answer)


def test_pressing_save_twice_stores_one_hand(table: Table, phone: Client) -> None:
    fields = answers(p1=43, p2=10)
    first, second = (phone.post(address(table), fields, headers=HTMX) for _press in range(2))
    assert len(in_force(table)) == 1
    assert "Hand 1 saved." in text(first)
    assert "Hand 1 saved." in text(second)
    assert 'name="number" value="2"' in text(second)


def test_every_empty_form_has_a_token_of_its_own(table: Table, phone: Client) -> None:
    tokens = {
        re.findall(r'name="token" value="([^"]+)"', text(phone.get(address(table))))[0]
        for _visit in range(2)
    }
    assert len(tokens) == 2


@pytest.mark.parametrize("missing", ["token", "number"])
def test_a_post_that_is_no_form_of_ours_is_refused(
    table: Table, phone: Client, missing: str
) -> None:
    fields = answers(p1=43, p2=10)
    del fields[missing]
    assert phone.post(address(table), fields).status_code == 400
    assert not in_force(table)


def test_what_is_saved_is_what_the_slip_showed(table: Table, phone: Client) -> None:
    fields = answers(p1="middle_drop", p2="12+7+10")
    fields |= {"p2-finish": "counted", "p2-points": "12+7+10"}
    slip = text(phone.post(address(table, "hand/slip/"), fields, headers=HTMX))
    assert "middle drop" in slip
    assert "count of 29" in slip
    assert not in_force(table)
    phone.post(address(table), fields, headers=HTMX)
    (hand,) = in_force(table)
    assert [score.points for score in hand.scores.order_by("seat")] == [0, 40, 29]


def test_an_unfinished_slip_says_quietly_what_is_missing(table: Table, phone: Client) -> None:
    slip = text(phone.post(address(table, "hand/slip/"), {"p1-finish": "counted"}, headers=HTMX))
    assert "Enter the points" in slip or "Choose how" in slip or "Choose who won" in slip
    assert "error" not in slip


def test_a_save_asks_the_database_little(table: Table, phone: Client) -> None:
    phone.post(address(table), answers(p1=10, p2=11), headers=HTMX)
    with CaptureQueriesContext(connection) as queries:
        phone.post(address(table), answers(2, p1=10, p2=11), headers=HTMX)
    statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(statements) <= 10, "\n".join(statements)


@pytest.mark.parametrize(("address_end", "queries"), [("hand/", 6), ("hand/slip/", 4)])
def test_reading_and_previewing_ask_the_database_little(
    table: Table, phone: Client, address_end: str, queries: int, django_assert_num_queries: Any
) -> None:
    """Four things; of a new hand also who else writes it, and who has hands not here yet."""
    with django_assert_num_queries(queries):
        if address_end == "hand/":
            phone.get(address(table))
        else:
            phone.post(address(table, address_end), answers(p1=1, p2=2), headers=HTMX)


# Mistakes -----------------------------------------------------------------------------------


def test_an_error_stands_beside_its_field_and_what_was_typed_is_kept(
    table: Table, phone: Client
) -> None:
    fields = answers(p1=43) | {"p2-finish": "counted", "p2-points": "", "token": "the-token-123"}
    shown = text(phone.post(address(table), fields, headers=HTMX))
    assert not in_force(table)
    assert 'id="f-p2-points-error"' in shown
    assert 'href="#f-p2-points"' in shown
    assert re.search(r'name="p1-points"\s+value="43"', shown)
    assert re.search(r'name="who-finish"\s+value="0" checked', shown)
    assert 'value="the-token-123"' in shown


def test_letters_in_a_count_are_answered_with_a_sentence(table: Table, phone: Client) -> None:
    fields = answers(p1=43) | {"p2-finish": "counted", "p2-points": "<b>many</b>"}
    shown = text(phone.post(address(table), fields, headers=HTMX))
    assert "Enter a whole number." in shown
    assert "<b>many" not in shown


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "שרה כהן", "🃏 Ace", "A" * 40])
def test_any_name_is_shown_as_it_is(name: str) -> None:
    table = session("pool_rummy", [name, "Dev"])
    shown = text(host_client(table.game.session.club).get(address(table)))
    assert "<script>alert" not in shown
    assert "<bdi>" in shown


# Undo and correction ------------------------------------------------------------------------


def test_undo_takes_the_hand_back_and_shows_its_answers_again(table: Table, phone: Client) -> None:
    phone.post(address(table), answers(p1=43, p2="first_drop"), headers=HTMX)
    (hand,) = in_force(table)
    shown = text(
        phone.post(address(table, f"hands/{hand.token}/delete/"), {"again": "1"}, headers=HTMX)
    )
    assert not in_force(table)
    assert "Hand 1 deleted." in shown
    assert re.search(r'name="p1-points"\s+value="43"', shown)
    assert re.search(r'name="who-finish"\s+value="0" checked', shown)
    assert re.search(r'name="p2-finish"\s+value="first_drop" checked', shown)
    assert "first drop" in shown, "and its slip"


def test_undo_without_script_shows_the_answers_too(table: Table, phone: Client) -> None:
    phone.post(address(table), answers(p1=43, p2=10))
    (hand,) = in_force(table)
    place = address(table, f"hands/{hand.token}/delete/")
    answer = phone.post(place, {"again": "1"}, follow=True)
    assert re.search(r'name="p1-points"\s+value="43"', text(answer))


def test_undo_twice_is_undo_once(table: Table, phone: Client) -> None:
    phone.post(address(table), answers(p1=43, p2=10))
    (hand,) = in_force(table)
    for _press in range(2):
        answer = phone.post(
            address(table, f"hands/{hand.token}/delete/"), {"again": "1"}, headers=HTMX
        )
        assert answer.status_code == 200
    assert not in_force(table)
    assert Hand.objects.count() == 1


def test_an_undone_hand_saved_again_is_a_new_hand(table: Table, phone: Client) -> None:
    phone.post(address(table), answers(p1=43, p2=10))
    (hand,) = in_force(table)
    phone.post(address(table, f"hands/{hand.token}/delete/"), {"again": "1"}, headers=HTMX)
    phone.post(address(table), answers(p1=42, p2=10), headers=HTMX)
    (again,) = in_force(table)
    assert again.pk != hand.pk
    assert again.number == 1


def test_a_hand_is_corrected_in_its_place(table: Table, phone: Client) -> None:
    play(table, pool_hand("Asha", Dev=43, Meera=10), pool_hand("Dev", Asha=20, Meera=10))
    first = in_force(table)[0]
    place = address(table, f"hands/{first.token}/edit/")
    assert re.search(r'name="p1-points"\s+value="43"', text(phone.get(place)))
    fields = answers(1, p1=34, p2=10) | {"amends": first.token, "reason": "misread"}
    assert "count of 34" in text(phone.post(address(table, "hand/slip/"), fields, headers=HTMX))
    answer = phone.post(place, fields)
    corrected = in_force(table)[0]
    assert answer.headers["Location"].endswith(f"/hand/?corrected={corrected.token}")
    assert corrected.replaces == first
    assert corrected.reason == "misread"
    assert corrected.entry["lines"]["1"]["points"] == 34


def test_a_correction_that_a_later_hand_cannot_follow_asks_about_that_hand(phone: Client) -> None:
    table = session("pool_rummy", NAMES[:3])
    browser = host_client(table.game.session.club)
    play(table, pool_hand("Asha", Dev=43, Meera=10), pool_hand("Asha", Dev=43, Meera=10))
    play(table, pool_hand("Asha", Dev=10, Meera=10))
    first = in_force(table)[0]
    fields = answers(1, p1=80, p2=10)
    answer = browser.post(address(table, f"hands/{first.token}/edit/"), fields)
    assert "Dev would be out before hand 3." in text(answer)
    assert in_force(table)[0] == first


def test_a_void_that_changes_a_later_hand_shows_it_before_it_is_written() -> None:
    table = session("pool_rummy", NAMES[:4])
    browser = host_client(table.game.session.club)
    play(
        table,
        pool_hand("Asha", Dev=80, Meera=10, Omar=1),
        pool_hand("Asha", Dev=80, Meera=10, Omar=1),
        {
            "deal": {},
            "lines": {
                "Asha": {"finish": "won"},
                "Dev": {"rejoin": True, "finish": "first_drop"},
                "Meera": {"finish": "counted", "points": 2},
                "Omar": {"finish": "counted", "points": 2},
            },
        },
    )
    second = in_force(table)[1]
    answer = browser.post(address(table, f"hands/{second.token}/delete/"), {})
    assert "Later hands change too" in text(answer)
    assert len(in_force(table)) == 3


# Two scorers, closed games ------------------------------------------------------------------


def test_two_scorers_see_both_versions_and_three_ways_out(table: Table) -> None:
    devs = member(Role.SCORER, table.game.session.club)
    clubs.say_who(membership=devs, player=table.players[1])
    client_as(devs).post(address(table), answers(p1=43, p2=10))
    other = client_with(Role.SCORER, table.game.session.club)
    answer = other.post(address(table), answers(p1=34, p2=10))
    shown = text(answer)
    assert answer.status_code == 409
    assert "<bdi>Dev</bdi> already saved hand 1" in shown
    assert "43" in shown
    assert "34" in shown
    assert "Keep both: add mine as hand 2" in shown
    assert "Replace hand 1 with mine" in shown
    assert len(in_force(table)) == 1


@pytest.mark.parametrize(("way", "kept", "hands"), [("hand/", [43, 34], 2), ("edit/", [34], 1)])
def test_mine_may_become_the_next_hand_or_correct_theirs(
    table: Table, way: str, kept: list[int], hands: int
) -> None:
    first, second = (client_with(Role.SCORER, table.game.session.club) for _phone in range(2))
    first.post(address(table), answers(p1=43, p2=10))
    stale = Forms(text(second.post(address(table), answers(p1=34, p2=10))))
    place, fields = next(form for form in stale.forms if form[0].endswith(way))
    second.post(place, fields)
    points = [hand.entry["lines"]["1"]["points"] for hand in in_force(table)]
    assert points == kept
    assert len(points) == hands


def test_a_number_that_was_deleted_meanwhile_is_explained(table: Table, phone: Client) -> None:
    shown = text(phone.post(address(table), answers(5, p1=34, p2=10)))
    assert "Hand 5 is no longer the next hand" in shown
    assert "Keep both: add mine as hand 1" in shown


def test_a_closed_session_takes_no_hand_and_says_so(table: Table, phone: Client) -> None:
    play(table, pool_hand("Asha", Dev=43, Meera=10))
    (hand,) = in_force(table)
    services.close_session(session=table.game.session)
    shown = text(phone.post(address(table), answers(2, p1=34, p2=10)))
    assert "Hand 2 was not saved because the game has ended." in shown
    assert f">{table.game.title}<" in shown, "it may stand in place of another game"
    for end in ("edit/", "delete/"):
        answer = phone.post(address(table, f"hands/{hand.token}/{end}"), answers(1, p1=3, p2=1))
        assert "This session has ended" in text(answer)
    assert len(in_force(table)) == 1


def test_the_last_hand_of_a_game_is_answered_with_its_result(phone: Client) -> None:
    table = session("pool_rummy", NAMES[:2])
    browser = host_client(table.game.session.club)
    play(table, pool_hand("Asha", Dev=80))
    shown = text(browser.post(address(table), answers(2, p1=80), headers=HTMX))
    assert "The game is over" in shown
    assert "160" in shown
    assert "Settle up" in shown
    assert "Undo" in shown
    assert "The game is over" in text(browser.get(address(table)))


def test_a_foreign_hand_is_not_found(table: Table, phone: Client) -> None:
    other = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=43, Meera=10))
    hand = Hand.objects.get(game=other.game)
    for end in ("edit/", "delete/"):
        assert phone.post(address(table, f"hands/{hand.token}/{end}"), answers()).status_code == 404
    assert phone.post(address(table, "hand/slip/"), {"amends": hand.token}).status_code == 404


def test_money_of_an_undone_hand_is_reversed() -> None:
    table = session("rummi", NAMES[:4])
    browser = host_client(table.game.session.club)
    fields = {"token": token(), "number": 1, "deal-result": "points"}
    fields |= {f"p{person}-points": person * 10 for person in range(4)}
    browser.post(address(table), fields)
    (hand,) = in_force(table)
    assert Payment.objects.filter(hand=hand).exists()
    browser.post(address(table, f"hands/{hand.token}/delete/"), {"again": 1})
    assert {p.reverses_id is None for p in Payment.objects.filter(hand=hand)} == {True, False}


# Screens ------------------------------------------------------------------------------------


class Inputs(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("name")
        if tag in {"input", "select", "textarea"} and name:
            self.names.add(name)


def every_table() -> list[tuple[str, int, int, dict[str, Any]]]:
    """Every variant at every kind of table and with every preset."""
    return [
        (key, seats if side == 1 else 2, side, dict(preset.options))
        for key, variant in VARIANTS.items()
        for side in variant.sides
        for seats in (variant.seats.start, variant.seats.stop - 1)
        for preset in (*variant.presets, Preset("", "", {}))
    ]


def inputs(part: Part) -> Iterator[str]:
    """The names of all inputs of a table."""
    for field in part.deal.values():
        yield from field.inputs
    for who in part.person_choices.values():
        yield from who.inputs
    for seat in part.seats:
        yield from [seat.absent] if seat.absent else []
        for field in seat:
            yield from field.inputs


@pytest.mark.one_database
@pytest.mark.parametrize(("key", "seats", "side", "options"), every_table())
def test_its_screen_asks_exactly_the_declared_questions(
    key: str, seats: int, side: int, options: dict[str, Any]
) -> None:
    names = [f"Player {number}" for number in range(seats * side)]
    if (key, seats) == ("gin_rummy", 3) and "hollywood" in options:
        with pytest.raises(EntryError, match="Hollywood is for two"):
            session(key, names, options, side=side)
        return
    table = session(key, names, options, side=side)
    shown = Inputs(text(host_client(table.game.session.club).get(address(table))))
    tables = range(table.rules.tables(table.fold))
    parts = [Layout(table.rules, table.fold, table.names).part(number) for number in tables]
    declared = {name for part in parts for name in inputs(part)}
    of_a_show = {"show-person", "show-cards"} if table.rules.shows else set()
    of_the_page = {"csrfmiddlewaretoken", "token", "number", "dealer", "changes", "next", "shown"}
    assert shown.names - of_the_page == declared | of_a_show


def test_a_game_without_a_drawn_screen_has_the_derived_one() -> None:
    table = session("rummi", NAMES[:4])
    browser = host_client(table.game.session.club)
    drawn = Inputs(text(browser.get(address(table)))).names
    with patch("scorekeeper.table.entry.views.HandPage.screens", ["table/entry/_derived.html"]):
        assert Inputs(text(browser.get(address(table)))).names == drawn


@pytest.mark.parametrize("screen", ["drawn", "derived"])
@pytest.mark.parametrize("key", VARIANTS)
def test_no_field_of_a_hand_is_drawn_twice(key: str, screen: str) -> None:
    rules = VARIANTS[key]
    table = session(key, NAMES[: min(4 if 4 in rules.seats else 2, max(rules.seats))])
    own = [f"table/entry/variants/{key}.html", "table/entry/_derived.html"]
    with patch("scorekeeper.table.entry.views.HandPage.screens", own[screen == "derived" :]):
        page = text(host_client(table.game.session.club).get(address(table)))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert [one for one in set(ids) if ids.count(one) > 1] == []


# Weight -------------------------------------------------------------------------------------


def test_the_first_load_and_an_update_are_light() -> None:
    table = session("pool_rummy", NAMES)
    browser = host_client(table.game.session.club)
    page = browser.get(address(table))
    places = re.findall(r'(?:src|href)="/static/([^"]+\.(?:js|css))"', text(page))
    assert len(places) >= 4
    files = {Path(settings.STATIC_ROOT) / place for place in places}
    first = packed(page.content) + sum(packed(file.read_bytes()) for file in files)
    assert first <= 60_000, first
    fields = answers(p1=43, p2="first_drop", p3=12, p4="middle_drop", p5=60)
    slip = browser.post(address(table, "hand/slip/"), fields, headers=HTMX)
    saved = browser.post(address(table), fields, headers=HTMX)
    assert packed(slip.content) <= 4_000
    assert packed(saved.content) <= 4_000, packed(saved.content)


def test_what_was_counted_is_seen_when_the_hand_is_corrected() -> None:
    points = {"Asha": {"points": 12, "jokers": 2}, "Dev": {"points": 30}}
    played = play(session("rummi", NAMES[:2]), {"deal": {}, "lines": points})
    host = host_client(played.game.session.club)
    hand = Hand.objects.get()
    page = host.get(f"/sessions/{played.game.session.code}/games/1/hands/{hand.token}/edit/")
    assert page.content.decode().count('<b class="tally__n">×2</b>') == 1


def test_who_had_a_turn_is_named_where_somebody_after_him_cannot_have_had_none() -> None:
    table = session("paplu", NAMES[:4])
    fields = {"who-finish": "0", "deal-declared": "first_turn", "number": "1", "token": "t"}
    fields |= {f"p{person}-points": "9" for person in (1, 2, 3)} | {"p3-no_turn": "on"}
    fields |= {f"p{person}-finish": "counted" for person in (1, 2, 3)}
    browser = client_with(Role.SCORER, table.game.session.club)
    address = f"/sessions/{table.game.session.code}/games/1"
    page = browser.post(f"{address}/hand/slip/", fields).content.decode()
    assert "Dev had a turn, and comes before" in page


def test_how_everybody_stands_is_said_beside_the_names() -> None:
    table = play(session("pool_rummy"), pool_hand("Asha", Dev=80, Meera=5, Omar="first_drop"))
    table = play(table, pool_hand("Asha", Dev=80, Meera=5, Omar="first_drop"))
    table = play(table, pool_hand("Asha", Meera=5, Omar="first_drop"))
    browser = client_with(Role.SCORER, table.game.session.club)
    page = browser.get(f"/sessions/{table.game.session.code}/games/1/hand/").content.decode()
    row = page[page.index('aria-label="Omar"') :].split("</div>")[0]
    assert re.search(r">\s*60\s*<small>points</small>", row) and "2 drops left" in row
    out = page[page.index('aria-label="Dev"') :].split("</div>")[0]
    assert "data-out" in out
    assert re.search(r">\s*160\s*<small>points</small>", out) and ">out</span>" in out


def test_the_preview_asks_the_buy_in_of_those_over_the_limit_alone() -> None:
    table = session("kalookie", NAMES[:4], {"limit": 50})
    browser = client_with(Role.SCORER, table.game.session.club)
    address = f"/sessions/{table.game.session.code}/games/1/hand/"
    hand = {"who-won": "0", "p1-points": "60", "p2-points": "4", "p3-points": "20"}
    text = browser.post(f"{address}slip/", hand).content.decode()
    assert "60: over the limit" in text
    assert 'data-ticks="p1-buy_in"' in text and 'data-ticks="p3-buy_in"' not in text
    bought = browser.post(f"{address}slip/", hand | {"p1-buy_in": "on", "p3-buy_in": "on"})
    assert "buys in at 20" in bought.content.decode()
    assert 'aria-pressed="true"' in bought.content.decode()


def test_a_winner_who_pays_is_first_and_wins_nothing() -> None:
    """Others’ jokers cost the first by place more than the places bring."""
    table = session("rummi", NAMES[:2], {"joker_value": 500})
    browser = client_with(Role.SCORER, table.game.session.club)
    where = f"/sessions/{table.game.session.code}/games/1/hand/"
    hand = {"p0-points": "4", "p1-points": "20", "p1-jokers": "2"}
    slip = " ".join(browser.post(f"{where}slip/", hand).content.decode().split())
    assert "1st" in slip and "wins" not in slip


def test_a_house_game_names_as_winner_who_did_best_and_not_who_was_tapped() -> None:
    options = {"wins": "highest", "payment": "each_hand", "stake": 100}
    table = session("house_game", NAMES[:2], options)
    browser = client_with(Role.SCORER, table.game.session.club)
    where = f"/sessions/{table.game.session.code}/games/1/hand/"
    html = browser.post(f"{where}slip/", {"who-finish": "0", "p1-points": "9"}).content.decode()
    slip = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert f"{NAMES[1]} wins" in slip
    assert "1st" not in slip and f"{NAMES[0]} wins" not in slip


@pytest.mark.parametrize(("side", "is_offered"), [(1, True), (2, False)])
def test_only_a_player_alone_may_sit_out_a_hand_of_a_house_game(
    side: int, is_offered: bool
) -> None:
    table = session("house_game", NAMES[:4], side=side)
    browser = client_with(Role.SCORER, table.game.session.club)
    page = browser.get(f"/sessions/{table.game.session.code}/games/1/hand/").content.decode()
    assert ("p0-absent" in page) is is_offered


def test_rummi_for_points_only_shows_units() -> None:
    club = new_club()
    club.points_only = True
    club.save()
    table = session("rummi", NAMES[:4], club=club)
    browser = client_with(Role.SCORER, club)
    where = f"/sessions/{table.game.session.code}/games/1/hand/"
    hand = {f"p{seat}-points": str(points) for seat, points in enumerate((12, 30, 45, 61))}
    slip = browser.post(f"{where}slip/", hand).content.decode()
    assert [f">{units}<" in slip for units in ("+6", "−1", "−2", "−3")] == [True] * 4
