"""Canasta, clause by clause. Money is in minor units; two sides, A and C against B and D, unless
said."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.canasta import Line, Special, canastas, least_melded, variant
from scorekeeper.website.rulebook.card_questions import settle


def likely(game: Game[Any, Any], entry: Entry[Any, Any], rng: Random) -> Entry[Any, Any]:
    """Points that go with the canastas, few enough for two packs."""
    return replace(entry, lines=tuple(_likely(game, line, rng) for line in entry.lines))


def _likely(game: Game[Any, Any], line: Line, rng: Random) -> Line:
    options = game.options
    line = replace(
        line,
        special=line.special if rng.random() < 0.1 else Special.NONE,
        natural=min(line.natural, 3),
        mixed=min(line.mixed, 3),
        red_threes=min(line.red_threes, 2),
        black_threes=min(line.black_threes, 2),
        in_hand=5 * rng.randint(0, 20),
        in_hand_cards=None,
        melded_cards=None,
    )
    line = replace(line, melded=least_melded(options, line) + 5 * rng.randint(0, 20))
    if canastas(line) < options.canastas_to_go_out:
        line = replace(line, went_out=False)
    if line.went_out and game.side == 1:
        line = replace(line, in_hand=None)
    elif rng.random() < 0.2:
        line = replace(line, in_hand=None, in_hand_cards=_few(rng))
    if rng.random() < 0.2:
        line = replace(line, melded=None, melded_cards=_enough(line, rng))
    return replace(line, concealed=line.concealed and line.went_out)


def _few(rng: Random) -> tuple[int, ...]:
    return tuple(rng.choice((0, 0, 1)) for _rank in range(14))


def _enough(line: Line, rng: Random) -> tuple[int, ...]:
    """Two cards of each rank count 295: enough for a few canastas of fours."""
    assert line.melded is not None
    return tuple(rng.randint(0, 1) for _rank in range(14)) if line.melded < 100 else (2,) * 14


# How the tests speak -------------------------------------------------------------------------

Told = dict[str, Any]


def side(**answers: Any) -> Told:
    """A side's line; nothing left in hand unless said."""
    return {"in_hand": 0, **answers}


def settled(*hands: tuple[Told, Told], seats: str = "A+C B+D", **options: Any) -> dict[str, Any]:
    names = seats.split()
    entries = [{"deal": {}, "lines": dict(zip(names, hand, strict=True))} for hand in hands]
    return settle(variant, {"options": options, "seats": names, "hands": entries})


def points(ours: Told, theirs: Told | None = None, **options: Any) -> float:
    """The points of a hand for the first side."""
    result = settled((ours, theirs or side()), **options)
    assert "error" not in result, result
    return float(next(iter(result["hands"][0]["points"].values())))


def refused(ours: Told, theirs: Told | None = None, **options: Any) -> tuple[Any, ...]:
    """Seat and field of the refusal of a single hand."""
    error = settled((ours, theirs or side()), **options)["error"]
    assert error["hand"] == 0
    return error["seat"], error["field"]


def money(*hands: tuple[Told, Told], **options: Any) -> dict[str, int]:
    result = settled(*hands, **options)
    assert result["over"], result
    return dict(result["money"])


FIRST, TOGETHER = "A+C", None
MODERN: Any = {"form": "modern"}
TWO: Any = {"seats": "A B"}


# What cards and canastas count ---------------------------------------------------------------


def card_answer(options: Told | None = None, **cards: Any) -> dict[str, Any]:
    return settle(variant, {"options": options or {}, "cards": cards})


def test_every_card_has_the_value_of_its_rank() -> None:
    worth = {"JK": 50, "2": 20, "A": 20, "3": 5}
    worth |= dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10)
    worth |= dict.fromkeys(("7", "6", "5", "4"), 5)
    assert {rank: card_answer(counts={rank: 1})["points"] for rank in worth} == worth


def test_nothing_counts_nothing() -> None:
    assert card_answer(counts={}) == {"points": 0}


@pytest.mark.parametrize("counts", [{"K": 9}, {"JK": 5}, {"3": 5}, {"1": 2}, {"K": -1}, [1]])
def test_no_more_cards_than_the_packs_have(counts: Any) -> None:
    assert card_answer(counts=counts)["error"]["field"] == "counts"


def test_seven_kings_alone_are_570() -> None:
    assert points(side(natural=1, melded=70)) == 570


def test_a_mixed_canasta_is_300_and_its_cards() -> None:
    assert points(side(mixed=1, melded=90, in_hand=25)) == 365


def test_cards_left_in_hand_count_against_the_side() -> None:
    assert points(side(melded=60, in_hand=145)) == -85


