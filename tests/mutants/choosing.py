"""Which mutants are drawn, and which tests are to notice each."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from tests.mutants.changes import Mutant, digest_of, modules, mutants
from tests.mutants.map import KEPT, Map, Test

LEAST: Final = 10
"""Of each package."""
ROWS: Final = 3
"""Of one test, before others have their turn."""
SECONDS: Final = 40.0
"""Of tests for one mutant, as they took when they were recorded."""
MIGRATIONS: Final = Test(
    "tests/project/test_setup.py::test_the_models_have_all_their_migrations", 2.0
)


def candidates() -> dict[str, list[Mutant]]:
    """Every mutant of the tree by package. Those of a module are kept until it changes."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / "candidates.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    by_package: defaultdict[str, list[Mutant]] = defaultdict(list)
    now = {}
    for module in modules():
        digest, found = kept.get(module, ("", []))
        if digest != digest_of(module):
            digest, found = digest_of(module), list(mutants(module))
        now[module] = (digest, found)
        for values in found:
            mutant = Mutant(*values)
            by_package[mutant.package].append(mutant)
    path.write_text(json.dumps(now))
    return dict(by_package)


def sample(by_package: dict[str, list[Mutant]], seed: int, size: int) -> list[Mutant]:
    """Each package by its share. The order is by a digest of each name, so that a change of the
    code elsewhere leaves the sample as it is, and a larger sample holds the smaller."""
    whole = sum(map(len, by_package.values()))
    drawn = []
    for own in by_package.values():
        ordered = sorted(own, key=lambda mutant: sha256(f"{seed} {mutant.name}".encode()).digest())
        drawn += ordered[: max(LEAST, round(size * len(own) / whole))]
    return drawn


def tests_for(mutant: Mutant, known: Map) -> list[str]:
    """Node names: a few rows of each test first, those of the package first, the quickest first."""
    own = f"tests/{mutant.package}/"
    if mutant.function and not known.runs_at_import(mutant.module, mutant.function):
        found = known.tests_of(mutant.module, mutant.function)
    else:
        any_function = known.tests_of(mutant.module, "")
        found = _whole_files(any_function, own, known) or known.tests_in(own)
    rows: Counter[str] = Counter()
    ranked = []
    for test in sorted(found, key=lambda test: test.seconds):
        name = test.node.split("[")[0]
        rows[name] += 1
        ranked.append((rows[name] > ROWS, not test.node.startswith(own), test.seconds, test))
    chosen = [test for *_rank, test in sorted(ranked)]
    if not mutant.function and mutant.module.endswith("models.py"):
        chosen.insert(0, MIGRATIONS)
    return [test.node for test in _within(chosen, SECONDS)]


def _whole_files(found: list[Test], own: str, known: Map) -> list[Test]:
    """What runs at import is also held by tests beside those that run a function of its module."""
    files = {test.node.split("::")[0] for test in found if test.node.startswith(own)}
    return list({*found, *(test for file in files for test in known.tests_in(f"{file}::"))})


def _within(tests: Iterable[Test], seconds: float) -> Iterator[Test]:
    for test in tests:
        yield test
        seconds -= test.seconds
        if seconds < 0:
            return
