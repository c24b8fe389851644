"""Run by the runtime's Python (``node.mjs``): what comes of games, by the engine inside."""

import json
from pathlib import Path

from scorekeeper.engine.cases.case import settle
from scorekeeper.variants import VARIANTS

games = json.loads(Path("/tests/games.json").read_bytes())
print("SETTLED " + json.dumps([settle(VARIANTS[key], case) for key, case in games]))
