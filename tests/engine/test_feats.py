"""Achievements of one hand: a hand made up for each, which earns it for nobody else."""

import re
from itertools import chain
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.feats import OF_ALL_GAMES, Feat
from scorekeeper.engine.outcomes.recorded import earned_feats, hand_facts
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants import VARIANTS
from tests.engine.recorded import lines

ALL = list(chain(OF_ALL_GAMES, *(rules.feats for rules in VARIANTS.values())))
BY_KEY: dict[str, Feat] = {feat.key: feat for feat in ALL}
OF_ALL = {feat.key for feat in OF_ALL_GAMES}


def done(
    key: str, *hands: dict[str, Any], names: str = "ABCD", side: int = 1, **options: Any
) -> dict[str, set[str]]:
    """Achievements of everybody in the last of these hands, without those of every game."""
    rules, seats = VARIANTS[key], len(names) // side
    game = playing.start(rules, load_options(rules, options, seats), seats, side)
    called = rules.line_names(game, tuple(names))
    before = game
    for hand in hands:
        before, game = game, playing.play(rules, game, load_entry(rules, game, hand, called))
    won = winners(rules, game)
    facts = hand_facts(rules, before, game, won)
    runs = [int(person in won) for person in range(game.persons)]
    earned: dict[str, set[str]] = {name: set() for name in names}
    for person, feat in earned_feats(rules, before, game, won, facts, runs):
        earned[names[person]].add(feat)
    return {name: feats - OF_ALL for name, feats in earned.items()}


def test_there_are_many_in_every_family_and_a_key_means_one():
    assert len(BY_KEY) >= 40
    assert all(BY_KEY[feat.key] is feat for feat in ALL)
    for feat in ALL:
        families = {rules.family for rules in VARIANTS.values() if feat in rules.feats}
        assert len(families) == (feat not in OF_ALL_GAMES), feat.key


def test_each_has_a_card_words_and_a_face_of_its_own_in_a_game():
    assert all(re.fullmatch(r"(A|K|Q|J|10|[2-9])[SHDC]", feat.face) for feat in ALL)
    assert all(feat.name and feat.description.endswith(".") for feat in ALL)
    assert len({feat.name for feat in BY_KEY.values() if "harvest" not in feat.key}) > 35
    for rules in VARIANTS.values():
        shown = [feat.face for feat in (*OF_ALL_GAMES, *rules.feats)]
        assert len(shown) == len({*shown}), rules.key


@pytest.mark.parametrize("key", ["points_rummy", "pool_rummy", "paplu"])
def test_what_a_hand_of_13_cards_earns(key):
    cap: dict[str, Any] = {"cap": 80} if key == "paplu" else {}
    deal = {"deal": {"turned": "5H"}} if key == "paplu" else {}
    dropped = lines(A="won", B="first_drop", C="middle_drop", D="first_drop") | deal
    assert done(key, dropped, **cap) == {
        "A": {"indian_all_dropped"},
        "B": set(),
        "C": set(),
        "D": set(),
    }
    caught = lines(A="won", B=80, C=80, D=41) | deal
    assert done(key, caught, **cap)["A"] == {
        "indian_all_caught",
        "indian_two_full",
        "indian_harvest",
    }
    assert done(key, lines(A="won", B=80, C=80, D="first_drop") | deal, **cap)["A"] == {
        "indian_two_full"
    }


def test_a_void_hand_earns_nothing():
    hand = lines(B="first_drop") | {"deal": {"outcome": "void"}}
    assert done("points_rummy", hand) == {name: set() for name in "ABCD"}
    assert done("gin_rummy", {"deal": {"result": "void"}, "lines": {}}, names="AB") == {
        "A": set(),
        "B": set(),
    }


def test_value_cards_are_held_by_whoever_has_them():
    hand = lines(A="won", B=3, C=5, D=1)
    hand["lines"]["B"] |= {"cut": 1, "up": 1, "down": 1}
    feats = done("rummy_21", hand)
    assert feats["B"] == {"values_100"}
    assert feats["A"] == {"indian_all_caught"}


def test_gin_tells_gin_big_gin_and_an_undercut():
    def hand(result: str, mine: int, other: int) -> dict[str, Any]:
        line = {"knocked": True} | ({"deadwood": mine} if result == "knock" else {})
        return {"deal": {"result": result}, "lines": {"A": line, "B": {"deadwood": other}}}

    assert done("gin_rummy", hand("gin", 0, 51), names="AB") == {
        "A": {"gin", "gin_harvest"},
        "B": set(),
    }
    assert done("gin_rummy", hand("big_gin", 0, 9), names="AB", preset="modern")["A"] == {
        "gin",
        "big_gin",
    }
    assert done("gin_rummy", hand("knock", 2, 9), names="AB")["A"] == {"low_knock"}
    undercut = done("gin_rummy", hand("knock", 9, 3), names="AB")
    assert undercut == {"A": set(), "B": {"undercut"}}


