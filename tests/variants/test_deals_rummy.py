"""Deals rummy, clause by clause. Seats A B C, two deals and a fee of 100.00 unless said."""

from typing import Any

import pytest

from scorekeeper.variants._indian import Finish
from scorekeeper.variants.deals_rummy import variant
from tests.helpers.case_table import CaseTable, Hand, count, hand

FIRST, MIDDLE, WRONG = ({"finish": f} for f in ("first_drop", "middle_drop", "wrong_show"))
WON = {"finish": "won"}
VOID: Hand = {"deal": {"outcome": "void"}, "lines": {}}
LOW: dict[str, Any] = {"mode": "lowest_points"}
CASH: dict[str, Any] = {"mode": "cash_chips"}

TABLE = CaseTable(variant, 3)
game, totals, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold

TIED = (hand(WON, count(30), count(60)), hand(count(30), WON, count(60)))
"""A and B have 220 chips, C has 40."""


# Chips ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deals", "chips"), [(2, 160), (3, 240), (6, 480)])
def test_everybody_starts_with_eighty_chips_a_deal(deals: int, chips: int) -> None:
    assert totals(deals=deals) == [chips] * 3
    assert totals(VOID, deals=deals) == [chips] * 3


def test_losers_pay_chips_to_the_winner() -> None:
    result = game(hand(WON, count(43), FIRST), deals=3)
    assert result["hands"][0]["points"] == {"A": 63, "B": -43, "C": -20}
    assert result["points"] == {"A": 303, "B": 197, "C": 220}


def test_no_count_is_more_than_the_full_count() -> None:
    assert totals(hand(WON, count(90)), seats=2) == [240, 80]
    assert totals(hand(WON, count(90)), seats=2, cap=60) == [220, 100]


def test_drops_and_wrong_shows_cost_what_the_table_says() -> None:
    costs = {"first_drop": 10, "middle_drop": 30, "wrong_show": 50}
    entry = hand(WON, FIRST, MIDDLE, WRONG)
    assert totals(entry, seats=4) == [300, 140, 120, 80]
    assert totals(entry, seats=4, **costs) == [250, 150, 130, 110]


def test_chips_may_be_written_as_lowest_points() -> None:
    result = game(hand(WON, count(43), FIRST), hand(count(4), WRONG, WON), **LOW)
    assert [hand_result["points"] for hand_result in result["hands"]] == [
        {"A": 0, "B": 43, "C": 20},
        {"A": 4, "B": 80, "C": 0},
    ]
    assert result["points"] == {"A": 4, "B": 123, "C": 20}
    assert result["money"] == {"A": 20000, "B": -10000, "C": -10000}


# The pot -------------------------------------------------------------------------------------


def test_the_first_takes_the_pot_after_the_last_deal() -> None:
    entries = (hand(WON, count(43)), hand(count(90), WON))
    result = game(*entries, seats=2)
    assert (result["points"], result["over"]) == ({"A": 123, "B": 197}, True)
    assert result["hands"][1]["money"] == {"A": 0, "B": 20000, "pot": -20000}
    assert result["money"] == {"A": -10000, "B": 10000}


def test_the_fees_are_paid_with_the_first_entry_even_a_void_one() -> None:
    assert money(VOID) == [-10000, -10000, -10000, 30000]
    assert money(VOID, VOID, hand(WON, FIRST, FIRST), fee=5) == [-5, -5, -5, 15]


def test_a_void_deal_is_played_again_and_does_not_count() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"B": FIRST, "C": WRONG}}
    result = game(void, hand(WON, FIRST, FIRST), void, deals=2)
    assert (result["points"]["A"], result["over"]) == (200, False)
    assert game(void, hand(WON, FIRST, FIRST), void, hand(WON, FIRST, FIRST))["over"] is True


def test_no_deal_is_played_after_the_end() -> None:
    over = (hand(WON, FIRST, FIRST), hand(WON, FIRST, FIRST))
    assert refused(*over, hand(WON, FIRST, FIRST)) == (2, None, None)


