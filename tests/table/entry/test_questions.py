"""Who deals, and the questions a save raises, through HTTP: asked, answered, never in the way."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Role
from scorekeeper.engine import playing
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.play import seating, services
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.hints import Doubt, Oddity
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.variants import VARIANTS
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session, token

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
FOUR = NAMES[:4]


@pytest.fixture
def table() -> Table:
    return play(session("paplu", FOUR, {"rounds": None}), pool_hand("Asha", Dev=1, Meera=2, Omar=3))


@pytest.fixture
def phone(table: Table) -> Client:
    return client_with(Role.SCORER, table.game.session.club)


def address(table: Table, end: str = "hand/") -> str:
    return f"/sessions/{table.game.session.code}/games/{table.game.number}/{end}"


def answers(number: int, winner: int = 0, **fields: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"token": token(), "number": number, "who-finish": winner}
    for person in range(5):
        data |= {f"p{person}-finish": "counted", f"p{person}-points": 10 * number + person}
    return data | fields


def text(answer: Any) -> str:
    return str(answer.content.decode())


def fresh(table: Table) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=table.game.pk))


def slow(table: Table, seconds: int, *gaps: int) -> None:
    """As if the last hand had been saved so long ago."""
    game = Game.objects.get(pk=table.game.pk)
    game.pace |= {"last": game.pace["last"] - seconds, "gaps": list(gaps)}
    game.save()


# The dealer ----------------------------------------------------------------------------------


def test_whose_turn_it_is_is_chosen_and_another_can_be(table, phone):
    page = text(phone.get(address(table)))
    row = page[page.index('<select name="dealer">') : page.index("</select>")]
    assert re.findall(r'value="(\d)"( selected)?>(\w+)', row) == [
        ("0", "", "Asha"),
        ("1", " selected", "Dev"),
        ("2", "", "Meera"),
        ("3", "", "Omar"),
    ]


def test_the_dealer_is_kept_only_where_the_table_says_another(table, phone):
    phone.post(address(table), answers(2, dealer=1))
    phone.post(address(table), answers(3, dealer=0))
    second, three = Hand.objects.filter(game=table.game, number__gt=1).order_by("number")
    assert "dealer" not in second.entry
    assert three.entry["dealer"] == "0"
    assert " selected>Dev" in text(phone.get(address(table)))


@pytest.mark.parametrize("odd", ["", "x", "-1", "4", "99999", "٣"])
def test_a_dealer_who_is_not_there_is_no_dealer(table, phone, odd):
    phone.post(address(table), answers(2, dealer=odd))
    hand = Hand.objects.get(game=table.game, number=2)
    assert hand.entry.get("dealer") == ("3" if odd == "٣" else None)


def test_who_deals_for_somebody_who_sits_out_need_not_be_said(table, phone):
    fields = answers(2, dealer=1) | {"p1-absent": "on"}
    assert "Did you miss" not in text(phone.post(address(table), fields, headers=HTMX))
    assert "dealer" not in Hand.objects.get(game=table.game, number=2).entry
    assert " selected>Omar" in text(phone.get(address(table)))


def test_the_next_one_to_deal_may_be_named_for_somebody_who_sits_out(table, phone):
    phone.post(address(table), answers(2, dealer=2) | {"p1-absent": "on"})
    assert "dealer" not in Hand.objects.get(game=table.game, number=2).entry


def test_a_corrected_hand_keeps_its_dealer(table, phone):
    phone.post(address(table), answers(2, dealer=3))
    hand = Hand.objects.get(game=table.game, number=2)
    place = address(table, f"hands/{hand.token}/edit/")
    page = text(phone.get(place))
    assert 'value="3" selected>Omar' in page
    phone.post(place, answers(2, winner=1, dealer=3) | {"amends": hand.token})
    standing = Hand.objects.get(game=table.game, number=2, voided_at__isnull=True)
    assert standing.entry["dealer"] == "3"
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_a_hand_carried_to_another_page_takes_its_dealer_along():
    variant = VARIANTS["paplu"]
    fold = playing.start(variant, load_options(variant, {}, 4), 4)
    entry = Entry(variant.deal(), (variant.line(),) * 4, frozenset({3}), dealer=2)
    fields = posted_values(HandForm(variant, fold, FOUR, entry=entry))
    assert fields["dealer"] == ["2"] and fields["p3-absent"] == ["on"]


# What a save raises --------------------------------------------------------------------------


def test_another_dealer_raises_a_question_and_the_hand_is_saved(table, phone):
    page = text(phone.post(address(table), answers(2, dealer=3), headers=HTMX))
    assert "Hand 2 saved." in page and "Undo" in page
    assert "Dev was to deal hand 2. Did you miss a hand?" in page
    hand = Hand.objects.get(game=table.game, number=2)
    assert address(table, f"hands/{hand.token}/insert/") in page


def test_a_long_silence_raises_a_question(table, phone):
    slow(table, 3000, 240, 240, 240)
    page = text(phone.post(address(table), answers(2), headers=HTMX))
    assert "50 minutes since the last hand (usually 4 minutes)." in page


def test_the_same_again_raises_a_question_with_a_way_to_undo_it(table, phone):
    phone.post(address(table), answers(2), headers=HTMX)
    slow(table, 20)
    again = answers(3) | {f"p{p}-points": 20 + p for p in range(5)}
    page = text(phone.post(address(table), again, headers=HTMX))
    assert re.search(r"The same result was saved 2[01] seconds ago. Is this a second hand\?", page)
    hand = Hand.objects.get(game=table.game, number=3)
    undo = address(table, f"hands/{hand.token}/delete/")
    assert f'action="{undo}"' in page
    page = text(phone.post(undo, {"again": "0"}, headers=HTMX))
    assert "Hand 3 deleted." in page
    assert not re.search(r'name="p1-points"\s+value="21"', page), "the next hand begins empty"
    assert phone.post(undo, {"again": "0"}).headers["Location"] == address(table)


def test_a_count_that_no_hand_can_have_raises_a_question():
    table = session("rummi", NAMES[:4])
    phone = client_with(Role.HOST, table.game.session.club)

    def saved(number: int, most: str) -> str:
        fields = {"number": number, "token": token()}
        counts = ("5", "30", most, "45")
        fields |= {f"p{person}-points": count for person, count in enumerate(counts)}
        return text(phone.post(address(table), fields, headers=HTMX))

    page = saved(1, "99999")
    assert "Hand 1 saved." in page and "Is 99,999 right for Meera?" in page
    hand = Hand.objects.get(game=table.game, number=1)
    page = text(
        phone.post(address(table, f"hands/{hand.token}/delete/"), {"again": "1"}, headers=HTMX)
    )
    assert 'value="99999"' in page, "to be changed"
    assert "right for" not in saved(1, "61")


def test_pressing_save_twice_raises_no_question(table, phone):
    fields = answers(2)
    first, second = (text(phone.post(address(table), fields, headers=HTMX)) for _press in range(2))
    assert "second hand" not in first + second
    assert Hand.objects.filter(game=table.game).count() == 2


@pytest.mark.parametrize(
    ("fields", "seconds", "message"),
    [
        (answers(2, dealer=3), 0, "Dev was to deal hand 2."),
        (answers(2), 3000, "50 minutes since the last hand"),
    ],
    ids=["dealer", "late"],
)
def test_without_script_the_question_is_on_the_next_page(table, phone, fields, seconds, message):
    slow(table, seconds, 240, 240, 240)
    answer = phone.post(address(table), fields | {"token": token()}, follow=True)
    assert len(answer.redirect_chain) == 1
    assert message in text(answer)
    plain = answer.redirect_chain[0][0].split("&")[0]
    assert message not in text(phone.get(plain))


@pytest.mark.parametrize(
    "odd",
    [
        "x",
        "dealer",
        "dealer...",
        "dealer.99.0.0.0",
        "late..x.1.0",
        "fly..1.1.1",
        "twice..-1.1",
        "large.99.0.0.5",
    ],
)
def test_an_address_made_up_asks_nothing_that_breaks(table, phone, odd):
    hand = Hand.objects.get(game=table.game)
    page = phone.get(address(table), {"saved": hand.token, "odd": odd})
    assert page.status_code == 200


@pytest.mark.parametrize(
    "question",
    [
        Doubt(Oddity.DEALER, person=0, since=3),
        Doubt(Oddity.LATE, since=900, usual=240),
        Doubt(Oddity.TWICE, since=20),
        Doubt(Oddity.LARGE, person=1, count=99999),
    ],
)
def test_a_question_survives_an_address(question):
    assert Doubt.from_address(question.to_address()) == question


def test_a_save_that_raises_a_question_asks_the_database_no_more(table, phone):
    slow(table, 3000, 240, 240, 240)
    with CaptureQueriesContext(connection) as queries:
        phone.post(address(table), answers(2, dealer=3), headers=HTMX)
    statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(statements) <= 11, "\n".join(statements)


# A hand that was left out --------------------------------------------------------------------


def test_the_hand_left_out_is_asked_for_as_it_stood_then(table, phone):
    phone.post(address(table), answers(2, dealer=2))
    hand = Hand.objects.get(game=table.game, number=2)
    place = address(table, f"hands/{hand.token}/insert/")
    page = text(phone.get(place))
    assert " selected>Dev" in page, "whose turn it was then"
    assert f'name="before" value="{hand.token}"' in page
    fields = answers(2, winner=3) | {"before": hand.token}
    assert "wins" in text(phone.post(address(table, "hand/slip/"), fields, headers=HTMX))
    assert phone.post(place, fields | {"p1-points": "x"}).status_code == 200
    assert Hand.objects.filter(game=table.game).count() == 2
    answer = phone.post(place, fields, follow=True)
    assert "Hand 2 saved." in text(answer)
    assert [h.entry.get("dealer") for h in Hand.objects.order_by("number")] == [None, None, "2"]
    again = phone.post(place, fields, follow=True)
    assert "Hand 2 saved." in text(again)
    assert Hand.objects.filter(game=table.game).count() == 3
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_every_hand_offers_to_write_one_in_before_it(table, phone):
    hand = Hand.objects.get(game=table.game)
    page = text(phone.get(hand_address("scoreboard:hand", hand)))
    assert f'href="{address(table, f"hands/{hand.token}/insert/")}"' in page
    viewer = client_with(Role.VIEWER, table.game.session.club)
    page = text(viewer.get(hand_address("scoreboard:hand", hand)))
    assert "insert/" not in page


def test_a_hand_left_out_says_on_its_page_that_it_came_later(table, phone):
    phone.post(address(table), answers(2))
    hand = Hand.objects.get(game=table.game, number=2)
    phone.post(address(table, f"hands/{hand.token}/insert/"), answers(2, winner=3))
    new = Hand.objects.get(game=table.game, number=2)
    page = text(phone.get(hand_address("scoreboard:hand", new)))
    assert "inserted later" in page


def test_nothing_is_written_before_a_hand_that_does_not_count_or_after_the_session(table, phone):
    phone.post(address(table), answers(2))
    hand = Hand.objects.get(game=table.game, number=2)
    place = address(table, f"hands/{hand.token}/insert/")
    corrections.void_hand(hand=hand)
    assert phone.get(place).status_code == 302
    assert phone.post(place, answers(2)).status_code == 409
    services.close_session(session=table.game.session)
    page = phone.get(place)
    assert page.status_code == 200 and "This session has ended" in text(page)
    assert "This session has ended" in text(phone.post(place, answers(2)))
    assert Hand.objects.filter(game=table.game).count() == 2


# Seats that changed meanwhile ----------------------------------------------------------------


def join(table: Table, name: str = "Esha") -> None:
    now = fresh(table)
    seen = TableVersion(now.game.last_number + 1, now.game.change_count)
    options = now.game.options
    seating.join_game(game=now.game, player=name, options=options, version=seen, token=token())


def test_a_hand_typed_before_somebody_joined_is_not_saved_unseen(table, phone):
    join(table)
    fields = answers(2)
    page = text(phone.post(address(table), fields, headers=HTMX))
    assert "The players have changed." in page
    assert re.search(r'name="p1-points"\s+value="21"', page)
    assert f'value="{fields["token"]}"' in page
    assert Hand.objects.filter(game=table.game).count() == 1
    assert "Hand 2 saved." in text(
        phone.post(address(table), fields | {"changes": 1}, headers=HTMX)
    )
    assert Hand.objects.get(game=table.game, number=2).persons == 5


def test_its_slip_says_so_too(table, phone):
    join(table)
    slip = text(phone.post(address(table, "hand/slip/"), answers(2), headers=HTMX))
    assert "The players have changed." in slip
    slip = text(phone.post(address(table, "hand/slip/"), answers(2) | {"changes": 1}, headers=HTMX))
    assert "Esha" in slip


def test_a_hand_saved_before_somebody_joined_is_known_when_it_is_sent_again(table, phone):
    fields = answers(2)
    phone.post(address(table), fields, headers=HTMX)
    join(table)
    assert "Hand 2 saved." in text(phone.post(address(table), fields, headers=HTMX))
    assert Hand.objects.filter(game=table.game).count() == 2


def test_mine_carried_over_a_change_of_seats_is_looked_at_again(table, phone):
    mine = answers(2)
    phone.post(address(table), answers(2, winner=1), headers=HTMX)
    join(table)
    stale = text(phone.post(address(table), mine))
    assert "already saved hand 2" in stale
    form = re.search(r'<form[^>]*action="[^"]*/hand/".*?</form>', stale, re.S)
    assert form is not None and 'name="changes"' not in form[0]
    page = text(phone.post(address(table), answers(3)))
    assert "The players have changed." in page


def test_who_left_is_on_no_slip(table, phone):
    now = fresh(table)
    seating.leave_game(game=now.game, person=3, version=TableVersion(2, 0), token=token())
    slip = text(phone.post(address(table, "hand/slip/"), answers(2) | {"changes": 1}, headers=HTMX))
    assert "Meera" in slip and "Omar" not in slip


def test_the_page_says_how_many_changes_of_seats_it_knows_of(table, phone):
    assert 'name="changes" value="0"' in text(phone.get(address(table)))
    join(table)
    assert 'name="changes" value="1"' in text(phone.get(address(table)))


def test_who_left_too_early_can_be_put_back_into_a_hand(table, phone):
    now = fresh(table)
    seating.leave_game(game=now.game, person=3, version=TableVersion(2, 0), token=token())
    phone.post(address(table), answers(2) | {"changes": 1})
    hand = Hand.objects.get(game=table.game, number=2)
    assert hand.entry["absent"] == ["3"]
    place = address(table, f"hands/{hand.token}/edit/")
    page = text(phone.get(place))
    assert re.search(r'name="p3-absent"\s+value="on"\s+checked', page)
    phone.post(place, answers(2) | {"amends": hand.token})
    standing = Hand.objects.get(game=table.game, number=2, voided_at__isnull=True)
    assert "absent" not in standing.entry
    assert not list(differences(Game.objects.get(pk=table.game.pk)))
