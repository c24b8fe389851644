"""A season's statement, drawn and read back."""

import io

from pypdf import PdfReader

from scorekeeper.statements.papers.season import SeasonSheet


def pages(contents) -> tuple[bytes, str]:
    pdf = SeasonSheet(contents).pdf()
    read = PdfReader(io.BytesIO(pdf))
    return pdf, "\n".join(page.extract_text() for page in read.pages)
