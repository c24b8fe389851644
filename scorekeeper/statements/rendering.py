"""A page of PDF as a picture, 1080 dots wide.

PDFium works for one thread at a time, and knows nothing of the others: whoever calls holds a lock
(``picturing``). It is loaded with the first picture; a process that draws none goes without.
"""

from __future__ import annotations

import io
from typing import Final

SCALE: Final = 2
"""Dots for each point: 540 points come out as 1080 dots."""


def png(pdf: bytes) -> bytes:
    """The first page. The same PDF gives the same bytes."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        page = document[0]
        bitmap = page.render(scale=SCALE)
        picture = bitmap.to_pil()
        file = io.BytesIO()
        picture.save(file, "PNG", compress_level=6)
        bitmap.close()
        page.close()
    return file.getvalue()
