"""Rummy 500, clause by clause. Money is in minor units; A and B play unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.rummy_500 import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards

Told = dict[str, Any]
PLAIN: Told = {"melded": 30, "in_hand": 12}


def settled(*hands: Told, seats: str = "A B", **options: Any) -> dict[str, Any]:
    """Each hand: lines by name. Who is not named reports nothing left."""
    names = seats.split()
    persons = [name for seat in names for name in seat.split("+")]
    lines = [{p: hand.get(p, {"in_hand": 0}) for p in persons} for hand in hands]
    entries = [{"deal": {}, "lines": hand_lines} for hand_lines in lines]
    return settle(variant, {"options": options, "seats": names, "hands": entries})


def points(line: Told, **options: Any) -> int:
    """The points of a hand for A."""
    result = settled({"A": line}, **options)
    assert "error" not in result, result
    return int(result["hands"][0]["points"]["A"])


def refused(*lines: Told, seats: str = "A B", **options: Any) -> tuple[Any, ...]:
    """Person and field of the refusal of one hand, from the lines of A, B, …"""
    error = settled(dict(zip("ABCD", lines, strict=False)), seats=seats, **options)["error"]
    assert error["hand"] == 0
    return error["seat"], error["field"]


def card_answer(options: Told | None = None, **cards: Any) -> dict[str, Any]:
    return settle(variant, {"options": options or {}, "cards": cards})


FIVE: Any = {"number_cards": "five"}
F1: Told = {
    "melded_cards": "7H 7D 7S JC QC KC AS 2S 3S",
    "low_aces": 1,
    "in_hand_cards": "KD 4H",
}


# What cards count ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("2S", 2), ("9H", 9), ("10C", 10), ("TD", 10), ("JS QH KD", 30), ("AC", 15), ("JK", 15)],
)
def test_each_card_counts_on_the_table_and_in_hand(cards: str, worth: int) -> None:
    assert card_answer(melded_cards=cards) == {"points": worth}
    assert card_answer(in_hand_cards=cards) == {"points": -worth}


@pytest.mark.parametrize(("cards", "worth"), [("2S 9H", 10), ("10C", 10), ("KD AS", 25)])
def test_at_some_tables_two_to_nine_count_five(cards: str, worth: int) -> None:
    assert card_answer(FIVE, melded_cards=cards) == {"points": worth}


def test_the_worked_hands_of_the_rules() -> None:
    assert card_answer(**F1) == {"points": 43}
    assert card_answer(FIVE, **F1) == {"points": 41}
    assert card_answer(in_hand_cards="AD KS 9C") == {"points": -34}
    assert card_answer(melded_cards="AH AD AC JK QS KS AS", in_hand_cards="") == {"points": 95}
    assert card_answer(melded_cards="9S 9D 9C", in_hand_cards="9H JK AD") == {"points": -12}


def test_an_ace_below_a_two_counts_one_and_in_hand_always_fifteen() -> None:
    assert points({"melded_cards": "AS 2S 3S", "low_aces": 1, "in_hand_cards": "AD"}) == 6 - 15
    assert points({"melded_cards": "AS KS QS", "in_hand": 0}) == 35


def test_a_joker_counts_what_the_table_says() -> None:
    assert points({"melded_cards": "JK 5S 5D", "in_hand_cards": "JK"}, joker_value=20) == 10


def test_nothing_tapped_counts_nothing() -> None:
    assert card_answer() == {"points": 0}


# A hand --------------------------------------------------------------------------------------


def test_a_score_is_what_is_melded_less_what_is_in_hand() -> None:
    assert points({"melded": 95, "in_hand": 22}) == 73
    assert points({"in_hand": 34}) == -34


def test_going_out_brings_nothing_unless_the_table_says_so() -> None:
    out = {"melded": 60, "went_out": True}
    assert points(out) == 60
    assert points(out, out_bonus=25) == 85


def test_who_went_out_has_nothing_left_and_need_not_say_so() -> None:
    assert points({"melded": 60, "went_out": True, "in_hand": 0}) == 60
    assert refused({"melded": 60, "went_out": True, "in_hand": 5}) == ("A", "in_hand")
    assert refused({"melded": 60, "went_out": True, "in_hand_cards": "5S"}) == ("A", "in_hand")
    assert points({"melded": 60, "went_out": True, "in_hand_cards": ""}) == 60


def test_a_hand_may_end_without_anybody_going_out() -> None:
    assert points(PLAIN) == 18


def test_typed_points_and_tapped_cards_may_both_be_given() -> None:
    both = {"melded": 24, "melded_cards": "8S 8H 8D", "in_hand": 17, "in_hand_cards": "JK 2D"}
    assert points(both) == 7


def test_a_void_hand_changes_nothing_and_nothing_of_it_is_looked_at() -> None:
    entry = {"deal": {"result": "void"}, "lines": {"A": {"low_aces": 3}}}
    result = settle(variant, {"options": {}, "seats": ["A", "B"], "hands": [entry]})
    assert result["points"] == {"A": 0, "B": 0}


def test_a_score_says_what_it_is_made_of() -> None:
    game = playing.start(variant, load_options(variant, {"out_bonus": 25}, 2), 2)
    lines = {"A": {"melded": 40, "went_out": True}, "B": PLAIN}
    after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, "AB"))
    assert after.last is not None
    reasons = [score.reason for score in after.last.scores]
    assert reasons == ["melded 40, out 25", "melded 30, 12 in hand"]


# Tapped cards --------------------------------------------------------------------------------


def laid(line: Told, **options: Any) -> Any:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    lines = {"A": line, "B": {"in_hand": 0}}
    entry = load_entry(variant, game, {"lines": lines}, "AB")
    assert laid_cards(variant, game, entry, 1) is None
    arrangement = laid_cards(variant, game, entry, 0)
    assert arrangement is not None
    return arrangement.left, arrangement.points


def test_tapped_cards_are_shown_each_with_its_points() -> None:
    assert laid({"melded_cards": "5S KD", "in_hand": 0}) == ((("KD", 10), ("5S", 5)), 15)
    assert laid({"in_hand_cards": "5S AD"}) == ((("AD", 15), ("5S", 5)), 20)


def test_low_aces_are_shown_with_one_point() -> None:
    cards = {"melded_cards": "AS 2S 3S AD", "low_aces": 1, "in_hand": 0}
    assert laid(cards) == ((("AS", 1), ("AD", 15), ("3S", 3), ("2S", 2)), 21)


def test_melded_cards_are_shown_before_those_in_hand() -> None:
    cards = {"melded_cards": "5S", "in_hand_cards": "4D KH"}
    assert laid(cards) == ((("5S", 5), ("KH", 10), ("4D", 4)), 19)


@pytest.mark.parametrize(
    "line",
    [{"melded_cards": "5S 5S"}, {"melded_cards": "5S", "in_hand_cards": "5S"}],
)
def test_cards_that_are_not_there_are_not_counted(line: Told) -> None:
    with pytest.raises(EntryError):
        laid(line)


# Reports that cannot be ----------------------------------------------------------------------


def test_the_points_in_hand_are_asked_of_everybody_who_did_not_go_out() -> None:
    assert refused({"melded": 60}) == ("A", "in_hand")
    assert refused({"melded": 60, "went_out": True}, {"melded": 5}) == ("B", "in_hand")


def test_typed_and_tapped_points_agree() -> None:
    assert refused({"in_hand_cards": "JK 2D", "in_hand": 12}) == ("A", "in_hand")
    tapped = {"melded_cards": "AS 2S 3S", "low_aces": 1, "in_hand": 0}
    assert refused({**tapped, "melded": 20}) == ("A", "melded")
    assert points({**tapped, "melded": 6}) == 6


def test_low_aces_are_among_the_melded_cards() -> None:
    assert refused({"melded": 20, "low_aces": 1, "in_hand": 0}) == ("A", "low_aces")
    line = {"melded_cards": "AS 2S 3S", "low_aces": 2, "in_hand": 0}
    assert refused(line) == ("A", "low_aces")
    assert card_answer(melded_cards="AS 2S", low_aces=2)["error"]["field"] == "low_aces"


@pytest.mark.parametrize("field", ["melded_cards", "in_hand_cards"])
def test_cards_must_be_cards(field: str) -> None:
    cards: Any = {field: "5S 11H"}
    assert refused({"in_hand": 0, **cards}) == ("A", field)
    assert card_answer(**cards)["error"]["field"] == field


def test_no_card_is_on_the_table_more_often_than_the_packs_have_it() -> None:
    once: Told = {"melded_cards": "5S 5H 5D", "in_hand": 0}
    assert refused({"melded_cards": "5S 5S", "in_hand": 0}) == ("A", "melded_cards")
    assert refused(once, once) == (None, "melded_cards")
    assert points({"melded_cards": "5S 5S", "in_hand": 0}, packs=2) == 10
    assert refused({"melded_cards": "5S 5S 5S", "in_hand": 0}, packs=2) == ("A", "melded_cards")


def test_nor_on_the_table_and_in_the_hands_together() -> None:
    own = {"melded_cards": "5S 5H 5D", "in_hand_cards": "5S"}
    assert refused(own) == ("A", "in_hand_cards")
    assert refused({"in_hand_cards": "5S 5S"}) == ("A", "in_hand_cards")
    down = {"melded_cards": "5S 5H 5D", "in_hand": 0}
    assert refused(down, {"in_hand_cards": "5S"}) == (None, "in_hand_cards")
    assert refused({"in_hand_cards": "5S"}, {"in_hand_cards": "5S"}) == (None, "in_hand_cards")


def test_there_are_as_many_jokers_as_the_table_says() -> None:
    three = {"melded_cards": "JK JK JK", "in_hand": 0}
    assert refused(three) == ("A", "melded_cards")
    assert points(three, jokers=3) == 45
    assert refused({"in_hand_cards": "JK"}, jokers=0) == ("A", "in_hand_cards")


def test_only_one_player_goes_out() -> None:
    out = {"melded": 60, "went_out": True}
    assert refused(out, out) == (None, "went_out")
    assert refused(out, PLAIN, out, PLAIN, seats="A+C B+D") == (None, "went_out")


# Sides ---------------------------------------------------------------------------------------


def test_partners_points_add_and_lines_are_per_person() -> None:
    lines = {"A": {"melded": 80, "went_out": True}, "C": PLAIN, "D": {"in_hand": 30}}
    result = settled(lines, seats="A+C B+D")
    assert result["points"] == {"A+C": 98, "B+D": -30}


def test_partners_pay_across_the_whole_difference() -> None:
    lines = {"A": {"melded": 90, "in_hand": 0}, "C": {"melded": 30, "in_hand": 0}, "B": PLAIN}
    money = settled(lines, seats="A+C B+D", target=100, point_value=2)["money"]
    assert money == {"A": 204, "B": -204, "C": 204, "D": -204}


def test_a_hand_is_won_by_whoever_made_most_of_it() -> None:
    for side, best in ((1, {1}), (2, {1, 3})):
        names = ("A", "B", "C", "D")
        seats = 4 // side
        game = playing.start(variant, load_options(variant, {}, seats, side), seats, side)
        lines = {"A": {"melded": 20, "went_out": True}, "B": {"melded": 70, "in_hand": 5}}
        lines |= {name: {"in_hand": 5} for name in "CD"}
        after = playing.play(variant, game, load_entry(variant, game, {"lines": lines}, names))
        assert winners(variant, after) == best


# The end and the money -----------------------------------------------------------------------


def scored(**scores: int) -> Told:
    """A hand that brings everybody so many points."""
    return {
        name: {"melded": max(points, 0), "in_hand": max(-points, 0)}
        for name, points in scores.items()
    }


def test_the_first_alone_at_the_target_collects_the_differences() -> None:
    result = settled(scored(A=515, B=340, C=-20), seats="A B C")
    assert (result["over"], result["money"]) == (True, {"A": 710, "B": -175, "C": -535})


def test_several_past_the_target_the_highest_wins() -> None:
    money = settled(scored(A=515, B=540, C=300), seats="A B C")["money"]
    assert money == {"A": -25, "B": 265, "C": -240}


def test_one_point_short_the_game_goes_on() -> None:
    assert not settled(scored(A=499))["over"]
    assert settled(scored(A=500))["over"]


def test_equal_at_the_top_another_hand_is_played() -> None:
    level = scored(A=520, B=520, C=510)
    assert not settled(level, seats="A B C")["over"]
    assert not settled(level, scored(A=-30, B=-30, C=-30), seats="A B C")["over"]
    result = settled(level, scored(A=-30, B=-10, C=-30), seats="A B C")
    assert (result["over"], result["money"]["B"]) == (True, 20 + 30)


def test_no_hand_follows_the_end() -> None:
    error = settled(scored(A=500), scored(A=5))["error"]
    assert (error["hand"], error["seat"], error["field"]) == (1, None, None)


def test_the_cap_limits_what_one_pays() -> None:
    money = settled(scored(A=515, B=340, C=-20), seats="A B C", cap=300)["money"]
    assert money == {"A": 475, "B": -175, "C": -300}


def test_the_board_says_how_far_it_is() -> None:
    game = playing.start(variant, load_options(variant, {"target": 20}, 2), 2)
    entry = {"lines": scored(A=19, B=19)}
    after = playing.play(variant, game, load_entry(variant, game, entry, "AB"))
    assert variant.notes(after, 0) == ("1 point to go",)
    for more in (1, 19):
        entry = {"lines": scored(A=more, B=more)}
        after = playing.play(variant, after, load_entry(variant, after, entry, "AB"))
        assert variant.notes(after, 1) == ("at the target",)


# Options and seats ---------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "side", "packs"), [(2, 1, 1), (4, 1, 1), (5, 1, 2), (2, 2, 1)])
def test_from_five_players_on_there_are_two_packs(seats: int, side: int, packs: int) -> None:
    options = load_options(variant, {}, seats, side)
    assert (options.packs.value, options.jokers) == (packs, 2 * packs)


def test_jokers_follow_the_packs_that_were_chosen() -> None:
    assert load_options(variant, {"packs": 2}, 3).jokers == 4
    assert load_options(variant, {"packs": 1}, 6).jokers == 2
    assert load_options(variant, {"packs": 2, "jokers": 0}, 3).jokers == 0


@pytest.mark.parametrize("seats", ["A", "A B C D E F G H I", "A+B C", "A+B C+D E+F", "A+B+C D+E+F"])
def test_two_to_eight_players_or_two_sides_of_two(seats: str) -> None:
    error = settled(seats=seats)["error"]
    assert (error["hand"], error["field"]) == (-1, "seats")


@pytest.mark.parametrize(
    "option",
    [
        *({"target": 0}, {"point_value": -1}, {"cap": 0}, {"number_cards": "ten"}, {"packs": 3}),
        *({"joker_value": -1}, {"out_bonus": -5}, {"jokers": 9}),
    ],
)
def test_options_that_cannot_be(option: dict[str, Any]) -> None:
    error = settled(**option)["error"]
    assert (error["hand"], error["field"]) == (-1, *option)
