"""People who are here and not in a published round: they came late, rest or stand by. Reads
rows."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import (
    Entrant,
    Presence,
    Round,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.ranking.reading import root_entrants
from scorekeeper.extensions.tournaments.ranking.selectors import (
    playing_after_cut,
)
from scorekeeper.extensions.tournaments.selectors import EntrantRow, entrant_rows

THERE = (Presence.HERE, Presence.STANDBY, Presence.RESTS)


def unseated(tournament: Tournament, turn: Round, rows: Sequence[EntrantRow]) -> list[Player]:
    """Returns who is here, is not in this published round and may get a seat in it, by name; after
    a cut only those who play on. ``rows``: everybody on the list."""
    players = without_seat(turn, rows, plays_on_in(tournament, turn), THERE)
    return sorted(players, key=lambda player: player.name.casefold())


def without_seat(
    turn: Round,
    rows: Sequence[EntrantRow],
    plays_on: Collection[int] | None,
    there: Collection[Presence],
) -> list[Player]:
    """Returns who is ``there`` and is not in this round, in the order of the list; of
    ``plays_on``, where there was a cut before it."""
    drawn = players_of(turn.drawn)
    return [
        row.player
        for row in rows
        if row.presence in there
        and row.player.pk not in drawn
        and (plays_on is None or row.player.pk in plays_on)
    ]


def plays_on_in(tournament: Tournament, turn: Round) -> Collection[int] | None:
    """Returns the players who may be in this round; None: there was no cut before it. If as many
    were drawn as the cut lets through, these are they, whatever was corrected since."""
    cut = tournament.plan.cut_before(turn.number)
    if cut is None:
        return None
    drawn = players_of(turn.drawn)
    entrants = list(tournament.entrants.select_related("player"))
    roots = root_entrants(entrants)
    through = {roots[player].pk for player in drawn if player in roots}
    if len(through) < cut.keep:
        try:
            return playing_after_cut(tournament, turn.number)
        except Refusal:  # results were corrected after the round was published
            return drawn
    return [e.player_id for e in entrants if roots[e.player_id].pk in through]


def check_may_sit(
    tournament: Tournament, turn: Round, new: Collection[int], tables: Sequence[Sequence[int]]
) -> None:
    """Refuses if one of the ``new`` people is not here, is out since a cut, or plays for
    somebody who has a seat at these ``tables``, or if they are not on the list."""
    if not new:
        return
    rows = entrant_rows(tournament)
    by_player = {row.player.pk: row for row in rows}
    seated = {person for table in tables for person in table}
    free = {player.pk for player in unseated(tournament, turn, rows)}
    roots = root_entrants(row.entrant for row in rows)
    for person in new:
        if person not in by_player:
            raise Refusal(_("This round has changed. Check it again."), fate=Stale)
        _check_here(by_player[person])
        if person not in free:
            message = _("%(name)s does not play in this round.")
            raise Refusal(message, name=str(by_player[person].player))
        if person in seated:
            _check_alone(by_player[person].entrant, seated, roots)


def _check_here(row: EntrantRow) -> None:
    if row.presence not in THERE:
        message = _("%(name)s isn’t here. Mark them as here first.")
        raise Refusal(message, name=str(row.player))


def _check_alone(entrant: Entrant, seated: Collection[int], roots: dict[int, Entrant]) -> None:
    """Refuses if results of somebody else with a seat count for the same person."""
    root = roots[entrant.player_id]
    for player, other in roots.items():
        if other == root and player in seated and player != entrant.player_id:
            name = str(Player.objects.get(pk=player))
            message = _("%(name)s and %(other)s play for one person. Let them change seats.")
            raise Refusal(message, name=str(entrant), other=name)
