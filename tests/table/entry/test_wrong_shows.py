"""A wrong show that the referee judged is kept with its cards, and shown with the hand."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.evidence import arrangements, wrong_shows
from scorekeeper.play.selectors import Table
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers.factories import NAMES, client_with, session, token

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WRONG = "5H 6H 7H / 8S 9S JS / KC KD KH / 2C 2D 2H / QC"
VALID = "5H 6H 7H 8S 9S 10S JK KD KS 2C 2D 2H KC"
TURNED = {"deal-turned-rank": "4", "deal-turned-suit": "S"}
HTMX = {"HX-Request": "true"}


class Scorer:
    def __init__(self, played_table: Table) -> None:
        self.game_table = played_table
        self.browser: Client = client_with(Role.SCORER, played_table.game.session.club)
        self.place = f"/sessions/{played_table.game.session.code}/games/1/"

    def judged(self, cards: str) -> dict[str, Any]:
        """The page as it is posted, after Dev's show was put into the hand that Asha wins."""
        fields: dict[str, Any] = TURNED | {
            "show-person": "1",
            "show-cards": cards,
            "apply": "1",
            "number": "1",
        }
        page = self.browser.post(f"{self.place}hand/show/", fields, headers=HTMX).content.decode()
        (kept,) = re.findall(r'name="shown" value="([^"]*)"', page)
        fields = TURNED | {"shown": unescape(kept), "number": 1, "token": token(), "who-finish": 0}
        return fields | {"p1-finish": "wrong_show", "p2-finish": "first_drop"}

    def save(self, fields: dict[str, Any], end: str = "hand/") -> Hand:
        self.browser.post(f"{self.place}{end}", fields, headers=HTMX)
        return Hand.objects.get(game=self.game_table.game, voided_at__isnull=True)


@pytest.fixture
def table() -> Scorer:
    return Scorer(session("points_rummy", NAMES[:3]))


def kept(hand: Hand) -> list[tuple[int, int, int]]:
    """Who showed, how many cards, in how many groups."""
    return [(s.claim.person, len(s.claim.cards), len(s.claim.groups)) for s in wrong_shows(hand)]


def test_a_wrong_show_is_kept_with_its_cards_as_they_lay(table: Scorer) -> None:
    hand = table.save(table.judged(WRONG))
    assert kept(hand) == [(1, 13, 5)]
    assert list(arrangements(hand)) == []
    page = table.browser.get(hand_address("scoreboard:hand", hand))
    text = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
    assert "8♠ 9♠ J♠: these do not follow one another." in text
    assert "Wrong show: Dev" in text and "J♠" in text and "Q♣" in text


def test_its_cards_stand_on_paper(table: Scorer) -> None:
    table.save(table.judged(WRONG))
    (game,) = contents(table.game_table.game.session).games
    (wrong,) = game.hands[0].wrong
    assert wrong.person == 1
    assert wrong.sentence.startswith(
        "wrong show of 5♥ 6♥ 7♥ · 8♠ 9♠ J♠ · K♣ K♦ K♥ · 2♣ 2♦ 2♥ · Q♣: "
    )
    assert "these do not follow one another" in wrong.sentence
    assert [[face.card for face in group] for group in wrong.groups][1] == ["8S", "9S", "JS"]


def test_a_show_is_not_kept_where_the_hand_says_something_else(table: Scorer) -> None:
    judged = table.judged(WRONG)
    assert kept(table.save(judged | {"p1-finish": "middle_drop"})) == []


@pytest.mark.parametrize("shown", [f"1:{VALID}", "1:5X", "1:5H 6H", "7:2S", "nonsense;;", ""])
def test_nobody_can_smuggle_in_what_no_referee_would_call_wrong(table: Scorer, shown: str) -> None:
    assert kept(table.save(table.judged(WRONG) | {"shown": shown})) == []


def test_a_valid_show_carries_nothing_along(table: Scorer) -> None:
    assert table.judged(VALID)["shown"] == ""


def test_a_correction_keeps_it_and_so_does_its_undo(table: Scorer) -> None:
    judged = table.judged(WRONG)
    first = table.save(judged)
    page = table.browser.get(f"{table.place}hands/{first.token}/edit/").content.decode()
    assert re.search(r'name="shown" value="1:5H 6H 7H / 8S 9S JS', page)
    changed = judged | {"token": token(), "p2-finish": "middle_drop"}
    second = table.save(changed, f"hands/{first.token}/edit/")
    assert second.replaces_id == first.pk and kept(second) == [(1, 13, 5)]
    third = table.save({"token": token()}, f"hands/{first.token}/restore/")
    assert third.entry == first.entry and kept(third) == [(1, 13, 5)]


def test_who_is_out_of_the_pool_declares_only_after_coming_back() -> None:
    table = session("pool_rummy", NAMES[:4])
    out = {"p1-finish": "wrong_show", "p2-finish": "first_drop", "p3-finish": "first_drop"}
    scorer = Scorer(table)
    for number in (1, 2):
        fields = {"number": number, "token": token(), "who-finish": 0} | out
        scorer.browser.post(f"{scorer.place}hand/", fields, headers=HTMX)
    page = scorer.browser.get(f"{scorer.place}hand/").content.decode()
    declarers = re.findall(r"<label[^>]*>\s*<input[^>]*name=.show-person.[^>]*>", page)
    hidden = ["data-off" in chip for chip in declarers]
    assert hidden == [False, True, False, False]
    assert "rejoin" in declarers[1]
