"""Vatikan, clause by clause. Money is in minor units, seats are A B C D unless said."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.vatikan import variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards
from tests.helpers.case_table import CaseTable, Hand

VOID: Hand = {"deal": {"result": "void"}, "lines": {"A": {"won": True, "points": -3}}}
CARDS: dict[str, Any] = {"settlement": "cards"}
POINTS: dict[str, Any] = {"settlement": "points"}
TWO_PACKS = " ".join(
    f"{rank}{suit}" for rank in "23456789TJQK" for suit in "SHDC" for _pack in range(2)
)

TABLE = CaseTable(variant, "ABCD")
played, money, refused = TABLE.game, TABLE.money, TABLE.refused


def out(winner: str, name: str = "points", **left: int | str | dict[str, Any]) -> Hand:
    """A hand: who went out, and what the others have left as number, cards, or answers by name."""
    lines = {seat: answers(count, name) for seat, count in left.items()}
    return {"deal": {}, "lines": {winner: {"won": True}} | lines}


def answers(count: int | str | dict[str, Any], name: str) -> dict[str, Any]:
    if isinstance(count, dict):
        return count
    return {"cards": count} if isinstance(count, str) else {name: count}


# What losers pay -----------------------------------------------------------------------------


def test_each_loser_pays_the_stake() -> None:
    assert money(out("A")) == [300, -100, -100, -100]
    assert money(out("B"), seats="ABC", stake=500) == [-500, 1000, -500]


def test_what_is_left_is_not_looked_at_for_the_stake() -> None:
    odd: Hand = {"points": 0, "cards": "7H 7H 7H", "cards_left": 0}
    hand = out("A", B=odd, C={}, D={"cards": ""})
    hand["lines"]["A"] |= {"points": 4, "cards_left": 2}
    assert money(hand) == [300, -100, -100, -100]


def test_or_the_stake_for_each_card() -> None:
    hand = out("D", "cards_left", A=13, B=2, C="KS JK 2H 2H 3D")
    assert money(hand, **CARDS) == [-1300, -200, -500, 2000]


def test_more_cards_than_were_dealt_may_be_left() -> None:
    hand = out("A", "cards_left", B=40)
    assert money(hand, seats="AB", **CARDS) == [4000, -4000]
    assert money(out("A", B=TWO_PACKS), seats="AB", **CARDS) == [9600, -9600]


def test_or_the_points_of_his_cards() -> None:
    hand = out("C", A="KD 7C", B="JK")
    assert money(hand, seats="ABC", **POINTS) == [-17, -15, 32]
    assert money(out("A", B=20), seats="AB", point_value=5, **POINTS) == [100, -100]


@pytest.mark.parametrize(
    ("cards", "count"),
    [("AS", 1), ("2S 10H", 12), ("JS QS KS", 30), ("JK JK", 30), ("9H 9H", 18), ("", 0)],
)
def test_what_cards_count(cards: str, count: int) -> None:
    assert settle(variant, {"cards": {"hand": cards}}) == {"points": count}


def test_no_hand_is_not_counted() -> None:
    assert settle(variant, {"cards": {}})["error"]["field"] == "hand"


@pytest.mark.parametrize(
    ("options", "changes"),
    [({"cap": 60}, [180, -60, -60, -60]), (CARDS | {"cap": 500}, [1000, -400, -500, -100])],
)
def test_the_cap_limits_each_payment(options: dict[str, Any], changes: list[int]) -> None:
    hand = out("A", "cards_left", B=4, C=9, D=1)
    assert money(hand, **options) == changes
    assert money(out("A", B=7, C=17, D=3), cap=8, **POINTS) == [18, -7, -8, -3]


# The end -------------------------------------------------------------------------------------


def test_void_deals_do_not_count_for_the_end() -> None:
    hands = VOID, out("A"), out("B")
    assert not played(*hands[:2], deals=2)["over"]
    assert played(*hands, deals=2)["over"]
    assert refused(*hands, VOID, deals=2) == (3, None, None)
    assert not played(*hands)["over"]


def test_a_void_deal_moves_nothing_and_its_lines_are_not_looked_at() -> None:
    assert money(VOID) == [0, 0, 0, 0]


def test_there_is_no_score_sheet() -> None:
    assert "points" not in played(out("A"))


def test_the_absent_neither_pay_nor_collect() -> None:
    hand = out("A", "cards_left", B=4, C=5) | {"absent": ["D"]}
    assert money(hand, **CARDS) == [900, -400, -500, 0]
    assert money(out("A") | {"absent": ["D"]}) == [200, -100, -100, 0]


def test_the_reasons_are_in_a_players_words() -> None:
    def words_of(hand: Hand, **options: Any) -> list[str]:
        game = playing.start(variant, load_options(variant, options, 3), 3)
        last = playing.play(variant, game, load_entry(variant, game, hand, ["A", "B", "C"])).last
        assert last is not None
        reasons: list[str] = [score.reason for score in last.scores]
        assert [p.reason for p in last.payments] == reasons[1 : 1 + len(last.payments)]
        return reasons

    assert words_of(out("A")) == ["went out", "lost", "lost"]
    assert words_of(out("A", "cards_left", B=1, C=2), **CARDS)[1:] == [
        "1 card left",
        "2 cards left",
    ]
    assert words_of(out("A", B=5, C="KS"), **POINTS)[1:] == ["count of 5", "count of 10"]
    assert words_of(VOID) == ["void"] * 3


# Tapped on the screen ------------------------------------------------------------------------


def laid(cards: str) -> Any:
    game = playing.start(variant, load_options(variant, POINTS, 2), 2)
    entry = load_entry(variant, game, {"lines": {"B": {"cards": cards}}}, ["A", "B"])
    assert laid_cards(variant, game, entry, 0) is None
    return laid_cards(variant, game, entry, 1)


def test_tapped_cards_are_laid_out_as_they_are_counted() -> None:
    assert laid("AS KD JK").left == (("JK", 15), ("KD", 10), ("AS", 1))
    with pytest.raises(EntryError) as refusal:
        laid("7S 7S 7S")
    assert (refusal.value.field, refusal.value.seat) == ("cards", 1)


def test_two_of_each_card_can_be_tapped() -> None:
    options = load_options(variant, {}, 2)
    assert [variant.stock(options, variant.deal()).copies(face) for face in ("7S", "JK")] == [2, 2]


# Refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["A", "ABCDEF", ["A+C", "B+D"]])
def test_refused_seats(seats: Any) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("option", "value"),
    [("settlement", "tiers"), ("stake", 0), ("point_value", -1), ("cap", 0), ("deals", -1)],
)
def test_refused_options(option: str, value: Any) -> None:
    options: dict[str, Any] = {option: value}
    assert refused(**options) == (-1, None, option)


@pytest.mark.parametrize("options", [{}, CARDS, POINTS])
def test_refused_winners(options: dict[str, Any]) -> None:
    assert refused({"deal": {}}, **options) == (0, None, "won")
    assert refused(out("A", B={"won": True}), **options) == (0, None, "won")


@pytest.mark.parametrize(
    ("left", "field"),
    [
        ({}, "cards_left"),
        ({"cards_left": 0}, "cards_left"),
        ({"cards_left": -1}, "cards_left"),
        ({"cards": ""}, "cards"),
        ({"cards": "1H"}, "cards"),
        ({"cards_left": 2, "cards": "7H"}, "cards_left"),
        ({"points": 12}, "cards_left"),
    ],
)
def test_refused_cards_left_of_a_loser(left: dict[str, Any], field: str) -> None:
    assert refused(out("A", "cards_left", B=3, C=left, D=4), **CARDS) == (0, "C", field)


@pytest.mark.parametrize(
    ("left", "field"),
    [
        ({}, "points"),
        ({"points": 0}, "points"),
        ({"points": -1}, "points"),
        ({"cards": ""}, "cards"),
        ({"points": 2, "cards": "7H"}, "points"),
        ({"cards_left": 2}, "points"),
    ],
)
def test_refused_points_of_a_loser(left: dict[str, Any], field: str) -> None:
    assert refused(out("A", B=3, C=left, D=4), **POINTS) == (0, "C", field)


@pytest.mark.parametrize(
    ("options", "left", "field"),
    [
        (CARDS, {"cards_left": 1}, "cards_left"),
        (CARDS, {"cards": "7H"}, "cards"),
        (POINTS, {"points": 1}, "points"),
        (POINTS, {"cards": "7H"}, "cards"),
    ],
)
def test_refused_leftovers_of_the_winner(
    options: dict[str, Any], left: dict[str, Any], field: str
) -> None:
    hand = out("A", B="7H", C="7H", D="3D")
    hand["lines"]["A"] |= left
    assert refused(hand, **options) == (0, "A", field)


@pytest.mark.parametrize("options", [CARDS, POINTS])
def test_two_packs_and_two_jokers_and_no_more(options: dict[str, Any]) -> None:
    assert "error" not in played(out("A", B="7H 7H", C="JK JK", D="3D"), **options)
    assert refused(out("A", B="7H 7H 7H", C="JK", D="3D"), **options) == (0, "B", "cards")
    assert refused(out("A", B="JK JK JK", C="7H", D="3D"), **options) == (0, "B", "cards")
    assert refused(out("A", B="7H 7H", C="7H", D="3D"), **options) == (0, None, "cards")
    assert refused(out("A", B="JK JK", C="JK", D="3D"), **options) == (0, None, "cards")


@pytest.mark.parametrize(("options", "name"), [(CARDS, "cards_left"), (POINTS, "points")])
def test_typed_and_tapped_may_agree(options: dict[str, Any], name: str) -> None:
    count = 2 if name == "cards_left" else 17
    hand = out("A", B={"cards": "KS 7H", name: count})
    assert money(hand, seats="AB", stake=1, **options) == [count, -count]


# Points only ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "given", "units"),
    [
        (out("A"), {}, (3, -1, -1, -1)),
        (out("D", "cards_left", A=13, B=2, C=5), CARDS, (-13, -2, -5, 20)),
        (out("B", A=30, C=4, D=11), POINTS, (-30, 45, -4, -11)),
        (VOID, {}, (0, 0, 0, 0)),
    ],
)
def test_without_a_stake_the_units_are_points(
    hand: Hand, given: dict[str, Any], units: tuple[int, ...]
) -> None:
    free = {"stake": 0, "point_value": 0, **given}
    options = load_options(variant, free, 4, without_stakes=True)
    game = playing.start(variant, options, 4)
    after = playing.play(variant, game, load_entry(variant, game, hand, "ABCD"))
    assert (after.totals, after.balances) == (units, (0, 0, 0, 0))
    assert variant.totals(after) is not None
    assert variant.totals(playing.start(variant, load_options(variant, {}, 4), 4)) is None
