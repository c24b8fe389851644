"""Paplu, clause by clause. Seats A B C D and 1.00 a point unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants._indian import Outcome
from scorekeeper.variants.paplu import Deal, Line, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand, count, hand

FIRST, MIDDLE, WRONG = ({"finish": f} for f in ("first_drop", "middle_drop", "wrong_show"))
WON = {"finish": "won"}
VOID: Hand = {"deal": {"outcome": "void"}, "lines": {}}

TABLE = CaseTable(variant, 4)
game, money, refused, fold = TABLE.game, TABLE.money, TABLE.refused, TABLE.fold


def early(points: int) -> dict[str, Any]:
    """A count of somebody who had no turn yet."""
    return count(points, no_turn=True)


def net(*hands: Hand, **options: Any) -> list[float]:
    """Points on a score sheet of wins and losses."""
    return list(game(*hands, ledger="zero_sum", **options)["points"].values())


# Who pays what -------------------------------------------------------------------------------


def test_everybody_pays_the_winner_his_count_his_drop_or_his_wrong_show() -> None:
    assert net(hand(WON, count(43), FIRST, WRONG)) == [133, -43, -10, -80]
    assert net(hand(MIDDLE, count(8), count(0), WON)) == [-40, -8, 0, 48]


def test_drops_and_wrong_shows_cost_what_the_table_says() -> None:
    costs: dict[str, Any] = {"first_drop": 20, "middle_drop": 30, "wrong_show": 50}
    assert net(hand(WON, FIRST, MIDDLE, WRONG), **costs) == [100, -20, -30, -50]


def test_money_is_net_points_times_the_point_value() -> None:
    assert money(hand(WON, count(43), FIRST, FIRST), point_value=25) == [1575, -1075, -250, -250]
    assert money(hand(WON, count(43), FIRST, FIRST), point_value=0) == [0, 0, 0, 0]


def test_the_last_one_left_collects_the_drops() -> None:
    assert net(hand(FIRST, FIRST, WON, MIDDLE)) == [-10, -10, 60, -40]


def test_there_is_no_cap_unless_the_table_sets_one() -> None:
    assert net(hand(WON, count(90), count(80), FIRST))[1] == -90
    assert net(hand(WON, count(90), count(80), FIRST), cap=80)[1:3] == [-80, -80]


def test_drops_are_not_capped() -> None:
    assert net(hand(WON, count(90), MIDDLE, WRONG), cap=30) == [150, -30, -40, -80]


def test_a_loser_counts_the_least_even_with_everything_melded() -> None:
    assert net(hand(WON, count(0), count(1), count(2)), min_loser=2) == [6, -2, -2, -2]


def test_the_cap_wins_over_the_least() -> None:
    assert net(hand(WON, count(0), FIRST, FIRST), min_loser=20, cap=15)[1] == -15


def test_a_void_hand_costs_nothing() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"B": FIRST, "C": WRONG}}
    assert game(void)["hands"] == [
        {"points": dict.fromkeys("ABCD", 0), "money": dict.fromkeys("ABCD", 0)}
    ]


def test_the_score_sheet_adds_up_what_winners_receive() -> None:
    hands = (hand(WON, count(43), FIRST, FIRST), hand(count(5), count(6), WON, count(7)))
    assert game(*hands)["points"] == {"A": 63, "B": 0, "C": 18, "D": 0}
    assert game(*hands)["money"] == {"A": 5800, "B": -4900, "C": 800, "D": -1700}


# Declared early ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "points"), [("up", [-16, -30]), ("down", [-15, -30]), ("exact", [-15.5, -30])]
)
def test_without_a_turn_half_is_paid_on_a_first_turn(rounding: str, points: list[float]) -> None:
    entry = hand(WON, early(31), early(60), count(97), declared="first_turn")
    assert net(entry, half_round=rounding) == [97 - sum(points), *points, -97]


def test_the_cap_acts_before_halving() -> None:
    entry = hand(WON, early(97), early(97), early(97), declared="first_turn")
    assert net(entry, cap=80)[1:] == [-40, -40, -40]


def test_half_a_unit_of_money_goes_to_the_winner() -> None:
    entry = hand(WON, early(31), early(33), count(4), declared="first_turn")
    assert money(entry, half_round="exact", point_value=1) == [37, -16, -17, -4]
    assert game(entry, half_round="exact", point_value=1)["points"]["A"] == 36
    assert money(entry, half_round="exact", point_value=2) == [72, -31, -33, -8]


@pytest.mark.parametrize(
    ("doubles", "points"),
    [
        ("no_turn", [-43, -10, 115, -62]),
        ("turn", [-86, -10, 127, -31]),
        ("none", [-43, -10, 84, -31]),
    ],
)
def test_a_hand_as_dealt_doubles_for_one_side_of_the_table(doubles: str, points: list[int]) -> None:
    entry = hand(count(43), FIRST, WON, early(31), declared="hand")
    assert net(entry, hand_doubles=doubles) == points


def test_the_cap_acts_before_doubling() -> None:
    entry = hand(WON, early(97), count(97), count(5), declared="hand")
    assert net(entry, cap=80)[1:] == [-160, -80, -5]


def test_no_turn_changes_nothing_by_itself_on_a_first_turn_of_a_dropped_seat() -> None:
    entry = hand(WON, early(30), FIRST, MIDDLE, declared="first_turn")
    assert net(entry)[1:] == [-15, -10, -40]


# The turned-up joker -------------------------------------------------------------------------


def test_a_turned_joker_doubles_everything_where_the_table_plays_it() -> None:
    entry = hand(WON, count(43), FIRST, WRONG, turned="JK")
    assert net(entry, printed_joker_turned="double_score") == [266, -86, -20, -160]
    assert net(entry) == net(entry, printed_joker_turned="aces_wild") == [133, -43, -10, -80]


def test_another_turned_card_doubles_nothing() -> None:
    entry = hand(WON, count(43), FIRST, WRONG, turned="7S")
    assert net(entry, printed_joker_turned="double_score") == [133, -43, -10, -80]


def test_a_half_doubled_is_whole_again() -> None:
    entry = hand(WON, early(31), FIRST, FIRST, turned="JK", declared="first_turn")
    options: dict[str, Any] = {"half_round": "exact", "printed_joker_turned": "double_score"}
    assert net(entry, **options) == [71, -31, -20, -20]
    assert type(game(entry, **options)["points"]["A"]) is int


@pytest.mark.parametrize("wild", ["printed_only", "none"])
def test_no_card_is_turned_up_where_its_rank_is_not_wild(wild: str) -> None:
    entry = hand(WON, FIRST, FIRST, FIRST, turned="7S")
    assert refused(entry, wild_mode=wild) == (0, None, "turned")


# The end -------------------------------------------------------------------------------------


def test_the_game_ends_when_everybody_has_dealt_and_a_void_hand_is_a_deal() -> None:
    hands = [hand(WON, count(1)), VOID, hand(count(2), WON)]
    assert game(*hands[:1], seats=2)["over"] is False
    assert game(*hands[:2], seats=2)["over"] is True
    assert refused(*hands, seats=2) == (2, None, None)
    assert game(*hands, VOID, seats=2, rounds=2)["over"] is True


def test_without_rounds_there_is_no_end() -> None:
    assert game(*[VOID] * 30, seats=2, rounds=None)["over"] is False


# Absent seats --------------------------------------------------------------------------------


def test_an_absent_seat_neither_pays_nor_receives() -> None:
    entry = {**hand(WON, None, count(12), FIRST), "absent": ["B"]}
    assert net(entry) == [22, 0, -12, -10]


def test_an_absent_seat_has_no_line() -> None:
    assert refused({**hand(WON, FIRST, FIRST, FIRST), "absent": ["B"]}) == (0, "B", "finish")


def test_an_absent_seat_does_not_come_between_the_winner_and_the_next() -> None:
    entry = {**hand(WON, None, early(30), FIRST, declared="first_turn"), "absent": ["B"]}
    assert net(entry) == [25, 0, -15, -10]


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(FIRST, FIRST, FIRST, FIRST), (0, None, "finish")),
        (hand(FIRST, WON, WON, WON), (0, "C", "finish")),
        (hand(WON, FIRST, None, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": None}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": "dropped"}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": "counted"}, FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(131), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(-1), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(12.0), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count("12"), FIRST), (0, "C", "points")),
        (hand(WON, {**MIDDLE, "points": 40}, FIRST, FIRST), (0, "B", "points")),
        (hand(WON, FIRST, FIRST, FIRST, FIRST), (0, "E", None)),
        (hand(WON, FIRST, FIRST, early(3)), (0, "D", "no_turn")),
        (hand(WON, FIRST, {**FIRST, "no_turn": True}, declared="hand"), (0, "C", "no_turn")),
        (hand(WON, {"finish": "won"}, outcome="void"), (0, "A", "finish")),
        (hand(None, count(4), outcome="void"), (0, "B", "finish")),
        (hand(declared="second_turn"), (0, None, "declared")),
        (hand(turned="1S"), (0, None, "turned")),
        (hand(WON, FIRST, FIRST, {**FIRST, "rejoin": True}), (0, "D", "rejoin")),
        ({"deal": {}, "lines": {"A": WON, "Z": FIRST}}, (0, "Z", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(entry) == address


def test_no_turn_seats_sit_directly_after_the_winner() -> None:
    after = hand(count(3), early(3), WON, count(3), declared="first_turn")
    assert refused(after) == (0, "B", "no_turn")
    round_the_table = hand(early(3), count(3), WON, early(3), declared="first_turn")
    assert net(round_the_table) == [-2, -3, 7, -2]
    behind_a_drop = hand(WON, FIRST, early(3), early(3), declared="first_turn")
    assert refused(behind_a_drop) == (0, "C", "no_turn")


def test_a_hand_cannot_be_void_where_the_discards_are_reshuffled() -> None:
    assert refused(VOID, block="reshuffle") == (0, None, "outcome")
    assert variant.limits(fold(block="reshuffle"), "outcome").offered == (Outcome.PLAYED,)
    assert variant.limits(fold(), "outcome").offered is None


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"point_value": -1}, "point_value"),
        ({"first_drop": -10}, "first_drop"),
        ({"cap": 0}, "cap"),
        ({"min_loser": -1}, "min_loser"),
        ({"hand_doubles": "seed"}, "hand_doubles"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"decks": 0}, "decks"),
        ({"decks": 4}, "decks"),
        ({"decks": 1}, "decks"),
        ({"tanala": True}, "tanala"),
        ({"pack_first": 10}, "pack_first"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (12, 3)])
def test_there_are_as_many_packs_as_the_table_needs(seats: int, decks: int) -> None:
    assert load_options(variant, {}, seats).decks == decks


@pytest.mark.parametrize(("seats", "decks", "enough"), [(3, 1, True), (7, 2, True), (8, 2, False)])
def test_the_packs_must_do_for_everybody(seats: int, decks: int, enough: bool) -> None:
    assert ("error" not in game(seats=seats, decks=decks)) is enough


@pytest.mark.parametrize(
    "seats", [["A"], list("ABCDEFGHIJKLM"), ["A", "A"], ["A", ""], ["A", "pot"]]
)
def test_seats_that_cannot_sit_down_are_refused(seats: list[str]) -> None:
    error = settle(variant, {"options": {}, "seats": seats, "hands": []})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, "seats")


CARDS = "5H 6H 7H 9S 9D 9C KS KD AC 3C 7D JS 2H"


@pytest.mark.parametrize(
    ("line", "deal", "options", "address"),
    [
        ({"cards": CARDS, "points": 4}, {"turned": "4S"}, {}, (0, "B", "points")),
        ({"cards": CARDS}, {}, {}, (0, None, "turned")),
        ({"cards": CARDS[3:]}, {"turned": "4S"}, {}, (0, "B", "cards")),
        ({"cards": CARDS.replace("5H", "JK")}, {}, {"wild_mode": "none"}, (0, "B", "cards")),
        ({"cards": CARDS.replace("5H 6H 7H", "2H 2H 2S")}, {"turned": "4S"}, {}, (0, "B", "cards")),
    ],
)
def test_tapped_cards_must_be_thirteen_from_the_packs(
    line: dict[str, Any], deal: Hand, options: dict[str, Any], address: tuple[Any, ...]
) -> None:
    lines = (WON, {"finish": "counted", **line}, FIRST, FIRST)
    assert refused(hand(*lines, **deal), **options) == address


def test_cards_are_refused_before_any_is_counted() -> None:
    tapped = {"finish": "counted", "cards": CARDS}
    assert refused(hand(WON, tapped, tapped, tapped, turned="4S")) == (0, "D", "cards")
    assert refused(hand(WON, tapped, {"finish": "counted"}, FIRST, turned="4S")) == (
        0,
        "C",
        "points",
    )
    assert "error" not in game(hand(WON, tapped, tapped, FIRST, turned="4S"))
    assert "error" not in game(hand(WON, tapped, FIRST, FIRST), wild_mode="printed_only")


# On the board --------------------------------------------------------------------------------


def test_reasons_are_in_the_words_of_the_table() -> None:
    entry = hand(WON, early(31), count(97), MIDDLE, declared="first_turn")
    last = fold(entry, cap=80).last
    assert last is not None
    assert [score.reason for score in last.scores] == [
        "won on the first turn",
        "half a count of 31",
        "count of 97, capped at 80",
        "middle drop",
    ]
    assert [payment.reason for payment in last.payments] == [
        score.reason for score in last.scores[1:]
    ]


def test_who_counts_says_first_that_he_counts() -> None:
    assert refused(hand(WON, {"points": 12}, FIRST, FIRST)) == (0, "B", "finish")
    assert refused(hand(WON, {"no_turn": True}, FIRST, FIRST)) == (0, "B", "finish")


def test_a_form_may_send_answers_that_are_not_asked() -> None:
    lines = hand(WON, early(31), {**FIRST, "points": 4}, FIRST)
    entry: Entry[Deal, Line] = load_entry(variant, fold(), lines, "ABCD", strict=False)
    assert playing.play(variant, fold(), entry).balances == (5100, -3100, -1000, -1000)
