"""Half of the phones of a table are iPhones: the pages on which hands are written stand and work
in WebKit as they do in Chromium, at every game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.clubs.models import Role
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.browser.every_page import begun, let_in
from tests.helpers.browser.law import FILL, WORDS
from tests.helpers.iphones import IPhone
from tests.helpers.served import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.webkit,
    pytest.mark.django_db(transaction=True),
]

ROWS = (Path(__file__).parent / "rows.js").read_text()
APART = 6.0
"""Pixels that two engines may differ by in where they put something."""


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_the_hand_of_every_game_stands_as_in_chromium(
    rules: AnyVariant, iphone: IPhone, site: Site, new_phone: Callable[..., Page]
) -> None:
    table, hand = begun(rules)
    club, path = table.game.session.club, f"/sessions/{table.game.session.code}/games/1/hand/"
    page = new_phone()
    let_in(page, Role.SCORER, club, site.url)
    page.goto(site.url + path)
    iphone.let_in(Role.SCORER, club)
    iphone.open(path)
    apart = differing(page.evaluate(ROWS), iphone.call(ROWS))
    iphone.call(FILL, hand)
    iphone.shown("#slip > details")
    iphone.picture(rules.key)
    faults = [fault for percent in (100, 200) for fault in law(iphone, percent)]
    assert (apart, faults) == ([], [])


def law(iphone: IPhone, percent: int) -> list[str]:
    """The faults of a page at 360 px; a window of Debian's WebKit is at least 334 wide."""
    iphone.resize(360, 740)
    iphone.run("document.documentElement.style.fontSize = arguments[0]", f"{percent}%")
    return [f"text at {percent} %: {fault}" for fault in iphone.call(WORDS, {"width": 360})]


Rows = list[dict[str, Any]]


def differing(ours: Rows, theirs: Rows) -> list[str]:
    """The elements whose place or size differs in the second."""
    if [row["says"] for row in ours] != [row["says"] for row in theirs]:
        return [f"other rows: {[row['says'] for row in ours]} and {theirs}"]
    return [
        f"{here['says']}: {here['at']} and {there['at']}"
        for here, there in zip(ours, theirs, strict=True)
        if any(abs(a - b) > APART for a, b in zip(here["at"], there["at"], strict=True))
    ]


def test_a_hand_is_written_undone_and_written_again(iphone: IPhone) -> None:
    table = make.session("pool_rummy", make.NAMES[:4])
    session = f"/sessions/{table.game.session.code}"
    iphone.let_in(Role.SCORER, table.game.session.club)
    iphone.open(f"{session}/games/1/hand/")
    for number in (1, 2):
        iphone.tap(".who .chip", "Asha")
        for player in range(1, 4):  # the pad goes on by itself: more than 80 cannot be
            for key in "23":
                iphone.tap(f"#pad [data-key='{key}']")
            iphone.reads({f"p{seat}-points": "23" for seat in range(1, player + 1)})
        iphone.tap(".hand__save")
        iphone.shown("[role=status]", f"Hand {number} saved")
    iphone.picture("saved")
    iphone.tap("[role=status] button", "Undo")
    iphone.until(lambda: Hand.objects.filter(voided_at__isnull=True).count() == 1)
    iphone.open(f"{session}/")
    assert "23" in iphone.shown("main").text
    iphone.picture("board")
