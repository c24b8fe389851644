"""27-card rummy: what differs from 21-card rummy, clause by clause. 1.00 a point unless said."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.rummy_27 import Options, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import two_marriages
from tests.helpers.case_table import CaseTable, Hand, count, hand

Given = dict[str, Any]
FIRST, MIDDLE, WRONG = ({"finish": f} for f in ("first_drop", "middle_drop", "wrong_show"))
ALL_FIVE: Given = {"cut": 1, "up1": 1, "up2": 1, "down1": 1, "down2": 1}
CARDS = "3H 4H 5H 9C 10C JC QD QD QD 3S 4S KH KD KC 8D 8H 9S 10S 2C AD 7C 5D 6C 10H QS AS 7H"
"""With 5S turned up: one down 2 (3S) and one down 1 (4S)."""
likely_show = partial(two_marriages, options=Options(), size=27)

TABLE = CaseTable(variant, 4)
game, refused = TABLE.game, TABLE.refused


def won(**more: Any) -> Given:
    return {"finish": "won", **more}


def early(points: int, **more: Any) -> Given:
    return count(points, no_turn=True, **more)


def points(*lines: Given, deal: Given | None = None, **options: Any) -> list[float]:
    """Of one hand, as many seats as lines."""
    return list(game(hand(*lines, **(deal or {})), seats=len(lines), **options)["points"].values())


def value_of(*, deal: Given | None = None, options: Given | None = None, **held: Any) -> float:
    """Value points of a winner with these cards, against one who holds none."""
    return points(won(**held), count(30), deal=deal, **(options or {}))[0] - 30


# Value cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "value"),
    [
        ((1, 1, 1, 1, 1), 100),
        ((1, 1, 0, 1, 1), 40),
        ((2, 2, 2, 2, 2), 300),
        ((1, 2, 1, 1, 1), 110),
        ((0, 3, 1, 2, 0), 90),
        ((2, 3, 3, 1, 1), 170),
        ((1, 3, 3, 3, 3), 220),
        ((1, 1, 0, 1, 0), 30),
    ],
)
def test_a_marriage_takes_all_five_kinds(held: tuple[int, ...], value: int) -> None:
    counters: Given = dict(zip(ALL_FIVE, held, strict=True))
    assert value_of(**counters) == value


def test_every_two_exchange_the_difference_of_their_value() -> None:
    four = {**ALL_FIVE, "cut": 0}
    assert points(won(**ALL_FIVE), count(95, **four), count(120), MIDDLE) == [445, -115, -260, -70]


def test_three_cuts_are_held_when_a_printed_joker_was_turned_up() -> None:
    lines = (
        count(40, cut=1),
        FIRST,
        won(cut=1, up1=2, up2=1, down1=1, down2=1),
        count(2),
        count(77, cut=1, up1=1, up2=2, down1=2, down2=2),
    )
    all_five = {"printed_joker_values": "all"}
    assert points(*lines, deal={"turned": "JK"}, **all_five) == [-250, -30, 339, -252, 193]
    assert refused(hand(*lines), seats=5) == (0, "E", "cut")


def test_the_winner_may_be_the_one_who_loses() -> None:
    rich = dict.fromkeys(ALL_FIVE, 2)
    lines = (count(88, **rich), won(up1=1), count(16, up2=1, down1=1, down2=1))
    assert points(*lines) == [472, -206, -266]


@pytest.mark.parametrize(
    ("turned", "five"),
    [
        ("5S", "5S 6S 7S 4S 3S"),
        ("AC", "AC 2C 3C KC QC"),
        ("2H", "2H 3H 4H AH KH"),
        ("3D", "3D 4D 5D 2D AD"),
        ("KS", "KS AS 2S QS JS"),
        ("QD", "QD KD AD JD 10D"),
        ("JK", "AS 2S 3S KS QS"),
    ],
)
def test_two_ranks_above_and_below_count_round_the_corner(turned: str, five: str) -> None:
    others = "6H 6H 7D 7D 8C 8C 9H 9H 10C 10C JH JH 10H 5H 5H 4C 4C 9D 9D 8H 8D 9C"
    question: Given = {"cards": f"{five} {others}", "deal": {"turned": turned}}
    beside: Given = {"printed_joker_values": "all"}
    assert value_of(**question, options=beside) == 100
    assert value_of(**question, options={**beside, "marriage_points": [0, 0, 0]}) == 50


def test_only_the_ace_of_spades_has_value_when_a_printed_joker_is_turned_up_unless_agreed() -> None:
    joker = {"turned": "JK"}
    assert value_of(cards=CARDS, deal=joker) == 10
    assert value_of(cards=CARDS, deal=joker, options={"printed_joker_values": "all"}) == 30
    for kind in ("up1", "up2", "down1", "down2"):
        entry = hand(won(**{kind: 1}), count(30), **joker)
        assert refused(entry, seats=2) == (0, "A", kind)


# Penalties -----------------------------------------------------------------------------------


def test_the_half_count_stops_at_half_of_the_full_count() -> None:
    assert points(won(), early(140))[1] == -60
    assert points(won(), early(150), cap=141)[1] == -70
    assert points(won(), early(150), cap=141, half_cap=65)[1] == -65
    assert load_options(variant, {"cap": 161}, 4).half_cap == 80
    assert load_options(variant, {"cap": 1}, 4).half_cap == 1


def test_without_a_turn_half_is_paid_and_value_in_full() -> None:
    lines = (won(up1=1, down2=1), early(51, cut=1, up1=1, up2=1), early(140))
    assert points(*lines) == [96, 14, -110]


def test_penalties_are_as_with_21_cards() -> None:
    assert points(WRONG, won(up1=3), count(64, cut=1)) == [-180, 274, -94]
    assert points(FIRST, FIRST, MIDDLE, won(**ALL_FIVE)) == [-30, -30, -70, 130]
    assert points(won(), count(0)) == [2, -2]


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        (hand(won(), FIRST, count(271), FIRST), (0, "C", "points")),
        (hand(won(), FIRST, count(3, up=1), FIRST), (0, "C", "up")),
        (hand(won(), FIRST, count(3, down2=4), FIRST), (0, "C", "down2")),
        (hand(won(), {**FIRST, "up2": 1}, FIRST, FIRST), (0, "B", "up2")),
        (hand(won(up2=2), count(3, up2=2), FIRST, FIRST), (0, "B", "up2")),
        (hand(won(), {"finish": "counted", "cards": CARDS}, FIRST, FIRST), (0, None, "turned")),
        (hand(won(cards=CARDS[3:]), FIRST, FIRST, FIRST, turned="5S"), (0, "A", "cards")),
        (hand(won(cards=CARDS, down1=1), FIRST, FIRST, FIRST, turned="5S"), (0, "A", "down1")),
        (
            hand(won(cards=CARDS), count(5, down2=3), FIRST, FIRST, turned="5S"),
            (0, "B", "down2"),
        ),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    entry: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(entry) == address


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"show_pure": 0}, "show_pure"),
        ({"show_pure": 10}, "show_pure"),
        ({"show_tunnelas": 10}, "show_tunnelas"),
        ({"show_dublees": 14}, "show_dublees"),
        ({"show_jokers": 28}, "show_jokers"),
        ({"value_points": [10, 30, 50, 70]}, "value_points"),
        ({"half_cap": 0}, "half_cap"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_may_play(seats: int) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"hand": CARDS}, "turned"),
        ({"turned": "5S"}, "hand"),
        ({"turned": "5S", "hand": CARDS[3:]}, "hand"),
        ({"turned": "5S", "declare": CARDS.replace("3H 4H 5H", "5S 5S 5S")}, "declare"),
    ],
)
def test_a_question_about_cards_alone_is_refused_at_the_key_at_fault(
    cards: dict[str, str], field: str
) -> None:
    error = settle(variant, {"options": {}, "cards": cards})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)
