"""The search for the least count: the golden hands of every game, and what must always hold."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.cards import JOKER, PACK, RANKS, SUITS, parse_cards, rank, suit
from scorekeeper.engine.melds import (
    PURE,
    SEQUENCES,
    Arrangement,
    Group,
    Lives,
    MeldRules,
    alike,
    check_laid,
    check_show,
    declare,
    dump_arrangement,
    least,
    load_arrangement,
    rank_values,
    refusal,
)

FIXTURES = Path(__file__).parents[2] / "fixtures" / "variants"

# The rules of the games, as parameters --------------------------------------------------------


def of_rank(name: str) -> frozenset[str]:
    return frozenset(name + letter for letter in SUITS)


def beside(card: str, *steps: int) -> frozenset[str]:
    """Cards of the same suit so many ranks away, round the corner."""
    place = RANKS.index(rank(card))
    return frozenset(RANKS[(place + step) % 13] + suit(card) for step in steps)


THIRTEEN = MeldRules(lives=Lives(pure=1, sequences=2))

ALL_WILD = [("AS 2S 3S 2S 2H 2D", "2"), ("AS 2S 3S 3D 3H 3S", "3")]
"""A straight sequence and three wild cards of one rank, which are a set or a sequence."""


def thirteen(turned: str, options: dict[str, Any], *, aces_wild: bool) -> MeldRules:
    """indian_rummy.md §7"""
    wild = of_rank("A" if turned == JOKER else rank(turned))
    if turned == JOKER and not aces_wild:
        wild = frozenset()
    tanala = options.get("tanala", "auto")
    return replace(
        THIRTEEN,
        wild=wild,
        tunnelas=tanala == "on" or (tanala == "auto" and options.get("decks", 2) == 3),
        lives=Lives(1, 2, pure_saves=options.get("life_rule") != "both_or_all"),
    )


def many(turned: str, steps: Iterable[int], options: dict[str, Any]) -> MeldRules:
    """rummy_21.md §6, rummy_27.md §1"""
    middle = "AS" if turned == JOKER else turned
    wild = beside(middle, *steps)
    if turned == JOKER or options.get("same_rank_wild"):
        wild |= of_rank(rank(middle))
    pure = options.get("show_pure", 3)
    return MeldRules(
        wild=wild, tunnelas=True, joker_tunnelas=True, lives=Lives(pure, pure), loose_wilds=True
    )


STEPS = {"rummy_21": (-1, 0, 1), "rummy_27": (-2, -1, 0, 1, 2)}


def marriage(tiplu: str) -> MeldRules:
    """NAMES-indian.md §6"""
    wild = beside(tiplu, -1, 0, 1) | of_rank(rank(tiplu))
    return MeldRules(wild=wild, max_run=3, max_set=3, tunnelas=True, lives=Lives(3, 3))


GIN = MeldRules(values=rank_values(ace=1), aces="low")


def basic(options: dict[str, Any]) -> MeldRules:
    """basic_rummy.md §6"""
    both = options.get("ace_mode") == "high_low"
    duplicates = options.get("set_duplicates", False)
    return MeldRules(
        values=rank_values(ace=options.get("ace_value", 11 if both else 1)),
        wild_value=options.get("joker_value", 15),
        aces="both" if both else "low",
        same_suits=duplicates,
        max_set=8 if duplicates else 4,
        min_naturals=options.get("meld_min_naturals", 1),
    )


RUMMI = MeldRules(same_suits=True, max_set=30, lives=Lives(pure=0, sequences=1), loose_wilds=True)
"""rummi.md §8.3: cards of one rank make a kill, in any suits and any number."""


# The golden hands ------------------------------------------------------------------------------


def hands(key: str, names: Sequence[str], expected: Sequence[str]) -> list[Any]:
    """The card questions of these games' fixtures that ask for one of ``expected``."""
    return [
        pytest.param(case, id=case["id"])
        for name in names
        for case in json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))
        if key in case.get("cards", ()) and set(expected) & case["expect"].keys()
    ]


