"""Rounds of a tournament with tables as a test says, without a draw."""

from collections.abc import Sequence

from django.utils import timezone

from scorekeeper.extensions.tournaments.models import Round, TableSession, Tournament
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import open_session, start_game
from scorekeeper.questions.wording import without_stakes
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make


def publish_tables(
    tournament: Tournament, *tables: Sequence[str], out: Sequence[str] = ()
) -> Round:
    """Publishes the next round with these people, by name, at each table."""
    by_name = {entrant.player.name: entrant.player for entrant in tournament.entrants.all()}
    players = [[by_name[name] for name in table] for table in tables]
    number = tournament.rounds.filter(withdrawn_at__isnull=True).count() + 1
    turn = Round.objects.create(
        tournament=tournament,
        number=number,
        drawn={
            "tables": [[player.pk for player in table] for table in players],
            "out": [by_name[name].pk for name in out],
            "ahead": [],
        },
        token=make.token(),
        published_at=timezone.now(),
    )
    day, plan = tournament.session, tournament.plan
    for place, table in enumerate(players, 1):
        session = open_session(
            club=day.club,
            played_on=day.played_on,
            token=make.token(),
            part_of=day,
            in_seasons=plan.in_seasons,
        )
        options = without_stakes(VARIANTS[plan.variant], plan.options)
        start_game(session=session, variant=plan.variant, options=options, players=table)
        TableSession.objects.create(round=turn, number=place, session=session)
    return turn


def game_of(turn: Round, table: int = 1) -> Game:
    return Game.objects.get(
        session__tournament_table__round=turn, session__tournament_table__number=table
    )


def score(turn: Round, table: int = 1, *, won: str, **points: int) -> None:
    """Saves a hand of basic rummy at a table: who won, and points in hand of the others by first
    name and place in ``PEOPLE``."""
    game = game_of(turn, table)
    names = game_table(game).names
    lines = {
        name: {"won": True} if name == won else {"points": points.get(name.replace(" ", "_"), 10)}
        for name in names
    }
    make.play(game_table(game), {"deal": {"result": "out"}, "lines": lines})
