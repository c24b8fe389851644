"""Points rummy, clause by clause. Seats A B C D and 1.00 a point unless said."""

from typing import Any

import pytest

from scorekeeper.variants.points_rummy import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand, count, hand

FIRST, MIDDLE, WRONG = ({"finish": f} for f in ("first_drop", "middle_drop", "wrong_show"))
WON = {"finish": "won"}
CARDS = "5H 6H 7H 9S 9D 9C KS KD AC 3C 7D JS 2H"
TAPPED = {"finish": "counted", "cards": CARDS}

TABLE = CaseTable(variant, 4)
game, points, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


# Who pays what -------------------------------------------------------------------------------


def test_everybody_pays_the_winner_what_he_counts_or_what_his_drop_costs() -> None:
    assert points(hand(WON, count(43), count(8), FIRST)) == [71, -43, -8, -20]
    assert points(hand(WRONG, FIRST, WON, count(26))) == [-80, -20, 126, -26]


def test_no_count_is_more_than_the_full_count() -> None:
    assert points(hand(count(90), WON, MIDDLE), seats=3) == [-80, 120, -40]
    assert points(hand(count(90), WON, count(60)), seats=3, cap=60) == [-60, 120, -60]


def test_drops_and_wrong_shows_are_not_capped() -> None:
    assert points(hand(WON, FIRST, MIDDLE, WRONG), cap=10) == [140, -20, -40, -80]


def test_drops_and_wrong_shows_cost_what_the_table_says() -> None:
    costs = {"first_drop": 10, "middle_drop": 30, "wrong_show": 50}
    assert points(hand(WON, FIRST, MIDDLE, WRONG), **costs) == [90, -10, -30, -50]


def test_with_two_at_the_table_a_wrong_show_loses_to_the_other() -> None:
    assert points(hand(WRONG, WON), seats=2) == [-80, 80]


def test_the_last_one_left_collects_the_drops() -> None:
    dropped = hand(WON, FIRST, FIRST, MIDDLE, FIRST, MIDDLE)
    assert points(dropped, seats=6) == [140, -20, -20, -40, -20, -40]


def test_who_has_melded_everything_pays_nothing() -> None:
    assert points(hand(WON, count(0), FIRST, FIRST)) == [40, 0, -20, -20]


def test_money_is_points_times_the_point_value() -> None:
    assert money(hand(WON, count(43), count(8), FIRST), point_value=50) == [
        3550,
        -2150,
        -400,
        -1000,
    ]
    assert money(hand(WON, count(43), count(8), FIRST), point_value=0) == [0, 0, 0, 0]


def test_points_add_up_from_hand_to_hand() -> None:
    result = game(hand(WON, count(43), count(8), FIRST), hand(count(5), WON, FIRST, FIRST))
    assert result["points"] == {"A": 66, "B": 2, "C": -28, "D": -40}
    assert (result["money"]["A"], result["over"]) == (6600, False)


def test_a_void_hand_costs_nothing() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"B": FIRST, "C": WRONG}}
    assert game(void)["hands"] == [
        {"points": dict.fromkeys("ABCD", 0), "money": dict.fromkeys("ABCD", 0)}
    ]


