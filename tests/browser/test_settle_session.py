"""The end of a session by touch: three games, a cost, a balance of the last one, rounding to 10,
a correction after closing. Every line says why, every sign asks for what is owed, and the club's
document opens on an empty server."""

import re
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import parse
from scorekeeper.play.models import Hand
from scorekeeper.play.services import close_game, close_session
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.payment_details.services import save_addresses
from tests.browser.settling import carry_cookie
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.phones import Complaints
from tests.helpers.served import ROOT, Site, environment

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = make.NAMES[:4]
STEP = 1000
"""₹10 in minor units."""


def last_session(club: Club) -> None:
    """Dev still owes Asha ₹5.50, Meera ₹2.25."""
    table = make.session("points_rummy", NAMES[:3], {"point_value": 25}, club=club)
    table = make.play(table, pool_hand("Asha", Dev=22, Meera=9))
    close_session(session=table.game.session)


def session_to_settle(club: Club) -> Session:
    """Rummi, a pool to its end, and paplu, of which Dev holds the most."""
    table = make.session("rummi", NAMES, club=club)
    counts = {"Asha": 12, "Dev": 61, "Meera": 30, "Omar": 45}
    deal = {"deal": {}, "lines": {name: {"points": n} for name, n in counts.items()}}
    make.play(table, deal, deal)
    close_game(game=table.game)
    session = table.game.session
    pool = make.next_game(session, "pool_rummy", NAMES, {"fee": 2550})
    make.play(
        pool,
        pool_hand("Omar", Asha=70, Dev=65, Meera=40),
        pool_hand("Omar", Asha=40, Dev=50, Meera=30),
        pool_hand("Omar", Meera=60),
    )
    paplu = make.next_game(session, "paplu", NAMES, {"rounds": None, "point_value": 35})
    make.play(paplu, pool_hand("Asha", Dev=43, Meera="first_drop", Omar=17))
    close_game(game=paplu.game)
    return Session.objects.select_related("club").get(pk=session.pk)


@pytest.fixture
def host(new_phone: Callable[..., Page], site: Site) -> Page:
    """A host's phone on the page of settling up, 360 px wide."""
    club = make.club()
    last_session(club)
    session = session_to_settle(club)
    for player in club.players.all():
        upi = {"upi": f"{player.name.lower()}@okbank"}
        save_addresses(player=player, addresses=upi, sent_along=True)
    page = new_phone()
    page.set_viewport_size({"width": 360, "height": 740})
    carry_cookie(page, make.client_with(Role.HOST, club), site.url)
    page.goto(f"{site.url}/sessions/{session.code}/settle/")
    return page


def test_an_session_closes_to_a_statement_that_explains_itself(
    host: Page, tmp_path: Path, screenshot: Callable[..., Path], complaints: Complaints
):
    complaints.announce(400)  # a wrong amount
    session = Session.objects.get(closed_at=None)
    bring_the_last_session(host)
    share_a_cost(host)
    round_to_ten(host)
    host.get_by_role("link", name="End session").tap()  # asked: payments are open
    host.get_by_role("button", name="End session and settle up").tap()
    expect(host.get_by_text("· ended")).to_be_visible()
    correct_a_hand(host, session)
    screenshot(host, "settle-session")
    assert {t.amount % STEP for t in session_balances(session).plan.transfers} == {0}
    every_line_is_explained(host, session)
    every_sign_asks_for_what_is_owed(host, session)
    expect_proven(host)
    the_document_opens_elsewhere(host, session.club, tmp_path)
    assert list(audit_faults(session)) == []


def bring_the_last_session(host: Page) -> None:
    host.get_by_role("link", name="Carry over balances").tap()
    host.locator("#earlier ~ ul a").first.tap()
    expect(host.locator(".carried")).to_have_count(2)
    host.get_by_role("button", name="Carry over here").tap()
    expect(host.get_by_text("Carried over from")).to_be_visible()


def share_a_cost(host: Page) -> None:
    host.get_by_role("link", name="Add expense").tap()
    host.get_by_label("What was it for?").fill("Samosas")
    host.get_by_role("group", name="Who paid it?").get_by_text("Meera").tap()
    host.get_by_label("How much").fill("a lot")
    host.get_by_role("button", name="Save", exact=True).tap()
    expect(host.locator("#amount-error")).to_be_visible()
    host.get_by_label("How much").fill("101.50")
    expect(host.locator("#shares").get_by_text("₹25.38").first).to_be_visible()
    expect(host.locator(".error, [aria-invalid]")).to_have_count(0)
    host.get_by_role("button", name="Save", exact=True).tap()
    expect(host.get_by_role("button", name="Undo Samosas")).to_be_visible()


