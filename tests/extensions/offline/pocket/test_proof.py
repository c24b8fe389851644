"""A long session on two phones whose lines break forty times: what the site has of it in the end is
what it would have, had the same been written with a network."""

import random
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.extensions.offline.pocket.proof import (
    begun,
    counts,
    paid,
    paper,
    played_again,
    player_of,
    written,
)
from tests.extensions.offline.pocket.sessions import (
    CUT_OFF,
    DEAD,
    DEAF,
    LONG,
    MUTE,
    OPEN,
    Keeper,
    Line,
    line_to,
)
from tests.helpers import factories as make
from tests.helpers.browser.law import FILL
from tests.helpers.phones import Complaints
from tests.helpers.served import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.programs,
    pytest.mark.django_db(transaction=True),
]
HANDS, CUTS, SPELL = 30, 20, 5
"""Hands of the session; how often each line breaks; after how many hands the pen goes over."""
TOUCHED: Final = frozenset({1, 6, 12, 18, 24, 30})
"""Hands that are tapped in; the others a script fills in, and sends."""
AMENDED: Final = {7: 3, 14: 11, 22: 20}
"""After this hand that one is edited."""
CONTESTED: Final = 11
KILLED: Final = frozenset({4, 13, 21})
WRITES: Final = ("before", "typed", "sent")
WATCHES: Final = ("watched",)
WAYS: Final = (DEAD, DEAD, DEAD, MUTE, DEAF)
WORDS: Final = "() => document.querySelector('#hand').requestSubmit()"


@dataclass
class Breaks:
    """How the line of one device breaks: at which moments (by hand and what is done), for how many
    moments more."""

    line: Line
    keeper: Keeper
    chance: random.Random
    breaks_at: dict[str, int]
    until: int = 0
    count: int = 0

    def moment(self, number: int, what: str) -> None:
        lasts = self.breaks_at.get(f"{number} {what}")
        if self.line.how != OPEN and (lasts or self.until <= 0):
            self.mend()
        self.until -= 1
        if lasts:
            self.until = lasts
            self.count += 1
            self.line.become(self.chance.choice(WAYS))

    def mend(self) -> None:
        self.line.become(OPEN)
        self.keeper.wake()


def drawn(chance: random.Random, place: int) -> dict[str, int]:
    """The moments at which the line of this device breaks, of all in which it has a part."""
    moments = []
    for number in range(1, HANDS + 1):
        has_pen = (number - 1) // SPELL % 2 == place
        moments += [f"{number} {what}" for what in (WRITES if has_pen else WATCHES)]
    return {moment: chance.randint(1, 3) for moment in chance.sample(moments, CUTS)}


