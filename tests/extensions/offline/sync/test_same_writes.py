"""Cards, shows and money are answered and written on a phone without a network as on the server."""

import re
from html import unescape
from typing import Any

import pytest

from scorekeeper.clubs.models import Role
from scorekeeper.core.localization.reader import MONEY_COOKIE
from scorekeeper.ledger.models import Payment
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Handover
from tests.extensions.offline.sync.device import Both, Inside, Page
from tests.helpers import factories as make
from tests.helpers.factories import NAMES

pytestmark = [pytest.mark.django_db]
HTMX: dict[str, Any] = {"HX-Request": "true"}
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')

# Cards and shows --------------------------------------------------------------------------------

TURNED = [("deal-turned-rank", "4"), ("deal-turned-suit", "S"), ("number", "1")]
WRONG = "5H 6H 7H / 8S 9S JS / KC KD KH / 2C 2D 2H / QC"
VALID = "5H 6H 7H 8S 9S 10S JK KD KS 2C 2D 2H KC"


@pytest.fixture
def cards(inside: Inside) -> Both:
    session = make.session("points_rummy", NAMES[:3]).game.session
    return Both(make.member(Role.SCORER, session.club), session, inside)


@pytest.mark.parametrize("held", [VALID, WRONG, "5H 5H 5H QC", "nonsense", ""])
def test_cards_are_counted_alike(cards: Both, held: str) -> None:
    path = f"/sessions/{cards.session.code}/games/1/hand/cards/"
    fields = [*TURNED, ("field", "p1-cards"), ("p1-finish", "counted"), ("p1-cards", held)]
    cards.agree(path, fields, **HTMX)
    counted = cards.offline(path, fields, **HTMX).body
    assert ("cards" in counted) is True
    cards.agree(path, [*fields, ("field", "p2-cards"), ("p2-cards", WRONG)], **HTMX)


@pytest.mark.parametrize("held", [VALID, WRONG, "5H 5H"])
@pytest.mark.parametrize("more", [[], [("apply", "1")]])
def test_a_show_is_judged_alike(cards: Both, held: str, more: list[tuple[str, str]]) -> None:
    path = f"/sessions/{cards.session.code}/games/1/hand/show/"
    fields = [*TURNED, ("show-person", "1"), ("show-cards", held), *more]
    cards.agree(path, fields)
    cards.agree(path, fields, **HTMX)


def test_a_hand_with_its_wrong_show_is_saved_alike(cards: Both) -> None:
    page = f"/sessions/{cards.session.code}/games/1/hand/"
    fields = [*TURNED, ("show-person", "1"), ("show-cards", WRONG), ("apply", "1")]
    [there, here] = [
        re.findall(r'name="shown" value="([^"]*)"', ask(f"{page}show/", fields).body)
        for ask in (cards.online, cards.offline)
    ]
    assert there == here != []
    typed = [*TURNED, ("shown", unescape(there[0])), ("token", "a-wrong-show"), ("who-finish", "0")]
    typed += [("p1-finish", "wrong_show"), ("p2-finish", "first_drop")]
    cards.agree_to_write(page, typed)
    laid = cards.inside.rows("SELECT laid FROM play_hand WHERE token = 'a-wrong-show'")
    assert "QC" in str(laid)


# Money ------------------------------------------------------------------------------------------


@pytest.fixture
def owed(inside: Inside) -> Both:
    """Three owe one; a host's device, whose word counts for everybody."""
    table = make.play(make.session("paplu", NAMES[:4], {"rounds": None}), *[PAPLU] * 2)
    return Both(make.member(Role.HOST, table.game.session.club), table.game.session, inside)


PAPLU = {
    "deal": {},
    "lines": {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "points": 43},
        "Meera": {"finish": "first_drop"},
        "Omar": {"finish": "counted", "points": 26},
    },
}


def sent(page: Page, address: str, **typed: str) -> list[tuple[str, str]]:
    """The hidden fields of the first form of a page that goes there; those ``told`` are others."""
    form = next(form for form in FORM.findall(page.body) if f'{address}"' in form)
    fields = dict(INPUT.findall(form)) | typed
    del fields["csrfmiddlewaretoken"]
    return list(fields.items())


def write(both: Both, address: str, **fields: str) -> None:
    """Each side's own form, with the keys that stand there."""
    settle = f"/sessions/{both.session.code}/settle/"
    for ask in (both.online, both.offline):
        answer = ask(f"{settle}{address}", sent(ask(settle), address, **fields))
        assert answer.status == 302, (address, answer.body)
    both.agree(settle)
    both.agree(f"/sessions/{both.session.code}/")


def test_money_is_shown_and_hidden_alike(owed: Both) -> None:
    home = f"/sessions/{owed.session.code}/"
    pages = []
    for shown in ("0", "1"):
        owed.agree(f"{home}money/", [("show", shown)])
        owed.cookies[MONEY_COOKIE] = owed.browser.cookies[MONEY_COOKIE].value
        assert owed.cookies[MONEY_COOKIE] == shown
        owed.agree(home)
        owed.agree(f"{home}settle/")
        pages.append(owed.offline(home).body)
    assert pages[0] != pages[1]


def test_what_is_paid_and_undone_is_written_alike(owed: Both) -> None:
    write(owed, "paid/", token="received", word="received")
    assert len(session_balances(owed.session).plan.transfers) == 2
    write(owed, "unpaid/", token="not received")
    assert len(session_balances(owed.session).plan.transfers) == 3
    write(owed, "paid/", token="received again", word="received", part="1")
    names = ("kind", "payer_id", "payee_id", "amount")
    there = [list(row) for row in Payment.objects.order_by("pk").values_list(*names)]
    assert owed.inside.rows(f"SELECT {', '.join(names)} FROM ledger_payment ORDER BY id") == there


def test_what_is_under_way_is_written_alike(owed: Both) -> None:
    transfer = session_balances(owed.session).plan.transfers[0]
    payer = owed.mine
    payer.player = transfer.payer
    payer.save()
    owed.take()
    write(owed, "paid/", token="sent", word="sent")
    assert Handover.objects.get().payer == transfer.payer
    write(owed, "step/", token="undone", kind="undone")
    assert owed.inside.rows("SELECT kind FROM settlement_handoverstep") == [["undone"]]
    assert len(session_balances(owed.session).plan.transfers) == 3


def test_what_cannot_be_is_refused_alike(owed: Both) -> None:
    home = f"/sessions/{owed.session.code}/"
    for path in ("paid/", "unpaid/", "step/"):
        there, here = (
            ask(f"{home}settle/{path}", [("token", "x"), ("payment", "0")])
            for ask in (owed.online, owed.offline)
        )
        assert there.same == here.same
        assert there.status >= 400
