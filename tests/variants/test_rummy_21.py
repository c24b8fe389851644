"""21-card rummy, clause by clause. Seats A B C D and 1.00 a point unless said."""

from typing import Any

import pytest

from scorekeeper.variants.rummy_21 import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import two_marriages
from tests.helpers.case_table import CaseTable, Hand, count, hand

Given = dict[str, Any]
VOID: Hand = {"deal": {"outcome": "void"}, "lines": {}}
CARDS = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 8C 8D 8H KS AS JK 4D 2H 10S 7D"
"""With 7S turned up: one down (6S)."""
likely_show = two_marriages

TABLE = CaseTable(variant, 4)
game, refused, fold = TABLE.game, TABLE.refused, TABLE.fold


def won(**more: Any) -> Given:
    return {"finish": "won", **more}


def early(points: int, **more: Any) -> Given:
    """A count of somebody who had no turn yet."""
    return count(points, no_turn=True, **more)


def wrong(**more: Any) -> Given:
    return {"finish": "wrong_show", **more}


FIRST, MIDDLE = {"finish": "first_drop"}, {"finish": "middle_drop"}
MARRIAGE: Given = {"cut": 1, "up": 1, "down": 1}


def points(*lines: Given, **options: Any) -> list[float]:
    """Of one hand, as many seats as lines."""
    return list(game(hand(*lines), seats=len(lines), **options)["points"].values())


def money(*lines: Given, **options: Any) -> list[int]:
    return list(game(hand(*lines), seats=len(lines), **options)["money"].values())


def value_of(*, deal: Given | None = None, options: Given | None = None, **held: Any) -> int:
    """Value points of a winner with these cards, against one who holds none."""
    entry = hand(won(**held), count(30), **(deal or {}))
    return int(game(entry, seats=2, **(options or {}))["points"]["A"]) - 30


# Penalties -----------------------------------------------------------------------------------


def test_every_loser_pays_the_winner_his_count_or_his_drop() -> None:
    assert points(won(), count(108), count(16), FIRST) == [154, -108, -16, -30]
    assert points(MIDDLE, wrong(), won(), count(5)) == [-70, -120, 195, -5]


def test_drops_and_wrong_shows_cost_what_the_table_says() -> None:
    costs = {"first_drop": 20, "middle_drop": 75, "wrong_show": 50}
    assert points(won(), FIRST, MIDDLE, wrong(), **costs) == [145, -20, -75, -50]


def test_no_count_is_more_than_the_full_count() -> None:
    assert points(won(), count(137)) == [120, -120]
    assert points(won(), count(137), cap=130) == [130, -130]


def test_drops_are_not_capped() -> None:
    assert points(won(), MIDDLE, wrong(), cap=10) == [190, -70, -120]


def test_with_everything_melded_a_loser_counts_two() -> None:
    assert points(won(), count(0), count(1), count(2)) == [6, -2, -2, -2]
    assert points(won(), count(0), safe_points=0) == [0, 0]


def test_the_full_count_wins_over_the_least() -> None:
    assert points(won(), count(0), safe_points=20, cap=15) == [15, -15]


def test_the_last_one_left_collects_the_drops_without_value() -> None:
    assert points(won(**MARRIAGE), FIRST, FIRST, MIDDLE) == [130, -30, -30, -70]


def test_a_void_hand_costs_nothing() -> None:
    void = {"deal": {"outcome": "void"}, "lines": {"B": FIRST, "C": {"finish": "wrong_show"}}}
    zero = dict.fromkeys("ABCD", 0)
    assert game(void)["hands"] == [{"points": zero, "money": zero}]


# Without a turn ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [("up", [-16, -54]), ("down", [-15, -54]), ("exact", [-15.5, -54])],
)
def test_without_a_turn_half_is_paid(rounding: str, expected: list[float]) -> None:
    assert points(won(), early(31), early(108), half_round=rounding)[1:] == expected


def test_half_is_taken_of_the_full_count_and_has_its_own_most() -> None:
    assert points(won(), early(137))[1] == -60
    assert points(won(), early(137), half_cap=50)[1] == -50
    assert points(won(), early(137), half_cap=100)[1] == -60
    assert points(won(), early(150), cap=140)[1] == -60
    assert points(won(), early(150), cap=140, half_cap=100)[1] == -70


