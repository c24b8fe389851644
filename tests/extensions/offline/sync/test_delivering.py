"""What was written on a device without a network is done here once and in its order, or refused."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Membership, Player, Role, Session
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.models import Expense
from scorekeeper.table.live.models import Behind
from tests.helpers import factories as make
from tests.helpers.offline.delivering import OF_PHONE, deliver, fate, hand, overtaken, place, points
from tests.helpers.table.entry.views import address, answers, in_force
from tests.helpers.table.starting.views import form

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def holder(table: Table) -> Membership:
    return make.member(Role.SCORER, table.game.session.club)


@pytest.fixture
def phone(holder: Membership) -> Client:
    return make.client_as(holder)


# Once, in order --------------------------------------------------------------------------------


def test_a_hand_is_written_by_its_own_view_and_once(table, phone):
    fields = answers(p1=43, p2=10)
    first = hand(phone, table, fields)
    assert (first["fate"], first["number"], first["message"]) == ("done", 1, "")
    version = Session.objects.get(pk=table.game.session_id).version
    assert first["version"] == version
    for _time in range(9):
        again = hand(phone, table, fields)
        assert (again["fate"], again["number"], again["version"]) == ("done", 1, version)
    assert points(table) == [43]


def test_hands_come_in_their_order_and_old_ones_again_change_nothing(table, phone):
    entries = [answers(number, p1=number, p2=10) for number in (1, 2, 3)]
    assert [hand(phone, table, form_fields)["number"] for form_fields in entries] == [1, 2, 3]
    before = Session.objects.get(pk=table.game.session_id).version
    for fields in (entries[2], entries[0], entries[1], entries[0]):
        assert fate(hand(phone, table, fields)) == "done"
    assert points(table) == [1, 2, 3]
    assert Session.objects.get(pk=table.game.session_id).version == before


def test_a_hand_that_was_saved_online_before_its_answer_was_lost_is_settled(table, phone):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields)
    assert hand(phone, table, fields)["number"] == 1 and fate(hand(phone, table, fields)) == "done"
    assert points(table) == [43]


def test_a_request_that_died_after_the_write_is_settled_when_it_comes_again(table, phone):
    fields = answers(p1=43, p2=10)
    hand(phone, table, fields)
    Delivered.objects.all().delete()
    assert hand(phone, table, fields)["number"] == 1
    assert points(table) == [43]


def test_what_an_address_asks_besides_is_asked_of_the_view(table, phone):
    """A form on a page whose address says more is sent there."""
    fields = answers(p1=43, p2=10)
    answer = deliver(phone, table, f"{address(table)}?saved=0&odd=", fields)
    assert (fate(answer), answer["number"]) == ("done", 1)
    new = reverse("starting:game_new", args=[table.game.session.code])
    host = make.host_client(table.game.session.club)
    begins = {**form(host, table), "do": "start", "token": make.token()}
    assert fate(deliver(host, table, f"{new}?choose", begins)) == "refused", "that page begins none"
    assert fate(deliver(host, table, new, begins)) == "done"


def test_what_has_no_token_is_done_once_too_whatever_came_after(table):
    host = make.host_client(table.game.session.club)
    code = table.game.session.code
    closes = reverse("starting:session_close", args=[code])
    opens = reverse("starting:session_reopen", args=[code])
    assert fate(deliver(host, table, closes, {"csrfmiddlewaretoken": "a"})) == "done"
    assert fate(deliver(host, table, opens, {"csrfmiddlewaretoken": "b"})) == "done"
    assert fate(deliver(host, table, closes, {"csrfmiddlewaretoken": "a"})) == "done"
    assert Session.objects.get(pk=table.game.session_id).closed_at is None
    assert fate(deliver(host, table, closes, {"csrfmiddlewaretoken": "c"})) == "done"
    assert Session.objects.get(pk=table.game.session_id).closed_at is not None


def test_a_correction_of_a_hand_and_one_deleted(table, phone):
    hand(phone, table, answers(p1=43, p2=10))
    (saved_hand,) = in_force(table)
    amend = reverse("entry:hand_edit", args=[table.game.session.code, 1, saved_hand.token])
    fields = answers(p1=50, p2=10)
    for _time in range(3):
        assert deliver(phone, table, amend, fields)["number"] == 1
    assert points(table) == [50]
    (now,) = in_force(table)
    void = reverse("entry:hand_delete", args=[table.game.session.code, 1, now.token])
    assert fate(deliver(phone, table, void, {"again": "1"})) == "done"
    assert fate(deliver(phone, table, void, {"again": "1"})) == "done"
    assert points(table) == []


def test_money_beside_the_games_once(table):
    host = make.host_client(table.game.session.club)
    fields: dict[str, Any] = {"token": make.token(), "label": "Tea", "paid_by": table.players[0].pk}
    fields |= {"amount": "30", "how": "equal", "in": [player.pk for player in table.players]}
    path = reverse("settlement:expense_new", args=[table.game.session.code])
    first = deliver(host, table, path, fields)
    assert first["fate"] == "refused" and not Expense.objects.exists(), "shown first"
    shown = host.post(path, fields).context["shares_key"]
    fields["shown"] = shown
    for _time in range(3):
        assert fate(deliver(host, table, path, fields)) == "done"
    assert Expense.objects.count() == 1


# Not as things stand now -----------------------------------------------------------------------


def test_who_was_overtaken_is_asked_and_nothing_is_lost(table, phone):
    fields = overtaken(phone, table)
    answer = hand(phone, table, fields)
    assert (answer["fate"], answer["status"], answer["number"]) == ("conflict", 409, None)
    assert answer["message"] == "Scorer already saved hand 1"
    assert points(table) == [43]


@pytest.mark.parametrize("choice", ["after", "instead", "keep"])
def test_each_choice_is_made_once(choice, table, phone, holder):
    fields = overtaken(phone, table)
    come_out = {"after": [43, 34], "instead": [34], "keep": [43]}[choice]
    for _time in range(10):
        answer = hand(phone, table, fields, choice=choice)
        assert fate(answer) == "done"
        assert answer["number"] == {"after": 2, "instead": 1, "keep": None}[choice]
        assert points(table) == come_out
    assert fate(hand(phone, table, fields)) == "done", "and as it was sent at first"
    Delivered.objects.all().delete()
    if choice != "keep":
        assert fate(hand(phone, table, fields, choice=choice)) == "done"
    assert points(table) == come_out
    dropped = Happening.objects.filter(kind="hand_dropped")
    assert [drop.by for drop in dropped] == ([holder] if choice == "keep" else [])


def test_a_hand_keeps_its_token_whatever_became_of_it(table, phone):
    for number, choice in ((1, "instead"), (2, "after")):
        other = make.client_with(Role.SCORER, table.game.session.club)
        other.post(address(table), answers(number, p1=43, p2=10))
        fields = answers(number, p1=34, p2=10)
        hand(phone, table, fields, choice=choice)
        assert Hand.objects.get(token=fields["token"]).voided_at is None


def test_what_was_saved_under_this_token_with_other_answers_asks_too(table, phone):
    fields = answers(p1=43, p2=10)
    phone.post(address(table), fields)
    mine = fields | {"p1-points": 34}
    assert fate(hand(phone, table, mine)) == "conflict"
    for _time in range(3):
        assert fate(hand(phone, table, mine, choice="instead")) == "done"
    assert points(table) == [34]


def test_a_correction_that_was_overtaken(table, phone):
    hand(phone, table, answers(p1=43, p2=10))
    (saved_hand,) = in_force(table)
    amend = reverse("entry:hand_edit", args=[table.game.session.code, 1, saved_hand.token])
    other = make.client_with(Role.SCORER, table.game.session.club)
    other.post(amend, answers(p1=50, p2=10))
    fields = answers(p1=60, p2=10)
    answer = deliver(phone, table, amend, fields)
    assert fate(answer) == "conflict" and points(table) == [50]
    assert fate(deliver(phone, table, amend, fields, choice="after")) == "refused"
    for _time in range(3):
        assert fate(deliver(phone, table, amend, fields, choice="instead")) == "done"
    assert points(table) == [60]


def closed(table: Table) -> None:
    services.close_session(session=table.game.session)


def ended(table: Table) -> None:
    services.close_game(game=table.game)


def left(table: Table) -> None:
    view = seating.TableVersion(1, 0)
    seating.leave_game(game=table.game, person=2, version=view, token=make.token())


def removed(table: Table) -> None:
    remove_game(game=table.game)


@pytest.mark.parametrize(
    ("what", "became", "says"),
    [
        (closed, "refused", "Hand 1 was not saved because the game has ended."),
        (ended, "refused", "Hand 1 was not saved because the game has ended."),
        (removed, "gone", "This game has been deleted."),
    ],
)
def test_what_ended_meanwhile_is_told_in_a_sentence(
    what: Callable[[Table], None], became: str, says: str, table: Table, phone: Client
) -> None:
    what(table)
    fields = answers(p1=43, p2=10)
    answer = hand(phone, table, fields)
    assert (answer["fate"], answer["message"]) == (became, says)
    assert not in_force(table)
    assert fate(hand(phone, table, fields, choice="after")) == became
    assert fate(hand(phone, table, fields, choice="keep")) == "done"
    assert Happening.objects.filter(kind="hand_dropped").count() == 1


def test_a_player_who_left_meanwhile(phone):
    table = make.session("paplu", make.NAMES[:4], {"rounds": None})
    phone = make.client_with(Role.SCORER, table.game.session.club)
    left(table)
    answer = hand(phone, table, answers(p1=43, p2=10, p3=11))
    assert answer["fate"] == "refused"
    assert answer["message"].startswith("The players have changed.")


def test_what_was_not_filled_in_says_what_is_missing(table, phone):
    answer = hand(phone, table, {"token": make.token(), "number": 1})
    assert answer["fate"] == "refused" and "<" not in answer["message"] and answer["message"]


def test_a_role_that_may_not_and_a_hand_that_is_none(table, phone):
    close = reverse("starting:session_close", args=[table.game.session.code])
    answer = deliver(phone, table, close, {})
    assert (answer["fate"], answer["status"]) == ("refused", 403) and answer["message"]
    nowhere = reverse("entry:hand_edit", args=[table.game.session.code, 1, "nobody"])
    answer = deliver(phone, table, nowhere, answers(p1=1, p2=2))
    assert (answer["fate"], answer["status"]) == ("gone", 404) and answer["message"]
    assert fate(deliver(phone, table, close, {}, choice="keep")) == "done"
    assert Happening.objects.get(kind="writing_dropped").values == {"what": "Ended session"}


# What is delivered at all ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("sync:deliver", "sync:here", "sync:compare", "entry:slip"),
        *(
            "entry:hand_news",
            "entry:hand_continue",
            "live:writing",
            "scoreboard:money",
            "clubs:settings",
        ),
        *(
            "clubs:session_invite",
            "clubs:session_screen",
            "mail:send",
            "payment_details:of_session",
        ),
        *("proof:link", "statements:list", "statements:all", "home:language", "home:start"),
    ],
)
def test_nothing_but_writes_of_a_session_is_delivered(name, table, phone):
    code = table.game.session.club.code if name == "clubs:settings" else table.game.session.code
    game = name.startswith("entry:") or name == "live:writing"
    args = [] if name.startswith("home:") else [code, 1] if game else [code]
    answer = deliver(phone, table, reverse(name, args=args), {})
    assert (answer["fate"], answer["status"]) == ("unfit", 400)


@pytest.mark.parametrize(
    "path", ["", "/", "//x/y", "https://x.org/sessions/", "/sessions/\0/", "x" * 5000]
)
def test_what_leads_nowhere_is_refused(path, table, phone):
    if "\0" in path:
        assert phone.post(place(table), {"path": path}).status_code == 400
    else:
        assert fate(deliver(phone, table, path, {})) == "unfit"


def test_another_session_is_not_reached_through_this_one(table, phone):
    there = make.session("pool_rummy", make.NAMES[:3], club=table.game.session.club)
    assert fate(deliver(phone, table, address(there), answers(p1=1, p2=2))) == "unfit"
    assert not in_force(there)


@pytest.mark.parametrize("body", ["a=%00", "number=%01", "token=%7f&number=1"])
def test_what_no_device_sends_is_refused_within_a_form_too(body, table, phone):
    answer = phone.post(place(table), {"path": address(table), "body": body})
    assert answer.status_code == 200 and answer.json()["fate"] == "refused"


def test_an_odd_choice_is_no_delivery(table, phone):
    answer = phone.post(place(table), {"path": address(table), "body": "", "choice": "both"})
    assert answer.status_code == 400


def test_a_device_that_was_taken_out_finds_nothing(table):
    joined = make.member(Role.SCORER, table.game.session.club)
    phone = make.client_as(joined)
    Membership.objects.filter(pk=joined.pk).update(revoked_at=table.game.session.created_at)
    assert phone.post(place(table), {"path": address(table), "body": ""}).status_code == 404


# Players made on the device -----------------------------------------------------------------------


def test_players_made_on_the_device_are_known_by_their_names(table):
    host = make.host_client(table.game.session.club)
    zoya = Player.objects.create(club=table.game.session.club, name="Zoya")
    path = reverse("settlement:expense_new", args=[table.game.session.code])
    fields: dict[str, Any] = {"token": make.token(), "label": "Tea", "how": "equal", "amount": "30"}
    fields |= {"paid_by": OF_PHONE, "in": [table.players[0].pk, OF_PHONE]}
    ours = fields | {"paid_by": zoya.pk, "in": [table.players[0].pk, zoya.pk]}
    shown = host.post(path, ours).context["shares_key"]
    fields["shown"] = shown.replace(str(zoya.pk), str(OF_PHONE))
    names = json.dumps({str(OF_PHONE): "Zoya"})
    assert fate(deliver(host, table, path, fields, names=names)) == "done"
    assert Expense.objects.get().paid_by == zoya


def test_a_name_that_nobody_has_is_said(table, phone):
    path = reverse("settlement:me", args=[table.game.session.code])
    names = json.dumps({str(OF_PHONE): "Nobody"})
    answer = deliver(phone, table, path, {"player": OF_PHONE}, names=names)
    assert answer["fate"] == "refused" and answer["message"].startswith(
        "Nobody, added on this device"
    )
    assert not Player.objects.filter(name="Nobody").exists()


def test_what_can_never_be_delivered_can_be_dropped_all_the_same(table, phone):
    path = reverse("settlement:me", args=[table.game.session.code])
    names = json.dumps({str(OF_PHONE): "Nobody"})
    fields = {"player": OF_PHONE}
    for _time in range(3):
        assert fate(deliver(phone, table, path, fields, names=names, choice="keep")) == "done"
        assert fate(deliver(phone, table, "/nowhere/", {}, choice="keep")) == "done"
    assert Happening.objects.filter(kind="writing_dropped").count() == 2


def test_looking_at_a_new_game_adds_nobody(table):
    host = make.host_client(table.game.session.club)
    path = reverse("starting:game_new", args=[table.game.session.code])
    names = json.dumps({str(OF_PHONE): "Zoya"})
    fields = {"path": path, "body": urlencode({"seat": OF_PHONE}), "names": names}
    assert host.post(place(table, "compare"), fields).status_code == 200
    assert not Player.objects.filter(name="Zoya").exists()


def test_a_new_game_brings_its_new_players_along(table):
    host = make.host_client(table.game.session.club)
    path = reverse("starting:game_new", args=[table.game.session.code])
    fields: dict[str, Any] = dict(form(host, table)) | {"do": "start"}
    fields["seat"] = [table.players[0].pk, OF_PHONE, table.players[1].pk]
    names = json.dumps({str(OF_PHONE): "Zoya"})
    for _time in range(3):
        answer = deliver(host, table, path, fields, names=names)
        assert fate(answer) == "done", answer
    game = Game.objects.get(session=table.game.session, number=2)
    seated = [seat.player.name for seat in game.seats.order_by("number")]
    assert seated == [table.names[0], "Zoya", table.names[1]]


@pytest.mark.parametrize(
    "names", ["[", "[]", '{"1": "Asha"}', '{"x": "y"}', '{"1099511627779": 3}']
)
def test_names_that_are_none_are_refused(names, table, phone):
    assert fate(hand(phone, table, answers(p1=1, p2=2), names=names)) == "refused"
    assert not in_force(table)


def test_voided_by_another_meanwhile_is_not_brought_back(table, phone):
    fields = answers(p1=43, p2=10)
    hand(phone, table, fields)
    corrections.void_hand(hand=in_force(table)[0])
    assert fate(hand(phone, table, fields)) == "done"
    assert points(table) == []


def test_a_session_is_given_up_at_the_sites_own_word_alone(table, phone):
    place = reverse("sync:snapshot", args=[table.game.session.code])
    assert "X-Along" not in phone.get(place)
    stranger = Client().get(place)
    assert (stranger.status_code, stranger["X-Along"]) == (404, "gone")


def test_who_may_write_no_hand_drops_his_own_and_tells_nobody(table):
    viewer = make.client_with(Role.VIEWER, table.game.session.club)
    version, happenings = Session.objects.get().version, Happening.objects.count()
    sent = {
        "path": f"/sessions/{table.game.session.code}/games/1/hand/",
        "body": "number=1&token=t",
    }
    told_of = {**sent, "token": "t", "choice": "keep", "waiting": "9"}
    answer = viewer.post(reverse("sync:deliver", args=[table.game.session.code]), told_of)
    assert answer.json()["fate"] == "done"
    assert (Session.objects.get().version, Happening.objects.count()) == (version, happenings)
    assert not Behind.objects.exists()
