"""Tapped cards through HTTP: how they are counted, and what the referee says to a show."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

import pytest

from scorekeeper.clubs.models import Role
from scorekeeper.engine.cards import NUMBER_TILES, PLAYING_CARDS
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.engine.questions.kinds import Cards, questions
from scorekeeper.engine.referee import Verdict
from scorekeeper.engine.words import _
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.cards import arrangement_of_cards, lay_out
from scorekeeper.variants import VARIANTS
from tests.helpers.engine.changed import changed
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session, token

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HTMX = {"HX-Request": "true"}
PURE = "5H 6H 7H"
VALID = f"{PURE} 8S 9S 10S JK 2C 2D 2H KD KS KC"
"""Thirteen cards in melds, with a four turned up."""
TURNED = {"deal-turned-rank": "4", "deal-turned-suit": "S"}


class Page(HTMLParser):
    """What stands in the inputs of an answer, and its ``.laid`` parts by field."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.laid: dict[str, dict[str, str | None]] = {}
        self.keys: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if "data-for" in attributes:
            self.laid[str(attributes["data-for"])] = attributes
        if tag == "button":
            self.keys.append(attributes)
        if tag == "select":
            self.select = str(attributes["name"])
        if tag == "option" and "selected" in attributes:
            self.fields[self.select] = [attributes["value"] or ""]
        ticked = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if tag == "input" and attributes.get("name") and ticked:
            self.fields.setdefault(str(attributes["name"]), []).append(
                attributes.get("value") or ""
            )


@dataclass
class Scorer:
    """A device at the capture page of a game."""

    game_table: Table

    def __post_init__(self) -> None:
        self.browser = client_with(Role.SCORER, self.game_table.game.session.club)

    def post(self, end: str, fields: dict[str, Any], *, htmx: bool = True) -> Any:
        game = self.game_table.game
        place = f"/sessions/{game.session.code}/games/{game.number}/hand/{end}"
        return self.browser.post(place, fields, headers=HTMX if htmx else {})

    def counted(self, field: str, fields: dict[str, Any]) -> dict[str, str | None]:
        answer = self.post("cards/", fields | {"field": field})
        assert answer.status_code == 200
        return Page(text(answer)).laid[field]

    def shown(self, person: int | str, cards: str, **fields: Any) -> str:
        """What the referee says, as text."""
        fields |= {"show-person": person, "show-cards": cards}
        return plain(text(self.post("show/", fields)))

    def applied(self, person: int, cards: str, **fields: Any) -> dict[str, list[str]]:
        fields |= {"show-person": person, "show-cards": cards, "apply": "1"}
        answer = self.post("show/", fields)
        assert answer.status_code == 200
        return Page(text(answer)).fields


def text(answer: Any) -> str:
    return str(answer.content.decode())


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split()).replace(" :", ":")


def scorer(variant: str, names: Any = NAMES[:3], side: int = 1, **options: Any) -> Scorer:
    return Scorer(session(variant, names, options, side=side))


@pytest.fixture
def points() -> Scorer:
    return scorer("points_rummy")


@pytest.fixture
def gin() -> Scorer:
    return scorer("gin_rummy", NAMES[:2])


# One field -----------------------------------------------------------------------------------


def test_cards_are_counted_with_how_they_are_laid() -> None:
    table = scorer("kalookie")
    answer = table.post("cards/", {"field": "p1-cards", "p1-cards": "KH 2S JK"})
    laid = Page(text(answer)).laid["p1-cards"]
    assert (laid["data-points"], laid["data-cards"]) == ("27", "3 cards")
    assert "Left: Joker 15 K♥ 10 2♠ 2 = 27" in plain(text(answer))


def test_melds_stand_apart_from_what_is_left(points: Scorer) -> None:
    fields = TURNED | {"p1-finish": "counted", "p1-cards": VALID.replace("2H KD", "3H QD")}
    answer = points.post("cards/", fields | {"field": "p1-cards"})
    assert Page(text(answer)).laid["p1-cards"]["data-points"] == "17"
    assert "Pure sequence: 8♠ 9♠ 10♠" in plain(text(answer))
    assert "Left: Q♦ 10" in plain(text(answer))
    assert "Joker as" in plain(text(answer))