INDIAN = ("paplu", "points_rummy", "pool_rummy", "deals_rummy")
CAPS = {"paplu": 10**6, "points_rummy": 80, "pool_rummy": 80, "deals_rummy": 80}


def rules_of(case: dict[str, Any]) -> MeldRules:
    turned, options = case["cards"]["turned"], case["options"]
    if case["variant"] in STEPS:
        return many(turned, STEPS[case["variant"]], options)
    return thirteen(turned, options, aces_wild=case["variant"] != "paplu")


@pytest.mark.parametrize("case", hands("hand", INDIAN, ["penalty", "deadwood"]))
def test_the_least_legal_count_of_13_cards(case):
    options, cards = case["options"], parse_cards(case["cards"]["hand"])
    cap = options.get("cap", 60 if options.get("pool") == 61 else CAPS[case["variant"]])
    rules, expected = rules_of(case), case["expect"]
    assert min(cap, least(cards, rules).points) == expected["penalty"]
    if "deadwood" in expected:
        assert least(cards, replace(rules, lives=Lives())).points == expected["deadwood"]


@pytest.mark.parametrize("case", hands("hand", ["rummy_21", "rummy_27"], ["penalty"]))
def test_the_least_legal_count_of_21_and_27_cards(case):
    options, cards = case["options"], parse_cards(case["cards"]["hand"])
    rules = rules_of(case)
    dublees, jokers = len(alike(cards, 2)), sum(map(rules.is_wild, cards))
    safe = dublees >= options.get("dublees_safe", 6) or jokers >= options.get("jokers_safe", 7)
    count = 2 if safe else max(2, least(cards, rules).points)
    assert min(options.get("cap", 120), count) == case["expect"]["penalty"]


@pytest.mark.parametrize("case", hands("declare", [*INDIAN, *STEPS], ["valid"]))
def test_all_cards_can_be_shown_or_not(case):
    cards, rules = parse_cards(case["cards"]["declare"]), rules_of(case)
    assert (declare(cards, rules) is not None) == case["expect"]["valid"]
    assert (refusal(cards, rules) is None) == case["expect"]["valid"]


@pytest.mark.parametrize("case", hands("declare", ["marriage"], ["valid"]))
def test_seven_melds_of_three_or_eight_dublees(case):
    cards = parse_cards(case["cards"]["declare"])
    shown = declare(cards, marriage(case["cards"]["tiplu"])) is not None
    assert (shown or len(alike(cards, 2)) >= 8) == case["expect"]["valid"]


@pytest.mark.parametrize("case", hands("hand", ["gin_rummy", "basic_rummy"], ["deadwood"]))
def test_the_least_deadwood(case):
    rules = GIN if case["variant"] == "gin_rummy" else basic(case["options"])
    cards = parse_cards(case["cards"]["hand"])
    assert least(cards, rules).points == case["expect"]["deadwood"]


@pytest.mark.parametrize(
    ("number", "turned", "hand", "count"),
    [
        ("C4", "8D", "7H 8H 9H JK JC QC 4D 4S 4C AS KD 6S 3D", 29),
        ("C6", "10D", "AS 2S 3S QH KH AH 5D 5C 5H 9C JK KD 7S", 26),
        ("C9", "10D", "3D 4D 5D 6D 7D 8D KS QH JC AC 9S 9H 2C", 60),
        ("C10", "10D", "2H 3H 4H 5S 6S JK 9D 9C 9S KC KD KH 10S", 0),
    ],
)
def test_the_hands_of_indian_rummy_that_no_fixture_holds(number, turned, hand, count):
    assert least(parse_cards(hand), thirteen(turned, {}, aces_wild=True)).points == count


