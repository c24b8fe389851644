"""Shanghai rummy: what differs from contract rummy. Seats A B C and 0.01 a point unless said."""

from typing import Any

import pytest

from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.variants.shanghai_rummy import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand

OUT = {"won": True}
VOID: Hand = {"deal": {"result": "void"}, "lines": {}}
BLIND, NO_JOKER = {"blind": "blind"}, {"blind": "blind_no_joker"}

TABLE = CaseTable(variant, 3)
game, points, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


def deal(*lines: dict[str, Any] | int, **answers: Any) -> Hand:
    """Lines in order of seat; a number for the points left, 0 for who went out."""
    written = [
        ({"points": line} if line else OUT) if isinstance(line, int) else line for line in lines
    ]
    return {"deal": answers, "lines": dict(zip("ABCDEFGH", written, strict=False))}


# Points --------------------------------------------------------------------------------------


def test_the_others_add_what_they_hold() -> None:
    assert points(deal(85, 0, 40), deal(55, 25, 0)) == [140, 25, 40]


def test_going_out_blind_takes_25_off_and_50_without_a_joker() -> None:
    before = (deal(85, 0, 40), deal(55, 25, 0))
    assert points(*before, deal(0, 30, 15, **BLIND)) == [115, 55, 55]
    assert points(*before, deal(0, 30, 15, **NO_JOKER)) == [90, 55, 55]


def test_a_total_can_fall_below_nothing() -> None:
    assert points(deal(20, 0, 4), deal(0, 5, 6, **NO_JOKER)) == [-30, 5, 10]


def test_only_who_went_out_gets_the_bonus_and_it_can_be_agreed() -> None:
    assert points(deal(9, 0, 4, **BLIND), blind_bonus=40) == [9, -40, 4]
    assert points(deal(9, 0, 4, **NO_JOKER), blind_no_joker_bonus=75) == [9, -75, 4]
    assert points(deal(9, 0, 4, **BLIND), blind_bonus=0) == [9, 0, 4]


def test_a_void_deal_has_no_bonus() -> None:
    assert points({"deal": {"result": "void", **BLIND}, "lines": {"A": OUT}}) == [0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("JK AS KD 7C 2H TS", 60), ("9H 9D 5C", 15), ("TH JH QH", 30)],
)
def test_number_cards_count_five_but_the_ten_counts_ten(cards: str, expected: int) -> None:
    assert settle(variant, {"options": {}, "cards": {"hand": cards}}) == {"points": expected}
    assert points(deal(OUT, {"cards": cards}, 5))[1] == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"joker_value": 20}, 65),
        ({"joker_value": 50}, 95),
        ({"ace_value": 20}, 65),
        ({"number_cards": "index"}, 59),
        ({"wild_deuces": True}, 70),
    ],
)
def test_other_values_can_be_agreed(options: dict[str, Any], expected: int) -> None:
    case = {"options": options, "cards": {"hand": "JK AS KD 7C 2H TS"}}
    assert settle(variant, case) == {"points": expected}


# End and money -------------------------------------------------------------------------------


def test_the_game_is_over_after_ten_deals() -> None:
    hands = [deal(0, 5, 6)] * 10
    assert [game(*hands[:n])["over"] for n in (9, 10)] == [False, True]
    assert [game(VOID, *hands[:n])["over"] for n in (9, 10)] == [False, True]


def test_the_lowest_total_is_paid_the_differences() -> None:
    hands = (deal(200, 265, 0, 300), deal(30, 0, 190, 110))
    assert points(*hands, seats=4) == [230, 265, 190, 410]
    assert money(*hands, seats=4, deals=2) == [-40, -75, 335, -220]


def test_a_bonus_can_win_the_game() -> None:
    hands = (deal(0, 20, 30), deal(10, 0, 30, **NO_JOKER))
    assert money(*hands, deals=2) == [-40, 130, -90]
    assert money(*hands, deals=2, settlement="pool") == [-100, 200, -100]
    assert money(*hands, deals=2, settlement="tiers") == [-100, 300, -200]


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "address"),
    [
        (deal(3, 4, 5), (0, None, "won")),
        (deal(OUT, OUT, 5, **BLIND), (0, None, "won")),
        (deal({**OUT, "cards": "4D"}, 4, 5), (0, "A", "cards")),
        (deal(OUT, {}, 5), (0, "B", "points")),
        (deal(OUT, {"cards": "9H 9S", "points": 18}, 5), (0, "B", "points")),
        (deal(OUT, {"cards": "9H 9H 9H"}, 5), (0, "B", "cards")),
        (deal(OUT, {"cards": "9H"}, {"cards": "9H 9H"}), (0, None, "cards")),
        (deal(OUT, 4, 5, blind="yes"), (0, None, "blind")),
        (deal(OUT, 4, 5, blind=True), (0, None, "blind")),
        (deal({**OUT, "blind": "blind"}, 4, 5), (0, "A", "blind")),
        (deal({**OUT, "exact_cut": True}, 4, 5), (0, "A", "exact_cut")),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    hand: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(hand) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"deals": 0}, "deals"),
        ({"deals": 11}, "deals"),
        ({"tiers": [1]}, "tiers"),
        ({"blind_bonus": -1}, "blind_bonus"),
        ({"blind_no_joker_bonus": -1}, "blind_no_joker_bonus"),
        ({"exact_cut_bonus": 50}, "exact_cut_bonus"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


# On the board --------------------------------------------------------------------------------


def test_the_dealer_is_told_the_deal_and_its_contract() -> None:
    hands = [deal(0, 5, 6)] * 10
    notes = [variant.notes(fold(*hands[:n]), n % 3) for n in range(11)]
    assert notes[0] == ("deal 1 of 10", "two sets of 3")
    assert [contract for _number, contract in notes[:10]] == [
        "two sets of 3",
        "set of 3, run of 4",
        "two runs of 4",
        "three sets of 3",
        "set of 3, run of 7",
        "two sets of 3, run of 5",
        "three runs of 4",
        "set of 3, run of 10",
        "three sets of 3, run of 5",
        "three runs of 5",
    ]
    assert notes[10] == ()


def test_reasons_are_in_the_words_of_the_table() -> None:
    reasons = []
    for blind in ({}, BLIND, NO_JOKER):
        last = fold(deal(0, 5, 9, **blind)).last
        assert last is not None
        reasons.append([score.reason for score in last.scores])
    assert reasons == [
        ["went out", "cards left", "cards left"],
        ["went out blind", "cards left", "cards left"],
        ["went out blind without jokers", "cards left", "cards left"],
    ]


def test_nothing_is_said_of_anybody_in_a_void_deal() -> None:
    last = fold(VOID).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["", "", ""]


def test_who_went_out_has_won_the_deal() -> None:
    assert winners(variant, fold(deal(4, 0, 9, **BLIND))) == {1}