def test_the_least_is_halved_too() -> None:
    assert points(won(), early(0))[1] == -1


def test_value_points_are_paid_in_full_without_a_turn() -> None:
    lines = (won(up=1), early(108), early(137, down=2), early(45))
    assert points(*lines) == [137, -94, 20, -63]


def test_a_table_may_halve_what_the_winners_value_costs() -> None:
    lines = (won(up=1), early(108), early(137, down=2), early(45))
    assert points(*lines, half_scope="penalty_and_value") == [122, -89, 25, -58]


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [("up", [18, -18]), ("down", [17, -17]), ("exact", [17.5, -17.5])],
)
def test_half_a_value_is_rounded_like_half_a_count(rounding: str, expected: list[float]) -> None:
    options = {"half_scope": "penalty_and_value", "value_points": [15, 30, 50]}
    assert points(won(up=1), early(20), half_round=rounding, **options) == expected


def test_half_a_unit_of_money_goes_to_the_winner() -> None:
    exact: Given = {"half_round": "exact", "point_value": 1}
    assert money(won(), early(31), early(33), count(4), **exact) == [37, -16, -17, -4]
    assert money(won(), early(31), early(33), half_round="exact", point_value=2) == [64, -31, -33]


def test_two_halves_owed_by_one_seat_make_a_whole() -> None:
    halves = {"half_round": "exact", "half_scope": "penalty_and_value", "point_value": 1}
    lines = (won(up=1), early(31), count(40))
    assert points(*lines, value_points=[15, 30, 50], **halves) == [78, -23, -55]
    assert money(*lines, value_points=[15, 30, 50], **halves) == [78, -23, -55]


def test_a_loser_with_value_is_paid_less_for_half_a_point() -> None:
    """He nets 10 − 1.5 = 8.5 points, and gets 8."""
    exact: Given = {"half_round": "exact", "point_value": 1}
    assert points(won(), early(3, up=1), **exact) == [-8.5, 8.5]
    assert money(won(), early(3, up=1), **exact) == [-8, 8]


# Value cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ({"up": 2}, 30),
        ({"up": 1, "down": 1}, 20),
        ({"up": 2, "down": 1}, 40),
        ({"cut": 2, "down": 2}, 60),
        (MARRIAGE, 100),
        ({"cut": 1, "up": 3, "down": 1}, 130),
        ({"cut": 2, "up": 2, "down": 2}, 300),
        ({"cut": 2, "up": 3, "down": 3}, 320),
    ],
)
def test_value_cards_by_themselves_and_in_marriages(held: Given, value: int) -> None:
    assert value_of(**held) == value


def test_three_marriages_need_a_printed_joker_turned_up() -> None:
    neighbours: Given = {"printed_joker_values": "all"}
    assert value_of(cut=3, up=3, down=3, deal={"turned": "JK"}, options=neighbours) == 500


def test_the_ladders_of_the_table_count() -> None:
    ladders = {"value_points": [20, 40, 60], "marriage_points": [70, 200, 400]}
    assert value_of(cut=1, up=3, options=ladders) == 80
    assert value_of(cut=2, up=2, down=2, options=ladders) == 200


def test_cards_are_not_counted_as_a_marriage_where_that_is_worth_less() -> None:
    assert value_of(**MARRIAGE, options={"marriage_points": [5, 6, 7]}) == 30
    assert value_of(cut=2, up=2, down=2, options={"marriage_points": [65, 66, 67]}) == 95


def test_every_two_exchange_the_difference_of_their_value() -> None:
    lines = (won(up=1, down=1), count(113, **MARRIAGE), count(2), MIDDLE)
    assert points(*lines) == [125, 67, -122, -70]


def test_a_winner_may_lose() -> None:
    assert points(won(), count(20, **MARRIAGE)) == [-80, 80]


def test_dropped_seats_neither_pay_nor_collect_value() -> None:
    assert points(won(**MARRIAGE), FIRST, count(10)) == [140, -30, -110]


def test_value_counts_after_a_wrong_show_unless_the_table_says_no() -> None:
    lines = (wrong(down=2), count(16), won(cut=1, up=2, down=1), count(2, up=1))
    assert points(*lines) == [-150, -166, 428, -112]
    left_out = (wrong(), *lines[1:])
    assert points(*left_out, wrong_show_in_values=False) == [-120, -136, 348, -92]