@pytest.mark.parametrize(
    ("game", "turned", "options", "hand", "count"),
    [
        (
            "rummy_21",
            "7S",
            {},
            "3H 4H 5H JK JK JK 9C 10C JC KD KH KC 2C 8D AC QS 10S 4D 7H JS 5C",
            16,
        ),
        (
            "rummy_21",
            "7S",
            {"same_rank_wild": True},
            "7H 7D 3H 4H 5H 9C 10C JC QD QD QD 5S KS AC AD 2H 6C 8D 10H JS 4D",
            33,
        ),
        (
            "rummy_21",
            "7S",
            {},
            "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 8C 8D 8H KS AS JK 4D 2H 10S 7D",
            16,
        ),
        (
            "rummy_27",
            "AC",
            {},
            "QC KC 3C 5H 6H 7H 9D 10D JD 8S 8S 8S 4H KD KH QS 9C 9H 2D 6D 10H 5C 7D 3S JH 2H 4D",
            27,
        ),
    ],
)
def test_the_hands_of_21_and_27_cards_that_no_fixture_holds(game, turned, options, hand, count):
    assert least(parse_cards(hand), many(turned, STEPS[game], options)).points == count


@pytest.mark.parametrize(
    ("hand", "options", "count"),
    [
        ("KS AS 2S", {"ace_mode": "high_low"}, 23),
        ("3S 3H JK 9D JK", {}, 6),
        ("AS AD AC KS", {}, 10),
        ("7H 7H 7S", {}, 21),
        ("7H 7H 7S", {"set_duplicates": True}, 0),
    ],
)
def test_the_hands_of_basic_rummy_that_no_fixture_holds(hand, options, count):
    assert least(parse_cards(hand), basic(options)).points == count


# One rule each -----------------------------------------------------------------------------------


def laid(hand: str, rules: MeldRules) -> list[str]:
    return [" ".join(group.cards) for group in least(parse_cards(hand), rules).groups]


def test_of_equal_counts_the_one_that_spends_fewer_wild_cards():
    rules = MeldRules(wild=frozenset({"6S"}))
    assert laid("5S 6S 7S JK", rules) == ["5S 6S 7S"]
    assert laid("5H 6H 7H 8H 9D 9C JK", rules) == ["5H 6H 7H 8H", "9D 9C JK"]
    assert laid("5D 2H 2S 2D 4S JK", rules) == ["2S 2H 2D"]


def test_a_long_sequence_is_split_only_for_a_life():
    assert laid("3D 4D 5D 6D 7D 8D", MeldRules()) == ["3D 4D 5D 6D 7D 8D"]
    assert laid("3D 4D 5D 6D 7D 8D", THIRTEEN) == ["3D 4D 5D", "6D 7D 8D"]
    assert laid("3D 4D 5D 6D 7D 8D", MeldRules(max_run=5)) == ["3D 4D 5D", "6D 7D 8D"]


def test_a_wild_card_stands_above_a_sequence_if_there_is_a_place():
    rules = MeldRules(values=rank_values(ace=1), aces="low")
    (group,) = least(("QH", "KH", JOKER), rules).groups
    assert group == Group("impure", (JOKER, "QH", "KH"), ("JH", None, None))
    (group,) = least(("QH", "KH", JOKER), replace(rules, aces="high")).groups
    assert group == Group("impure", ("QH", "KH", JOKER), (None, None, "AH"))


def test_a_wild_card_in_its_own_place_is_no_joker():
    rules = MeldRules(wild=of_rank("7"), lives=Lives(1, 1))
    (group,) = least(parse_cards("6D 7D 8D"), rules).groups
    assert group == Group("pure", ("6D", "7D", "8D"), (None, None, None))


def test_a_wild_card_alone_gives_a_life_with_two_others():
    rules = replace(THIRTEEN, wild=of_rank("7"))
    hand = parse_cards("2H 3H 4H 7S 7D JK KS KD KC")
    assert least(hand, rules).points == 0
    assert least(hand, replace(rules, min_naturals=2)).points == 30


