"""What the how-tos show is what the program takes: the game in ``adding-a-game.md`` is played."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scorekeeper.engine.case import settle
from scorekeeper.engine.case_file import differences, read_cases
from scorekeeper.engine.variant import AnyVariant

DOCS = Path(__file__).parent.parent / "docs"


def block(page: str, mark: str) -> str:
    """The code between two marks."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.+?)```\n<!-- /{mark} -->", text, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> AnyVariant:
    """The game of the page, as if its module stood in the folder."""
    module: Any = ModuleType("scorekeeper.variants.three_thirteen")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(block("adding-a-game.md", "game"), "adding-a-game.md", "exec"), vars(module))
    variant: AnyVariant = module.variant
    return variant


def test_the_game_of_the_page_settles_its_cases(shown: AnyVariant) -> None:
    cases = read_cases(block("adding-a-game.md", "cases").encode(), {shown.key: shown})
    assert len(cases) == 2
    for case in cases:
        assert list(differences(case["expect"], settle(shown, case))) == [], case["id"]


def test_it_ends_after_eleven_deals_and_pays_the_lowest_total(shown: AnyVariant) -> None:
    hand = {"lines": {"A": {"won": True}, "B": {"points": 3}}}
    told = settle(shown, {"options": {}, "seats": ["A", "B"], "hands": [hand] * 11})
    assert told["over"]
    assert told["money"] == {"A": 3300, "B": -3300}


def test_the_groups_that_it_names_are_those_of_a_variant() -> None:
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    declared = (DOCS.parent / "scorekeeper/engine/variant.py").read_text(encoding="utf-8")
    listed = page.split("What belongs together is a group")[1].split("engine/variant.py")[0]
    groups = set(re.findall(r"`([A-Z]\w+)`", listed))
    assert groups == set(re.findall(r"^class (\w+)", declared, re.MULTILINE)) - {
        *("Nothing", "Preset", "Alone", "Variant")
    }
