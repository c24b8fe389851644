"""The slow counting of cards against the published cases, and one slow method against another.

The cases of the games that are in ``fixtures/variants`` are read there; the others stand here.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from tests.brute import basic, gin, marriage, melds, rummi, thirteen, twenty_one, vazhushal
from tests.brute.answers import answer
from tests.brute.melds import IMPURE, PURE, SET, MeldRules, kinds
from tests.brute.packings import covers, most_melded
from tests.card_hands import (
    IN_ORDER,
    full_pack,
    random_hand,
    rich_hand,
    table_and_hand,
    wild_hand,
)

FIXTURES = Path(__file__).parents[1] / "fixtures" / "variants"

# Published cases ------------------------------------------------------------------------------

C1 = "2H 2C 2D 5H 5S 6H 8D 9C 9H 10D JC JH QS KD KH AC 4C 4S 7S JK 7D"
C2 = "3H 4H 5H 9C 9D 9S JD QD 6S KC KS AD 2C 10H 8D 4S 7H JS QC 5D 2S"
C3 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 8C 8D 8H KS AS JK 4D 2H 10S 7D"
C4 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 7S 8C 8D 8H KS AS JK 4D 4H 4C"
C5 = "2H 2H 5C 5C 9D 9D JS JS KC KC AD AD 3S 4D 6H 10C QH 8C 7D 2S 9C"
C6 = "6S 6S 7S 7S 8S 8S JK 2H 4C 5D 9H 9C 10D JC QH KD AC 3S 4H 5C KH"
C7 = "5S 6S 7S 10H JH QH 2C 2D 2H 9S 9D KC KD AS AH 4C 8D 3D 7C JD 10C"
C8 = "7H 7D 3H 4H 5H 9C 10C JC QD QD QD 5S KS AC AD 2H 6C 8D 10H JS 4D"
C9 = "AH KS 2S 4H 5H 6H 9C 10C JC QD QD QD 8C 8D 5S 7H KD JD 4C 9S 3C"
C10 = "JK JK JK 3H 4H 5H 9C 10C JC KD KH KC 2C 8D AC QS 10S 4D 7H JS 5C"

MANY_1 = "3H 4H 5H 9C 10C JC QD QD QD 3S 4S KH KD KC 8D 8H 9S 10S 2C AD 7C 5D 6C 10H QS AS 7H"
MANY_2 = "2H 2C 2D 4D 4H 6S JK 9H 9S 10D 10C QH QC QS KD KH AH AC 3C 5C 7H 7C 8D JD 8C 6D AS"
MANY_3 = "2H 2H 4D 4D 9C 9C JD JD QS QS KC KC 7D 7D AS 3C 5H 6H 8S 10D 10C 2S KH 9H 6C 4C JC"
MANY_4 = "3S 3S 4S 4S 5S 6S 7S 2H 9C 9D JC JH QH KD AC 2D 4H 6H 8C 8D 10C 10D QS KS 5D AD KH"
MANY_5 = "KS QS AS 3S 4H 5H 6H 9C 10C JC 8D 8D 8D 7C KD KH 9S 9D 2C 5C 10D JD 6C 2H 3C QH JH"
MANY_6 = "QC KC 3C 5H 6H 7H 9D 10D JD 8S 8S 8S 4H KD KH QS 9C 9H 2D 6D 10H 5C 7D 3S JH 2H 4D"

NINES = "5H 6H JK 9S 9D 9C KS KD AC 3C 7D JS 2H"
KING_TWO = "KS AS 2S 3H 4H 5H 6D 6C 6S QD JD 9C 9C"
FOURS = "4S 5S 6S 7S 7H 7D 4H 4D AC AD"
ALL_KILLS = "3S 3S 3H 3D 7S 7S 7H 7C 9S 9D 9H 9C JS JS JH JD QS QD QH QC"
NO_PASSPORT = "2S 3S 5S 6S JK 3H 4H 6H 7H 9H 4D 5D 7D 8D TD 5C 6C 8C 9C JC"

# id: (variant, options, cards, expect)
PUBLISHED: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "points_rummy-C3": (
        "points_rummy",
        {},
        {"turned": "4H", "hand": NINES},
        {"penalty": 80, "deadwood": 43},
    ),
    "deals_rummy-C1": (
        "deals_rummy",
        {},
        {"turned": "5S", "hand": "10H JH QH KH 7S 8S 8D 4C 4D 4S 4S 2D 2D"},
        {"penalty": 43},
    ),
    "paplu-C4": (
        "paplu",
        {},
        {"turned": "8C", "hand": "7H 8H 9H JK JC QC 4D 4S 4C AS KD 6S 3D"},
        {"penalty": 29},
    ),
    "points_rummy-C5-both_or_all": (
        "points_rummy",
        {"life_rule": "both_or_all"},
        {"turned": "10D", "hand": KING_TWO},
        {"penalty": 80},
    ),
    "paplu-C6": (
        "paplu",
        {},
        {"turned": "10H", "hand": "AS 2S 3S QH KH AH 5D 5C 5H 9C JK KD 7S"},
        {"penalty": 26},
    ),
    "paplu-C9": (
        "paplu",
        {},
        {"turned": "10H", "hand": "3D 4D 5D 6D 7D 8D KS QH JC AC 9S 9H 2C"},
        {"penalty": 60},
    ),
    "paplu-C10": (
        "paplu",
        {},
        {"turned": "10H", "hand": "2H 3H 4H 5S 6S JK 9D 9C 9S KC KD KH 10S"},
        {"penalty": 0},
    ),
    "21-C1": ("rummy_21", {}, {"turned": "7S", "hand": C1}, {"penalty": 120}),
    "21-C1-no-cap": ("rummy_21", {"cap": 200}, {"turned": "7S", "hand": C1}, {"penalty": 133}),
    "21-C2": ("rummy_21", {"cap": 200}, {"turned": "7S", "hand": C2}, {"penalty": 135}),
    "21-C3": ("rummy_21", {}, {"turned": "7S", "hand": C3}, {"penalty": 16}),
    "21-C4": ("rummy_21", {}, {"turned": "7S", "hand": C4}, {"penalty": 2}),
    "21-C5": ("rummy_21", {}, {"turned": "7S", "hand": C5}, {"penalty": 2}),
    "21-C6": ("rummy_21", {}, {"turned": "7S", "hand": C6}, {"penalty": 2, "value": 300}),
    "21-C7": ("rummy_21", {}, {"turned": "7S", "hand": C7}, {"penalty": 106}),
    "21-C8": ("rummy_21", {}, {"turned": "7S", "hand": C8}, {"penalty": 87}),
    "21-C8-same-rank": (
        "rummy_21",
        {"same_rank_wild": True},
        {"turned": "7S", "hand": C8},
        {"penalty": 33},
    ),
    "21-C9": ("rummy_21", {}, {"turned": "JK", "hand": C9}, {"penalty": 14, "value": 20}),
    "21-C10": ("rummy_21", {}, {"turned": "7S", "hand": C10}, {"penalty": 16}),
    "21-declare-1": ("rummy_21", {}, {"turned": "7S", "declare": C4}, {"valid": True}),
    "21-declare-2": ("rummy_21", {}, {"turned": "7S", "declare": C3}, {"valid": False}),
    "27-C1": ("rummy_27", {}, {"turned": "5S", "hand": MANY_1}, {"penalty": 48, "value": 20}),
    "27-C2": ("rummy_27", {}, {"turned": "5S", "hand": MANY_2}, {"penalty": 120}),
    "27-C2-cap160": ("rummy_27", {"cap": 160}, {"turned": "5S", "hand": MANY_2}, {"penalty": 141}),
    "27-C3": ("rummy_27", {}, {"turned": "8H", "hand": MANY_3}, {"penalty": 2}),
    "27-C3-safe8-cap160": (
        "rummy_27",
        {"dublees_safe": 8, "cap": 160},
        {"turned": "8H", "hand": MANY_3},
        {"penalty": 153},
    ),
    "27-C4": ("rummy_27", {}, {"turned": "5S", "hand": MANY_4}, {"penalty": 2, "value": 120}),
    "27-C5": ("rummy_27", {}, {"turned": "JK", "hand": MANY_5}, {"penalty": 2, "value": 40}),
    "27-C6": ("rummy_27", {}, {"turned": "AC", "hand": MANY_6}, {"penalty": 27}),
    "27-declare-1": ("rummy_27", {}, {"turned": "JK", "declare": MANY_5}, {"valid": True}),
    "27-declare-2": ("rummy_27", {}, {"turned": "AC", "declare": MANY_6}, {"valid": False}),
    "marriage-C6-two-for-thirty": (
        "marriage",
        {"marriage_points": [10, 30]},
        {"tiplu": "9D", "hand": "8D 8D 9D 9D 10D 10D"},
        {"maal": 30},
    ),
    "marriage-C7": (
        "marriage",
        {},
        {"tiplu": "9D", "hand": "10D 10D 10D 8D 8D 8D 9D"},
        {"maal": 23},
    ),
    "marriage-C4-unseen": (
        "marriage",
        {},
        {"tiplu": "7H", "hand": "8H", "exposed": ["7S 7S 7S"], "seen": False},
        {"maal": 2},
    ),
    "marriage-C9": (
        "marriage",
        {},
        {"tiplu": "2S", "hand": "AS 3S 3S", "exposed": ["KH KH KH"]},
        {"maal": 12},
    ),
    "vazhushal-C1": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["7D 8D 9D"], "hand": "4S 4C JK KH 2C"},
        {"score": 24},
    ),
    "vazhushal-C2": (
        "vazhushal",
        {},
        {"negative": "4S", "table": [], "hand": "5H 6H JK KD 9C 9S 3C"},
        {"score": -62},
    ),
    "vazhushal-C3": (
        "vazhushal",
        {},
        {"negative": "9H", "table": ["3C 4C 5C 6C"], "hand": "6D 6H 6S JK QS"},
        {"score": 32},
    ),
    "vazhushal-C4": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["8D 9D 10D"], "hand": "8H QC"},
        {"score": -3},
    ),
    "vazhushal-C5": (
        "vazhushal",
        {},
        {"negative": "7C", "table": ["AS 2S 3S", "KD KC KH"], "hand": "KS 4S 5S AH JK"},
        {"score": 84},
    ),
    "vazhushal-C6": (
        "vazhushal",
        {},
        {"negative": "2D", "table": ["5S 6S 7S", "9H 9D JK"], "hand": "9C 8S 3D"},
        {"score": 59},
    ),
    "vazhushal-C7": (
        "vazhushal",
        {},
        {"negative": "8S", "table": ["10H JH QH"], "hand": "KH AH 9S 9D 8D 8H 2C"},
        {"score": 85},
    ),
    "vazhushal-not-a-position": (
        "vazhushal",
        {},
        {"negative": "QD", "table": ["9C 9C 9D"], "hand": ""},
        {"score": None},
    ),
    "gin-C2": (
        "gin_rummy",
        {},
        {
            "knocker": "4H 5H 6H TS TD TC 2S 3C AD AC",
            "opponent": "7C 7D 7H 8H KS KD KC 5S 2D 2C",
        },
        {"knocker_deadwood": 7, "opponent_deadwood": 17, "result": "knock", "points": 10},
    ),
    "gin-C4": (
        "gin_rummy",
        {},
        {
            "knocker": "3H 4H 5H 6H 6S 6D 6C 8D AC AD",
            "opponent": "7H 8H 2S 2D 2C 9D TD QD QC 4C",
        },
        {"knocker_deadwood": 10, "opponent_deadwood": 58, "scorer": "knocker", "points": 48},
    ),
    "gin-C5": (
        "gin_rummy",
        {},
        {
            "knocker": "5S 6S 7S JD JH JC 2C 2H 3D AS",
            "opponent": "4S 8S 9S 3C 3H 3S 7D 7C 7H AC",
        },
        {"opponent_deadwood": 1, "result": "undercut", "scorer": "opponent", "points": 32},
    ),
    "gin-C7": (
        "gin_rummy",
        {},
        {
            "knocker": "2H 3H 4H JS JD JC 9S 9D 9H 8C",
            "opponent": "TS TD TC 5C 6C 7C 4S 5S 6S 8D",
        },
        {"opponent_deadwood": 8, "scorer": "opponent", "points": 25},
    ),
    "gin-C7-no-score": (
        "gin_rummy",
        {"tie": "no_score"},
        {
            "knocker": "2H 3H 4H JS JD JC 9S 9D 9H 8C",
            "opponent": "TS TD TC 5C 6C 7C 4S 5S 6S 8D",
        },
        {"result": "tie", "scorer": None, "points": 0},
    ),
    "gin-C6-classic-spade": (
        "gin_rummy",
        {"preset": "classic", "oklahoma": True},
        {
            "knocker": "AS 2S 3S 4S 8D 8C 8H QS QD QC",
            "opponent": "5S 9D 9C 9H KD KH 3C 2D 7C 4D",
            "upcard": "6S",
        },
        {"result": "gin", "points": 2 * (41 + 20)},
    ),
    "gin-C10": (
        "gin_rummy",
        {},
        {"hand": "QS KS AS 5D 5C 5H 2C 3C 4C 7D"},
        {"deadwood": 28, "may_knock": False},
    ),
    "basic-V1": ("basic_rummy", {}, {"hand": "KS 7D 2C"}, {"points": 19}),
    "basic-V3": ("basic_rummy", {"ace_mode": "high_low"}, {"hand": "AS"}, {"points": 11}),
    "basic-V4": ("basic_rummy", {}, {"hand": "QH JH 4C"}, {"points": 24}),
    "basic-V5": ("basic_rummy", {}, {"hand": "9D 9H"}, {"points": 18}),
    "basic-D1": ("basic_rummy", {"jokers": 2}, {"hand": "5H 6H JK 8H KD"}, {"deadwood": 10}),
    "basic-D2": ("basic_rummy", {}, {"hand": "QS KS AS 2S"}, {"deadwood": 23}),
    "basic-D3": (
        "basic_rummy",
        {"ace_mode": "high_low"},
        {"hand": "QS KS AS 2S"},
        {"deadwood": 2},
    ),
    "basic-D4": ("basic_rummy", {"ace_mode": "high_low"}, {"hand": "KS AS 2S"}, {"deadwood": 23}),
    "basic-D5": ("basic_rummy", {"jokers": 2}, {"hand": "3S 3H JK 9D JK"}, {"deadwood": 6}),
    "basic-D5-two-naturals": (
        "basic_rummy",
        {"jokers": 2, "meld_min_naturals": 2},
        {"hand": "3S 3H JK 9D JK"},
        {"deadwood": 9},
    ),
    "basic-D6": ("basic_rummy", {}, {"hand": "AS AD AC KS"}, {"deadwood": 10}),
    "basic-D7": ("basic_rummy", {"packs": 2}, {"hand": "7H 7H 7S"}, {"deadwood": 21}),
    "basic-D8": (
        "basic_rummy",
        {"packs": 2, "set_duplicates": True},
        {"hand": "7H 7H 7S"},
        {"deadwood": 0},
    ),
    "basic-D9": ("basic_rummy", {}, {"hand": FOURS}, {"deadwood": 10}),
    "rummi-K4": ("rummi", {}, {"hand": NO_PASSPORT}, {"passport": True}),
    "rummi-K4b": (
        "rummi",
        {"passport_jokers": False},
        {"hand": NO_PASSPORT},
        {"passport": False, "jokers": 1},
    ),
    "rummi-K7": (
        "rummi",
        {},
        {"hand": "KS AS 2S 7D 7H 7C 7S 9H 9S 9D 9C 4H 5H 6H TC JC QC 3D 3H 3C"},
        {"tien_hu": False, "aces": [1, 0, 0, 0]},
    ),
    "rummi-K8": ("rummi", {}, {"hand": ALL_KILLS}, {"tien_hu": False, "passport": False}),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_worked_hands_of_the_rules_come_out(name) -> None:
    variant, options, cards, expect = PUBLISHED[name]
    answered = answer(variant, options, cards)
    assert {key: answered[key] for key in expect} == expect


@pytest.mark.parametrize("key", ["gin_rummy", "marriage", "paplu", "pool_rummy", "rummi"])
def test_every_card_case_of_the_fixtures_comes_out(key) -> None:
    cases = json.loads((FIXTURES / f"{key}.json").read_text(encoding="utf-8"))
    questions = [case for case in cases if "cards" in case]
    assert questions
    for case in questions:
        answered = answer(case["variant"], case["options"], case["cards"])
        assert {name: answered[name] for name in case["expect"]} == case["expect"], case["id"]


def test_melds_really_laid_in_gin_let_the_opponent_lay_off() -> None:
    knocker = parse_cards("3H 4H 5H 6H 6S 6D 6C 8D AC AD")
    opponent = parse_cards("7H 8H 2S 2D 2C 9D TD QD QC 4C")
    laid = [parse_cards("3H 4H 5H 6H"), parse_cards("6S 6D 6C")]
    assert gin.showdown(knocker, opponent, melds=laid) == (10, 43, "knock", "knocker", 33)


def test_too_much_deadwood_is_no_knock() -> None:
    knocker = parse_cards("QS KS AS 5D 5C 5H 2C 3C 4C 7D")
    with pytest.raises(ValueError, match="28"):
        gin.showdown(knocker, parse_cards("2S 3D 4H 6C 8D 9H TC JD QH KC"))


# What a meld is -------------------------------------------------------------------------------

SEVENS_WILD = MeldRules(wild=frozenset({"JK", "7S", "7H", "7D", "7C"}), tunnela=PACK)


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("5H 6H 7H", {PURE, IMPURE}),  # the wild card in its own place, or for the 4H
        ("5H 6H 8H", set()),
        ("5H 6H 7S", {IMPURE}),
        ("QS KS AS", {PURE}),
        ("KS AS 2S", set()),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", {PURE}),
        ("9C 9D 9H", {SET}),
        ("9C 9D 9D", set()),
        ("9C 9D JK JK", {SET}),
        ("9C JK JK", {IMPURE, SET}),
        ("9C 9D 9H 9S JK", set()),
        ("JK JK JK", set()),
        ("7S JK JK", {IMPURE, SET}),  # stands for itself
        ("9C 9C 9C", {PURE}),
        ("9C 9C JK", set()),
        ("7S 7S 7S", {PURE, IMPURE, SET}),
        ("9C 9C 10C JC", set()),
    ],
)
def test_a_handful_is_what_the_definition_says(cards, what) -> None:
    assert kinds(parse_cards(cards), SEVENS_WILD) == what


def test_a_run_of_fourteen_has_the_ace_at_both_ends_and_is_none() -> None:
    cards = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK")
    assert kinds(cards, SEVENS_WILD) == set()


@pytest.mark.parametrize("seed", range(8))
def test_no_meld_is_missed_by_looking_at_one_suit_or_rank_at_a_time(seed) -> None:
    hand = wild_hand(Random(seed), 10, 3, 3, SEVENS_WILD.wild)
    found = melds.melds(hand, SEVENS_WILD)
    for size in range(len(hand) + 1):
        for handful in combinations(range(len(hand)), size):
            what = kinds([hand[at] for at in handful], SEVENS_WILD)
            assert found.get(sum(1 << at for at in handful), frozenset()) == what


# One method against another -------------------------------------------------------------------


def hand_of(rng: Random, size: int, packs: int, jokers: int, wild: frozenset[str]) -> list[str]:
    """A hand of any sort; few wild ones, so that there is something left to count."""
    kind = rng.random()
    if kind < 0.2:
        return random_hand(rng, size, packs, jokers)
    if kind < 0.85:
        return rich_hand(rng, size, packs, jokers)
    return wild_hand(rng, size, packs, jokers, wild)


@pytest.mark.parametrize("seed", range(20))
def test_both_methods_count_21_and_27_cards_alike(seed) -> None:
    rng = Random(seed)
    turned, reach = rng.choice([*IN_ORDER, JOKER]), rng.choice((1, 2))
    rules = twenty_one.meld_rules(turned, reach, same_rank_wild=rng.random() < 0.3)
    hand = hand_of(rng, rng.choice((9, 11, 12)), 3, 3, rules.wild)
    for show_pure in (1, 2, 3):
        quick = twenty_one.least_count(hand, rules, show_pure)
        assert quick == twenty_one.least_count_by_subsets(hand, rules, show_pure), hand


@pytest.mark.parametrize("seed", range(16))
def test_both_methods_count_13_cards_alike(seed) -> None:
    rng = Random(seed)
    turned, decks = rng.choice(IN_ORDER), rng.choice((2, 3))
    rules = thirteen.meld_rules(turned, decks=decks)
    hand = hand_of(rng, 13, decks, decks, rules.wild)
    values = {card: melds.total([card], rules.wild) for card in hand}
    everything = melds.total(hand, rules.wild)

    free = most_melded(hand, rules, values)
    assert free is not None
    assert thirteen.deadwood(hand, turned, decks=decks) == everything - free
    with_lives = most_melded(hand, rules, values, pure=1, sequences=2)
    strict = thirteen.penalty(hand, turned, decks=decks, life_rule="both_or_all")
    assert strict == everything - (with_lives or 0)


@pytest.mark.parametrize("seed", range(40))
def test_both_methods_find_the_same_tien_hu(seed) -> None:
    rng = Random(seed)
    hand = rich_hand(rng, rng.choice((9, 10, 11)), 2, 8)
    lives = covers(hand, rummi.RULES).get((1 << len(hand)) - 1, frozenset())
    assert rummi.tien_hu(hand) == any(sequences for _, sequences in lives), hand


@pytest.mark.parametrize("seed", range(20))
def test_the_layouts_of_a_gin_hand_hold_the_least_deadwood(seed) -> None:
    hand = rich_hand(Random(seed), 10, 1, 0)
    assert gin.deadwood(hand) == min(gin.left_over(hand, one) for one in gin.layouts(hand))


@pytest.mark.parametrize("seed", range(20))
def test_lay_offs_never_cost_the_opponent(seed) -> None:
    rng = Random(seed)
    knocker = rich_hand(rng, 10, 1, 0)
    opponent = rich_hand(rng, 10, 1, 0, knocker)
    alone = gin.deadwood(opponent)
    assert gin.opponent_deadwood((), opponent) == alone
    for layout in gin.layouts(knocker):
        assert gin.opponent_deadwood(layout, opponent) <= alone


# Hands dealt as melds -------------------------------------------------------------------------


def dealt_melds(rng: Random, shapes: list[str], *, joker: bool = True) -> list[str]:
    """Natural runs and sets of three, 3 packs; a joker takes the place of some set's card."""
    stock = full_pack(3, 0)
    hand: list[str] = []
    while shapes:
        letter, at = rng.choice("SHDC"), rng.randrange(12)
        wished = [IN_ORDER["CDHS".index(letter) * 13 + (at + step) % 13] for step in range(3)]
        if shapes[-1] == "set":
            wished = [wished[0][:-1] + one for one in rng.sample("SHDC", 3)]
        if all(card in stock for card in wished):
            for card in wished:
                stock.remove(card)
            hand += wished
            shapes.pop()
    if joker:
        hand[-1] = JOKER
    rng.shuffle(hand)
    return hand


