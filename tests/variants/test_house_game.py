"""The house game, clause by clause. Money is in minor units, seats are A B C D unless said."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.payouts import ordinal
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.house_game import (
    Ends,
    Finish,
    Line,
    Place,
    Scoring,
    in_hand,
    may_come_back,
    typed,
    variant,
)

Lines = dict[str, dict[str, Any]]
WON = {"finish": "won"}
BUTTONS = [["Drop", 20], ["Wrong show", 80], ["Pure hand", -10]]
COUNTS = ("each", "winner_takes")
WAYS = [scoring.value for scoring in Scoring]


def likely(game: Any, entry: Any, rng: Random) -> Any:
    """Players who may come back mostly do. Counts are below zero only where that is played, and of
    the sum that the table plays for."""
    options, lines = game.options, list(entry.lines)
    for person, line in enumerate(lines):
        if may_come_back(game, person) and person not in entry.absent and rng.random() < 0.8:
            line = lines[person] = Line(rejoin=True, points=0)
        points = rng.choice((0, 1, 5, 13, rng.randint(0, 120)))
        sign = rng.choice((1, -1)) if options.negative else 1
        if line.finish is Finish.COUNTED and line.points is not None:
            lines[person] = replace(line, points=sign * points)
    entry = replace(entry, lines=tuple(lines))
    if options.scoring is not Scoring.EACH or options.hand_sum is None:
        return entry
    inside = in_hand(game, entry)
    counting = [p for p in inside if lines[p].finish is Finish.COUNTED]
    if not counting:
        return entry
    shooter = rng.choice(counting)
    for person in counting:
        lines[person] = replace(lines[person], points=0)
    missing = options.hand_sum - sum(typed(options, lines[p]) for p in inside)
    lines[shooter] = replace(lines[shooter], points=missing)
    if len(counting) > 1 and rng.random() < 0.7 and missing > 1:
        other = next(p for p in counting if p != shooter)
        part = rng.randint(1, missing - 1)
        lines[other] = replace(lines[other], points=part)
        lines[shooter] = replace(lines[shooter], points=missing - part)
    return replace(entry, lines=tuple(lines))


def settled(*hands: Lines, seats: str = "ABCD", absent: str = "", **options: Any) -> dict[str, Any]:
    entries = [{"lines": lines, "absent": list(absent)} for lines in hands]
    return settle(variant, {"options": options, "seats": list(seats), "hands": entries})


def points(*hands: Lines, **options: Any) -> list[int]:
    return list(settled(*hands, **options)["points"].values())


def money(*hands: Lines, **options: Any) -> list[int]:
    return list(settled(*hands, **options)["money"].values())


def refused(*hands: Lines, **options: Any) -> tuple[Any, ...]:
    error = settled(*hands, **options)["error"]
    return error["hand"], error["seat"], error["field"]


def left(*counts: int) -> Lines:
    """A won; the others count."""
    return {"A": WON, **{seat: {"points": n} for seat, n in zip("BCD", counts, strict=False)}}


def places(*order: int) -> Lines:
    return {seat: {"place": n} for seat, n in zip("ABCD", order, strict=False)}


def reasons(lines: Lines, **options: Any) -> list[str]:
    seats = len(lines)
    game = playing.start(variant, load_options(variant, options, seats), seats)
    names = list("ABCD"[:seats])
    after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, names))
    assert after.last is not None
    return [score.reason for score in after.last.scores]


# Each counts -----------------------------------------------------------------------------------


def test_the_winner_has_none_of_the_points() -> None:
    assert points(left(30, 20, 10)) == [0, 30, 20, 10]


def test_a_hand_may_have_no_winner_where_each_counts() -> None:
    lines: Lines = {seat: {"points": n} for seat, n in zip("ABCD", (5, 6, 7, 8), strict=True)}
    assert points(lines) == [5, 6, 7, 8]


def test_a_button_brings_what_it_says_even_less_than_nothing() -> None:
    lines: Lines = {
        "A": WON,
        "B": {"finish": "own_2"},
        "C": {"finish": "own_3"},
        "D": {"points": 9},
    }
    assert points(lines, buttons=BUTTONS) == [0, 80, -10, 9]


def test_the_cap_limits_a_typed_count_and_no_button() -> None:
    lines: Lines = {"A": WON, "B": {"finish": "own_2"}, "C": {"points": 61}, "D": {"points": 60}}
    assert points(lines, buttons=BUTTONS, cap=60) == [0, 80, 60, 60]


@pytest.mark.parametrize(("wins", "bonus"), [("lowest", -25), ("highest", 25)])
def test_the_bonus_brings_the_winner_of_a_hand_forward(wins: str, bonus: int) -> None:
    assert points(left(30, 20, 10), wins=wins, bonus=25) == [bonus, 30, 20, 10]


@pytest.mark.parametrize(("wins", "won"), [("lowest", {1}), ("highest", {0, 3})])
def test_whoever_did_best_won_a_hand_in_which_nobody_was_tapped(wins: str, won: set[int]) -> None:
    game = playing.start(variant, load_options(variant, {"wins": wins}, 4), 4)
    lines: Lines = {seat: {"points": n} for seat, n in zip("ABCD", (9, 6, 7, 9), strict=True)}
    entry = load_entry(variant, game, {"lines": lines}, list("ABCD"))
    assert winners(variant, playing.play(variant, game, entry)) == won


def test_nobody_won_a_hand_in_which_all_are_equal() -> None:
    game = playing.start(variant, load_options(variant, {}, 2), 2)
    lines: Lines = {"A": {"points": 6}, "B": {"points": 6}}
    after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, list("AB")))
    assert winners(variant, after) == set()


@pytest.mark.parametrize(
    ("options", "count", "won"),
    [
        ({}, 99, {0}),
        ({}, 0, {0}),
        ({"wins": "highest"}, 99, {1}),
        ({"wins": "highest"}, 0, {0}),
        ({"wins": "highest", "bonus": 100}, 99, {0}),
        ({"scoring": "winner_takes"}, 99, {0}),
    ],
    ids=["lowest", "lowest, equal", "highest", "highest, equal", "by the bonus", "winner takes"],
)
def test_who_was_tapped_won_where_nobody_did_better(
    options: dict[str, Any], count: int, won: set[int]
) -> None:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    lines = left(count)
    after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, list("AB")))
    assert winners(variant, after) == won


def test_a_button_below_zero_wins_over_who_was_tapped() -> None:
    game = playing.start(variant, load_options(variant, {"buttons": BUTTONS}, 2), 2)
    lines: Lines = {"A": WON, "B": {"finish": "own_3"}}
    after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, list("AB")))
    assert winners(variant, after) == {1}


# Winner takes ----------------------------------------------------------------------------------


def test_the_winner_gets_what_the_others_count() -> None:
    lines: Lines = {
        "A": WON,
        "B": {"finish": "own_1"},
        "C": {"finish": "own_3"},
        "D": {"points": 99},
    }
    options = {"buttons": BUTTONS, "cap": 50, "bonus": 5}
    assert points(lines, scoring="winner_takes", **options) == [65, 0, 0, 0]


def test_a_button_below_zero_turns_the_payment_round() -> None:
    lines: Lines = {"A": WON, "B": {"finish": "own_3"}, "C": {"points": 1}}
    options = {"scoring": "winner_takes", "payment": "each_hand", "stake": 10, "buttons": BUTTONS}
    assert money(lines, seats="ABC", **options) == [-90, 100, -10]


def test_the_lowest_total_wins_only_where_each_counts() -> None:
    for scoring in WAYS:
        options = load_options(variant, {"scoring": scoring, "wins": "lowest"}, 4)
        assert variant.low_wins(options) is (scoring == "each")
    assert not variant.low_wins(load_options(variant, {"wins": "highest"}, 4))


# By place --------------------------------------------------------------------------------------


def test_places_bring_the_points_of_the_ladder() -> None:
    assert points(places(2, 1, 0, 3), scoring="places", place_points=[10, 4, 1]) == [4, 10, 0, 1]


def test_a_place_is_called_by_its_number() -> None:
    assert [place.label for place in list(Place)[1:]] == [ordinal(n) for n in range(1, 11)]


def test_who_shares_a_place_gets_its_points() -> None:
    assert points(places(1, 1, 2, 2), scoring="places") == [3, 3, 2, 2]


def test_only_places_of_the_ladder_and_the_table_are_offered() -> None:
    def offered(seats: int, **options: Any) -> list[Any]:
        game = playing.start(
            variant, load_options(variant, {"scoring": "places", **options}, seats), seats
        )
        return [place.value for place in variant.limits(game, "place").offered or ()]

    assert offered(4) == [0, 1, 2, 3]
    assert offered(2) == [0, 1, 2]
    assert offered(4, place_points=[1]) == [0, 1]


def test_all_firsts_of_a_hand_won_it() -> None:
    game = playing.start(variant, load_options(variant, {"scoring": "places"}, 4), 4)
    entry = load_entry(variant, game, {"lines": places(2, 1, 1, 0)}, list("ABCD"))
    assert winners(variant, playing.play(variant, game, entry)) == {1, 2}


# Winner only -----------------------------------------------------------------------------------


def test_only_the_winner_gets_points() -> None:
    assert points({"C": WON}, scoring="winner_only", win_points=7) == [0, 0, 7, 0]


def test_the_others_are_asked_nothing() -> None:
    lines: Lines = {"A": {"points": 5}, "B": WON}
    assert points(lines, scoring="winner_only") == [0, 1, 0, 0]
    assert refused({"A": {"finish": "own_1"}, "B": WON}, scoring="winner_only") == (
        0,
        "A",
        "finish",
    )


# Below zero, and a sum -------------------------------------------------------------------------

HEARTS = {"ends": "target", "hand_sum": 26, "moon": "others"}


def counts_of(*points: int | None) -> Lines:
    """What each counts; None for a seat without a line."""
    seats = zip("ABCD", points, strict=False)
    return {seat: {"points": n} for seat, n in seats if n is not None}


def test_counts_below_zero_need_their_rule() -> None:
    assert points(counts_of(-2, 5, 0, 3), negative=True) == [-2, 5, 0, 3]
    assert refused(counts_of(-2, 5, 0, 3)) == (0, "A", "points")
    assert refused(counts_of(-10_000, 5, 0, 3), negative=True) == (0, "A", "points")
    game = playing.start(variant, load_options(variant, {"negative": True}, 4), 4)
    assert variant.limits(game, "points").is_signed


def test_the_number_pad_has_no_sign_where_counts_are_not_below_zero() -> None:
    game = playing.start(variant, load_options(variant, {}, 4), 4)
    assert not variant.limits(game, "points").is_signed


@pytest.mark.parametrize("total", [25, 27])
def test_a_hand_with_another_sum_is_refused(total: int) -> None:
    assert refused(counts_of(13, 5, total - 18, 0), **HEARTS) == (0, None, "points")
    assert points(counts_of(13, 5, 8, 0), **HEARTS) == [13, 5, 8, 0]


def test_the_sum_counts_buttons_and_what_the_cap_takes_off() -> None:
    lines: Lines = {**counts_of(None, 30, 20, 0), "A": {"finish": "own_3"}}
    options: dict[str, Any] = {"buttons": BUTTONS, "cap": 25, "hand_sum": 40}
    assert points(lines, **options) == [-10, 25, 20, 0]


def test_a_sum_of_nothing_is_a_sum() -> None:
    assert points(counts_of(-7, 5, 2, 0), negative=True, hand_sum=0) == [-7, 5, 2, 0]
    assert refused(counts_of(-7, 5, 3, 0), negative=True, hand_sum=0) == (0, None, "points")


@pytest.mark.parametrize(
    ("moon", "expected"),
    [("counts", [0, 26, 0, 0]), ("others", [26, 0, 26, 26]), ("minus", [0, -26, 0, 0])],
)
def test_all_points_with_one_player_score_by_their_rule(moon: str, expected: list[int]) -> None:
    assert points(counts_of(0, 26, 0, 0), **HEARTS | {"moon": moon}) == expected


def test_who_gave_all_points_to_the_others_won_the_hand() -> None:
    game = playing.start(variant, load_options(variant, HEARTS, 4), 4)
    entry = load_entry(variant, game, {"lines": counts_of(0, 26, 0, 0)}, list("ABCD"))
    assert winners(variant, playing.play(variant, game, entry)) == {1}


# Doubled ---------------------------------------------------------------------------------------


def doubled(lines: Lines, **options: Any) -> dict[str, Any]:
    hands = [{"deal": {"doubled": True}, "lines": lines}]
    return settle(variant, {"options": options, "seats": list("ABCD"), "hands": hands})


@pytest.mark.parametrize(
    ("scoring", "lines", "points", "money"),
    [
        ("each", left(5, 8, 3), [0, 10, 16, 6], [320, -100, -160, -60]),
        ("winner_takes", left(5, 8, 3), [32, 0, 0, 0], [320, -100, -160, -60]),
        ("places", places(1, 2, 0, 3), [6, 4, 0, 2], [120, -20, -60, -40]),
        ("winner_only", {"A": WON}, [2, 0, 0, 0], [60, -20, -20, -20]),
    ],
)
def test_a_doubled_hand_counts_twice_in_points_and_money(
    scoring: str, lines: Lines, points: list[int], money: list[int]
) -> None:
    result = doubled(lines, scoring=scoring, doubles=True, payment="each_hand", stake=10)
    assert list(result["points"].values()) == points
    assert list(result["money"].values()) == money


def test_no_hand_is_doubled_where_the_table_does_not_play_that() -> None:
    assert list(doubled(left(5, 8, 3))["points"].values()) == [0, 5, 8, 3]


def test_the_table_has_its_word_for_doubled() -> None:
    words = {"doubles": True, "double_word": "Capot"}
    assert variant.own_words(load_options(variant, words, 4)) == {"doubled": "Capot"}
    assert variant.own_words(load_options(variant, words | {"doubles": False}, 4)) == {}


# Out at a limit --------------------------------------------------------------------------------

OUT_AT_50: dict[str, Any] = {"ends": "last", "limit": 50, "payment": "pot", "stake": 100}
BACK: dict[str, Any] = OUT_AT_50 | {"comes_back": True}
A_IS_OUT = counts_of(50, 10, 20, 0)


def back(*points: int | None) -> Lines:
    lines = counts_of(*points)
    return {**lines, "A": {**lines["A"], "rejoin": True}}


def test_who_reaches_the_limit_is_out_and_asked_nothing() -> None:
    result = settled(A_IS_OUT, counts_of(None, 10, 10, 0), **OUT_AT_50)
    assert (result["out"], result["over"]) == (["A"], False)
    assert list(result["points"].values()) == [50, 20, 30, 0]
    assert settled(counts_of(49, 10, 20, 0), **OUT_AT_50)["out"] == []


def test_the_last_one_left_takes_the_pot() -> None:
    result = settled(A_IS_OUT, counts_of(None, 40, 40, 0), **OUT_AT_50)
    assert result["over"] is True
    assert result["money"] == {"A": -100, "B": -100, "C": -100, "D": 300}


def test_the_lowest_total_takes_the_pot_if_all_go_out_together() -> None:
    result = settled(counts_of(60, 50, 70, 80), **OUT_AT_50)
    assert (result["over"], result["money"]["B"]) == (True, 300)


def test_who_comes_back_stakes_again_and_starts_above_the_highest() -> None:
    result = settled(A_IS_OUT, back(10, 5, 5, 0), **BACK)
    assert list(result["points"].values()) == [31, 15, 25, 0]
    assert result["money"] == {"A": -200, "B": -100, "C": -100, "D": -100, "pot": 500}
    free = settled(A_IS_OUT, back(10, 5, 5, 0), **BACK | {"payment": "none"})
    assert set(free["money"].values()) == {0}


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        ((A_IS_OUT, back(10, 5, 5, 0)), OUT_AT_50),
        ((A_IS_OUT, counts_of(None, 5, 5, 0), back(10, 5, 5, 0)), BACK),
        ((counts_of(50, 10, 49, 0), back(10, 5, 0, 0)), BACK),
    ],
    ids=["not played", "too late", "the highest is too high"],
)
def test_who_may_not_come_back_stays_out(hands: tuple[Lines, ...], options: Any) -> None:
    result = settled(*hands, **options)
    assert (result["points"]["A"], result["money"]["A"]) == (50, -100)


def test_the_board_says_who_is_out_and_who_may_come_back() -> None:
    def notes(*hands: Lines, **options: Any) -> list[Any]:
        game = playing.start(variant, load_options(variant, options, 4), 4)
        for lines in hands:
            entry = load_entry(variant, game, {"lines": lines}, list("ABCD"))
            game = playing.play(variant, game, entry)
        return [variant.notes(game, person) for person in (0, 1)]

    assert notes(A_IS_OUT, **BACK) == [("out", "may come back at 21"), ()]
    assert notes(A_IS_OUT, **OUT_AT_50) == [("out",), ()]
    assert notes(A_IS_OUT, counts_of(None, 5, 5, 0), **BACK) == [("out",), ()]


def test_the_deal_passes_over_those_who_are_out() -> None:
    game = playing.start(variant, load_options(variant, OUT_AT_50, 4), 4)
    dealers = []
    for lines in (counts_of(0, 50, 0, 0), *[counts_of(1, None, 2, 3)] * 3):
        dealers.append(variant.dealer(game))
        entry = load_entry(variant, game, {"lines": lines}, list("ABCD"))
        game = playing.play(variant, game, entry)
    assert dealers == [0, 2, 3, 0]


def test_two_at_least_play_a_hand_of_those_who_are_in() -> None:
    out = counts_of(50, 50, 0, 0)
    assert refused(out, counts_of(None, None, 5, None), absent="", **OUT_AT_50)[0] == 1
    entries = [{"lines": out}, {"lines": counts_of(None, None, 5, None), "absent": ["D"]}]
    case = {"options": OUT_AT_50, "seats": list("ABCD"), "hands": entries}
    error = settle(variant, case)["error"]
    assert (error["hand"], error["field"]) == (1, "absent")


@pytest.mark.parametrize(
    "options", [{"wins": "highest"}, {"scoring": "winner_takes"}, {"scoring": "places"}]
)
def test_nobody_goes_out_where_points_are_good(options: dict[str, Any]) -> None:
    assert refused(ends="last", **options) == (-1, None, "ends")


# Sides of two ----------------------------------------------------------------------------------

SIDES = ["A+C", "B+D"]


def of_sides(first: int, second: int) -> Lines:
    return {"A+C": {"points": first}, "B+D": {"points": second}}


def by_sides(*hands: Lines, **options: Any) -> dict[str, Any]:
    entries = [{"lines": lines} for lines in hands]
    return settle(variant, {"options": options, "seats": SIDES, "hands": entries})


@pytest.mark.parametrize("payment", ["each_hand", "difference"])
def test_partners_count_as_one_and_each_pays_across(payment: str) -> None:
    options = {"payment": payment, "stake": 10, "ends": "hands", "hands": 1}
    result = by_sides(of_sides(5, 12), **options)
    assert result["points"] == {"A+C": 5, "B+D": 12}
    assert result["money"] == {"A": 70, "B": -70, "C": 70, "D": -70}


def test_each_partner_stakes_and_the_winning_side_shares_the_pot() -> None:
    options = {"payment": "pot", "stake": 100, "ends": "hands", "hands": 1}
    assert by_sides(of_sides(5, 12), **options)["money"] == {
        "A": 100,
        "B": -100,
        "C": 100,
        "D": -100,
    }
    assert set(by_sides(of_sides(5, 5), **options)["money"].values()) == {0}


def test_both_partners_of_a_side_won_its_hand() -> None:
    game = playing.start(variant, load_options(variant, {}, 2, 2), 2, 2)
    entry = load_entry(variant, game, {"lines": of_sides(12, 5)}, list("ABCD"))
    assert winners(variant, playing.play(variant, game, entry)) == {1, 3}


def test_a_side_goes_out_together() -> None:
    game = playing.start(variant, load_options(variant, OUT_AT_50, 2, 2), 2, 2)
    entry = load_entry(variant, game, {"lines": of_sides(0, 50)}, list("ABCD"))
    after = playing.play(variant, game, entry)
    assert (variant.out(after), after.over, after.balances) == ((1,), True, (100, -100, 100, -100))
    assert [variant.notes(after, person) for person in range(4)] == [(), ("out",)] * 2


def test_the_deal_goes_round_all_four_partners() -> None:
    game = playing.start(variant, load_options(variant, {"ends": "last"}, 2, 2), 2, 2)
    dealers = []
    for _hand in range(5):
        dealers.append(variant.dealer(game))
        entry = load_entry(variant, game, {"lines": of_sides(1, 2)}, list("ABCD"))
        game = playing.play(variant, game, entry)
    assert dealers == [0, 1, 2, 3, 0]


def test_sides_are_two_of_two() -> None:
    for seats in (["A+C+E", "B+D+F"], ["A+D", "B+E", "C+F"], ["A+C", "B"]):
        assert "error" in settle(variant, {"options": {}, "seats": seats, "hands": []})


# The end ---------------------------------------------------------------------------------------


def test_an_open_game_goes_on() -> None:
    assert settled(*[left(900, 900, 900)] * 5)["over"] is False


@pytest.mark.parametrize(("count", "over"), [(99, False), (100, True), (101, True)])
def test_the_target_ends_the_game_as_soon_as_it_is_reached(count: int, over: bool) -> None:
    assert settled(left(count, 1, 1), ends="target")["over"] is over


@pytest.mark.parametrize(("hands", "over"), [(2, False), (3, True)])
def test_the_game_ends_after_so_many_hands(hands: int, over: bool) -> None:
    assert settled(*[left(1, 2, 3)] * hands, ends="hands", hands=3)["over"] is over


@pytest.mark.parametrize(
    ("scoring", "target"),
    [("each", 100), ("winner_takes", 500), ("places", 20), ("winner_only", 5)],
)
def test_the_target_follows_from_who_scores(scoring: str, target: int) -> None:
    assert load_options(variant, {"scoring": scoring}, 4).target == target


@pytest.mark.parametrize("payment", ["difference", "tiers", "pot"])
def test_what_is_paid_at_the_end_has_an_end(payment: str) -> None:
    assert load_options(variant, {"payment": payment}, 4).ends is Ends.TARGET
    assert refused(payment=payment, ends="open") == (-1, None, "ends")


@pytest.mark.parametrize("payment", ["none", "each_hand"])
def test_what_is_paid_at_once_needs_no_end(payment: str) -> None:
    assert load_options(variant, {"payment": payment}, 4).ends is Ends.OPEN


# Money -----------------------------------------------------------------------------------------


def test_without_money_nothing_moves() -> None:
    assert money(left(200, 5, 5), ends="target") == [0, 0, 0, 0]


def test_several_best_of_a_hand_share_what_they_are_paid() -> None:
    lines: Lines = {"A": {"points": 5}, "B": {"points": 5}, "C": {"points": 8}}
    assert money(lines, seats="ABC", payment="each_hand", stake=15) == [23, 22, -45]


def test_who_sits_out_pays_nothing() -> None:
    options = {"seats": "ABC", "payment": "each_hand", "stake": 10}
    assert money({"A": WON, "B": {"points": 7}}, absent="C", **options) == [70, -70, 0]


def test_who_sat_out_still_pays_at_the_end() -> None:
    options = {"seats": "ABC", "payment": "difference", "ends": "hands", "hands": 1}
    lines: Lines = {"A": {"points": 0}, "B": {"points": 7}}
    assert money(lines, absent="C", wins="highest", **options) == [-700, 1400, -700]


def test_the_pot_of_a_tie_is_shared_and_emptied() -> None:
    options: dict[str, Any] = {"payment": "pot", "stake": 25, "ends": "hands", "hands": 1}
    result = settled(left(0, 0, 9), **options)
    assert result["money"] == {"A": 9, "B": 8, "C": 8, "D": -25}


def test_later_places_pay_the_last_tier() -> None:
    options = {"payment": "tiers", "tiers": [1], "ends": "hands", "hands": 1}
    assert money(left(10, 20, 30), **options) == [300, -100, -100, -100]


# Words of the table's own ----------------------------------------------------------------------


def test_the_table_finds_its_own_words_in_the_reasons() -> None:
    lines: Lines = {"A": WON, "B": {"finish": "own_1"}, "C": {"points": 70}}
    options = {"buttons": BUTTONS, "won_word": "Bazi", "cap": 60}
    assert reasons(lines, **options) == ["Bazi", "Drop", "count of 70, capped at 60"]
    taken = reasons(lines, scoring="winner_takes", bonus=5, **options)
    assert taken == ["Bazi, bonus of 5", "Drop: 20", "count of 70, capped at 60"]


def test_own_words_stand_for_their_answers_and_no_others() -> None:
    options = load_options(variant, {"buttons": BUTTONS, "count_word": "Takk"}, 4)
    assert variant.own_words(options) == {
        Finish.COUNTED: "Takk",
        "points": "Takk",
        Finish.OWN_1: "Drop",
        Finish.OWN_2: "Wrong show",
        Finish.OWN_3: "Pure hand",
    }
    assert variant.own_words(load_options(variant, {}, 4)) == {}


def test_only_the_buttons_there_are_can_be_tapped() -> None:
    game = playing.start(variant, load_options(variant, {"buttons": BUTTONS[:1]}, 2), 2)
    assert variant.limits(game, "finish").offered == (Finish.WON, Finish.COUNTED, Finish.OWN_1)
    assert refused({"A": WON, "B": {"finish": "own_2"}}, buttons=BUTTONS[:1]) == (0, "B", "finish")


# What is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["winner_takes", "winner_only"])
def test_somebody_has_to_win_where_the_winner_scores(scoring: str) -> None:
    lines: Lines = {seat: {"points": 5} for seat in "ABCD"}
    assert refused(lines, scoring=scoring) == (0, None, "finish")


@pytest.mark.parametrize("scoring", [*COUNTS, "winner_only"])
def test_nobody_wins_beside_the_winner(scoring: str) -> None:
    lines: Lines = {"A": WON, "B": {"points": 1}, "C": {"points": 1}, "D": WON}
    assert refused(lines, scoring=scoring) == (0, "D", "finish")


@pytest.mark.parametrize("scoring", COUNTS)
def test_who_counts_says_how_much(scoring: str) -> None:
    lines: Lines = {**left(5, 5), "D": {}}
    assert refused(lines, scoring=scoring) == (0, "D", "points")


def test_somebody_is_first() -> None:
    assert refused(places(0, 2, 3, 0), scoring="places") == (0, None, "place")


def test_no_place_is_lower_than_the_ladder_or_the_table() -> None:
    assert refused(places(1, 2, 3, 4), scoring="places") == (0, "D", "place")
    assert refused(places(1, 3), seats="AB", scoring="places") == (0, "B", "place")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"buttons": [["Drop", 20], ["Drop", 30]]}, "buttons"),
        ({"buttons": [["WON", 20]]}, "buttons"),
        ({"buttons": [["count", 20]]}, "buttons"),
        ({"buttons": [[str(n), n] for n in range(9)]}, "buttons"),
        ({"buttons": [["Drop", 10_000]]}, "buttons"),
        ({"count_word": "won"}, "count_word"),
        ({"won_word": " "}, "won_word"),
        ({"won_word": "x" * 21}, "won_word"),
        ({"place_points": []}, "place_points"),
        ({"place_points": [1] * 11}, "place_points"),
        ({"place_points": [-1]}, "place_points"),
        ({"tiers": []}, "tiers"),
        ({"target": 0}, "target"),
        ({"hands": 0}, "hands"),
        ({"win_points": 0}, "win_points"),
        ({"cap": 0}, "cap"),
        ({"bonus": -1}, "bonus"),
        ({"stake": -1}, "stake"),
        ({"limit": 0}, "limit"),
        ({"hand_sum": -1}, "hand_sum"),
        ({"moon": "sun"}, "moon"),
        ({"scoring": "nobody"}, "scoring"),
        ({"umpire": "Asha"}, "umpire"),
    ],
)
def test_options_that_cannot_be_are_refused_by_name(options: dict[str, Any], field: str) -> None:
    with pytest.raises(EntryError) as refusal:
        load_options(variant, options, 4)
    assert refusal.value.field == field


def test_a_word_of_the_table_must_differ_from_the_other() -> None:
    swapped = load_options(variant, {"won_word": "Count", "count_word": "Won"}, 4)
    assert variant.own_words(swapped) == {
        Finish.WON: "Count",
        Finish.COUNTED: "Won",
        "points": "Won",
    }


@pytest.mark.parametrize("seats", [2, 10])
def test_two_to_ten_may_sit_down(seats: int) -> None:
    options = load_options(variant, {"scoring": "places", "place_points": [1] * 10}, seats)
    game = playing.start(variant, options, seats)
    assert len(variant.limits(game, "place").offered or ()) == seats + 1
    assert (variant.limits(game, "place").offered or ())[-1] is list(Place)[seats]


def test_a_loser_pays_for_the_count_and_the_bonus() -> None:
    """Points tell the count alone, so the payment says what it is for."""
    options = load_options(
        variant,
        {"scoring": "winner_takes", "payment": "each_hand", "bonus": 10, "ends": "hands"},
        3,
    )
    hand = {"lines": {"A": WON, "B": {"points": 40}, "C": {"points": 42}}}
    game = playing.start(variant, options, 3)
    played = playing.play(variant, game, load_entry(variant, game, hand, "ABC")).last
    assert played is not None
    reasons = [str(payment.reason) for payment in played.payments]
    assert reasons == ["count 40 and bonus 10", "count 42 and bonus 10"]
