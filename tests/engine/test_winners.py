"""A hand is won by whoever the game's own rules say, not by whoever tapped first."""

from __future__ import annotations

from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.engine.options import load_options
from scorekeeper.engine.winners import winners
from scorekeeper.variants import VARIANTS


def won(key: str, hand: dict[str, Any], names: tuple[str, ...], **options: Any) -> set[str]:
    rules = VARIANTS[key]
    game = playing.start(rules, load_options(rules, options, len(names)), len(names))
    after = playing.play(rules, game, load_entry(rules, game, hand, names))
    return {names[person] for person in winners(rules, after)}


def test_an_undercut_is_won_by_the_one_who_did_not_knock():
    lines = {"A": {"knocked": True, "deadwood": 9}, "B": {"deadwood": 4}}
    assert won("gin_rummy", {"deal": {}, "lines": lines}, ("A", "B")) == {"B"}


def test_a_hand_of_rummi_is_won_by_the_first_though_another_made_more_of_his_aces():
    points = dict(zip("ABCD", (12, 30, 45, 61), strict=True))
    lines: dict[str, Any] = {name: {"points": count} for name, count in points.items()}
    lines["D"]["aces"] = [2, 2, 2, 2]
    assert won("rummi", {"deal": {}, "lines": lines}, ("A", "B", "C", "D")) == {"A"}


def test_two_with_tien_hu_have_both_won():
    lines = {"A": {"won": True}, "C": {"won": True}}
    hand = {"deal": {"result": "tien_hu"}, "lines": lines}
    assert won("rummi", hand, ("A", "B", "C", "D")) == {"A", "C"}


def test_nobody_wins_a_void_hand():
    assert won("rummi", {"deal": {"result": "void"}, "lines": {}}, ("A", "B")) == set()
    assert won("gin_rummy", {"deal": {"result": "void"}, "lines": {}}, ("A", "B")) == set()
    assert won("paplu", {"deal": {"outcome": "void"}, "lines": {}}, ("A", "B")) == set()