@pytest.mark.parametrize("seed", range(6))
def test_what_was_dealt_as_melds_can_be_shown(seed) -> None:
    rng = Random(seed)
    shapes = ["set", "set", "set", "run", "run", "run", "run"]
    hand = dealt_melds(rng, list(shapes))
    assert twenty_one.is_valid(hand, "7S", 1)
    assert twenty_one.penalty(hand, "7S", 1) == 2
    assert rummi.tien_hu(hand)
    assert thirteen.deadwood(dealt_melds(rng, ["set", "set", "run", "run"]), "7S") == 0
    naturals = dealt_melds(rng, list(shapes), joker=False)
    assert marriage.is_valid(naturals, "7S")
    assert basic.deadwood(dealt_melds(rng, ["set", "run", "run"]), ace_mode="high_low") == 0


@pytest.mark.parametrize("seed", range(30))
def test_a_table_of_melds_is_never_worth_less_than_it_lies(seed) -> None:
    rng = Random(seed)
    negative, decks = rng.choice(IN_ORDER), rng.choice((1, 2))
    table, hand = table_and_hand(rng, decks, negative)
    wild = vazhushal.wild_cards(negative)
    lying = melds.total(table, ()) if table else 0
    held = sum(20 if card in wild else melds.total([card], ()) for card in hand)
    found = vazhushal.score(negative, table, hand)
    assert found is not None
    assert lying - held <= found
    cheaper = vazhushal.score(negative, table, hand, wild_in_hand=0)
    assert cheaper is not None
    assert found <= cheaper


