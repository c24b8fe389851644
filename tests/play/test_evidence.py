"""Tapped cards are counted once, kept with the hand, and shown again as they were counted."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper.clubs.models import Session
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.evidence import arrangements
from scorekeeper.play.selectors import Table
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make
from tests.helpers.factories import NAMES

pytestmark = pytest.mark.django_db

ASHA, DEV = NAMES[:2]
CARDS = "5H 6H 7H 8S 9S 10S JK KD KS 2C 2D 2H QC"
"""Turned up: the four of spades. All but the queen lie in melds."""


def tapped(cards: str = CARDS) -> dict[str, Any]:
    lines = {ASHA: {"finish": "won"}, DEV: {"finish": "counted", "cards": cards}}
    return {"deal": {"turned": "4S"}, "lines": lines}


def played_session() -> Table:
    return make.session("points_rummy", NAMES[:2])


def kept(table: Table) -> dict[int, Arrangement]:
    hand = Hand.objects.filter(game=table.game, voided_at__isnull=True).latest("number")
    return dict(arrangements(hand))


def test_a_saved_hand_keeps_how_its_cards_were_laid():
    table = make.play(played_session(), tapped())
    assert kept(table).keys() == {1}
    assert kept(table)[1].left == (("QC", 10),)
    assert table.fold.totals == (10, -10)


def test_typed_points_leave_no_evidence():
    table = make.play(played_session(), make.pool_hand(ASHA, Dev=10))
    assert kept(table) == {}


def test_a_correction_has_evidence_of_its_own():
    table = make.play(played_session(), tapped())
    hand = Hand.objects.get(game=table.game)
    entry = load_entry(table.rules, table.fold, tapped(CARDS.replace("QC", "9C")), table.names)
    corrections.amend_hand(hand=hand, entry=entry, token=make.token())
    assert kept(table)[1].left == (("9C", 9),)
    hand.refresh_from_db()
    assert dict(arrangements(hand))[1].left == (("QC", 10),)


def test_a_hand_written_in_later_has_evidence_too():
    table = make.play(played_session(), make.pool_hand(ASHA, Dev=10))
    held = Hand.objects.get(game=table.game)
    entry = load_entry(table.rules, table.fold, tapped(), table.names)
    saved = insert_hand(before=held, entry=entry, token=make.token())
    assert dict(arrangements(saved.hand))[1].left == (("QC", 10),)


def test_the_board_shows_the_worth_of_value_cards():
    lines = {ASHA: {"finish": "won", "cards": "3D 3H 2D"}, DEV: {"status": "seen"}}
    maal = {"deal": {"tiplu": "3D"}, "lines": lines}
    table = make.play(make.session("marriage", NAMES[:2]), maal)
    host, hand = make.host_client(table.game.session.club), Hand.objects.get(game=table.game)
    page = host.get(hand_address("scoreboard:hand", hand)).content.decode()
    laid = page[page.index("How the cards were counted") :]
    assert laid.count('class="laid__worth num">+') >= 2
    assert "Nothing is left over." not in laid


def test_the_board_and_the_paper_show_it():
    table = make.play(played_session(), tapped())
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    host, hand = make.host_client(session.club), Hand.objects.get(game=table.game)
    page = host.get(hand_address("scoreboard:hand", hand)).content.decode()
    assert "How the cards were counted" in page
    laid = page[page.index("How the cards were counted") :]
    assert laid.index('aria-label="Melds"') < laid.index("Left:") < laid.index("Q♣")
    assert "Nothing is left over." not in laid
    (row,) = contents(session).games[0].hands
    (counted,) = row.laid
    assert [table.names[person] for person in counted.persons] == [DEV]
    assert [(face.text, face.points) for face in counted.laid.left] == [("Q♣", 10)]
    assert ["5♥", "6♥", "7♥"] in [[f.text for f in g.faces] for g in counted.laid.groups]
    paper = BytesIO(SessionLayout(contents(session)).pdf())
    text = PdfReader(paper).pages[0].extract_text().replace("\n", " ")
    assert "5 ♥ 6 ♥ 7 ♥" in text and "left: Q ♣ 10" in text
