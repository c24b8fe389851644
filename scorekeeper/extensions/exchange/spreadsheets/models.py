"""Imports of spreadsheets, and whether they were undone. The results of their sessions are with the
standings (``ledger.models.ImportedResult``)."""

from django.db import models

from scorekeeper.clubs.models import Authored, Club, ImportRow, Membership, Player, Session
from scorekeeper.core.travel import Travel


class SpreadsheetImport(Authored):
    """Sessions imported together. Never changed, only undone: once, as a whole."""

    travel = Travel(
        table="spreadsheet_imports",
        group_only=True,
        stays_off_devices="of sessions from a spreadsheet, which nobody plays",
        is_newer=True,
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="spreadsheet_imports")
    called = models.CharField(max_length=80, blank=True)
    """The name of the file; "" where it was pasted."""
    token = models.CharField(max_length=64)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "token"], name="one_spreadsheet_import_per_token"
            ),
        ]


class ImportedSession(models.Model):
    travel = Travel(
        table="imported_sessions",
        of="session",
        group_only=True,
        stays_off_devices="of sessions from a spreadsheet, which nobody plays",
        is_newer=True,
    )
    session = models.OneToOneField(Session, models.PROTECT, related_name="imported_session")
    came_with = models.ForeignKey(SpreadsheetImport, models.PROTECT, related_name="sessions")


class ImportedPlayer(ImportRow):
    """A player who was new to the group."""

    travel = Travel(
        table="imported_players",
        of="came_with",
        group_only=True,
        stays_off_devices="of sessions from a spreadsheet, which nobody plays",
        is_newer=True,
    )
    player = models.OneToOneField(Player, models.PROTECT, related_name="+")
    came_with = models.ForeignKey(SpreadsheetImport, models.PROTECT, related_name="players")
