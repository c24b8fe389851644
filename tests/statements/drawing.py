"""Set-up that ``test_drawing.py`` shares with other tests."""

from scorekeeper.statements.contents.session import (
    Contents,
)
from scorekeeper.statements.layouts.session import SessionLayout


def drawn(contents: Contents) -> bytes:
    return SessionLayout(contents).pdf()
