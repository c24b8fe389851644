"""A hand is won by whoever the game's own rules say, not by whoever tapped first."""

from dataclasses import replace
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.game import Outcome
from scorekeeper.engine.money import Payment
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.words import _
from scorekeeper.variants import VARIANTS
from tests.helpers.engine import tiny


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


def with_money(hand: dict[str, Any], *payments: tuple[int, int, int]) -> set[int]:
    """The winners of a hand that brought these payments, where the rules do not name them."""
    rules, names = tiny.variant, "ABC"
    game = playing.start(rules, load_options(rules, {}, 3), 3)
    after = playing.play(rules, game, load_entry(rules, game, hand, names))
    assert after.last is not None
    outcome = Outcome(after.last.scores, tuple(Payment(*p, _("paid")) for p in payments))
    return set(winners(rules, replace(after, last=replace(after.last, outcome=outcome))))


def test_who_says_that_he_won_has_won_though_another_was_paid_more():
    hand = {"deal": {}, "lines": {"A": {"won": True}, "B": {"points": 20}, "C": {"points": 1}}}
    assert with_money(hand, (0, 1, 5)) == {0}


def test_where_nobody_says_so_those_with_the_most_money_have_won_be_it_one_unit():
    nobody: dict[str, Any] = {"deal": {"result": "void"}, "lines": {}}
    assert with_money(nobody, (1, 0, 1), (1, 2, 1)) == {0, 2}
    assert with_money(nobody) == set()