@pytest.mark.parametrize("key", VARIANTS)
def test_cards_of_every_game_are_counted(key: str) -> None:
    names = [q.name for q in questions(VARIANTS[key].line) if isinstance(q.kind, Cards)]
    table = scorer(key, NAMES[: max(2, VARIANTS[key].seats.start)])
    for name in names:
        fields = {"field": f"p0-{name}", f"p0-{name}": "5H"}
        answer = table.post("cards/", fields, htmx=False)
        assert answer.status_code in (200, 404), name  # 404: not asked by the usual rules


def test_several_fields_are_counted_with_one_question() -> None:
    table = scorer("kalookie")
    fields = {"field": ["p1-cards", "p2-cards"], "p1-cards": "KH", "p2-cards": "2S 3S"}
    laid = Page(text(table.post("cards/", fields))).laid
    assert {name: cell["data-points"] for name, cell in laid.items()} == {
        "p1-cards": "10",
        "p2-cards": "5",
    }


def test_text_is_read_in_either_case_and_with_symbols() -> None:
    table = scorer("kalookie")
    for cards in ("kh 10s jk", "K♥ T♠ JK", "KH, 10S; jk"):
        assert table.counted("p1-cards", {"p1-cards": cards})["data-points"] == "35"


def test_the_cards_of_a_side_of_the_table_stand_by_themselves() -> None:
    """Rummy 500 asks for two fields of cards: each is told what its own cards come to."""
    table = scorer("rummy_500")
    fields = {"p0-melded_cards": "KH KS KD", "p0-in_hand_cards": "2S 3S"}
    answer = table.post("cards/", fields | {"field": ["p0-melded_cards", "p0-in_hand_cards"]})
    laid = Page(text(answer)).laid
    melded, in_hand = laid["p0-melded_cards"], laid["p0-in_hand_cards"]
    assert (melded["data-cards"], in_hand["data-cards"]) == ("3 cards", "2 cards")
    assert (in_hand["data-points"], str(melded["data-points"]).lstrip("+")) == ("5", "30")


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("5X", "These cannot be read as cards"),
        (PURE, "There are 3 cards here; it takes 13"),
    ],
)
def test_what_cannot_be_counted_says_why(points: Scorer, cards: str, message: str) -> None:
    fields = TURNED | {"p1-finish": "counted", "p1-cards": cards, "field": "p1-cards"}
    answer = points.post("cards/", fields)
    laid = Page(text(answer)).laid["p1-cards"]
    assert "data-error" in laid and not laid["data-points"]
    assert message in plain(text(answer))


def test_a_number_of_cards_is_said_in_the_words_of_the_pack() -> None:
    table = scorer("rummikub")
    assert table.counted("p1-cards", {"p1-cards": "13K 1R"})["data-cards"] == "2 tiles"
    assert table.counted("p1-cards", {"p1-cards": "13K"})["data-cards"] == "1 tile"


def test_no_cards_count_nothing_but_tell_what_is_wild(points: Scorer) -> None:
    counted = points.counted("p1-cards", TURNED)
    assert counted["data-points"] == ""
    assert set(str(counted["data-wild"]).split()) == {"4S", "4H", "4D", "4C"}


def test_the_packs_in_play_are_those_of_the_table() -> None:
    stocks = [scorer("points_rummy", decks=packs).counted("p1-cards", {}) for packs in (2, 3)]
    assert [str(stock["data-stock"]).split()[0] for stock in stocks] == ["2", "3"]


def test_what_others_at_the_table_hold_is_refused_by_the_rules(gin: Scorer) -> None:
    """The page greys these keys out; typed all the same, the game says so."""
    first, other = "AS 2S 3S 4S 5S 6S 7S 8S 9S KS", "AH 2H 3H 4H 5H 6H 7H 8H 9H KS"
    fields = {"p0-cards": first, "p1-cards": other, "who-knocked": "0", "field": "p1-cards"}
    answer = gin.post("cards/", fields)
    assert "Both hands hold the same card." in plain(text(answer))


