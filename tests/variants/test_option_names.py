"""An option has one name in all games, and an answer is called what it is."""

import re

import pytest

from scorekeeper.engine.questions.kinds import Word, questions
from scorekeeper.variants import VARIANTS


def test_the_value_of_a_point_has_one_name_in_every_game() -> None:
    """Deals rummy alone pays for chips."""
    names = {
        str(q.label)
        for rules in VARIANTS.values()
        for q in questions(rules.options)
        if q.name == "point_value" and rules.key != "deals_rummy"
    }
    assert names == {"Money per point"}


@pytest.mark.parametrize("key", VARIANTS)
def test_an_answer_that_is_a_number_reads_so(key: str) -> None:
    rules = VARIANTS[key]
    types = {q.type for part in (rules.options, rules.deal, rules.line) for q in questions(part)}
    for words in (kind for kind in types if issubclass(kind, Word)):
        for word in words:
            read = re.match(r"\d+", str(word.label))
            assert not (read and isinstance(word.value, int)) or int(read[0]) == word.value
