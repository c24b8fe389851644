"""Set-up that ``test_season.py`` shares with other tests."""

import io

from pypdf import PdfReader

from scorekeeper.statements.papers.season import SeasonSheet


def pages(contents) -> tuple[bytes, str]:
    file = io.BytesIO()
    SeasonSheet(contents).print(file)
    read = PdfReader(io.BytesIO(file.getvalue()))
    return file.getvalue(), "\n".join(page.extract_text() for page in read.pages)