@dataclass
class Session:
    """Two phones, one of which holds the pen."""

    table: Table
    breaks: tuple[Breaks, Breaks]
    chance: random.Random
    tokens: list[str] = field(default_factory=list)

    def play(self) -> None:
        for number in range(1, HANDS + 1):
            pen = self.breaks[(number - 1) // SPELL % 2]
            if (number - 1) % SPELL == 0 and number > 1:
                self.hand_over(pen)
            self.watched(pen, number)
            self.hand(pen, number)
            if number in KILLED:
                pen.keeper.killed()
            if number == CONTESTED:
                contest(pen.keeper, number)
            if number in AMENDED:
                amend(pen.keeper, AMENDED[number], self.chance.randint(10, 19))
        for breaks in self.breaks:
            self.arrive(breaks)

    def hand_over(self, pen: Breaks) -> None:
        """The pen goes over where both have a network: the other writes on what was written."""
        for breaks in self.breaks:
            self.arrive(breaks)
        pen.keeper.go(pen.keeper.url)
        pen.keeper.expect_fresh()

    def arrive(self, breaks: Breaks) -> None:
        breaks.mend()
        breaks.keeper.expect_delivered()

    def watched(self, pen: Breaks, number: int) -> None:
        """The line of who only watches breaks, too."""
        other = self.breaks[self.breaks[0] is pen]
        other.moment(number, "watched")

    def hand(self, pen: Breaks, number: int) -> None:
        winner, keeper = self.chance.randrange(6), pen.keeper
        points_by_name = counts(self.chance, winner)
        pen.moment(number, "before")
        heading = keeper.page.get_by_role("heading", name=f"Hand {number}", exact=True)
        expect(heading).to_be_visible(timeout=LONG)
        self.tokens.append(keeper.token)
        fill = tapped if number in TOUCHED else filled
        fill(keeper, make.NAMES[winner], points_by_name)
        pen.moment(number, "typed")
        keeper.save() if number in TOUCHED else keeper.page.evaluate(WORDS)
        pen.moment(number, "sent")
        keeper.expect_saved(number)


def tapped(keeper: Keeper, winner: str, points_by_name: dict[str, int]) -> None:
    keeper.won(winner)
    for name, points in points_by_name.items():
        keeper.count(name).tap()
        keeper.keys(str(points))


def filled(keeper: Keeper, winner: str, points_by_name: dict[str, int]) -> None:
    seats = list(make.NAMES)
    form: dict[str, list[str]] = {
        f"p{seats.index(n)}-points": [str(p)] for n, p in points_by_name.items()
    }
    keeper.page.evaluate(FILL, form | {"who-finish": [str(seats.index(winner))]})


def contest(keeper: Keeper, number: int) -> None:
    """His own line of the hand that he has just written down."""
    page = keeper.page
    keeper.go(keeper.session)
    page.locator("summary", has_text="Dispute my result").tap()
    page.get_by_label("What is wrong?").fill("Counted twice")
    page.get_by_role("button", name=f"Dispute hand {number}").tap()
    expect(page.get_by_text("You dispute your result.")).to_be_visible(timeout=LONG)
    keeper.go(keeper.url)


def amend(keeper: Keeper, number: int, points: int) -> None:
    page = keeper.page
    keeper.go(keeper.session)
    page.get_by_role("link", name=f"Hand {number}", exact=True).tap()
    page.get_by_role("link", name="Edit this hand").tap()
    box = page.locator("#hand [data-pad]:visible").first
    box.evaluate(
        "(box, told) => { box.value = told;"
        " box.dispatchEvent(new Event('input', { bubbles: true })); }",
        str(points),
    )
    page.get_by_label("Reason for the edit").fill("Told wrongly")
    page.get_by_role("button", name="Save changes").tap()
    edited = re.compile(rf"Hand {number} edited( on this phone)?\.")
    expect(page.get_by_text(edited)).to_be_visible(timeout=LONG)


# The same with a network --------------------------------------------------------------------------


# The session
# ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [13])
def test_a_session_of_broken_lines_is_the_same_as_one_with_a_network(
    new_phone: Callable[..., Page], along_site: Site, complaints: Complaints, seed: int
) -> None:
    complaints.announce(*CUT_OFF, 409)
    table, chance = begun(), random.Random(seed)
    with ExitStack() as ends:
        breaks = []
        for place, name in enumerate(make.NAMES[:2]):
            line = ends.enter_context(line_to(along_site))
            keeper = Keeper(new_phone(), table, line.url, player_of(table, name))
            breaks.append(Breaks(line, keeper, chance, drawn(chance, place)))
        session = Session(table, (breaks[0], breaks[1]), chance)
        session.play()
    assert [line_break.count for line_break in breaks] == [CUTS, CUTS]
    again = played_again(table)
    firsts = Hand.objects.filter(game=table.game, replaces=None).order_by("number")
    assert [hand.token for hand in firsts] == session.tokens
    assert Hand.objects.filter(game=table.game).count() == HANDS + len(AMENDED)
    assert written(table) == written(again)
    assert paid(table) == paid(again)
    assert paper(table) == paper(again)
    call_command("checkledger")
