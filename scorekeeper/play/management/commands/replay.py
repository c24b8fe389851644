"""``manage.py replay CODE``: recalculates a session by today's rules."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import POT, nets
from scorekeeper.engine.words import number
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import NotPossibleError, replay
from scorekeeper.play.selectors import Table, game_table, hands_in_force


class Command(BaseCommand):
    help = "Replay a session, print each hand's points and money, and report differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", help="the session's code, as in its address")

    def handle(self, *args: Any, session: str, **options: Any) -> None:
        stored = Session.objects.filter(code=session).first()
        if stored is None:
            raise CommandError(f"There is no session with the code {session!r}.", returncode=2)
        different = 0
        for game in stored.games.order_by("number"):
            different += self._game(game)
        if different:
            raise CommandError("The stored results differ from the current rules.", returncode=1)

    def _game(self, game: Game) -> int:
        table = game_table(game)
        self.stdout.write(f"Game {game.number}: {game.rules.name}, {', '.join(table.names)}")
        try:
            self._hands(table)
        except NotPossibleError as broken:
            self.stdout.write(f"  hand {broken.hand.number}: refused: {broken}")
        except EntryError as error:
            self.stdout.write(f"  not replayed: {error}")
        messages = list(differences(game))
        for message in messages:
            self.stdout.write(f"  differs: {message}")
        return len(messages)

    def _hands(self, table: Table) -> None:
        for hand, after in replay(table, hands_in_force(table.game)).hands:
            outcome = after.last
            assert outcome is not None
            points = " ".join(number(score.points) for score in outcome.scores)
            gained, pot = nets(outcome.payments, len(table.players))
            money = " ".join(f"{amount:+d}" for amount in gained)
            self.stdout.write(
                f"  hand {hand.number}: points {points}; money {money}"
                + (f"; {POT} {pot:+d}" if pot else "")
            )
