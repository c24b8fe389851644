"""An edit that changes what later hands ask leads through their pages, and is saved as one."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.play import services
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.table.entry.views import Forms, address, answers, in_force, text

pytestmark = pytest.mark.django_db

NAMES = ("Fay", "Pia", "Vik")
INPUT = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')


def pool(*more: Any) -> Table:
    table = make.session(names=NAMES, options={"pool": 101})
    hands = (
        pool_hand("Vik", Pia="wrong_show", Fay=26),
        pool_hand("Vik", Pia=30, Fay=5),
        pool_hand("Fay", Vik=40),
    )
    return make.play(table, *hands, *more)


def client(table: Table, role: Role = Role.SCORER) -> Client:
    return make.client_with(role, table.game.session.club)


def edit_of(table: Table, number: int) -> str:
    return address(table, f"hands/{in_force(table)[number - 1].token}/edit/")


def hidden(answer: Any) -> dict[str, str]:
    """The hidden inputs of the page, without those of the browser."""
    return {
        name: unescape(value)
        for name, value in INPUT.findall(text(answer))
        if name != "csrfmiddlewaretoken"
    }


def fresh(table: Table) -> Table:
    table.game.refresh_from_db()
    return game_table(table.game)


def totals(table: Table) -> list[float]:
    return list(fresh(table).state.totals)


def test_a_wrong_count_that_put_somebody_out_is_corrected_through_the_later_hand():
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    assert "Pia would still be in: what did Pia have in hand 3?" in text(step)
    assert totals(table) == [31, 110, 40], "nothing is saved"
    typed = answers(3, winner=0, p2=40, p1=12)
    preview = scorer.post(place, hidden(step) | typed | {"token": hidden(step)["token"]})
    page = text(preview)
    assert "Later hands change too" in page
    assert "Hand 2" in page and "Hand 3" in page
    assert totals(table) == [31, 110, 40], "nothing is saved"
    saved = scorer.post(place, hidden(preview))
    assert saved.status_code == 302, text(saved)
    assert totals(table) == [31, 95, 40]
    again = scorer.post(place, hidden(preview))
    assert again.status_code == 302, "the same again changes nothing"
    assert list(differences(fresh(table).game)) == []


def test_the_card_names_the_later_hands_that_an_edit_its_undo_and_a_deletion_changed():
    table = pool(pool_hand("Vik", Fay=1))
    scorer, place = client(table), edit_of(table, 2)
    page = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    for number, others in ((3, {"winner": 0, "p2": 40, "p1": 12}), (4, {"winner": 2, "p0": 1})):
        typed = answers(number, **others, **({"p1": 2} if number == 4 else {}))
        page = scorer.post(place, hidden(page) | typed | {"token": hidden(page)["token"]})
    saved = scorer.post(place, hidden(page))
    card = text(scorer.get(saved["Location"]))
    assert "Hand 2 edited. Changed with it: 3, 4." in card
    (undo,) = re.findall(r'action="([^"]*/restore/)"', card)
    asked = scorer.post(undo, {"token": make.token()})
    back = scorer.post(undo, hidden(asked))
    assert "Hand 2 restored. Changed with it: 3, 4." in text(scorer.get(back["Location"]))
    plain = scorer.post(edit_of(table, 1), answers(1, winner=2, p1="wrong_show", p0=20))
    assert "Changed with it" not in text(scorer.get(plain["Location"]))


def test_what_is_missing_in_a_step_is_named_with_the_player():
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    typed = answers(3, winner=0, p2=40) | {"token": hidden(step)["token"]}
    page = text(scorer.post(place, hidden(step) | typed))
    assert "<bdi>Pia</bdi>" in page and "this player" not in page.lower()
    assert 'name="led-edit"' in page


def test_back_shows_what_was_typed_for_the_edit_and_keeps_the_rest():
    table = pool(pool_hand("Vik", Fay=1))
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    third = answers(3, winner=0, p2=40, p1=12) | {"token": hidden(step)["token"]}
    step = scorer.post(place, hidden(step) | third)
    assert "hand 4" in text(step)
    back = scorer.post(place, hidden(step) | {"edit": "1"})
    assert "Edit hand 2" in text(back)
    step = scorer.post(place, hidden(back) | answers(2, winner=2, p1=4, p0=5))
    assert "<h1>Hand 4</h1>" in re.sub(r"\s*(<h1>|</h1>)\s*", r"\1", text(step)), "3 was answered"


def test_a_hand_saved_meanwhile_is_shown_before_anything_is_saved():
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    typed = answers(3, winner=0, p2=40, p1=12) | {"token": hidden(step)["token"]}
    preview = scorer.post(place, hidden(step) | typed)
    table = make.play(fresh(table), pool_hand("Vik", Fay=10))
    page = scorer.post(place, hidden(preview))
    assert (
        page.status_code != 302
        and "Pia would still be in: what did Pia have in hand 4?" in text(page)
    )
    assert totals(table) == [41, 110, 40]


def test_the_preview_of_a_step_counts_on_the_game_after_the_edit():
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    typed = hidden(step) | answers(3, winner=0, p2=40, p1=12)
    slip = text(scorer.post(address(table, "hand/slip/"), typed))
    assert "95" in slip


def test_a_deleted_hand_leads_through_its_later_hands():
    table = pool()
    scorer = client(table)
    first = in_force(table)[0]
    place = address(table, f"hands/{first.token}/delete/")
    step = scorer.post(place, {"token": "d", "reason": "twice"})
    assert "Pia would still be in" in text(step)
    preview = scorer.post(place, hidden(step) | answers(3, winner=0, p2=40, p1=12))
    saved = scorer.post(place, hidden(preview))
    assert saved.status_code == 302
    assert totals(table) == [5, 42, 40]
    first.refresh_from_db()
    assert first.void_reason == "twice"
    restore = address(table, f"hands/{first.token}/restore/")
    preview = scorer.post(restore, {"token": "r"})
    assert scorer.post(restore, hidden(preview)).status_code == 302
    assert totals(table) == [31, 110, 40]


def test_an_ended_session_shows_hands_and_money_in_one_preview():
    table = pool()
    services.close_session(session=table.game.session)
    host, place = client(table, Role.HOST), edit_of(table, 2)
    step = host.post(place, answers(2, winner=2, p1=3, p0=5))
    typed = answers(3, winner=0, p2=40, p1=12) | {"token": hidden(step)["token"]}
    preview = host.post(place, hidden(step) | typed)
    assert "Hand 3" in text(preview) and "This session stays ended" in text(preview)
    assert host.post(place, hidden(preview)).status_code == 302
    assert totals(table) == [31, 95, 40]


def test_a_hand_that_was_not_played_is_deleted():
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    preview = scorer.post(place, hidden(step) | {"led-not-played": "1"})
    assert "Hand 3: deleted" in text(preview)
    assert scorer.post(place, hidden(preview)).status_code == 302
    assert totals(table) == [31, 83, 0]
    assert Hand.objects.filter(number=3, voided_at=None).count() == 0


@pytest.mark.parametrize(
    "bent", [{"led-hand": "x"}, {"led-at": "x"}, {"led-kind": "x"}, {"led-edit": "&&=%"}]
)
def test_a_bent_step_is_refused(bent: dict[str, str]):
    table = pool()
    scorer, place = client(table), edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    sent = hidden(step) | answers(3, winner=0, p2=40, p1=12) | bent
    assert scorer.post(address(table, "hand/slip/"), sent).status_code < 500
    assert scorer.post(place, sent).status_code < 500


def led_to_the_preview(table: Table, scorer: Client) -> tuple[str, Any]:
    """The address of hand 2's edit, and the page that shows what changes, also in hand 3."""
    place = edit_of(table, 2)
    step = scorer.post(place, answers(2, winner=2, p1=3, p0=5))
    third = answers(3, winner=0, p2=40, p1=12) | {"token": hidden(step)["token"]}
    return place, scorer.post(place, hidden(step) | third)


