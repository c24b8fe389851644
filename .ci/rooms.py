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


def main(written: str) -> None:
    files: dict[str, Any] = json.loads(Path(written).read_text())["files"]
    lines, missed = Counter[str](), Counter[str]()
    for path, told in files.items():
        lines[room(path)] += len(told["executed_lines"]) + len(told["missing_lines"])
        missed[room(path)] += len(told["missing_lines"])
    for name in [*sorted(lines), "all"]:
        of, without = (c.total() if name == "all" else c[name] for c in (lines, missed))
        print(f"{name:<12}{of:>7} lines{without:>6} not run{100 * (of - without) / of:>8.1f} %")
    print("Not run:")
    for path, told in sorted(files.items()):
        if told["missing_lines"]:
            print(f"  {path}: {spans(told['missing_lines'])}")


def spans(numbers: list[int]) -> str:
    """``3-5 9`` for 3, 4, 5 and 9."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return " ".join(f"{a}-{b}" if b > a else str(a) for a, b in found)


if __name__ == "__main__":
    main(sys.argv[1])
