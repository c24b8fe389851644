"""One token, two bodies: nothing is ever called saved that was not, and both are shown."""

import re
from random import Random

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import Payment
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Game, Hand, SeatChange
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.terms import game_text
from scorekeeper.settlement.balances import session_balances
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.table.entry.views import HTMX, address, answers, in_force, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def phone(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


def forms_of(page: str) -> list[tuple[str, dict[str, str]]]:
    """Where each form of a page leads, and its hidden fields."""
    form = r'<form\s+method="post"\s+action="([^"]+)"[^>]*>(.*?)</form>'
    forms = re.findall(form, page, re.DOTALL)
    hidden = r'<input type="hidden" name="([^"]+)" value="([^"]*)">'
    return [(place, dict(re.findall(hidden, inside))) for place, inside in forms]


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_hand_sent_again_with_other_answers_is_not_called_saved(table, phone, headers):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields, headers=headers)
    answer = phone.post(address(table), fields | {"p1-points": 34}, headers=headers)
    assert "Hand 1 was already saved, but with other answers" in text(answer)
    assert "Hand 1 saved." not in text(answer)
    assert answer.status_code == (200 if headers else 409)
    cells = re.findall(r"<td>\s*<bdi>(\d+)</bdi>", text(answer))
    assert "43" in cells and "34" in cells, "both are shown"
    assert [hand.entry["lines"]["1"]["points"] for hand in in_force(table)] == [43]
    assert "hand-saved" not in answer.headers.get("HX-Trigger", "")


def test_what_stands_is_corrected_to_what_was_typed_now(table, phone):
    form_fields = answers(p1=43, p2=10)
    phone.post(address(table), form_fields)
    page = text(phone.post(address(table), form_fields | {"p1-points": 34}))
    place, fields = next((p, f) for p, f in forms_of(page) if p.endswith("/edit/"))
    assert fields["token"] != form_fields["token"]
    phone.post(place, fields)
    (hand,) = in_force(table)
    assert hand.entry["lines"]["1"]["points"] == 34 and hand.replaces is not None


def test_it_says_which_hand_and_what_each_choice_does_to_those_after(table, phone):
    fields = answers(p1=43, p2=10)
    for number in (1, 2):
        make.client_with(Role.SCORER, table.game.session.club).post(
            address(table), answers(number, p1=9, p2=8)
        )
    page = " ".join(re.sub("<[^>]+>", " ", text(phone.post(address(table), fields))).split())
    assert "Hand 1 of Pool Rummy" in page and "by Scorer at" in page
    assert "entered on this device, not saved yet" in page
    assert "Your version is discarded. All saved hands stay as they are." in page
    assert "Hand 1 changes to your version. The hand after it is recalculated." in page
    assert "Both versions count. Yours becomes hand 3, after all saved hands." in page


def test_or_it_is_saved_as_the_next_hand(table, phone):
    form_fields = answers(p1=43, p2=10)
    phone.post(address(table), form_fields)
    page = text(phone.post(address(table), form_fields | {"p1-points": 34}))
    place, fields = next((p, f) for p, f in forms_of(page) if p.endswith("/hand/"))
    phone.post(place, fields)
    assert [h.entry["lines"]["1"]["points"] for h in in_force(table)] == [43, 34]


def test_after_the_session_was_closed_both_are_still_shown(table, phone):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields)
    services.close_session(session=table.game.session)
    assert "Hand 1 saved." in text(phone.post(address(table), fields, headers=HTMX))
    page = text(phone.post(address(table), fields | {"p1-points": 34}, headers=HTMX))
    assert "already saved, but with other answers" in page and not forms_of(page)


def test_a_hand_deleted_since_is_told_so(table, phone):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields)
    corrections.void_hand(hand=in_force(table)[0])
    page = text(phone.post(address(table), fields | {"p1-points": 34}, headers=HTMX))
    assert "since been edited or deleted" in page
    assert [place[-6:] for place, _fields in forms_of(page)] == ["/hand/"]


def test_a_correction_sent_again_with_other_answers_is_not_called_saved(table, phone):
    phone.post(address(table), answers(p1=43, p2=10))
    (hand,) = in_force(table)
    fields = answers(p1=50, p2=10) | {"amends": hand.token}
    place = address(table, f"hands/{hand.token}/edit/")
    for _time in range(2):
        assert phone.post(place, fields).status_code == 302
    answer = phone.post(place, fields | {"p1-points": 60})
    assert answer.status_code == 409
    assert "already saved, but with other answers" in text(answer)
    other = phone.post(place, fields | {"reason": "he had the joker"})
    assert other.status_code == 409
    assert [h.entry["lines"]["1"]["points"] for h in in_force(table)] == [50]


def test_a_correction_that_was_saved_is_still_called_saved_when_the_session_is_closed(table, phone):
    phone.post(address(table), answers(p1=43, p2=10))
    (hand,) = in_force(table)
    fields, place = answers(p1=50, p2=10), address(table, f"hands/{hand.token}/edit/")
    phone.post(place, fields)
    services.close_session(session=table.game.session)
    assert phone.post(place, fields).status_code == 302
    assert phone.post(place, fields | {"token": make.token()}).status_code == 409


