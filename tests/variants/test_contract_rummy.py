"""Contract rummy, clause by clause. Seats A B C and 0.01 a point unless said."""

from typing import Any

import pytest

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants._contract import CONTRACTS
from scorekeeper.variants.contract_rummy import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards
from tests.helpers.case_table import CaseTable, Hand

OUT = {"won": True}
VOID: Hand = {"deal": {"result": "void"}, "lines": {}}
SEATS = "ABCDEFGH"

TABLE = CaseTable(variant, 3)
game, points, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


def left(points: Any, **more: Any) -> dict[str, Any]:
    return {"points": points, **more}


def tapped(cards: str, **more: Any) -> dict[str, Any]:
    return {"cards": cards, **more}


def deal(*lines: dict[str, Any] | int, **answers: Any) -> Hand:
    """Lines in order of seat; a number for the points left, 0 for who went out."""
    written = [(left(line) if line else OUT) if isinstance(line, int) else line for line in lines]
    return {"deal": answers, "lines": dict(zip(SEATS, written, strict=False))}


def counted(hand: str, **options: Any) -> dict[str, Any]:
    return settle(variant, {"options": options, "cards": {"hand": hand}})


# Points --------------------------------------------------------------------------------------


def test_who_went_out_adds_nothing_and_the_others_what_they_hold() -> None:
    assert points(deal(0, 71, 18), deal(90, 0, 43)) == [90, 71, 61]


def test_a_void_deal_changes_nothing_and_its_lines_are_not_looked_at() -> None:
    void = {"deal": {"result": "void"}, "lines": {"A": OUT, "B": OUT, "C": left(-4), "X": {}}}
    result = game(void, deal(0, 5, 6), deals=1)
    assert result["hands"][0]["points"] == {"A": 0, "B": 0, "C": 0}
    assert (result["points"], result["over"]) == ({"A": 0, "B": 5, "C": 6}, True)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 69),
        ({"joker_value": 15}, 59),
        ({"joker_value": 50}, 94),
        ({"ace_value": 20}, 74),
        ({"number_cards": "five"}, 70),
        ({"wild_deuces": True}, 82),
        ({"wild_deuces": True, "number_cards": "five"}, 80),
    ],
)
def test_what_cards_left_in_hand_count(options: dict[str, Any], expected: int) -> None:
    assert counted("JK AS KD 7C 2H TS", **options) == {"points": expected}


def test_nothing_is_counted_without_cards() -> None:
    assert counted("") == {"points": 0}
    error = settle(variant, {"options": {}, "cards": {}})["error"]
    assert (error["hand"], error["field"]) == (-1, "hand")


def test_tapped_cards_are_counted() -> None:
    hand = deal(OUT, tapped("JK AS KD"), tapped("7C 2H 10S"))
    assert points(hand) == [0, 50, 19]
    assert points(hand, joker_value=50, wild_deuces=True) == [0, 75, 32]
    assert points(hand, number_cards="five") == [0, 50, 20]


def test_typed_points_may_stand_beside_cards_that_say_the_same() -> None:
    assert points(deal(0, tapped("JK AS", points=40), 3)) == [0, 40, 3]


# The end -------------------------------------------------------------------------------------

SEVEN = (
    deal(0, 71, 18),
    deal(90, 0, 43),
    deal(0, 28, 42),
    deal(42, 113, 0),
    deal(0, 10, 47),
    deal(53, 0, 25),
    deal(0, 18, 135),
)
"""A 185, B 240, C 310."""


def test_the_game_is_over_after_seven_deals() -> None:
    assert [game(*SEVEN[:n])["over"] for n in (6, 7)] == [False, True]
    assert refused(*SEVEN, deal(0, 1, 1)) == (7, None, None)


def test_a_void_deal_is_none_of_the_seven() -> None:
    assert game(VOID, *SEVEN[:6])["over"] is False
    assert game(VOID, *SEVEN)["over"] is True


def test_fewer_deals_can_be_agreed() -> None:
    assert [game(deal(0, 3, 5), deals=n)["over"] for n in (1, 2)] == [True, False]


# Money ---------------------------------------------------------------------------------------


def test_no_money_moves_before_the_last_deal() -> None:
    assert money(*SEVEN[:6]) == [0, 0, 0]


def test_each_pays_the_lowest_total_the_difference() -> None:
    assert money(*SEVEN) == [180, -55, -125]
    assert money(*SEVEN, point_value=5) == [900, -275, -625]
    assert money(*SEVEN, point_value=0) == [0, 0, 0]


def test_several_lowest_share_each_difference_the_odd_unit_to_the_first() -> None:
    hands = (deal(0, 55, 100, 16), deal(16, 16, 41, OUT))
    assert points(*hands, seats=4) == [16, 71, 141, 16]
    assert money(*hands, seats=4, deals=2) == [91, -55, -125, 89]


