"""Partners who report together, from the first tap to the printed sheet: canasta for four."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.core.localization import currencies
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.seasons.selectors import ranked
from scorekeeper.statements.contents.session import for_player
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from scorekeeper.table.scoreboard.session import session_on_board
from tests.helpers import factories as make
from tests.helpers.ledgers import balances

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
TOKEN = "a-token-made-on-the-phone"

FIRST: dict[str, Any] = {
    "who-went_out": "0",
    "p0-natural": "1",
    "p0-mixed": "1",
    "p0-red_threes": "2",
    "p0-melded": "485",
    "p0-in_hand": "0",
    "p1-mixed": "1",
    "p1-red_threes": "1",
    "p1-melded": "240",
    "p1-in_hand": "75",
}
"""1585 to 565: the first two hands of the worked examples in the rules."""


@pytest.fixture
def host(client: Client) -> Client:
    """A device on which four names were typed and canasta was chosen."""
    fields = {"name": list(make.NAMES[:4]), "variant": "canasta", "token": TOKEN}
    client.post(reverse("home:start"), fields)
    return client


def now() -> Table:
    return game_table(Game.objects.get())


def place(name: str, *more: object) -> str:
    table = now()
    return reverse(f"entry:{name}", args=[table.game.session.code, table.game.number, *more])


def post(host: Client, fields: dict[str, Any] | None = None, number: int = 1) -> str:
    data = {**FIRST, "number": number, "token": make.token(), **(fields or {})}
    answer = host.post(place("hand_new"), data, headers=HTMX)
    return str(answer.content.decode())


def test_four_people_sit_down_as_two_sides(host: Client) -> None:
    assert (now().fold.seats, now().fold.side) == (2, 2)
    page = host.get(place("hand_new")).content.decode()
    assert page.count("Asha + Meera") == page.count("Dev + Omar") > 0


def test_the_slip_has_a_line_for_each_side(host: Client) -> None:
    page = " ".join(host.post(place("slip"), FIRST, headers=HTMX).content.decode().split())
    assert "<bdi>Asha</bdi> + <bdi>Meera</bdi> win" in page
    assert "+1,585" in page and "+565" in page
    assert page.count('scope="row"') == 2


def test_the_slip_says_what_each_of_a_side_gets(host: Client) -> None:
    """As the page after the save: each partner pays one of the others."""
    table = make.session("canasta", make.NAMES[:4], {"target": 500}, side=2)
    phone, code = make.client_with(Role.SCORER, table.game.session.club), table.game.session.code
    fields = FIRST | {"token": TOKEN, "number": 1}
    where = [code, table.game.number]
    page = phone.post(reverse("entry:slip", args=where), fields, headers=HTMX).content.decode()
    summary = " ".join(re.sub(r"<[^>]+>", " ", page.split("</summary>")[0]).split())
    over = phone.post(reverse("entry:hand_new", args=where), fields, headers=HTMX).content.decode()
    match = re.search(r"Meera (\+₹[\d,.]+)", summary)
    assert match and f"Asha {match[1]} Meera {match[1]}" in summary
    assert over.count(match[1]) == 2, (summary, over)


def test_a_fault_names_the_side(host: Client) -> None:
    page = " ".join(post(host, {"p1-in_hand": ""}).split())
    assert "<bdi>Dev + Omar</bdi>: Enter the points left in hand." in page
    assert not Hand.objects.exists()


def test_a_hand_counts_and_is_won_for_both_partners(host: Client) -> None:
    assert "Hand 1 saved" in post(host)
    table = now()
    tally = {
        "hands": [1, 1, 1, 1],
        "wins": [1, 0, 1, 0],
        "dealt": [1, 0, 0, 0],
        "dealt_won": [1, 0, 0, 0],
    }
    assert {name: table.game.tally[name] for name in tally} == tally
    ranks = ranked(table.game.session.club).ranks
    assert {rank.name: (rank.hands, rank.wins) for rank in ranks} == {
        "Asha": (1, 1),
        "Meera": (1, 1),
        "Dev": (1, 0),
        "Omar": (1, 0),
    }


def test_the_board_shows_sides_with_their_first_meld(host: Client) -> None:
    post(host)
    shown = session_on_board(now().game.session).selected_game
    assert shown is not None
    assert [(row.total, row.notes, row.won) for row in shown.rows] == [
        (1585, ("first meld 90",), 1),
        (565, ("first meld 50",), 0),
    ]
    page = host.get(reverse("scoreboard:session", args=[now().game.session.code])).content.decode()
    assert "First meld" in page


def test_the_hand_is_told_as_the_sides_reported_it(host: Client) -> None:
    cards = ["0", "0", "0", "5", *["0"] * 10]
    post(host, {"p1-in_hand": "", "p1-in_hand_cards": cards})
    address = hand_address("scoreboard:hand", Hand.objects.get())
    page = host.get(address).content.decode()
    assert "<bdi>Dev + Omar</bdi>" in page
    assert "5 × K" in page


def test_a_corrected_hand_moves_the_score_of_the_side(host: Client) -> None:
    post(host)
    old = Hand.objects.get()
    page = host.get(place("hand_edit", old.token)).content.decode()
    assert 'value="485"' in page
    data = {**FIRST, "p0-melded": "500", "token": make.token(), "number": 1, "amends": old.token}
    host.post(place("hand_edit", old.token), data)
    assert now().fold.totals == (1600, 565)
    assert now().game.tally["hands"] == [1, 1, 1, 1]


def test_two_reports_of_one_hand_are_compared_side_by_side(host: Client) -> None:
    post(host)
    page = post(host, {"p1-melded": "250"})
    assert "already saved hand 1" in page
    assert "Dev + Omar" in page
    assert "240" in page and "250" in page


def finished(host: Client) -> None:
    """Three such hands, and one more, pass 5000."""
    for number in range(1, 5):
        post(host, number=number)


def test_at_the_end_partners_are_paid_across(host: Client) -> None:
    finished(host)
    table = now()
    assert table.fold.over
    money = {player.name: net for player, net in balances(table.game.session).items()}
    assert money == {"Asha": 40800, "Meera": 40800, "Dev": -40800, "Omar": -40800}


def test_the_sheet_has_a_column_for_each_side_and_money_for_each_person(host: Client) -> None:
    finished(host)
    with currencies.reading_as("en-IN"):
        whole = contents(now().game.session)
        (game,) = whole.games
        assert game.sides == ((0, 2), (1, 3))
        assert [hand.outcome.winners for hand in game.hands] == [frozenset({0, 2})] * 4
        assert [cell.points for cell in game.hands[0].outcome.seats] == [1585, 565]
        assert [(p.payer, p.payee, p.amount) for p in game.payments] == [
            (1, 0, 40800),
            (3, 2, 40800),
        ]
        own = for_player(whole, 3)
        assert [line.so_far for line in own.account] == [-40800]
        for sheet in (whole, own):
            assert SessionLayout(sheet).pdf().startswith(b"%PDF")


def test_two_people_are_a_side_each(client: Client) -> None:
    fields = {"name": ["Asha", "Dev"], "variant": "canasta", "token": TOKEN}
    client.post(reverse("home:start"), fields)
    assert "Hand 1 saved" in post(client, {"p0-in_hand": ""})
    assert now().fold.totals == (1585, 565)
    counts = {"hands": [1, 1], "wins": [1, 0], "dealt": [1, 0], "dealt_won": [1, 0]}
    tally = now().game.tally
    assert {name: tally[name] for name in counts} == counts


def test_three_people_are_told_who_can_play(client: Client) -> None:
    fields = {"name": ["Asha", "Dev", "Omar"], "variant": "canasta", "token": TOKEN}
    page = client.post(reverse("home:start"), fields).content.decode()
    assert "Canasta is for two players or two sides." in page