def test_a_hand_left_out_sent_again_with_other_answers_is_not_called_saved(table, phone):
    """It puts one out of the pool, so that the answers could not be read on the game after it."""
    phone.post(address(table), answers(p1=43, p2=80))
    (hand,) = in_force(table)
    fields, place = answers(p1=10, p2=80), address(table, f"hands/{hand.token}/insert/")
    fields["p2-points"] = 20
    for _time in range(2):
        assert phone.post(place, fields).status_code == 302
    assert len(in_force(table)) == 2
    answer = phone.post(place, fields | {"p1-points": 11})
    assert answer.status_code == 409
    assert [h.entry["lines"]["1"]["points"] for h in in_force(table)] == [10, 43]


def test_the_services_say_so_too(table):
    table = make.play(table, make.pool_hand("Asha", Dev=43, Meera=10))
    hand = Hand.objects.get()
    other = load_entry(
        table.rules, table.fold, make.pool_hand("Asha", Dev=44, Meera=10), table.names
    )
    with pytest.raises(OtherwiseError) as error:
        services.record_hand(table=table, entry=other, number=1, token=hand.token)
    assert error.value.first == hand
    insert_hand(before=hand, entry=other, token="left out")
    with pytest.raises(OtherwiseError):
        insert_hand(before=hand, entry=table.entry(hand), token="left out")


@pytest.mark.one_database
@pytest.mark.parametrize("key", VARIANTS)
def test_the_same_hand_sent_again_is_the_same_hand_in_every_game(key):
    """As the page sends it, whatever has been played since; never "with other answers"."""
    rules = VARIANTS[key]
    called = game_text(rules.terms, "Hand")
    for seed in range(3 if LOOKS_FOR_NEW else 1):
        drawn = draw_game(rules, Random(seed), hands=3)
        names = [f"P{person}" for person in range(drawn.seats * drawn.side)]
        options = dump(drawn.options, full=True)
        table = make.session(key, names, options, side=drawn.side)
        browser = make.host_client(table.game.session.club)
        sent = []
        for number, entry in enumerate(drawn.entries, 1):
            form = HandForm(table.rules, table.fold, table.names, entry=entry)
            body = posted_values(form) | {"number": number, "token": make.token()}
            sent.append(body)
            saved = browser.post(address(table), body, headers=HTMX)
            assert f"{called} {number} saved." in text(saved), text(saved)[:2000]
            table = game_table(Game.objects.select_related("session__club").get(pk=table.game.pk))
        for number, body in enumerate(sent, 1):
            again = browser.post(address(table), body, headers=HTMX)
            assert f"{called} {number} saved." in text(again), (seed, text(again)[:3000])
        assert Hand.objects.filter(game=table.game).count() == len(sent)


# What is no hand ----------------------------------------------------------------------------------


def test_a_token_that_sent_one_home_sends_no_other_home():
    table = make.session("paplu", make.NAMES[:5])
    seen = seating.TableVersion(1, 0)
    first = seating.leave_game(game=table.game, person=1, version=seen, token="tap")
    assert seating.leave_game(game=table.game, person=1, version=seen, token="tap") == first
    with pytest.raises(OtherwiseError):
        seating.leave_game(game=table.game, person=2, version=seen, token="tap")
    with pytest.raises(OtherwiseError):
        seating.come_back(game=table.game, person=1, version=seen, token="tap")
    with pytest.raises(OtherwiseError):
        seating.join_game(
            game=table.game, player="Zoya", options=table.game.options, version=seen, token="tap"
        )
    browser = make.host_client(table.game.session.club)
    body = {"do": "leave:2", "number": 1, "changes": 0, "token": "tap"}
    answer = browser.post(address(table, "seats/"), body)
    assert answer.status_code == 409 and "This was already sent" in text(answer)
    assert SeatChange.objects.count() == 1


def test_a_token_that_paid_one_sum_pays_no_other():
    table = make.session("paplu", make.NAMES[:3])
    phone = make.host_client(table.game.session.club)
    game = make.play(table, make.pool_hand("Asha", Dev=20, Meera=30)).game
    (first, second) = session_balances(game.session).plan.transfers
    place = f"/sessions/{game.session.code}/settle/paid/"
    body = {"payer": first.payer.pk, "payee": first.payee.pk, "owed": first.amount, "token": "tap"}
    body["word"] = "received"
    for _time in range(2):
        assert phone.post(place, body).status_code == 302
    for other in (
        body | {"part": "1"},
        body | {"word": "sent"},
        body | {"payer": second.payer.pk, "owed": second.amount},
    ):
        answer = phone.post(place, other)
        assert answer.status_code == 409
        assert f"This was already saved: {first.payer} had paid" in text(answer)
    assert Payment.objects.filter(kind="cash").count() == 1


def test_a_token_that_started_a_game_starts_no_other(table):
    start = {"session": table.game.session, "options": {}, "players": table.players, "token": "tap"}
    first = services.start_game(variant="rummi", **start)
    assert services.start_game(variant="rummi", **start) == first
    for other in (
        {"variant": "paplu"},
        {"variant": "rummi", "options": {"stake": 500}},
        {"variant": "rummi", "players": table.players[::-1]},
    ):
        with pytest.raises(OtherwiseError):
            services.start_game(**(start | other))
    seating.join_game(
        game=first,
        player="Zoya",
        options=first.options | {"tiers": [1, 2, 3]},
        version=seating.TableVersion(1, 0),
        token="join",
    )
    assert services.start_game(variant="rummi", **start) == first, "who joined later is no change"
