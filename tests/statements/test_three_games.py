"""A session with three different games settles into one statement that adds up."""

from itertools import pairwise

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Session
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make
from tests.helpers.factories import NAMES, pool_hand

pytestmark = pytest.mark.django_db

ASHA, DEV, MEERA, OMAR = NAMES[:4]
POOL = (
    pool_hand(ASHA, Dev=60, Meera=60, Omar="first_drop"),
    pool_hand(ASHA, Dev="first_drop", Meera="first_drop", Omar="middle_drop"),
    pool_hand(ASHA, Omar="middle_drop"),
)
"""61 pool at a fee of 20: two are out after two hands, the third after three; Asha takes the 80."""
CANASTA = {
    "deal": {},
    "lines": {
        f"{ASHA}+{MEERA}": {"natural": 2, "went_out": True, "melded": 500, "in_hand": 0},
        f"{DEV}+{OMAR}": {"in_hand": 100},
    },
}
"""1000 for two natural canastas, 100 for going out, 500 melded: 1600 to -100."""
RUMMI = {
    "deal": {"result": "hu"},
    "lines": {DEV: {"won": True, "jokers": 1}},
}
"""Everybody pays Dev four units for Hu, and half a unit for his joker."""


def money(session: Session) -> dict[str, int]:
    return {player.name: amount for player, amount in session_balances(session).net.items()}


def three_games() -> Session:
    table = make.session("pool_rummy", NAMES[:4], {"pool": 61, "fee": 2_000})
    session = table.game.session
    table = make.play(table, *POOL)
    assert table.fold.over
    side = make.next_game(session, "canasta", NAMES[:4], {"target": 1_000}, side=2)
    side = make.play(side, CANASTA)
    assert side.fold.over
    deal = make.next_game(session, "rummi", NAMES[:4])
    make.play(deal, RUMMI)
    return Session.objects.select_related("club").get(pk=session.pk)


def test_each_game_adds_its_own_money():
    session = three_games()
    pool = {ASHA: 6_000, DEV: -2_000, MEERA: -2_000, OMAR: -2_000}
    canasta = {ASHA: 1_700, DEV: -1_700, MEERA: 1_700, OMAR: -1_700}
    rummi = {ASHA: -450, DEV: 1_350, MEERA: -450, OMAR: -450}
    expected = {name: pool[name] + canasta[name] + rummi[name] for name in NAMES[:4]}
    assert money(session) == expected
    assert sum(expected.values()) == 0


def test_one_statement_holds_all_three_and_adds_up():
    statement = contents(three_games())
    assert [game.name for game in statement.games] == ["Pool Rummy", "Canasta", "Rummi"]
    assert [len(game.hands) for game in statement.games] == [3, 1, 1]
    for person, balance in enumerate(statement.balances):
        moved = [
            paid.amount * ((paid.payee == person) - (paid.payer == person))
            for game in statement.games
            for paid in game.payments
        ]
        assert balance.games == sum(moved) == balance.left
    left = {person: balance.left for person, balance in enumerate(statement.balances)}
    for transfer in statement.transfers:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert set(left.values()) == {0}
    assert statement.proven
    assert len(statement.transfers) < len(statement.people)


def test_its_paper_names_every_game_and_its_screens_show_the_same_money():
    session = three_games()
    assert SessionLayout(contents(session)).pdf().startswith(b"%PDF")
    host = make.host_client(session.club)
    page = host.get(reverse("settlement:settle", args=[session.code])).content.decode()
    board = host.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    for game in contents(session).games:
        assert game.name in board
    assert all(name in page for name in NAMES[:4])
    numbers = [game.number for game in contents(session).games]
    assert all(b - a == 1 for a, b in pairwise(numbers))
