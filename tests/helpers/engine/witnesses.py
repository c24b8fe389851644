"""Which questions the laws look at, and whether a game shows that an answer matters."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.cases.files import read_cases
from scorekeeper.engine.questions.kinds import Cards, Melds, Question, Text, questions
from scorekeeper.engine.variant import AnyVariant, Variant
from scorekeeper.variants import VARIANTS
from tests.helpers.changes import answer_changes, case_changes, option_changes
from tests.helpers.drawing import own_function

FIXTURES = Path(__file__).parents[3] / "fixtures" / "variants"


def differs_from_default(variant: AnyVariant, hook: str) -> bool:
    return getattr(type(variant), hook) is not getattr(Variant, hook)


def golden(variant: AnyVariant) -> list[Any]:
    return list(read_cases((FIXTURES / f"{variant.key}.json").read_bytes(), VARIANTS))


def can_be_answered(variant: AnyVariant, q: Question) -> bool:
    """Random hands hold tapped cards, but no melds laid on the table."""
    if isinstance(q.kind, Melds):
        return False
    return not isinstance(q.kind, Cards) or differs_from_default(variant, "stock")


def declared(*parts: str) -> list[Any]:
    return [
        pytest.param(variant, part, q, id=f"{variant.key}-{part}-{q.name}")
        for variant in VARIANTS.values()
        for part in parts
        for q in questions(getattr(variant, part))
        if not isinstance(q.kind, Text) and not q.kind.counting and can_be_answered(variant, q)
    ]


def option_shown(variant: AnyVariant, part: str, q: Question, seed: int) -> bool:
    return is_witnessed(variant.key, q.name) or option_changes(variant, q.name, Random(seed))


@cache
def is_witnessed(key: str, option: str) -> bool:
    variant = VARIANTS[key]
    witnesses = [*golden(variant), *(own_function(key, "WITNESSES") or ())]
    return case_changes(variant, option, witnesses)


def answer_shown(variant: AnyVariant, part: str, q: Question, seed: int) -> bool:
    return answer_changes(variant, part, q, Random(seed), weak=bool(seed % 2))
