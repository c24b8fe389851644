"""Every game is played for no stakes: nobody pays, and the points are the same."""

import json
from functools import partial
from typing import Any

import pytest

from scorekeeper.engine.cases import case as case_module
from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.questions.options import load_options
from scorekeeper.questions.wording import without_stakes
from scorekeeper.variants import VARIANTS
from tests.helpers.engine.witnesses import golden


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_game_for_no_stakes_has_the_same_points_and_moves_no_money(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, played = VARIANTS[variant], 0
    reads = partial(load_options, without_stakes=True)  # as ``start_game`` does
    monkeypatch.setattr(case_module, "load_options", reads)
    for case in golden(rules):
        if "hands" not in case:
            continue
        paid = settle(rules, case)
        free = settle(rules, case | {"options": without_stakes(rules, case.get("options") or {})})
        if "hands" not in paid:  # refused, perhaps for its stake
            continue
        played += 1
        assert not moved(free["hands"]) and not any(free["money"].values()), case["id"]
        if "points" in paid:  # else its points are its money
            assert without_money(free) == without_money(paid), case["id"]
    assert played


def moved(hands: list[dict[str, Any]]) -> bool:
    return any(any(hand["money"].values()) for hand in hands)


def without_money(result: dict[str, Any]) -> str:
    hands = [{"points": hand.get("points")} for hand in result["hands"]]
    return json.dumps({**result, "hands": hands, "money": None}, sort_keys=True)
