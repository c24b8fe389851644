"""An option has one name in all games."""

from scorekeeper.engine.questions.kinds import questions
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
