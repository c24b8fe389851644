"""Prints how much of each package ran: python -m tests.coverage FILE

The file comes from ``COVERAGE=FILE python3 go.py test``. Lines and branches count alike.
"""

import json
import sys
from collections import Counter
from pathlib import Path

LEAST = 90
"""Percent; a package below it has its reason in docs/testing.md."""


def percents(files: dict[str, dict[str, list[object]]]) -> dict[str, float]:
    """Returns the percent of lines and branches that ran, by package of ``scorekeeper``."""
    ran: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for path, lines in files.items():
        parts = Path(path).parts[1:]
        own = parts[:2] if parts[0] == "extensions" else parts[:1]
        package = "/".join(own) if len(parts) > 1 else "settings"
        ran[package] += len(lines["executed_lines"]) + len(lines["executed_branches"])
        missing[package] += len(lines["missing_lines"]) + len(lines["missing_branches"])
    return {
        package: 100 * ran[package] / (ran[package] + missing[package])
        for package in sorted(ran.keys() | missing.keys())
        if ran[package] + missing[package]
    }


def main() -> None:
    files = json.loads(Path(sys.argv[1]).read_text())["files"]
    print("| package | ran |\n|---|--:|")
    for package, percent in percents(files).items():
        below = " (below 90 %)" if percent < LEAST else ""
        print(f"| `{package}` | {percent:.1f} %{below} |")


if __name__ == "__main__":
    main()
