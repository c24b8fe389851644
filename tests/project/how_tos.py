"""Set-up that ``test_how_tos.py`` shares with other tests."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


DOCS = ROOT / "docs"
