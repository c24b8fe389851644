"""Liverpool rummy: what differs from contract rummy. Seats A B C and 0.01 a point unless said."""

from typing import Any

import pytest

from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.variants.liverpool_rummy import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand

OUT, CUT = {"won": True}, {"exact_cut": True}
VOID: Hand = {"deal": {"result": "void"}, "lines": {}}

TABLE = CaseTable(variant, 3)
game, points, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


def left(points: int, **more: Any) -> dict[str, Any]:
    return {"points": points, **more}


def deal(*lines: dict[str, Any] | int, **answers: Any) -> Hand:
    """Lines in order of seat; a number for the points left, 0 for who went out."""
    written = [(left(line) if line else OUT) if isinstance(line, int) else line for line in lines]
    return {"deal": answers, "lines": dict(zip("ABCDEFGH", written, strict=False))}


# Points --------------------------------------------------------------------------------------


def test_an_exact_cut_takes_50_off_what_the_cutter_holds() -> None:
    hands = (deal(38, 0, 40), deal(left(26, **CUT), 17, 0))
    assert points(*hands) == [14, 17, 40]
    assert game(*hands)["hands"][1]["points"] == {"A": -24, "B": 17, "C": 0}


def test_who_goes_out_may_have_cut_and_his_total_can_fall_below_nothing() -> None:
    assert points(deal(30, 0, 40), deal({**OUT, **CUT}, 17, 5)) == [-20, 17, 45]


def test_the_bonus_can_be_agreed() -> None:
    assert points(deal(left(26, **CUT), 17, 0), exact_cut_bonus=100) == [-74, 17, 0]
    assert points(deal(left(26, **CUT), 17, 0), exact_cut_bonus=0) == [26, 17, 0]


def test_a_void_deal_has_no_bonus() -> None:
    assert points({"deal": {"result": "void"}, "lines": {"A": CUT, "B": CUT}}) == [0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "expected"), [("JK AS KD 7C 2H TS", 69), ("AH AD 9C", 39), ("JK JK 2S", 52)]
)
def test_what_cards_left_in_hand_count(cards: str, expected: int) -> None:
    assert settle(variant, {"options": {"jokers": 2}, "cards": {"hand": cards}}) == {
        "points": expected
    }
    assert points(deal(OUT, {"cards": cards}, 5), jokers=2)[1] == expected


# End and money -------------------------------------------------------------------------------

SEVEN = (
    deal(0, 11, 17),
    deal(25, 0, 18),
    deal(0, 13, 8),
    deal(left(11, **CUT), 48, 0),
    deal(0, 9, 29),
    deal(28, 0, 38),
    deal(0, 9, 10),
)
"""A 14, B 90, C 120."""


def test_the_lowest_total_after_seven_deals_is_paid_the_differences() -> None:
    assert [game(*SEVEN[:n])["over"] for n in (6, 7)] == [False, True]
    assert points(*SEVEN) == [14, 90, 120]
    assert money(*SEVEN) == [182, -76, -106]


def test_some_play_six_deals() -> None:
    six = next(preset for preset in variant.presets if preset.key == "six")
    assert [game(*SEVEN[:n], **six.options)["over"] for n in (5, 6)] == [False, True]
    assert money(*SEVEN[:6], **six.options) == [163, -67, -96]


def test_by_place_and_for_a_pool() -> None:
    assert money(*SEVEN, settlement="tiers") == [300, -100, -200]
    assert money(*SEVEN, settlement="pool", stake=20) == [40, -20, -20]


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "address"),
    [
        (deal(left(4, **CUT), {**OUT, **CUT}, 5), (0, None, "exact_cut")),
        (deal(left(4, **CUT), OUT, left(5, **CUT)), (0, None, "exact_cut")),
        (deal(left(4, exact_cut=1), OUT, 5), (0, "A", "exact_cut")),
        (deal(3, 4, 5), (0, None, "won")),
        (deal(OUT, OUT, 5), (0, None, "won")),
        (deal(left(4), {**OUT, "points": 3}, 5), (0, "B", "points")),
        (deal(CUT, OUT, 5), (0, "A", "points")),
        (deal(left(0, **CUT), OUT, 5), (0, "A", "points")),
        (deal(OUT, {"cards": "9H 9S", "points": 19}, 5), (0, "B", "points")),
        (deal(OUT, {"cards": "9H 9H 9H"}, 5), (0, "B", "cards")),
        (deal(OUT, 4, 5, blind="blind"), (0, None, "blind")),
        ({**deal(OUT, 4, 5), "lines": {"A": OUT, "Nobody": {}}}, (0, "Nobody", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    hand: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(hand) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"deals": 8}, "deals"),
        ({"tiers": [1]}, "tiers"),
        ({"joker_value": 30}, "joker_value"),
        ({"exact_cut_bonus": -1}, "exact_cut_bonus"),
        ({"blind_bonus": 25}, "blind_bonus"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


# On the board --------------------------------------------------------------------------------


def test_the_dealer_is_told_the_deal_and_its_contract() -> None:
    notes = [variant.notes(fold(*SEVEN[:n]), n % 3) for n in range(8)]
    assert notes == [
        ("deal 1 of 7", "two sets"),
        ("deal 2 of 7", "a set and a run"),
        ("deal 3 of 7", "two runs"),
        ("deal 4 of 7", "three sets"),
        ("deal 5 of 7", "two sets and a run"),
        ("deal 6 of 7", "a set and two runs"),
        ("deal 7 of 7", "three runs, no discard"),
        (),
    ]


def test_reasons_are_in_the_words_of_the_table() -> None:
    reasons = []
    for lines in ((left(26, **CUT), 17, 0), (3, 17, {**OUT, **CUT})):
        last = fold(deal(*lines)).last
        assert last is not None
        reasons.append([score.reason for score in last.scores])
    assert reasons == [
        ["cards left, exact cut", "cards left", "went out"],
        ["cards left", "cards left", "went out, exact cut"],
    ]


def test_nothing_is_said_of_anybody_in_a_void_deal() -> None:
    last = fold(VOID).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["", "", ""]


def test_who_went_out_has_won_the_deal_and_not_who_cut() -> None:
    assert winners(variant, fold(deal(left(4, **CUT), 0, 9))) == {1}
