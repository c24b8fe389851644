"""Vazhushal, clause by clause. Seats A B C and no stake unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.vazhushal import Outcome, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand, hand

Given = dict[str, Any]
WON: Given = {"finish": "won"}
REDEAL: Hand = {"deal": {"outcome": "redeal"}, "lines": {}}
STAKE: Given = {"stake": 1000}
MARGIN: Given = {"margin_money": True, "point_value": 1}

WITNESSES = [
    {
        "options": {"decks": 2},
        "seats": ["A", "B"],
        "hands": [
            {
                "deal": {"outcome": "stock_out", "negative": "8S"},
                "lines": {"A": {"cards": "3H 3H"}, "B": {"in_hand": 3}},
            }
        ],
    }
]
"""Options that few drawn games show: one pack has no second three of hearts."""

TABLE = CaseTable(variant, 3)
game, points, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


def has(in_hand: Any, melded: Any = 0) -> Given:
    return {"in_hand": in_hand, "melded": melded}


def stock_out(*lines: Given | None, **deal: Any) -> Hand:
    return hand(*lines, outcome="stock_out", **deal)


B_GOES_OUT = hand(None, WON)
TIED = stock_out(has(12, 45), has(27, 60), has(30, 50))
"""A and B have 33 each, C has 20."""


# Game points ---------------------------------------------------------------------------------


def test_who_goes_out_gets_a_game_point() -> None:
    assert points(B_GOES_OUT) == [0, 1, 0]
    assert points(B_GOES_OUT, B_GOES_OUT, hand(WON)) == [1, 2, 0]


def test_when_the_stock_runs_out_the_best_score_gets_it() -> None:
    assert points(stock_out(has(12, 45), has(40, 60), has(25))) == [1, 0, 0]
    assert points(stock_out(has(62), has(40), has(55))) == [0, 1, 0]


def test_typed_totals_are_final() -> None:
    entry = stock_out(has(30, 70), has(9, 52))
    assert points(entry, seats=2) == points(entry, seats=2, wild_in_hand=0) == [0, 1]


@pytest.mark.parametrize(
    ("tie", "expected"), [("share", [1, 1, 0]), ("none", [0, 0, 0]), ("replay", [0, 0, 0])]
)
def test_ties_are_settled_as_the_table_says(tie: str, expected: list[int]) -> None:
    assert points(TIED, tie=tie) == expected


def test_a_redeal_brings_nothing() -> None:
    result = game(REDEAL, **STAKE)
    assert (result["points"], result["money"]) == (dict.fromkeys("ABC", 0), dict.fromkeys("ABC", 0))


def test_after_a_redeal_the_same_player_deals() -> None:
    now = playing.start(variant, load_options(variant, {}, 3), 3)
    dealers = [playing.next_dealer(variant, now)]
    for entry in (hand(WON), REDEAL, REDEAL, hand(WON)):
        now = playing.play(variant, now, load_entry(variant, now, entry, tuple("ABC")))
        dealers.append(playing.next_dealer(variant, now))
    assert dealers == [0, 1, 1, 1, 2]


def test_the_game_ends_with_the_agreed_wins() -> None:
    assert game(B_GOES_OUT)["over"] is False
    assert game(B_GOES_OUT, hand(WON), target_wins=2)["over"] is False
    assert game(B_GOES_OUT, hand(WON), B_GOES_OUT, target_wins=2)["over"] is True
    assert refused(B_GOES_OUT, B_GOES_OUT, target_wins=1) == (1, None, None)


def test_two_may_reach_the_agreed_wins_together() -> None:
    result = game(TIED, target_wins=1)
    assert (result["over"], result["points"]) == (True, {"A": 1, "B": 1, "C": 0})


# Money ---------------------------------------------------------------------------------------


def test_everybody_who_did_not_win_pays_the_stake() -> None:
    assert money(B_GOES_OUT, **STAKE) == [-1000, 2000, -1000]
    assert money(hand(None, None, None, WON), seats=4, **STAKE) == [-1000, -1000, -1000, 3000]


def test_a_game_without_stake_moves_no_money() -> None:
    assert money(B_GOES_OUT, TIED) == [0, 0, 0]


def test_with_margin_money_losers_pay_by_how_much_they_lost() -> None:
    entry = stock_out(has(12, 45), has(40, 60), has(25))
    assert money(entry, **MARGIN) == [71, -13, -58]
    assert money(entry, margin_money=True, stake=5) == [7110, -1305, -5805]
    assert money(entry, point_value=1) == [0, 0, 0]


def test_there_is_no_margin_when_somebody_went_out() -> None:
    assert money(B_GOES_OUT, **MARGIN) == [0, 0, 0]


def test_tied_winners_share_all_of_it_equally() -> None:
    assert money(TIED, **STAKE) == [500, 500, -1000]
    assert money(TIED, **STAKE, **MARGIN) == [507, 506, -1013]


def test_what_is_left_over_is_found_in_all_of_it_together() -> None:
    """Two who owe 1 each, to two: one each, not two to the first."""
    entry = stock_out(has(0, 9), has(0, 9), has(5), has(5))
    assert money(entry, seats=4, stake=1) == [1, 1, -1, -1]
    three = stock_out(has(0, 9), has(0, 9), has(0, 9), has(5), has(5))
    assert money(three, seats=5, stake=10) == [7, 7, 6, -10, -10]


@pytest.mark.parametrize("tie", ["none", "replay"])
def test_without_a_winner_no_money_moves(tie: str) -> None:
    assert money(TIED, tie=tie, **STAKE, **MARGIN) == [0, 0, 0]


def test_who_sits_a_hand_out_neither_pays_nor_is_asked() -> None:
    entry = {**stock_out(has(12), None, has(25)), "absent": ["B"]}
    assert money(entry, **STAKE) == [1000, 0, -1000]
    assert refused({**stock_out(has(12), has(2), has(25)), "absent": ["B"]})[1] == "B"


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(), (0, None, "finish")),
        (hand(WON, None, WON), (0, "C", "finish")),
        (hand(WON, {"finish": "counted"}), (0, "B", "finish")),
        (hand(WON, has(20)), (0, "B", "in_hand")),
        (hand({**WON, "melded": 20}), (0, "A", "melded")),
        (hand(WON, {"cards": "5H"}), (0, "B", "cards")),
        (hand(WON, {"table": ["5H 6H 7H"]}), (0, "B", "table")),
        (stock_out(has(1), has(2), {**has(3), **WON}), (0, "C", "finish")),
        (stock_out(has(1), has(2)), (0, "C", "in_hand")),
        (stock_out(has(1), has(2), {"melded": 5}), (0, "C", "in_hand")),
        (stock_out(has(1), has(2), has(-1)), (0, "C", "in_hand")),
        (stock_out(has(1), has(2), has(1, -1)), (0, "C", "melded")),
        (stock_out(has(1), has(2), has(1.5)), (0, "C", "in_hand")),
        (stock_out(has(1), has(2), has(3), has(4)), (0, "D", None)),
        ({**REDEAL, "lines": {"B": has(3)}}, (0, "B", "in_hand")),
        ({**REDEAL, "lines": {"B": WON}}, (0, "B", "finish")),
        (hand(WON, outcome="void"), (0, None, "outcome")),
        (hand(WON, negative="JK"), (0, None, "negative")),
        (hand(WON, turned="5H"), (0, None, "turned")),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(entry) == address


def test_two_players_deal_no_hand_again() -> None:
    assert refused(REDEAL, seats=2) == (0, None, "outcome")
    assert refused({**REDEAL, "absent": ["C"]}) == (0, None, "outcome")
    assert variant.limits(fold(seats=2), "outcome").offered == (Outcome.WENT_OUT, Outcome.STOCK_OUT)
    assert variant.limits(fold(), "outcome").offered is None


def test_the_negative_joker_is_not_asked_where_there_is_none() -> None:
    assert refused(hand(WON, negative="8S"), negative_joker=False) == (0, None, "negative")
    assert "error" not in game(hand(WON, negative="8S"))


TAPPED: Given = {"cards": "4S 4C JK KH 2C", "table": ["7D 8D 9D"]}


@pytest.mark.parametrize(
    ("line", "deal", "address"),
    [
        ({**TAPPED, "in_hand": 12}, {"negative": "8S"}, (0, "C", "cards")),
        ({**TAPPED, "melded": 12}, {"negative": "8S"}, (0, "C", "cards")),
        ({"table": ["7D 8D 9D"], "in_hand": 12}, {"negative": "8S"}, (0, "C", "cards")),
        ({"cards": ""}, {"negative": "8S"}, (0, "C", "in_hand")),
        ({"cards": "", "table": []}, {"negative": "8S"}, (0, "C", "in_hand")),
        (TAPPED, {}, (0, None, "negative")),
        ({**TAPPED, "cards": "4S 4S"}, {"negative": "8S"}, (0, "C", "cards")),
        ({**TAPPED, "cards": "7D"}, {"negative": "8S"}, (0, "C", "cards")),
        ({**TAPPED, "cards": "JK JK JK"}, {"negative": "8S"}, (0, "C", "cards")),
        ({**TAPPED, "cards": "1S"}, {"negative": "8S"}, (0, "C", "cards")),
        ({**TAPPED, "table": ["7D 8D 8D"]}, {"negative": "8S"}, (0, "C", "table")),
        ({**TAPPED, "table": ["7D 8D XD"]}, {"negative": "8S"}, (0, "C", "table")),
        ({**TAPPED, "table": "7D 8D 9D"}, {"negative": "8S"}, (0, "C", "table")),
    ],
)
def test_tapped_cards_are_refused_before_any_is_counted(
    line: Given, deal: Given, address: tuple[Any, ...]
) -> None:
    assert refused(stock_out(has(1), has(2), line, **deal)) == address


def test_the_packs_are_the_same_for_all_seats() -> None:
    assert refused(stock_out(TAPPED, {"cards": "KH"}, has(2), negative="8S")) == (0, "B", "cards")
    two_packs = stock_out(TAPPED, {"cards": "KH"}, has(2), has(3), negative="8S")
    assert "error" not in game(two_packs, seats=4)
    jokers: Given = {"cards": "JK JK JK"}
    assert refused(stock_out(jokers, jokers, has(1), has(2), negative="8S"), seats=4) == (
        0,
        "B",
        "cards",
    )


@pytest.mark.parametrize(
    ("seats", "decks", "enough"), [(3, 1, True), (4, 1, False), (4, 2, True), (6, 2, True)]
)
def test_the_packs_must_do_for_everybody(seats: int, decks: int, enough: bool) -> None:
    assert ("error" not in game(seats=seats, decks=decks)) is enough


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 2), (6, 2)])
def test_there_are_as_many_packs_as_the_table_needs(seats: int, decks: int) -> None:
    assert load_options(variant, {}, seats).decks == decks


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"stake": -1}, "stake"),
        ({"tie": "split"}, "tie"),
        ({"target_wins": 0}, "target_wins"),
        ({"wild_in_hand": 10}, "wild_in_hand"),
        ({"negative_joker": "on"}, "negative_joker"),
        ({"decks": 3}, "decks"),
        ({"seats": 4, "decks": 1}, "decks"),
        ({"fee": 1}, "fee"),
        ({"seats": 1}, "seats"),
        ({"seats": 7}, "seats"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize(
    ("cards", "options", "field"),
    [
        ({"table": ["7D 8D 9D"], "hand": "4S"}, {}, "negative"),
        ({"negative": "8S", "table": [], "hand": "4S"}, {"negative_joker": False}, "negative"),
        ({"negative": "8S", "table": [], "hand": "4S 4S 4S"}, {}, "hand"),
        ({"negative": "8S", "table": ["4S 4S 4S"], "hand": ""}, {}, "table"),
        ({"negative": "8S", "table": ["4S 4S"], "hand": "4S"}, {}, "hand"),
        ({"negative": "8S", "table": [], "hand": "JK JK JK JK JK"}, {}, "hand"),
    ],
)
def test_a_question_about_cards_alone_is_refused_at_the_key_at_fault(
    cards: Given, options: Given, field: str
) -> None:
    error = settle(variant, {"options": options, "cards": cards})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


# On the board --------------------------------------------------------------------------------


def test_reasons_are_in_the_words_of_the_table() -> None:
    out = fold(B_GOES_OUT, **STAKE).last
    assert out is not None
    assert [score.reason for score in out.scores] == ["", "went out", ""]
    assert [(p.payer, p.payee, p.reason) for p in out.payments] == [
        (0, 1, "stake"),
        (2, 1, "stake"),
    ]
    ran_out = fold(stock_out(has(12, 45), has(40, 60), has(25)), **MARGIN).last
    assert ran_out is not None
    assert [score.reason for score in ran_out.scores] == [
        "45 melded, 12 in hand: 33",
        "60 melded, 40 in hand: 20",
        "0 melded, 25 in hand: -25",
    ]
    assert [p.reason for p in ran_out.payments] == ["margin of 13", "margin of 58"]


def test_everybody_who_gets_a_point_has_won_the_hand() -> None:
    assert winners(variant, fold(B_GOES_OUT)) == {1}
    assert winners(variant, fold(TIED)) == {0, 1}
    assert winners(variant, fold(TIED, tie="none")) == frozenset()