def test_who_sits_a_hand_out_neither_pays_nor_is_asked() -> None:
    entry = {**hand(WON, None, count(9), FIRST), "absent": ["B"]}
    assert points(entry) == [29, 0, -9, -20]
    assert refused({**hand(WON, FIRST, count(9), FIRST), "absent": ["B"]}) == (0, "B", "finish")


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(FIRST, FIRST, FIRST, FIRST), (0, None, "finish")),
        (hand(WON, FIRST, WON, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, None, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"points": 12}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": "counted"}, FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(131), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(-1), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(12.5), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count("12"), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, {**FIRST, "points": 3}, FIRST), (0, "C", "points")),
        (hand({**WON, "points": 3}, FIRST, FIRST, FIRST), (0, "A", "points")),
        (hand(WON, FIRST, count(3, no_turn=True), FIRST), (0, "C", "no_turn")),
        (hand(WON, FIRST, {"finish": "dropped"}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, FIRST, FIRST, FIRST), (0, "E", None)),
        (hand(None, WON, outcome="void"), (0, "B", "finish")),
        (hand(None, None, count(3), outcome="void"), (0, "C", "finish")),
        (hand(None, {"points": 3}, outcome="void"), (0, "B", "points")),
        (hand(outcome="split"), (0, None, "outcome")),
        (hand(WON, FIRST, FIRST, FIRST, turned="1S"), (0, None, "turned")),
        (hand(WON, FIRST, FIRST, FIRST, declared="normal"), (0, None, "declared")),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(entry) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"cap": 0}, "cap"),
        ({"first_drop": -1}, "first_drop"),
        ({"point_value": -1}, "point_value"),
        ({"printed_joker_turned": "double_score"}, "printed_joker_turned"),
        ({"decks": 1}, "decks"),
        ({"decks": 4}, "decks"),
        ({"fee": 1}, "fee"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


def test_one_pack_does_for_three() -> None:
    assert "error" not in game(seats=3, decks=1)


def test_seven_to_nine_play_with_three_packs_and_a_tanala() -> None:
    packs = {seats: fold(seats=seats).options.decks for seats in (2, 6, 7, 9)}
    assert packs == {2: 2, 6: 2, 7: 3, 9: 3}
    held = hand(WON, *[TAPPED] * 3, *[FIRST] * 5, turned="4S")
    assert "error" not in game(held, seats=9)
    assert refused(held, seats=9, decks=2) == (-1, None, "decks")
    assert refused(hand(WON, *[TAPPED] * 4, *[FIRST] * 4, turned="4S"), seats=9)[2] == "cards"
    tanala = hand(WON, {**TAPPED, "cards": f"8H 8H 8H {CARDS[9:]}"}, *[FIRST] * 7, turned="4S")
    assert points(tanala, seats=9)[1] > points(tanala, seats=9, tanala="off")[1]


@pytest.mark.parametrize("seats", [1, 10])
def test_two_to_nine_may_play(seats: int) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("line", "deal", "address"),
    [
        ({**TAPPED, "points": 4}, {"turned": "4S"}, (0, "B", "points")),
        (TAPPED, {}, (0, None, "turned")),
        ({**TAPPED, "cards": CARDS + " 2S"}, {"turned": "4S"}, (0, "B", "cards")),
        ({**TAPPED, "cards": CARDS.replace("5H", "1H")}, {"turned": "4S"}, (0, "B", "cards")),
        ({**TAPPED, "cards": CARDS.replace("5H 6H", "2H 2H")}, {"turned": "4S"}, (0, "B", "cards")),
        ({**FIRST, "cards": CARDS}, {"turned": "4S"}, (0, "B", "cards")),
    ],
)
def test_tapped_cards_must_be_thirteen_from_the_packs(
    line: dict[str, Any], deal: dict[str, Any], address: tuple[Any, ...]
) -> None:
    assert refused(hand(WON, line, FIRST, FIRST, **deal)) == address


def test_the_packs_are_the_same_for_all_seats() -> None:
    assert refused(hand(WON, TAPPED, TAPPED, TAPPED, turned="4S")) == (0, "D", "cards")
    assert "error" not in game(hand(WON, TAPPED, TAPPED, TAPPED, turned="4S"), decks=3)


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"hand": CARDS}, "turned"),
        ({"turned": "4S", "hand": CARDS + " 2S"}, "hand"),
        ({"turned": "4S", "hand": CARDS.replace("5H 6H", "2H 2H")}, "hand"),
        ({"turned": "4S", "declare": CARDS.replace("5H 6H", "2H 2H")}, "declare"),
        ({"turned": "4", "declare": CARDS}, "turned"),
    ],
)
def test_a_question_about_cards_alone_is_refused_at_the_key_at_fault(
    cards: dict[str, str], field: str
) -> None:
    error = settle(variant, {"options": {}, "cards": cards})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


# On the board --------------------------------------------------------------------------------


def test_reasons_are_in_the_words_of_the_table() -> None:
    last = fold(hand(WON, count(107), MIDDLE, WRONG)).last
    assert last is not None
    reasons = ["count of 107, capped at 80", "middle drop", "wrong show"]
    assert [score.reason for score in last.scores] == ["won", *reasons]
    assert [(p.payer, p.payee, p.reason) for p in last.payments] == [
        (seat, 0, reason) for seat, reason in enumerate(reasons, start=1)
    ]
