"""The folder of the how-tos."""

from pathlib import Path

ROOT = Path(__file__).parents[3]


DOCS = ROOT / "docs"
