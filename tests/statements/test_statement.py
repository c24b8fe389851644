"""Statements of whole sessions read back: every amount and every sign against the ledger."""

import io
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pypdfium2
import pytest
import zxingcpp
from django.utils import translation
from pypdf import PdfReader
from pypdf.generic import Destination

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Session
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.selectors import players_of
from scorekeeper.play.replays.audit import session_digest
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Way
from scorekeeper.statements.contents.session import Contents, check, for_player
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.drawing.document import WIDTH
from scorekeeper.statements.drawing.layout import grouped
from tests.helpers import factories as make
from tests.helpers.statements import sessions
from tests.helpers.statements.session import drawn, text_of
from tests.statements.placed import Mark, placed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def contents_of(session: Session, person: int | None = None, language: str = "en") -> Contents:
    session.refresh_from_db()
    with translation.override(language), currencies.reading_as("en-IN"):
        pk = None if person is None else list(players_of(session))[person]
        return contents(session, pk)


def scanned(contents: Contents) -> list[str]:
    """What a phone reads from the pages, held before it as they are printed."""
    decoded = []
    for page in pypdfium2.PdfDocument(drawn(contents)):
        picture = page.render(scale=2.5).to_pil()
        decoded += [code.text for code in zxingcpp.read_barcodes(picture, formats=QR)]
    return decoded


def amounts(contents: Contents) -> list[tuple[str, int]]:
    """Address and minor units of every sign that asks for money."""
    queries = [
        parse_qs(urlsplit(text).query) for text in scanned(contents) if text.startswith("upi:")
    ]
    return sorted((query["pa"][0], round(float(query["am"][0]) * 100)) for query in queries)


def owed(session: Session, payer: str = "") -> list[tuple[str, int]]:
    index = {pk: number for number, pk in enumerate(players_of(session))}
    return sorted(
        (f"p{index[t.payee.pk]}@okbank", t.amount)
        for t in session_balances(session).plan.transfers
        if payer in ("", t.payer.name)
    )


def test_every_sign_of_a_session_asks_for_what_the_ledger_says():
    session = sessions.three_games()
    assert len(owed(session)) == 3
    assert amounts(contents_of(session)) == owed(session)


def test_a_player_finds_the_signs_of_his_own_payments_and_no_others():
    session = sessions.three_games()
    for person, name in enumerate(sessions.FOUR):
        assert amounts(contents_of(session, person)) == owed(session, name)


def test_twelve_people_have_twelve_signs_that_are_read():
    session = sessions.large(hands=12)
    assert amounts(contents_of(session)) == owed(session)


def test_an_address_that_is_not_to_be_sent_along_stands_on_no_statement():
    session = sessions.three_games()
    sessions.with_addresses(session, list(players_of(session).values()), sent_along=False)
    for person in (None, *range(4)):
        contents = contents_of(session, person)
        assert amounts(contents) == [] and "okbank" not in text_of(contents)


def test_the_sign_at_the_end_leads_to_the_proof_whose_digest_is_at_the_foot():
    session = sessions.three_games()
    address = proof_links.public_url(session)
    assert address is not None
    for person in (None, 2):
        contents = contents_of(session, person)
        assert address in scanned(contents)
        assert grouped(session_digest(session.games.order_by("number"))) in text_of(contents)
    path = urlsplit(address).path
    assert make.client_as().get(path).status_code == 200
    proof_links.revoke_links(session=session)
    assert [text for text in scanned(contents_of(session)) if text.startswith("http")] == []


def test_the_result_the_balances_and_the_transfers_are_those_of_the_ledger():
    session = sessions.three_games()
    text = text_of(contents_of(session))
    balances = session_balances(session)
    assert "Dev: ahead by ₹136.50 so far" in text
    for player, amount in balances.net.items():
        left = re.escape(currencies.signed(amount, "INR"))
        assert re.search(rf"{player.name} [^ ]+ [^ ]+ {left} ", text)
    for t in balances.plan.transfers:
        line = f"{t.payer.name} pays {t.payee.name} {currencies.money(t.amount, 'INR')}"
        assert line in text
        assert t.amount % 1_000 == 0


def test_what_is_owed_beside_the_games_stands_there_line_by_line():
    text = text_of(contents_of(sessions.three_games()))
    assert "Snacks and tea: ₹475, paid by Dev, split: Equally" in text
    assert text.count("₹118.75") == 4
    assert "rounded to ₹10" in text and "carried over from" in text
    assert text.count(" rounded ₹") == 3


def test_every_hand_has_its_money_and_its_cards():
    contents = contents_of(sessions.three_games())
    flat = text_of(contents)
    for game in contents.games:
        for hand in game.hands:
            for seat in hand.outcome.seats:
                assert seat.reason in flat
                assert not seat.net or currencies.signed(seat.net, "INR") in flat
    assert "5 ♥ 6 ♥ 7 ♥" in flat and "left: Q ♣ 10" in flat
    assert re.search(r"★ ?Joker ?= ?K ?♥", flat), "what it stands for"
    assert "8♠ 9♠ J♠: these do not follow one another. 5 ♥" in flat


