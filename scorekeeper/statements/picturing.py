"""Pictures of results: drawn while somebody waits, once for all who see the same, and kept.

In the request and not by a worker: one takes 110 ms of a processor (20 to lay out, 15 to render,
the rest to pack). A row, a message to a queue, a sweep and a phone that asks whether it is done, as
a printed sheet has them, cost more, and who shares a hand between two deals has no time for it. The
first name in a script cuts its font (``fonts``), which may take two seconds, once on a machine.

What it costs a process is bounded, whoever asks how often: one picture is drawn at a time, what was
drawn is kept under all it depends on (``_kept_as``), and only what is drawn counts against a limit.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from threading import Lock
from typing import Final

from django.core.cache import caches
from django.utils.translation import get_language

from scorekeeper import __version__
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.limits import acts
from scorekeeper.limits.spending import TooMuchError, spend
from scorekeeper.serving.one_view import one_view
from scorekeeper.statements.making import readable
from scorekeeper.statements.picture_page import draw_picture
from scorekeeper.statements.picture_reading import Subject
from scorekeeper.wording.currencies import locale, reader_tag, reading_as

KEPT: Final = 3600
"""Seconds; ``CACHES`` says how many at once."""
PATIENCE: Final = 5.0
"""Seconds to wait while other pictures are drawn."""
_drawing = Lock()


def picture_png(request: ClubRequest, subject: Subject, *, money: bool) -> bytes:
    """Raises TooMuchError; Http404 if there is no such game or hand."""
    return kept_or_drawn(request, _kept_as(subject, money), lambda: _drawn(subject, money))


def kept_or_drawn(request: ClubRequest, key: str, draw: Callable[[], tuple[str, bytes]]) -> bytes:
    """``key``: all that the picture depends on; ``draw`` gives it with what it depends on by then.
    Raises TooMuchError."""
    found: bytes | None = caches["large"].get(key)
    if found is not None:
        return found
    spend(acts.PICTURE, request, club=request.club, member=request.membership)
    if not _drawing.acquire(timeout=PATIENCE):
        raise TooMuchError(acts.DRAWING, PATIENCE)
    try:
        found = caches["large"].get(key)
        if found is None:
            kept_as, found = draw()
            caches["large"].set(kept_as, found, KEPT)
        return found
    finally:
        _drawing.release()


def _kept_as(subject: Subject, money: bool) -> str:
    """Everything a picture depends on; whatever it shows moves the version of the night on."""
    night = subject.session
    told = (__version__, night.code, night.version, subject.number, _short(subject.hand), money)
    return "picture/" + "/".join(map(str, (*told, get_language(), locale())))


def _short(token: str | None) -> str:
    """No key of a cache is as long as a token may be, nor holds all that one may."""
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


def _drawn(subject: Subject, money: bool) -> tuple[str, bytes]:
    with one_view():
        night = Session.objects.select_related("club").get(pk=subject.session.pk)
        now = Subject(night, subject.number, subject.hand)
        with reading_as(readable(reader_tag(), night)):
            picture = now.picture(money=money)
    return _kept_as(now, money), png(draw_picture(picture))


SCALE: Final = 2
"""Dots for each point: 540 points come out as 1080 dots."""


def png(pdf: bytes) -> bytes:
    """The first page, 1080 dots wide. The same PDF gives the same bytes.

    PDFium works for one thread at a time, and knows nothing of the others: whoever calls holds a
    lock. It is loaded with the first picture; a process that draws none goes without.
    """
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
