"""Has pytest rewrite the asserts of all tests, once: ``python .ci/rewritten.py`` on a clean clone.

Without it each process that runs tests does all of them for itself, at the same time as the others:
8 s of a processor each. What comes of it lies where pytest looks first, under the names it gives.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from _pytest.assertion.rewrite import PYC_TAIL, _rewrite_test, _write_pyc_fp, get_cache_dir

TESTS = Path(__file__).parent.parent / "tests"
PROCESSES = 2


def rewrite(file: Path) -> None:
    digest, code = _rewrite_test(file, None)
    place = get_cache_dir(file) / (file.stem + PYC_TAIL)
    place.parent.mkdir(exist_ok=True)
    with place.open("wb") as into:
        _write_pyc_fp(into, digest, code)


def main() -> None:
    files = [path for name in ("test_*.py", "conftest.py") for path in TESTS.rglob(name)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        for _done in pool.map(rewrite, sorted(files), chunksize=8):
            pass


if __name__ == "__main__":
    main()
