"""A whole session by touch: start, hands, corrections, settling."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Locator, Page, TimeoutError, expect
from pypdf import PdfReader

from tests.helpers.clubs.scanning import held_out
from tests.helpers.clubs.screens import choose

NAMES = ("Asha", "Bala", "Chitra", "Dev")


Tap: TypeAlias = tuple[str, "str | int"]
"""Where, and what: words on the screen, or a count for the pad."""


@dataclass(frozen=True)
class Hand:
    """A hand as it is tapped in; ``slip`` holds the taps first made wrongly, which ``taps``
    repair: at once with Undo, or with a correction ``later``, after the next hand."""

    taps: tuple[Tap, ...]
    slip: tuple[Tap, ...] = ()
    later: bool = False
    shows: str = ""
    """Words on the board after it."""


@dataclass(frozen=True)
class Session:
    game: str
    hands: tuple[Hand, ...]
    transfers: tuple[tuple[str, str, str], ...]
    """Payer, payee and amount of each payment at the end."""
    table: tuple[tuple[str, str], ...]
    """The season's, best first."""
    ends_itself: bool


WON = "Who won?"


POOL = Session(
    game="Pool Rummy",  # the worked example of indian_rummy.md §8
    hands=(
        Hand(
            slip=((WON, "Asha"), ("Bala", 43), ("Chitra", "First drop"), ("Dev", "Middle drop")),
            taps=(("Dev", "Wrong show"),),
            later=True,
            shows="may rejoin at 47",  # by then Dev is out
        ),
        Hand(
            slip=((WON, "Bala"), ("Asha", "Middle drop"), ("Chitra", 62), ("Dev", 29)),
            taps=(("Chitra", 26),),
        ),
        Hand(((WON, "Chitra"), ("Dev", "Rejoins"), ("Bala", "First drop"), ("Dev", "Middle drop"),
              ("Asha", 8)), shows="87"),
        Hand(((WON, "Asha"), ("Dev", "First drop"), ("Bala", 36), ("Chitra", 60)), shows="107"),
        Hand(((WON, "Bala"), ("Asha", 60))),
    ),
    transfers=(("Dev", "Bala", "₹200"), ("Asha", "Bala", "₹100"), ("Chitra", "Bala", "₹100")),
    table=(("Bala", "+400"), ("Asha", "−100"), ("Chitra", "−100"), ("Dev", "−200")),
    ends_itself=True,
)  # fmt: skip


def tap(page: Page, where: str, what: str | int) -> None:
    group = page.get_by_role("group", name=re.compile(rf"^{re.escape(where)}")).first
    if isinstance(what, int):
        count_on_pad(page, group.get_by_label("Points"), what)
        return
    expect(group).to_be_visible()
    key = group.get_by_role("button", name=what)
    group.locator(".chip", has_text=what).or_(key).first.tap()


def count_on_pad(page: Page, box: Locator, points: int) -> None:
    box.tap()
    pad = page.get_by_role("group", name="Number pad")
    for _digit in box.input_value():
        pad.get_by_role("button", name="Delete the last digit").tap()
    for digit in str(points):
        pad.get_by_role("button", name=digit, exact=True).tap()
    expect(box).to_have_value(str(points))


def write(page: Page, taps: tuple[Tap, ...]) -> None:
    for where, what in taps:
        tap(page, where, what)


def save(page: Page, number: int) -> None:
    pad = page.get_by_role("group", name="Number pad")
    if pad.is_visible():
        pad.get_by_role("button", name="Close the number pad").tap()
    expect(page.locator("#slip > details > summary")).to_be_visible()
    page.get_by_role("button", name=f"Save hand {number}").tap()
    expect(page.get_by_text(f"Hand {number} saved.")).to_be_visible()


def settle_up(page: Page) -> None:
    """Settles up by the link in the place of "Save", where a second press is ignored."""
    for _press in range(20):
        page.get_by_role("link", name="Settle up").first.tap()
        with suppress(TimeoutError):
            page.wait_for_url("**/settle/", timeout=1500)
            return
    raise AssertionError("The link did nothing.")


def tab(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="This session").get_by_role("link", name=name).tap()


def put_right(page: Page, number: int, taps: tuple[Tap, ...]) -> None:
    """Edits a hand from the board and gives a reason; the next hand is there at once."""
    page.get_by_role("link", name="Scores").tap()
    page.get_by_role("link", name=f"Hand {number}", exact=True).tap()
    page.get_by_role("link", name="Edit this hand").tap()
    write(page, taps)
    page.get_by_label("Reason for the edit").fill("Told wrongly")
    page.get_by_role("button", name="Save changes").tap()
    expect(page.get_by_text(f"Hand {number} edited.")).to_be_visible()


Picture: TypeAlias = Callable[[Page, str], None]


