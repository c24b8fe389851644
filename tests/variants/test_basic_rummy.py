"""Basic rummy, clause by clause. Money is in minor units, seats are A B C D unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.basic_rummy import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards

Lines = dict[str, dict[str, Any]]
OUT: dict[str, Any] = {"won": True}


def played(*hands: tuple[str, Lines], seats: str = "ABCD", **options: Any) -> dict[str, Any]:
    """The whole game; a hand is what its deal ended with, and its lines."""
    entries = [{"deal": {"result": result}, "lines": lines} for result, lines in hands]
    return settle(variant, {"options": options, "seats": list(seats), "hands": entries})


def settled(
    lines: Lines, result: str = "out", seats: str = "ABCD", absent: str = "", **options: Any
) -> dict[str, Any]:
    deal = {"result": result, "rummy": options.pop("rummy", False)}
    hand = {"deal": deal, "lines": lines, "absent": list(absent)}
    return settle(variant, {"options": options, "seats": list(seats), "hands": [hand]})


def points(lines: Lines, result: str = "out", **options: Any) -> list[int]:
    return list(settled(lines, result, **options)["hands"][0]["points"].values())


def money(lines: Lines, result: str = "out", **options: Any) -> list[int]:
    return list(settled(lines, result, **options)["money"].values())


def refused(lines: Lines, result: str = "out", **options: Any) -> tuple[Any, ...]:
    error = settled(lines, result, **options)["error"]
    return error["hand"], error["seat"], error["field"]


def left(*counts: int | str | None) -> Lines:
    """Lines of what each seat has left: points typed, cards tapped, or None for who went out."""
    return {seat: line(count) for seat, count in zip("ABCDEFG", counts, strict=False)}


def line(count: int | str | None) -> dict[str, Any]:
    if count is None:
        return OUT
    return {"cards": count} if isinstance(count, str) else {"points": count}


# What cards count ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "options", "count"),
    [
        ("KS 7D 2C", {}, 19),
        ("QH JH 4C", {}, 24),
        ("10S TH", {}, 20),
        ("AS", {}, 1),
        ("AS", {"ace_mode": "high_low"}, 11),
        ("AS", {"ace_value": 15}, 15),
        ("AS", {"ace_mode": "high_low", "ace_value": 1}, 1),
        ("JK 5H", {"jokers": 2}, 20),
        ("JK 5H", {"jokers": 2, "joker_value": 50}, 55),
    ],
)
def test_court_cards_count_ten_and_aces_and_jokers_as_agreed(
    cards: str, options: dict[str, Any], count: int
) -> None:
    assert points(left(None, cards), seats="AB", **options) == [count, -count]
    answer = settle(variant, {"options": options, "cards": {"hand": cards}})
    assert answer["points"] == count


def test_melds_left_in_hand_count() -> None:
    assert points(left(None, "7S 7H 7D"), seats="AB") == [21, -21]


def test_a_hand_of_twelve_cards_can_be_counted() -> None:
    twelve = "2S 3S 4S 5S 6S 7S 8S 9S 2H 3H 4H 5H"
    assert settle(variant, {"cards": {"hand": twelve}})["points"] == 58
    for cards in ({"hand": twelve + " 6H"}, {}):
        assert settle(variant, {"cards": cards})["error"]["field"] == "hand"


# A deal --------------------------------------------------------------------------------------


def test_each_loser_pays_the_winner_his_own_count() -> None:
    lines = left(None, 1, 24, 18)
    assert points(lines) == [43, -1, -24, -18]
    assert money(lines) == [215, -5, -120, -90]


def test_going_rummy_doubles_only_where_agreed() -> None:
    lines = left(None, 1, 24, 18)
    assert points(lines, rummy=True, rummy_doubles=True) == [86, -2, -48, -36]
    assert points(lines, rummy=True) == [43, -1, -24, -18]
    assert points(lines, rummy_doubles=True) == [43, -1, -24, -18]


def test_the_cap_limits_each_loser_after_doubling() -> None:
    lines = left(None, 1, 24, 18)
    assert points(lines, cap_points=20) == [39, -1, -20, -18]
    assert points(lines, rummy=True, rummy_doubles=True, cap_points=40) == [78, -2, -40, -36]


@pytest.mark.parametrize(
    ("settlement", "written"), [("points", [43, 0, 0, 0]), ("penalty", [0, 1, 24, 18])]
)
def test_a_score_is_written_down_and_no_money_moves(settlement: str, written: list[int]) -> None:
    result = settled(left(None, 1, 24, 18), settlement=settlement)
    assert list(result["hands"][0]["points"].values()) == written
    assert list(result["money"].values()) == [0, 0, 0, 0]


@pytest.mark.parametrize("settlement", ["points", "penalty"])
def test_the_cap_limits_what_is_written_down_too(settlement: str) -> None:
    scored = points(left(None, 30, 8), seats="ABC", settlement=settlement, cap_points=20)
    assert scored == ([28, 0, 0] if settlement == "points" else [0, 20, 8])


# Nobody goes out -----------------------------------------------------------------------------


def test_a_blocked_deal_is_void_unless_agreed() -> None:
    assert points(left(14, 9, 30), "blocked", seats="ABC") == [0, 0, 0]


@pytest.mark.parametrize(
    "lines", [{"A": OUT, "B": OUT}, {"A": {"points": 0}}, {"A": {"cards": ""}}]
)
@pytest.mark.parametrize("result", ["blocked", "void"])
def test_the_lines_of_a_void_deal_are_not_looked_at(result: str, lines: Lines) -> None:
    assert points(lines, result) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("settlement", "written"),
    [("pay", [-5, 26, -21]), ("points", [0, 26, 0]), ("penalty", [5, 0, 21])],
)
def test_the_lowest_of_a_blocked_deal_collects_each_difference(
    settlement: str, written: list[int]
) -> None:
    agreed = {"blocked": "lowest_wins", "settlement": settlement}
    assert points(left(14, 9, 30), "blocked", seats="ABC", **agreed) == written


def test_the_cap_limits_each_difference_of_a_blocked_deal() -> None:
    agreed = {"blocked": "lowest_wins", "cap_points": 10}
    assert points(left(14, 9, 30), "blocked", seats="ABC", **agreed) == [-5, 15, -10]


def test_a_blocked_deal_is_not_doubled() -> None:
    agreed = {"blocked": "lowest_wins", "rummy_doubles": True}
    lines = left(14, 9, 30)
    assert points(lines, "blocked", seats="ABC", rummy=True, **agreed) == [-5, 26, -21]


def test_two_lowest_of_a_blocked_deal_make_it_void() -> None:
    result = played(("blocked", left(9, 14, 9)), seats="ABC", blocked="lowest_wins", deals=1)
    assert list(result["points"].values()) == [0, 0, 0]
    assert not result["over"]


# The end -------------------------------------------------------------------------------------


def test_the_agreed_number_of_deals_ends_the_game_and_void_ones_do_not_count() -> None:
    hands = [
        ("void", {}),
        ("blocked", {}),
        ("out", left(None, 3, 4, 5)),
        ("out", left(6, None, 7, 8)),
    ]
    assert not played(*hands[:3], deals=2)["over"]
    assert played(*hands, deals=2)["over"]
    assert not played(*hands, deals=0)["over"]
    assert played(*hands, hands[0], deals=2)["error"]["hand"] == 4


def test_the_first_to_the_target_collects_the_differences() -> None:
    game = played(
        ("out", left(None, 19, 20)),
        ("out", left(33, None, 12)),
        ("out", left(None, 33, 33)),
        seats="ABC",
        settlement="points",
    )
    assert game["points"] == {"A": 105, "B": 45, "C": 0}
    assert game["over"]
    assert game["money"] == {"A": 825, "B": -300, "C": -525}
    assert [set(hand["money"].values()) for hand in game["hands"][:2]] == [{0}, {0}]


def test_exactly_the_target_is_enough_and_one_less_is_not() -> None:
    assert played(("out", left(None, 50)), seats="AB", settlement="points", target=50)["over"]
    game = played(("out", left(None, 50)), seats="AB", settlement="points", target=51)
    assert not game["over"]


def test_of_penalties_the_lowest_totals_share_each_payment() -> None:
    game = played(
        ("out", left(None, 31, 10, 22)),
        ("out", left(18, 27, None, 30)),
        ("out", left(24, 12, 15, None)),
        ("out", left(None, 33, 17, 25)),
        settlement="penalty",
        point_value=1,
    )
    assert game["points"] == {"A": 42, "B": 103, "C": 42, "D": 77}
    assert game["money"] == {"A": 49, "B": -61, "C": 47, "D": -35}
    assert game["over"]


def test_the_lowest_total_is_ahead_where_losers_score() -> None:
    for settlement, lowest in (("pay", False), ("points", False), ("penalty", True)):
        options = load_options(variant, {"settlement": settlement}, 3)
        assert variant.low_wins(options) == lowest


def test_the_target_is_not_read_when_every_deal_is_paid_nor_the_deals_otherwise() -> None:
    assert not played(("out", left(None, 50)), seats="AB", target=10)["over"]
    assert not played(("out", left(None, 50)), seats="AB", settlement="points", deals=1)["over"]


# The table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "packs", "cards"),
    [
        (2, {}, 1, 10),
        (3, {}, 1, 7),
        (3, {"packs": 2}, 2, 7),
        (4, {}, 1, 7),
        (5, {"packs": 2}, 2, 10),
        (6, {}, 2, 10),
        (7, {}, 2, 10),
    ],
)
def test_the_seats_decide_packs_and_cards(
    seats: int, options: dict[str, Any], packs: int, cards: int
) -> None:
    loaded = load_options(variant, options, seats)
    assert (loaded.packs.value, loaded.cards_each) == (packs, cards)


def test_the_absent_neither_pay_nor_collect() -> None:
    assert points(left(None, 3, 4), absent="D") == [7, -3, -4, 0]
    agreed = {"blocked": "lowest_wins"}
    assert points(left(9, 3, 4), "blocked", absent="D", **agreed) == [-6, 7, -1, 0]


def test_who_won_is_the_lowest_of_a_blocked_deal() -> None:
    game = playing.start(variant, load_options(variant, {"blocked": "lowest_wins"}, 3), 3)
    for result, lines, winners in (
        ("out", left(3, None, 4), [1]),
        ("blocked", left(3, 4, 2), [2]),
        ("blocked", left(3, 3, 4), []),
        ("void", {}, []),
    ):
        hand_entry = {"deal": {"result": result}, "lines": lines}
        entry = load_entry(variant, game, hand_entry, ["A", "B", "C"])
        assert [*(variant.outcome(game, entry).winners or ())] == winners


def test_the_reasons_are_in_a_players_words() -> None:
    game = playing.start(
        variant, load_options(variant, {"rummy_doubles": True, "cap_points": 40}, 3), 3
    )
    entry = {"deal": {"rummy": True}, "lines": left(None, 20, 24)}
    last = playing.play(variant, game, load_entry(variant, game, entry, ["A", "B", "C"])).last
    assert last is not None
    words = ["went out", "count of 20 doubled", "count of 24 doubled, capped"]
    assert [score.reason for score in last.scores] == words
    assert [payment.reason for payment in last.payments] == words[1:]


# Melds in hand are free ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "options", "least"),
    [
        ("5H 6H JK 8H KD", {}, 10),
        ("QS KS AS 2S", {}, 23),
        ("QS KS AS 2S", {"ace_mode": "high_low"}, 2),
        ("KS AS 2S", {"ace_mode": "high_low"}, 23),
        ("3S 3H JK 9D JK", {}, 6),
        ("3S 3H JK 9D JK", {"meld_min_naturals": 2}, 9),
        ("AS AD AC KS", {}, 10),
        ("7H 7H 7S", {}, 21),
        ("7H 7H 7S", {"set_duplicates": True}, 0),
        ("7H 7H 7S 7S 7D", {"set_duplicates": True}, 0),
        ("4S 5S 6S 7S 7H 7D 4H 4D AC AD", {}, 10),
        ("JK JK JK", {"joker_value": 20}, 60),
    ],
)
def test_the_melds_taken_out_leave_the_least(
    cards: str, options: dict[str, Any], least: int
) -> None:
    agreed = {"jokers": 4, "packs": 2, "melds_in_hand_free": True} | options
    assert settle(variant, {"options": options, "cards": {"hand": cards}})["deadwood"] == least
    assert points(left(None, cards), seats="AB", **agreed) == [least, -least]


def test_tapped_cards_are_all_counted_again_where_melds_are_not_free() -> None:
    cards = {"hand": "4S 5S 6S 7S 7H 7D 4H 4D AC AD"}
    assert settle(variant, {"cards": cards}) == {"points": 46, "deadwood": 10}


def test_typed_points_and_tapped_cards_agree_without_the_melds() -> None:
    both = {"points": 2, "cards": "7S 7H 7D 2C"}
    lines = left(None, 3) | {"B": both}
    assert points(lines, seats="AB", melds_in_hand_free=True) == [2, -2]
    assert refused(lines, seats="AB") == (0, "B", "points")


def test_then_a_loser_may_have_nothing_that_counts() -> None:
    assert points(left(None, 0), seats="AB", melds_in_hand_free=True) == [0, 0]
    assert refused(left(None, 0), seats="AB") == (0, "B", "points")


def test_but_he_still_holds_cards() -> None:
    assert refused(left(None, ""), seats="AB", melds_in_hand_free=True) == (0, "B", "cards")


def test_typed_points_are_taken_as_typed() -> None:
    assert points(left(None, 21), seats="AB", melds_in_hand_free=True) == [21, -21]


# Tapped on the screen ------------------------------------------------------------------------


def laid(cards: str, **options: Any) -> Any:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    entry = load_entry(variant, game, {"lines": {"B": {"cards": cards}}}, ["A", "B"])
    assert laid_cards(variant, game, entry, 0) is None
    return laid_cards(variant, game, entry, 1)


def test_tapped_cards_are_laid_out_as_they_are_counted() -> None:
    assert laid("2C KS 7D").left == (("KS", 10), ("7D", 7), ("2C", 2))
    free = laid("7S 7H 7D 2C", melds_in_hand_free=True)
    assert free.left == (("2C", 2),)
    assert [set(group.cards) for group in free.groups] == [{"7S", "7H", "7D"}]


def test_tapped_cards_that_cannot_be_are_refused_while_they_are_tapped() -> None:
    for cards in ("7S 7S", "JK", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"):
        with pytest.raises(EntryError) as refusal:
            laid(cards)
        assert (refusal.value.field, refusal.value.seat) == ("cards", 1)


def test_the_packs_hold_so_many_of_each_card() -> None:
    options = load_options(variant, {"packs": 2, "jokers": 3}, 4)
    assert [variant.stock(options, variant.deal()).copies(face) for face in ("7S", "JK")] == [2, 3]


# Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [6, 7])
def test_refused_one_pack_for_six_and_more(seats: int) -> None:
    assert refused({}, "void", seats="ABCDEFG"[:seats], packs=1) == (-1, None, "packs")
    assert "error" not in settled({}, "void", seats="ABCDEFG"[:seats], packs=2)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("settlement", "flat"),
        ("target", 0),
        ("ace_value", 10),
        ("joker_value", 30),
        ("cap_points", 0),
        ("meld_min_naturals", 3),
        ("packs", 3),
        ("cards_each", 4),
        ("cards_each", 13),
        ("jokers", 13),
        ("deals", -1),
        ("stake", 1),
    ],
)
def test_refused_options(option: str, value: Any) -> None:
    options: dict[str, Any] = {option: value}
    assert refused({}, "void", **options) == (-1, None, option)


@pytest.mark.parametrize("winners", ["", "AB", "ABCD"])
def test_refused_number_of_winners(winners: str) -> None:
    lines = left(3, 3, 3, 3) | dict.fromkeys(winners, OUT)
    assert refused(lines) == (0, None, "won")


def test_refused_a_winner_of_a_blocked_deal() -> None:
    lines = left(3, None, 4, 5)
    assert refused(lines, "blocked", blocked="lowest_wins") == (0, "B", "won")


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({}, "points"),
        ({"points": 0}, "points"),
        ({"points": -1}, "points"),
        ({"points": 106}, "points"),
        ({"cards": ""}, "cards"),
        ({"cards": "9H 1S"}, "cards"),
        ({"cards": "JK"}, "cards"),
        ({"cards": "7H 7H"}, "cards"),
        ({"cards": "2H 3H 4H 5H 6H 7H 8H 9H"}, "cards"),
        ({"points": 8, "cards": "7H"}, "points"),
    ],
)
def test_refused_answers_name_their_seat(answers: dict[str, Any], field: str) -> None:
    assert refused(left(None, 3, 4, 5) | {"C": answers}) == (0, "C", field)
    agreed = {"blocked": "lowest_wins"}
    assert refused(left(2, 3, 4, 5) | {"C": answers}, "blocked", **agreed) == (0, "C", field)


@pytest.mark.parametrize(
    ("answers", "field"), [({"points": 3}, "points"), ({"cards": "7H"}, "cards")]
)
def test_refused_cards_of_the_winner(answers: dict[str, Any], field: str) -> None:
    assert refused(left(None, 3, 4, 5) | {"A": OUT | answers}) == (0, "A", field)


def test_nothing_left_may_be_said_of_the_winner() -> None:
    lines = left(None, 3, 4, 5) | {"A": OUT | {"points": 0, "cards": ""}}
    assert points(lines) == [12, -3, -4, -5]


def test_a_hand_of_jokers_is_the_most_there_can_be() -> None:
    assert points(left(None, 105, 1, 1))[1] == -105
    assert points(left(None, 350, 1, 1), joker_value=50)[1] == -350
    assert refused(left(None, 351, 1, 1), joker_value=50) == (0, "B", "points")


def test_refused_together_more_than_the_packs_have() -> None:
    assert refused(left(None, "7H", "7H", 3)) == (0, None, "cards")
    assert "error" not in settled(left(None, "7H", "7H", 3), packs=2)
    assert refused(left(None, "JK", "JK JK", 3), jokers=2) == (0, None, "cards")
    assert refused(left(None, "JK JK JK", 3, 3), jokers=2) == (0, "B", "cards")
