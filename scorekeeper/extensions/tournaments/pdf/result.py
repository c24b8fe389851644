"""The result of a tournament for whoever sends results on."""

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.statements.images.contents import ResultImage


def image_of_session(session: Session) -> ResultImage | None:
    """Returns the image of the day; None if this session is no tournament."""
    from scorekeeper.extensions.tournaments.pdf.layouts import day_image

    tournament = Tournament.objects.select_related("session__club").filter(session=session).first()
    return day_image(tournament) if tournament else None
