"""Rummikub, clause by clause. Seats are A B C D unless said; a point is one minor unit."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.rummikub import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards

Round = dict[str, Any]
VOID: Round = {"deal": {"result": "void"}, "lines": {"A": {"points": -3}}}
FULL: dict[str, Any] = {"blocked": "full_negative"}


def racks(*left: int | str | dict[str, Any] | None, result: str = "") -> Round:
    """A round by what each seat has left: points, tiles, answers; None of who went out."""
    lines = {seat: answers(rack) for seat, rack in zip("ABCD", left, strict=False)}
    return {"deal": {"result": result or ("out" if None in left else "blocked")}, "lines": lines}


def answers(rack: int | str | dict[str, Any] | None) -> dict[str, Any]:
    if rack is None:
        return {"won": True}
    if isinstance(rack, dict):
        return rack
    return {"cards": rack} if isinstance(rack, str) else {"points": rack}


def played(*rounds: Round, seats: str = "ABCD", **options: Any) -> dict[str, Any]:
    return settle(variant, {"options": options, "seats": list(seats), "hands": list(rounds)})


def both(*rounds: Round, **options: Any) -> tuple[list[int], list[int]]:
    """Points and money."""
    result = played(*rounds, **options)
    return list(result["points"].values()), list(result["money"].values())


def points(*rounds: Round, **options: Any) -> list[int]:
    return both(*rounds, **options)[0]


def refused(*rounds: Round, **options: Any) -> tuple[Any, ...]:
    error = played(*rounds, **options)["error"]
    return error["hand"], error["seat"], error["field"]


# A round -------------------------------------------------------------------------------------


def test_the_winner_scores_the_other_racks() -> None:
    assert both(racks(None, 24, 31, 17)) == ([72, -24, -31, -17],) * 2


def test_rounds_add_up() -> None:
    assert points(racks(None, 24, 31, 17), racks(35, None, 10, 2)) == [37, 23, -41, -19]


@pytest.mark.parametrize(
    ("tiles", "options", "count"),
    [
        ("JK 5R", {}, 35),
        ("13K 1O", {}, 14),
        ("10B 11B 12B", {}, 33),
        ("7R 7R", {}, 14),
        ("JK 5R", {"joker_value": 50}, 55),
        ("", {}, 0),
    ],
)
def test_a_tile_counts_its_number_and_a_joker_thirty(
    tiles: str, options: dict[str, Any], count: int
) -> None:
    assert settle(variant, {"options": options, "cards": {"hand": tiles}}) == {"points": count}
    if tiles:
        assert points(racks(tiles, None), seats="AB", **options) == [-count, count]


@pytest.mark.parametrize("cards", [{}, {"hand": "7S"}])
def test_a_rack_that_cannot_be_is_not_counted(cards: dict[str, str]) -> None:
    assert settle(variant, {"cards": cards})["error"]["field"] == "hand"


def test_money_is_the_score_times_the_point_value() -> None:
    assert both(racks(60, 3, None), seats="ABC", point_value=5)[1] == [-300, -15, 315]


def test_the_cap_limits_each_payment_and_no_points() -> None:
    points_and_money = both(racks(60, 3, None), seats="ABC", point_value=5, cap=100)
    assert points_and_money == ([-60, -3, 63], [-100, -15, 115])


# Blocked -------------------------------------------------------------------------------------


def test_the_lowest_rack_scores_each_difference() -> None:
    assert both(racks(15, 8, 22, 19)) == ([-7, 32, -14, -11],) * 2


def test_several_lowest_share_each_difference_in_points() -> None:
    assert both(racks(8, 8, 22, 19)) == ([13, 12, -14, -11],) * 2
    assert both(racks(8, 8, 22, 19), point_value=3)[1] == [39, 36, -42, -33]


def test_the_cap_limits_each_part_after_the_split() -> None:
    assert both(racks(8, 8, 22, 19), cap=6)[1] == [12, 11, -12, -11]


def test_equal_racks_move_nothing() -> None:
    assert both(racks(8, 8, 8, 8)) == ([0] * 4,) * 2


def test_or_the_others_score_minus_their_whole_rack_and_no_money_moves() -> None:
    assert both(racks(15, 8, 22, 19), **FULL) == ([-15, 32, -22, -19], [0] * 4)
    assert both(racks(8, 8, 22, 19), **FULL) == ([13, 12, -22, -19], [0] * 4)
    assert both(racks(None, 24, 31, 17), **FULL) == ([72, -24, -31, -17], [0] * 4)


# The end -------------------------------------------------------------------------------------


def test_the_target_ends_the_game() -> None:
    assert played(racks(None, 24, 31, 17), target=72)["over"]
    assert not played(racks(None, 24, 31, 17), target=73)["over"]
    assert not played(racks(None, 24, 31, 17))["over"]


def test_the_agreed_number_of_rounds_ends_the_game_and_void_ones_do_not_count() -> None:
    rounds = VOID, racks(None, 1, 2, 3), racks(4, 4, 4, 4)
    assert not played(*rounds[:2], deals=2)["over"]
    assert played(*rounds, deals=2)["over"]
    assert refused(*rounds, VOID, deals=2) == (3, None, None)


def test_a_void_round_changes_nothing() -> None:
    assert both(VOID) == ([0] * 4,) * 2


def test_the_absent_neither_pay_nor_collect() -> None:
    for left in ((None, 3, 4), (2, 5, 6)):
        points_and_money = both(racks(*left) | {"absent": ["D"]})
        assert points_and_money == ([7, -3, -4, 0],) * 2


def test_who_won_has_the_lowest_rack_of_a_blocked_round() -> None:
    game = playing.start(variant, load_options(variant, {}, 4), 4)
    for typed, winners in (
        (racks(5, None, 6, 7), [1]),
        (racks(5, 6, 5, 7), [0, 2]),
        (VOID, []),
    ):
        entry = load_entry(variant, game, typed, list("ABCD"))
        assert list(variant.outcome(game, entry).winners or ()) == winners


def test_the_reasons_are_in_a_players_words() -> None:
    def words_of(entry: Round) -> tuple[list[str], list[str]]:
        game = playing.start(variant, load_options(variant, {}, 3), 3)
        last = playing.play(variant, game, load_entry(variant, game, entry, ["A", "B", "C"])).last
        assert last is not None
        return [score.reason for score in last.scores], [p.reason for p in last.payments]

    out = ["went out", "rack of 5", "rack of 3"]
    assert words_of(racks(None, 5, 3)) == (out, out[1:])
    blocked = ["lowest rack", "blocked with 9", "blocked with 5"]
    assert words_of(racks(2, 9, 5)) == (blocked, blocked[1:])
    assert words_of(VOID) == (["void"] * 3, [])


# Tapped on the screen ------------------------------------------------------------------------


def laid(tiles: str, **options: Any) -> Any:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    entry = load_entry(variant, game, {"lines": {"B": {"cards": tiles}}}, ["A", "B"])
    assert laid_cards(variant, game, entry, 0) is None
    return laid_cards(variant, game, entry, 1)


def test_tapped_tiles_are_laid_out_as_they_are_counted() -> None:
    assert laid("5R 13K JK").left == (("JK", 30), ("13K", 13), ("5R", 5))
    assert laid("5R JK", joker_value=3).left == (("5R", 5), ("JK", 3))
    with pytest.raises(EntryError) as refusal:
        laid("7R 7R 7R")
    assert (refusal.value.field, refusal.value.seat) == ("cards", 1)


def test_two_of_each_tile_can_be_tapped() -> None:
    options = load_options(variant, {}, 2)
    assert [variant.stock(options, variant.deal()).copies(face) for face in ("7R", "JK")] == [2, 2]


# Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["A", "ABCDE", ["A+C", "B+D"]])
def test_refused_seats(seats: Any) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("point_value", -1),
        ("blocked", "void"),
        ("joker_value", -30),
        ("target", -100),
        ("deals", -1),
        ("cap", 0),
        ("stake", 100),
    ],
)
def test_refused_options(option: str, value: Any) -> None:
    options: dict[str, Any] = {option: value}
    assert refused(**options) == (-1, None, option)


def test_refused_winners() -> None:
    assert refused(racks(3, 3, 3, 3, result="out")) == (0, None, "won")
    assert refused(racks(None, None, 3, 3)) == (0, None, "won")
    assert refused(racks(3, None, 3, 3, result="blocked")) == (0, "B", "won")


@pytest.mark.parametrize(
    ("left", "field"),
    [
        ({}, "points"),
        ({"points": 0}, "points"),
        ({"points": -1}, "points"),
        ({"points": True}, "points"),
        ({"cards": ""}, "cards"),
        ({"cards": "5R 14B"}, "cards"),
        ({"cards": "0R"}, "cards"),
        ({"cards": "7S"}, "cards"),
        ({"cards": "JK JK JK"}, "cards"),
        ({"cards": "7R 7R 7R"}, "cards"),
        ({"points": 8, "cards": "7R"}, "points"),
    ],
)
def test_refused_racks_name_their_seat(left: dict[str, Any], field: str) -> None:
    assert refused(racks(None, 3, left, 4)) == (0, "C", field)
    assert refused(racks(2, 3, left, 4)) == (0, "C", field)


@pytest.mark.parametrize(("left", "field"), [({"points": 1}, "points"), ({"cards": "1R"}, "cards")])
def test_refused_tiles_of_the_winner(left: dict[str, Any], field: str) -> None:
    assert refused(racks({"won": True} | left, 3, 4, 5, result="out")) == (0, "A", field)


def test_refused_together_more_than_there_are() -> None:
    assert refused(racks(None, "JK JK", "JK", 3)) == (0, None, "cards")
    assert refused(racks(None, "7R 7R", "7R", 3)) == (0, None, "cards")
    assert points(racks(None, "JK 7R", "JK 7R", 3))[0] == 77


def test_a_rack_of_jokers_may_count_nothing_where_they_do() -> None:
    assert points(racks(None, "JK JK"), seats="AB", joker_value=0) == [0, 0]
