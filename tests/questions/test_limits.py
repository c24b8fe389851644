"""A limit of a question reaches the page's script with its conditions."""

import json
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import Limit, usual
from scorekeeper.questions.field import script_limit
from scorekeeper.variants.basic_rummy import variant


def sent(limit: Limit) -> Any:
    value = script_limit(limit)
    return json.loads(value) if isinstance(value, str) else value


def test_a_cap_holds_only_where_its_condition_does() -> None:
    options = load_options(variant, {"cap_points": 80}, 4)
    cap = variant.limits(playing.start(variant, options, 4), "points").cap
    [[rule, number]] = sent(cap)
    assert (number, usual(cap)) == (80, None)
    assert "deal.result" in json.dumps(rule)


def test_a_limit_without_condition_is_a_number() -> None:
    assert (sent(80), usual(80)) == (80, 80)
    assert (sent(None), usual(None)) == (None, None)
