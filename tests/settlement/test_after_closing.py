"""A hand of a closed session is put right: seen before it is written, told to whom it concerns."""

import json
import re
from functools import partial
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Happening, Membership, Role, Session
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand, LateCorrection, LateKind
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.balances import session_balances
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:3]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table() -> Table:
    """A session of paplu, 3 hands, closed: Dev and Meera paid their 40 and 60 points, Dev in
    part."""
    played_table = make.session("paplu", NAMES, {"rounds": None})
    played_table = make.play(
        played_table,
        pool_hand("Asha", Dev=20, Meera=30),
        pool_hand("Asha", Dev=20, Meera=30),
        pool_hand("Dev", Asha=10, Meera=10),
    )
    services.close_session(session=played_table.game.session)
    dev, asha = played_table.players[1], played_table.players[0]
    make.hands_over(played_session(played_table), dev, asha, 500)
    return played_table


def played_session(table: Table) -> Session:
    return Session.objects.select_related("club").get(pk=table.game.session_id)


def hand(table: Table, number: int) -> Hand:
    return Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)


def sums(table: Table) -> dict[str, int]:
    return {
        player.name: amount
        for player, amount in session_balances(played_session(table)).net.items()
    }


def owed(table: Table) -> list[tuple[str, str, int]]:
    return [
        (t.payer.name, t.payee.name, t.amount)
        for t in session_balances(played_session(table)).plan.transfers
    ]


def place(table: Table, number: int, act: str) -> str:
    return f"/sessions/{table.game.session.code}/games/1/hands/{hand(table, number).token}/{act}/"


def answers(table: Table, dev: int, meera: int, number: int = 1, **more: Any) -> dict[str, Any]:
    fields = {"who-finish": "0", "number": number, "token": make.token()}
    for person, points in ((1, dev), (2, meera)):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": points}
    return fields | more


def host(table: Table, **options: Any) -> Client:
    return make.host_client(table.game.session.club, **options)


def key(answer: Any) -> str:
    match = re.search(r'name="agreed"\s+value="(\w+)"', answer.content.decode())
    assert match, answer.content.decode()
    return match[1]


def text_of(answer: Any) -> str:
    """The words of a page, one after another."""
    return words(answer.content.decode())


def amended(table: Table, browser: Client, dev: int, meera: int) -> dict[str, Any]:
    """Hand 1 corrected and agreed to; what was posted."""
    fields = answers(table, dev, meera, amends=hand(table, 1).token, reason="misread")
    where = place(table, 1, "edit")
    agreed = fields | {"agreed": key(browser.post(where, fields))}
    answer = browser.post(where, agreed)
    assert answer.status_code == 302, text_of(answer)
    return agreed


def test_before_it_is_written_each_line_that_changes_is_shown(table):
    before, plan, version = sums(table), owed(table), played_session(table).version
    browser = host(table)
    page = browser.get(place(table, 1, "edit")).content.decode()
    assert "You’ll see what changes before you save." in page
    assert "Preview changes" in page
    answer = browser.post(
        place(table, 1, "edit"), answers(table, 40, 30, amends=hand(table, 1).token)
    )
    text = text_of(answer)
    assert answer.status_code == 200 and "Edit hand 1?" in text
    assert plan == [("Dev", "Asha", 1500), ("Meera", "Asha", 7000)]
    assert "Asha before +₹90 → now +₹110" in text
    assert "Dev before −₹20 → now −₹40" in text
    assert "Dev → pays Asha before ₹15 → now ₹35" in text
    assert "Meera before" not in text and "Meera → pays Asha" not in text  # hers stay
    assert "1 payment that was made stays as it is" in text
    assert (sums(table), owed(table), played_session(table).version) == (before, plan, version)
    assert not LateCorrection.objects.exists()


def test_what_was_agreed_to_is_written_and_the_session_stays_closed(table):
    browser = host(table)
    amended(table, browser, 40, 30)
    assert owed(table) == [("Dev", "Asha", 3500), ("Meera", "Asha", 7000)]
    assert played_session(table).closed_at is not None
    assert Payment.objects.filter(kind="cash", reversed_by=None).exists()
    game = Game.objects.get()
    assert game.closed_at is not None and list(differences(game)) == []
    assert hand(table, 1).reason == "misread"
    row = LateCorrection.objects.get()
    asha, dev, _meera = (player.pk for player in table.players)
    assert row.hand == hand(table, 1) and row.kind == LateKind.AMENDED and row.by is not None
    assert sorted(row.sums) == sorted([[asha, 9000, 11000], [dev, -2000, -4000]])
    assert row.transfers == [[dev, asha, 1500, 3500]]


