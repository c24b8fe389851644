"""Imports of spreadsheets, and whether they were undone. The results of their sessions are with the
standings (``standings.models.BookLine``)."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Authored, Club, Membership, Player, Session


class BookImport(Authored):
    """Sessions imported together. Never changed, only undone: once, as a whole."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="book_imports")
    called = models.CharField(max_length=80, blank=True)
    """The name of the file; "" where it was pasted."""
    token = models.CharField(max_length=64)
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "token"], name="one_book_import_per_token"),
        ]


class BookSession(models.Model):
    session = models.OneToOneField(Session, models.PROTECT, related_name="book_session")
    came_with = models.ForeignKey(BookImport, models.PROTECT, related_name="sessions")


class BookPlayer(models.Model):
    """A player who was new to the group."""

    player = models.OneToOneField(Player, models.PROTECT, related_name="+")
    came_with = models.ForeignKey(BookImport, models.PROTECT, related_name="players")