def test_counted_cards_stand_for_typed_points() -> None:
    cards = {"JK": 1, "K": 7, "7": 3}
    line = {"natural": 1, "melded_cards": cards, "in_hand_cards": {"2": 2, "4": 1}}
    assert points(line) == 500 + 135 - 45


def test_typed_points_and_counted_cards_may_both_be_given() -> None:
    cards = {"K": 7}
    both = {"melded": 70, "melded_cards": cards, "in_hand": 20, "in_hand_cards": {"A": 1}}
    assert points(both) == 50


# Going out -----------------------------------------------------------------------------------


def test_going_out_brings_100() -> None:
    assert points(side(natural=1, went_out=True, melded=70, in_hand=40)) == 630


def test_going_out_concealed_brings_200_in_all() -> None:
    assert points(side(natural=1, went_out=True, concealed=True, melded=70)) == 770


def test_partners_go_out_with_one_canasta_and_two_players_with_two() -> None:
    line = side(mixed=1, went_out=True, melded=100)
    assert points(line) == 500
    assert refused(line, **TWO) == ("A", "went_out")
    assert refused(line, canastas_to_go_out=2) == (FIRST, "went_out")
    assert refused(line, **MODERN) == (FIRST, "went_out")
    assert points(side(mixed=2, went_out=True, melded=200), **TWO) == 900
    assert points(line, canastas_to_go_out=1, **TWO) == 500


def test_of_two_players_who_went_out_has_nothing_left_and_need_not_say_so() -> None:
    line = {"natural": 1, "mixed": 1, "went_out": True, "melded": 200}
    assert points(line, **TWO) == 1100
    assert refused({**line, "in_hand": 5}, **TWO) == ("A", "in_hand")
    assert refused({**line, "in_hand_cards": {"4": 1}}, **TWO) == ("A", "in_hand")


def test_a_partner_of_who_went_out_may_have_cards_left() -> None:
    """Left empty, there are none."""
    line = {"natural": 1, "went_out": True, "melded": 70}
    assert points(line) == 670
    assert points({**line, "in_hand": 65}) == 605


def test_only_one_side_goes_out() -> None:
    out = side(mixed=1, went_out=True, melded=100)
    assert refused(out, out) == (TOGETHER, "went_out")


def test_only_who_goes_out_is_concealed() -> None:
    assert refused(side(natural=1, melded=70, concealed=True)) == (FIRST, "concealed")


# Red threes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("threes", "worth"), [(0, 0), (1, 100), (2, 200), (3, 300), (4, 800)])
def test_red_threes_are_100_each_and_all_four_800(threes: int, worth: int) -> None:
    assert points(side(red_threes=threes, melded=50)) == 50 + worth
    assert points(side(red_threes=threes)) == -worth


def test_red_threes_count_for_a_side_with_any_meld_though_without_canasta() -> None:
    assert points(side(red_threes=2, melded_cards={"K": 3})) == 230


def test_at_some_tables_red_threes_need_a_canasta() -> None:
    assert points(side(red_threes=2, melded=120), red3_needs_canasta=True) == -80
    assert points(side(red_threes=2, mixed=1, melded=120), red3_needs_canasta=True) == 620
    assert points(side(red_threes=4, melded=120), red3_needs_canasta=True) == -680


def test_there_are_four_red_threes() -> None:
    assert refused(side(red_threes=5)) == (FIRST, "red_threes")
    assert refused(side(red_threes=3), side(red_threes=2)) == (TOGETHER, "red_threes")
    assert points(side(red_threes=3), side(red_threes=1)) == -300


# Reports that cannot be ----------------------------------------------------------------------


@pytest.mark.parametrize("field", ["melded", "in_hand"])
def test_points_come_in_fives(field: str) -> None:
    assert refused(side(**{field: 62})) == (FIRST, field)


@pytest.mark.parametrize("field", ["melded", "in_hand"])
def test_typed_and_counted_points_agree(field: str) -> None:
    assert refused(side(**{field: 60, f"{field}_cards": {"K": 7}})) == (FIRST, field)


def test_the_points_in_hand_are_asked_of_both_sides() -> None:
    assert refused({"melded": 60}) == (FIRST, "in_hand")
    assert refused(side(), {"melded": 60}) == ("B+D", "in_hand")


def test_there_are_eleven_ranks_to_meld() -> None:
    assert refused(side(natural=12, melded=600)) == (FIRST, "natural")
    assert refused(side(mixed=12, melded=600)) == (FIRST, "natural")
    assert refused(side(natural=6, mixed=6, melded=900)) == (FIRST, "natural")
    assert points(side(natural=5, mixed=6, melded=475)) == 2500 + 1800 + 475


