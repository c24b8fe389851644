"""Vazhushal with tapped cards: the best position of each player when the stock ran out."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.vazhushal import Deal, Line, Options, Outcome, variant, wild_cards
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute.answers import answer
from tests.helpers.card_hands import (
    full_pack,
    hands,
    laid_cards,
    rich_hand,
    table_and_hand,
    wild_hand,
)

Hand = dict[str, Any]


def card_answer(
    hand: str, *table: str, negative: str | None = "8S", **options: Any
) -> dict[str, Any]:
    cards = {"negative": negative, "table": list(table), "hand": hand}
    question = {name: value for name, value in cards.items() if value is not None}
    return settle(variant, {"options": options, "cards": question})


def score(hand: str, *table: str, **options: Any) -> int:
    return int(card_answer(hand, *table, **options)["score"])


def game(*lines: Hand, negative: str | None = "8S", **options: Any) -> dict[str, Any]:
    hand = {
        "deal": {"outcome": "stock_out", "negative": negative},
        "lines": dict(zip("ABC", lines, strict=False)),
    }
    seats = list("ABC"[: len(lines)])
    return settle(variant, {"options": options, "seats": seats, "hands": [hand]})


# vazhushal.md §6
C1: Hand = {"table": ["7D 8D 9D"], "cards": "4S 4C JK KH 2C"}


@pytest.mark.parametrize(
    ("negative", "table", "hand", "expected"),
    [
        ("8S", ["7D 8D 9D"], "4S 4C JK KH 2C", 24),
        ("4S", [], "5H 6H JK KD 9C 9S 3C", -62),
        ("9H", ["3C 4C 5C 6C"], "6D 6H 6S JK QS", 32),
        ("8S", ["8D 9D 10D"], "8H QC", -3),
        ("7C", ["AS 2S 3S", "KD KC KH"], "KS 4S 5S AH JK", 84),
        ("2D", ["5S 6S 7S", "9H 9D JK"], "9C 8S 3D", 59),
        ("8S", ["10H JH QH"], "KH AH 9S 9D 8D 8H 2C", 85),
    ],
)
def test_the_worked_positions_of_the_rules(
    negative: str, table: list[str], hand: str, expected: int
) -> None:
    assert score(hand, *table, negative=negative) == expected


# What a position is --------------------------------------------------------------------------


def test_the_rank_of_the_negative_joker_is_wild_in_the_other_colour() -> None:
    assert wild_cards("8S") == wild_cards("8C") == {"8H", "8D"}
    assert wild_cards("8H") == wild_cards("8D") == {"8S", "8C"}
    assert wild_cards(None) == frozenset()
    assert score("KH", negative="8S") == score("KH", negative="9D")
    assert score("3H 4H 5H 8D KC KS") == 12 + 30
    assert score("3H 4H 5H 8D KC KS", negative="8H") == 12 - 28


def test_without_a_pure_sequence_nothing_is_melded() -> None:
    assert score("5H 6H JK 9C 9S 9D") == -(5 + 6 + 20 + 27)
    assert score("5H 6H 7H 9C 9S 9D") == 18 + 27


def test_a_wild_card_in_its_own_place_leaves_a_sequence_pure() -> None:
    assert score("7D 8D 9D") == 24
    assert score("7D 8H 9D") == -(7 + 20 + 9)


def test_a_wild_card_left_in_hand_costs_twenty_or_nothing() -> None:
    assert score("3H 4H 5H 8H KC") == 12 - 20 - 10
    assert score("3H 4H 5H 8H KC", wild_in_hand=0) == 12 - 10


def test_a_wild_card_is_worth_what_it_stands_for() -> None:
    assert score("3C 4C 5C 9H 10H JK", negative="2S") == 12 + 9 + 10 + 10
    assert score("3C 4C 5C QH KH JK JK", negative="2S") == 12 + 40


def test_a_meld_needs_a_card_that_stands_for_itself() -> None:
    assert score("3C 4C 5C JK JK 8H") == 12 + 27, "the eight is itself"
    assert score("3C 4C 5C JK JK") == 12 - 40, "the jokers cannot lengthen the only pure sequence"


def test_long_sequences_are_kept_where_wild_cards_fill_them() -> None:
    hand = "3C 4C 5C 7H JK JK JK JK"
    assert score(hand, decks=2) == 12 + 7 + 8 + 9 + 10 + 10
    hand = "3C 4C 5C KH JK JK JK JK 8D"
    assert score(hand, decks=2) == 12 + 10 * 5 + 9, "wild cards alone are no meld of their own"


def test_no_two_melds_stand_for_the_same_cards() -> None:
    twice = "3C 4C 5C 3C 4C 5C"
    assert score(twice, decks=2, negative="8S") == 12 - 12
    assert score(twice + " 6C", decks=2, negative="8S") == 12 + 18
    assert score("AC 2C 3C 7H 7H JK JK JK JK", decks=2, negative="KS") == 15 + 24 + 21


def test_a_long_sequence_may_lie_where_its_part_lies_already() -> None:
    assert score("3C 4C 5C 6C 7C 8C 3C 4C 5C", decks=2, negative="2S") == 33 + 12


def test_an_ace_is_low_or_high_and_not_between() -> None:
    assert score("AS 2S 3S") == 15
    assert score("QS KS AS") == 30
    assert score("KS AS 2S") == -22


def test_cards_on_the_table_stay_melded_and_may_be_laid_anew() -> None:
    assert score("3H", "3S 3D 3C", "4H 5H 6H") == 9 + 18
    assert score("3H KC", "3S 3D 3C", "5C 6C 7C 8C") == 12 + 26 - 10


def test_a_joker_on_the_table_stays_there() -> None:
    """In hand it would have completed the kings."""
    assert score("KH KD", "5S 6S 7S", "9H 9D JK") == 18 + 27 - 20
    assert score("KH KD 9C", "5S 6S 7S", "9H 9D JK") == 18 + 27 + 30


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("9S", ["5S 6S 7S", "9H 9D 9C JK"], 18 + 36 - 9),
        ("9C 9S", ["5S 6S 7S", "9H 9D 8D"], 18 + 36 - 9),
        ("9D", ["7D 8D 9D", "9H 9S 9C JK"], 24 + 36 - 9),
    ],
)
def test_no_wild_card_leaves_the_table_for_a_card_of_the_hand(
    hand: str, table: list[str], expected: int
) -> None:
    assert score(hand, *table, decks=2, wild_in_hand=0) == expected
    arrangement = laid(table, hand)
    assert arrangement is not None and arrangement.left == ((hand[-2:], 9),)


def test_of_several_wild_cards_those_in_hand_stay_there() -> None:
    arrangement = laid(["5S 6S 7S", "9H 9D 9C JK"], "8D")
    assert arrangement is not None and arrangement.left == (("8D", 20),)


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ("", ["7D 8D QC"]),
        ("KH", ["9S 9D 9H"]),
        ("2C", ["5H 6H JK"]),
        ("4S", ["3H 4H 5H", "JK"]),
        ("", ["9C 9C 9D"]),
    ],
)
def test_a_table_that_cannot_be_is_refused(hand: str, table: list[str]) -> None:
    error = card_answer(hand, *table, decks=2)["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, "table")
    line = {"cards": hand, "table": table}
    error = game({"in_hand": 3}, line, decks=2)["error"]
    assert (error["hand"], error["seat"], error["field"]) == (0, "B", "table")


def test_a_table_may_need_the_cards_in_hand() -> None:
    assert score("10D", "9D JD QD") == 9 + 30
    assert score("5H 6H 7H", "9S 9D 9H") == 18 + 27


def test_so_many_cards_are_typed() -> None:
    hand = " ".join(rich_hand(Random(1), 37, 2, 4, ["8S"]))
    assert card_answer(hand, decks=2)["error"]["field"] == "hand"
    error = game({"in_hand": 3}, {"cards": hand}, decks=2)["error"]
    assert (error["seat"], error["field"]) == ("B", "cards")


# A hand of the game --------------------------------------------------------------------------


def test_the_best_position_takes_the_point() -> None:
    result = game(C1, {"in_hand": 3, "melded": 26}, {"cards": "10H JH 2S"})
    assert result["points"] == {"A": 1, "B": 0, "C": 0}
    assert game({"cards": "3H 4H 5H"}, {"in_hand": 3, "melded": 14})["points"] == {"A": 1, "B": 0}
    assert game({"cards": "3H 4H 5H"}, {"in_hand": 3, "melded": 16})["points"] == {"A": 0, "B": 1}
    assert game({"cards": "3H 4H 5H"}, {"in_hand": 3, "melded": 15})["points"] == {"A": 1, "B": 1}


def test_the_margin_is_counted_from_tapped_cards() -> None:
    result = game(C1, {"cards": "QS KS 8H"}, margin_money=True, point_value=1)
    assert result["money"] == {"A": 24 + 40, "B": -64}
    free = game(C1, {"cards": "QS KS 8H"}, margin_money=True, point_value=1, wild_in_hand=0)
    assert free["money"] == {"A": 24 + 20, "B": -44}


def test_without_negative_joker_only_printed_jokers_are_wild() -> None:
    result = game(
        {"cards": "3H 4H 5H 8H KC KS"},
        {"in_hand": 0, "melded": 9},
        negative=None,
        negative_joker=False,
        margin_money=True,
        point_value=1,
    )
    assert result["money"] == {"A": 12 - 28 - 9, "B": 9 + 16}


def test_the_words_say_what_was_melded_and_what_was_left() -> None:
    start = playing.start(variant, load_options(variant, {}, 2), 2)
    deal = {"outcome": "stock_out", "negative": "8S"}
    entry = load_entry(
        variant, start, {"deal": deal, "lines": {"A": C1, "B": {"in_hand": 5}}}, "AB"
    )
    last = playing.play(variant, start, entry).last
    assert last is not None
    assert last.scores[0].reason == "36 melded, 12 in hand: 24"


def test_the_packs_have_two_jokers_each() -> None:
    for decks in (1, 2):
        options = load_options(variant, {"decks": decks}, 2)
        assert {variant.stock(options, Deal()).copies(card) for card in PACK} == {decks}
        assert variant.stock(options, Deal()).copies(JOKER) == 2 * decks
    assert variant.stock(Options(), Deal(negative="8S")).wild == {"8H", "8D"}


# How cards are laid --------------------------------------------------------------------------


def laid(
    table: list[str] | None,
    hand: str | None,
    negative: str | None = "8S",
    outcome: Outcome = Outcome.STOCK_OUT,
) -> Arrangement | None:
    """Of seat B, whom nobody else has answered for yet."""
    groups = None if table is None else tuple(parse_cards(group) for group in table)
    line = Line(cards=None if hand is None else parse_cards(hand), table=groups)
    start = playing.start(variant, load_options(variant, {"decks": 2}, 3), 3)
    return laid_cards(variant, start, Entry(Deal(outcome, negative), (Line(), line, Line())), 1)


def test_a_position_is_laid_while_the_rest_is_still_missing() -> None:
    arrangement = laid(C1["table"], C1["cards"])
    assert arrangement is not None
    groups = [
        (group.kind, " ".join(group.cards), group.stands, group.worth)
        for group in arrangement.groups
    ]
    assert groups == [
        ("pure", "7D 8D 9D", (None, None, None), 24),
        ("set", "4S JK 4C", (None, "4H", None), 12),
    ]
    assert arrangement.left == (("KH", 10), ("2C", 2))


def test_a_long_sequence_is_shown_as_one() -> None:
    arrangement = laid(["3C 4C 5C"], "6C 7C 8C 9C")
    assert arrangement is not None
    assert [" ".join(group.cards) for group in arrangement.groups] == ["3C 4C 5C 6C 7C 8C 9C"]
    pure = laid(["3C 4C 5C"], "6C JK 8C")
    assert pure is not None
    assert [group.kind for group in pure.groups] == ["pure", "impure"], "one stays pure"


def test_nothing_is_laid_of_typed_totals_or_when_somebody_went_out() -> None:
    assert laid(None, None) is None
    assert laid([], None) is None
    assert laid(C1["table"], C1["cards"], outcome=Outcome.WENT_OUT) is None
    nothing = laid([], "KH 2C")
    assert nothing is not None and nothing.groups == () and nothing.points == 12


@pytest.mark.parametrize(
    ("table", "hand", "negative", "seat", "field"),
    [
        (C1["table"], C1["cards"], None, None, "negative"),
        (["7D 8D QC"], "", "8S", 1, "table"),
        (["7D 8D 9D"], "7D 7D", "8S", 1, "cards"),
        (["7D 8D 9D", "7D 8D 9D", "7D 8D 9D"], "", "8S", 1, "table"),
    ],
)
def test_cards_that_cannot_be_are_not_laid(
    table: list[str], hand: str, negative: str | None, seat: int | None, field: str
) -> None:
    with pytest.raises(EntryError) as refusal:
        laid(table, hand, negative)
    assert (refusal.value.seat, refusal.value.field) == (seat, field)


# Against the slow counting -------------------------------------------------------------------


def with_other_cards(rng: Random, cards: list[str], stock: Counter[str], wild: set[str]) -> None:
    """Swaps a few, mostly for wild ones."""
    for _swap in range(rng.choice((0, 0, 1, 2))):
        there = [card for card in stock.elements() if card in wild or rng.random() < 0.1]
        if cards and there:
            new, place = rng.choice(there), rng.randrange(len(cards))
            stock.subtract([new])
            cards[place] = new


def a_position(rng: Random, decks: int, negative: str) -> tuple[list[str], list[str]]:
    """Natural melds on the table, some spoilt by a swap; or everything in hand."""
    wild = {JOKER, *wild_cards(negative)}
    table, hand = table_and_hand(rng, decks, negative, most=rng.choice((9, 13, 15)))
    if not table and rng.random() < 0.5:
        hand = wild_hand(rng, rng.randint(6, 13), decks, 2 * decks, wild, [negative])
    stock = Counter(full_pack(decks, 2 * decks, [negative]))
    stock.subtract([*table, *hand])
    with_other_cards(rng, table, stock, wild)
    with_other_cards(rng, hand, stock, wild)
    return table, hand


def test_positions_agree_with_the_slow_counting() -> None:
    rng = Random(67)
    refused = melded = 0
    for _position in hands(250):
        decks, negative = rng.choice((1, 2)), rng.choice(sorted(PACK))
        options = {"decks": decks, "wild_in_hand": rng.choice((20, 20, 0))}
        table, hand = a_position(rng, decks, negative)
        question = {"negative": negative, "table": [" ".join(table)] * bool(table)}
        question["hand"] = " ".join(hand)
        result = settle(variant, {"options": options, "cards": question})
        wanted = answer("vazhushal", options, question)
        if wanted["score"] is None:
            assert result["error"]["field"] == "table", question
            refused += 1
        else:
            assert result == wanted, (options, question)
            melded += wanted["score"] > 0
    assert refused > 2 and melded > 12


def test_two_same_melds_are_never_laid_where_wild_cards_could_make_them() -> None:
    """A pair of each card and many jokers: the melds that are best are often the same."""
    rng = Random(71)
    for _position in range(25):
        few = rng.sample(sorted(PACK - {"8S"}), 4)
        pure = ["QC", "KC", "AC"] if rng.random() < 0.5 else ["2D", "3D", "4D"]
        hand = [*dict.fromkeys([*few, *pure]), *few[:2], *[JOKER] * rng.randint(2, 4)]
        question: Hand = {"negative": "8S", "table": [], "hand": " ".join(hand)}
        if any(times > 2 for card, times in Counter(hand).items() if card != JOKER):
            continue
        result = settle(variant, {"options": {"decks": 2}, "cards": question})
        assert result == answer("vazhushal", {"decks": 2}, question), question


def test_what_is_laid_is_a_legal_position_of_these_cards() -> None:
    rng = Random(73)
    for _position in hands(300):
        table, hand = a_position(rng, 2, "8S")
        try:
            arrangement = laid([" ".join(table)] * bool(table), " ".join(hand))
        except EntryError:
            continue
        assert arrangement is not None
        kept = json.loads(json.dumps(dump_arrangement(arrangement)))
        assert load_arrangement(kept) == arrangement
        in_groups = [card for group in arrangement.groups for card in group.cards]
        assert sorted([*in_groups, *arrangement.cards_left]) == sorted([*table, *hand])
        assert not Counter(table) - Counter(in_groups), "the table stays melded"
        faces = [
            tuple(stood or card for card, stood in zip(group.cards, group.stands, strict=True))
            for group in arrangement.groups
        ]
        assert len(set(faces)) == len(faces)
        assert not arrangement.groups or "pure" in [group.kind for group in arrangement.groups]
        assert arrangement.worth - arrangement.points == score(
            " ".join(hand), *table_of(table), decks=2
        )


def table_of(cards: list[str]) -> list[str]:
    return [" ".join(cards)] * bool(cards)
