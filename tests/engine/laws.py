"""Set-up that ``test_laws.py`` shares with other tests."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import (
    Drawn,
)

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


some = settings(
    max_examples=min(40, settings().max_examples), suppress_health_check=list(HealthCheck)
)


few = settings(some, max_examples=min(10, settings().max_examples))


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


def as_case(drawn: Drawn, called: Any) -> dict[str, Any]:
    persons = list(called)
    seats = ["+".join(persons[seat :: drawn.seats]) for seat in range(drawn.seats)]
    hands = [dump_entry(hand.entry, persons) for hand in drawn.played]
    options = codec.dump(drawn.options, full=True)
    case: dict[str, Any] = as_json({"options": options, "seats": seats, "hands": hands})
    return case
