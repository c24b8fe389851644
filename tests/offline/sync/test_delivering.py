"""What was written on a phone without a network is done here once and in its order, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Membership, Player, Role, Session
from scorekeeper.offline.sync.models import Delivered
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.models import Expense
from scorekeeper.table.live.models import Behind
from tests.helpers import factories as make
from tests.offline.sync.delivering import OF_PHONE, deliver, fate, hand, overtaken, place, points
from tests.table.entry.views import address, answers, in_force
from tests.table.starting.views import form

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def holder(at: Table) -> Membership:
    return make.member(Role.SCORER, at.game.session.club)


@pytest.fixture
def phone(holder: Membership) -> Client:
    return make.client_as(holder)


# Once, in order --------------------------------------------------------------------------------


def test_a_hand_is_written_by_its_own_view_and_once(at, phone):
    told = answers(p1=43, p2=10)
    first = hand(phone, at, told)
    assert (first["fate"], first["number"], first["message"]) == ("done", 1, "")
    version = Session.objects.get(pk=at.game.session_id).version
    assert first["version"] == version
    for _time in range(9):
        again = hand(phone, at, told)
        assert (again["fate"], again["number"], again["version"]) == ("done", 1, version)
    assert points(at) == [43]


def test_hands_come_in_their_order_and_old_ones_again_change_nothing(at, phone):
    told = [answers(number, p1=number, p2=10) for number in (1, 2, 3)]
    assert [hand(phone, at, each)["number"] for each in told] == [1, 2, 3]
    before = Session.objects.get(pk=at.game.session_id).version
    for each in (told[2], told[0], told[1], told[0]):
        assert fate(hand(phone, at, each)) == "done"
    assert points(at) == [1, 2, 3]
    assert Session.objects.get(pk=at.game.session_id).version == before


def test_a_hand_that_was_saved_online_before_its_answer_was_lost_is_settled(at, phone):
    told = answers(p1=43, p2=10)
    phone.post(address(at), told)
    assert hand(phone, at, told)["number"] == 1 and fate(hand(phone, at, told)) == "done"
    assert points(at) == [43]


def test_a_request_that_died_after_the_write_is_settled_when_it_comes_again(at, phone):
    told = answers(p1=43, p2=10)
    hand(phone, at, told)
    Delivered.objects.all().delete()
    assert hand(phone, at, told)["number"] == 1
    assert points(at) == [43]


def test_what_an_address_asks_besides_is_asked_of_the_view(at, phone):
    """A form on a page whose address says more is sent there."""
    told = answers(p1=43, p2=10)
    answer = deliver(phone, at, f"{address(at)}?saved=0&odd=", told)
    assert (fate(answer), answer["number"]) == ("done", 1)
    new = reverse("starting:game_new", args=[at.game.session.code])
    host = make.host_client(at.game.session.club)
    begins = {**form(host, at), "do": "start", "token": make.token()}
    assert fate(deliver(host, at, f"{new}?choose", begins)) == "refused", "that page begins none"
    assert fate(deliver(host, at, new, begins)) == "done"


def test_what_has_no_token_is_done_once_too_whatever_came_after(at):
    host = make.host_client(at.game.session.club)
    code = at.game.session.code
    closes = reverse("starting:session_close", args=[code])
    opens = reverse("starting:session_reopen", args=[code])
    assert fate(deliver(host, at, closes, {"csrfmiddlewaretoken": "a"})) == "done"
    assert fate(deliver(host, at, opens, {"csrfmiddlewaretoken": "b"})) == "done"
    assert fate(deliver(host, at, closes, {"csrfmiddlewaretoken": "a"})) == "done"
    assert Session.objects.get(pk=at.game.session_id).closed_at is None
    assert fate(deliver(host, at, closes, {"csrfmiddlewaretoken": "c"})) == "done"
    assert Session.objects.get(pk=at.game.session_id).closed_at is not None


def test_a_correction_of_a_hand_and_one_taken_back(at, phone):
    hand(phone, at, answers(p1=43, p2=10))
    (one,) = in_force(at)
    amend = reverse("entry:hand_amend", args=[at.game.session.code, 1, one.token])
    told = answers(p1=50, p2=10)
    for _time in range(3):
        assert deliver(phone, at, amend, told)["number"] == 1
    assert points(at) == [50]
    (now,) = in_force(at)
    void = reverse("entry:hand_void", args=[at.game.session.code, 1, now.token])
    assert fate(deliver(phone, at, void, {"again": "1"})) == "done"
    assert fate(deliver(phone, at, void, {"again": "1"})) == "done"
    assert points(at) == []


def test_money_beside_the_games_once(at):
    host = make.host_client(at.game.session.club)
    told: dict[str, Any] = {"token": make.token(), "label": "Tea", "paid_by": at.players[0].pk}
    told |= {"amount": "30", "how": "equal", "in": [player.pk for player in at.players]}
    path = reverse("settlement:cost", args=[at.game.session.code])
    first = deliver(host, at, path, told)
    assert first["fate"] == "refused" and not Expense.objects.exists(), "shown first"
    shown = host.post(path, told).context["shares_key"]
    told["shown"] = shown
    for _time in range(3):
        assert fate(deliver(host, at, path, told)) == "done"
    assert Expense.objects.count() == 1


# Not as things stand now -----------------------------------------------------------------------


def test_who_was_overtaken_is_asked_and_nothing_is_lost(at, phone):
    told = overtaken(phone, at)
    answer = hand(phone, at, told)
    assert (answer["fate"], answer["status"], answer["number"]) == ("conflict", 409, None)
    assert answer["message"] == "Scorer already saved hand 1"
    assert points(at) == [43]


@pytest.mark.parametrize("choice", ["after", "instead", "keep"])
def test_each_choice_is_made_once(choice, at, phone, holder):
    told = overtaken(phone, at)
    come_out = {"after": [43, 34], "instead": [34], "keep": [43]}[choice]
    for _time in range(10):
        answer = hand(phone, at, told, choice=choice)
        assert fate(answer) == "done"
        assert answer["number"] == {"after": 2, "instead": 1, "keep": None}[choice]
        assert points(at) == come_out
    assert fate(hand(phone, at, told)) == "done", "and as it was sent at first"
    Delivered.objects.all().delete()
    if choice != "keep":
        assert fate(hand(phone, at, told, choice=choice)) == "done"
    assert points(at) == come_out
    dropped = Happening.objects.filter(kind="hand_dropped")
    assert [each.by for each in dropped] == ([holder] if choice == "keep" else [])


def test_a_hand_keeps_its_token_whatever_became_of_it(at, phone):
    for number, choice in ((1, "instead"), (2, "after")):
        other = make.client_with(Role.SCORER, at.game.session.club)
        other.post(address(at), answers(number, p1=43, p2=10))
        told = answers(number, p1=34, p2=10)
        hand(phone, at, told, choice=choice)
        assert Hand.objects.get(token=told["token"]).voided_at is None


def test_what_was_saved_under_this_token_with_other_answers_asks_too(at, phone):
    told = answers(p1=43, p2=10)
    phone.post(address(at), told)
    mine = told | {"p1-points": 34}
    assert fate(hand(phone, at, mine)) == "conflict"
    for _time in range(3):
        assert fate(hand(phone, at, mine, choice="instead")) == "done"
    assert points(at) == [34]


def test_a_correction_that_was_overtaken(at, phone):
    hand(phone, at, answers(p1=43, p2=10))
    (one,) = in_force(at)
    amend = reverse("entry:hand_amend", args=[at.game.session.code, 1, one.token])
    other = make.client_with(Role.SCORER, at.game.session.club)
    other.post(amend, answers(p1=50, p2=10))
    told = answers(p1=60, p2=10)
    answer = deliver(phone, at, amend, told)
    assert fate(answer) == "stale" and points(at) == [50]
    assert fate(deliver(phone, at, amend, told, choice="after")) == "refused"
    for _time in range(3):
        assert fate(deliver(phone, at, amend, told, choice="instead")) == "done"
    assert points(at) == [60]


def closed(at: Table) -> None:
    services.close_session(session=at.game.session)


def ended(at: Table) -> None:
    services.close_game(game=at.game)


def left(at: Table) -> None:
    view = seating.TableVersion(1, 0)
    seating.leave_game(game=at.game, person=2, version=view, token=make.token())


def removed(at: Table) -> None:
    remove_game(game=at.game)


@pytest.mark.parametrize(
    ("what", "became", "says"),
    [
        (closed, "refused", "Hand 1 was not saved because the game has ended."),
        (ended, "refused", "Hand 1 was not saved because the game has ended."),
        (removed, "gone", "This game has been deleted."),
    ],
)
def test_what_ended_meanwhile_is_told_in_a_sentence(
    what: Callable[[Table], None], became: str, says: str, at: Table, phone: Client
) -> None:
    what(at)
    told = answers(p1=43, p2=10)
    answer = hand(phone, at, told)
    assert (answer["fate"], answer["message"]) == (became, says)
    assert not in_force(at)
    assert fate(hand(phone, at, told, choice="after")) == became
    assert fate(hand(phone, at, told, choice="keep")) == "done"
    assert Happening.objects.filter(kind="hand_dropped").count() == 1


def test_a_player_who_left_meanwhile(phone):
    at = make.session("paplu", make.NAMES[:4], {"rounds": None})
    phone = make.client_with(Role.SCORER, at.game.session.club)
    left(at)
    answer = hand(phone, at, answers(p1=43, p2=10, p3=11))
    assert answer["fate"] == "refused"
    assert answer["message"].startswith("The players have changed.")


def test_what_was_not_filled_in_says_what_is_missing(at, phone):
    answer = hand(phone, at, {"token": make.token(), "number": 1})
    assert answer["fate"] == "refused" and "<" not in answer["message"] and answer["message"]


def test_a_role_that_may_not_and_a_hand_that_is_none(at, phone):
    close = reverse("starting:session_close", args=[at.game.session.code])
    answer = deliver(phone, at, close, {})
    assert (answer["fate"], answer["status"]) == ("refused", 403) and answer["message"]
    nowhere = reverse("entry:hand_amend", args=[at.game.session.code, 1, "nobody"])
    answer = deliver(phone, at, nowhere, answers(p1=1, p2=2))
    assert (answer["fate"], answer["status"]) == ("gone", 404) and answer["message"]
    assert fate(deliver(phone, at, close, {}, choice="keep")) == "done"
    assert Happening.objects.get(kind="writing_dropped").values == {"what": "Ended session"}


# What is delivered at all ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("sync:deliver", "sync:here", "sync:compare", "sync:behind", "entry:slip"),
        *("entry:overtaken", "entry:go_on", "live:writing", "scoreboard:money", "clubs:settings"),
        *(
            "clubs:session_invite",
            "clubs:session_screen",
            "mail:send",
            "payment_details:of_session",
        ),
        *("proof:link", "statements:list", "statements:all", "home:language", "home:start"),
    ],
)
def test_nothing_but_writes_of_a_session_is_delivered(name, at, phone):
    code = at.game.session.club.code if name == "clubs:settings" else at.game.session.code
    game = name.startswith("entry:") or name == "live:writing"
    args = [] if name.startswith("home:") else [code, 1] if game else [code]
    answer = deliver(phone, at, reverse(name, args=args), {})
    assert (answer["fate"], answer["status"]) == ("unfit", 400)


@pytest.mark.parametrize(
    "path", ["", "/", "//x/y", "https://x.org/sessions/", "/sessions/\0/", "x" * 5000]
)
def test_what_leads_nowhere_is_refused(path, at, phone):
    if "\0" in path:
        assert phone.post(place(at), {"path": path}).status_code == 400
    else:
        assert fate(deliver(phone, at, path, {})) == "unfit"


def test_another_session_is_not_reached_through_this_one(at, phone):
    there = make.session("pool_rummy", make.NAMES[:3], at=at.game.session.club)
    assert fate(deliver(phone, at, address(there), answers(p1=1, p2=2))) == "unfit"
    assert not in_force(there)


@pytest.mark.parametrize("body", ["a=%00", "number=%01", "token=%7f&number=1"])
def test_what_no_phone_sends_is_refused_within_a_form_too(body, at, phone):
    answer = phone.post(place(at), {"path": address(at), "body": body})
    assert answer.status_code == 200 and answer.json()["fate"] == "refused"


def test_an_odd_choice_is_no_delivery(at, phone):
    answer = phone.post(place(at), {"path": address(at), "body": "", "choice": "both"})
    assert answer.status_code == 400


def test_a_phone_that_was_taken_out_finds_nothing(at):
    joined = make.member(Role.SCORER, at.game.session.club)
    phone = make.client_as(joined)
    Membership.objects.filter(pk=joined.pk).update(revoked_at=at.game.session.created_at)
    assert phone.post(place(at), {"path": address(at), "body": ""}).status_code == 404


# Players made on the phone -----------------------------------------------------------------------


def test_players_made_on_the_phone_are_known_by_their_names(at):
    host = make.host_client(at.game.session.club)
    zoya = Player.objects.create(club=at.game.session.club, name="Zoya")
    path = reverse("settlement:cost", args=[at.game.session.code])
    told: dict[str, Any] = {"token": make.token(), "label": "Tea", "how": "equal", "amount": "30"}
    told |= {"paid_by": OF_PHONE, "in": [at.players[0].pk, OF_PHONE]}
    ours = told | {"paid_by": zoya.pk, "in": [at.players[0].pk, zoya.pk]}
    shown = host.post(path, ours).context["shares_key"]
    told["shown"] = shown.replace(str(zoya.pk), str(OF_PHONE))
    names = json.dumps({str(OF_PHONE): "Zoya"})
    assert fate(deliver(host, at, path, told, names=names)) == "done"
    assert Expense.objects.get().paid_by == zoya


def test_a_name_that_nobody_has_is_said(at, phone):
    path = reverse("settlement:me", args=[at.game.session.code])
    names = json.dumps({str(OF_PHONE): "Nobody"})
    answer = deliver(phone, at, path, {"player": OF_PHONE}, names=names)
    assert answer["fate"] == "refused" and answer["message"].startswith(
        "Nobody, added on this device"
    )
    assert not Player.objects.filter(name="Nobody").exists()


def test_what_can_never_be_delivered_can_be_dropped_all_the_same(at, phone):
    path = reverse("settlement:me", args=[at.game.session.code])
    names = json.dumps({str(OF_PHONE): "Nobody"})
    told = {"player": OF_PHONE}
    for _time in range(3):
        assert fate(deliver(phone, at, path, told, names=names, choice="keep")) == "done"
        assert fate(deliver(phone, at, "/nowhere/", {}, choice="keep")) == "done"
    assert Happening.objects.filter(kind="writing_dropped").count() == 2


def test_looking_at_a_new_game_adds_nobody(at):
    host = make.host_client(at.game.session.club)
    path = reverse("starting:game_new", args=[at.game.session.code])
    names = json.dumps({str(OF_PHONE): "Zoya"})
    fields = {"path": path, "body": urlencode({"seat": OF_PHONE}), "names": names}
    assert host.post(place(at, "compare"), fields).status_code == 200
    assert not Player.objects.filter(name="Zoya").exists()


def test_a_new_game_brings_its_new_players_along(at):
    host = make.host_client(at.game.session.club)
    path = reverse("starting:game_new", args=[at.game.session.code])
    told: dict[str, Any] = dict(form(host, at)) | {"do": "start"}
    told["seat"] = [at.players[0].pk, OF_PHONE, at.players[1].pk]
    names = json.dumps({str(OF_PHONE): "Zoya"})
    for _time in range(3):
        answer = deliver(host, at, path, told, names=names)
        assert fate(answer) == "done", answer
    game = Game.objects.get(session=at.game.session, number=2)
    seated = [seat.player.name for seat in game.seats.order_by("number")]
    assert seated == [at.names[0], "Zoya", at.names[1]]


@pytest.mark.parametrize(
    "names", ["[", "[]", '{"1": "Asha"}', '{"x": "y"}', '{"1099511627779": 3}']
)
def test_names_that_are_none_are_refused(names, at, phone):
    assert fate(hand(phone, at, answers(p1=1, p2=2), names=names)) == "refused"
    assert not in_force(at)


def test_voided_by_another_meanwhile_is_not_brought_back(at, phone):
    told = answers(p1=43, p2=10)
    hand(phone, at, told)
    corrections.void_hand(hand=in_force(at)[0])
    assert fate(hand(phone, at, told)) == "done"
    assert points(at) == []


def test_a_session_is_given_up_at_the_sites_own_word_alone(at, phone):
    place = reverse("sync:snapshot", args=[at.game.session.code])
    assert "X-Along" not in phone.get(place)
    stranger = Client().get(place)
    assert (stranger.status_code, stranger["X-Along"]) == (404, "gone")


def test_who_may_write_no_hand_drops_his_own_and_tells_nobody(at):
    viewer = make.client_with(Role.VIEWER, at.game.session.club)
    version, told = Session.objects.get().version, Happening.objects.count()
    sent = {"path": f"/sessions/{at.game.session.code}/games/1/hand/", "body": "number=1&token=t"}
    told_of = {**sent, "token": "t", "choice": "keep", "waiting": "9"}
    answer = viewer.post(reverse("sync:deliver", args=[at.game.session.code]), told_of)
    assert answer.json()["fate"] == "done"
    assert (Session.objects.get().version, Happening.objects.count()) == (version, told)
    assert not Behind.objects.exists()
