"""Set-up that ``test_paper.py`` shares with other tests."""

from __future__ import annotations

import io

from django.utils import translation
from pypdf import PdfReader

from scorekeeper.statements.contents.session import Contents
from scorekeeper.statements.papers.session import SessionSheet


def drawn(made: Contents) -> bytes:
    file = io.BytesIO()
    with translation.override(made.language):
        SessionSheet(made).print(file)
    return file.getvalue()


def text_of(made: Contents) -> str:
    reader = PdfReader(io.BytesIO(drawn(made)))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())
