"""27-card rummy with tapped cards: what differs from 21-card rummy. 5S turned up unless said."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from scorekeeper.engine.game import Entry
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.variants._indian import Finish
from scorekeeper.variants._value_cards import Deal
from scorekeeper.variants.rummy_27 import Line, Options, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute.answers import answer
from tests.helpers.card_hands import hands, laid_cards, random_hand, rich_hand, wild_hand
from tests.helpers.drawing import options_of

Hand = dict[str, Any]

# rummy_27.md §4, with the card turned up
C1 = "3H 4H 5H 9C 10C JC QD QD QD 3S 4S KH KD KC 8D 8H 9S 10S 2C AD 7C 5D 6C 10H QS AS 7H"
C2 = "2H 2C 2D 4D 4H 6S JK 9H 9S 10D 10C QH QC QS KD KH AH AC 3C 5C 7H 7C 8D JD 8C 6D AS"
C3 = "2H 2H 4D 4D 9C 9C JD JD QS QS KC KC 7D 7D AS 3C 5H 6H 8S 10D 10C 2S KH 9H 6C 4C JC"
C4 = "3S 3S 4S 4S 5S 6S 7S 2H 9C 9D JC JH QH KD AC 2D 4H 6H 8C 8D 10C 10D QS KS 5D AD KH"
C5 = "KS QS AS 3S 4H 5H 6H 9C 10C JC 8D 8D 8D 7C KD KH 9S 9D 2C 5C 10D JD 6C 2H 3C QH JH"
C6 = "QC KC 3C 5H 6H 7H 9D 10D JD 8S 8S 8S 4H KD KH QS 9C 9H 2D 6D 10H 5C 7D 3S JH 2H 4D"


def card_answer(options: Hand | None = None, turned: str = "5S", **cards: str) -> dict[str, Any]:
    return settle(variant, {"options": options or {}, "cards": {"turned": turned, **cards}})


def game(*lines: Hand, turned: str = "5S", **options: Any) -> dict[str, Any]:
    by_seat = dict(zip("ABCD", lines, strict=False))
    hand = {"deal": {"turned": turned}, "lines": by_seat}
    return settle(
        variant, {"options": options, "seats": list("ABCD"[: len(lines)]), "hands": [hand]}
    )


@pytest.mark.parametrize(
    ("hand", "turned", "options", "penalty", "value"),
    [
        (C1, "5S", {}, 48, 20),
        (C2, "5S", {"cap": 160}, 141, 10),
        (C3, "8H", {}, 2, 20),
        (C3, "8H", {"dublees_safe": 8, "cap": 160}, 153, 20),
        (C4, "5S", {}, 2, 120),
        (C5, "JK", {"printed_joker_values": "all"}, 2, 40),
        (C6, "AC", {}, 27, 30),
    ],
)
def test_the_worked_hands_of_the_rules(
    hand: str, turned: str, options: Hand, penalty: int, value: int
) -> None:
    assert card_answer(options, turned, hand=hand) == {"penalty": penalty, "value": value}
    result = game({"finish": "won"}, {"finish": "counted", "cards": hand}, turned=turned, **options)
    assert result["points"]["B"] == value - penalty


def test_two_ranks_above_and_below_are_wild_round_the_corner() -> None:
    options = Options()
    assert variant.stock(options, Deal(turned="5S")).wild == {"3S", "4S", "5S", "6S", "7S"}
    assert variant.stock(options, Deal(turned="AC")).wild == {"QC", "KC", "AC", "2C", "3C"}
    spades = {"QS", "KS", "AS", "2S", "3S"}
    assert variant.stock(options, Deal(turned="JK")).wild == spades | {"AH", "AD", "AC"}


def test_other_melds_save_with_as_many_pure_sequences_as_the_table_wants() -> None:
    """C6 has four."""
    assert card_answer({"show_pure": 4}, "AC", hand=C6)["penalty"] == 27
    assert card_answer({"show_pure": 5}, "AC", hand=C6)["penalty"] > 27


# How cards are laid --------------------------------------------------------------------------


def laid(cards: str, turned: str = "5S", finish: Finish = Finish.COUNTED) -> Arrangement:
    line = Line(finish=finish, cards=parse_cards(cards))
    arrangement = laid_cards(
        variant, playing.start(variant, Options(), 2), Entry(Deal(turned=turned), (Line(), line)), 1
    )
    assert arrangement is not None
    return arrangement


def test_value_cards_are_shown_by_kind() -> None:
    shown = [(g.kind, " ".join(g.cards), g.worth) for g in laid(C4).valued]
    assert shown == [
        ("marriage", "5S 6S 7S 4S 3S", 100),
        ("down", "4S", 10),
        ("down", "3S", 10),
    ]
    assert laid(C4, finish=Finish.WON).worth == 120


def test_what_is_laid_holds_all_cards() -> None:
    for hand, turned in ((C1, "5S"), (C2, "5S"), (C3, "8H"), (C4, "5S"), (C5, "JK"), (C6, "AC")):
        arrangement = laid(hand, turned)
        in_groups = [card for group in arrangement.groups for card in group.cards]
        assert Counter([*in_groups, *arrangement.cards_left]) == Counter(parse_cards(hand))


# A show --------------------------------------------------------------------------------------

TUNNELAS = "2H 2H 2H 9C 9C 9C KD KD KD 4C 6D 8H 10C QD AH QH 9D KC 2D 4D JC 8D 6C 10H JD 7H 3C"

ODD = "2H 4H 6H 9H JH KH 2C 5C 7C 10C QC AC 4D 6D 9D JD KD"
"""No three of these follow one another."""


def shown(hand: str, turned: str = "5S", **options: Any) -> Verdict:
    game = playing.start(variant, load_options(variant, options, 3), 3)
    return variant.judge(game, Deal(turned=turned), Claim(0, parse_cards(hand)))


@pytest.mark.parametrize(
    ("hand", "turned", "options", "sentence"),
    [
        (C5, "JK", {}, "Shown with 3 pure sequences, and every other card in a meld."),
        (TUNNELAS, "5S", {}, "Shown with 3 tunnelas."),
        (C3, "8H", {"show_dublees": 7}, "Shown with 7 dublees."),
        (C4, "5S", {"show_jokers": 7}, "Shown with 7 jokers."),
    ],
)
def test_the_ways_to_show_take_what_the_table_wants(
    hand: str, turned: str, options: Hand, sentence: str
) -> None:
    assert shown(hand, turned, **options).sentence == sentence
    assert card_answer(options, turned, declare=hand) == {"valid": True}


@pytest.mark.parametrize(
    ("hand", "turned", "options", "sentence"),
    [
        (C6, "AC", {}, "not in any meld."),
        (C5, "JK", {"show_pure": 9}, " of 9 pure sequences."),
        (TUNNELAS, "5S", {"show_tunnelas": 4}, "not in any meld."),
        (C3, "8H", {}, "Only 7 of 8 dublees."),
        (f"JK JK 3S 3S 5S 7S 7S {ODD} 8H 8C 2D", "5S", {}, "Only 7 of 8 jokers."),
    ],
)
def test_a_wrong_show_is_told_the_clause_it_breaks(
    hand: str, turned: str, options: Hand, sentence: str
) -> None:
    verdict = shown(hand, turned, **options)
    assert not verdict.valid and sentence in verdict.sentence
    assert verdict.price == "Wrong show: 120 points."
    assert card_answer(options, turned, declare=hand) == {"valid": False}


def test_two_marriages_hold_ten_cards() -> None:
    ten = "3S 3S 4S 4S 5S 5S 6S 6S 7S 7S"
    hand = f"{ten} {ODD}"
    raised: Hand = {"show_jokers": 12}
    assert shown(hand, two_marriages_show=True, **raised).sentence == "Shown with two marriages."
    assert not shown(hand, **raised).valid
    assert shown(hand).sentence == "Shown with 10 jokers."
    one_short = hand.replace("7S 7S", "7S 8S")
    assert not shown(one_short, two_marriages_show=True, **raised).valid


# Against the slow counting -------------------------------------------------------------------


def test_counts_values_and_shows_agree_with_the_slow_counting() -> None:
    rng = Random(61)
    for _hand in hands(80):
        turned = rng.choice([*sorted(PACK), *[JOKER] * 8])
        options = dump(options_of(variant, rng, 4, 1), full=True) | {"cap": 999}
        wild = {JOKER, *variant.stock(load_options(variant, options, 4), Deal(turned=turned)).wild}
        deal = rng.choice((random_hand, rich_hand, rich_hand, wild_hand))
        if deal is wild_hand:
            cards = wild_hand(rng, 27, 3, 3, wild, [turned])
        else:
            cards = deal(rng, 27, 3, 3, [turned])
        for key in ("hand", "declare"):
            question = {"turned": turned, key: " ".join(cards)}
            result = settle(variant, {"options": options, "cards": question})
            assert result == answer("rummy_27", options, question), (options, question)
