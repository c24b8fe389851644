"""In place of ``scorekeeper.statements.drawing.fonts``: nothing is drawn on a device."""


def prepare() -> None:
    """There are none."""
