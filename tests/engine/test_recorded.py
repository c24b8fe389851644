"""Facts that hands record of their players, compared with numbers worked out by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.recorded import hand_facts
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import VARIANTS
from tests.engine.laws import every_variant, few
from tests.engine.recorded import lines
from tests.helpers.drawing import Drawn
from tests.helpers.strategies import games

OF_EVERY_GAME: tuple[Fact, ...] = (Fact.DEALT, Fact.DEALT_WON)

DEALER = {"dealt", "dealt_won"}


def facts_by_name(
    key: str, hand: dict[str, Any], names: str = "ABCD", **options: Any
) -> dict[str, Facts]:
    """The facts of everybody in the first hand of a game, without those that are nothing."""
    rules = VARIANTS[key]
    game = playing.start(rules, load_options(rules, options, len(names)), len(names))
    after = playing.play(rules, game, load_entry(rules, game, hand, tuple(names)))
    facts = hand_facts(rules, game, after, winners(rules, after))
    return {n: {k: v for k, v in f.items() if v} for n, f in zip(names, facts, strict=True)}


def without_dealer(facts: dict[str, Facts]) -> dict[str, dict[str, float]]:
    return {n: {str(k): v for k, v in f.items() if k not in DEALER} for n, f in facts.items()}


def of_dealer(facts: dict[str, Facts]) -> dict[str, dict[str, float]]:
    return {n: {str(k): v for k, v in f.items() if k in DEALER} for n, f in facts.items()}


@pytest.mark.parametrize("key", ["points_rummy", "pool_rummy", "deals_rummy"])
def test_thirteen_cards(key):
    hand = lines(A="won", B=31, C=95, D="middle_drop")
    assert without_dealer(facts_by_name(key, hand)) == {
        "A": {"reported": 1},
        "B": {"reported": 1, "caught": 1, "caught_points": 31},
        "C": {"reported": 1, "caught": 1, "caught_points": 80, "full": 1},
        "D": {"reported": 1, "middle_drop": 1, "drop_points": 40},
    }
    hand = lines(A="wrong_show", B="first_drop", C=80, D="won")
    assert without_dealer(facts_by_name(key, hand)) == {
        "A": {"reported": 1, "wrong_show": 1},
        "B": {"reported": 1, "first_drop": 1, "drop_points": 20},
        "C": {"reported": 1, "caught": 1, "caught_points": 80, "full": 1},
        "D": {"reported": 1},
    }


@pytest.mark.parametrize("key", ["points_rummy", "pool_rummy", "deals_rummy", "paplu", "rummy_21"])
def test_a_void_hand_says_nothing_though_somebody_dropped_in_it(key):
    hand = lines(B="first_drop") | {"deal": {"outcome": "void"}}
    assert without_dealer(facts_by_name(key, hand)) == {name: {} for name in "ABCD"}


def test_who_is_out_of_a_pool_ended_no_hand():
    rules, names = VARIANTS["pool_rummy"], ("A", "B", "C")
    game = playing.start(rules, load_options(rules, {"pool": 61}, 3), 3)
    for hand in (lines(A="won", B=60, C=20), lines(A="won", B=20, C=20)):
        game = playing.play(rules, game, load_entry(rules, game, hand, names))
    after = playing.play(rules, game, load_entry(rules, game, lines(A="won", C=3), names))
    all_facts = hand_facts(rules, game, after, {0})
    assert [facts.get(Fact.REPORTED) for facts in all_facts] == [1, None, 1]


def test_nobody_can_drop_in_deals_of_two_so_that_nothing_is_told_of_it():
    rules = VARIANTS["deals_rummy"]
    game = playing.start(rules, load_options(rules, {}, 2), 2)
    after = playing.play(rules, game, load_entry(rules, game, lines(A="won", B=12), ("A", "B")))
    names = {*hand_facts(rules, game, after, {0})[1]}
    assert Fact.CAUGHT in names
    assert names.isdisjoint({Fact.FIRST_DROP, Fact.MIDDLE_DROP, Fact.DROP_POINTS})


def test_paplu_declared_on_the_first_turn():
    hand = lines(A="won", B=81, C=90, D=10)
    hand["deal"] = {"declared": "first_turn", "turned": "5H"}
    hand["lines"]["B"]["no_turn"] = True
    assert without_dealer(facts_by_name("paplu", hand, cap=80)) == {
        "A": {"reported": 1, "first_turn": 1},
        "B": {"reported": 1, "caught": 1, "caught_points": 40},
        "C": {"reported": 1, "caught": 1, "caught_points": 80, "full": 1},
        "D": {"reported": 1, "caught": 1, "caught_points": 10},
    }


def test_paplu_with_no_cap_has_no_full_count():
    rules = VARIANTS["paplu"]
    game = playing.start(rules, load_options(rules, {}, 2), 2)
    hand = lines(A="won", B=120) | {"deal": {"turned": "5H"}}
    after = playing.play(rules, game, load_entry(rules, game, hand, ("A", "B")))
    assert Fact.FULL not in hand_facts(rules, game, after, {0})[1]


@pytest.mark.parametrize("key", ["rummy_21", "rummy_27"])
def test_value_cards_are_no_part_of_a_count(key):
    hand = lines(A="won", B=131, C=200, D="first_drop")
    hand["lines"]["A"]["cut"] = 1
    hand["lines"]["B"]["no_turn"] = True
    assert without_dealer(facts_by_name(key, hand)) == {
        "A": {"reported": 1, "first_turn": 1, "value_points": 10},
        "B": {"reported": 1, "caught": 1, "caught_points": 60},
        "C": {"reported": 1, "caught": 1, "caught_points": 120, "full": 1},
        "D": {"reported": 1, "first_drop": 1, "drop_points": 30},
    }


def test_a_win_of_21_cards_after_everybody_had_a_turn_is_no_early_one():
    assert without_dealer(facts_by_name("rummy_21", lines(A="won", B=3, C=5, D=1)))["A"] == {
        "reported": 1
    }


def test_basic_rummy_tells_what_losers_are_charged():
    hand = {"deal": {}, "lines": {"A": {"won": True}, "B": {"points": 12}, "C": {"points": 60}}}
    assert without_dealer(facts_by_name("basic_rummy", hand, "ABC", cap_points=50)) == {
        "A": {"reported": 1},
        "B": {"reported": 1, "caught": 1, "caught_points": 12},
        "C": {"reported": 1, "caught": 1, "caught_points": 50, "full": 1},
    }
    void = {"deal": {"result": "void"}, "lines": {}}
    assert without_dealer(facts_by_name("basic_rummy", void, "ABC")) == {"A": {}, "B": {}, "C": {}}


def test_rummi_by_points_and_a_complete_hand_dealt():
    hand = {"deal": {}, "lines": {"A": {"points": 9}, "B": {"points": 4}, "C": {"points": 30}}}
    assert without_dealer(facts_by_name("rummi", hand, "ABC")) == {
        "A": {"reported": 1, "caught": 1, "caught_points": 9},
        "B": {"reported": 1},
        "C": {"reported": 1, "caught": 1, "caught_points": 30},
    }
    dealt = {"deal": {"result": "tien_hu"}, "lines": {"C": {"won": True}}}
    assert without_dealer(facts_by_name("rummi", dealt, "ABC"))["C"] == {
        "reported": 1,
        "first_turn": 1,
    }
    wrong = {"deal": {}, "lines": {"A": {"points": 9, "foul": True}, "B": {"points": 4}, "C": {}}}
    assert without_dealer(facts_by_name("rummi", wrong, "ABC")) == {
        "A": {"reported": 1, "wrong_show": 1},
        "B": {"reported": 1},
        "C": {"reported": 1},
    }


def test_every_game_tells_who_dealt_and_whether_he_won():
    hand = {"deal": {}, "lines": {"A": {"knocked": True, "deadwood": 2}, "B": {"deadwood": 9}}}
    assert of_dealer(facts_by_name("gin_rummy", hand | {"dealer": "A"}, "AB")) == {
        "A": {"dealt": 1, "dealt_won": 1},
        "B": {},
    }
    dealer_facts = of_dealer(facts_by_name("gin_rummy", hand | {"dealer": "B"}, "AB"))
    assert dealer_facts == {"A": {}, "B": {"dealt": 1}}


def test_whoever_misses_a_hand_is_told_nothing_of():
    hand = lines(A="won", B=3, C=5) | {"absent": ["D"]}
    assert facts_by_name("points_rummy", hand)["D"] == {}


def test_cards_that_were_tapped_count_as_they_come_to():
    cards = "2S 4S 6S 8S 10S QS 2H 4H 6H 8H 10H QH 2D"
    hand = lines(A="won", B=3, C=3, D=3) | {"deal": {"turned": "KC"}}
    hand["lines"]["B"] = {"finish": "counted", "cards": cards}
    told_of = without_dealer(facts_by_name("points_rummy", hand, cap=100))
    assert told_of["B"] == {"reported": 1, "caught": 1, "caught_points": 82}


# Of all games ------------------------------------------------------------------------------------


@every_variant
@few
@given(data=st.data())
def test_a_game_tells_the_same_in_every_hand(variant: AnyVariant, data: st.DataObject) -> None:
    drawn: Drawn = data.draw(games(variant))
    known: set[frozenset[Fact]] = set()
    for before, after in zip(drawn.games, drawn.games[1:], strict=False):
        all_facts = hand_facts(variant, before, after, winners(variant, after))
        assert sum(facts.get(Fact.DEALT, 0) for facts in all_facts) <= 1
        known |= {frozenset(facts) for facts in all_facts if facts}
        for facts in all_facts:
            own_facts = {name: value for name, value in facts.items() if name not in OF_EVERY_GAME}
            assert all(value >= 0 for value in own_facts.values())
            ends = (Fact.CAUGHT, Fact.FIRST_DROP, Fact.MIDDLE_DROP, Fact.WRONG_SHOW)
            assert sum(own_facts.get(end, 0) for end in ends) <= own_facts.get(Fact.REPORTED, 0)
            assert own_facts.get(Fact.FULL, 0) <= own_facts.get(Fact.CAUGHT, 0)
            assert own_facts.get(Fact.CAUGHT, 0) or not own_facts.get(Fact.CAUGHT_POINTS, 0)
    assert len(known) <= 1