def test_without_lives_every_card_counts_or_all_but_the_pure_sequence():
    hand = parse_cards("2H 3H 4H KS KD KC")
    assert least(hand, THIRTEEN).points == 30
    assert least(hand, replace(THIRTEEN, lives=Lives(1, 2, pure_saves=False))).points == 39
    assert least(hand, MeldRules()).points == 0


def test_wild_cards_left_over_cost_what_the_table_says_and_are_laid_if_they_can_be():
    rules = MeldRules(wild_value=15, wild=frozenset({"2C"}))
    assert least(parse_cards("JK 2C 9H"), rules).points == 0
    assert least(parse_cards("JK 2C 9H KS KD KC 10H JH"), rules).points == 0
    arrangement = least(parse_cards("JK 2C KS KD KC"), replace(rules, min_naturals=3))
    assert arrangement.left == (("2C", 15),), "a set has room for one"


def test_wild_cards_make_a_meld_among_themselves_if_one_is_itself():
    rules = MeldRules(wild=of_rank("7"), wild_value=20, max_run=3, max_set=3)
    assert least(parse_cards("7S 7H JK"), rules).points == 0
    assert least(parse_cards("JK JK JK"), rules).points == 60
    shown = declare(parse_cards("7S 7H JK 2S 3S 4S"), rules)
    assert shown is not None and len(shown.groups) == 2


def test_a_meld_has_room_for_as_many_wild_cards_as_are_allowed():
    hand = parse_cards("5H 6H 7H JK JK")
    assert least(hand, MeldRules(wild_value=15)).points == 0
    assert least(hand, MeldRules(wild_value=15, max_run=4, min_naturals=3)).points == 15


def test_too_few_lives_may_save_more_than_enough():
    rules = MeldRules(wild=frozenset({"KS"}), tunnelas=True, lives=Lives(2, 2))
    hand = parse_cards("KS AH AS 10S 8S QS 8H KS JS KS")
    assert least(hand, rules).points == 26, "10-J-Q-K-A alone"
    assert least(hand, replace(rules, lives=Lives(2, 2, pure_saves=False))).points == 36


def test_two_natural_cards_far_apart_are_joined_by_wild_ones():
    rules = MeldRules(wild_value=15, min_naturals=2)
    assert least(("5H", "10H", *[JOKER] * 4), rules).points == 0


def test_identical_cards_make_dublees_and_tunnelas():
    cards = parse_cards("6C 6C 6C 6C JK JK JK 2H")
    assert [group.cards for group in alike(cards, 2)] == [("6C",) * 2] * 2 + [(JOKER,) * 2]
    assert [(group.kind, group.cards[0]) for group in alike(cards, 3)] == [
        ("tunnela", "6C"),
        ("tunnela", JOKER),
    ]


def test_loose_wild_cards_may_lie_beside_a_show_only_if_the_rules_say_so():
    cards = parse_cards("2H 3H 4H 6S 6S 6S 9C 9D 9H 9S JK")
    rules = MeldRules(lives=Lives(2, 2), tunnelas=True)
    assert declare(cards, rules) is None
    shown = declare(cards, replace(rules, loose_wilds=True))
    assert shown is not None and shown.cards_left == (JOKER,)


def test_spare_wild_cards_are_laid_with_a_meld():
    shown = declare(parse_cards("2H 3H 4H 8S 9S 10S JK JK"), THIRTEEN)
    assert shown is not None and not shown.left
    assert [group.kind for group in shown.groups] == ["pure", "impure"]


def test_the_dearest_card_left_comes_first():
    assert least(parse_cards("2H 9S KC 5D"), GIN).cards_left == ("KC", "9S", "5D", "2H")