def test_nobody_loses_more_than_the_table_allows() -> None:
    lines = (count(137), won(cut=2, up=2, down=2), count(2, up=1))
    assert points(*lines) == [-430, 712, -282]
    assert points(*lines, max_loss=240) == [-240, 480, -240]
    assert money(*lines, max_loss=240, point_value=5) == [-1200, 2400, -1200]


def test_the_limit_holds_for_drops_and_not_for_the_winner() -> None:
    assert points(won(), FIRST, MIDDLE, max_loss=50) == [80, -30, -50]
    assert points(won(), count(20, **MARRIAGE), max_loss=15) == [-80, 80]


def test_the_limit_is_kept_to_the_unit_with_half_points() -> None:
    exact = {"half_round": "exact", "point_value": 1, "max_loss": 20}
    assert points(won(), early(55), **exact) == [20, -20]
    assert money(won(), early(55), **exact) == [20, -20]


# Value cards among tapped cards --------------------------------------------------------------


def test_value_cards_are_found_among_the_winners_cards() -> None:
    marriage = CARDS.replace("4D", "7S").replace("2H", "8S")
    assert value_of(cards=CARDS, deal={"turned": "7S"}) == 10
    assert value_of(cards=marriage, deal={"turned": "7S"}) == 100


@pytest.mark.parametrize(
    ("turned", "cards"),
    [("AC", "AC 2C KC"), ("KD", "KD AD QD"), ("2H", "2H 3H AH"), ("10S", "10S JS 9S")],
)
def test_the_ace_lies_between_king_and_two(turned: str, cards: str) -> None:
    others = "4S 4S 5D 5D 6C 6C 7H 7H 8C 8C 9H 9H 10D 10D JH JH QC QC"
    question: Given = {"cards": f"{cards} {others}", "deal": {"turned": turned}}
    assert value_of(**question) == 100
    assert value_of(**question, options={"marriage_points": [0, 0, 0]}) == 30


def test_a_printed_joker_makes_the_ace_of_spades_the_cut() -> None:
    marriage = CARDS.replace("4D", "2S")
    turned = {"turned": "JK"}
    assert value_of(cards=marriage, deal=turned) == 10, "and nothing else has value"
    assert value_of(cards=marriage, deal=turned, options={"printed_joker_values": "all"}) == 100


def test_a_wrong_shows_cards_count_as_value_only_where_they_do() -> None:
    entry = hand(won(), wrong(cards=CARDS), turned="7S")
    assert game(entry, seats=2)["points"] == {"A": 110, "B": -110}
    assert game(entry, seats=2, wrong_show_in_values=False)["points"] == {"A": 120, "B": -120}


# Hands ---------------------------------------------------------------------------------------


def test_the_game_ends_after_the_agreed_hands_void_ones_too() -> None:
    entry = hand(won(), FIRST, FIRST, FIRST)
    assert game(entry, entry)["over"] is False
    assert game(entry, VOID, hands=2)["over"] is True
    assert refused(entry, VOID, entry, hands=2) == (2, None, None)