def test_canasta_is_told_of_both_partners():
    line = {"natural": 1, "mixed": 3, "melded": 700, "in_hand": 0, "went_out": True}
    other = {"melded": 100, "in_hand": 20, "red_threes": 4}
    hand = {"deal": {}, "lines": {"A+C": line | {"concealed": True}, "B+D": other}}
    feats = done("canasta", hand, side=2)
    assert feats["A"] == feats["C"] == {"concealed", "natural_canasta", "four_canastas"}
    assert feats["B"] == feats["D"] == {"four_red_threes"}


def test_marriage_tells_maal_dublees_and_tunnelas():
    seen = {"status": "seen"}
    hand = {
        "deal": {"declared": "dublees"},
        "lines": {
            "A": {"finish": "won", "maal": 3},
            "B": seen | {"maal": 25},
            "C": seen | {"tunnela": 1},
            "D": {"status": "unseen", "maal": 10},
        },
    }
    feats = done("marriage", hand)
    assert feats["A"] == {"dublees"}
    assert feats["B"] == {"maal_10", "maal_25"}
    assert feats["C"] == {"tunnela"}
    assert feats["D"] == {"maal_10"}


def test_the_western_games_tell_what_goes_out_at_once():
    kalookie = {"deal": {"result": "kalookie"}, "lines": {"A": {"won": True}, "B": {"points": 30}}}
    assert done("kalookie", kalookie, names="AB")["A"] == {"kalookie"}
    blind = {
        "deal": {"blind": "blind_no_joker"},
        "lines": {"A": {"won": True}, "B": {"points": 80}, "C": {"points": 70}},
    }
    assert done("shanghai_rummy", blind, names="ABC")["A"] == {
        "shanghai_blind",
        "shanghai_no_joker",
        "contract_harvest",
    }
    cut = {"lines": {"A": {"won": True}, "B": {"points": 8, "exact_cut": True}, "C": {"points": 7}}}
    assert done("liverpool_rummy", {"deal": {}} | cut, names="ABC")["B"] == {"liverpool_cut"}
    rummy = {"deal": {"rummy": True}, "lines": {"A": {"won": True}, "B": {"points": 10}}}
    feats = done("basic_rummy", rummy, names="AB", rummy_doubles=True)
    assert feats == {"A": {"rummy"}, "B": set()}
    plain = rummy | {"deal": {}}
    assert done("basic_rummy", plain, names="AB", rummy_doubles=True)["A"] == set()
    laid = {"A": {"went_out": True, "melded": 100}, "B": {"melded": 5, "in_hand": 60}}
    assert done("rummy_500", {"deal": {}, "lines": laid}, names="AB")["A"] == {"hundred_melded"}


def test_tiles_rummi_and_games_for_two():
    block = {"deal": {"result": "blocked"}, "lines": {"A": {"points": 5}, "B": {"points": 90}}}
    assert done("rummikub", block, names="AB")["A"] == {"lowest_rack"}
    out = {"deal": {}, "lines": {"A": {"won": True}, "B": {"points": 100}}}
    assert done("rummikub", out, names="AB")["A"] == {"rummikub_harvest"}
    hu: dict[str, Any] = {"deal": {"result": "hu"}, "lines": {"A": {"won": True, "jokers": 3}}}
    hu["lines"] |= {"B": {"points": 4, "aces": [1, 1, 1, 1]}, "C": {"points": 30}}
    feats = done("rummi", hu, names="ABC")
    assert (feats["A"], feats["B"]) == ({"hu", "three_jokers"}, {"four_aces"})
    drawn: dict[str, Any] = {"deal": {"result": "draw"}, "lines": {}}
    won = {"deal": {}, "lines": {"A": {"won": True}}}
    assert done("conquian", drawn, won, names="AB")["A"] == set()
    assert done("conquian", drawn, drawn, won, names="AB")["A"] == {"after_draws"}
    left = {"lines": {"A": {"won": True}, "B": {"cards_left": 9}, "C": {"cards_left": 11}}}
    assert done("vatikan", {"deal": {}} | left, names="ABC", settlement="cards")["A"] == {
        "many_left"
    }
    ran_out: dict[str, Any] = {
        "deal": {"outcome": "stock_out"},
        "lines": {"A": {"melded": 40, "in_hand": 3}},
    }
    ran_out["lines"]["B"] = {"melded": 10, "in_hand": 20}
    assert done("vazhushal", ran_out, names="AB")["A"] == {"stock_out"}