# Words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("4S 5S JK 7H 8H JK QD QC QS 2D 2C 2H 2S", "No pure sequence: 7♥ 8♥ Joker is not pure."),
        ("2S 5S 8S JS 2H 5H 8H JH 2D 5D 8D JD KC", "No pure sequence."),
        ("5H 6H 7H 2D 2S 2C KD KS KH 9C 9D 9S 3S", "Only one sequence."),
        ("AS 2S 3S QH KH AH 5D 5C 5H 9C JK KD 7S", "7♠ K♦ 9♣ are not in any meld."),
        ("AS 2S 3S QH KH AH 5D 5C 5H KC JK KD 7S", "7♠ is not in any meld."),
        ("AS 2S 3S QH KH AH 5D 5C 5H KC JK KD KS", None),
    ],
)
def test_the_first_fault_of_a_show_is_told(hand, words):
    fault = refusal(parse_cards(hand), replace(THIRTEEN, wild=of_rank("10")))
    assert (fault and str(fault)) == words


def test_missing_pure_sequences_are_counted():
    rules = many("7S", STEPS["rummy_21"], {})
    hand = "3H 4H 5H 9C 10C JC QD KH 2D 5S 8C 8D 8H KS AS JK 4D 2H 10S 7D 2C"
    assert str(refusal(parse_cards(hand), rules)) == "Only 2 of 3 pure sequences."


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("9H JH 10H", "pure"),
        ("10H JH QH", "pure"),
        ("5H JK 6H", "impure"),
        ("5S JK JK 8S", "impure"),
        ("10S JK 9H 9D", "set"),
        ("4S 4H 4D 4C", "set"),
        ("AS 2S 3S", "pure"),
        ("QS KS AS", "pure"),
    ],
)
def test_the_referee_accepts_a_meld(cards, kind):
    (ruling,) = check_laid([parse_cards(cards)], replace(THIRTEEN, wild=of_rank("10")))
    assert ruling.fault is None
    assert ruling.group is not None and ruling.group.kind == kind


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("5S 6S", "5♠ 6♠: a meld has 3 cards at least."),
        ("7C 7C 7C", "7♣ 7♣ 7♣: the same card twice is not a sequence."),
        ("7C 7C 7S", "7♣ 7♣ 7♠: a set has no two cards of one suit."),
        ("KS AS 2S", "K♠ A♠ 2♠: a sequence does not go round the corner."),
        ("5S 7S 9S", "5♠ 7♠ 9♠: these do not follow one another."),
        ("JK JK JK", "Joker Joker Joker: a meld needs a natural card."),
        ("5S 6H 7S", "5♠ 6♥ 7♠: neither of one suit nor of one rank."),
        ("4S 4H 4D 4C JK", "4♠ 4♥ 4♦ 4♣ Joker: a set has 4 cards at most."),
    ],
)
def test_the_referee_says_what_is_wrong(cards, words):
    (ruling,) = check_laid([parse_cards(cards)], replace(THIRTEEN, wild=of_rank("10")))
    assert ruling.group is None
    assert str(ruling.fault) == words


@pytest.mark.parametrize(
    ("cards", "rules", "words"),
    [
        ("5S JK JK", MeldRules(min_naturals=2), "a meld needs 2 natural cards."),
        ("5S 6S 7S 8S", MeldRules(max_run=3), "a sequence has 3 cards at most."),
    ],
)
def test_the_referee_knows_the_limits_of_the_table(cards, rules, words):
    (ruling,) = check_laid([parse_cards(cards)], rules)
    assert str(ruling.fault).endswith(f": {words}")


def test_a_wild_card_stands_at_the_end_where_it_was_laid():
    below, above = check_laid([(JOKER, "5H", "6H"), ("5H", "6H", JOKER)], MeldRules())
    assert below.group is not None and below.group.stands == ("4H", None, None)
    assert above.group is not None and above.group.stands == (None, None, "7H")


def test_a_set_is_told_in_the_order_of_suits_and_what_is_wild_behind_it():
    (ruling,) = check_laid([("KC", JOKER, "KS")], MeldRules())
    assert ruling.group is not None and ruling.group.cards == ("KS", "KC", JOKER)