def test_a_natural_canasta_is_35_in_cards_and_a_mixed_one_50_at_the_least() -> None:
    assert refused(side(natural=1, melded=30)) == (FIRST, "melded")
    assert refused(side(mixed=1, melded=45)) == (FIRST, "melded")
    assert refused(side(natural=1, mixed=2, melded=130)) == (FIRST, "melded")
    assert refused(side(natural=1, melded_cards={"4": 6})) == (FIRST, "melded")
    assert points(side(natural=1, mixed=2, melded=135)) == 1235


def test_no_rank_is_counted_more_often_than_two_packs_have_it() -> None:
    kings = side(melded_cards={"K": 5})
    assert refused(kings, {"in_hand_cards": {"K": 4}}) == (TOGETHER, "melded_cards")
    assert refused(kings, side(melded_cards={"K": 4})) == (TOGETHER, "melded_cards")
    black = {"melded_cards": {"3": 3}, "in_hand_cards": {"3": 2}}
    assert refused(black) == (TOGETHER, "melded_cards")
    assert points(kings, {"in_hand_cards": {"K": 3}}) == 50


def test_all_cards_together_are_1180() -> None:
    assert refused(side(melded=700, in_hand=100), side(melded=385)) == (TOGETHER, "melded")
    assert points(side(melded=700, in_hand=100), side(melded=380)) == 600


CLASSIC_HAS_NOT = (
    *("special", "sevens_aces", "wild", "wild_four_jokers", "wild_twos", "black_threes"),
    *("unfinished_sevens_aces", "unfinished_wild", "held_sevens_aces"),
)


@pytest.mark.parametrize("field", CLASSIC_HAS_NOT)
def test_what_only_the_modern_game_has_is_refused_in_the_classic_one(field: str) -> None:
    some = 2500 if field == "special" else 1
    assert refused(side(melded=200, **{field: some})) == (FIRST, field)
    assert points(side(melded=200, **{field: 0})) == 200


def test_the_modern_game_has_no_concealed_going_out() -> None:
    line = side(natural=2, went_out=True, concealed=True, melded=200)
    assert refused(line, **MODERN) == (FIRST, "concealed")


# Modern American -----------------------------------------------------------------------------


def test_modern_hands_as_the_rules_work_them_out() -> None:
    nothing = side(red_threes=2, black_threes=1, melded=125, in_hand=60)
    assert points(nothing, **MODERN) == -585
    line = side(sevens_aces=1, mixed=1, went_out=True, red_threes=1, melded=470, in_hand=35)
    assert points(line, **MODERN) == 3435
    assert points({**line, "held_sevens_aces": 1}, **MODERN) == 1935


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        *[("natural", 500), ("mixed", 300), ("sevens_aces", 2500)],
        *[("wild", 2000), ("wild_four_jokers", 2500), ("wild_twos", 3000)],
    ],
)
def test_each_modern_canasta_has_its_bonus(kind: str, worth: int) -> None:
    assert points(side(melded=200, **{kind: 1}), **MODERN) == 200 + worth


@pytest.mark.parametrize(
    ("threes", "worth"), [((1, 0), 100), ((0, 2), 300), ((3, 3), 1000), ((4, 4), 2000)]
)
def test_modern_threes_count_by_colour_and_by_canastas(threes: tuple[int, int], worth: int) -> None:
    counts = dict(zip(("red_threes", "black_threes"), threes, strict=True))
    assert points(side(mixed=2, melded=100, **counts), **MODERN) == 600 + 100 + worth
    assert points(side(mixed=1, melded=100, **counts), **MODERN) == 300 + 100
    assert points(side(melded=100, **counts), **MODERN) == -100 - worth


def test_a_modern_canasta_of_any_kind_makes_the_threes_count() -> None:
    line = side(sevens_aces=1, wild=1, melded=100, red_threes=1)
    assert points(line, **MODERN) == 2500 + 2000 + 100 + 100


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("unfinished_sevens_aces", 2500), ("unfinished_wild", 2000), ("held_sevens_aces", 1500)],
)
def test_what_was_left_unfinished_costs_whatever_else_there_is(kind: str, cost: int) -> None:
    for canastas_ in (0, 1, 2):
        line = side(natural=canastas_, melded=100)
        plain = points(line, **MODERN)
        assert points({**line, kind: 1}, **MODERN) == plain - cost


def test_a_modern_canasta_is_35_in_cards_at_the_least_whatever_its_kind() -> None:
    assert refused(side(mixed=1, wild=1, melded=65), **MODERN) == (FIRST, "melded")
    assert points(side(mixed=1, wild=1, melded=70), **MODERN) == 2370


