"""An upload of a document, in pieces, because requests are limited in size."""

from django.db import models

from scorekeeper.core.travel import Travel


class Incoming(models.Model):
    """Kept for a day at most. Anyone with its token may continue it."""

    travel = Travel(stays="on its way in", in_backup=False)
    digest = models.CharField(max_length=64, unique=True)
    """Of the token."""
    at = models.DateTimeField(auto_now_add=True)


class Piece(models.Model):
    travel = Travel(stays="on its way in", in_backup=False)
    incoming = models.ForeignKey(Incoming, models.CASCADE, related_name="pieces")
    place = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["incoming", "place"], name="one_piece_per_place"),
        ]
