"""Sessions of several games for standings: random legal hands, written by the real services."""

from collections.abc import Sequence
from datetime import date, timedelta
from io import StringIO
from random import Random

from django.core.management import call_command

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.clubs.services import add_players
from scorekeeper.engine.questions.codec import dump
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game

FIVE = ("pool_rummy", "rummi", "vazhushal", "gin_rummy", "house_game")
FIRST = date(2026, 1, 2)


def drawn_game(session: Session, key: str, players: Sequence[Player], rng: Random) -> Game:
    """A few legal hands of this game by some of these; it may come to its end."""
    rules = VARIANTS[key]
    seats = rng.choice([n for n in rules.seats if n <= len(players)])
    drawn = draw_game(rules, rng, seats=seats, side=1, hands=4)
    game = services.start_game(
        session=session,
        variant=key,
        options=dump(drawn.options, full=True),
        players=rng.sample(list(players), seats),
    )
    for entry in drawn.entries:
        table = game_table(Game.objects.select_related("session__club").get(pk=game.pk))
        number = table.game.last_number + 1
        services.record_hand(table=table, entry=entry, number=number, token=make.token())
    return Game.objects.select_related("session__club").get(pk=game.pk)


def season(people: int, sessions: int, rng: Random) -> Club:
    """A club in which some of these people sit down every week, to one or two of the five games."""
    club = make.club()
    everybody = add_players(club=club, names=[f"Player {n}" for n in range(1, people + 1)])
    for number in range(sessions):
        on = FIRST + timedelta(weeks=number)
        session = services.open_session(club=club, played_on=on)
        there = rng.sample(everybody, rng.randint(6, people))
        for key in rng.sample(FIVE, rng.choice((1, 1, 2))):
            game = drawn_game(session, key, there, rng)
            if game.closed_at is None and rng.random() < 0.5:
                services.close_game(game=game)
        services.close_session(session=session)
    return club


def checked(club: Club | None = None, *, rebuild: bool = False) -> str:
    """The output of ``checkstandings``; raises CommandError."""
    output = StringIO()
    names = [club.code] if club else []
    call_command("checkstandings", *names, rebuild=rebuild, stdout=output)
    return output.getvalue()
