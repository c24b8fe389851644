"""A hand is won by whoever the game's own rules say, not by whoever tapped first."""

from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.outcomes.winners import won as won_with
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
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


def with_money(key: str, hand: dict[str, Any], *gained: int) -> set[int]:
    """The winners if these amounts were gained, whatever the hand really brought."""
    rules = VARIANTS[key]
    names = "ABC"[: len(gained)]
    game = playing.start(rules, load_options(rules, {}, len(names)), len(names))
    entry = load_entry(rules, game, hand, names)
    return set(won_with(rules, game, entry, (0,) * len(names), gained))


def test_who_says_that_he_won_has_won_though_another_was_paid_more():
    hand = {"deal": {}, "lines": {"A": {"won": True}, "B": {"points": 20}, "C": {"points": 1}}}
    assert with_money("vatikan", hand, -5, 5, 0) == {0}


def test_where_nobody_says_so_those_with_the_most_money_have_won_be_it_one_unit():
    nobody: dict[str, Any] = {"deal": {"result": "void"}, "lines": {}}
    assert with_money("vatikan", nobody, 1, -2, 1) == {0, 2}
    assert with_money("vatikan", nobody, 0, 0, 0) == set()