def test_money_on_its_way_is_told_and_not_asked_for_again():
    session = sessions.three_games()
    first = session_balances(session).plan.transfers[0]
    make.sends(session, first)
    contents = contents_of(session)
    assert amounts(contents) == owed(session) and len(contents.transfers) == 2
    assert "has sent Dev ₹20, awaiting confirmation" in text_of(contents)


@pytest.mark.parametrize("way", Way)
def test_paper_has_the_transfers_of_the_way_the_session_agreed_on(way):
    session = sessions.three_games()
    ids = list(players_of(session))
    agree(
        session=session,
        token=make.token(),
        by=None,
        way=way,
        banker=ids[3],
        purses=[ids[:2]],
    )
    contents = contents_of(session)
    check(contents)
    wanted = [
        (t.payer.name, t.payee.name, t.amount) for t in session_balances(session).plan.transfers
    ]
    people = contents.people
    assert [(people[t.payer], people[t.payee], t.amount) for t in contents.transfers] == wanted
    assert (str(way.label) in text_of(contents)) == (way != Way.FEWEST)
    for person in range(4):
        assert text_of(contents_of(session, person))


def test_the_same_session_gives_the_same_bytes():
    session = sessions.three_games()
    for person in (None, 1):
        assert drawn(contents_of(session, person)) == drawn(contents_of(session, person))


def test_a_reader_of_screens_finds_title_language_contents_and_typed_letters():
    session = sessions.three_games(("आशा", "Dev", "Meera", "عمر"))
    data = drawn(contents_of(session))
    reader = PdfReader(io.BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "Friday table · 20 Nov 2026"
    assert reader.metadata.subject == "Dev: ahead by ₹136.50 so far"
    assert str(reader.root_object["/Lang"]) == "en"
    titles = [entry.title for entry in reader.outline if isinstance(entry, Destination)]
    assert titles[:2] == ["Settling up", "Expenses and adjustments"]
    assert "Game 3: Rummi" in titles
    drawings = [page.get_contents() for page in reader.pages]
    code = b"".join(drawing.get_data() for drawing in drawings if drawing is not None)
    for name in ("आशा", "عمر"):
        assert b"FEFF" + name.encode("utf-16-be").hex().upper().encode() in code
    text = reader.pages[0].extract_text()
    assert text.index("Friday table") < text.index("Dev: ahead") < text.index("Settling up")


# Read from the right ---------------------------------------------------------------------------


def written(contents: Contents, text: str) -> Mark:
    """Where it stands on the first page."""
    first, *_others = placed(drawn(contents))
    return next(mark for mark in first.words if mark.text.strip() == text)


def test_a_page_read_from_the_right_is_mirrored_and_its_signs_are_not():
    session = sessions.three_games()
    left, right = contents_of(session), contents_of(session, language="ar")
    assert right.leftward and not left.leftward
    first, other = written(left, "Friday table"), written(right, "Friday table")
    assert WIDTH - other.right == pytest.approx(first.x, abs=1)
    assert other.right - other.x == pytest.approx(first.right - first.x)
    assert amounts(right) == owed(session)
    assert [len(PdfReader(io.BytesIO(drawn(contents))).pages) for contents in (left, right)] == [
        3,
        3,
    ]


def test_names_and_amounts_keep_their_own_direction_on_such_a_page():
    session = sessions.three_games(("عائشة", "Dev", "Meera", "עומר"))
    contents = replace(contents_of(session), leftward=True)
    [first, *_others] = placed(drawn(contents))
    for text in ("☐ Meera pays Dev", "₹270", "−₹153.20"):
        assert text in first.text
    assert written(contents, "−₹153.20")
    assert drawn(for_player(contents, 1))


def test_the_cards_that_were_counted_stand_under_the_hand_of_whose_they_were():
    session = sessions.three_games()
    counted = [
        text_of(contents_of(session, person)).count("left:") for person in (None, 0, 1, 2, 3)
    ]
    assert counted == [2, 0, 1, 1, 0]


def test_who_played_and_got_nothing_got_nought_and_who_sat_out_nothing():
    """As the board says it."""
    sat_out = make.pool_hand("Dev", Asha=10) | {"absent": ["Meera"]}
    nobody = {"deal": {"outcome": "void"}, "lines": {}}
    table = make.play(make.session("points_rummy", make.NAMES[:3]), sat_out, nobody)
    whole, meeras = (text_of(contents_of(table.game.session, person)) for person in (None, 2))
    assert " 1 −10 −₹10 ♛ 10 +₹10 – " in whole and " 2 0 0 0 ended void " in whole
    assert " Total −10 −₹10 10 +₹10 0 ₹0 " in whole and " Meera ₹0 " in whole
    assert " 2 ended void 0 Total 0 " in meeras
