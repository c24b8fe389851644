"""Two write the same hand: the page of whoever is slower says so before he saves."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.table.entry.views import HTMX, address, answers, in_force, packed, text
from tests.helpers.table.overtaken import asks, news, plain, polled

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def phone(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


@pytest.fixture
def meera(table: Table) -> Membership:
    """Another scorer's device."""
    return clubs.say_who(
        membership=make.member(Role.SCORER, table.game.session.club), player=table.players[2]
    )


FIRST = make.pool_hand("Dev", Asha=12, Meera="first_drop")


def test_while_nothing_happens_the_page_hears_nothing(table, phone, django_assert_num_queries):
    place = asks(phone, table)
    with django_assert_num_queries(2):  # the session's version; who writes
        answer = phone.get(place, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_hand_that_another_device_saved_is_said_at_the_next_question(table, phone, meera):
    place = asks(phone, table)
    make.play(table, FIRST, by=meera)
    notice = news(phone, place)
    assert plain(notice).startswith("Meera saved hand 1: Dev wins View hand")
    assert "+12" in plain(notice) and "+20" in plain(notice), "and what it brought"
    assert "Keep mine as hand 2" in plain(notice) and "Discard mine" in plain(notice)
    assert "<form" not in notice and "<input" not in notice, (
        "nothing that is typed is in the answer"
    )
    assert packed(notice) <= 1_500
    assert phone.get(polled(notice), headers=HTMX).status_code == 204, "and once"


def test_the_place_where_it_is_said_is_heard_when_it_changes(table, phone):
    page = text(phone.get(address(table)))
    live = page.index('aria-live="polite"')
    assert live < page.index("every 2s") < page.index('id="hand"')


def test_it_names_the_device_as_it_was_then(table, phone):
    place = asks(phone, table)
    other = make.member(Role.SCORER, table.game.session.club)
    make.play(table, FIRST, by=other)
    clubs.say_who(membership=other, player=table.players[0])
    assert plain(news(phone, place)).startswith("Scorer saved hand 1: Dev wins")
    conflict = text(phone.post(address(table), answers(p1=43, p2=10), headers=HTMX))
    assert "<bdi>Scorer</bdi> already saved hand 1" in conflict


def test_other_news_of_the_session_say_nothing_and_are_known_then(table, phone, meera):
    place = asks(phone, table)
    make.next_game(table.game.session, "rummi", make.NAMES[:3])
    notice = news(phone, place)
    assert plain(notice) == ""
    assert phone.get(polled(notice), headers=HTMX).status_code == 204


def test_what_the_device_itself_saved_is_no_news(table):
    own = make.member(Role.SCORER, table.game.session.club)
    phone = make.client_as(own)
    place = asks(phone, table)
    make.play(table, FIRST, by=own)
    assert plain(news(phone, place)) == ""
    notice = news(phone, place)
    phone.post(address(table), answers(2, p1=43, p2=10), headers=HTMX)
    assert plain(news(phone, polled(notice, 2))) == plain(news(phone, polled(notice, 3))) == ""


def test_it_goes_when_that_hand_is_deleted(table, phone, meera):
    place = asks(phone, table)
    make.play(table, FIRST, by=meera)
    notice = news(phone, place)
    corrections.void_hand(hand=in_force(table)[0], reason="misdeal")
    assert plain(news(phone, polled(notice))) == ""


def test_a_hand_that_ended_the_game_leaves_nothing_to_keep(table, phone, meera):
    place = asks(phone, table)
    make.play(table, FIRST, by=meera)
    services.close_game(game=table.game)
    notice = plain(news(phone, place))
    assert "Meera saved hand 1" in notice and "This game is over." in notice
    assert "Keep mine" not in notice and "Discard mine" in notice
    page = phone.post(address(table, "hand/continue/"), answers(p1=43, p2=10), headers=HTMX)
    assert "<form id" not in text(page)


def typed(page: str) -> dict[str, Any]:
    return dict(re.findall(r'name="(p\d-points|token|number)"[^>]*?value="([^"]*)"', page))


def test_what_was_typed_goes_on_as_the_next_hand(table, phone, meera):
    fields = answers(p1=43, p2=10) | {"dealer": 0, "changes": 0}
    make.play(table, FIRST, by=meera)
    answer = phone.post(address(table, "hand/continue/"), fields, headers=HTMX)
    page = text(answer)
    assert "hand-changed" in answer.headers["HX-Trigger-After-Settle"], "the phone keeps it so"
    assert "<h1>" in page and "Hand 2" in plain(page) and len(in_force(table)) == 1
    shown = typed(page)
    assert shown["number"] == "2" and shown["token"] == fields["token"]
    dealer = re.search(r'<option value="(\d)" selected', page)
    assert dealer and dealer[1] != "0", "hand 2 is another's deal"
    again = phone.post(address(table), fields | {"number": 2, "dealer": dealer[1]}, headers=HTMX)
    assert "Hand 2 saved." in text(again)
    assert [hand.who for hand in in_force(table)] == ["Meera", "Scorer"]


def test_saved_all_the_same_it_is_asked_about_as_ever(table, phone, meera):
    make.play(table, FIRST, by=meera)
    page = text(phone.post(address(table), answers(p1=43, p2=10), headers=HTMX))
    assert "<bdi>Meera</bdi> already saved hand 1" in page
    assert len(in_force(table)) == 1


def test_a_correction_asks_for_no_such_news(table, phone, meera):
    make.play(table, FIRST, by=meera)
    (hand,) = in_force(table)
    page = text(phone.get(address(table, f"hands/{hand.token}/edit/")))
    assert "every 2s" not in page


@pytest.mark.parametrize("query", ["", "?number=x", "?number=-1&v=0", f"?v=1&number={'9' * 40}"])
def test_nonsense_is_answered_with_nothing(table, phone, query):
    answer = phone.get(address(table, "hand/news/") + query, headers=HTMX)
    assert answer.status_code == 204 or plain(text(answer)) == ""


def test_a_device_that_is_out_hears_that_there_is_nothing(table):
    member = make.member(Role.SCORER, table.game.session.club)
    phone = make.client_as(member)
    place = asks(phone, table)
    clubs.take_out(membership=member)
    assert phone.get(place, headers=HTMX).status_code == 404
