"""Gin rummy, clause by clause. Two players A and B unless said."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.stored import board_json
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.gin_rummy import (
    Entry,
    Game,
    Line,
    Result,
    Shutout,
    Table,
    allowed,
    deadwood,
    tables,
    variant,
)
from tests.helpers.brute import gin as slow
from tests.helpers.card_hands import rich_hand
from tests.helpers.case_table import CaseTable
from tests.helpers.drawing import with_line

Hand = dict[str, Any]
PARTNERS = ("A+C", "B+D")


def ended(result: str, lines: dict[str, Any], **deal: Any) -> Hand:
    return {"deal": {"result": result, **deal}, "lines": lines}


def knock(who: str, deadwood: int, other: str, held: int, **deal: Any) -> Hand:
    lines = {who: {"knocked": True, "deadwood": deadwood}, other: {"deadwood": held}}
    return ended("knock", lines, **deal)


def gin(who: str, other: str, held: int, **deal: Any) -> Hand:
    return ended("gin", {who: {"knocked": True}, other: {"deadwood": held}}, **deal)


def wins(who: str, points: int) -> Hand:
    """A hand in which one of A and B scores so many, one or more."""
    other = "B" if who == "A" else "A"
    return gin(who, other, points - 25) if points > 97 else knock(who, 1, other, points + 1)


TABLE = CaseTable(variant, "AB")
game, points, fold = TABLE.game, TABLE.points, TABLE.fold
money, refused = TABLE.money, TABLE.refused


def boxes(*hands: Hand, **options: Any) -> list[int]:
    return list(game(*hands, **options)["boxes"].values())


# A hand --------------------------------------------------------------------------------------


def test_a_knock_scores_the_difference() -> None:
    assert points(knock("A", 7, "B", 31)) == [24, 0]


def test_gin_pays_its_bonus_even_when_nothing_is_held() -> None:
    assert points(gin("A", "B", 0)) == [25, 0]


def test_less_deadwood_than_the_knocker_is_an_undercut() -> None:
    assert points(knock("A", 9, "B", 4)) == [0, 30]


def test_equal_deadwood_is_an_undercut_or_nothing() -> None:
    assert points(knock("A", 8, "B", 8)) == [0, 25]
    assert boxes(knock("A", 8, "B", 8), tie="no_score") == [0, 0]


def test_big_gin_pays_its_own_bonus() -> None:
    hand = ended("big_gin", {"A": {"knocked": True}, "B": {"deadwood": 22}})
    assert points(hand, big_gin_bonus=31) == [53, 0]


@pytest.mark.parametrize(
    ("preset", "gin_points", "undercut_points"),
    [("seed", 30, 26), ("classic", 25, 11), ("modern", 30, 26)],
)
def test_presets_set_the_bonuses(preset: str, gin_points: int, undercut_points: int) -> None:
    assert points(gin("A", "B", 5), preset=preset) == [gin_points, 0]
    assert points(knock("A", 5, "B", 4), preset=preset) == [0, undercut_points]


def test_presets_set_only_defaults() -> None:
    options = load_options(variant, {"preset": "classic", "box": 30}, 2)
    assert (options.gin_bonus, options.box) == (20, 30)


def test_every_hand_gives_a_box_and_the_extra_boxes_of_its_kind() -> None:
    options = {"gin_extra_boxes": 2, "undercut_extra_boxes": 1}
    assert boxes(wins("A", 5), **options) == [1, 0]
    assert boxes(gin("A", "B", 5), **options) == [3, 0]
    assert boxes(knock("A", 5, "B", 4), **options) == [0, 2]


# Oklahoma ------------------------------------------------------------------------------------


def test_a_spade_doubles_points_and_bonus_but_not_the_box() -> None:
    hand = gin("A", "B", 20, upcard="6S")
    assert points(hand, oklahoma=True) == [90, 0]
    assert boxes(hand, oklahoma=True) == [1, 0]


def test_a_spade_doubles_all_boxes_of_the_hand_where_agreed() -> None:
    options = {"oklahoma": True, "spade_double_boxes": True, "gin_extra_boxes": 2}
    assert boxes(gin("A", "B", 5, upcard="6S"), **options) == [6, 0]
    assert boxes(gin("A", "B", 5, upcard="6S"), **options, spade_double=False) == [3, 0]


@pytest.mark.parametrize(("upcard", "limit"), [("AH", 1), ("4D", 4), ("TH", 10), ("QC", 10)])
def test_the_upcard_sets_the_knock_limit(upcard: str, limit: int) -> None:
    options = {"oklahoma": True, "knock_limit": 0}
    assert points(knock("A", limit, "B", 40, upcard=upcard), **options) == [40 - limit, 0]
    over = knock("A", limit + 1, "B", 40, upcard=upcard)
    assert refused(over, **options) == (0, "A", "deadwood")


def test_the_upcard_has_no_effect_without_oklahoma() -> None:
    assert points(gin("A", "B", 20, upcard="6S")) == [45, 0]


# The end of a game ---------------------------------------------------------------------------


def test_the_loser_pays_the_difference_of_the_totals() -> None:
    hands = (wins("A", 24), knock("A", 9, "B", 4), wins("A", 43), wins("A", 39))
    result = game(*hands, point_value=5)
    assert result["totals"] == {"A": 281, "B": 55}
    assert result["hands"][3]["money"] == {"A": 1130, "B": -1130}
    assert result["over"]


def test_the_target_itself_is_enough() -> None:
    assert not game(wins("A", 60), wins("A", 39))["over"]
    assert game(wins("A", 60), wins("A", 40))["over"]


def test_boxes_and_bonuses_do_not_count_towards_the_target() -> None:
    assert not game(*[wins("A", 19)] * 5)["over"]


@pytest.mark.parametrize(
    ("shutout", "total"), [("double_total", 506), ("double_bonus", 353), ("double_hands", 356)]
)
def test_a_shutout_doubles(shutout: str, total: int) -> None:
    assert money(wins("A", 43), wins("A", 60), shutout=shutout) == [total, -total]


MANY_BOXES = (*[wins("B", 10)] * 9, wins("A", 105))


def test_a_winner_behind_in_total_pays_unless_the_floor_is_zero() -> None:
    assert money(*MANY_BOXES) == [-85, 85]
    assert money(*MANY_BOXES, floor_zero=True) == [0, 0]


def test_the_cap_limits_the_one_payment_whoever_pays() -> None:
    assert money(wins("A", 105), cap=300) == [300, -300]
    assert money(*MANY_BOXES, cap=50) == [-50, 50]


def test_nothing_is_reported_as_total_before_the_end() -> None:
    assert "totals" not in game(wins("A", 43))


# Hollywood -----------------------------------------------------------------------------------


def test_wins_go_to_one_column_then_two_then_three() -> None:
    columns = game(*[wins("A", 10)] * 4, hollywood=True)["columns"]
    assert [column["points"]["A"] for column in columns] == [40, 30, 20]
    assert [column["boxes"]["A"] for column in columns] == [4, 3, 2]


def test_a_win_for_closed_columns_goes_to_the_first_open_one() -> None:
    columns = game(wins("A", 105), wins("B", 28), hollywood=True)["columns"]
    assert [column["points"]["B"] for column in columns] == [0, 28, 0]
    assert columns[0]["totals"] == {"A": 460, "B": 0}
    assert "totals" not in columns[1]


THREE_COLUMNS = (*[wins("B", 10)] * 9, *[wins("A", 105)] * 3)


def test_columns_are_settled_together_and_each_has_its_own_floor() -> None:
    assert money(*THREE_COLUMNS, hollywood=True) == [-150, 150]
    assert money(*THREE_COLUMNS, hollywood=True, floor_zero=True) == [0, 0]


def test_the_last_column_may_be_paid_double_but_totals_stay() -> None:
    result = game(*THREE_COLUMNS, hollywood=True, last_column_double=True)
    assert result["money"] == {"A": -165, "B": 165}
    assert result["columns"][2]["totals"] == {"A": 230, "B": 245}


def test_columns_won_by_different_players_are_set_off() -> None:
    hands = (wins("A", 105), wins("B", 105), wins("B", 105))
    result = game(*hands, hollywood=True)
    assert [column["points"] for column in result["columns"]] == [
        {"A": 105, "B": 0},
        {"A": 0, "B": 105},
        {"A": 0, "B": 105},
    ]
    assert result["money"] == {"A": -460, "B": 460}


# Three players -------------------------------------------------------------------------------

ABC = ("A", "B", "C")


def test_the_last_seat_rests_first_then_the_loser() -> None:
    hands = (knock("A", 1, "B", 11), knock("C", 1, "A", 11), knock("B", 1, "C", 11))
    assert points(*hands, seats=ABC) == [10, 10, 10]


def test_after_a_void_hand_or_no_score_the_same_one_rests() -> None:
    hands = (ended("void", {}), knock("A", 5, "B", 5), knock("A", 1, "B", 11))
    assert points(*hands, seats=ABC, tie="no_score") == [10, 0, 0]


def test_rested_overrides_the_turn() -> None:
    hand = knock("A", 1, "C", 11)
    hand["lines"]["B"] = {"sat_out": True}
    assert points(hand, knock("A", 1, "B", 11), seats=ABC) == [20, 0, 0]


def test_the_shutout_counts_against_those_without_points_only() -> None:
    hands = (knock("A", 3, "B", 23), gin("C", "A", 15), gin("C", "B", 40))
    result = game(*hands, seats=ABC)
    assert result["money"] == {"A": -210, "B": -510, "C": 720}
    assert "totals" not in result


# Partners ------------------------------------------------------------------------------------


def round_of(first: Hand, second: Hand, **deal: Any) -> Hand:
    return {"deal": deal, "lines": first["lines"] | second["lines"]}


def test_the_side_ahead_scores_the_net_and_exactly_one_box() -> None:
    hand = round_of(gin("A", "B", 5), knock("D", 3, "C", 13), result=["gin", "knock"])
    result = game(hand, seats=PARTNERS, gin_extra_boxes=2)
    assert result["points"] == {"A+C": 20, "B+D": 0}
    assert result["boxes"] == {"A+C": 1, "B+D": 0}


def test_an_even_round_scores_nothing() -> None:
    hand = round_of(knock("A", 3, "B", 13), knock("D", 3, "C", 13))
    assert boxes(hand, seats=PARTNERS) == [0, 0]


def test_a_void_table_counts_nothing_and_is_not_read() -> None:
    lines = {"A": {"deadwood": 999}, "D": {"knocked": True}, "C": {"deadwood": 10}}
    hand = {"deal": {"result": ["void", "gin"]}, "lines": lines}
    assert points(hand, seats=PARTNERS) == [0, 35]


def test_each_table_has_its_own_upcard() -> None:
    hand = round_of(
        knock("A", 2, "B", 12), knock("C", 2, "D", 12), upcard=["5S", "5D"]
    )  # fmt: skip
    assert points(hand, seats=PARTNERS, oklahoma=True) == [30, 0]


def test_partners_play_to_125_and_pay_across_their_own_table() -> None:
    hand = round_of(gin("A", "B", 40), gin("C", "D", 36), result=["gin", "gin"])
    result = game(hand, seats=PARTNERS)
    assert result["totals"] == {"A+C": 502, "B+D": 0}
    assert result["money"] == {"A": 502, "B": -502, "C": 502, "D": -502}
    assert not game(wins("A", 98), wins("B", 5), seats=("A", "B"), target=125)["over"]


def test_the_target_follows_the_sides() -> None:
    targets = [load_options(variant, {}, 2, side).target for side in (1, 2, 3)]
    assert targets == [100, 125, 125]


def test_a_hollywood_round_counts_as_one_hand() -> None:
    hand = round_of(knock("A", 3, "B", 13), knock("C", 3, "D", 13))
    columns = game(hand, seats=PARTNERS, hollywood=True)["columns"]
    assert [column["points"]["A+C"] for column in columns] == [20, 0, 0]


# Refused -------------------------------------------------------------------------------------


def test_refused_hollywood_for_three() -> None:
    assert refused(seats=ABC, hollywood=True) == (-1, None, "hollywood")


@pytest.mark.parametrize(
    "seats",
    [
        ("A",),
        tuple("ABCD"),
        ("A+C", "B"),
        ("A+D", "B+E", "C+F"),
        ("A+C+E+G", "B+D+F+H"),
    ],
)
def test_refused_seats(seats: tuple[str, ...]) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


BIG = ended("big_gin", {"A": {"knocked": True}, "B": {"deadwood": 22}})


@pytest.mark.parametrize(
    ("hand", "options", "field"),
    [
        (BIG, {}, "result"),
        (knock("A", 1, "B", 9), {"knock_limit": 0}, "result"),
        (knock("A", 1, "B", 9, upcard="AH"), {"oklahoma": True, "ace_gin_only": True}, "result"),
        (knock("A", 1, "B", 9), {"oklahoma": True}, "upcard"),
        (knock("A", 1, "B", 9, upcard="JK"), {"oklahoma": True}, "upcard"),
        (knock("A", 1, "B", 9, upcard="1H"), {"oklahoma": True}, "upcard"),
    ],
)
def test_refused_deals(hand: Hand, options: dict[str, Any], field: str) -> None:
    assert refused(hand, **options) == (0, None, field)


@pytest.mark.parametrize("knockers", ["", "AB"])
def test_refused_unless_exactly_one_knocked(knockers: str) -> None:
    lines = {seat: {"deadwood": 5, "knocked": seat in knockers} for seat in "AB"}
    assert refused(ended("knock", lines)) == (0, None, "knocked")


@pytest.mark.parametrize("deadwood", [None, 0, 11, 99, -1, True])
def test_refused_deadwood_of_the_knocker(deadwood: Any) -> None:
    assert refused(knock("A", deadwood, "B", 20)) == (0, "A", "deadwood")


def test_refused_deadwood_on_gin() -> None:
    lines = {"A": {"knocked": True, "deadwood": 1}, "B": {"deadwood": 5}}
    assert refused(ended("gin", lines)) == (0, "A", "deadwood")


@pytest.mark.parametrize("result", ["knock", "gin"])
@pytest.mark.parametrize("deadwood", [None, 99])
def test_refused_deadwood_of_the_opponent(result: str, deadwood: int | None) -> None:
    knocker = {"knocked": True, "deadwood": 5 if result == "knock" else 0}
    lines = {"A": knocker, "B": {"deadwood": deadwood}}
    assert refused(ended(result, lines)) == (0, "B", "deadwood")


def test_refused_an_entry_after_the_end() -> None:
    assert refused(wins("A", 105), wins("A", 5)) == (1, None, None)


def test_refused_rested_where_nobody_rests() -> None:
    hand = knock("A", 1, "B", 9)
    hand["lines"]["B"]["sat_out"] = True
    assert refused(hand) == (0, "B", "sat_out")


def test_refused_two_who_rested() -> None:
    lines = {"A": {"sat_out": True}, "B": {"sat_out": True}}
    assert refused(ended("knock", lines), seats=ABC) == (0, None, "sat_out")


@pytest.mark.parametrize(
    ("answer", "value"),
    [("knocked", True), ("deadwood", 0), ("cards", "2H " * 10), ("melds", ["2H 3H 4H"])],
)
def test_refused_answers_of_the_one_who_rests(answer: str, value: Any) -> None:
    hand = knock("A", 1, "B", 9)
    hand["lines"]["C"] = {answer: value}
    assert refused(hand, seats=ABC) == (0, "C", answer)


# Words for the table -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "options", "reasons"),
    [
        (knock("A", 7, "B", 31), {}, ["knock, 31 − 7", ""]),
        (gin("A", "B", 5, upcard="2S"), {"oklahoma": True}, ["gin, 5 + 25, doubled", ""]),
        (knock("A", 9, "B", 4), {}, ["", "undercut, 9 − 4 + 25"]),
        (ended("void", {}), {}, ["void", "void"]),
    ],
)
def test_the_score_says_how_it_came_about(
    hand: Hand, options: dict[str, Any], reasons: list[str]
) -> None:
    last = fold(hand, **options).last
    assert last and [score.reason for score in last.scores] == reasons


def test_three_partners_pay_across_three_tables() -> None:
    lines = {seat: {"knocked": True} for seat in "ACE"} | {seat: {"deadwood": 20} for seat in "BDF"}
    hand = ended("", lines) | {"deal": {"result": ["gin", "gin", "gin"]}}
    start = playing.start(variant, load_options(variant, {}, 2, 3), 2, 3)
    last = playing.play(variant, start, load_entry(variant, start, hand, list("ABCDEF"))).last
    assert last is not None
    assert [(p.payer, p.payee) for p in last.payments] == [(1, 0), (3, 2), (5, 4)]


def test_a_round_says_what_each_table_gave() -> None:
    hand = round_of(knock("A", 3, "B", 10), knock("D", 3, "C", 16))
    start = playing.start(variant, load_options(variant, {}, 2, 2), 2, 2)
    last = playing.play(variant, start, load_entry(variant, start, hand, list("ABCD"))).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["", "13 − 7"]


def test_who_scored_deals_and_a_void_hand_keeps_the_dealer() -> None:
    dealers = [variant.dealer(fold(*hands)) for hands in ((), (wins("A", 5),))]
    assert dealers == [1, 0]
    assert variant.dealer(fold(wins("A", 5), ended("void", {}))) == 0


def test_notes_say_who_rests_and_how_far_it_is() -> None:
    begun = fold(knock("A", 1, "B", 11), seats=3)
    assert variant.notes(begun, 0) == ("90 to go",)
    assert variant.notes(begun, 1) == ("rests", "100 to go")
    assert variant.notes(fold(wins("A", 5), hollywood=True), 0) == ("1 win",)
    assert variant.notes(fold(wins("A", 105)), 0) == ()


def test_the_screen_starts_with_whoever_rests() -> None:
    begun = fold(seats=3)
    assert [dict(variant.suggests(begun, person)) for person in range(3)] == [
        {},
        {},
        {"sat_out": True},
    ]


def test_only_what_is_played_is_offered() -> None:
    assert variant.limits(fold(), "result").offered == (Result.KNOCK, Result.GIN, Result.VOID)
    straight = fold(knock_limit=0, big_gin_bonus=31)
    assert variant.limits(straight, "result").offered == (Result.GIN, Result.BIG_GIN, Result.VOID)
    assert variant.limits(straight, "upcard").offered is None


@pytest.mark.parametrize("shutout", list(Shutout))
def test_what_the_totals_are_the_sum_of_adds_up(shutout: Shutout) -> None:
    for hands in ([wins("A", 60), wins("A", 60)], [wins("B", 20), wins("A", 60), wins("A", 60)]):
        game = fold(*hands, shutout=shutout.value)
        assert game.over
        sums = dict(variant.report(game).sums)
        total = sums.pop("total")
        assert total == variant.report(game).results["totals"]
        assert tuple(map(sum, zip(*sums.values(), strict=True))) == total
    assert not board_json(variant, fold(wins("A", 60))).get("sums")


# Drawn games ---------------------------------------------------------------------------------


def likely(game: Game, entry: Entry, rng: Random) -> Entry:
    """Both players of a table tap hands that may have ended so."""
    for table in tables(game, entry):
        if rng.random() < 0.4 and sum(line.knocked for line in table.lines) == 1:
            for person, line in zip(table.persons, tapped_by(game, table, rng), strict=False):
                entry = with_line(entry, person, line)
    return entry


def tapped_by(game: Game, table: Table, rng: Random) -> Iterator[Line]:
    """Yields nothing if no hand was found that may end so."""
    may = allowed(game.options, table.deal)
    drawn = (rich_hand(rng, table.knocked_with, 1, 0) for _try in range(40))
    knocking = next((hand for hand in drawn if deadwood(hand) in may), [])
    for line in table.lines if knocking else ():
        line = replace(line, deadwood=None, melds=None)
        if not line.knocked:
            yield replace(line, cards=tuple(rich_hand(rng, 10, 1, 0, without=knocking)))
            continue
        ways = slow.layouts(knocking) if rng.random() < 0.3 else ()
        put_down = [melds for melds in ways if slow.left_over(knocking, melds) in may]
        yield replace(line, cards=tuple(knocking), melds=rng.choice(put_down or [None]))
