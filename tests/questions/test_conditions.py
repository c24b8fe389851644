"""The page's script decides as the engine does, on any conditions and answers."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.questions.kinds import When
from scorekeeper.engine.questions.options import load_options
from scorekeeper.questions.encoding import word
from scorekeeper.questions.field import Rule, asked_questions, is_on, script
from scorekeeper.variants import VARIANTS
from tests.helpers.engine.tiny import Packs, Result

ROOT = Path(__file__).parents[2]
EVALUATE = """
import { holds } from "./static/js/questions.js";
let told = "";
for await (const part of process.stdin) told += part;
const met = ([rule, answers]) => holds(JSON.parse(rule), (question) => answers[question]);
console.log(JSON.stringify(JSON.parse(told).map(met)));
"""
VALUES: dict[str, tuple[object, ...]] = {
    "won": (True, False),
    "points": (None, 0, 1, 12),
    "deal.result": (None, *Result),
    "deal.packs": tuple(Packs),
    "deal.turned": (None, "7S", "JK"),
}


def drawn_rule(chance: Random) -> Rule:
    return tuple(drawn(chance, chance.randrange(3)) for _each in range(chance.randrange(4)))


def drawn(chance: Random, others: int) -> When:
    name = chance.choice(list(VALUES))
    values = tuple(chance.sample(VALUES[name], chance.randrange(1, 3)))
    otherwise = tuple(drawn(chance, chance.randrange(2)) for _each in range(others))
    return When(name, values, chance.random() < 0.4, otherwise)


def by_script(cases: list[tuple[Rule, dict[str, Any]]]) -> list[bool]:
    sent = [[script(rule), {n: word(v) for n, v in scope.items()}] for rule, scope in cases]
    ran = subprocess.run(
        ["node", "--input-type=module", "--eval", EVALUATE],
        input=json.dumps(sent),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    answered: list[bool] = json.loads(ran.stdout)
    return answered


@pytest.mark.node
def test_the_script_decides_as_the_engine_does() -> None:
    chance = Random(9)
    cases: list[tuple[Rule, dict[str, Any]]] = [
        (drawn_rule(chance), {name: chance.choice(values) for name, values in VALUES.items()})
        for _each in range(2000)
    ]
    decided = [is_on(rule, scope) for rule, scope in cases]
    assert 200 < sum(decided) < 1800
    assert by_script(cases) == decided


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_conditions_on_options_are_settled_before_a_page_is_drawn(variant: Any) -> None:
    for declared in (variant.deal, variant.line):
        for question in asked_questions(declared, load_options(variant, {}, variant.seats.start)):
            assert "options." not in script(question.rule)
