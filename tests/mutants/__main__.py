"""Mutants: a line of the rules is changed, and the tests named for its module must notice.

    python -m tests.mutants [--seed 9] [--each 4] [--workers 2] [module ...]

Of every module in ``TESTS`` a sample, the same for the same seed, each in a copy of the tree; the
tree itself is never touched. What no test noticed is printed; ``docs/testing.md`` keeps such lines
with a reason each. It says nothing about templates, scripts or pages.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final

from tests.mutants.changes import Mutant, mutants

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 120
"""Seconds; a mutant that runs longer is noticed, for it never ends."""


def _tests(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names)


GAMES: Final = _tests("variants", "pool_rummy", "paplu", "canasta", "rummi", "vazhushal")
SEARCH: Final = ("rules", "find", "search", "lay", "plain", "count", "layoffs", "referee")
MELDS: Final = _tests("engine", "melds", "layoffs")
PLAY: Final = _tests("play", "services", "seating", "evidence")
TESTS: Final[dict[str, tuple[str, ...]]] = {
    "engine/money": _tests("engine", "money", "payouts") + GAMES,
    "engine/payouts": _tests("engine", "payouts") + GAMES,
    "engine/settle_up": _tests("engine", "settle_up"),
    "engine/seating": (*_tests("engine", "seating"), "tests/engine/test_seating_laws.py"),
    "engine/playing": _tests("engine", "game", "case") + GAMES,
    "engine/options": _tests("engine", "game", "case") + _tests("presets", "documents"),
    "engine/kept": _tests("engine", "game") + GAMES,
    "engine/winners": _tests("engine", "winners") + GAMES,
    "engine/codec": _tests("engine", "codec", "case"),
    "engine/reckoning": _tests("engine", "reckoning") + GAMES,
    **dict.fromkeys((f"engine/melds/{name}" for name in SEARCH), MELDS),
    "variants/_thirteen_cards": _tests("variants", "points_rummy", "thirteen_cards"),
    "variants/vatikan": _tests("variants", "vatikan"),
    "variants/deals_rummy": _tests("variants", "deals_rummy"),
    "play/services": PLAY,
    "play/replay": PLAY,
    "ledger/services": ("tests/ledger", *PLAY),
    "ledger/selectors": ("tests/ledger", "tests/seasons"),
}


def source_of(tree: Path, module: str) -> Path:
    plain = tree / "scorekeeper" / f"{module}.py"
    return plain if plain.exists() else tree / "scorekeeper" / module / "__init__.py"


def copied(folder: Path) -> Path:
    """The tree as git knows it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def passes(module: str, tree: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider"]
    command += ["-m", "not browser and not postgres", *TESTS[module]]
    env = os.environ | {"HYPOTHESIS_PROFILE": "hasty", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(command, cwd=tree, env=env, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def tried(trees: SimpleQueue[Path], module: str, mutant: Mutant) -> bool:
    """Whether the tests let it pass; said at once."""
    tree = trees.get()
    path = source_of(tree, module)
    before = path.read_text()
    path.write_text(mutant.source)
    alive = passes(module, tree)
    path.write_text(before)
    trees.put(tree)
    if mutant.line:
        sign = "-" if alive else "  noticed:"
        print(f"{sign} `{module}.py:{mutant.line}` {mutant.words}", flush=True)
    return alive


def sample(module: str, seed: int, size: int) -> list[Mutant]:
    """Always the same; a larger one holds the smaller. First the module as it is."""
    source = source_of(ROOT, module).read_text()
    candidates = sorted(mutants(source))
    Random(f"{seed} {module}").shuffle(candidates)
    return [Mutant(0, "as it is", source), *candidates[:size]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS))
    for name, usual in (("seed", 9), ("each", 4), ("workers", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.workers) as pool:
        trees: SimpleQueue[Path] = SimpleQueue()
        for worker in range(arguments.workers):
            trees.put(copied(Path(folder) / str(worker)))
        for module in arguments.modules:
            ways = sample(module, arguments.seed, arguments.each)
            whole, *alive = pool.map(partial(tried, trees, module), ways)
            if not whole:
                sys.exit(f"The tests of {module} fail as it is.")
            print(f"{module}: {len(alive)} mutants, {sum(alive)} not noticed.")


if __name__ == "__main__":
    main()
