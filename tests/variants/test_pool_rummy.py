"""Pool rummy, clause by clause. Seats A B C D and a fee of 100.00 unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.variants.pool_rummy import Outcome, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.case_table import CaseTable, Hand, count, hand

FIRST, MIDDLE, WRONG = ({"finish": f} for f in ("first_drop", "middle_drop", "wrong_show"))
WON = {"finish": "won"}
SPLIT: Hand = {"deal": {"outcome": "split"}, "lines": {}}
VOID: Hand = {"deal": {"outcome": "void"}, "lines": {}}

TABLE = CaseTable(variant, 4)
game, totals, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold

D_IS_OUT = (hand(WON, count(43), FIRST, WRONG), hand(MIDDLE, WON, count(26), count(29)))
"""A 40, B 43, C 46, D 109: D may rejoin at 47."""
THREE_LEFT = (
    hand(count(60), WON, WRONG, WRONG),
    hand(WON, WRONG, count(15), count(21)),
)
"""A 60, B 80, C 95, D 101: two, one and no drops left; nobody may rejoin."""


# Totals --------------------------------------------------------------------------------------


def test_the_winner_adds_nothing_and_the_others_their_points() -> None:
    assert totals(hand(WON, count(43), FIRST, WRONG)) == [0, 43, 20, 80]


def test_no_count_is_more_than_the_full_count() -> None:
    assert totals(hand(WON, count(107), count(80), count(81))) == [0, 80, 80, 80]


@pytest.mark.parametrize(
    ("pool", "expected"),
    [(101, [0, 20, 40, 80]), (201, [0, 25, 50, 80]), (61, [0, 15, 30, 60])],
)
def test_each_pool_has_its_own_table(pool: int, expected: list[int]) -> None:
    assert totals(hand(WON, FIRST, MIDDLE, WRONG), pool=pool) == expected


def test_an_option_given_wins_over_the_table_of_its_pool() -> None:
    assert totals(hand(WON, FIRST, MIDDLE, WRONG), pool=201, first_drop=30) == [0, 30, 50, 80]


def test_a_void_hand_changes_no_total() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"A": FIRST, "C": WRONG}}
    assert totals(D_IS_OUT[0], void) == [0, 43, 20, 80]


def test_the_step_of_a_rejoiner_is_no_part_of_his_hand() -> None:
    result = game(*D_IS_OUT, hand(count(8), FIRST, WON, {**MIDDLE, "rejoin": True}))
    assert result["hands"][2]["points"] == {"A": 8, "B": 20, "C": 0, "D": 40}
    assert result["points"] == {"A": 48, "B": 63, "C": 46, "D": 87}


# Out and back --------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "out"), [(20, []), (21, ["D"])])
def test_who_reaches_the_pool_is_out(points: int, out: list[str]) -> None:
    result = game(hand(WON, FIRST, FIRST, WRONG), hand(WON, FIRST, FIRST, count(points)))
    assert result["out"] == out


def test_a_drop_with_no_drops_left_puts_the_seat_out() -> None:
    assert game(*THREE_LEFT, hand(WON, FIRST, FIRST))["out"] == ["C", "D"]


def test_everybody_who_rejoins_starts_one_above_the_highest_still_in() -> None:
    out = (hand(WON, count(10), count(70), WRONG), hand(WON, count(15), count(5), MIDDLE))
    assert totals(*out) == [0, 25, 75, 120]
    assert totals(*out, hand(WON, count(5), FIRST, {**FIRST, "rejoin": True})) == [0, 30, 95, 96]


def test_a_seat_that_has_reached_the_limit_exactly_may_rejoin() -> None:
    before = (hand(WON, FIRST, FIRST, WRONG), hand(WON, FIRST, FIRST, count(21)))
    assert totals(*before) == [0, 40, 40, 101]
    assert totals(*before, hand(WON, FIRST, FIRST, {**FIRST, "rejoin": True})) == [0, 60, 60, 61]


def test_two_may_rejoin_at_the_same_total() -> None:
    out = (hand(WON, FIRST, WRONG, WRONG), hand(WON, count(3), WRONG, WRONG))
    back = {**count(4), "rejoin": True}
    assert totals(*out, hand(WON, count(1), back, back)) == [0, 24, 28, 28]


def test_a_rejoiner_may_go_out_and_rejoin_again() -> None:
    out = (hand(WON, FIRST, FIRST, WRONG), hand(WON, FIRST, FIRST, WRONG))
    again = hand(WON, count(0), count(0), {**WRONG, "rejoin": True})
    back = hand(WON, count(0), count(0), {**count(3), "rejoin": True})
    result = game(*out, again, back)
    assert result["points"] == {"A": 0, "B": 40, "C": 40, "D": 44}
    assert result["money"]["D"] == -30000


def test_nobody_rejoins_when_somebody_still_in_has_too_much() -> None:
    back = hand(count(1), count(1), WON, {**FIRST, "rejoin": True})
    assert refused(*D_IS_OUT, back, rejoin_up_to=45) == (2, "D", "rejoin")
    assert "error" not in game(*D_IS_OUT, back, rejoin_up_to=46)


def test_a_seat_rejoins_in_the_very_next_hand_or_never() -> None:
    next_hand = hand(WON, FIRST, FIRST)
    late = hand(WON, count(1), count(1), {**FIRST, "rejoin": True})
    assert refused(*D_IS_OUT, next_hand, late) == (3, "D", "rejoin")
    assert refused(*D_IS_OUT, VOID, late) == (3, "D", "rejoin")


def test_a_seat_may_rejoin_in_a_void_hand() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"D": {"rejoin": True}}}
    result = game(*D_IS_OUT, void, hand(count(1), count(1), count(1), WON))
    assert result["hands"][2]["money"] == {"A": 0, "B": 0, "C": 0, "D": -10000, "pot": 10000}
    assert result["points"]["D"] == 47


def test_nobody_rejoins_a_game_of_two() -> None:
    out = hand(WON, WRONG), hand(WON, WRONG)
    assert game(*out, seats=2)["over"] is True


def test_somebody_who_is_not_out_cannot_rejoin() -> None:
    assert refused(hand(WON, FIRST, FIRST, {**FIRST, "rejoin": True})) == (0, "D", "rejoin")


def test_a_seat_that_is_out_has_no_line() -> None:
    assert refused(*D_IS_OUT, hand(WON, FIRST, FIRST, FIRST)) == (2, "D", "rejoin")


def test_who_rejoins_tells_how_he_ended_the_hand() -> None:
    assert refused(*D_IS_OUT, hand(WON, FIRST, FIRST, {"rejoin": True})) == (2, "D", "finish")


# Money ---------------------------------------------------------------------------------------


def test_everybody_pays_the_fee_with_the_first_entry_even_a_void_one() -> None:
    assert money(VOID) == [-10000, -10000, -10000, -10000, 40000]
    assert money(VOID, VOID, fee=500) == [-500, -500, -500, -500, 2000]


def test_a_pool_without_a_fee_is_played_for_points() -> None:
    assert money(*D_IS_OUT, fee=0) == [0, 0, 0, 0]


def test_the_last_one_in_takes_the_pot() -> None:
    result = game(hand(WON, WRONG, WRONG), hand(WON, WRONG, WRONG), seats=3)
    assert result["money"] == {"A": 20000, "B": -10000, "C": -10000}
    assert (result["over"], result["out"]) == (True, ["B", "C"])


def test_no_hand_is_played_after_the_end() -> None:
    over = (hand(WON, WRONG), hand(WON, WRONG))
    assert refused(*over, hand(WON, None), seats=2) == (2, None, None)


# Splits --------------------------------------------------------------------------------------


def test_a_split_pays_a_fee_for_each_drop_ahead_and_shares_the_rest() -> None:
    result = game(*THREE_LEFT, SPLIT, fee=9000)
    # Pot 36000; two drops and one ahead are 27000; the rest is one fee.
    assert result["money"] == {"A": 12000, "B": 3000, "C": -6000, "D": -9000}


def test_left_over_units_go_to_the_lowest_totals_first() -> None:
    result = game(*THREE_LEFT, SPLIT, fee=10001)
    # The rest is 10001: 3334 for A and B, 3333 for C.
    assert result["hands"][2]["money"] == {"A": 23336, "B": 13335, "C": 3333, "D": 0, "pot": -40004}


def test_left_over_units_go_to_the_earlier_seat_of_equal_totals() -> None:
    out = (hand(WRONG, WON, WRONG), hand(WON, WRONG, WRONG))
    assert money(*out, SPLIT, seats=3, fee=25) == [13, 12, -25]


def test_those_who_shared_are_not_out_and_the_game_is_over() -> None:
    result = game(*THREE_LEFT, SPLIT)
    assert (result["over"], result["out"]) == (True, ["D"])


def test_a_split_needs_few_enough_seats_still_in() -> None:
    assert refused(hand(WON, FIRST, FIRST, FIRST), SPLIT) == (1, None, "outcome")
    assert refused(hand(WON, FIRST, FIRST), SPLIT, seats=3) == (1, None, "outcome")
    assert refused(hand(WON, FIRST), SPLIT, seats=2) == (1, None, "outcome")
    assert refused(SPLIT) == (0, None, "outcome")


def test_a_split_needs_a_fee_left_after_the_drop_differences() -> None:
    # 3 fees in the pot: C is out, A 0 with five drops left, B 80 with one.
    out = (hand(WON, WRONG, WRONG), hand(WON, count(0), WRONG))
    assert refused(*out, SPLIT, seats=3) == (2, None, "outcome")


def test_a_split_stands_by_itself() -> None:
    assert refused(*THREE_LEFT, {**SPLIT, "lines": {"B": FIRST}}) == (2, "B", None)
    assert "error" not in game(*THREE_LEFT, {**SPLIT, "lines": {"B": {"rejoin": False}}})


NO_DROPS = (hand(WON, WRONG, WRONG), hand(WRONG, WON, count(5)), hand(count(1), count(2), WON))


def test_an_auto_split_shares_equally_once_nobody_has_a_drop_left() -> None:
    out = (hand(WON, WRONG, WRONG, WRONG), hand(WRONG, WON, count(5), WRONG))
    nobody = (*out, NO_DROPS[2])
    result = game(*nobody, auto_split=True)
    assert result["points"] == {"A": 81, "B": 82, "C": 85, "D": 160}
    assert (result["over"], result["money"]["D"]) == (True, -10_000)
    assert game(*nobody)["over"] is False


@pytest.mark.parametrize(("seats", "auto_split"), [(2, True), (3, True), (2, False), (3, False)])
def test_as_many_as_began_play_on_by_auto_split_as_by_hand(seats: int, auto_split: bool) -> None:
    hands = NO_DROPS if seats == 3 else (hand(WON, count(100)), hand(count(100), WON))
    options: Any = {"seats": seats, "auto_split": auto_split, "cap": 100, "wrong_show": 80}
    assert game(*hands, **options)["over"] is False
    assert refused(*hands, SPLIT, **options) == (len(hands), None, "outcome")


def test_an_auto_split_comes_before_rejoining() -> None:
    hands = (hand(WON, WRONG, WRONG), hand(count(76), WON, FIRST))
    back = hand(WON, FIRST, {**FIRST, "rejoin": True})
    options = {"seats": 3, "first_drop": 60, "rejoin_up_to": 99}
    result = game(*hands, auto_split=True, **options)
    assert (result["points"], result["over"]) == ({"A": 76, "B": 80, "C": 140}, True)
    assert "error" not in game(*hands, back, **options)


# What else is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "address"),
    [
        (hand(FIRST, FIRST, FIRST, FIRST), (0, None, "finish")),
        (hand(WON, FIRST, WON, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, None, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, {"finish": "counted"}, FIRST), (0, "C", "points")),
        (hand(WON, FIRST, {"points": 12}, FIRST), (0, "C", "finish")),
        (hand(WON, FIRST, count(131), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, count(True), FIRST), (0, "C", "points")),
        (hand(WON, FIRST, {**FIRST, "points": 3}, FIRST), (0, "C", "points")),
        (hand({**WON, "points": 3}, FIRST, FIRST, FIRST), (0, "A", "points")),
        (hand(WON, FIRST, FIRST, {**FIRST, "no_turn": True}), (0, "D", "no_turn")),
        (hand(WON, FIRST, FIRST, FIRST, FIRST), (0, "E", None)),
        (hand(None, WON, outcome="void"), (0, "B", "finish")),
        (hand(None, None, count(3), outcome="void"), (0, "C", "finish")),
        (hand(outcome="maybe"), (0, None, "outcome")),
        (hand(declared="normal"), (0, None, "declared")),
        ({**VOID, "absent": ["C"]}, (0, "C", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    hands: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(hands) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"pool": 102}, "pool"),
        ({"pool": "101"}, "pool"),
        ({"first_drop": 0}, "first_drop"),
        ({"cap": 0}, "cap"),
        ({"fee": -1}, "fee"),
        ({"rejoin_up_to": 100}, "rejoin_up_to"),
        ({"pool": 61, "rejoin_up_to": 60}, "rejoin_up_to"),
        ({"auto_split": 1}, "auto_split"),
        ({"decks": 1}, "decks"),
        ({"decks": 4}, "decks"),
        ({"limit": 101}, "limit"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


def test_seven_to_nine_play_with_three_packs() -> None:
    assert {n: fold(seats=n).options.decks for n in (2, 6, 7, 9)} == {2: 2, 6: 2, 7: 3, 9: 3}
    assert fold(seats=9, pool=201, decks=3).options.first_drop == 25
    assert refused(seats=8, decks=2) == (-1, None, "decks")
    assert refused(seats=10) == (-1, None, "seats")


CARDS = "5H 6H 7H 9S 9D 9C KS KD AC 3C 7D JS 2H"


@pytest.mark.parametrize(("pool", "most"), [(101, 99), (201, 199), (61, 59)])
def test_a_question_about_cards_refuses_a_limit_for_rejoining_of_a_total_that_is_out(
    pool: int, most: int
) -> None:
    cards = {"turned": "4S", "hand": CARDS}
    case = {"cards": cards, "options": {"pool": pool, "rejoin_up_to": most}}
    assert "error" not in settle(variant, case)
    case["options"] = {"pool": pool, "rejoin_up_to": most + 1}
    assert settle(variant, case)["error"]["field"] == "rejoin_up_to"


@pytest.mark.parametrize(
    ("line", "deal", "address"),
    [
        ({"cards": CARDS, "points": 4}, {"turned": "4S"}, (0, "B", "points")),
        ({"cards": CARDS}, {}, (0, None, "turned")),
        ({"cards": CARDS + " 2S"}, {"turned": "4S"}, (0, "B", "cards")),
        ({"cards": CARDS.replace("5H", "1H")}, {"turned": "4S"}, (0, "B", "cards")),
        ({"cards": CARDS.replace("5H 6H", "2H 2H")}, {"turned": "4S"}, (0, "B", "cards")),
    ],
)
def test_tapped_cards_must_be_thirteen_from_the_packs(
    line: dict[str, Any], deal: dict[str, Any], address: tuple[Any, ...]
) -> None:
    lines = (WON, {"finish": "counted", **line}, FIRST, FIRST)
    assert refused(hand(*lines, **deal)) == address


def test_the_packs_are_the_same_for_all_seats() -> None:
    tapped = {"finish": "counted", "cards": CARDS}
    assert refused(hand(WON, tapped, tapped, tapped, turned="4S")) == (0, "D", "cards")
    assert "error" not in game(hand(WON, tapped, tapped, FIRST, turned="4S"))


# On the board --------------------------------------------------------------------------------


def test_notes_tell_the_drops_left() -> None:
    board = fold(*THREE_LEFT)
    assert [variant.notes(board, seat) for seat in range(4)] == [
        ("2 drops left",),
        ("1 drop left",),
        ("no drops left: a drop puts them out",),
        ("out", "no rejoin: somebody still in has 95, more than 79"),
    ]


def test_notes_tell_who_may_rejoin() -> None:
    assert variant.notes(fold(*D_IS_OUT), 3) == ("out", "may rejoin at 47")


def test_notes_tell_why_somebody_who_is_out_may_not_come_back() -> None:
    no_more = "no rejoin: somebody still in has 46, more than 45"
    assert variant.notes(fold(*D_IS_OUT, rejoin_up_to=45), 3) == ("out", no_more)
    late = fold(*D_IS_OUT, VOID)
    assert variant.notes(late, 3) == ("out", "too late to rejoin")
    over = fold(hand(WON, WRONG, WRONG), hand(WON, WRONG, WRONG), seats=3)
    assert variant.notes(over, 1) == ("out",)


def test_nobody_is_told_to_play_where_the_rules_take_a_drop() -> None:
    note = variant.notes(fold(*THREE_LEFT), 2)[0]
    assert note == "no drops left: a drop puts them out"
    assert variant.notes(fold(*THREE_LEFT, hand(WON, FIRST, FIRST)), 2)[0] == "out"


def test_all_who_share_the_pot_have_won_a_split() -> None:
    shared = fold(*THREE_LEFT, SPLIT)
    assert shared.last is not None
    got = [p.amount for p in shared.last.payments if p.payee == 0]
    assert got == [20000, 3334]  # two drops ahead of the others, and yet one of three
    assert winners(variant, shared) == {0, 1, 2}


def test_reasons_are_in_the_words_of_the_table() -> None:
    after = fold(*D_IS_OUT, hand(WON, count(107), FIRST, {**MIDDLE, "rejoin": True}))
    assert after.last is not None
    assert [score.reason for score in after.last.scores] == [
        "won",
        "count of 107, capped at 80",
        "first drop",
        "rejoins at 47, middle drop",
    ]
    assert [(p.payer, p.payee, p.reason) for p in after.last.payments] == [(3, "pot", "rejoin fee")]


def test_a_split_is_offered_only_when_it_can_be_agreed() -> None:
    assert variant.limits(fold(*D_IS_OUT[:1]), "outcome").offered == (Outcome.PLAYED, Outcome.VOID)
    assert variant.limits(fold(*THREE_LEFT), "outcome").offered is None


def test_a_seat_that_may_rejoin_is_asked_that_before_anything_else() -> None:
    board = fold(*D_IS_OUT)
    blank = load_entry(variant, board, hand(WON, FIRST, FIRST), "ABCD")
    assert playing.asked_questions(variant, board, blank, 3) == frozenset({"rejoin"})
    assert playing.asked_questions(variant, board, blank, 0) == frozenset(
        {"finish", "points", "cards"}
    )
    back = load_entry(variant, board, hand(WON, FIRST, FIRST, {"rejoin": True}), "ABCD")
    assert playing.asked_questions(variant, board, back, 3) is None
    assert playing.asked_questions(variant, fold(*D_IS_OUT, VOID), blank, 3) == frozenset()


def test_a_form_that_sends_answers_for_a_seat_that_stays_out_does_no_harm() -> None:
    board = fold(*D_IS_OUT)
    typed = hand(WON, FIRST, FIRST, count(5))
    entry = load_entry(variant, board, typed, "ABCD", strict=False)
    assert playing.play(variant, board, entry).state.totals == (40, 63, 66, 109)


def test_the_deal_passes_to_the_next_seat_still_in() -> None:
    hands = (hand(WON, FIRST, FIRST, WRONG), hand(WON, FIRST, FIRST, WRONG))
    after = [variant.dealer(fold(*hands[:n])) for n in range(3)]
    assert after == [0, 1, 2]
    assert variant.dealer(fold(*hands, hand(WON, FIRST, FIRST))) == 0
