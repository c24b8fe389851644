"""A season's table over 100,000 payments, worked out and as kept, against its floor and a scan.

``python -m bench.standings`` on SQLite; ``python -m bench.standings postgres://…`` on a database
that may be wiped. Twelve players, six of them a session in turn; a second club of the same size is
noise. The floor is one indexed aggregate, in plain SQL, over the rows that the season keeps of
each game; the scan works the same table out of the payments themselves.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from bench.server import alternating, prepare
from bench.timing import ratio, table

PAYMENTS, FEW = 100_000, 10_000
PLAYERS, SEATED, HANDS = 12, 6, 24
A_SESSION = HANDS * (SEATED - 1)
"""Payments of a session: with each hand the five others pay the winner."""
FIRST_SESSION = date(2010, 1, 2)
ROUNDS = 60
ACTS = {
    "floor": "floor: one aggregate",
    "table": "season's table, worked out",
    "cached": "the same, from the cache",
    "page": "the whole page",
    "scan": "scan of the payments",
}

FLOOR = """
    SELECT player_id, SUM(net), SUM(hands), SUM(wins), COUNT(*), MAX(net)
    FROM {results} WHERE club_id = %s GROUP BY player_id
"""

SCAN = """
    SELECT player_id, SUM(amount) FROM (
        SELECT payee_id AS player_id, amount FROM {payments}
        WHERE kind = 'game' AND payee_id IS NOT NULL
          AND session_id IN (SELECT id FROM {sessions} WHERE club_id = %s)
        UNION ALL
        SELECT payer_id, -amount FROM {payments}
        WHERE kind = 'game' AND payer_id IS NOT NULL
          AND session_id IN (SELECT id FROM {sessions} WHERE club_id = %s)
    ) AS each_end GROUP BY player_id
"""


def filled(name: str, payments: int) -> Any:
    """A club whose sessions hold this many payments, and the results that go with them."""
    from scorekeeper.clubs import services
    from scorekeeper.ledger.models import GameResult, Payment

    club, _membership = services.create_club(name=name)
    players = services.add_players(club=club, names=[f"Player {n:02}" for n in range(PLAYERS)])
    random, left = Random(name), payments
    paid, results = [], []
    for game in games(club, -(-payments // A_SESSION)):
        count = min(A_SESSION, left)
        left -= count
        seated = random.sample(players, SEATED)
        owed = list(session(game, seated, count, random))
        paid += owed
        results += results_of(game, seated, owed)
    Payment.objects.bulk_create(paid, batch_size=2000)
    GameResult.objects.bulk_create(results, batch_size=2000)
    return club


def games(club: Any, held_sessions: int) -> list[Any]:
    """One game a session, a session a week."""
    from scorekeeper.clubs.models import Session
    from scorekeeper.play.models import Game

    days = [FIRST_SESSION + timedelta(weeks=week) for week in range(held_sessions)]
    sessions = Session.objects.bulk_create(Session(club=club, played_on=day) for day in days)
    variants = ("paplu", "rummi", "marriage")
    return Game.objects.bulk_create(
        Game(session=session, number=1, variant=variants[week % 3], hand_count=HANDS)
        for week, session in enumerate(sessions)
    )


def session(game: Any, seated: list[Any], count: int, random: Random) -> Iterator[Any]:
    from scorekeeper.ledger.models import Payment

    for _hand in range(-(-count // (SEATED - 1))):
        winner, *others = random.sample(seated, SEATED)
        for loser in others[:count]:
            count -= 1
            amount = random.randrange(100, 8000)
            yield Payment(
                session=game.session, game=game, payer=loser, payee=winner, amount=amount,
                reason="counts",
            )  # fmt: skip


def results_of(game: Any, seated: list[Any], payments: list[Any]) -> list[Any]:
    """What the season keeps of a game, as ``standings.services.save_results`` would."""
    from scorekeeper.ledger.models import GameResult

    nets: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for payment in payments:
        nets[payment.payee_id] += payment.amount
        nets[payment.payer_id] -= payment.amount
        won[payment.payee_id] += 1
    return [
        GameResult(
            club_id=game.session.club_id, session=game.session, game=game, player=player,
            variant=game.variant, played_on=game.session.played_on, net=nets[player.pk],
            hands=HANDS, wins=won[player.pk] // (SEATED - 1),
        )
        for player in seated
    ]  # fmt: skip


class SeasonOfClub:
    """What is measured of one club."""

    def __init__(self, club: Any) -> None:
        from django.urls import reverse

        from tests.helpers import factories as make

        self.club, self.browser = club, make.host_client(club)
        self.address = reverse("seasons:table", args=[club.code])

    def sql(self, text: str, *values: Any) -> list[Any]:
        from django.db import connection

        from scorekeeper.clubs.models import Session
        from scorekeeper.ledger.models import GameResult, Payment

        tables = {"results": GameResult, "payments": Payment, "sessions": Session}
        named = {name: model._meta.db_table for name, model in tables.items()}
        with connection.cursor() as cursor:
            cursor.execute(text.format(**named), values)
            return list(cursor.fetchall())

    def floor(self, _turn: int = 0) -> Any:
        return self.sql(FLOOR, self.club.pk)

    def scan(self, _turn: int = 0) -> Any:
        return self.sql(SCAN, self.club.pk, self.club.pk)

    def table(self, _turn: int = 0) -> Any:
        from scorekeeper.seasons.selectors import ranked

        return ranked(self.club).ranks

    def cached(self, _turn: int = 0) -> Any:
        from scorekeeper.seasons.rules import USUAL
        from scorekeeper.seasons.table_html import cached_table

        return cached_table(self.club, None, USUAL)

    def page(self, _turn: int = 0) -> None:
        answer = self.browser.get(self.address)
        if answer.status_code != 200:
            raise RuntimeError(f"the season's page answered {answer.status_code}")

    def agree(self) -> None:
        """The season's table and the payments say the same."""
        scanned = {player: int(net) for player, net in self.scan()}
        tabled = {rank.player_id: rank.net for rank in self.table()}
        if scanned != tabled or len(tabled) != PLAYERS:
            raise RuntimeError(f"the season says {tabled}, the payments {scanned}")


def measured(season: SeasonOfClub) -> dict[str, float]:
    season.agree()
    acts = {name: getattr(season, name) for name in ACTS}
    for turn in range(5):
        for act in acts.values():
            act(turn)
    return alternating(acts, ROUNDS)


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else None
    prepare(database)
    from django.db import connection

    large, small = filled("Large", PAYMENTS), filled("Small", FEW)
    filled("Noise", PAYMENTS)
    if connection.vendor == "postgresql":  # as its autovacuum would; nothing does it for SQLite
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    print(f"database: {(database or 'sqlite').split(':')[0]}; medians of {ROUNDS}, in ms")
    print(
        f"{PAYMENTS:,} payments in {-(-PAYMENTS // A_SESSION)} sessions, and those of another club"
    )
    much, little = measured(SeasonOfClub(large)), measured(SeasonOfClub(small))
    heads = ("", f"{PAYMENTS:,}", "× floor", f"{FEW:,}", "growth")
    rows = [
        (words, f"{much[name]:.2f}", ratio(much[name], much["floor"]), f"{little[name]:.2f}",
         ratio(much[name], little[name]))
        for name, words in ACTS.items()
    ]  # fmt: skip
    print(table(heads, rows))


if __name__ == "__main__":
    main()