@pytest.mark.parametrize(
    "field", ["", "p9-cards", "p0-points", "deal-result", "who-won", "nothing"]
)
def test_a_field_without_cards_is_not_found(field: str) -> None:
    table = scorer("kalookie")
    assert table.post("cards/", {"field": field}).status_code == 404


def test_a_question_about_a_hand_that_was_saved_meanwhile_is_left_unanswered() -> None:
    """Its fields are not those of the next hand: somebody may be out by then."""
    table = scorer("kalookie")
    lost = {"Dev": {"points": 150}, "Meera": {"points": 3}}
    play(table.game_table, {"deal": {}, "lines": {"Asha": {"won": True}} | lost})
    answer = table.post("cards/", {"number": "1", "field": "p1-cards"})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_show_is_not_a_field_where_there_is_no_referee() -> None:
    assert scorer("kalookie").post("cards/", {"field": "show-cards"}).status_code == 404


def test_only_those_who_score_may_ask(points: Scorer) -> None:
    points.browser = client_with(Role.VIEWER, points.game_table.game.session.club)
    for end in ("cards/", "show/"):
        assert points.post(end, {"field": "p1-cards"}).status_code in (302, 403, 404)


def test_cards_of_a_hand_that_is_corrected_are_counted_in_its_place() -> None:
    """In gin the seat that rests depends on the hands before."""
    table = scorer("gin_rummy")
    played_table = table.game_table
    hand = {"deal": {}, "lines": {"Asha": {"knocked": True, "deadwood": 3}, "Dev": {"deadwood": 9}}}
    hand["lines"]["Meera"] = {"sat_out": True}
    play(played_table, hand)
    amended = Hand.objects.get(game=played_table.game)
    fields = {"amends": amended.token, "p1-cards": "KH KS KD 2S 3S 4S 9H 9C 8D AC"}
    assert table.counted("p1-cards", fields)["data-points"] == "27"
    assert Hand.objects.count() == 1


def test_asking_writes_nothing(points: Scorer) -> None:
    points.counted("p1-cards", TURNED | {"p1-finish": "counted", "p1-cards": VALID})
    points.shown(0, VALID, **TURNED)
    points.applied(0, VALID, **TURNED)
    assert not Hand.objects.exists()


# The part of an arrangement that stands in one field --------------------------------------------


def group(cards: str, worth: int | None = None) -> Group:
    group_cards = tuple(cards.split())
    return Group("set", group_cards, (None,) * len(group_cards), worth)


def test_each_card_belongs_to_one_field() -> None:
    whole = Arrangement(
        (group("KH KS KD", 30), group("2S 2H 2D", 6)), (("KH", 10), ("KH", 10), ("3C", 3))
    )
    part = arrangement_of_cards(whole, ("KH", "KS", "KD", "KH"))
    assert [card_group.cards for card_group in part.groups] == [("KH", "KS", "KD")]
    assert part.left == (("KH", 10),)
    assert (part.worth, part.points) == (30, 10)


def test_what_groups_are_worth_is_told_only_where_they_are_worth_something() -> None:
    assert lay_out(Arrangement((group("2S 2H 2D"),), ()), PLAYING_CARDS).worth is None
    assert lay_out(Arrangement((group("2S 2H 2D", 0),), ()), PLAYING_CARDS).worth == 0


def test_red_is_what_is_red_in_this_pack() -> None:
    cards = lay_out(Arrangement((), (("5H", 5), ("5D", 5), ("5S", 5), ("JK", 0))), PLAYING_CARDS)
    tiles = lay_out(Arrangement((), (("5R", 5), ("5B", 5))), NUMBER_TILES)
    assert [face.is_red for face in cards.left] == [True, True, False, False]
    assert [face.is_red for face in tiles.left] == [True, False]


# A show --------------------------------------------------------------------------------------


def test_a_valid_show_is_called_so_with_its_melds(points: Scorer) -> None:
    shown = points.shown(0, VALID, **TURNED)
    assert "✓ Valid" in shown and "Add to this hand" in shown
    assert "Pure sequence: 8♠ 9♠ 10♠" in shown and "Nothing is left over." in shown


