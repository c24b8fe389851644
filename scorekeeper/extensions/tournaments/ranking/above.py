"""Changes at tables of earlier rounds that were corrected. Reads rows; runs no rule."""

from functools import partial

from scorekeeper.clubs.models import Player, Session
from scorekeeper.extensions.tournaments.models import TableSession, Tournament
from scorekeeper.extensions.tournaments.ranking.page import figure_text
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.settlement.after_closing import Ranking


def ranking_above_table(session: Session) -> Ranking | None:
    """Returns how to read place and points of each who has a place, once a round after that of this
    table is published; None: before, and of what is no table of a round."""
    if session.part_of_id is None:
        return None
    tables = TableSession.objects.select_related("round__tournament")
    in_force = {"round__withdrawn_at__isnull": True, "play_off": False}
    table = tables.filter(session=session, **in_force).first()
    if table is None:
        return None
    tournament = table.round.tournament
    if not published(tournament).filter(number__gt=table.round.number).exists():
        return None
    return partial(_places, tournament)


def _places(tournament: Tournament) -> dict[Player, str]:
    return {
        row.entrant.player: f"{row.place} · {figure_text(row.points, tournament.plan)}"
        for row in ranking(tournament)
        if row.place is not None
    }
