"""Limits lie at the bottom: every part may use them, and they know none but the counters
and what says that a row stays."""

from pathlib import Path

from tests.helpers.project.boundaries import ROOT, imported, name

LIMITS = sorted((ROOT / "scorekeeper" / "core" / "limits").rglob("*.py"))


def test_limits_know_no_other_part_of_the_site():
    assert len(LIMITS) > 5

    def others(path: Path) -> list[str]:
        ours = (module for module in imported(path) if module.startswith("scorekeeper."))
        below = tuple(f"scorekeeper.core.{part}." for part in ("limits", "counting", "travel"))
        return [module for module in ours if not module.startswith(below)]

    assert {name(path): imports for path in LIMITS if (imports := others(path))} == {}
