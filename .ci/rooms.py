"""What the tests ran through, summed for each room: ``python .ci/rooms.py`` after a run with --cov.

Lines that nothing ran are listed by file, so that what is missed is read, not guessed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any


def report() -> dict[str, Any]:
    with tempfile.NamedTemporaryFile(suffix=".json") as kept:
        command = [sys.executable, "-m", "coverage", "json", "-q", "-o", kept.name]
        subprocess.run(command, check=True)
        files: dict[str, Any] = json.loads(Path(kept.name).read_text())["files"]
    return files


def room(path: str) -> str:
    below = Path(path).parts[1:]
    return below[0] if len(below) > 1 else "(top)"


def main() -> None:
    lines, missed = Counter[str](), Counter[str]()
    files = report()
    for path, told in files.items():
        lines[room(path)] += told["summary"]["num_statements"]
        missed[room(path)] += told["summary"]["missing_lines"]
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
    main()
