"""Rummi, clause by clause. Money is in minor units, seats are A B C D unless said."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.words import counted
from scorekeeper.variants.rummi import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards

Lines = dict[str, dict[str, Any]]


def settled(
    lines: Lines, result: str = "points", seats: str = "ABCD", absent: str = "", **options: Any
) -> dict[str, Any]:
    hand = {"deal": {"result": result}, "lines": lines, "absent": list(absent)}
    return settle(variant, {"options": options, "seats": list(seats), "hands": [hand]})


def money(lines: Lines, result: str = "points", **options: Any) -> list[int]:
    return list(settled(lines, result, **options)["money"].values())


def refused(lines: Lines, result: str = "points", **options: Any) -> tuple[Any, ...]:
    error = settled(lines, result, **options)["error"]
    return error["hand"], error["seat"], error["field"]


def left(*points: int | None, **more: dict[str, Any]) -> Lines:
    """Points left in hand, seat by seat, and further answers."""
    lines: Lines = {
        s: {} if p is None else {"points": p} for s, p in zip("ABCD", points, strict=False)
    }
    return {seat: line | more.get(seat, {}) for seat, line in lines.items()}


# Cards tapped --------------------------------------------------------------------------------

WITHOUT_PASSPORT = "JK AH AH AD AC 5H 9H 9H 4D 8D JD JD 5C 9C 9C 4S 7S TS KS KS"
COMPLETE = "2H 3H 4H 5H 7S 8S 9S KS KD KH KC 9D 9C 9H TD JD QD AC AC AD"


def tapped(**cards: str) -> Lines:
    return {seat: {"cards": text} for seat, text in cards.items()}


def test_jokers_and_aces_left_in_hand_were_dealt_and_are_paid_for() -> None:
    lines = {"A": {"points": 125, "jokers": 1}, "C": {"points": 40}}
    lines |= tapped(B="JK AS AS 2C", D=WITHOUT_PASSPORT)
    assert money(lines) == [-650, 950, -750, 450]


def test_jokers_and_aces_entered_include_those_left_in_hand() -> None:
    lines = left(12, 30, 45) | tapped(D="JK AS AS 2C KS KD KH")
    entered = lines | {"D": lines["D"] | {"jokers": 2, "aces": [2, 1, 0, 0]}}
    assert money(lines) == [350, -350, -450, 450]
    assert money(entered) == [250, -450, -550, 750]


def test_where_those_played_count_cards_left_are_not_paid_for() -> None:
    lines = left(12, 30, 45) | tapped(D="JK AS AS 2C KS KD KH")
    assert money(lines, adj_basis="played") == [600, -100, -200, -300]
    assert money(lines, adj_basis="left") == money(lines)


def test_all_players_together_have_no_more_jokers_than_the_packs() -> None:
    lines = left(12, 30, 45, A={"jokers": 8}) | tapped(D="JK 2C KS KD KH KC QD")
    assert refused(lines) == (0, None, "jokers")


def test_twenty_cards_without_a_sequence_are_no_passport() -> None:
    plain = tapped(D=WITHOUT_PASSPORT)
    filled = {"D": {"points": 179, "no_passport": True, "jokers": 1, "aces": [0, 2, 1, 1]}}
    assert money(left(160, 170, 180) | plain) == money(left(160, 170, 180) | filled)
    for house_rule in ("top_tier", "flat_to_all"):
        changes = [
            money(left(160, 170, 180) | dora, no_passport=house_rule) for dora in (plain, filled)
        ]
        assert changes[0] == changes[1]


def test_two_without_passport_need_points_also_where_the_cards_say_so() -> None:
    lines = left(30, 45, None, C={"no_passport": True}) | tapped(D=WITHOUT_PASSPORT)
    assert refused(lines) == (0, "C", "points")


def test_a_tien_hu_is_shown_in_cards() -> None:
    """The jokers and aces of all are counted as well."""
    lines = {"D": {"won": True, "cards": COMPLETE}, **tapped(A="JK AS AS 2C")}
    assert money(lines, "tien_hu") == [-300, -1300, -1300, 2900]
    assert refused({"D": {"won": True, "cards": COMPLETE[:-3]}}, "tien_hu") == (0, "D", "cards")
    wrong = COMPLETE.replace("JD", "JC")
    assert refused({"D": {"won": True, "cards": wrong}}, "tien_hu") == (0, "D", "cards")


# Points --------------------------------------------------------------------------------------


def test_everybody_pays_the_first_by_place() -> None:
    assert money(left(12, 30, 45, 61)) == [600, -100, -200, -300]


def test_tied_losers_share_their_places_to_the_last_unit() -> None:
    assert money(left(12, 30, 30, 61), stake=25) == [150, -38, -37, -75]


def test_tied_firsts_share_each_payment_and_pay_each_other_nothing() -> None:
    assert money(left(20, 20, 41, 55)) == [250, 250, -200, -300]


@pytest.mark.parametrize(
    ("tie", "changes"),
    [
        ("best", [500, -100, -100, -300]),
        ("worst", [700, -200, -200, -300]),
        ("seat", [600, -100, -200, -300]),
    ],
)
def test_tied_losers_pay_as_the_table_says(tie: str, changes: list[int]) -> None:
    assert money(left(12, 30, 30, 61), tie=tie) == changes


def test_best_and_worst_still_split_among_tied_firsts() -> None:
    assert money(left(20, 20, 41, 55), tie="worst") == [250, 250, -200, -300]


def test_by_seat_the_earlier_of_two_firsts_is_paid() -> None:
    assert money(left(20, 20, 41, 55), tie="seat") == [600, -100, -200, -300]


def test_zero_points_are_jokers_alone() -> None:
    assert money(left(0, 30, 45, 61)) == [600, -100, -200, -300]


def test_the_cap_limits_each_part_after_the_split() -> None:
    assert money(left(20, 20, 41, 55), cap=120) == [220, 220, -200, -240]


def test_the_seats_size_the_tiers_and_the_hu() -> None:
    options = load_options(variant, {}, 5)
    assert (options.tiers, options.hu_units, options.tien_hu_units) == ((1, 2, 3, 4), 5, 10)
    assert (options.packs.value, options.cards_each) == (3, 20)


def test_three_players_are_dealt_more_cards() -> None:
    assert [load_options(variant, {}, seats).cards_each for seats in (2, 3, 4)] == [20, 24, 20]


def test_tien_hu_is_twice_the_hu_that_was_chosen() -> None:
    assert load_options(variant, {"hu_units": 3}, 4).tien_hu_units == 6


# Passport ------------------------------------------------------------------------------------

NONE = {"no_passport": True}


def test_without_passport_last_whatever_the_points() -> None:
    assert money(left(160, 50, 148, 33, A=NONE, C=NONE)) == [-300, -100, -200, 600]


def test_a_single_one_without_passport_needs_no_points() -> None:
    assert money(left(None, 50, 148, 33, A=NONE)) == [-300, -100, -200, 600]


def test_the_only_one_with_a_passport_is_first_and_needs_no_points() -> None:
    lines = left(None, 40, 30, 20, B=NONE, C=NONE, D=NONE)
    assert money(lines) == [600, -300, -200, -100]


def test_top_tier_charges_each_the_last_place() -> None:
    lines = left(None, 50, None, 33, A=NONE, C=NONE)
    assert money(lines, no_passport="top_tier") == [-300, -100, -300, 700]


def test_flat_to_all_leaves_the_ranking() -> None:
    lines = left(40, None, 22, 63, B=NONE)
    assert money(lines, no_passport="flat_to_all") == [200, -900, 600, 100]


def test_nobody_with_a_passport_voids_the_deal() -> None:
    lines: Lines = {seat: {"no_passport": True} for seat in "ABCD"}
    lines["A"]["jokers"] = 2
    assert money(lines) == [0, 0, 0, 0]


# Hu and Tien Hu ------------------------------------------------------------------------------


def test_hu_is_paid_by_everybody_alike() -> None:
    assert money({"C": {"won": True}, "D": {"no_passport": True}}, "hu") == [-400, -400, 1200, -400]


def test_points_on_a_flat_hu_have_no_effect() -> None:
    assert money({"C": {"won": True}, "D": {"points": 50}}, "hu") == [-400, -400, 1200, -400]


def test_double_tiers_rank_the_losers_of_a_hu() -> None:
    lines = left(0, 14, 33, 9, A={"won": True})
    assert money(lines, "hu", hu_mode="double_tiers") == [1200, -400, -600, -200]


def test_double_tiers_rank_those_without_passport_last_by_points() -> None:
    lines = left(None, 150, 120, 130, A={"won": True}, B=NONE, C=NONE)
    amounts = money(lines, "hu", hu_mode="double_tiers", no_passport="flat_to_all")
    assert amounts == [1200, -600, -400, -200]


def test_two_tien_hu_do_not_pay_each_other() -> None:
    both: Lines = {"A": {"won": True}, "C": {"won": True}}
    assert money(both, "tien_hu") == [1600, -1600, 1600, -1600]


def test_only_the_first_tien_hu_in_order_of_play() -> None:
    both: Lines = {"A": {"won": True}, "C": {"won": True}}
    assert money(both, "tien_hu", first_tien_hu_only=True) == [2400, -800, -800, -800]


# Jokers and aces -----------------------------------------------------------------------------


def test_each_two_settle_the_difference_on_top() -> None:
    lines = left(
        12, 30, 45, 61,
        A={"jokers": 1, "aces": [1, 0, 0, 0]},
        B={"jokers": 2, "aces": [0, 0, 0, 2]},
        C={"aces": [0, 1, 0, 0]},
        D={"jokers": 3},
    )  # fmt: skip
    assert money(lines) == [400, 500, -600, -300]


def test_the_quick_form_is_worth_the_same() -> None:
    by_suit = money(left(1, 2, 3, 4, A={"aces": [1, 2, 0, 1]}), four_suit_aces=5)
    assert money(left(1, 2, 3, 4, A={"ace_count": 4, "ace_pairs": 1}), four_suit_aces=5) == by_suit


def test_aces_are_grouped_the_way_that_is_worth_most() -> None:
    aces: Lines = {"A": {"points": 1, "aces": [2, 2, 2, 2]}, "B": {"points": 2}}
    assert money(aces, seats="AB", four_suit_aces=10) == [1100, -1100]
    assert money(aces, seats="AB", four_suit_aces=5) == [900, -900]


def test_three_identical_aces_are_a_pair_and_a_single() -> None:
    aces: Lines = {"A": {"points": 1, "aces": [3, 0, 0, 0]}, "B": {"points": 2}}
    assert money(aces, seats="AB", packs=3) == [350, -350]


def test_the_multiplier_on_hu_multiplies_each_difference() -> None:
    lines: Lines = {"A": {"won": True}, "B": {"jokers": 1}}
    assert money(lines, "hu", adj_mult_on_hu=2) == [1100, -100, -500, -500]


@pytest.mark.parametrize(("adjusts", "jokers"), [(True, 50), (False, 0)])
def test_on_a_tien_hu_they_are_paid_where_agreed(adjusts: bool, jokers: int) -> None:
    lines: Lines = {"A": {"won": True, "jokers": 1}}
    amounts = money(lines, "tien_hu", seats="AB", adj_on_tien_hu=adjusts)
    assert amounts == [400 + jokers, -400 - jokers]


def test_an_identical_pair_counts_as_often_as_agreed() -> None:
    aces: Lines = {"A": {"points": 1, "aces": [0, 2, 0, 0]}, "B": {"points": 2}}
    assert money(aces, seats="AB", pair_multiplier=3) == [400, -400]


def test_the_cap_does_not_touch_jokers_and_aces() -> None:
    lines: Lines = {"A": {"won": True}, "B": {"jokers": 4}}
    assert money(lines, "hu", cap=100) == [100, 500, -300, -300]


def test_without_passport_out_of_the_adjustments() -> None:
    lines = left(40, None, 22, 63, A={"jokers": 1}, B=NONE | {"jokers": 2})
    assert money(lines, no_passport_adjusts=False) == [0, -300, 550, -250]


# Void, fouls, the end ------------------------------------------------------------------------


def test_a_void_deal_does_not_look_at_the_lines() -> None:
    assert money({"A": {"points": -1, "what": 1}}, "void") == [0, 0, 0, 0]


def test_a_foul_voids_the_deal_and_is_paid_to_everybody() -> None:
    lines: Lines = {"B": {"won": True, "foul": True}, "C": {"jokers": 3}}
    assert money(lines, "hu", cap=100) == [400, -1200, 400, 400]


def test_a_foul_is_paid_in_a_void_deal_too_and_nothing_else_is_looked_at() -> None:
    lines: Lines = {"B": {"foul": True, "points": -1}, "C": {"jokers": 3, "won": True}}
    assert money(lines, "void") == [400, -1200, 400, 400]


def test_after_a_foul_points_and_cards_need_not_agree() -> None:
    lines: Lines = {"B": {"foul": True}, "C": {"cards": "KS", "points": 3}}
    assert money(lines) == money({"B": {"foul": True}})


def test_void_deals_and_fouls_do_not_count_for_the_end() -> None:
    hands = [
        {"deal": {"result": "void"}},
        {"deal": {}, "lines": {"A": {"foul": True}}},
        {"deal": {}, "lines": {"A": NONE, "B": NONE}},
        {"deal": {"result": "hu"}, "lines": {"A": {"won": True}}},
    ]
    case = {"options": {"deals": 1}, "seats": ["A", "B"], "hands": hands}
    assert settle(variant, case)["over"]
    assert not settle(variant, case | {"hands": hands[:-1]})["over"]


def test_there_is_no_score_sheet() -> None:
    assert "points" not in settled(left(1, 2, 3, 4))


def test_the_winner_deals_next_and_a_void_deal_keeps_the_dealer() -> None:
    names = ["A", "B", "C", "D"]
    game = playing.start(variant, load_options(variant, {}, 4), 4)
    assert variant.dealer(game) == 3
    for deal, lines, dealer in (
        ({}, left(20, 10, 30, 40), 1),
        ({"result": "void"}, {}, 1),
        ({"result": "hu"}, {"C": {"won": True}}, 2),
    ):
        entry = load_entry(variant, game, {"deal": deal, "lines": lines}, names)
        game = playing.play(variant, game, entry)
        assert variant.dealer(game) == dealer


def test_the_absent_neither_pay_nor_collect() -> None:
    assert money(left(12, 30, 45, None), absent="D") == [300, -100, -200, 0]
    jokers: Lines = {"A": {"won": True}, "B": {"jokers": 1}}
    assert money(jokers, "hu", absent="D") == [750, -300, -450, 0]


def test_the_reasons_are_in_a_players_words() -> None:
    options = load_options(variant, {}, 4)
    game = playing.start(variant, options, 4)
    entry = {"deal": {}, "lines": left(12, 30, 30, None, D=NONE)}
    last = playing.play(variant, game, load_entry(variant, game, entry, list("ABCD"))).last
    assert last is not None
    assert [score.reason for score in last.scores] == [
        "1st, 12 points", "2nd, 30 points", "2nd, 30 points", "4th, no passport"
    ]  # fmt: skip
    assert {payment.reason for payment in last.payments} == {"2nd place", "4th place"}


# Tapped on the screen ------------------------------------------------------------------------


def laid(cards: str, **options: Any) -> Any:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    entry = load_entry(variant, game, {"lines": {"B": {"cards": cards}}}, ["A", "B"])
    assert laid_cards(variant, game, entry, 0) is None
    return laid_cards(variant, game, entry, 1)


def test_tapped_cards_are_laid_out_as_they_are_counted() -> None:
    assert laid("4D AS KH JK").left == (("AS", 15), ("KH", 10), ("4D", 4), ("JK", 0))
    assert laid("4D JK", joker_points=20).left == (("JK", 20), ("4D", 4))
    with pytest.raises(EntryError) as refusal:
        laid("7S 7S 7S")
    assert (refusal.value.field, refusal.value.seat) == ("cards", 1)


def test_the_jokers_and_aces_that_the_cards_alone_have_are_filled_in() -> None:
    """Whatever was typed before: a card taken back takes its count along."""
    game = playing.start(variant, load_options(variant, {}, 2), 2)
    for typed in ({}, {"jokers": 3, "aces": [2, 2, 2, 2]}, {"jokers": 3, "ace_count": 8}):
        line = {"cards": "JK AS 2C", **typed}
        entry = load_entry(variant, game, {"lines": {"A": {}, "B": line}}, ["A", "B"])
        tapped = variant.tapped(game, entry, 1)
        assert tapped is not None
        assert tapped.fills == {"jokers": 1, "aces": (1, 0, 0, 0)}


def test_the_packs_hold_so_many_of_each_card() -> None:
    for packs, there in ((2, [2, 8]), (3, [3, 12])):
        options = load_options(variant, {"packs": packs}, 2)
        assert [
            variant.stock(options, variant.deal()).copies(face) for face in ("7S", "JK")
        ] == there


# At the limit of what can be -----------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        {"ace_count": 4},
        {"ace_count": 2, "ace_pairs": 1},
        {"ace_count": 5, "ace_pairs": 1},
        {"ace_count": 8, "ace_pairs": 4},
        {"jokers": 8, "aces": [1, 1, 0, 0]},
    ],
)
def test_as_many_pieces_as_the_packs_and_a_hand_hold(line: dict[str, Any]) -> None:
    assert "error" not in settled(left(1, 2, 3, 4, A=line), cards_each=10)


def test_as_many_pieces_together_as_the_packs_hold() -> None:
    lines = left(1, 2, 3, 4, A={"jokers": 5, "ace_count": 4}, C={"jokers": 3, "ace_count": 4})
    assert "error" not in settled(lines)


@pytest.mark.parametrize(("cards", "counted"), [(10, True), (11, False)])
def test_a_hand_holds_no_more_cards_than_were_dealt(cards: int, counted: bool) -> None:
    held = " ".join(f"{rank}H" for rank in "23456789TJQ"[:cards])
    lines = left(1, 2, 3, None, D={"cards": held})
    result = settled(lines, cards_each=10)
    assert "error" not in result if counted else refused(lines, cards_each=10) == (0, "D", "cards")


# Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiers", [[1, 2], [1, 2, 3, 4], [3, 2, 1], [-1, 0, 1], [True, 2, 3]])
def test_refused_tiers(tiers: list[int]) -> None:
    assert refused({}, tiers=tiers) == (-1, None, "tiers")


@pytest.mark.parametrize(
    ("option", "value"),
    [("packs", 4), ("joker_points", 10), ("adj_mult_on_hu", 3), ("cards_each", 9), ("cap", 0)],
)
def test_refused_options(option: str, value: int) -> None:
    options: dict[str, Any] = {option: value}
    assert refused({}, **options) == (-1, None, option)


@pytest.mark.parametrize(("result", "winners"), [("hu", ""), ("hu", "AB"), ("tien_hu", "")])
def test_refused_number_of_winners(result: str, winners: str) -> None:
    lines: Lines = {seat: {"won": True} for seat in winners}
    assert refused(lines, result) == (0, None, "won")


@pytest.mark.parametrize(
    ("result", "line", "field"),
    [
        ("points", {"won": True}, "won"),
        ("hu", {"won": True, "no_passport": True}, "no_passport"),
        ("hu", {"won": True, "points": 1}, "points"),
        ("hu", {"won": True, "cards": "3H"}, "cards"),
        ("points", {"points": None}, "points"),
        ("points", {"points": -1}, "points"),
        ("points", {"cards": ""}, "cards"),
        ("points", {"cards": "3H 3H 3H"}, "cards"),
        ("points", {"cards": "3H"}, "points"),
        ("points", {"jokers": 9}, "jokers"),
        ("points", {"aces": [3, 0, 0, 0]}, "aces"),
        ("points", {"aces": [1, 0, 0]}, "aces"),
        ("points", {"aces": [1, 0, 0, 0], "ace_count": 1}, "ace_count"),
        ("points", {"ace_count": 9}, "ace_count"),
        ("points", {"ace_count": 5}, "ace_pairs"),
        ("points", {"ace_pairs": 1}, "ace_pairs"),
        ("points", {"ace_count": 3, "ace_pairs": 2}, "ace_pairs"),
    ],
)
def test_refused_answers_name_their_seat(result: str, line: dict[str, Any], field: str) -> None:
    assert refused(left(10, 20, 30, 40, B=line), result) == (0, "B", field)


def test_refused_points_that_differ_from_the_cards_even_where_nobody_asked() -> None:
    lines: Lines = {"A": {"won": True}, "B": {"points": 20, "cards": "3H"}}
    assert refused(lines, "tien_hu") == (0, "B", "points")


@pytest.mark.parametrize("policy", ["rank_last", "top_tier", "flat_to_all"])
def test_refused_no_points_only_where_they_put_two_in_order(policy: str) -> None:
    lines = left(10, 20, 30, None, C=NONE, D=NONE)
    result = settled(lines, no_passport=policy)
    assert ("error" in result) == (policy == "rank_last")
    lines["A"] = {"won": True}
    options: dict[str, Any] = {"hu_mode": "double_tiers", "no_passport": policy}
    assert refused(lines, "hu", **options) == (0, "D", "points")


def test_refused_no_points_of_one_who_had_a_passport() -> None:
    assert refused(left(10, None, None, None, C=NONE, D=NONE)) == (0, "B", "points")


def test_refused_zero_points_where_a_joker_costs_points() -> None:
    assert refused(left(10, 0, 30, 40), joker_points=15) == (0, "B", "points")


def test_refused_more_pieces_than_cards() -> None:
    lines = left(10, 20, 30, 40, C={"jokers": 8, "ace_count": 3})
    assert refused(lines, cards_each=10) == (0, "C", "aces")


def test_refused_quick_form_with_three_packs() -> None:
    assert refused(left(1, 2, 3, 4, D={"ace_count": 2}), packs=3) == (0, "D", "ace_count")


@pytest.mark.parametrize(
    ("line", "field"),
    [({"jokers": 1}, "jokers"), ({"aces": [1, 0, 0, 0]}, "aces"), ({"ace_count": 1}, "ace_count")],
)
def test_refused_played_pieces_of_one_who_did_not_play(line: dict[str, Any], field: str) -> None:
    lines = left(1, 2, 3, 4, D=NONE | line)
    assert refused(lines, adj_basis="played") == (0, "D", field)
    assert "error" not in settled(lines, adj_basis="left")


@pytest.mark.parametrize(
    ("first", "other", "field"),
    [
        ({"jokers": 5}, {"jokers": 4}, "jokers"),
        ({"aces": [0, 2, 0, 0]}, {"aces": [0, 1, 0, 0]}, "aces"),
        ({"ace_count": 5, "ace_pairs": 1}, {"ace_count": 4}, "aces"),
        ({"points": 8, "cards": "4H 4H"}, {"points": None, "cards": "4H"}, "cards"),
    ],
)
def test_refused_together(first: dict[str, Any], other: dict[str, Any], field: str) -> None:
    assert refused(left(1, 2, 3, 4, A=first, B=other)) == (0, None, field)


# Cards ---------------------------------------------------------------------------------------


def card_answer(hand: str, **options: Any) -> dict[str, Any]:
    return settle(variant, {"options": options, "cards": {"hand": hand}})


@pytest.mark.parametrize(
    ("cards", "options", "count"),
    [
        ("9S TD KC AH 4D", {}, 48),
        ("JK AS AS 2C", {}, 32),
        ("JK AS AS 2C", {"joker_points": 20}, 52),
        ("QH JH KH", {}, 30),
        ("7S 7S 7S", {}, 21),
        ("JK JK", {}, 0),
    ],
)
def test_every_card_left_counts(cards: str, options: dict[str, Any], count: int) -> None:
    assert card_answer(cards, **options)["points"] == count
    lines = left(count, count + 1, None, count + 2, C={"cards": cards}, D={"points": count + 2})
    options |= {"joker_value": 0, "ace_value": 0}
    amounts = money(lines, packs=3, **options) if count else money(lines, **options)
    assert amounts == [250, -200, 250, -300]


def test_tapped_leftovers_put_the_losers_of_a_hu_in_order() -> None:
    lines = left(0, None, 33, None, A={"won": True}, B={"cards": "AS"}, D={"cards": "9S"})
    assert money(lines, "hu", hu_mode="double_tiers", ace_value=0) == [1200, -400, -600, -200]


def test_tapped_leftovers_stand_beside_the_place() -> None:
    game = playing.start(variant, load_options(variant, {}, 2), 2)
    entry = {"deal": {}, "lines": {"A": {"cards": "JK"}, "B": {"cards": "AS 2C"}}}
    last = playing.play(variant, game, load_entry(variant, game, entry, ["A", "B"])).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["1st, 0 points", "2nd, 17 points"]


NO_RUN = "2S 3S 5S 6S 8S 3H 4H 6H 7H 9H 4D 5D 7D 8D TD 5C 6C 8C 9C JC"


@pytest.mark.parametrize(
    ("hand", "options", "has"),
    [
        (NO_RUN, {}, False),
        (NO_RUN.replace("8S", "JK"), {}, True),
        (NO_RUN.replace("8S", "JK"), {"passport_jokers": False}, False),
        ("QS KS AS", {}, True),
        ("AS 2S 3S", {}, True),
        ("KS AS 2S", {}, False),
        ("KS AS JK", {}, True),
        ("7S 7S 7S", {}, False),
        ("7S 8H JK", {}, False),
        ("7S JK JK", {}, True),
        ("JK JK JK", {}, True),
        ("JK JK JK", {"passport_jokers": False}, False),
        ("7S 8S 9S JK", {"passport_jokers": False}, True),
    ],
)
def test_a_passport_is_a_sequence_of_three(hand: str, options: dict[str, Any], has: bool) -> None:
    assert card_answer(hand, **options)["passport"] == has


@pytest.mark.parametrize(
    ("hand", "complete"),
    [
        ("2H 3H 4H 5H 7S 8S 9S KS KD KH KC 9D 9C 9H TD JD QD AC AC AD", True),
        ("2H 3H JK 5H 7S 8S 9S KS KD KH KC 9D 9C JK TD JD QD AC JK AD", True),
        ("KS AS 2S 7D 7H 7C 7S 9H 9S 9D 9C 4H 5H 6H TC JC QC 3D 3H 3C", False),
        ("3S 3S 3H 3D 7S 7S 7H 7C 9S 9D 9H 9C JS JS JH JD QS QD QH QC", False),
        ("3S 3S 3H JK JK JK", True),
        ("3S 3S 3H JK JK", False),
        ("3S 3S 3H JK", False),
        ("3S 4S 5S JK", True),
        ("3S 3S 3S JK JK JK JK", True),
        ("AS 2S 3S QS KS AS", True),
        ("7S 7S 7H 7H 7D 3S 4S 5S", True),
        ("JK JK JK", True),
        ("JK JK", False),
        ("", False),
    ],
)
def test_tien_hu_is_a_hand_all_in_melds_with_a_sequence(hand: str, complete: bool) -> None:
    assert card_answer(hand)["tien_hu"] == complete


@pytest.mark.parametrize("packs", [2, 3])
def test_thirty_cards_of_three_packs_are_looked_at(packs: int) -> None:
    """Ten runs of three, of which one card is changed."""
    runs = [f"{rank}{suit}" for suit in "SHDC" for rank in "2345678"] + ["9S", "9H"]
    assert card_answer(" ".join(runs), packs=packs)["tien_hu"]
    assert not card_answer(" ".join([*runs[:-1], "KC"]), packs=packs)["tien_hu"]


def test_the_jokers_and_aces_of_a_hand_are_told() -> None:
    answer = card_answer("AS AS AC JK 4H JK JK")
    assert (answer["jokers"], answer["aces"]) == (3, [2, 0, 0, 1])


@pytest.mark.parametrize(
    ("peek", "seats", "cutter"),
    [("7H", 4, 2), ("AS", 4, 0), ("2S", 4, 1), ("KD", 4, 0), ("KD", 5, 2), ("TC", 3, 0)],
)
def test_the_cutter_is_counted_from_the_dealer(peek: str, seats: int, cutter: int) -> None:
    assert settle(variant, {"cards": {"peek": peek, "seats": seats}}) == {"cutter": cutter}


def test_nobody_cuts_when_the_dealer_saw_a_joker() -> None:
    assert settle(variant, {"cards": {"peek": "JK", "seats": 4}}) == {"cutter": None}


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({}, "hand"),
        ({"seats": 4}, "hand"),
        ({"peek": "7H"}, "seats"),
        ({"peek": "7H", "seats": 6}, "seats"),
        ({"hand": "1H"}, "hand"),
    ],
)
def test_refused_questions_about_cards(cards: dict[str, Any], field: str) -> None:
    assert settle(variant, {"cards": cards})["error"]["field"] == field


def test_tapped_leftovers_nobody_asked_for_have_no_effect() -> None:
    assert money({"C": {"won": True}, "D": {"cards": "4H"}}, "hu") == [-400, -400, 1200, -400]


def reasons(lines: Lines, result: str = "points", **options: Any) -> list[tuple[str, int]]:
    """Why the second seat of two pays or is paid beside the places."""
    fold = playing.start(variant, load_options(variant, options, 2), 2)
    hand = {"deal": {"result": result}, "lines": lines}
    last = playing.play(variant, fold, load_entry(variant, fold, hand, ("A", "B"))).last
    assert last is not None
    for payment in last.payments[1:]:
        parts = [
            (int(str(p.values["count"])), int(str(p.values["each"])))
            for p in counted(payment.reason)
        ]
        assert sum(count * amount for count, amount in parts) == payment.amount
    return [(str(payment.reason), payment.amount) for payment in last.payments[1:]]


@pytest.mark.parametrize(
    ("mine", "theirs", "options", "reason", "amount"),
    [
        ({"jokers": 3}, {"jokers": 1}, {}, "2 jokers more", 100),
        ({"jokers": 1}, {"aces": [2, 0, 0, 0]}, {}, "1 joker fewer, 1 pair of aces more", 150),
        ({"aces": [2, 0, 0, 0]}, {}, {"pair_multiplier": 1}, "2 aces more", 100),
        ({"aces": [1, 1, 1, 1]}, {}, {"four_suit_aces": 5}, "1 set of all four aces more", 250),
        ({"jokers": 1, "aces": [1, 0, 0, 0]}, {}, {"joker_value": 0}, "1 ace more", 50),
    ],
)
def test_of_jokers_and_aces_each_kind_is_told(
    mine: dict[str, Any], theirs: dict[str, Any], options: dict[str, Any], reason: str, amount: int
) -> None:
    lines = left(1, 2, A=mine, B=theirs)
    assert reasons(lines, **options) == [(reason, amount)]


def test_on_a_hu_that_doubles_them_each_joker_moves_double() -> None:
    explained = reasons({"A": {"won": True, "jokers": 2}}, "hu", adj_mult_on_hu=2)
    assert explained == [("2 jokers more", 200)]


# Points only ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "result", "units"),
    [
        (left(12, 30, 45, 61), "points", (6, -1, -2, -3)),
        (left(12, 30, 30, 61), "points", (6, -1.5, -1.5, -3)),
        ({"C": {"won": True}}, "hu", (-4, -4, 12, -4)),
        ({"D": {"won": True, "jokers": 2}}, "tien_hu", (-8, -8, -8, 24)),
        ({"D": {"foul": True}}, "points", (4, 4, 4, -12)),
    ],
)
def test_without_a_stake_the_units_are_points(
    lines: Lines, result: str, units: tuple[float, ...]
) -> None:
    options = load_options(variant, {}, 4, without_stakes=True)
    options = replace(options, stake=0, joker_value=0, ace_value=0)
    game = playing.start(variant, options, 4)
    hand = {"deal": {"result": result}, "lines": lines}
    after = playing.play(variant, game, load_entry(variant, game, hand, "ABCD"))
    assert (after.totals, after.balances) == (units, (0, 0, 0, 0))
    assert variant.totals(after) is not None
