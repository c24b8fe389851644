"""A session's statement, drawn and read back."""

import io

from django.utils import translation
from pypdf import PdfReader

from scorekeeper.statements.contents.session import Contents
from scorekeeper.statements.layouts.session import SessionLayout


def drawn(contents: Contents) -> bytes:
    with translation.override(contents.language):
        return SessionLayout(contents).pdf()


def text_of(contents: Contents) -> str:
    reader = PdfReader(io.BytesIO(drawn(contents)))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())