def start(host: Page, address: str, session: Session, picture: Picture, stakes: str = "") -> None:
    """``stakes``: per point, where the game asks for them."""
    host.goto(address)
    for number, name in enumerate(NAMES, 1):
        host.get_by_label(f"Player {number}").fill(name)
    choose(host, session.game)
    picture(host, "1-front")
    host.get_by_role("button", name="Start", exact=True).tap()
    if stakes:
        host.get_by_label("Money per point").fill(stakes)
        if host.get_by_role("button", name="Preview these rules").is_visible():
            host.get_by_role("button", name="Start", exact=True).tap()  # no scripts: shown first
        expect(host.locator(".dock .stakes")).to_contain_text("Money per point")
        host.get_by_role("button", name="Start", exact=True).tap()
    expect(host.get_by_role("heading", name="Hand 1")).to_be_visible()


def invitation(host: Page, picture: Picture) -> str:
    """The link that the host holds out as a QR code."""
    host.get_by_role("link", name="Scores").tap()
    host.get_by_role("banner").get_by_role("link").tap()
    host.get_by_role("link", name="Invite").tap()
    link = held_out(host, re.sub(r"(//[^/]+).*", r"\1", host.url))
    picture(host, "2-invite")
    return link


def play(host: Page, other: Page, session: Session, picture: Picture) -> None:
    owed: list[tuple[int, Hand]] = []
    for number, hand in enumerate(session.hands, 1):
        write(host, hand.slip or hand.taps)
        picture(host, f"3-hand-{number}")
        save(host, number)
        if hand.slip and not hand.later:
            host.get_by_role("button", name="Undo").tap()
            expect(host.get_by_text(f"Hand {number} deleted.")).to_be_visible()
            write(host, hand.taps)
            save(host, number)
        see(other, number, session)
        for earlier, wrong in owed:
            put_right(host, earlier, wrong.taps)
            if wrong.shows:
                expect(other.get_by_text(wrong.shows)).to_be_visible()
        owed = [(number, hand)] if hand.later else []
        if hand.shows and not hand.later:
            expect(other.get_by_text(hand.shows).first).to_be_visible()
    picture(host, "4-after")
    picture(other, "4-board")


def see(other: Page, number: int, session: Session) -> None:
    """A hand saved on one device appears on the other by itself."""
    ended = session.ends_itself and number == len(session.hands)
    news = f"over · {number} hands" if ended else f"Hand {number + 1} ·"
    expect(other.get_by_text(news)).to_be_visible()


def settle(host: Page, other: Page, session: Session, picture: Picture) -> None:
    if session.ends_itself:
        settle_up(host)
    else:
        host.get_by_role("link", name="Scores").tap()
        tab(host, "Settle up")
        host.get_by_role("link", name="End session").tap()
        host.get_by_role("button", name="End session and settle up").tap()
    tab(other, "Settle up")
    owed = host.locator(".transfer")
    expect(owed).to_have_count(len(session.transfers))
    picture(host, "5-settle")
    for payer, payee, amount in session.transfers:
        expect(owed.filter(has_text=payer).filter(has_text=payee)).to_contain_text(amount)
    for payer, payee, _amount in session.transfers:
        host.get_by_role("button", name=f"Mark as paid {payer} → {payee}").tap()
        expect(host.get_by_role("button", name=f"Undo {payer} → {payee}")).to_be_visible()
    for page in (host, other):
        expect(page.get_by_role("heading", name="All settled up")).to_be_visible()
    if session.ends_itself:
        host.get_by_role("button", name="End session").tap()
    expect(host.get_by_text("· ended")).to_be_visible()
    picture(host, "6-square")


def read_the_statement(host: Page, session: Session, picture: Picture) -> None:
    tab(host, "Statement")
    host.get_by_role("button", name="Create PDF The whole session").tap()
    download = host.get_by_role("link", name="Download PDF The whole session")
    expect(download).to_be_visible()
    picture(host, "7-statement")
    with host.expect_download() as given:
        download.tap()
    assert given.value.suggested_filename.endswith(".pdf")
    paper = PdfReader(BytesIO(Path(given.value.path()).read_bytes()))
    text = "\n".join(page.extract_text() for page in paper.pages)
    assert 1 <= len(paper.pages) <= 4
    for name in (*NAMES, session.game, "Told wrongly"):
        assert name in text


def look_at_the_season(other: Page, session: Session, picture: Picture) -> None:
    tab(other, "Season")
    rows = other.locator(".season tbody tr")
    expect(rows).to_have_count(len(session.table))
    picture(other, "8-season")
    for row, (name, net) in zip(rows.all(), session.table, strict=True):
        expect(row.get_by_role("rowheader")).to_contain_text(name)
        expect(row).to_contain_text(net)
