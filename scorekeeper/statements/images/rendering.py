"""Images of results: drawn on request, once for all who see the same, and cached.

In the request and not by a worker: one takes 110 ms of CPU (20 to lay out, 15 to render, the rest
to compress). A row, a queue, a sweep and a polling device, as statements have them, cost more, and
a player who shares a hand between two deals cannot wait for it. The first name in a script cuts its
font (``fonts``), which may take two seconds, once per machine.

The cost is bounded per process, however often it is requested: one image is drawn at a time, each
is cached under all it depends on (``_cache_key``), and only drawing counts against a limit.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.http import HttpResponse

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import one_at_a_time, spend
from scorekeeper.core.localization.currencies import reader_tag, reading_as
from scorekeeper.core.pages.cache import get_or_make, read_alike
from scorekeeper.statements.files.names import disposition
from scorekeeper.statements.files.rendering import readable
from scorekeeper.statements.images.contents import ResultImage
from scorekeeper.statements.images.page import draw_image
from scorekeeper.statements.images.reading import Subject

CACHE_SECONDS: Final = 3600
"""``CACHES`` limits how many at once."""
TYPES: Final = {"png": "image/png", "pdf": "application/pdf"}
MAX_WAIT: Final = 5.0
"""Seconds to wait while other images are drawn."""
_drawing = Lock()


def image_response(
    request: ClubRequest, subject: Subject, names: list[str], *, money: bool
) -> HttpResponse:
    """Answers with the image as PNG; ``names``: parts of its file's name. Raises TooMuchError;
    Http404 if there is no such game or hand."""
    key = _cache_key(subject, money)
    return drawn_response(request, key, lambda: _draw(subject, money), names, "png")


def drawn_response(
    request: ClubRequest,
    key: tuple[object, ...],
    draw: Callable[[], bytes],
    names: list[str],
    ending: str,
) -> HttpResponse:
    """Answers with a file, drawn unless it is cached. ``key``: all it depends on; ``draw`` returns
    the file; ``names``: parts of its name; ``ending``: a key of ``TYPES``. Raises TooMuchError."""
    headers = {"Content-Disposition": disposition(names, ending)}
    content = get_or_make(draw, *key, lasts=lambda _took: CACHE_SECONDS, turn=_turn(request))
    return HttpResponse(content, content_type=TYPES[ending], headers=headers)


def draw_png(image: ResultImage) -> bytes:
    """Returns a drawn image as PNG, for a worker. Raises TooMuchError while others are drawn."""
    with one_at_a_time(_drawing, acts.DRAWING, MAX_WAIT):
        return png(draw_image(image))


@contextmanager
def _turn(request: ClubRequest) -> Iterator[None]:
    """Waits until no other image is drawn. Raises TooMuchError."""
    spend(acts.IMAGE, request, club=request.club, member=request.membership)
    with one_at_a_time(_drawing, acts.DRAWING, MAX_WAIT):
        yield


def _cache_key(subject: Subject, money: bool) -> tuple[object, ...]:
    """Returns everything an image depends on. Any change moves the session's version."""
    session = subject.session
    parts = (session.code, session.version, subject.number, subject.hand, money)
    return ("image", *parts, *read_alike())


def _draw(subject: Subject, money: bool) -> bytes:
    with reading_as(readable(reader_tag(), subject.session)):
        image = subject.image(money=money)
    return png(draw_image(image))


SCALE: Final = 2
"""Pixels per point: 540 points become 1080 pixels."""


def png(pdf: bytes) -> bytes:
    """Returns the first page, 1080 pixels wide. The same PDF gives the same bytes.

    PDFium is not thread-safe: the caller holds a lock. It is loaded with the first image.
    """
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        page = document[0]
        bitmap = page.render(scale=SCALE)
        image = bitmap.to_pil()
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=6)
        bitmap.close()
        page.close()
    return file.getvalue()
