"""What a page of a tournament depends on, as one short text."""

from django.db.models import Count, Sum

from scorekeeper.tournaments.models import TableSession, Tournament


def day_mark(tournament: Tournament) -> str:
    """Returns a mark that changes with the day's session and with every hand of its tables."""
    tables = TableSession.objects.filter(round__tournament=tournament)
    counted = tables.aggregate(versions=Sum("session__version"), many=Count("pk"))
    return f"{tournament.session.version}-{counted['many']}-{counted['versions'] or 0}"