def test_an_invalid_show_names_the_rule_and_the_price(points: Scorer) -> None:
    shown = points.shown(0, VALID.replace("6H", "6C"), **TURNED)
    assert "✗ Not valid" in shown
    assert "80 points" in shown


def test_melds_are_checked_as_they_were_laid(points: Scorer) -> None:
    """All cards fit into melds, but not into these."""
    groups = f"{PURE} / 8S 9S 10S JK / 2C 2D 2H KD / KS KC"
    shown = points.shown(0, groups, **TURNED)
    assert "Not valid" in shown and "2♣ 2♦ 2♥ K♦" in shown
    assert "✓ Valid" in points.shown(0, f"{PURE} / 8S 9S 10S JK / 2C 2D 2H / KD KS KC", **TURNED)


def test_groups_may_stand_on_lines_of_their_own(points: Scorer) -> None:
    shown = points.shown(0, f"{PURE}\n8S 9S 10S JK|2C 2D 2H / KD KS KC", **TURNED)
    assert "✓ Valid" in shown


def test_somebody_has_to_show(points: Scorer) -> None:
    for nobody in ("", "7", "Asha"):
        shown = points.shown(nobody, VALID, **TURNED)
        assert "Tap who declared." in shown and "Valid" not in shown


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("", "There are 0 cards here; it takes 13."),
        (f"{VALID} 3S", "There are 14 cards here; it takes 13."),
        (VALID.replace("5H", "5X"), "cannot be read as cards"),
        (VALID.replace("5H 6H 7H", "5H 5H 5H"), "There are only 2 of 5♥, not 3."),
    ],
)
def test_cards_that_cannot_be_shown_are_refused_beside_their_field(
    points: Scorer, cards: str, message: str
) -> None:
    fields = TURNED | {"show-person": 0, "show-cards": cards}
    html = text(points.post("show/", fields))
    assert message in plain(html)
    assert 'id="f-show-cards-error"' in html and 'aria-invalid="true"' in html
    assert Page(html).fields["show-cards"] == [cards]
    assert Page(html).fields["show-person"] == ["0"]


def test_a_missing_answer_of_the_deal_is_asked_for_by_its_place() -> None:
    table = scorer("gin_rummy", NAMES[:2], oklahoma=True)
    fields = {"show-person": 0, "show-cards": "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"}
    html = text(table.post("show/", fields))
    assert 'href="#f-deal-upcard"' in html and "Name the first upcard." in html


def test_a_game_without_a_referee_judges_nothing() -> None:
    table = scorer("kalookie")
    assert table.post("show/", {"show-person": 0, "show-cards": "2S"}).status_code == 404
    page = table.browser.get(f"/sessions/{table.game_table.game.session.code}/games/1/hand/")
    assert "Check a declared hand" not in text(page)


def test_somebody_out_of_the_game_cannot_show() -> None:
    table = scorer("pool_rummy", rejoin_up_to=1)
    for _hand in range(2):
        play(table.game_table, pool_hand("Asha", Dev=5, Meera=80))
    page = text(table.browser.get(f"/sessions/{table.game_table.game.session.code}/games/1/hand/"))
    chips = re.findall(r'name="show-person"\s+value="(\d)"', page)
    assert chips == ["0", "1"]


def declarers(page: str) -> dict[str, bool]:
    """Who may be tapped as the one who declared, and whether that is hidden now."""
    chips = re.findall(r"<label([^>]*)>\s*<input[^>]*name=.show-person.\s+value=.(\d)", page)
    return {person: "data-off" in label for label, person in chips}


def test_who_rests_cannot_knock() -> None:
    table = scorer("gin_rummy")
    page = text(table.browser.get(f"/sessions/{table.game_table.game.session.code}/games/1/hand/"))
    assert declarers(page) == {"0": False, "1": False, "2": True}
    hand = "4H 5H 6H 9S 9D 9C KS KD KC KH"
    assert "Tap who knocked." in table.shown(2, hand, **{"who-sat_out": "2"})
    assert "Valid" in table.shown(2, hand, **{"who-sat_out": "0"})