def test_everybody_reads_what_changed_and_each_player_what_is_his(table):
    amended(table, host(table), 40, 30)
    viewer = make.client_with(Role.VIEWER, table.game.session.club)
    settle = text_of(viewer.get(f"/sessions/{table.game.session.code}/settle/"))
    assert "Edited after the session ended" in settle and "Hand 1 edited" in settle
    assert "Dev before −₹20 → now −₹40" in settle and "misread" in settle
    pages = [
        text_of(viewer.get(f"/sessions/{table.game.session.code}/players/{player.pk}/"))
        for player in table.players
    ]
    assert "Dev before −₹20 → now −₹40" in pages[1] and "Asha before +" not in pages[1]
    assert "Dev → pays Asha before ₹15 → now ₹35" in pages[0]
    assert "Edited after the session ended" not in pages[2]
    happened = Happening.objects.get(kind="session_corrected")
    assert happened.values == {"number": 1, "game": "Paplu"}


def page_of(table: Table, person: int) -> str:
    viewer = make.client_with(Role.VIEWER, table.game.session.club)
    player = table.players[person]
    return text_of(viewer.get(f"/sessions/{table.game.session.code}/players/{player.pk}/"))


def test_what_a_second_correction_has_changed_again_is_said_of_then(table):
    browser = host(table)
    amended(table, browser, 40, 30)
    amended(table, browser, 0, 30)
    settle = text_of(browser.get(f"/sessions/{table.game.session.code}/settle/"))
    for text in (page_of(table, 1), settle):
        assert "Dev before ₹35" not in text
        first, second = text.split("Hand 1 edited")[1:3]
        assert "Dev before −₹40 → now" in first and "To be paid then" not in first
        assert "Dev before −₹20 → then −₹40" in second
        assert "To be paid then Dev → pays Asha before ₹15 → then ₹35" in second
        assert "Still to be paid" not in second
    own = page_of(table, 1)
    assert own.index("Remaining balance") < own.index("Edited after the session ended")


@pytest.mark.parametrize("how", ["paid", "reopened"])
def test_what_was_paid_or_edited_since_is_no_longer_to_be_paid(table, how):
    amended(table, host(table), 40, 30)
    asha, dev, _meera = table.players
    if how == "paid":
        make.hands_over(played_session(table), dev, asha, 3500)
    else:
        services.reopen_session(session=played_session(table))
        corrections.void_hand(hand=hand(table, 1))
        services.close_session(session=played_session(table))
    text = page_of(table, 1)
    assert "Still to be paid" not in text
    assert "To be paid then Dev → pays Asha before ₹15 → then ₹35" in text


def test_the_same_again_changes_nothing_and_asks_nothing(table):
    browser = host(table)
    fields = amended(table, browser, 40, 30)
    version = played_session(table).version
    for again in (fields, {name: text for name, text in fields.items() if name != "agreed"}):
        where = f"/sessions/{table.game.session.code}/games/1/hands/{fields['amends']}/edit/"
        assert browser.post(where, again).status_code == 302
    assert played_session(table).version == version and LateCorrection.objects.count() == 1
    assert Happening.objects.filter(kind="session_corrected").count() == 1


def test_what_was_paid_meanwhile_is_shown_before_it_is_agreed_to(table):
    browser, fields = host(table), answers(table, 40, 30, amends=hand(table, 1).token)
    where = place(table, 1, "edit")
    agreed = key(browser.post(where, fields))
    asha, dev, _meera = table.players
    make.hands_over(played_session(table), dev, asha, 700)
    answer = browser.post(where, fields | {"agreed": agreed})
    text = text_of(answer)
    assert answer.status_code == 409 and "Nothing was saved, because the session changed" in text
    assert "Dev → pays Asha before ₹8 → now ₹28" in text
    assert not LateCorrection.objects.exists() and hand(table, 1).replaces is None
    assert browser.post(where, fields | {"agreed": key(answer)}).status_code == 302
    assert owed(table)[0] == ("Dev", "Asha", 2800)


