"""Names of presets stand beside those of rules, so that no two may be alike."""

import pytest

from scorekeeper.engine.questions.kinds import questions
from scorekeeper.variants import VARIANTS


@pytest.mark.parametrize("key", VARIANTS)
def test_a_preset_is_not_called_as_a_rule_or_as_house_rules(key: str) -> None:
    rules = VARIANTS[key]
    labels = {str(q.label) for q in questions(rules.options)} | {"House rules"}
    assert not labels & {str(preset.name) for preset in rules.presets}