def test_who_sits_out_cannot_declare(points: Scorer) -> None:
    fields = TURNED | {"p1-absent": "on", "show-person": "1", "show-cards": VALID}
    page = text(points.post("show/", fields, htmx=False))
    assert declarers(page) == {"0": False, "1": True, "2": False}
    assert "Tap who declared." in plain(page)


def test_cards_of_a_show_may_be_as_many_as_a_show_has(gin: Scorer) -> None:
    page = text(gin.browser.get(f"/sessions/{gin.game_table.game.session.code}/games/1/hand/"))
    assert 'data-sizes="10 11"' in page[page.index('name="show-cards"') :]
    counted = gin.counted("show-cards", {"show-person": "0", "show-cards": "5H / 6H"})
    assert (counted["data-cards"], counted["data-stock"]) == ("2 cards", "1 JK:0")


# Put into the hand ---------------------------------------------------------------------------


def test_a_valid_show_wins_and_leaves_the_rest_as_it_was(points: Scorer) -> None:
    typed = TURNED | {"who-finish": "2", "p1-finish": "first_drop", "p2-finish": "counted"}
    applied = points.applied(0, VALID, **typed, **{"p2-points": "43", "p0-points": "7"})
    assert applied["who-finish"] == ["0"]
    assert applied["p1-finish"] == ["first_drop"]
    assert applied["p2-points"] == ["43"]
    assert (applied["deal-turned-rank"], applied["deal-turned-suit"]) == (["4"], ["S"])
    assert applied["show-cards"] == [""] and "show-person" not in applied


def test_a_wrong_show_stands_in_the_persons_own_row_and_he_has_not_won(points: Scorer) -> None:
    applied = points.applied(0, VALID.replace("6H", "6C"), **TURNED, **{"who-finish": "0"})
    assert "who-finish" not in applied
    assert applied["p0-finish"] == ["wrong_show"]


def test_a_wrong_show_does_not_move_anothers_win(points: Scorer) -> None:
    applied = points.applied(0, VALID.replace("6H", "6C"), **TURNED, **{"who-finish": "1"})
    assert applied["who-finish"] == ["1"]


TWENTY_ONE = "3H 4H 5H 6S 7S 8S 9D 10D JD 2C 2D 2H KD KS KC QH QD QS AC 3C 5D"
WRONG_SHOWS = {
    "points_rummy": (TURNED, VALID.replace("6H", "6C")),
    "pool_rummy": (TURNED, VALID.replace("6H", "6C")),
    "deals_rummy": (TURNED, VALID.replace("6H", "6C")),
    "paplu": (TURNED, VALID.replace("6H", "6C")),
    "rummy_21": (TURNED, TWENTY_ONE),
    "rummy_27": (TURNED, f"{TWENTY_ONE} AD 4C 6D 8C 10H JS"),
    "marriage": ({"deal-tiplu-rank": "4", "deal-tiplu-suit": "S"}, TWENTY_ONE),
}
"""By game: the card turned up, and cards that cannot be shown then."""


def test_every_game_whose_wrong_show_is_entered_has_one_here() -> None:
    assert {key for key, rules in VARIANTS.items() if rules.shows} - {"gin_rummy"} == set(
        WRONG_SHOWS
    )


@pytest.mark.parametrize("variant", WRONG_SHOWS)
def test_after_a_wrong_show_of_one_of_two_the_other_has_won(variant: str) -> None:
    turned, cards = WRONG_SHOWS[variant]
    options: dict[str, Any] = {"foul": "this_hand"} if variant == "marriage" else {}
    applied = scorer(variant, NAMES[:2], **options).applied(1, cards, **turned)
    assert applied["who-finish"] == ["0"]
    assert "wrong_show" in applied.get("p1-finish", ()) or applied["p1-status"] == ["foul"]