def test_a_hand_is_taken_out_and_put_back(table):
    browser, before = host(table), sums(table)
    where, fields = place(table, 2, "delete"), {"token": make.token(), "reason": "dealt twice"}
    answer = browser.post(where, fields)
    assert "Delete hand 2?" in text_of(answer) and hand(table, 2)
    assert browser.post(where, fields | {"agreed": key(answer)}).status_code == 302
    assert not Hand.objects.filter(number=2, voided_at=None).exists()
    page = browser.get(f"/sessions/{table.game.session.code}/settle/").content.decode()
    assert "Hand 2 deleted" in page and "dealt twice" in page
    back = re.search(r'action="([^"]*/restore/)"', page)
    assert back is not None
    fields = {"token": make.token()}
    answer = browser.post(back[1], fields)
    assert "Restore hand 2?" in text_of(answer)
    assert browser.post(back[1], fields | {"agreed": key(answer)}).status_code == 302
    assert browser.post(back[1], fields | {"agreed": key(answer)}).status_code == 302
    assert sums(table) == before
    kinds = list(LateCorrection.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == [LateKind.TAKEN_BACK, LateKind.PUT_BACK]
    assert list(differences(Game.objects.get())) == []


def test_a_hand_that_was_left_out_is_put_in(table):
    browser, fields = host(table), answers(table, 5, 5, number=2, before=hand(table, 2).token)
    where = place(table, 2, "insert")
    answer = browser.post(where, fields)
    assert "Insert a hand before hand 2?" in text_of(answer)
    assert browser.post(where, fields | {"agreed": key(answer)}).status_code == 302
    assert Game.objects.get().hand_count == 4 and hand(table, 2).late
    assert sums(table) == {"Asha": 9500, "Dev": -2000, "Meera": -7500}
    assert LateCorrection.objects.get().kind == LateKind.PUT_IN


def test_without_a_whole_page_too_and_back_to_the_answers(table):
    browser, fields = host(table), answers(table, 40, 30, amends=hand(table, 1).token)
    where = place(table, 1, "edit")
    answer = browser.post(where, fields, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<div id="capture"')
    assert json.loads(answer["X-Outcome"])["fate"] == "refused"
    again = browser.post(where, fields | {"agreed": key(answer), "edit": "1"}, headers=HTMX)
    assert 'name="p1-points"' in again.content.decode() and 'value="40"' in again.content.decode()
    done = browser.post(where, fields | {"agreed": key(answer)}, headers=HTMX)
    assert done["HX-Redirect"].endswith("/settle/#late")
    assert json.loads(done["X-Outcome"])["fate"] == "done"


def test_the_slip_of_a_hand_of_a_closed_session_is_worked_out(table):
    fields = answers(table, 40, 30, amends=hand(table, 1).token)
    slip = f"/sessions/{table.game.session.code}/games/1/hand/slip/"
    assert "Result of this hand" in host(table).post(slip, fields).content.decode()
    del fields["amends"]
    assert "This game is over." in host(table).post(slip, fields).content.decode()


def test_whoever_is_no_host_is_refused_with_a_sentence(table):
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    viewer = make.client_with(Role.VIEWER, table.game.session.club)
    for act in ("edit", "insert", "delete", "restore"):
        fields = answers(table, 40, 30, amends=hand(table, 1).token, agreed="x")
        answer = scorer.post(place(table, 1, act), fields)
        assert answer.status_code == 409, act
        assert "This session has ended. A host can still edit it." in text_of(answer)
        assert viewer.post(place(table, 1, act), fields).status_code == 403
    page = f"/sessions/{table.game.session.code}/games/1/hands/{hand(table, 1).token}/"
    assert "Edit this hand" not in text_of(scorer.get(page))
    assert "Edit this hand" in text_of(host(table).get(page))
    assert not LateCorrection.objects.exists() and hand(table, 1).replaces is None


def test_a_game_that_is_no_longer_decided_does_not_go_on(table):
    """The pot of a pool goes back to those who paid it, as when a session is closed early."""
    pool = make.session("pool_rummy", make.NAMES[:2], club=make.club("Others"))
    pool = make.play(pool, pool_hand("Asha", Dev=80), pool_hand("Asha", Dev=30))
    assert pool.game.closed_at is not None and not pool.game.stopped
    services.close_session(session=pool.game.session)
    last = hand(pool, 2)
    write = partial(voided, last)
    with pytest.raises(NotAgreedError) as error:
        correct_hand(session=pool.game.session, kind=LateKind.TAKEN_BACK, write=write, by=None)
    changes = error.value.changes
    assert [(s.player.name, s.after) for s in changes.sums] == [("Asha", 0), ("Dev", 0)]
    arguments: Any = {"session": pool.game.session, "kind": LateKind.TAKEN_BACK, "write": write}
    correct_hand(**arguments, agreed=changes.key, by=None)
    game = Game.objects.get(pk=pool.game.pk)
    assert game.stopped and game.closed_at is not None and game.fold["pot"] == 0
    assert owed(pool) == [] and list(differences(game)) == []


def voided(hand: Hand) -> Hand:
    corrections.void_hand(hand=hand, after_closing=True)
    return hand


def test_in_an_open_session_nobody_is_asked(table):
    services.reopen_session(session=played_session(table))
    answer = host(table).post(
        place(table, 1, "edit"), answers(table, 40, 30, amends=hand(table, 1).token)
    )
    assert answer.status_code == 302 and "corrected=" in answer["Location"]
    assert not LateCorrection.objects.exists()


def test_what_the_rules_refuse_is_said_as_in_an_open_session(table):
    fields = answers(table, 40, 30, amends=hand(table, 1).token) | {"p1-points": "999"}
    answer = host(table).post(place(table, 1, "edit"), fields)
    assert 'id="hand"' in answer.content.decode() and "notice--bad" in answer.content.decode()
    assert not LateCorrection.objects.exists()


def test_who_changed_it_is_told_by_name(table):
    member: Membership = make.member(Role.HOST, table.game.session.club)
    clubs.say_who(membership=member, player=table.players[2])
    amended(table, make.client_as(member), 40, 30)
    page = text_of(host(table).get(f"/sessions/{table.game.session.code}/settle/"))
    assert re.search(r"Paplu · Meera · ", page)