def test_there_are_four_black_threes() -> None:
    line = side(black_threes=3)
    assert refused(line, side(black_threes=2), **MODERN) == (TOGETHER, "black_threes")
    assert refused(side(black_threes=5), **MODERN) == (FIRST, "black_threes")


@pytest.mark.parametrize(
    ("kind", "most"),
    [
        *[("sevens_aces", 2), ("wild", 1), ("wild_four_jokers", 1), ("wild_twos", 1)],
        *[("unfinished_sevens_aces", 2), ("unfinished_wild", 1), ("held_sevens_aces", 4)],
    ],
)
def test_no_more_of_a_kind_than_the_packs_allow(kind: str, most: int) -> None:
    assert refused(side(melded=200, **{kind: most + 1}), **MODERN) == (FIRST, kind)
    assert points(side(melded=200, **{kind: most}), **MODERN) != 200


def test_a_special_hand_scores_its_value_alone() -> None:
    assert points({"special": 2500}, **MODERN) == 2500
    other = {"natural": 9, "mixed": 9, "melded": 7, "red_threes": 4, "went_out": True}
    out = side(natural=2, melded=200, went_out=True, red_threes=1)
    assert points({"special": 2500, **other}, out, **MODERN) == 2500


@pytest.mark.parametrize("worth", [1900, 2050, 3600, 8400, 8600, -2000, "2000", True])
def test_a_special_hand_is_worth_what_the_rules_say(worth: Any) -> None:
    assert refused({"special": worth}, **MODERN) == (FIRST, "special")


# The end and the money -----------------------------------------------------------------------


def scoring(ours: int, theirs: int = 0) -> tuple[Told, Told]:
    """A hand that brings each side so many points: hundreds above 100, or what cards alone make."""
    return _scoring(ours), _scoring(theirs)


def _scoring(wanted: int) -> Told:
    if wanted <= 0:
        return side(in_hand=-wanted)
    canastas_ = max(wanted - 60, 0) // 535
    return side(natural=canastas_, melded=wanted - 500 * canastas_)


def test_the_game_ends_when_a_side_is_at_the_target_and_ahead() -> None:
    assert not settled(scoring(995), target=1000)["over"]
    assert money(scoring(1000, 600), target=1000) == {"A": 400, "B": -400, "C": 400, "D": -400}


def test_the_usual_target_is_5000_and_8500_in_the_modern_game() -> None:
    assert load_options(variant, {}, 2, 2).target == 5000
    assert load_options(variant, {"form": "modern"}, 2, 2).target == 8500
    assert load_options(variant, {"form": "modern", "target": 5000}, 2, 2).target == 5000


def test_both_past_the_target_the_higher_wins() -> None:
    assert money(scoring(1100, 1300), target=1000, point_value=2)["B"] == 400


def test_equal_past_the_target_one_more_hand_is_played() -> None:
    level = scoring(1200, 1200)
    assert not settled(level, target=1000)["over"]
    assert money(level, scoring(0, 100), target=1000)["D"] == 100
    assert not settled(level, scoring(50, 50), target=1000)["over"]


def test_no_hand_follows_the_end() -> None:
    error = settled(scoring(1000), scoring(0), target=1000)["error"]
    assert (error["hand"], error["seat"], error["field"]) == (1, None, None)


def test_two_players_pay_each_other() -> None:
    assert money(scoring(1000, 625), target=1000, **TWO) == {"A": 375, "B": -375}


def test_per_hundred_points_is_rounded_down() -> None:
    options: Any = {"target": 1000, "point_value": 25, "pay_per": 100}
    assert money(scoring(1000, 205), **options)["A"] == 175
    assert money(scoring(1000, 950), **options)["A"] == 0


def test_the_cap_limits_what_one_pays_another() -> None:
    options: Any = {"target": 1000, "cap": 250}
    assert money(scoring(0, 1000), **options) == {"A": -250, "B": 250, "C": -250, "D": 250}


def test_no_money_moves_before_the_end() -> None:
    hands = settled(scoring(900), scoring(700), target=1000)["hands"]
    assert [hand["money"]["A"] for hand in hands] == [0, 1600]


def test_a_special_hand_of_8500_wins_at_once() -> None:
    dream = ({"special": 8500}, side(in_hand=100))
    paid = money(dream, target=20_000, **MODERN)
    assert paid == {"A": 8600, "B": -8600, "C": 8600, "D": -8600}


