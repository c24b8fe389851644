"""A session goes on without a network on devices that took it along, and comes to the site once."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Club, Membership, Role, Session
from scorekeeper.core.server.subprocesses import stop
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import open_session
from tests.extensions.offline.pocket.device import NOTHING_KEPT
from tests.extensions.offline.pocket.sessions import (
    CUT_OFF,
    DEAD,
    DOOR,
    HEARD,
    LONG,
    MUTE,
    OPEN,
    Keeper,
    Line,
    in_force,
    line_to,
    points,
    tokens,
)
from tests.helpers import factories as make
from tests.helpers import served
from tests.helpers.browser.session import POOL, save, start, write
from tests.helpers.ledgers import balances
from tests.helpers.phones import Complaints
from tests.helpers.served import FIRST_PORT, PORTS, Site, eventually

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]
FOUR = make.NAMES[:4]


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", FOUR)


@pytest.fixture
def line(along_site: Site) -> Iterator[Line]:
    with line_to(along_site) as there:
        yield there


def board(phone: Keeper) -> None:
    phone.go(phone.session)


# One phone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [DEAD, MUTE])
def test_a_session_goes_on_where_the_line_is_gone(
    phone: Page, table: Table, line: Line, complaints: Complaints, how: str
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, line.url)
    first = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    line.become(how)
    second = keeper.hand(2, "Dev", Asha=11, Meera=12, Omar=13)
    expect(phone.get_by_text("Hand 2 saved on this phone.")).to_be_visible()
    assert tokens(table) == [first]
    board(keeper)
    expect(phone.locator("#unsynced")).to_contain_text("Hand 2 of game 1", timeout=LONG)
    expect(phone.locator("#unsynced")).to_contain_text("waiting")
    assert [item["token"] for item in keeper.outbox()] == [second]
    line.become(OPEN)
    keeper.wake()
    keeper.expect_delivered()
    assert tokens(table) == [first, second]
    expect(phone.locator("[data-unsynced]")).to_be_hidden()
    call_command("checkledger")


def test_what_a_page_sends_in_a_network_nobody_brings_again(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    """Whether it is answered at once, or leads on."""
    keeper = Keeper(phone, table, along_site.url)
    keeper.hand(1, Dev=20, Meera=30, Omar=40)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_text("Hand 1 deleted.")).to_be_visible()
    keeper.chip("Omar", "First drop")
    token = keeper.token
    keeper.save()
    keeper.expect_saved(1)
    amend(keeper, 1, Dev=25)
    keeper.expect_fresh()
    assert eventually(lambda: keeper.kept("outbox") == 0)
    assert not Delivered.objects.exists()
    assert token not in tokens(table)
    assert [hand.number for hand in in_force(table)] == [1]


def test_a_page_that_cannot_ask_the_site_still_says_that_the_session_is_here(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    keeper.cut()
    phone.reload()
    assert phone.evaluate(HEARD, table.game.session.code) == ["ready"] * 2


def test_what_somebody_in_front_of_the_site_sent_elsewhere_is_brought_once(
    phone: Page, table: Table, line: Line, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, line.url)
    keeper.expect_fresh()
    line.become(DOOR)
    keeper.won("Asha")
    for name in ("Dev", "Meera", "Omar"):
        keeper.chip(name, "First drop")
    token, sent = keeper.token, ("POST", keeper.url)
    with phone.expect_response(
        lambda response: (response.request.method, response.request.url) == sent
    ):
        keeper.save()
    keeper.go(keeper.session)
    assert eventually(lambda: [item["state"] for item in keeper.outbox()] == ["waiting"])
    assert tokens(table) == []
    line.become(OPEN)
    keeper.wake()
    keeper.expect_delivered()
    assert tokens(table) == [token]
    assert Hand.objects.count() == 1


def test_all_that_scoring_takes_is_done_in_flight_mode(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    first = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    keeper.expect_fresh()
    keeper.cut()
    undone = keeper.hand(2, "Dev", Asha=11, Meera=12, Omar=13)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_text("Hand 2 deleted on this phone.")).to_be_visible()
    keeper.chip("Omar", "First drop")
    second = keeper.token
    keeper.save()
    keeper.expect_saved(2)
    amend(keeper, 1, Dev=25)
    keeper.killed()
    phone.reload()
    third = keeper.hand(3, "Omar", Asha=5, Dev=6, Meera=7)
    board(keeper)
    expect(phone.locator("[data-session]")).to_contain_text("5")
    phone.get_by_role("navigation", name="This session").get_by_role("link", name="Settle up").tap()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    assert tokens(table) == [first]
    again = phone.context.new_page()
    phone.close()
    keeper.page = again
    again.goto(keeper.session)
    expect(again.get_by_role("link", name="Hand 3", exact=True)).to_be_visible(timeout=LONG)
    keeper.back()
    keeper.expect_delivered()
    assert tokens(table)[1:] == [second, third]
    assert list(points(in_force(table)[0]).values()) == [0, 25, 30, 40]
    assert Hand.objects.get(game=table.game, token=undone).voided_at is not None
    assert Hand.objects.filter(game=table.game).count() == 5
    expect(again.locator("[data-session]")).to_be_hidden()
    call_command("checkledger")


@pytest.mark.parametrize("is_warm", [False, True])
def test_a_device_that_was_put_away_shows_the_next_hand_at_once(
    phone: Page, table: Table, along_site: Site, complaints: Complaints, is_warm: bool
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.hand(1, Dev=20, Meera=30, Omar=40)
    assert eventually(lambda: "Hand 2" in (keeper.held("page") or {}).get("html", ""))
    if is_warm:
        keeper.cut()
        assert eventually(lambda: keeper.held(f"writes {table.game.session.code}"))
    keeper.killed()
    keeper.cut()
    answer = phone.reload()
    assert answer is not None
    assert 'data-pocket="ready"' not in answer.text(), "the app was waited for"
    keeper.ready()
    second = keeper.hand(2, "Dev", Asha=11, Meera=12, Omar=13)
    keeper.back()
    keeper.expect_delivered()
    assert tokens(table)[1:] == [second]


def amend(keeper: Keeper, number: int, **counts: int) -> None:
    page = keeper.page
    board(keeper)
    page.get_by_role("link", name=f"Hand {number}", exact=True).tap()
    page.get_by_role("link", name="Edit this hand").tap()
    for name, count in counts.items():
        keeper.count(name).tap()
        for _digit in keeper.count(name).input_value():
            page.get_by_role("button", name="Delete the last digit").tap()
        keeper.keys(*str(count))
    page.get_by_label("Reason for the edit").fill("Told wrongly")
    page.get_by_role("button", name="Save changes").tap()
    edited = re.compile(rf"Hand {number} edited( on this phone)?\.")
    expect(page.get_by_text(edited)).to_be_visible(timeout=LONG)


# Two phones ---------------------------------------------------------------------------------------


@pytest.fixture
def two_keepers(
    new_phone: Callable[..., Page], table: Table, along_site: Site, complaints: Complaints
) -> tuple[Keeper, Keeper]:
    """Both without a network after the first hand, and the other writes hand 2 first."""
    complaints.announce(*CUT_OFF)
    mine, theirs = (Keeper(new_phone(), table, along_site.url) for _phone in range(2))
    theirs.hand(1, Dev=20, Meera=30, Omar=40)
    expect(mine.page.get_by_role("link", name="Hand 1")).to_have_count(0)
    mine.go(mine.url)
    for keeper in (mine, theirs):
        keeper.expect_fresh()
        keeper.cut()
    return mine, theirs


THEIRS = {"Asha": 11, "Meera": 12, "Omar": 13}


@pytest.mark.parametrize(
    ("choice", "count", "says"),
    [
        ("after", 12, "Keep both: add mine as hand 3"),
        ("instead", 12, "Replace hand 2 with mine"),
        ("same", 11, "Keep the saved version"),
    ],
)
def test_who_comes_second_with_a_hand_is_asked_and_what_follows_waits(
    two_keepers: tuple[Keeper, Keeper], table: Table, choice: str, count: int, says: str
) -> None:
    mine, theirs = two_keepers
    first = tokens(table)[0]
    second = theirs.hand(2, "Dev", **THEIRS)
    own = mine.hand(2, "Dev", **(THEIRS | {"Asha": count}))
    later = mine.hand(3, "Omar", Asha=5, Dev=6, Meera=7)
    board(theirs)
    theirs.back()
    theirs.expect_delivered()
    mine.back()
    assert eventually(lambda: mine.outbox()[0]["state"] == "asks")
    assert tokens(table) == [first, second]
    behind = theirs.page.locator(".behind")
    expect(behind).to_contain_text("has 2 unsynced hands", timeout=LONG)
    chip = mine.page.locator("[data-session]")
    expect(chip).to_contain_text("conflicts with a saved one")
    expect(chip).to_contain_text("conflict")
    board(mine)
    unsynced = mine.page.locator("#unsynced")
    expect(unsynced).to_contain_text("Hand 2 of game 1: your entry conflicts", timeout=LONG)
    expect(unsynced.get_by_role("listitem")).to_have_count(2)
    expect(unsynced).to_contain_text("Hand 3 of game 1")
    unsynced.get_by_role("link", name="Resolve conflict").tap()
    heading = "and is the same" if choice == "same" else "already saved hand 2"
    expect(mine.page.get_by_role("heading", level=1)).to_contain_text(heading)
    expect(mine.page.get_by_text("One later entry on this device is sent")).to_be_visible()
    mine.page.get_by_role("button", name=says).tap()
    mine.expect_delivered()
    expected = {"after": [second, own, later], "instead": [own, later]}
    assert tokens(table) == [first, *expected.get(choice, [second, later])]
    assert [hand.number for hand in in_force(table)] == [*range(1, len(tokens(table)) + 1)]
    expect(behind).to_have_count(0, timeout=LONG)
    mine.go(mine.url)
    heading = f"Hand {len(tokens(table)) + 1}"
    expect(mine.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    call_command("checkledger")


# What may be in the way ---------------------------------------------------------------------------


def remove_device(keeper: Keeper) -> None:
    Membership.objects.filter(pk=keeper.mine.pk).update(revoked_at=timezone.now())


def withdraw_table(keeper: Keeper) -> None:
    table = keeper.table.game.session
    day = open_session(club=table.club, played_on=table.played_on, kind="tournament")
    Session.objects.filter(pk=table.pk).update(part_of=day, removed_at=timezone.now())


def test_a_table_s_link_to_the_day_leads_to_a_page_of_the_app_without_a_network(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF, 503)
    session = table.game.session
    day = open_session(
        club=session.club, played_on=session.played_on, name="Spring Cup", kind="tournament"
    )
    Session.objects.filter(pk=session.pk).update(part_of=day)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    keeper.cut()
    board(keeper)
    phone.get_by_role("link", name="Spring Cup").tap()
    expect(phone.get_by_role("heading", name="This needs a connection")).to_be_visible()
    phone.get_by_role("link", name="Back to session").tap()
    expect(phone).to_have_url(keeper.session)


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (remove_device, "This device can no longer view this session."),
        (withdraw_table, "This table was withdrawn"),
    ],
)
def test_a_device_without_access_keeps_what_never_arrived_until_it_is_in_a_file(
    phone: Page,
    table: Table,
    along_site: Site,
    complaints: Complaints,
    end: Callable[[Keeper], None],
    message: str,
) -> None:
    complaints.announce(*CUT_OFF, 403, 404, 410)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    keeper.cut()
    token = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    end(keeper)
    keeper.back()
    assert eventually(lambda: keeper.kept("sessions") == 0)
    assert keeper.kept("outbox") == 1
    [item] = keeper.outbox()
    assert item["token"] == token
    keeper.go(keeper.session)
    expect(phone.get_by_text(message)).to_be_visible()
    phone.get_by_role("link", name="Saved, continue").tap()
    expect(phone.get_by_text("Not saved as a file yet.")).to_be_visible()
    with phone.expect_download() as given:
        phone.get_by_role("link", name="Save as a file").tap()
    saved = json.loads(Path(given.value.path()).read_text())
    assert [item["token"] for item in saved["items"]] == [token]
    phone.get_by_role("link", name="Saved, continue").tap()
    expect(phone.get_by_text("only the file has it")).to_be_visible()
    assert keeper.kept("outbox") == 1
    phone.get_by_role("button", name="Yes, delete from this device").tap()
    expect(phone.get_by_text("only the file has it")).to_have_count(0)
    assert keeper.kept("outbox") == 0
    assert tokens(table) == []


def test_a_hand_that_the_device_cannot_keep_is_refused_and_said(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF, 429, 507, "Error Code 429")
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    keeper.cut()
    first = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    [worker] = phone.context.service_workers
    worker.evaluate(NOTHING_KEPT, "QuotaExceededError")
    keeper.won("Dev")
    for name in ("Asha", "Meera", "Omar"):
        keeper.chip(name, "First drop")
    second = keeper.token
    keeper.save()
    expect(phone.get_by_text("this device has no space left")).to_be_visible(timeout=LONG)
    worker.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    assert [item["token"] for item in keeper.outbox()] == [first]
    phone.reload()
    keeper.expect_saved(2)
    assert [item["token"] for item in keeper.outbox()] == [first, second]
    keeper.back()
    keeper.expect_delivered()
    assert tokens(table) == [first, second]


def test_the_times_of_the_site_count_where_the_device_is_a_day_late(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    [worker] = phone.context.service_workers
    day = 24 * 60 * 60 * 1000
    worker.evaluate("(day) => { const now = Date.now; Date.now = () => now() - day; }", day)
    keeper.cut()
    before = timezone.now()
    token = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    [item] = keeper.outbox()
    assert item["at"] < before.timestamp() * 1000 - day / 2
    keeper.back()
    keeper.expect_delivered()
    [hand] = in_force(table)
    assert hand.token == token
    assert before <= hand.at <= timezone.now()


WAITS = """async (asks) => {
  const held = await navigator.serviceWorker.getRegistration();
  if (asks) await held.update();
  return held.waiting !== null;
}"""


def test_a_newer_release_is_taken_beside_a_page_that_stays_and_not_by_it(
    phone: Page,
    table: Table,
    along_site: Site,
    release_anew: Callable[[], str],
    complaints: Complaints,
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    before = keeper.caches()
    keeper.cut()
    token = keeper.hand(1, Dev=20, Meera=30, Omar=40)
    newer = release_anew()
    keeper.back()
    keeper.expect_delivered()
    keeper.won("Dev")
    keeper.count("Asha").tap()
    keeper.keys("7")
    phone.evaluate(WAITS, True)
    assert eventually(lambda: phone.evaluate(WAITS, False)), "no newer worker was installed"
    phone.reload()
    keeper.ready()
    assert phone.evaluate(WAITS, False)
    keeper.killed()
    with phone.expect_request("**/live/*"):  # the first that the worker hears of, begun anew
        phone.evaluate("['pagehide', 'pageshow'].map((what) => dispatchEvent(new Event(what)))")
    board = phone.context.new_page()
    board.goto(keeper.session)
    assert eventually(lambda: not board.evaluate(WAITS, False)), "the old worker goes on"
    assert eventually(lambda: keeper.caches() != before and len(keeper.caches()) == len(before))
    expect(keeper.count("Asha")).to_have_value("7")
    board.goto(f"{along_site.url}/pocket/")
    expect(board.get_by_text(newer)).to_be_visible(timeout=LONG)
    assert tokens(table) == [token]


def test_sessions_of_two_clubs_on_one_device_stay_apart(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    other = make.session("pool_rummy", FOUR, club=make.club("Sunday table"))
    mine = [
        make.member(Role.SCORER, played_table.game.session.club) for played_table in (table, other)
    ]
    first = Keeper(phone, table, along_site.url, mine[0], held=mine)
    first.expect_fresh()
    second = Keeper(phone, other, along_site.url, mine[1], held=mine)
    second.expect_fresh()
    first.cut()
    there = second.hand(1, Dev=20, Meera=30, Omar=40)
    phone.goto(first.url)
    here = first.hand(1, "Dev", Asha=2, Meera=3, Omar=4)
    phone.goto(first.session)
    expect(phone.get_by_text("Sunday table")).to_have_count(0)
    assert [item["token"] for item in first.outbox()] == [here]
    assert [item["token"] for item in second.outbox()] == [there]
    first.back()
    first.expect_delivered()
    second.expect_delivered()
    assert (tokens(table), tokens(other)) == ([here], [there])


def test_a_table_that_was_begun_without_a_network_is_handed_over(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.cut()
    start(phone, f"{along_site.url}/", POOL, lambda _page, _name: None)
    write(phone, POOL.hands[0].slip)
    save(phone, 1)
    assert Club.objects.count() == 1
    phone.context.set_offline(False)
    phone.goto(f"{along_site.url}/")
    phone.get_by_role("link", name="A session on this device has not been uploaded yet").tap()
    phone.get_by_role("button", name="Upload Asha’s group").tap()
    expect(phone.get_by_role("heading", name="Sessions")).to_be_visible(timeout=LONG)
    assert Club.objects.count() == 2
    [hand] = Hand.objects.exclude(game=table.game)
    assert hand.number == 1
    phone.goto(f"{along_site.url}/")
    expect(phone.get_by_role("link", name="has not been uploaded yet")).to_have_count(0)
    call_command("checkledger")


@pytest.fixture
def site_with_code(
    django_db_setup: None, release: Path, tmp_path: Path, worker_id: str
) -> Iterator[Site]:
    """Started with a sign-up code; what devices take for offline use is there."""
    (tmp_path / "pocket").mkdir()
    (tmp_path / "pocket" / "along").symlink_to(release)
    number = int(worker_id.removeprefix("gw")) if worker_id != "master" else 0
    port = FIRST_PORT + PORTS * number + PORTS // 3
    closed = {"SIGN_UPS": "code", "SIGN_UP_CODE": "friends of the house"}
    child, site = served.start(tmp_path, port, ("127.0.0.1", 9), **closed)
    try:
        site.url = served.address_told(child, site)
        yield site
    finally:
        stop([child], seconds=8)


def test_a_group_that_is_uploaded_with_a_sign_up_code_is_the_sites_from_then_on(
    phone: Page, table: Table, site_with_code: Site, complaints: Complaints
) -> None:
    complaints.announce(*CUT_OFF, 400)
    keeper = Keeper(phone, table, site_with_code.url)
    keeper.cut()
    start(phone, f"{site_with_code.url}/", POOL, lambda _page, _name: None)
    phone.context.set_offline(False)
    phone.goto(f"{site_with_code.url}/")
    phone.get_by_role("link", name="A session on this device has not been uploaded yet").tap()
    phone.get_by_role("button", name="Upload Asha’s group").tap()
    phone.get_by_label("Sign-up code").fill("friends of the house")
    phone.get_by_role("button", name="Import").tap()
    expect(phone.get_by_role("heading", name="Sessions")).to_be_visible(timeout=LONG)
    assert Club.objects.count() == 2
    phone.goto(f"{site_with_code.url}/")
    expect(phone.get_by_role("link", name="has not been uploaded yet")).to_have_count(0)


def test_what_is_sent_again_and_again_changes_nothing(
    phone: Page, table: Table, along_site: Site, complaints: Complaints
) -> None:
    """The file that a device saves of what waits, item by item, ten times in any order."""
    complaints.announce(*CUT_OFF)
    keeper = Keeper(phone, table, along_site.url)
    keeper.expect_fresh()
    keeper.cut()
    written = [keeper.hand(n, "Dev", Asha=10 + n, Meera=12, Omar=13) for n in (1, 2, 3)]
    items = keeper.outbox()
    assert [item["token"] for item in items] == written
    assert {item["path"] for item in items} == {keeper.url.removeprefix(along_site.url)}
    keeper.back()
    keeper.expect_delivered()
    before = state(table)
    browser = make.client_as(keeper.mine)
    deliveries = items * 10
    random.Random(13).shuffle(deliveries)
    for item in deliveries:
        form = {**item, "names": "{}", "choice": "", "waiting": "0"}
        answer = browser.post(f"/sessions/{table.game.session.code}/offline/deliver/", form).json()
        assert answer["fate"] == "done", answer
    assert state(table) == before
    call_command("checkledger")


def state(table: Table) -> tuple[Any, ...]:
    session = Session.objects.get(pk=table.game.session_id)
    hands = Hand.objects.filter(game=table.game).order_by("pk")
    return (
        session.version,
        [(hand.pk, hand.number, hand.digest, hand.voided_at) for hand in hands],
        balances(session),
    )