def test_chips_for_cash_are_paid_at_once_without_fee_and_pot() -> None:
    result = game(hand(WON, count(43), FIRST), hand(count(3), WON, FIRST), point_value=50, **CASH)
    assert [hand_result["money"] for hand_result in result["hands"]] == [
        {"A": 3150, "B": -2150, "C": -1000},
        {"A": -150, "B": 1150, "C": -1000},
    ]
    assert (result["points"], result["over"]) == ({"A": 220, "B": 140, "C": 120}, True)


def test_chips_for_cash_break_no_tie() -> None:
    assert game(*TIED, **CASH)["over"] is True
    assert money(*TIED, **CASH) == [6000, 6000, -12000]


# Extra deals ---------------------------------------------------------------------------------


def test_a_tie_for_first_is_played_off_by_those_who_are_tied() -> None:
    assert game(*TIED)["over"] is False
    result = game(*TIED, hand(count(12), WON))
    assert (result["points"], result["over"]) == ({"A": 208, "B": 232, "C": 40}, True)
    assert result["money"] == {"A": -10000, "B": 20000, "C": -10000}


def test_a_tie_behind_the_first_is_none() -> None:
    assert game(hand(WON, FIRST, FIRST), hand(WON, FIRST, FIRST))["over"] is True


def test_the_lowest_points_are_played_off_too() -> None:
    tied = (hand(WON, count(30), FIRST), hand(count(30), WON, FIRST))
    assert game(*tied, **LOW)["over"] is False
    assert refused(*tied, hand(WON, count(1), FIRST), **LOW) == (2, "C", None)
    result = game(*tied, hand(WON, count(1)), **LOW)
    assert (result["points"], result["over"]) == ({"A": 30, "B": 31, "C": 40}, True)


def test_extra_deals_go_on_until_one_is_alone_in_front() -> None:
    again = game(*TIED, hand(WON, count(0)), hand(WON, count(0)))
    assert again["over"] is False
    assert game(*TIED, hand(WON, count(0)), hand(count(1), WON))["over"] is True


def test_of_three_who_are_tied_all_play_and_may_drop() -> None:
    start = (hand(WON, FIRST, FIRST, MIDDLE), hand(FIRST, WON, FIRST, MIDDLE))
    tied = (*start, hand(FIRST, FIRST, WON, MIDDLE))
    assert totals(*tied, seats=4, deals=3) == [280, 280, 280, 120]
    assert refused(*tied, hand(WON, FIRST, FIRST, FIRST), seats=4, deals=3) == (3, "D", None)
    result = game(*tied, hand(WON, FIRST, count(0)), seats=4, deals=3)
    assert (result["points"]["A"], result["over"]) == (300, True)


def test_a_void_extra_deal_is_played_again() -> None:
    assert game(*TIED, VOID)["over"] is False
    assert game(*TIED, VOID, hand(WON, count(1)))["over"] is True


def test_a_seat_that_is_not_tied_has_no_line() -> None:
    assert refused(*TIED, hand(WON, count(1), FIRST)) == (2, "C", None)
    assert refused(*TIED, hand(WON, count(1), WON)) == (2, "C", None)
    void = {"deal": {"outcome": "void"}, "lines": {"C": WRONG}}
    assert refused(*TIED, void) == (2, "C", None)
    assert "error" not in game(*TIED, hand(WON, count(1), {}))


# Drops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("drop", [FIRST, MIDDLE])
def test_nobody_drops_in_a_deal_of_two(drop: dict[str, Any]) -> None:
    assert refused(hand(drop, WON), seats=2) == (0, "A", "finish")
    assert refused(*TIED, hand(WON, drop)) == (2, "B", "finish")
    void = {"deal": {"outcome": "void"}, "lines": {"B": drop}}
    assert refused(void, seats=2) == (0, "B", "finish")


def test_a_wrong_show_is_possible_in_a_deal_of_two() -> None:
    assert totals(hand(WRONG, WON), seats=2) == [80, 240]


