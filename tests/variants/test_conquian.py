"""Conquian, clause by clause. Money is in minor units, seats are A B, with C where three play."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import PACK
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.conquian import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards
from tests.helpers.case_table import CaseTable, Hand

VOID: Hand = {"deal": {"result": "void"}}
DRAW: Hand = {"deal": {"result": "draw"}}
POINTS: dict[str, Any] = {"settlement": "points"}
FEWEST: dict[str, Any] = {"stock_out": "fewest"}

TABLE = CaseTable(variant, "AB")
played, money, refused = TABLE.game, TABLE.money, TABLE.refused


def out(winner: str, **left: int | str | dict[str, Any]) -> Hand:
    """Who won, and what the others have left: points, cards, or answers by name."""
    lines = {seat: answers(count, "points") for seat, count in left.items()}
    return {"deal": {}, "lines": {winner: {"won": True}} | lines}


def stock_out(**left: int | dict[str, Any]) -> Hand:
    """A drawn deal in which the seats hold so many cards."""
    return DRAW | {"lines": {seat: answers(count, "cards_left") for seat, count in left.items()}}


def answers(count: int | str | dict[str, Any], name: str) -> dict[str, Any]:
    if isinstance(count, dict):
        return count
    return {"cards": count} if isinstance(count, str) else {name: count}


# For stakes ----------------------------------------------------------------------------------


def test_each_loser_pays_the_winner_the_stake() -> None:
    assert money(out("A")) == [100, -100]
    assert money(out("C"), seats="ABC", stake=200) == [-200, -200, 400]


@pytest.mark.parametrize(
    ("carry", "draws", "paid"),
    [("add", 1, 200), ("add", 2, 300), ("double", 2, 400), ("double", 3, 800), ("none", 2, 100)],
)
def test_a_drawn_deal_is_carried_forward(carry: str, draws: int, paid: int) -> None:
    assert money(*[DRAW] * draws, out("A"), carry=carry) == [paid, -paid]


def test_a_won_deal_ends_the_carrying() -> None:
    assert money(DRAW, out("B"), out("B")) == [-300, 300]


def test_a_void_deal_neither_adds_to_what_is_carried_nor_loses_it() -> None:
    assert money(VOID, out("A")) == [100, -100]
    assert money(DRAW, VOID, out("A")) == [200, -200]


def test_the_cap_limits_what_one_loser_pays() -> None:
    assert money(DRAW, DRAW, out("A"), seats="ABC", cap=250) == [500, -250, -250]


def test_there_is_no_score_sheet_for_stakes() -> None:
    result = played(out("A"))
    assert "points" not in result
    assert "points" not in result["hands"][0]


def test_leftovers_are_not_looked_at_for_stakes() -> None:
    held = out("A", B={"points": 12, "cards": "8H 8H 9D JK", "cards_left": 4})
    held["lines"]["A"] |= {"points": 3, "cards_left": 2}
    assert money(held) == [100, -100]
    assert money(stock_out(A={"points": 3}, B={}), out("A"), seats="ABC") == [400, -200, -200]


def test_the_next_deals_worth_is_shown() -> None:
    def noted(*hands: Hand, **options: Any) -> tuple[str, ...]:
        loaded = load_options(variant, options, 2)
        game = playing.start(variant, loaded, 2)
        for hand in hands:
            game = playing.play(variant, game, load_entry(variant, game, hand, ["A", "B"]))
        return variant.notes(game, 1)

    assert noted() == noted(DRAW, out("A")) == noted(DRAW, carry="none") == ()
    assert noted(DRAW, DRAW) == ("for 3 stakes",)
    assert noted(DRAW, DRAW, carry="double") == ("for 4 stakes",)
    assert noted(DRAW, deals=1) == noted(DRAW, **POINTS) == ()


# The fewest cards ----------------------------------------------------------------------------


def test_the_fewest_cards_win_when_the_stock_is_out() -> None:
    assert money(stock_out(A=3, B=5, C=4), seats="ABC", **FEWEST) == [200, -100, -100]


def test_no_card_left_is_the_fewest() -> None:
    assert money(stock_out(A=1, B=0, C=4), seats="ABC", **FEWEST) == [-100, 200, -100]


def test_they_win_the_carried_stakes_too_and_equal_fewest_are_a_draw() -> None:
    hands = stock_out(A=3, B=3, C=5), stock_out(A=4, B=2, C=6), out("C")
    result = played(*hands, seats="ABC", **FEWEST)
    assert [list(hand["money"].values()) for hand in result["hands"]] == [
        [0, 0, 0], [-200, 400, -200], [-100, -100, 200]
    ]  # fmt: skip


def test_two_of_three_may_play_for_the_fewest() -> None:
    hand = stock_out(A=3, B=4) | {"absent": ["C"]}
    assert money(hand, seats="ABC", **FEWEST) == [100, -100, 0]


# For points ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("values", "count"), [("ace_15", 36), ("index", 24)])
def test_the_winner_scores_the_cards_of_the_losers(values: str, count: int) -> None:
    hand = out("A", B="AS 4D 7C KH", C=5)
    result = played(hand, seats="ABC", card_values=values, **POINTS)
    assert result["points"] == {"A": count + 5, "B": 0, "C": 0}
    assert set(result["money"].values()) == {0}


@pytest.mark.parametrize(
    ("cards", "ace_15", "index"),
    [("AS", 15, 1), ("2S 7H", 9, 9), ("JS", 10, 10), ("QS", 10, 11), ("KS", 10, 12)],
)
def test_what_cards_count(cards: str, ace_15: int, index: int) -> None:
    for values, count in (("ace_15", ace_15), ("index", index)):
        case = {"options": {"card_values": values}, "cards": {"hand": cards}}
        assert settle(variant, case) == {"points": count}


@pytest.mark.parametrize("cards", [{"hand": "8S"}, {"hand": "10S"}, {"hand": "JK"}, {}])
def test_a_hand_that_cannot_be_is_not_counted(cards: dict[str, str]) -> None:
    assert settle(variant, {"cards": cards})["error"]["field"] == "hand"


def test_the_first_to_the_target_collects_each_difference() -> None:
    hands = out("A", B=30, C=10), out("B", A=10, C=5), out("A", B=35, C=25)
    result = played(*hands, seats="ABC", point_value=2, **POINTS)
    assert result["points"] == {"A": 100, "B": 15, "C": 0}
    assert result["over"]
    assert result["money"] == {"A": 370, "B": -170, "C": -200}
    capped = played(*hands, seats="ABC", point_value=2, cap=180, **POINTS)
    assert capped["money"] == {"A": 350, "B": -170, "C": -180}
    assert not played(*hands, seats="ABC", target=101, **POINTS)["over"]


def test_a_loser_may_have_no_card_left() -> None:
    for left in (0, ""):
        result = played(out("A", B=left), **POINTS)
        assert result["points"] == {"A": 0, "B": 0}


def test_draws_carry_nothing_and_fewest_is_not_read_for_points() -> None:
    hands = stock_out(A={}, B={"cards_left": 2}, C={"points": 3}), out("A", B=4, C=6)
    result = played(*hands, seats="ABC", **POINTS, **FEWEST)
    assert result["points"] == {"A": 10, "B": 0, "C": 0}


# The end -------------------------------------------------------------------------------------


def test_drawn_deals_count_for_the_end_and_void_ones_do_not() -> None:
    hands = DRAW, VOID, out("A")
    assert not played(*hands[:2], deals=2)["over"]
    assert played(*hands, deals=2)["over"]
    assert refused(*hands, DRAW, deals=2) == (3, None, None)
    assert not played(*hands)["over"]


def test_deals_are_not_read_for_points_nor_the_target_for_stakes() -> None:
    assert not played(out("A", B=5), deals=1, **POINTS)["over"]
    assert not played(out("A"), target=1)["over"]


def test_the_absent_neither_pay_nor_collect() -> None:
    hand = out("A", B=4) | {"absent": ["C"]}
    assert money(hand, seats="ABC") == [100, -100, 0]
    assert played(hand, seats="ABC", **POINTS)["points"] == {"A": 4, "B": 0, "C": 0}


def test_who_won_is_the_one_who_was_paid() -> None:
    game = playing.start(variant, load_options(variant, FEWEST, 3), 3)
    for hand, winners in (
        (out("B"), [1]),
        (stock_out(A=3, B=3, C=2), [2]),
        (stock_out(A=2, B=2, C=3), []),
        (VOID, []),
    ):
        entry = load_entry(variant, game, hand, ["A", "B", "C"])
        assert [*(variant.outcome(game, entry).winners or ())] == winners


def test_nobody_wins_a_drawn_deal_played_for_points() -> None:
    game = playing.start(variant, load_options(variant, POINTS | FEWEST, 3), 3)
    entry = load_entry(variant, game, stock_out(A=3, B=4, C=2), ["A", "B", "C"])
    assert variant.outcome(game, playing.canonical(variant, game, entry)).winners == ()


def test_the_reasons_are_in_a_players_words() -> None:
    def words_of(hand: Hand, **options: Any) -> tuple[list[str], set[str]]:
        game = playing.start(variant, load_options(variant, options, 3), 3)
        last = playing.play(variant, game, load_entry(variant, game, hand, ["A", "B", "C"])).last
        assert last is not None
        return [score.reason for score in last.scores], {p.reason for p in last.payments}

    assert words_of(out("A")) == (["went out", "lost", "lost"], {"1 stake"})
    assert words_of(stock_out(A=2, B=1, C=3), **FEWEST)[0] == ["lost", "fewest cards", "lost"]
    assert words_of(DRAW) == (["Draw"] * 3, set())
    assert words_of(out("A", B=5, C=0), **POINTS)[0] == ["went out", "count of 5", "count of 0"]


# Tapped on the screen ------------------------------------------------------------------------


def laid(cards: str, **options: Any) -> Any:
    game = playing.start(variant, load_options(variant, POINTS | options, 2), 2)
    entry = load_entry(variant, game, {"lines": {"B": {"cards": cards}}}, ["A", "B"])
    assert laid_cards(variant, game, entry, 0) is None
    return laid_cards(variant, game, entry, 1)


def test_tapped_cards_are_laid_out_as_they_are_counted() -> None:
    assert laid("4D AS KH").left == (("AS", 15), ("KH", 10), ("4D", 4))
    assert laid("4D AS KH", card_values="index").left == (("KH", 12), ("4D", 4), ("AS", 1))


@pytest.mark.parametrize("cards", ["8S", "7S 7S", "AS 2S 3S 4S 5S 6S 7S JS QS KS AH"])
def test_tapped_cards_that_cannot_be_are_refused_while_they_are_tapped(cards: str) -> None:
    with pytest.raises(EntryError) as refusal:
        laid(cards)
    assert (refusal.value.field, refusal.value.seat) == ("cards", 1)


def test_forty_cards_are_there_once() -> None:
    options = load_options(variant, {}, 2)
    there = [variant.stock(options, variant.deal()).copies(face) for face in (*sorted(PACK), "JK")]
    assert sum(there) == 40
    assert set(there) == {0, 1}


# Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("settlement", ["flat", "points"])
def test_refused_fewest_cards_with_two_players(settlement: str) -> None:
    assert refused(settlement=settlement, **FEWEST) == (-1, None, "stock_out")


@pytest.mark.parametrize("seats", ["A", "ABCD", ["A+B", "C"]])
def test_refused_seats(seats: Any) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("settlement", "pay"),
        ("stake", -1),
        ("carry", "triple"),
        ("stock_out", "lowest"),
        ("card_values", "ace_1"),
        ("point_value", -1),
        ("target", 0),
        ("cap", 0),
        ("deals", -1),
        ("jokers", 2),
    ],
)
def test_refused_options(option: str, value: Any) -> None:
    options: dict[str, Any] = {option: value}
    assert refused(**options) == (-1, None, option)


@pytest.mark.parametrize("options", [{}, POINTS])
def test_refused_winners(options: dict[str, Any]) -> None:
    assert refused({"deal": {}}, **options) == (0, None, "won")
    assert refused(out("A", B={"won": True}), **options) == (0, None, "won")
    drawn = DRAW | {"lines": {"B": {"won": True}}}
    assert refused(drawn, **options) == (0, "B", "won")


def test_refused_a_draw_without_everybodys_cards() -> None:
    hand = stock_out(A=3, C=4)
    assert refused(hand, seats="ABC", **FEWEST) == (0, "B", "cards_left")
    assert refused(stock_out(A=3, B=-1, C=4), seats="ABC", **FEWEST) == (0, "B", "cards_left")


@pytest.mark.parametrize(
    ("left", "field"),
    [
        ({}, "points"),
        ({"points": -1}, "points"),
        ({"cards": "8H"}, "cards"),
        ({"cards": "TH"}, "cards"),
        ({"cards": "JK"}, "cards"),
        ({"cards": "7H JH JH"}, "cards"),
        ({"cards": "AS 2S 3S 4S 5S 6S 7S JS QS KS AH"}, "cards"),
        ({"points": 9, "cards": "7H"}, "points"),
    ],
)
def test_refused_leftovers_of_a_loser(left: dict[str, Any], field: str) -> None:
    assert refused(out("A", B=left, C=4), seats="ABC", **POINTS) == (0, "B", field)


@pytest.mark.parametrize(("left", "field"), [({"points": 2}, "points"), ({"cards": "7H"}, "cards")])
def test_refused_leftovers_of_the_winner(left: dict[str, Any], field: str) -> None:
    hand = out("A", B=4)
    hand["lines"]["A"] |= left
    assert refused(hand, **POINTS) == (0, "A", field)


def test_refused_one_card_in_two_hands() -> None:
    assert refused(out("A", B="7H", C="7H"), seats="ABC", **POINTS) == (0, None, "cards")


def test_ten_cards_can_be_left() -> None:
    cards = "AS 2S 3S 4S 5S 6S 7S JS QS KS"
    assert played(out("A", B={"cards": cards, "points": 72}), **POINTS)["points"]["A"] == 72


# Points only ---------------------------------------------------------------------------------


def test_without_a_stake_the_stakes_are_points_also_those_carried_forward() -> None:
    options = load_options(variant, {"stake": 0}, 3, without_stakes=True)
    game = playing.start(variant, options, 3)
    totals = []
    for hand in (out("A"), DRAW, out("C"), VOID):
        game = playing.play(variant, game, load_entry(variant, game, hand, "ABC"))
        totals.append(game.totals)
    assert totals == [(2, -1, -1), (2, -1, -1), (0, -3, 3), (0, -3, 3)]
    assert game.balances == (0, 0, 0) and variant.totals(game) is not None
