"""The only writer of uploads of documents."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.services import digest
from scorekeeper.extensions.exchange.group_file.incoming.reading import too_long_message
from scorekeeper.extensions.exchange.group_file.models import Incoming, Piece

MOST_PIECES: Final = 200
"""Pieces per document; each is at most as long as a request."""
KEEP_FOR: Final = timedelta(days=1)


@transaction.atomic
def save_piece(token: str, place: int, content: bytes) -> None:
    """Saves the piece at ``place`` of the upload with this token; saving it again changes nothing.
    The first piece starts over: nothing is left of another file. Raises ValidationError."""
    if not 0 <= place < MOST_PIECES:
        raise ValidationError(too_long_message())
    mine, _made = Incoming.objects.get_or_create(digest=digest(token))
    if not place:
        mine.pieces.exclude(place=0).delete()
    Piece.objects.update_or_create(incoming=mine, place=place, defaults={"content": content})


def content(token: str) -> bytes:
    """Returns what has been uploaded so far, in order; b"" for an unknown token."""
    pieces = Piece.objects.filter(incoming__digest=digest(token)).order_by("place")
    return b"".join(bytes(piece) for piece in pieces.values_list("content", flat=True))


def delete_upload(token: str) -> None:
    Incoming.objects.filter(digest=digest(token)).delete()


def delete_stale_uploads() -> None:
    """Deletes uploads that were not continued."""
    Incoming.objects.filter(at__lt=timezone.now() - KEEP_FOR).delete()
