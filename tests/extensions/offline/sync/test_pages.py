"""What waits on a device, in words, and one thing of it beside what stands here."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.offline.delivering import OF_PHONE
from tests.helpers.table.entry.views import address, answers, in_force, text
from tests.helpers.table.overtaken import plain

pytestmark = pytest.mark.django_db
DEEP = "[" * 1500 + "]" * 1500
CHOICE = re.compile(r'name="choice" value="(\w+)"')


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def phone(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


def place(table: Table, page: str) -> str:
    return reverse(f"sync:{page}", args=[table.game.session.code])


def item(path: str, form: Any, **more: Any) -> dict[str, Any]:
    token = str(form.get("token", ""))
    return {"token": token, "path": path, "body": urlencode(form), "at": 1795000000000, **more}


def compared(
    phone: Client, table: Table, path: str, form: Any, **more: Any
) -> tuple[str, list[str]]:
    fields = {"path": path, "body": urlencode(form), "token": "of-item", **more}
    page = text(phone.post(place(table, "compare"), fields))
    assert page.count('name="token" value="of-item"') == len(CHOICE.findall(page))
    return plain(page), CHOICE.findall(page)


# The device's page ------------------------------------------------------------------------------


def test_the_page_has_a_word_for_each_state(table, phone):
    page = text(phone.get(place(table, "here")))
    states = set(re.findall(r'data-when="([\w-]+)"', page))
    assert states == {
        *("none", "loading", "ready", "no-https", "no-worker", "no-wasm", "no-room"),
        *("failed", "missing", "metered"),
    }
    assert "data-make-available" in page and "<noscript>" in page and "<progress" in page
    assert "Entered on this device" not in page


def test_it_lists_what_waits_in_words(table, phone):
    saved = answers(p1=43, p2=10)
    phone.post(address(table), saved)
    (hand,) = in_force(table)
    amend = reverse("entry:hand_edit", args=[table.game.session.code, 1, hand.token])
    paid = reverse("settlement:paid", args=[table.game.session.code])
    items = [
        item(address(table), saved, state="sent"),
        item(address(table), answers(2, p1=1, p2=2), state="asks", says="<b>Asha</b> has it"),
        item(amend, answers(1, p1=1, p2=2), state="waiting"),
        item(paid, {"token": "x"}),
        item("/nowhere/", {}, state="odd", at="then"),
        "nothing",
    ]
    answer = phone.post(place(table, "here"), {"items": json.dumps(items)})
    page = plain(text(answer))
    assert "Hand 1 of game 1: Asha wins" in page and "Synced" in page
    assert "Hand 2 of game 1" in page and "&lt;b&gt;Asha" in text(answer)
    assert "Edit of hand 1 of game 1" in page and "Payment" in page
    assert page.count("Entry") == 2
    assert place(table, "compare") in text(answer) and place(table, "send") in text(answer)
    assert f"{place(table, 'here')}outbox.json" in text(answer)


def test_a_game_that_was_begun_on_the_device_has_the_number_that_the_session_gave_it(table, phone):
    """And as long as the session does not have it, that of the device."""
    begun = make.next_game(table.game.session, "rummi", make.NAMES[:3]).game
    Game.objects.filter(pk=begun.pk).update(token="begun")
    path = address(table).replace("/games/1/", "/games/7/")
    known, unknown = (
        item(path, answers(3), rows={str(OF_PHONE): ["play.game", token, "7"]})
        for token in ("begun", "not here")
    )
    items = [known, unknown, item(path, answers(4), rows={"no key": 1})]
    page = plain(text(phone.post(place(table, "here"), {"items": json.dumps(items)})))
    assert page.count("Hand 3 of game 2") == 1
    assert page.count("Entered hand") == 2, "of a game that nobody knows here"


def test_nothing_waits(table, phone):
    answer = phone.post(place(table, "here"), {"items": "[]"})
    assert "All changes synced" in text(answer) and place(table, "send") not in text(answer)


@pytest.mark.parametrize("deep", [DEEP, f'[{{"rows": {DEEP}}}]', '{"a":' * 1500 + "1" + "}" * 1500])
@pytest.mark.parametrize("page", ["here", "compare", "deliver"])
def test_what_is_nested_without_end_is_refused_in_words(page, deep, table, phone):
    fields = ("items",) if page == "here" else ("names", "rows")
    for field in fields:
        sent = {"path": address(table), "body": "number=1&token=t", field: deep}
        answer = phone.post(place(table, page), sent)
        assert answer.status_code == 400
        assert "could not be read" in answer.content.decode()


@pytest.mark.parametrize("items", ["{", "{}", "3", json.dumps(["\ud800"]), json.dumps([{}] * 501)])
def test_what_is_no_list_is_refused(items, table, phone):
    assert phone.post(place(table, "here"), {"items": items}).status_code == 400


# Beside what stands ----------------------------------------------------------------------------


def test_my_hand_beside_theirs_with_each_choice_and_nothing_is_written(table, phone):
    other = make.client_with(Role.SCORER, table.game.session.club)
    other.post(address(table), answers(p1=43, p2=10))
    page, choices = compared(phone, table, address(table), answers(p1=34, p2=10), later="2")
    assert "Scorer already saved hand 1" in page and "differs" in page
    assert "43" in page and "34" in page
    assert choices == ["keep", "after", "instead"]
    assert "Keep both: add mine as hand 2" in page and "Replace hand 1 with mine" in page
    assert "2 later entries on this device are sent after you choose." in page
    assert len(in_force(table)) == 1 and not Delivered.objects.exists()


def test_it_says_which_hand_two_saved_and_what_each_choice_does_to_those_after(table, phone):
    other = make.client_with(Role.SCORER, table.game.session.club)
    for number in (1, 2, 3):
        other.post(address(table), answers(number, p1=43, p2=10))
    page, _choices = compared(phone, table, address(table), answers(p1=34, p2=10))
    assert "Hand 1 of Pool Rummy" in page and "by Scorer at" in page
    assert "entered on this device at" in page
    assert "Your version is discarded. All saved hands stay as they are." in page
    assert "Hand 1 changes to your version. The 2 hands after it are recalculated." in page
    assert "Both versions count. Yours becomes hand 4, after all saved hands." in page


def test_the_same_hand_is_one(table, phone):
    make.client_with(Role.SCORER, table.game.session.club).post(
        address(table), answers(p1=43, p2=10)
    )
    page, choices = compared(phone, table, address(table), answers(p1=43, p2=10))
    assert "Hand 1 was already saved, and is the same" in page and "differs" not in page
    assert choices == ["keep", "after"] and "Keep the saved version" in page


def test_what_the_same_page_had_saved_with_other_answers(table, phone):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields)
    page, choices = compared(phone, table, address(table), fields | {"p1-points": 34})
    assert "Hand 1 was already saved, but with other answers" in page
    assert choices == ["keep", "after", "instead"]


def test_what_was_refused_is_shown_with_what_was_said(table, phone):
    services.close_session(session=table.game.session)
    page, choices = compared(
        phone, table, address(table), answers(p1=43, p2=10), says="It is closed."
    )
    assert "It is closed." in page and "43" in page
    assert choices == ["again", "keep"]


def test_a_hand_before_mine_was_deleted(table, phone):
    hand_fields = answers(2, p1=43, p2=10)
    fields = {"path": address(table), "body": urlencode(hand_fields)}
    answer = phone.post(place(table, "deliver"), fields).json()
    assert (answer["fate"], answer["message"]) == ("conflict", "Hand 2 is no longer the next hand")
    page, choices = compared(phone, table, address(table), hand_fields)
    assert "Add mine as hand 1" in page and choices == ["after", "keep"]
    answer = phone.post(place(table, "deliver"), fields | {"choice": "after"}).json()
    assert (answer["fate"], answer["number"]) == ("done", 1)


def test_what_is_no_hand_can_be_tried_again_or_dropped(table, phone):
    paid = reverse("settlement:paid", args=[table.game.session.code])
    page, choices = compared(phone, table, paid, {"token": "x"}, says="It has changed.")
    assert "Payment" in page and "It has changed." in page
    assert choices == ["again", "keep"]
    page, choices = compared(phone, table, "/nowhere/", {})
    assert "Entry" in page and choices == ["again", "keep"]


def test_without_the_devices_own_answers_the_site_leads_back(table, phone):
    session = reverse("scoreboard:session", args=[table.game.session.code])
    assert phone.post(place(table, "choice")).headers["Location"] == session
    assert phone.post(place(table, "send")).headers["Location"] == session
    assert phone.get(place(table, "compare")).headers["Location"] == place(table, "here")
