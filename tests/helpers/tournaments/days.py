"""Tournament days for tests, made through the real services."""

from collections.abc import Sequence
from datetime import date
from itertools import product
from typing import Any

from scorekeeper.clubs.models import Club, Player
from scorekeeper.extensions.tournaments.models import Presence, Round, TableSession, Tournament
from scorekeeper.extensions.tournaments.people.services import set_presence
from scorekeeper.extensions.tournaments.plan import TournamentPlan
from scorekeeper.extensions.tournaments.rounds.services import draw_round, publish_round
from scorekeeper.extensions.tournaments.services import create_tournament
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table, game_table
from tests.helpers import factories as make

PEOPLE = tuple(f"{first} {last}" for last, first in product("ABCDEFGHIJK", make.NAMES))
"""66 names."""


def plan(**fields: Any) -> TournamentPlan:
    """A plan of basic rummy, two hands a round; ``fields``: what differs."""
    return TournamentPlan(**{"variant": "basic_rummy", "hands": 2, **fields})


def tournament(
    names: Sequence[str] = PEOPLE[:8], *, club: Club | None = None, **fields: Any
) -> Tournament:
    """A tournament of these people, none of whom is here yet."""
    return create_tournament(
        club=club or make.new_club(),
        name="Spring Cup",
        played_on=date(2026, 11, 20),
        plan=plan(**fields),
        names=names,
        token=make.token(),
        by=None,
    )


def here(tournament: Tournament, *names: str) -> Tournament:
    """These people are here; without names all who are on the list."""
    for entrant in tournament.entrants.select_related("player").order_by("number"):
        if not names or entrant.player.name in names:
            entrant.tournament = tournament
            set_presence(entrant=entrant, presence=Presence.HERE, token=make.token(), by=None)
    return tournament


def publish(tournament: Tournament) -> Round:
    """Draws and publishes the next round."""
    draft = draw_round(tournament=tournament, token=make.token(), by=None)
    return publish_round(tournament=tournament, number=draft.number, by=None)


def play_table(table: TableSession, winner: str | None = None) -> Table:
    """Plays the table's game to its end. ``winner`` (else who has the first seat) wins each hand;
    the others hold 10, 20, … points in the order of their seats."""
    now = game_table(Game.objects.select_related("session__club").get(session=table.session))
    first = winner or now.names[0]
    others = [name for name in now.names if name != first]
    lines: dict[str, Any] = {name: {"points": 10 * n} for n, name in enumerate(others, 1)}
    while not now.game.closed_at:
        now = make.play(now, {"deal": {}, "lines": {first: {"won": True}, **lines}})
    return now


def players_at(table: TableSession) -> list[Player]:
    """Returns the players at the table, in the order of seats."""
    return [seat.player for seat in table.session.games.get().seats.select_related("player")]
