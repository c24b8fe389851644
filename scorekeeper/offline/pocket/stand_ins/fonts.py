"""In place of ``scorekeeper.statements.drawing.fonts``: nothing is drawn on a device."""

from __future__ import annotations


def prepare() -> None:
    """There are none."""
