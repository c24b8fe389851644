"""The image of a tournament's day for a chat: who leads, the first places, the round."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.localization import currencies, dates
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.ranking.page import figure_text
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.statements.images.contents import Figure, Ranked, ResultImage

MOST_PLACES: Final = 10


def day_image(tournament: Tournament) -> ResultImage:
    """Returns the image of the day as it stands. Call it in one view."""
    session, plan = tournament.session, tournament.plan
    ranked = [row for row in ranking(tournament) if row.place is not None]
    winners = tuple(row.name for row in ranked if row.place == 1)
    count = tournament.entrants.filter(plays_for=None).count()
    return ResultImage(
        locale=currencies.reader_tag(),
        club=session.club.name,
        occasion=f"{tournament} · {dates.weekday(session.played_on)}, {session.day}",
        title=_round_reached(tournament),
        winners=winners,
        says=_what_winners_did(tournament, len(winners)),
        columns=(_("Points"),),
        places=tuple(
            Ranked(
                f"{row.place}. {row.name}", (Figure(figure_text(row.points, plan)),), row.place == 1
            )
            for row in ranked[:MOST_PLACES]
        ),
        note=ngettext("%(n)s player", "%(n)s players", count) % {"n": count},
    )


def _round_reached(tournament: Tournament) -> str:
    latest = published(tournament).last()
    if latest is None:
        return _("Tournament")
    return _("Round %(n)s of %(of)s") % {"n": latest.number, "of": tournament.plan.rounds}


def _what_winners_did(tournament: Tournament, count: int) -> str:
    if not count:
        return _("No hand has been scored yet.")
    if tournament.session.closed_at:
        return _("won the tournament")
    return ngettext("is ahead", "are ahead", count)
