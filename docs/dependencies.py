"""Writes ``docs/dependencies.md``: every package that a site installs, with version and licence.

    python3 docs/dependencies.py

Run it in the project's virtual environment after a change of ``requirements/run.txt``.
"""

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = """# Dependencies

What `requirements/run.txt` installs, made by `python3 docs/dependencies.py`. Versions and hashes
are pinned; `.ci/run` asks pip-audit whether any has a known vulnerability.

| package | version | licence |
|---|---|---|
"""


def pinned() -> dict[str, str]:
    """Versions by package."""
    text = (ROOT / "requirements" / "run.txt").read_text()
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==(\S+)", text, re.MULTILINE))


def licence(package: str) -> str:
    """As the package declares it: an SPDX expression, else its classifiers, else its own words."""
    try:
        declared = metadata(package)
    except PackageNotFoundError:
        return "not installed here: only some systems need it"
    classified = [
        value.rpartition(" :: ")[2]
        for value in declared.get_all("Classifier") or []
        if value.startswith("License ::")
    ]
    words = str(declared.get("License") or "").splitlines()
    return str(declared.get("License-Expression") or ", ".join(classified) or "".join(words[:1]))


def page() -> str:
    rows = (f"| {name} | {version} | {licence(name)} |\n" for name, version in pinned().items())
    return HEAD + "".join(rows)


if __name__ == "__main__":
    (ROOT / "docs" / "dependencies.md").write_text(page())
