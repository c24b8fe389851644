"""Set-up that ``test_drawing.py`` shares with other tests."""

from scorekeeper.statements.contents.session import (
    Contents,
)
from scorekeeper.statements.papers.session import SessionSheet


def drawn(contents: Contents) -> bytes:
    return SessionSheet(contents).pdf()