def test_after_a_wrong_show_who_won_is_asked_unless_one_alone_is_left(points: Scorer) -> None:
    wrong = VALID.replace("6H", "6C")
    still_asked = points.applied(1, wrong, **TURNED, **{"p2-finish": "counted"})
    assert "who-finish" not in still_asked
    dropped = points.applied(1, wrong, **TURNED, **{"p2-finish": "first_drop"})
    assert dropped["who-finish"] == ["0"]
    shown_before = {"p2-finish": "wrong_show", "shown": f"2:{wrong}"}
    assert points.applied(1, wrong, **TURNED, **shown_before)["who-finish"] == ["0"]


@pytest.mark.parametrize(("cards", "finish"), [(VALID, "won"), ("5C 9H " + VALID[6:], "wrong")])
def test_a_hand_declared_in_its_row_is_entered_with_its_verdict(
    points: Scorer, cards: str, finish: str
) -> None:
    fields = TURNED | {"show-person": "0", "show-cards": cards, "apply": "at_once"}
    answer = points.post("show/", fields)
    assert answer.headers["HX-Retarget"] == "#capture"
    page = Page(text(answer)).fields
    assert (page.get("who-finish") == ["0"]) == (finish == "won")
    assert ("wrong_show" in page.get("p0-finish", ())) == (finish == "wrong")
    words = plain(text(answer))
    assert ("✓ Valid" if finish == "won" else "✗ Not valid") in words
    assert "Nothing is saved yet." in words and "Add to this hand" not in words


def test_a_verdict_that_answers_nothing_is_only_shown(gin: Scorer) -> None:
    fields = {"show-person": "0", "show-cards": "AS 2H 3D 5C 7S 8D 10C JS QD 6C"}
    answer = gin.post("show/", fields | {"apply": "at_once"})
    assert answer.headers["HX-Retarget"] == "#referee"
    assert "Not valid" in plain(text(answer)) and 'id="capture"' not in text(answer)


def test_a_correction_keeps_its_reason_and_its_hand(points: Scorer) -> None:
    play(points.game_table, pool_hand("Asha", Dev=5, Meera=80))
    fields = TURNED | {"amends": Hand.objects.get().token, "reason": "He showed wrong"}
    shown = points.applied(1, VALID, **fields)
    assert shown["reason"] == ["He showed wrong"] and shown["amends"] == [fields["amends"]]
    assert shown["who-finish"] == ["1"]


def test_what_is_still_missing_is_a_hint_and_no_error(points: Scorer) -> None:
    fields = TURNED | {"show-person": 0, "show-cards": VALID, "apply": "1"}
    answer = points.post("show/", fields)
    assert "hand-changed" in answer.headers["HX-Trigger-After-Settle"]
    html = text(answer)
    assert 'class="error"' not in html and "faults" not in html
    assert "slip__hint" in html
    assert "Nothing is saved yet." in plain(html)


def test_the_answers_of_a_deal_go_to_the_table_where_it_was_played() -> None:
    table = scorer("gin_rummy", NAMES[:4], side=2)
    gin_hand = "4H 5H 6H 9S 9D 9C KS KD KC KH"
    applied = table.applied(3, gin_hand, **{"deal-result": "knock", "who-knocked": "0"})
    assert applied["deal1-result"] == ["gin"] and applied["deal-result"] == ["knock"]
    assert applied["who1-knocked"] == ["3"] and applied["who-knocked"] == ["0"]


def test_a_knock_brings_its_deadwood_along(gin: Scorer) -> None:
    applied = gin.applied(1, "4H 5H 6H 9S 9D 9C KS KD KC 2S", **{"p0-deadwood": "30"})
    assert applied["who-knocked"] == ["1"]
    assert applied["p1-deadwood"] == ["2"] and applied["p0-deadwood"] == ["30"]


def verdict(**fields: Any) -> Verdict:
    return Verdict(valid=True, sentence=_("Stands."), **fields)


@pytest.fixture
def ruled() -> Iterator[Any]:
    """``ruled(key, verdict)``: the referee of this game always says so."""
    with patch.dict(VARIANTS):

        def rule(key: str, judgement: Verdict) -> Scorer:
            VARIANTS[key] = changed(
                VARIANTS[key], shows=range(1, 99), judge=lambda game, deal, claim: judgement
            )
            return scorer(key)

        yield rule


