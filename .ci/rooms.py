"""What the tests ran through, summed for each room: ``python .ci/rooms.py FILE``, what
``COVERAGE=FILE python3 go.py test`` wrote.

Lines that nothing ran are listed by file, so that what is missed is read, not guessed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def room(path: str) -> str:
    below = Path(path).parts[1:]
    return below[0] if len(below) > 1 else "(top)"


def main(report: str) -> None:
    files: dict[str, Any] = json.loads(Path(report).read_text())["files"]
    lines, missed = Counter[str](), Counter[str]()
    for path, coverage in files.items():
        lines[room(path)] += len(coverage["executed_lines"]) + len(coverage["missing_lines"])
        missed[room(path)] += len(coverage["missing_lines"])
    for name in [*sorted(lines), "all"]:
        total, not_run = (c.total() if name == "all" else c[name] for c in (lines, missed))
        share = 100 * (total - not_run) / total
        print(f"{name:<12}{total:>7} lines{not_run:>6} not run{share:>8.1f} %")
    print("Not run:")
    for path, coverage in sorted(files.items()):
        if coverage["missing_lines"]:
            print(f"  {path}: {spans(coverage['missing_lines'])}")


def spans(numbers: list[int]) -> str:
    """``3-5 9`` for 3, 4, 5 and 9."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{a}-{b}" if b > a else str(a) for a, b in runs)


if __name__ == "__main__":
    main(sys.argv[1])