def test_a_layout_is_refused_for_its_first_fault():
    def fault(*groups: str) -> str:
        return str(check_show([parse_cards(group) for group in groups], THIRTEEN))

    assert fault("5H 6H JK", "KS KD KC") == "No pure sequence: 5♥ 6♥ Joker is not pure."
    assert fault("5H 6H 7H", "KS KD KC") == "Only one sequence."
    assert fault("5H 6H 7H", "2S 2D 9C").startswith("2♠ 2♦ 9♣: neither")
    assert fault("5H 6H 7H", "9H 10H JK") == "None"


def wild_rank(name: str) -> MeldRules:
    """Three packs, one rank wild."""
    return replace(THIRTEEN, wild=of_rank(name), tunnelas=True)


@pytest.mark.parametrize(("hand", "wild"), ALL_WILD)
def test_three_wild_cards_of_a_rank_are_a_sequence_where_the_lives_need_one(hand, wild):
    """indian_rummy.md §7: each may stand for any card, and one of them for itself."""
    cards, rules = parse_cards(hand), wild_rank(wild)
    groups = [cards[:3], cards[3:]]
    assert check_show(groups, rules) is None
    assert [ruling.is_run for ruling in check_laid(groups, rules)] == [True, True]
    (ruling,) = check_laid([cards[3:]], rules)
    assert ruling.group is not None
    assert (ruling.group.kind, ruling.group.wilds) == ("set", 0), "said as it lies there"


def test_wild_cards_in_one_group_are_each_laid_once():
    cards = parse_cards("5S 5S 6S 6S 7S 7S 7H JK")
    rules = MeldRules(wild=frozenset({"5S", "6S", "7S", "7H"}))
    (ruling,) = check_laid([cards], rules)
    assert ruling.group is not None
    assert Counter(ruling.group.cards) == Counter(cards)


def test_a_set_with_natural_cards_of_two_suits_is_no_sequence():
    (ruling,) = check_laid([parse_cards("9S 9H JK")], wild_rank("2"))
    assert not ruling.is_run
    groups = [parse_cards("AS 2S 3S"), parse_cards("9S 9H JK")]
    assert str(check_show(groups, wild_rank("2"))) == "Only one sequence."


# What always holds --------------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> MeldRules:
    """The rules of a game in some deal of it."""
    turned = draw(st.sampled_from(sorted(PACK)))
    options = {
        "tanala": draw(st.sampled_from(["on", "off"])),
        "life_rule": draw(st.sampled_from(["first_life", "both_or_all"])),
        "same_rank_wild": draw(st.booleans()),
        "ace_mode": draw(st.sampled_from(["low", "high_low"])),
        "set_duplicates": draw(st.booleans()),
        "meld_min_naturals": draw(st.sampled_from([1, 2])),
    }
    joker_or_card = draw(st.sampled_from([turned, turned, JOKER]))
    of_games = [
        thirteen(joker_or_card, options, aces_wild=draw(st.booleans())),
        *(many(joker_or_card, steps, options) for steps in STEPS.values()),
        marriage(turned),
        GIN,
        basic(options),
        RUMMI,
    ]
    return draw(st.sampled_from(of_games))


@st.composite
def any_rules(draw: st.DrawFn) -> MeldRules:
    """Rules of any kind."""
    pure = draw(st.integers(0, 2))
    same_suits = draw(st.booleans())
    some = st.frozensets(st.sampled_from(sorted(PACK)), max_size=6)
    return MeldRules(
        values=rank_values(draw(st.sampled_from([1, 10, 11]))),
        wild_value=draw(st.sampled_from([0, 0, 1, 20])),
        wild=draw(st.one_of(some, st.sampled_from(RANKS).map(of_rank))),
        aces=draw(st.sampled_from(["low", "high", "both"])),
        max_run=draw(st.sampled_from([3, 4, 5, 13, 13])),
        same_suits=same_suits,
        max_set=8 if same_suits else draw(st.sampled_from([3, 3, 4, 4])),
        tunnelas=draw(st.booleans()),
        joker_tunnelas=draw(st.booleans()),
        min_naturals=draw(st.sampled_from([1, 1, 2])),
        lives=Lives(pure, pure + draw(st.integers(0, 2)), draw(st.booleans())),
        loose_wilds=draw(st.booleans()),
    )