def test_cards_melds_and_the_card_turned_up_are_written_as_they_are_typed(ruled: Any) -> None:
    deal = {"turned": "10H"}
    table = ruled("points_rummy", verdict(deal=deal, answers={"cards": VALID}))
    applied = table.applied(1, "2S")
    assert (applied["deal-turned-rank"], applied["deal-turned-suit"]) == (["10"], ["H"])
    assert applied["p1-cards"] == [VALID]
    table = ruled("gin_rummy", verdict(answers={"melds": ["4H 5H 6H", "9S 9D 9C"]}))
    assert table.applied(1, "2S")["p1-melds"] == ["4H 5H 6H / 9S 9D 9C"]


def test_a_joker_turned_up_has_no_suit(ruled: Any) -> None:
    table = ruled("points_rummy", verdict(deal={"turned": "JK"}))
    applied = table.applied(1, "2S", **TURNED)
    assert applied["deal-turned-rank"] == ["JK"] and "deal-turned-suit" not in applied


def test_what_the_page_does_not_ask_is_left_out(ruled: Any) -> None:
    table = ruled("kalookie", verdict(deal={"nothing": 1}, answers={"nothing": 2, "points": 12}))
    assert table.applied(1, "2S")["p1-points"] == ["12"]


def test_a_better_way_is_told_though_the_show_is_legal(ruled: Any) -> None:
    table = ruled("kalookie", verdict(hint="There is better."))
    shown = table.shown(1, "2S")
    assert "✓ Valid" in shown and "There is better." in shown
    assert "Add to this hand" not in shown


# Without script ------------------------------------------------------------------------------


def test_without_script_the_whole_page_comes_back_as_it_was_typed(points: Scorer) -> None:
    typed = TURNED | {"show-person": "0", "show-cards": VALID, "p1-points": "x", "p2-points": "43"}
    answer = points.post("show/", typed | {"p1-finish": "counted", "token": "mine"}, htmx=False)
    html, fields = text(answer), Page(text(answer)).fields
    assert "<html" in html and "✓ Valid" in plain(html)
    assert fields["p2-points"] == ["43"] and fields["p1-points"] == ["x"]
    assert fields["show-cards"] == [VALID] and fields["token"] == ["mine"]


def test_without_script_the_verdict_is_put_into_the_hand_and_saved(points: Scorer) -> None:
    typed = TURNED | {"p1-finish": "first_drop", "p2-finish": "counted", "p2-points": "43"}
    typed |= {"show-person": "0", "show-cards": VALID, "apply": "1", "number": "1"}
    answer = points.post("show/", typed | {"token": token()}, htmx=False)
    fields = Page(text(answer)).fields
    saved = points.post("", fields, htmx=False)
    assert saved.status_code == 302
    hand = Hand.objects.get()
    assert hand.entry["lines"]["0"] == {"finish": "won"}
    assert hand.entry["lines"]["2"] == {"finish": "counted", "points": 43}


def test_every_key_that_sends_the_page_elsewhere_is_a_button_of_the_form(points: Scorer) -> None:
    typed = TURNED | {"show-person": "0", "show-cards": VALID}
    html = text(points.post("show/", typed, htmx=False))
    sends = [key for key in Page(html).keys if str(key.get("formaction", "")).endswith("/show/")]
    assert [key.get("name") for key in sends] == [None, "apply"]
    assert all(key.get("type") != "button" for key in sends)


# What the slip will charge ---------------------------------------------------------------------

HIGH = "KH QH 9S 8D 7C KS QS 9D 8C 3H 3C KD QD"
JOKERS = "JK JK JK 3S 3S 5S 5S KH QD 9S 8D 7C KS QS 9D 8C 3H 3C KD QC 6S"