def test_a_drop_is_offered_only_where_it_is_possible() -> None:
    assert variant.limits(fold(), "finish").offered is None
    offered = (Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
    assert variant.limits(fold(seats=2), "finish").offered == offered
    assert variant.limits(fold(*TIED), "finish").offered == offered


# What else is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(FIRST, FIRST, FIRST), (0, None, "finish")),
        (hand(WON, FIRST, WON), (0, "C", "finish")),
        (hand(WON, FIRST, None), (0, "C", "finish")),
        (hand(WON, FIRST, {"points": 12}), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": "counted"}), (0, "C", "points")),
        (hand(WON, FIRST, count(131)), (0, "C", "points")),
        (hand(WON, FIRST, {**FIRST, "points": 3}), (0, "C", "points")),
        (hand(WON, FIRST, count(3, no_turn=True)), (0, "C", "no_turn")),
        (hand(WON, FIRST, FIRST, FIRST), (0, "D", None)),
        (hand(None, WON, outcome="void"), (0, "B", "finish")),
        (hand(None, None, count(3), outcome="void"), (0, "C", "finish")),
        (hand(outcome="split"), (0, None, "outcome")),
        ({**VOID, "absent": ["C"]}, (0, "C", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(entry) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"deals": 4}, "deals"),
        ({"deals": "2"}, "deals"),
        ({"mode": "points"}, "mode"),
        ({"fee": -1}, "fee"),
        ({"first_drop": 81}, "first_drop"),
        ({"middle_drop": 81}, "middle_drop"),
        ({"wrong_show": 81}, "wrong_show"),
        ({"cap": 0}, "cap"),
        ({"cap": 81}, "cap"),
        ({"seats": 6, "decks": 1}, "decks"),
        ({"pool": 101}, "pool"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


CARDS = "5H 6H 7H 9S 9D 9C KS KD AC 3C 7D JS 2H"


@pytest.mark.parametrize(
    ("line", "deal", "address"),
    [
        ({"cards": CARDS, "points": 4}, {"turned": "4S"}, (0, "B", "points")),
        ({"cards": CARDS}, {}, (0, None, "turned")),
        ({"cards": CARDS + " 2S"}, {"turned": "4S"}, (0, "B", "cards")),
        ({"cards": CARDS.replace("5H 6H", "2H 2H")}, {"turned": "4S"}, (0, "B", "cards")),
    ],
)
def test_tapped_cards_must_be_thirteen_from_the_packs(
    line: dict[str, Any], deal: dict[str, Any], address: tuple[Any, ...]
) -> None:
    assert refused(hand(WON, {"finish": "counted", **line}, FIRST, **deal)) == address


# On the board --------------------------------------------------------------------------------


def test_notes_tell_who_plays_the_extra_deal() -> None:
    assert variant.notes(fold(*TIED[:1]), 0) == ()
    board = fold(*TIED)
    notes = [variant.notes(board, seat) for seat in range(3)]
    assert notes == [("plays an extra deal",), ("plays an extra deal",), ("not tied",)]
    assert variant.notes(fold(*TIED, hand(WON, count(1))), 0) == ()
    assert [variant.asks(board, seat) for seat in range(3)] == [None, None, frozenset()]


def test_the_deal_goes_round_and_a_void_one_is_dealt_again() -> None:
    entry = hand(WON, FIRST, FIRST)
    assert [variant.dealer(fold(*[entry] * deals, deals=6)) for deals in range(4)] == [
        0,
        1,
        2,
        0,
    ]
    assert variant.dealer(fold(entry, VOID, deals=6)) == 1
    assert variant.dealer(fold(entry, entry)) is None


def test_extra_deals_are_dealt_by_those_who_play_them() -> None:
    tied = fold(*TIED)
    assert variant.dealer(tied) == 0
    assert variant.dealer(fold(*TIED, hand(WON, count(0)))) == 1
    assert variant.dealer(fold(*TIED, hand(WON, count(0)), hand(WON, count(0)))) == 0


def test_the_lowest_total_leads_only_where_points_are_written_down() -> None:
    leads = {mode: variant.low_wins(fold(mode=mode).options) for mode in ("chips", *LOW.values())}
    assert leads == {"chips": False, "lowest_points": True}


def test_reasons_are_in_the_words_of_the_table() -> None:
    last = fold(hand(WON, count(107), MIDDLE)).last
    assert last is not None
    assert [score.reason for score in last.scores] == [
        "won",
        "count of 107, capped at 80",
        "middle drop",
    ]
    assert {(p.payee, p.reason) for p in last.payments} == {("pot", "entry fee")}
    closing = fold(*TIED, hand(WON, count(1))).last
    assert closing is not None
    assert [(p.payer, p.payee, p.reason) for p in closing.payments] == [("pot", 0, "pot won")]