def test_who_sits_a_hand_out_neither_pays_nor_collects() -> None:
    entry = {**hand(won(**MARRIAGE), None, count(9), FIRST), "absent": ["B"]}
    assert game(entry)["points"] == {"A": 139, "B": 0, "C": -109, "D": -30}


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(FIRST, FIRST, FIRST, FIRST), (0, None, "finish")),
        (hand(won(), FIRST, won(), FIRST), (0, "C", "finish")),
        (hand(won(), FIRST, None, FIRST), (0, "C", "finish")),
        (hand(won(), FIRST, {"cut": 1}, FIRST), (0, "C", "finish")),
        (hand(won(), FIRST, {"finish": "counted"}, FIRST), (0, "C", "points")),
        (hand(won(), FIRST, count(211), FIRST), (0, "C", "points")),
        (hand(won(points=3), FIRST, FIRST, FIRST), (0, "A", "points")),
        (hand(won(), FIRST, {**FIRST, "points": 3}, FIRST), (0, "C", "points")),
        (hand(won(), FIRST, {**FIRST, "cut": 1}, FIRST), (0, "C", "cut")),
        (hand(won(), FIRST, count(3, up=4), FIRST), (0, "C", "up")),
        (hand(won(), FIRST, count(3, up=-1), FIRST), (0, "C", "up")),
        (hand(won(), FIRST, count(3, up1=1), FIRST), (0, "C", "up1")),
        (hand(won(no_turn=True), FIRST, FIRST, FIRST), (0, "A", "no_turn")),
        (hand(won(), {**MIDDLE, "no_turn": True}, FIRST, FIRST), (0, "B", "no_turn")),
        (hand(won(), wrong(no_turn=True), FIRST, FIRST), (0, "B", "no_turn")),
        (hand(won(), count(3), early(4), FIRST), (0, "C", "no_turn")),
        (hand(won(), FIRST, FIRST, early(4)), (0, "D", "no_turn")),
        (hand(early(4), count(3), won(), early(4)), None),
        (hand(early(4), early(3), won(), FIRST), (0, "A", "no_turn")),
        (hand(won(), FIRST, FIRST, FIRST, FIRST), (0, "E", None)),
        (hand(None, won(), outcome="void"), (0, "B", "finish")),
        (hand(None, count(3), outcome="void"), (0, "B", "finish")),
        (hand(None, wrong(cut=1), outcome="void"), (0, "B", "cut")),
        (hand(None, wrong(cards=CARDS), outcome="void", turned="7S"), (0, "B", "cards")),
        (hand(outcome="split"), (0, None, "outcome")),
        (hand(won(), FIRST, FIRST, FIRST, turned="7"), (0, None, "turned")),
        (hand(won(), FIRST, FIRST, FIRST, declared="normal"), (0, None, "declared")),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...] | None
) -> None:
    if address is None:
        assert "error" not in game(entry)
    else:
        assert refused(entry) == address


def test_where_the_discards_are_reshuffled_no_hand_is_void() -> None:
    assert refused(VOID, block="reshuffle") == (0, None, "outcome")
    assert variant.limits(fold(block="reshuffle"), "outcome").offered == (variant.deal().outcome,)
    assert variant.limits(fold(), "outcome").offered is None


def test_a_wrong_show_gives_no_value_cards_where_they_do_not_count() -> None:
    entry = hand(won(), wrong(cut=1), FIRST, FIRST)
    assert refused(entry, wrong_show_in_values=False) == (0, "B", "cut")


def test_only_the_cut_is_asked_where_only_the_ace_of_spades_has_value() -> None:
    lines = (won(cut=3), count(5, up=1), FIRST, FIRST)
    assert refused(hand(*lines, turned="JK")) == (0, "B", "up")
    assert refused(hand(won(cut=3), count(5, down=1), FIRST, FIRST, turned="JK")) == (
        0,
        "B",
        "down",
    )
    assert "error" not in game(hand(*lines, turned="JK"), printed_joker_values="all")
    assert "error" not in game(hand(won(cut=2), *lines[1:], turned="7S"))


@pytest.mark.parametrize(
    ("lines", "turned", "address"),
    [
        ((won(cut=3), FIRST), None, (0, "A", "cut")),
        ((won(cut=2), count(5, cut=1)), None, (0, "B", "cut")),
        ((won(cut=2), count(5, cut=1)), "7S", (0, "B", "cut")),
        ((won(cut=2), count(5, cut=1)), "JK", None),
        ((won(cut=2), count(5, cut=2)), "JK", (0, "B", "cut")),
        ((won(up=2), count(5, up=2)), "7S", (0, "B", "up")),
        ((won(up=2), count(5, up=1), count(6, down=3)), None, None),
        ((won(up=2), FIRST, count(6, up=1), count(5, up=1)), None, (0, "D", "up")),
    ],
)
def test_value_cards_come_from_three_packs_without_the_one_turned_up(
    lines: tuple[Given, ...], turned: str | None, address: tuple[Any, ...] | None
) -> None:
    entry = hand(*lines, **({"turned": turned} if turned else {}))
    if address is None:
        assert "error" not in game(entry, seats=len(lines))
    else:
        assert refused(entry, seats=len(lines)) == address


