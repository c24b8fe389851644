"""A season's statement, drawn and read back."""

import io

from pypdf import PdfReader

from scorekeeper.statements.layouts.season import SeasonLayout


def pages(contents) -> tuple[bytes, str]:
    pdf = SeasonLayout(contents).pdf()
    read = PdfReader(io.BytesIO(pdf))
    return pdf, "\n".join(page.extract_text() for page in read.pages)
