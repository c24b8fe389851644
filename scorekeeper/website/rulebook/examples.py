"""A worked hand for every game: taken from its golden cases, worked out by the engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import Case, load_seating
from scorekeeper.engine.cases.files import read_cases
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import VARIANTS

CASES = Path(settings.BASE_DIR) / "fixtures" / "variants"
NAMES = ("Asha", "Ben", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari", "Indu", "Jonas", "Kim")
ENOUGH = 4
"""A table larger than this explains no more."""


@dataclass(frozen=True)
class Example:
    """The first hand of a game: what the table reported, and the game after it."""

    before: Game[Any, Any]
    entry: Entry[Any, Any]
    after: Game[Any, Any]
    source: str

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.before.persons]


@cache
def example(key: str) -> Example | None:
    """Returns the most telling hand with the usual rules; None for a game without cases."""
    rules, file = VARIANTS[key], CASES / f"{key}.json"
    if not file.exists():
        return None
    examples = list(_examples(rules, read_cases(file.read_bytes(), VARIANTS)))
    return max(examples, key=lambda candidate: _rank(rules, candidate), default=None)


def _examples(rules: AnyVariant, cases: list[Case]) -> Iterator[Example]:
    for case in cases:
        if case.get("hands") and "error" not in case["expect"]:
            try:
                yield _first_hand(rules, case)
            except EntryError:
                continue


def _first_hand(rules: AnyVariant, case: Case) -> Example:
    seating = load_seating(rules, case["seats"])
    seats, side = len(seating.seats), seating.side
    before = playing.start(
        rules, load_options(rules, case.get("options"), seats, side), seats, side
    )
    entry = load_entry(rules, before, case["hands"][0], seating.persons)
    after = playing.play(rules, before, entry)
    assert after.last is not None
    return Example(before, after.last.entry, after, case["source"])


def _rank(rules: AnyVariant, candidate: Example) -> tuple[Any, ...]:
    """Ranks how well a hand explains the game: usual rules, an effect, many reasons."""
    played, before = candidate.after.last, candidate.before
    assert played is not None
    usual = before.options == load_options(rules, {}, before.seats, before.side)
    reasons = {score.reason for score in played.scores} | {p.reason for p in played.payments}
    has_effect = any(score.points for score in played.scores) or bool(played.payments)
    small = min(before.persons, 2 * ENOUGH - before.persons)
    return usual, has_effect, small, len(reasons)