def round_to_ten(host: Page) -> None:
    host.get_by_role("heading", name="How to settle").tap()
    host.get_by_role("link", name="Banker, households, rounding").tap()
    host.get_by_text("₹10", exact=True).tap()
    host.get_by_role("button", name="Save settlement method").tap()
    expect(host.get_by_role("heading", name="Rounded to ₹10")).to_be_visible()


def correct_a_hand(host: Page, session: Session) -> None:
    """Dev had 34 in the game of paplu: seen first, then written; then it is rounded again."""
    hand = Hand.objects.filter(game__session=session).latest("pk")
    before = dict(session_balances(session).net)
    host.goto(re.sub(r"settle/$", f"games/3/hands/{hand.token}/edit/", host.url))
    host.locator("input[name=p1-points]").fill("34")
    host.locator(".hand__save").tap()
    expect(host.get_by_role("heading", name="Edit hand 1?")).to_be_visible()
    assert session_balances(session).net == before
    host.get_by_role("button", name="Save changes").tap()
    expect(host.get_by_role("heading", name="Edited after the session ended")).to_be_visible()
    host.get_by_role("button", name="Round again").tap()
    expect(host.get_by_role("button", name="Round again")).to_have_count(0)
    assert session_balances(session).net != before


def money(text: str) -> int:
    """Minor units of ``₹1,234.50``, with − or without a sign."""
    number = re.search(r"₹([\d,.]+)", text)
    assert number is not None, text
    whole = round(float(number[1].replace(",", "")) * 100)
    return -whole if "−" in text else whole


def every_line_is_explained(host: Page, session: Session) -> None:
    """One tap leads to sums that come to the line, the next to the hands of each game."""
    statement, plan = host.url, session_balances(session).plan.transfers
    expect(host.locator(".transfer")).to_have_count(len(plan))
    for place, transfer in enumerate(plan):
        line = host.locator(".transfer").nth(place)
        assert money(line.locator(".transfer__amount").inner_text()) == transfer.amount
        line.get_by_role("link", name="Why?").tap()
        expect(host.get_by_role("heading", level=1)).to_contain_text(transfer.payer.name)
        for side in host.locator("main .card").all()[:2]:
            parts = [money(text) for text in side.locator(".list .num").all_inner_texts()]
            settled, *paid = (money(text) for text in side.locator("dd").all_inner_texts())
            assert sum(parts) == settled == sum(paid)
        games = host.locator("main .card").first.locator(".list a")
        for number in range(games.count()):
            games.nth(number).tap()
            expect(host.locator("main [href*='/hands/']").first).to_be_visible()
            host.go_back()
            expect(games.nth(number)).to_be_visible()
        host.goto(statement)


def every_sign_asks_for_what_is_owed(host: Page, session: Session) -> None:
    statement = host.url
    for transfer in session_balances(session).plan.transfers:
        ends = re.compile(rf"{transfer.payer.name}.*{transfer.payee.name}", re.DOTALL)
        row = host.locator(".transfer").filter(has=host.locator(".transfer__who", has_text=ends))
        row.locator("summary").tap()
        row.get_by_role("link", name="QR code to pay by phone").tap()
        sign = host.locator(".invitation__qr")
        expect(sign).to_be_visible()
        (barcode,) = zxingcpp.read_barcodes(Image.open(BytesIO(sign.screenshot(caret="initial"))))
        query = parse_qs(urlsplit(barcode.text).query)
        assert query["pa"] == [f"{transfer.payee.name.lower()}@okbank"]
        assert query["am"] == [f"{transfer.amount / 100:.2f}"] and query["cu"] == ["INR"]
        button = host.get_by_role("link", name=re.compile("^Pay ₹"))
        assert button.get_attribute("href") == barcode.text
        host.goto(statement)


def expect_proven(host: Page) -> None:
    host.get_by_role("link", name="Verify").tap()
    expect(host.get_by_role("heading", name="Everything matches")).to_be_visible()


def the_document_opens_elsewhere(host: Page, club: Club, folder: Path) -> None:
    """Imports it into an empty database, where it has the same digest and is proven too."""
    host.goto(re.sub(r"sessions/.*", f"g/{club.code}/settings/", host.url))
    with host.expect_download() as given:
        host.get_by_role("link", name="Save file").tap()
    file = Path(given.value.path())
    again = folder / "again.json.gz"
    path = folder / "club.json.gz"
    path.write_bytes(file.read_bytes())

    def manage(*words: str) -> str:
        env = environment(DATA_DIR=str(folder / "elsewhere"))
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    manage("migrate", "--verbosity", "0")
    manage("import_club", str(path), "--yes")
    assert "already here, the same" in manage("import_club", str(path))
    output = manage("export_club", club.code, str(again))
    assert parse(path.read_bytes()).digest == parse(again.read_bytes()).digest
    assert parse(path.read_bytes()).digest in output
    manage("verify", club.code)
