"""A long session on two phones whose lines break forty times: what the site has of it in the end is
what it would have, had the same been written with a network."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.core.locale import currencies
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.approvals import services as line_words
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand, LineWord
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.papers.session import SessionSheet
from tests.browser.law import FILL
from tests.helpers import factories as make
from tests.helpers.phones import Complaints
from tests.helpers.served import Site
from tests.helpers.turns import TURN
from tests.offline.pocket.sessions import (
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

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.in_turn,
    pytest.mark.django_db(transaction=True),
]
HANDS, CUTS, SPELL = (30, 20, 5) if TURN is None else (12, 8, 5)
"""Hands of the session; how often each line breaks; after how many hands the pen goes over. A turn
of CI plays the beginning of the session, for minutes are all that it has."""
TOUCHED: Final = frozenset({1, 6, 12, 18, 24, 30})
"""Hands that are tapped in; the others a script fills in, and sends."""
AMENDED: Final = {after: of for after, of in ((7, 3), (14, 11), (22, 20)) if after <= HANDS}
"""After this hand that one is edited."""
CONTESTED: Final = 11
KILLED: Final = frozenset({4, 13, 21})
WRITES: Final = ("before", "typed", "sent")
WATCHES: Final = ("watched",)
WAYS: Final = (DEAD, DEAD, DEAD, MUTE, DEAF)
CLOCK: Final = re.compile(r"\d{1,2}:\d\d(\s?[ap]m)?", re.IGNORECASE)
WORDS: Final = "() => document.querySelector('#hand').requestSubmit()"


@dataclass
class Breaks:
    """How the line of one phone breaks: at which moments (by hand and what is done), for how many
    moments more."""

    line: Line
    keeper: Keeper
    chance: random.Random
    at: dict[str, int]
    until: int = 0
    count: int = 0

    def moment(self, number: int, what: str) -> None:
        lasts = self.at.get(f"{number} {what}")
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
    """The moments at which the line of this phone breaks, of all in which it has a part."""
    moments = []
    for number in range(1, HANDS + 1):
        has_pen = (number - 1) // SPELL % 2 == place
        moments += [f"{number} {what}" for what in (WRITES if has_pen else WATCHES)]
    return {moment: chance.randint(1, 3) for moment in chance.sample(moments, CUTS)}


def counts(chance: random.Random, winner: int) -> dict[str, int]:
    """Of each who did not win: few, so that nobody is out after thirty hands."""
    return {name: chance.randint(2, 9) for seat, name in enumerate(make.NAMES) if seat != winner}


@dataclass
class Session:
    """Two phones, one of which holds the pen."""

    at: Table
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
        for each in self.breaks:
            self.arrive(each)

    def hand_over(self, pen: Breaks) -> None:
        """The pen goes over where both have a network: the other writes on what was written."""
        for each in self.breaks:
            self.arrive(each)
        pen.keeper.go(pen.keeper.url)
        pen.keeper.expect_fresh()

    def arrive(self, each: Breaks) -> None:
        each.mend()
        each.keeper.expect_delivered()

    def watched(self, pen: Breaks, number: int) -> None:
        """The line of who only watches breaks, too."""
        other = self.breaks[self.breaks[0] is pen]
        other.moment(number, "watched")

    def hand(self, pen: Breaks, number: int) -> None:
        winner, keeper = self.chance.randrange(6), pen.keeper
        told = counts(self.chance, winner)
        pen.moment(number, "before")
        heading = keeper.page.get_by_role("heading", name=f"Hand {number}", exact=True)
        expect(heading).to_be_visible(timeout=LONG)
        self.tokens.append(keeper.token)
        fill = tapped if number in TOUCHED else filled
        fill(keeper, make.NAMES[winner], told)
        pen.moment(number, "typed")
        keeper.save() if number in TOUCHED else keeper.page.evaluate(WORDS)
        pen.moment(number, "sent")
        keeper.expect_saved(number)


def tapped(keeper: Keeper, winner: str, told: dict[str, int]) -> None:
    keeper.won(winner)
    for name, points in told.items():
        keeper.count(name).tap()
        keeper.keys(str(points))


def filled(keeper: Keeper, winner: str, told: dict[str, int]) -> None:
    seats = list(make.NAMES)
    form: dict[str, list[str]] = {f"p{seats.index(n)}-points": [str(p)] for n, p in told.items()}
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
    expect(page.get_by_text(f"Hand {number} edited.")).to_be_visible(timeout=LONG)


# The same with a network --------------------------------------------------------------------------


def played_again(at: Table) -> Table:
    """The same session in a club of its own, by the services, in the order the site heard of it."""
    there = begun()
    pens = {name: player_of(there, name) for name in make.NAMES[:2]}
    for hand in Hand.objects.filter(game=at.game).order_by("pk"):
        there.game.refresh_from_db()
        there = game_table(there.game)
        assert hand.by
        made = written_by(there, hand, pens[str(hand.by.player)])
        for word in LineWord.objects.filter(hand=hand).order_by("pk"):
            name = word.player.name
            says: dict[str, Any] = {"says": word.says, "why": word.why, "token": word.token}
            line_words.record_word(hand=made, by=pens[name], **says)
    there.game.refresh_from_db()
    return game_table(there.game)


def written_by(there: Table, hand: Hand, pen: Membership) -> Hand:
    return corrected(there, hand, pen) if hand.replaces else recorded(there, hand, pen)


def recorded(there: Table, hand: Hand, pen: Membership) -> Hand:
    entry = load_entry(there.rules, there.fold, hand.entry, there.keys)
    told: dict[str, Any] = {"entry": entry, "number": hand.number, "token": hand.token}
    return services.record_hand(table=there, by=pen, **told).hand


def corrected(there: Table, hand: Hand, pen: Membership) -> Hand:
    assert hand.replaces
    old = Hand.objects.get(game=there.game, token=hand.replaces.token)
    fold = replay_before(there, old, hands_in_force(there.game))
    entry = load_entry(there.rules, fold, hand.entry, there.keys)
    told: dict[str, Any] = {"entry": entry, "token": hand.token, "reason": hand.reason}
    return corrections.amend_hand(hand=old, by=pen, **told).hand


def begun() -> Table:
    """Pool to 201 for six, on a session that asks everybody."""
    at = make.session("pool_rummy", make.NAMES, {"pool": 201})
    at.game.session.consent = True
    at.game.session.save()
    return at


def player_of(at: Table, name: str) -> Membership:
    """A scorer who is this player."""
    mine = make.member(Role.SCORER, at.game.session.club)
    mine.player = next(each for each in at.players if each.name == name)
    mine.save()
    return mine


def written(at: Table) -> list[dict[str, Any]]:
    """Every hand in its order, with its place in the chain, its scores and its payments."""
    return [
        {
            "hand": (hand.number, hand.token, hand.digest, hand.entry, hand.reason),
            "counts": hand.voided_at is None,
            "replaces": hand.replaces and hand.replaces.token,
            "scores": [
                (told.seat, told.revision, told.points, told.won)
                for told in hand.scores.order_by("seat", "revision")
            ],
            "words": [
                (word.player.name, word.says, word.why)
                for word in LineWord.objects.filter(hand=hand).order_by("pk")
            ],
        }
        for hand in Hand.objects.filter(game=at.game).order_by("pk")
    ]


def paid(at: Table) -> list[tuple[Any, ...]]:
    found = Payment.objects.filter(session=at.game.session).order_by("pk")
    return [
        (
            each.hand and each.hand.token,
            each.payer and each.payer.name,
            each.payee and each.payee.name,
            each.amount,
            each.reverses_id is None,
        )
        for each in found
    ]


def paper(at: Table) -> list[str]:
    """Each page of the statement, but for the times."""
    at.game.session.refresh_from_db()
    with currencies.reading_as("en-IN"):
        told = contents(at.game.session)
    file = BytesIO()
    SessionSheet(told).print(file)
    return [CLOCK.sub("…", page.extract_text()) for page in PdfReader(file).pages]


# The session
# ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [13])
def test_a_session_of_broken_lines_is_the_same_as_one_with_a_network(
    new_phone: Callable[..., Page], along_site: Site, complaints: Complaints, seed: int
) -> None:
    complaints.announce(*CUT_OFF, 409)
    at, chance = begun(), random.Random(seed)
    with ExitStack() as ends:
        breaks = []
        for place, name in enumerate(make.NAMES[:2]):
            line = ends.enter_context(line_to(along_site))
            keeper = Keeper(new_phone(), at, line.url, player_of(at, name))
            breaks.append(Breaks(line, keeper, chance, drawn(chance, place)))
        session = Session(at, (breaks[0], breaks[1]), chance)
        session.play()
    assert [each.count for each in breaks] == [CUTS, CUTS]
    again = played_again(at)
    firsts = Hand.objects.filter(game=at.game, replaces=None).order_by("number")
    assert [hand.token for hand in firsts] == session.tokens
    assert Hand.objects.filter(game=at.game).count() == HANDS + len(AMENDED)
    assert written(at) == written(again)
    assert paid(at) == paid(again)
    assert paper(at) == paper(again)
    call_command("checkledger")
