"""The only writer of documents on their way in."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.services import digest
from scorekeeper.documents.models import Incoming, Piece

MOST: Final = 200
"""Pieces of one document; each is as long as a request may be."""
KEPT: Final = timedelta(days=1)


@transaction.atomic
def put(token: str, place: int, content: bytes) -> None:
    """The piece at ``place`` of the document with this token; the same again changes nothing. The
    first one begins anew: of another choice of file nothing is left. Raises ValidationError."""
    if not 0 <= place < MOST:
        raise ValidationError(
            _("This file is too large to import here. Ask the server admin to import it.")
        )
    mine, _made = Incoming.objects.get_or_create(digest=digest(token))
    if not place:
        mine.pieces.exclude(place=0).delete()
    Piece.objects.update_or_create(incoming=mine, place=place, defaults={"content": content})


def content(token: str) -> bytes:
    """What has come so far, in order; nothing where nothing is known."""
    found = Piece.objects.filter(incoming__digest=digest(token)).order_by("place")
    return b"".join(bytes(piece) for piece in found.values_list("content", flat=True))


def done(token: str) -> None:
    Incoming.objects.filter(digest=digest(token)).delete()


def forget() -> None:
    """Those that nobody went on with."""
    Incoming.objects.filter(at__lt=timezone.now() - KEPT).delete()
