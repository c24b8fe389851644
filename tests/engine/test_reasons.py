"""Reasons are stored under keys: old rows read as ever, and each sentence is declared once."""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine import words
from scorekeeper.engine.words import Phrase, _, dump, key_of, load, ngettext, reason
from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[2]
STORED: dict[str, Any] = json.loads(Path(__file__).with_name("stored_reasons.json").read_text())
"""What rows of sites hold: by key the sentence, or two where a count decides.
A new wording changes its line; none is ever removed."""


@pytest.mark.parametrize("key", STORED["keys"])
def test_a_stored_key_is_read_as_its_sentence(key: str) -> None:
    singular, plural = (STORED["keys"][key], "")
    if isinstance(singular, list):
        singular, plural = singular
    values = dict.fromkeys(re.findall(r"{(\w+)}", singular + plural), 2)
    phrase = load([f"@{key}", values]) if values else load(f"@{key}")
    assert (phrase.message, phrase.plural, phrase.values) == (singular, plural, values)
    assert dump(phrase) == ([f"@{key}", values] if values else f"@{key}")
    assert "@" not in phrase


def test_reasons_are_declared_when_modules_are_loaded() -> None:
    """Reading a row plays no game."""
    code = (
        "import scorekeeper.variants; from scorekeeper.engine.words import REASONS; print(*REASONS)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(STORED["keys"]) <= set(ran.stdout.split())


@pytest.fixture
def undeclared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "REASONS", {})
    monkeypatch.setattr(words, "_KEYS", {})


@pytest.mark.usefixtures("undeclared")
def test_a_game_declares_a_reason_in_its_module_alone() -> None:
    left = reason("tiles_left", ngettext("{count} tile left", "{count} tiles left", 1))
    assert dump(left.format(count=3)) == ["@tiles_left", {"count": 3}]
    assert load(["@tiles_left", {"count": 3}]) == "3 tiles left"
    assert load(["@tiles_left", {"count": 1}]) == "1 tile left"


@pytest.mark.usefixtures("undeclared")
def test_a_reworded_reason_keeps_its_key() -> None:
    stored = dump(reason("left", _("stuck with")))
    words.REASONS.clear()
    words._KEYS.clear()
    assert stored == dump(reason("left", _("left in hand"))) == "@left"
    assert load(stored) == "left in hand"


@pytest.mark.usefixtures("undeclared")
def test_a_key_has_one_sentence_and_a_sentence_one_key() -> None:
    reason("won", _("won"))
    for key, text in (("won", "gained"), ("gained", "won")):
        with pytest.raises(ValueError, match=key):
            reason(key, Phrase(text))
    assert key_of(Phrase("gained")) == ""


def test_a_reason_stands_once() -> None:
    """Elsewhere its constant is used."""
    sentences = {phrase.message for phrase in words.REASONS.values() if "{" in phrase.message}
    found = Counter(
        node.args[0].value
        for part in ("engine", "variants")
        for path in (ROOT / "scorekeeper" / part).rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
    )
    assert {sentence: found[sentence] for sentence in sentences if found[sentence] > 1} == {}
