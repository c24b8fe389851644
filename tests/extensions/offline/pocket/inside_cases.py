"""Run by the runtime's Python (``node.mjs``): every golden case, by the engine inside, and the
stored plans of a draw, which are a file beside the code."""

import json
import sys
from importlib import import_module
from pathlib import Path

from scorekeeper.engine.cases.files import differences, read_cases
from scorekeeper.extensions.tournaments.draw.known import starters
from scorekeeper.variants import VARIANTS

sys.path.append("/tests")
settle = import_module("card_questions").settle  # the app inside does without it

settled = 0
for key, variant in VARIANTS.items():
    for case in read_cases(Path(f"/tests/{key}.json").read_bytes(), VARIANTS):
        result = settle(variant, case)
        if "unsupported" not in result:
            assert list(differences(case["expect"], result)) == [], case["id"]
            settled += 1
print("SETTLED " + json.dumps([settled, len(VARIANTS), list(sys.version_info[:2])]))
print("PLANS " + json.dumps(len(starters())))