def replace_with_mine(page: Any) -> tuple[str, dict[str, Any]]:
    return next(form for form in Forms(text(page)).forms if form[0].endswith("edit/"))


def test_who_edited_the_hand_meanwhile_costs_no_answer_for_later_hands():
    table = pool()
    scorer = client(table)
    place, preview = led_to_the_preview(table, scorer)
    client(table).post(place, answers(2, winner=2, p1=31, p0=5) | {"token": "theirs"})
    both = scorer.post(place, hidden(preview))
    assert "has edited hand 2 too" in text(both)
    again = scorer.post(*replace_with_mine(both))
    assert "Later hands change too" in text(again), "hand 3 is not asked again"
    assert scorer.post(replace_with_mine(both)[0], hidden(again)).status_code == 302
    assert totals(table) == [31, 95, 40]


def test_nor_does_who_led_an_edit_through_the_same_later_hands():
    table = pool()
    scorer, other = client(table), client(table)
    place, preview = led_to_the_preview(table, scorer)
    step = other.post(place, answers(2, winner=2, p1=9, p0=5) | {"token": "theirs"})
    theirs = other.post(place, hidden(step) | answers(3, winner=0, p2=40, p1=7))
    assert other.post(place, hidden(theirs)).status_code == 302
    both = scorer.post(place, hidden(preview))
    again = scorer.post(*replace_with_mine(both))
    assert "Later hands change too" in text(again)
    assert scorer.post(replace_with_mine(both)[0], hidden(again)).status_code == 302
    assert totals(table) == [31, 95, 40]
    assert list(differences(fresh(table).game)) == []