def test_a_cap_limits_each_payment_after_it_was_split() -> None:
    hands = (deal(0, 55, 100, 16), deal(16, 16, 41, OUT))
    assert money(*hands, seats=4, deals=2, cap=60) == [88, -55, -120, 87]
    assert money(deal(0, 100, 30), deals=1, cap=60) == [90, -60, -30]


def test_in_a_pool_everybody_pays_before_the_first_deal_and_the_lowest_takes_it() -> None:
    result = game(settlement="pool", stake=250)
    assert result["money"] == {"A": -250, "B": -250, "C": -250, "pot": 750}
    result = game(deal(9, 0, 4), settlement="pool", stake=250, deals=1, cap=100)
    assert result["hands"][0]["money"] == {"A": 0, "B": 750, "C": 0, "pot": -750}
    assert result["money"] == {"A": -250, "B": 500, "C": -250}


def test_several_lowest_share_the_pool() -> None:
    hands = (deal(5, 0, 40), deal(0, 5, 40))
    assert money(*hands, settlement="pool", stake=33, deals=2) == [17, 16, -33]


def test_by_place_each_pays_the_lowest_the_units_of_his_place() -> None:
    hand = deal(30, 0, 25, 40)
    assert money(hand, seats=4, settlement="tiers", deals=1) == [-200, 600, -100, -300]
    options = {"settlement": "tiers", "deals": 1, "tiers": [0, 5, 5], "stake": 10}
    assert money(hand, seats=4, **options) == [-50, 100, 0, -50]
    assert money(hand, seats=4, **options, cap=40) == [-40, 80, 0, -40]


