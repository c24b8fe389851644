"""Set-up that ``test_drawing.py`` shares with other tests."""

import io

from scorekeeper.statements.contents.session import (
    Contents,
)
from scorekeeper.statements.papers.session import SessionSheet


def drawn(contents: Contents) -> bytes:
    file = io.BytesIO()
    SessionSheet(contents).print(file)
    return file.getvalue()