def tables() -> st.SearchStrategy[MeldRules]:
    """A game's own rules, or any others."""
    return st.one_of(games(), any_rules())


RUNS = [
    tuple(RANKS[(low + step) % 13] + letter for step in range(3))
    for letter in SUITS
    for low in range(12)
]
SETS = [tuple(name + letter for letter in three) for name in RANKS for three in ("SHD", "HDC")]


@st.composite
def dealt(draw: st.DrawFn, most: int = 14) -> tuple[str, ...]:
    """Up to ``most`` cards of three packs, with melds among them more often than by chance."""
    melds = draw(st.lists(st.sampled_from([*RUNS, *SETS, (JOKER,) * 2]), max_size=4))
    singles = draw(st.lists(st.sampled_from([*sorted(PACK), JOKER]), max_size=6))
    cards: list[str] = []
    for card in [card for meld in melds for card in meld] + singles:
        if cards.count(card) < 3:
            cards.append(card)
    return tuple(draw(st.permutations(cards))[:most])


@cache
def legal(cards: tuple[str, ...], rules: MeldRules) -> tuple[int, int] | None:
    """(pure, sequence) of a group that the referee accepts."""
    (ruling,) = check_laid([cards], rules)
    if ruling.group is None:
        return None
    return int(ruling.group.kind in PURE), int(ruling.is_run)


def tried(
    cards: tuple[str, ...], rules: MeldRules, *, only_pure: bool = False
) -> Iterable[tuple[int, int, int, int]]:
    """(points left, wild and natural cards left, pure, sequences) of every layout."""
    if not cards:
        yield 0, 0, 0, 0
        return
    first, *others = cards
    for rest in tried(tuple(others), rules, only_pure=only_pure):
        wild = int(rules.is_wild(first) and rules.loose_wilds)
        yield rest[0] + rules.value(first), rest[1] + 1 - wild, *rest[2:]
    for chosen in range(1, 1 << len(others)):
        group = (first, *(card for n, card in enumerate(others) if chosen >> n & 1))
        if (kind := legal(group, rules)) is not None and kind[0] >= only_pure:
            beside_it = tuple(card for n, card in enumerate(others) if not chosen >> n & 1)
            for left, unmelded, pure, runs in tried(beside_it, rules, only_pure=only_pure):
                yield left, unmelded, pure + kind[0], runs + kind[1]


@example(parse_cards(ALL_WILD[0][0]), wild_rank("2"))
@example(parse_cards(ALL_WILD[1][0]), wild_rank("3"))
@given(dealt(most=7), tables())
@settings(max_examples=min(60, settings().max_examples))
def test_no_layout_that_the_referee_accepts_leaves_less(cards, rules):
    cards, lives = tuple(sorted(cards)), rules.lives
    total = sum(map(rules.value, cards))
    layouts = set(tried(cards, rules))
    alive = [way for way in layouts if way[2] >= lives.pure and way[3] >= lives.sequences]
    counts = [total, *(way[0] for way in alive)]
    if lives.pure_saves:
        counts += [way[0] for way in tried(cards, rules, only_pure=True)]
    assert least(cards, rules).points == min(counts)
    assert (declare(cards, rules) is not None) == any(way[1] == 0 for way in alive)


@given(dealt(), tables(), st.randoms())
def test_the_order_of_the_cards_does_not_matter(cards: tuple[str, ...], rules, random: Random):
    shuffled = random.sample(cards, len(cards))
    assert least(shuffled, rules) == least(cards, rules)
    assert declare(shuffled, rules) == declare(cards, rules)