@pytest.mark.parametrize(
    ("variant", "cards", "options", "charged"),
    [
        ("pool_rummy", HIGH, {}, "80"),
        ("paplu", VALID, {"min_loser": 10}, "10"),
        ("rummy_21", JOKERS, {}, "2"),
    ],
    ids=["over the cap", "under the least", "safe with seven jokers"],
)
def test_the_count_is_the_one_that_the_slip_will_charge(
    variant: str, cards: str, options: dict[str, Any], charged: str
) -> None:
    table = scorer(variant, **options)
    fields = TURNED | {"p1-finish": "counted", "p1-cards": cards}
    assert table.counted("p1-cards", fields)["data-points"] == charged
    fields |= {"who-finish": "0", "p2-finish": "first_drop"}
    slip = plain(text(table.post("slip/", fields)))
    assert re.search(rf"(count of|at) {charged}\b", slip), slip


@pytest.mark.parametrize(
    ("variant", "fields", "options", "charged", "on_the_slip"),
    [
        (
            "rummy_21",
            {
                **TURNED,
                "who-finish": "0",
                "p1-finish": "counted",
                "p1-cards": JOKERS,
                "p1-no_turn": "on",
                "p2-finish": "first_drop",
            },
            {},
            "1",
            "half a count of 2, safe with 7 jokers ₹1 ",
        ),
        (
            "basic_rummy",
            {"who-won": "0", "p1-cards": "KH QH", "p2-points": "5"},
            {"cap_points": 12},
            "12",
            "count of 20, capped −12",
        ),
        (
            "basic_rummy",
            {"who-won": "0", "p1-cards": "KH 4H", "p2-points": "5", "deal-rummy": "on"},
            {"rummy_doubles": True},
            "28",
            "count of 14 doubled −28",
        ),
        (
            "basic_rummy",
            {"deal-result": "blocked", "p0-points": "9", "p1-cards": "KH QH", "p2-points": "5"},
            {"cap_points": 12, "blocked": "lowest_wins"},
            "20",
            "15 more than the lowest, capped −12",
        ),
    ],
    ids=["half without a turn", "over the cap", "doubled", "blocked: a count is only compared"],
)
def test_the_count_goes_by_what_the_page_knows_already(
    variant: str, fields: dict[str, Any], options: dict[str, Any], charged: str, on_the_slip: str
) -> None:
    table = scorer(variant, **options)
    assert table.counted("p1-cards", fields)["data-points"] == charged
    assert on_the_slip in plain(text(table.post("slip/", fields))) + " "


@pytest.mark.parametrize(
    ("unseen_maal", "status", "shown"),
    [
        ("murder", "unseen", ""),
        ("murder", "seen", "+3"),
        ("count", "unseen", "+3"),
        ("kidnap", "unseen", "+3"),
    ],
)
def test_maal_that_is_murdered_is_not_asked(unseen_maal: str, status: str, shown: str) -> None:
    table = scorer("marriage", unseen_maal=unseen_maal)
    tiplu = {"deal-tiplu-rank": "7", "deal-tiplu-suit": "H"}
    fields = tiplu | {"who-finish": "0", "p1-status": status, "p1-cards": "7H"}
    assert table.counted("p1-cards", fields)["data-points"] == shown
    page = text(table.post("show/", fields, htmx=False))
    ask = page[page.rindex("data-when", 0, page.index('name="p1-maal"')) :]
    assert ("data-off" in ask[: ask.index(">")]) == (not shown)


def test_all_cards_of_a_rummi_hand_fill_in_what_they_show() -> None:
    table = scorer("rummi", NAMES[:4])
    cards = "JK AH AH AD AC 5H 9H 9H 4D 8D JD JD 5C 9C 9C 4S 7S TS KS KS"
    answer = text(table.post("cards/", {"field": "p1-cards", "p1-cards": cards}))
    filled = json.loads(str(Page(answer).laid["p1-cards"]["data-fills"]))
    assert filled == {
        "p1-no_passport": ["on"],
        "p1-jokers": ["1"],
        "p1-aces": ["0", "2", "1", "1"],
    }
    assert "No passport" in plain(answer)


def test_a_dealt_tien_hu_is_named() -> None:
    table = scorer("rummi", NAMES[:4])
    cards = "2H 3H 4H 5H 7S 8S 9S KS KD KH KC 9D 9C 9H TD JD QD AC AC AD"
    answer = text(table.post("cards/", {"field": "p1-cards", "p1-cards": cards}))
    assert "Tien Hu" in plain(answer)
