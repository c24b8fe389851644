"""The slow counting of cards against the published cases, and one slow method against another.

The cases of the games that are in ``fixtures/variants`` are read there; the worked hands of the
rules, and the cases of the other games, stand in ``tests.helpers.brute.published``.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from tests.helpers.brute import basic, gin, marriage, melds, rummi, thirteen, twenty_one, vazhushal
from tests.helpers.brute.answers import answer
from tests.helpers.brute.melds import IMPURE, PURE, SET, MeldRules, kinds
from tests.helpers.brute.packings import covers, most_melded
from tests.helpers.brute.published import PUBLISHED
from tests.helpers.card_hands import (
    IN_ORDER,
    full_pack,
    random_hand,
    rich_hand,
    table_and_hand,
    wild_hand,
)

FIXTURES = Path(__file__).parents[2] / "fixtures" / "variants"

# Published cases ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_worked_hands_of_the_rules_come_out(name) -> None:
    variant, options, cards, expect = PUBLISHED[name]
    answered = answer(variant, options, cards)
    assert {key: answered[key] for key in expect} == expect


ACES = "2H 3H 4H 5S 6S AH 9D 9C 9S KC KD KH QS"
ODD_TWELVE = "2H 4C 6D 8H 10C QD 3S 5H 9D KC 2D 4D"
TUNNELAS = "2H 2H 2H 9C 9C 9C KD KD KD"
DUBLEES = "2H 2H 4C 4C 6D 6D 8H 8H 10C 10C QD QD 3S 3S KC KC 5D 7H 9S JC AH"
WILD_EIGHT = "JK JK JK 7S 7S 6S 6S 8S"
TWO_MARRIAGES = "6S 6S 7S 7S 8S 8S"


# Worked out by hand, from the same sections.
@pytest.mark.parametrize(
    ("variant", "options", "cards", "expect"),
    [
        ("points_rummy", {}, {"turned": "JK", "hand": ACES}, {"penalty": 10}),
        ("paplu", {}, {"turned": "JK", "hand": ACES}, {"penalty": 78}),
        (
            "paplu",
            {"min_loser": 2},
            {"turned": "10H", "hand": "2H 3H 4H 5S 6S JK 9D 9C 9S KC KD KH 10S"},
            {"penalty": 2},
        ),
        (  # three printed jokers as the third pure sequence, so that the kings do not count
            "rummy_21",
            {},
            {"turned": "7S", "hand": "JK JK JK 3H 4H 5H 9C 10C JC KD KH KC"},
            {"penalty": 2},
        ),
        (
            "rummy_21",
            {},
            {"turned": "7S", "declare": f"{TUNNELAS} {ODD_TWELVE}"},
            {"valid": True},
        ),
        ("rummy_21", {}, {"turned": "7S", "declare": DUBLEES}, {"valid": True}),
        ("rummy_27", {"show_dublees": 9}, {"turned": "7S", "declare": DUBLEES}, {"valid": False}),
        (
            "rummy_21",
            {},
            {"turned": "7S", "declare": f"{WILD_EIGHT} {ODD_TWELVE} KH"},
            {"valid": True},
        ),
        (
            "rummy_21",
            {"two_marriages_show": True},
            {"turned": "7S", "declare": f"{TWO_MARRIAGES} {ODD_TWELVE} KH JD 9H"},
            {"valid": True},
        ),
        (
            "rummy_21",
            {},
            {"turned": "7S", "declare": f"{TWO_MARRIAGES} {ODD_TWELVE} KH JD 9H"},
            {"valid": False},
        ),
        (
            "marriage",
            {"tunnela_scale": "rising"},
            {"tiplu": "5C", "exposed": ["9H 9H 9H", "KS KS KS", "6C 6C 6C"]},
            {"maal": 15 + 20},
        ),
        ("basic_rummy", {"set_duplicates": True}, {"hand": "7H 7H 7S 7S"}, {"deadwood": 0}),
        ("rummi", {}, {"hand": "JK JK JK"}, {"passport": True, "tien_hu": True}),
    ],
)
def test_what_was_worked_out_by_hand_comes_out(variant, options, cards, expect) -> None:
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
    by_mask = melds.melds(hand, SEVENS_WILD)
    for size in range(len(hand) + 1):
        for handful in combinations(range(len(hand)), size):
            what = kinds([hand[index] for index in handful], SEVENS_WILD)
            assert by_mask.get(sum(1 << index for index in handful), frozenset()) == what


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
    assert gin.deadwood(hand) == min(gin.left_over(hand, layout) for layout in gin.layouts(hand))


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
        letter, start = rng.choice("SHDC"), rng.randrange(12)
        wished = [IN_ORDER["CDHS".index(letter) * 13 + (start + step) % 13] for step in range(3)]
        if shapes[-1] == "set":
            wished = [wished[0][:-1] + suit_letter for suit_letter in rng.sample("SHDC", 3)]
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
    result = vazhushal.score(negative, table, hand)
    assert result is not None
    assert lying - held <= result
    cheaper = vazhushal.score(negative, table, hand, wild_in_hand=0)
    assert cheaper is not None
    assert result <= cheaper


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