def test_who_ended_with_8500_and_is_still_behind_collects_nothing() -> None:
    ahead = [({"special": 3500}, side(in_hand=1000))] * 3
    result = settled(*ahead, (side(), {"special": 8500}), target=20_000, **MODERN)
    assert (result["over"], result["points"]) == (True, {"A+C": 10_500, "B+D": 5500})
    assert set(result["money"].values()) == {0}


def test_of_two_dream_hands_the_higher_total_collects() -> None:
    both = ({"special": 8500}, {"special": 8500})
    assert money((side(melded=100), side(melded=50)), both, **MODERN)["B"] == 50
    assert money(both, **MODERN)["A"] == 0


def test_a_void_hand_changes_nothing_and_nothing_of_it_is_looked_at() -> None:
    entry = {"deal": {"result": "void"}, "lines": {"A+C": {"melded": 7}}}
    result = settle(variant, {"options": {}, "seats": ["A+C", "B+D"], "hands": [entry]})
    assert set(result["points"].values()) == {0}


# First meld ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "least"),
    [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (-10_000, 15)],
)
def test_the_first_meld_grows_with_the_score(score: int, least: int) -> None:
    assert card_answer(score=score) == {"first_meld": least}


@pytest.mark.parametrize(
    ("score", "least"), [(-5, 125), (2995, 125), (3000, 155), (4995, 155), (5000, 180)]
)
def test_the_modern_first_meld_too(score: int, least: int) -> None:
    assert card_answer({"form": "modern"}, score=score) == {"first_meld": least}


def test_the_first_meld_of_the_next_hand_is_told_until_the_game_is_over() -> None:
    result = settled(scoring(1600, -5), target=2000)
    assert result["first_meld"] == {"A+C": 90, "B+D": 15}
    assert "first_meld" not in settled(scoring(2000), target=2000)


def test_the_board_says_the_first_meld_beside_the_side() -> None:
    game = playing.start(variant, load_options(variant, {}, 2, 2), 2, 2)
    assert variant.notes(game, 0) == ("first meld 50",)
    entry = load_entry(variant, game, {"lines": {"0+2": side(in_hand=35), "1+3": side()}}, "0123")
    game = playing.play(variant, game, entry)
    assert [variant.notes(game, seat) for seat in (0, 1)] == [
        ("first meld 15",),
        ("first meld 50",),
    ]


# Options and seats ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats", [["A"], ["A", "B", "C"], ["A+C", "B"], ["A+C+E", "B+D+F"], ["A+C", "B+D", "E+F"]]
)
def test_two_players_or_two_sides_of_two(seats: list[str]) -> None:
    error = settle(variant, {"options": {}, "seats": seats, "hands": []})["error"]
    assert (error["hand"], error["field"]) == (-1, "seats")


@pytest.mark.parametrize(
    "option",
    [
        *[{"form": "bolivian"}, {"target": 0}, {"point_value": -1}, {"pay_per": 10}, {"cap": 0}],
        *[{"canastas_to_go_out": 0}, {"canastas_to_go_out": 3}, {"red3_needs_canasta": 1}],
    ],
)
def test_options_that_cannot_be(option: dict[str, Any]) -> None:
    error = settle(variant, {"options": option, "seats": ["A", "B"], "hands": []})["error"]
    assert (error["hand"], error["field"]) == (-1, *option)


def test_lines_are_the_sides_not_the_persons() -> None:
    entry = {"deal": {}, "lines": {"A": side(), "B+D": side()}}
    error = settle(variant, {"options": {}, "seats": ["A+C", "B+D"], "hands": [entry]})["error"]
    assert (error["seat"], error["field"]) == ("A", None)


def test_the_side_that_made_most_of_a_hand_won_it() -> None:
    game = playing.start(variant, load_options(variant, {}, 2, 2), 2, 2)
    out = side(mixed=1, went_out=True, melded=50)
    for theirs, won in ((side(natural=1, melded=70), {1, 3}), (side(), {0, 2})):
        entry = {"lines": {"0+2": out, "1+3": theirs}}
        after = playing.play(variant, game, load_entry(variant, game, entry, "0123"))
        assert winners(variant, after) == won


def test_a_modern_hand_reads_like_its_parts() -> None:
    game = playing.start(variant, load_options(variant, {"form": "modern"}, 2), 2)
    entry = {"lines": {"A": {"mixed": 1, "melded": 265, "in_hand": 60}, "B": {"special": 2500}}}
    after = playing.play(variant, game, load_entry(variant, game, entry, "AB"))
    assert after.last is not None
    assert [s.reason for s in after.last.scores] == [
        "canastas +300, melded +265, in hand −60",
        "special hand +2500",
    ]