@given(dealt(), tables(), st.permutations(SUITS))
def test_the_names_of_the_suits_do_not_matter(cards, rules, letters):
    """In four namings, so that every card is of every suit once."""
    losses = set()
    for turn in range(len(SUITS)):
        new = dict(zip(SUITS, letters[turn:] + letters[:turn], strict=True))
        moved = tuple(renamed(card, new) for card in cards)
        other = replace(rules, wild=frozenset(renamed(card, new) for card in rules.wild))
        losses.add((least(moved, other).points, declare(moved, other) is None))
    assert len(losses) == 1


def renamed(card: str, letters: Mapping[str, str]) -> str:
    return card if card == JOKER else rank(card) + letters[suit(card)]


def is_lawful(arrangement: Arrangement, cards: Iterable[str], rules: MeldRules) -> bool:
    """Every card once, every group a meld as it says, wild cards alone standing for others."""
    used = [card for group in arrangement.groups for card in group.cards]
    rulings = check_laid([group.cards for group in arrangement.groups], rules)
    return (
        Counter(used) + Counter(arrangement.cards_left) == Counter(cards)
        and all(ruling.group is not None for ruling in rulings)
        and all(
            rules.is_wild(card) and stood != card
            for group in arrangement.groups
            for card, stood in zip(group.cards, group.stands, strict=True)
            if stood is not None
        )
        and all(points == rules.value(card) for card, points in arrangement.left)
    )


@given(dealt(), tables())
def test_what_is_laid_is_legal_and_saves_only_what_the_lives_allow(cards, rules):
    arrangement = least(cards, rules)
    kinds = [group.kind for group in arrangement.groups]
    pure, runs = (sum(kind in some for kind in kinds) for some in (PURE, SEQUENCES))
    assert is_lawful(arrangement, cards, rules)
    if pure < rules.lives.pure or runs < rules.lives.sequences:
        assert all(kind in PURE for kind in kinds)
        assert rules.lives.pure_saves or not kinds


@example(parse_cards(ALL_WILD[0][0]), wild_rank("2"))
@example(parse_cards(ALL_WILD[1][0]), wild_rank("3"))
@given(dealt(), tables())
def test_a_show_holds_all_cards_and_a_refusal_says_why_there_is_none(cards, rules):
    shown, fault = declare(cards, rules), refusal(cards, rules)
    assert (shown is None) == (fault is not None)
    if shown is None:
        assert "{" not in str(fault)
        return
    assert is_lawful(shown, cards, rules)
    assert not shown.left or (rules.loose_wilds and all(map(rules.is_wild, shown.cards_left)))
    assert check_show([group.cards for group in shown.groups], rules) is None


@given(dealt(), tables())
def test_another_joker_never_hurts_where_jokers_cost_nothing(cards, rules):
    free = replace(rules, wild_value=0)
    counts = [least(cards + (JOKER,) * jokers, free).points for jokers in range(5)]
    assert counts == sorted(counts, reverse=True)


@given(dealt(), tables(), st.sampled_from(sorted(PACK)))
def test_another_card_costs_at_most_its_value(cards, rules, card):
    more = least((*cards, card), rules).points
    assert more <= least(cards, rules).points + rules.value(card)


@given(dealt(), tables(), st.data())
def test_a_joker_for_a_card_outside_the_pure_sequences_never_hurts(cards, rules, data):
    free = replace(rules, wild_value=0, min_naturals=1, wild=frozenset())
    arrangement = least(cards, free)
    outside = [card for group in arrangement.groups if group.kind == "set" for card in group.cards]
    outside += arrangement.cards_left
    if not outside:
        return
    rest = list(cards)
    rest.remove(data.draw(st.sampled_from(sorted(outside))))
    assert least((*rest, JOKER), free).points <= arrangement.points


@given(dealt(), tables())
def test_an_arrangement_survives_json(cards, rules):
    arrangement = least(cards, rules)
    stored = json.loads(json.dumps(dump_arrangement(arrangement)))
    assert load_arrangement(stored) == arrangement