def test_the_same_meld_is_not_laid_twice() -> None:
    """Two identical runs of spades: the second stays in hand."""
    run = parse_cards("5S 6S 7S")
    assert vazhushal.score("KD", run, run) == 0
    assert vazhushal.score("KD", run, parse_cards("6S 7S 8S")) == 18 + 21


# The hands themselves -------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [random_hand, rich_hand])
@pytest.mark.parametrize(("size", "packs", "jokers"), [(10, 1, 0), (13, 2, 2), (27, 3, 3)])
def test_a_dealt_hand_is_a_hand_of_those_packs(deal, size, packs, jokers) -> None:
    for seed in range(40):
        hand = deal(Random(seed), size, packs, jokers, ["7S"])
        assert len(hand) == size
        assert hand == deal(Random(seed), size, packs, jokers, ["7S"])
        assert not Counter(hand) - Counter(full_pack(packs, jokers, ["7S"]))


def test_rich_hands_are_richer_and_wild_hands_wilder() -> None:
    def mean_deadwood(deal) -> float:
        return sum(gin.deadwood(deal(Random(seed), 10, 1, 0)) for seed in range(60)) / 60

    assert mean_deadwood(rich_hand) < mean_deadwood(random_hand) / 2
    wild = twenty_one.meld_rules("7S", 1).wild
    counts = {
        sum(card in wild for card in wild_hand(Random(seed), 21, 3, 3, wild, ["7S"]))
        for seed in range(60)
    }
    assert min(counts) >= 3 and max(counts) >= 10