@pytest.mark.parametrize(
    ("line", "deal", "field"),
    [
        ({"cards": CARDS}, {}, "turned"),
        ({"cards": CARDS + " 7S"}, {"turned": "7S"}, "cards"),
        ({"cards": CARDS.replace("3H", "3X")}, {"turned": "7S"}, "cards"),
        ({"cards": CARDS, "cut": 1}, {"turned": "7S"}, "cut"),
        ({"cards": CARDS, "points": 16}, {"turned": "7S"}, "points"),
        ({"cards": CARDS.replace("8C", "QD")}, {"turned": "7S"}, "cards"),
        ({"cards": CARDS.replace("3H 4H 5H", "7S 7S 7S")}, {"turned": "7S"}, "cards"),
        ({"cards": CARDS.replace("3H 4H", "JK JK")}, {"turned": "JK"}, "cards"),
    ],
)
def test_tapped_cards_are_refused_before_any_is_counted(
    line: Given, deal: Given, field: str
) -> None:
    address = (0, None if field == "turned" else "B", field)
    assert refused(hand(won(), {"finish": "counted", **line}, FIRST, FIRST, **deal)) == address


def test_counters_and_tapped_cards_come_from_the_same_packs() -> None:
    tapped = {"finish": "wrong_show", "cards": CARDS}
    assert refused(hand(won(down=3), tapped, turned="7S"), seats=2) == (0, "B", "cards")
    assert refused(hand(tapped, won(down=3), turned="7S"), seats=2) == (0, "B", "down")
    assert "error" not in game(hand(won(down=2), tapped, turned="7S"), seats=2)
    assert refused(hand(won(cards=CARDS), tapped, turned="7S"), seats=2) == (0, "B", "cards")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"cap": 0}, "cap"),
        ({"half_cap": 0}, "half_cap"),
        ({"safe_points": -1}, "safe_points"),
        ({"dublees_safe": 0}, "dublees_safe"),
        ({"jokers_safe": 0}, "jokers_safe"),
        ({"value_points": [10, 30]}, "value_points"),
        ({"marriage_points": [100, 300, -1]}, "marriage_points"),
        ({"half_scope": "value"}, "half_scope"),
        ({"printed_joker_values": "none"}, "printed_joker_values"),
        ({"max_loss": 0}, "max_loss"),
        ({"same_rank_wild": 1}, "same_rank_wild"),
        ({"hands": 0}, "hands"),
        ({"decks": 3}, "decks"),
        ({"show_pure": 3}, "show_pure"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_may_play(seats: int) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"hand": CARDS}, "turned"),
        ({"turned": "7S"}, "hand"),
        ({"turned": "7S", "hand": CARDS + " 2S"}, "hand"),
        ({"turned": "7S", "hand": CARDS.replace("3H 4H 5H", "7S 7S 7S")}, "hand"),
        ({"turned": "7S", "declare": CARDS.replace("8C", "QD")}, "declare"),
        ({"turned": "JK", "declare": CARDS.replace("8C 8D", "JK JK")}, "declare"),
    ],
)
def test_a_question_about_cards_alone_is_refused_at_the_key_at_fault(
    cards: dict[str, str], field: str
) -> None:
    error = settle(variant, {"options": {}, "cards": cards})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


# On the board --------------------------------------------------------------------------------


def test_reasons_are_in_the_words_of_the_table() -> None:
    entry = hand(won(up=1), early(137), count(137, down=1), MIDDLE)
    last = fold(entry, half_cap=50).last
    assert last is not None
    assert [score.reason for score in last.scores] == [
        "won, value 10",
        "half a count of 137, capped at 120, at most 50",
        "count of 137, capped at 120, value 10",
        "middle drop",
    ]
    assert [(p.payer, p.payee, p.reason) for p in last.payments] == [
        (1, 0, "half a count of 137, capped at 120, at most 50"),
        (2, 0, "count of 137, capped at 120"),
        (3, 0, "middle drop"),
        (1, 0, "value cards"),
        (1, 2, "value cards"),
    ]


def test_what_a_limit_gives_back_is_a_payment_of_its_own() -> None:
    last = fold(hand(won(**MARRIAGE), count(120), FIRST, FIRST), max_loss=200).last
    assert last is not None
    given_back = [p for p in last.payments if p.reason == "loss limited"]
    assert [(p.payer, p.payee, p.amount) for p in given_back] == [(0, 1, 2000)]