def test_tied_places_share_what_they_pay_and_tied_firsts_what_they_get() -> None:
    assert money(deal(0, 30, 30), settlement="tiers", deals=1) == [300, -150, -150]
    hands = (deal(30, 0, 25, 40), deal(0, 30, 30, 40))
    options = {"seats": 4, "settlement": "tiers", "deals": 2}
    assert money(*hands, **options) == [250, 250, -200, -300]


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "address"),
    [
        (deal(3, 4, 5), (0, None, "won")),
        (deal(OUT, OUT, 5), (0, None, "won")),
        (deal({**OUT, "points": 12}, 4, 5), (0, "A", "points")),
        (deal({**OUT, "cards": "4D"}, 4, 5), (0, "A", "cards")),
        (deal(OUT, {}, 5), (0, "B", "points")),
        (deal(OUT, left(0), 5), (0, "B", "points")),
        (deal(OUT, tapped(""), 5), (0, "B", "cards")),
        (deal(OUT, left(-7), 5), (0, "B", "points")),
        (deal(OUT, left(12.0), 5), (0, "B", "points")),
        (deal(OUT, left(True), 5), (0, "B", "points")),
        (deal(OUT, tapped("9H 9S", points=19), 5), (0, "B", "points")),
        (deal(OUT, tapped("1H"), 5), (0, "B", "cards")),
        (deal(OUT, tapped("9H 9H 9H"), 5), (0, "B", "cards")),
        (deal(OUT, tapped("JK JK"), 5), (0, "B", "cards")),
        (deal(OUT, tapped("9H 9H"), tapped("9H")), (0, None, "cards")),
        (deal(OUT, tapped("JK"), tapped("JK")), (0, None, "cards")),
        (deal(OUT, 4, 5, 6), (0, "D", None)),
        (deal(OUT, left(4, exact_cut=True), 5), (0, "B", "exact_cut")),
        (deal(OUT, 4, 5, result="finished"), (0, None, "result")),
        (deal(OUT, 4, 5, blind="blind"), (0, None, "blind")),
        ({**deal(OUT, 4, 5), "absent": ["C"]}, (0, "C", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    hand: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(hand) == address


def test_nothing_and_no_cards_left_are_the_same_for_who_went_out() -> None:
    assert points(deal({**OUT, "points": 0, "cards": ""}, 4, 5)) == [0, 4, 5]


def test_any_number_of_cards_may_be_left_for_cards_can_be_bought() -> None:
    suits = " ".join(f"{rank}{suit}" for suit in "SH" for rank in (*range(2, 11), *"AJQK"))
    assert points(deal(0, tapped(suits), 5)) == [0, 198, 5]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"deals": 0}, "deals"),
        ({"deals": 8}, "deals"),
        ({"settlement": "low_total"}, "settlement"),
        ({"point_value": -1}, "point_value"),
        ({"stake": 0}, "stake"),
        ({"cap": 0}, "cap"),
        ({"tiers": [1]}, "tiers"),
        ({"tiers": [1, 2, 3]}, "tiers"),
        ({"tiers": [2, 1]}, "tiers"),
        ({"tiers": [-1, 1]}, "tiers"),
        ({"joker_value": 30}, "joker_value"),
        ({"ace_value": 25}, "ace_value"),
        ({"number_cards": "ten"}, "number_cards"),
        ({"packs": 1}, "packs"),
        ({"packs": 4}, "packs"),
        ({"jokers": 13}, "jokers"),
        ({"blind_bonus": 25}, "blind_bonus"),
        ({"exact_cut_bonus": 50}, "exact_cut_bonus"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize("seats", [2, 9])
def test_three_to_eight_may_play(seats: int) -> None:
    case = {"options": {}, "seats": list("ABCDEFGHI"[:seats]), "hands": []}
    assert settle(variant, case)["error"]["field"] == "seats"


def test_an_option_left_empty_is_as_usual() -> None:
    assert money(*SEVEN, deals=None, tiers=None, joker_value=None) == [180, -55, -125]


# Packs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "given", "packs", "jokers"),
    [
        (3, {}, 2, 1),
        (4, {}, 2, 1),
        (5, {}, 3, 2),
        (8, {}, 3, 2),
        (3, {"packs": 3}, 3, 2),
        (8, {"packs": 2}, 2, 1),
        (4, {"jokers": 4}, 2, 4),
    ],
)
def test_five_or_more_need_a_third_pack_and_each_pack_but_one_brings_a_joker(
    seats: int, given: dict[str, int], packs: int, jokers: int
) -> None:
    options = load_options(variant, given, seats)
    assert (options.packs, options.jokers) == (packs, jokers)


def test_the_packs_decide_how_often_a_card_can_be_held() -> None:
    three = deal(OUT, tapped("9H 9H 9H JK JK"), 5)
    assert refused(three, packs=2, jokers=2) == (0, "B", "cards")
    assert refused(three, packs=3, jokers=1) == (0, "B", "cards")
    assert points(three, packs=3) == [0, 77, 5]
    assert refused(deal(OUT, tapped("JK"), 5), jokers=0) == (0, "B", "cards")


def test_where_cards_are_tapped_the_packs_and_wild_deuces_are_known() -> None:
    options, deal_ = load_options(variant, {"jokers": 4}, 5), variant.deal()
    assert [variant.stock(options, deal_).copies(face) for face in ("9H", "JK")] == [3, 4]
    assert variant.stock(options, deal_).wild == frozenset()
    deuces = load_options(variant, {"wild_deuces": True}, 3)
    assert variant.stock(deuces, deal_).wild == {"2S", "2H", "2D", "2C"}


def test_tapped_cards_are_laid_out_one_by_one_the_dearest_first() -> None:
    board = fold()
    entry = load_entry(variant, board, deal(0, tapped("7C AS KD JK"), 3), "ABC")
    laid = laid_cards(variant, board, entry, 1)
    assert laid is not None
    assert laid.left == (("JK", 25), ("AS", 15), ("KD", 10), ("7C", 7))
    assert (laid.groups, laid.points, laid_cards(variant, board, entry, 2)) == ((), 57, None)
    twice = load_entry(variant, board, deal(0, tapped("9H 9H 9H"), 3), "ABC")
    with pytest.raises(EntryError):
        laid_cards(variant, board, twice, 1)


# On the board --------------------------------------------------------------------------------


def test_the_dealer_is_told_the_deal_and_its_contract() -> None:
    assert variant.notes(fold(), 0) == ("deal 1 of 7", "two sets")
    board = fold(*SEVEN[:4])
    assert [variant.notes(board, seat) for seat in range(3)] == [
        (),
        ("deal 5 of 7", "two sets and a run"),
        (),
    ]
    assert variant.notes(fold(*SEVEN), 1) == ()


def test_the_contracts_are_those_of_bicycle_and_pagat() -> None:
    assert CONTRACTS == (
        "two sets",
        "a set and a run",
        "two runs",
        "three sets",
        "two sets and a run",
        "a set and two runs",
        "three runs, no discard",
    )


def test_the_deal_goes_round_and_a_void_deal_is_dealt_again() -> None:
    after = [fold(), fold(SEVEN[0]), fold(SEVEN[0], VOID), fold(*SEVEN[:3]), fold(*SEVEN)]
    assert [variant.dealer(board) for board in after] == [0, 1, 1, 0, None]


def test_reasons_are_in_the_words_of_the_table() -> None:
    last = fold(deal(0, 5, 9), deals=1).last
    assert last is not None
    assert [s.reason for s in last.scores] == ["went out", "cards left", "cards left"]
    assert {p.reason for p in last.payments} == {"points above the lowest"}


def test_nothing_is_said_of_anybody_in_a_void_deal() -> None:
    last = fold(VOID).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["", "", ""]


def test_who_went_out_has_won_the_deal() -> None:
    assert winners(variant, fold(deal(4, 0, 9))) == {1}
    assert winners(variant, fold(deal(4, 0, 9), VOID)) == set()
