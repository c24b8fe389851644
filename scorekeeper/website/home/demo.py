"""The demo group: a season, two past sessions and an open one. The standalone app shows it as an
example, without the open one.

Everything is written by the services, as from a device.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.db import transaction

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import StepKind
from scorekeeper.settlement.payments import record_transfer

TOKEN: Final = "demo-friday-table"
SESSION_TOKEN: Final = "demo-"
"""With the day after it."""
NAME: Final = "Friday table"
NAMES: Final = ("Asha", "Dev", "Meera", "Omar", "Priya", "Ravi")

Reported = dict[str, Any]


def points(*, aces: dict[str, int] | None = None, **points_left: int) -> Reported:
    """Returns a Rummi deal that ended with points; ``aces``: total by name."""
    lines: dict[str, Reported] = {name: {"points": count} for name, count in points_left.items()}
    for name, count in (aces or {}).items():
        lines.setdefault(name, {})["ace_count"] = count
    return {"deal": {"result": "points"}, "lines": lines}


def hu(winner: str, **jokers: int) -> Reported:
    lines: dict[str, Reported] = {name: {"jokers": count} for name, count in jokers.items()}
    lines.setdefault(winner, {})["won"] = True
    return {"deal": {"result": "hu"}, "lines": lines}


def pool(winner: str, **others: int | str) -> Reported:
    """Returns a pool hand: the others' points, or their kind of drop."""
    lines: dict[str, Reported] = {winner: {"finish": "won"}}
    for name, result in others.items():
        counted = {"finish": "counted", "points": result}
        lines[name] = counted if isinstance(result, int) else {"finish": result}
    return {"deal": {}, "lines": lines}


DROP, MIDDLE = "first_drop", "middle_drop"

STAKES: Final[Reported] = {"stake": 1000, "joker_value": 500, "ace_value": 500}
RUMMI: Final[Sequence[Reported]] = (
    points(Asha=4, Dev=21, Meera=17, Omar=33, aces={"Dev": 1, "Omar": 2}),
    points(Asha=26, Dev=3, Meera=12, Omar=19),
    hu("Meera", Asha=1, Meera=2),
    points(Asha=9, Dev=30, Meera=14, Omar=2, aces={"Asha": 2}),
    {"deal": {"result": "void"}, "lines": {}},
    points(Asha=7, Dev=11, Meera=25, Omar=16),
    hu("Dev", Omar=1),
    points(Asha=5, Dev=28, Meera=6, Omar=22, aces={"Meera": 3}),
)
POOL: Final[Sequence[Reported]] = (
    pool("Priya", Asha=24, Dev=DROP, Meera=31, Omar=12),
    pool("Asha", Dev=38, Meera=DROP, Omar=27, Priya=18),
    pool("Dev", Asha=14, Meera=22, Omar=MIDDLE, Priya=9),
    pool("Priya", Asha=DROP, Dev=26, Meera=35, Omar=4),
    pool("Dev", Asha=33, Omar=19, Priya=DROP),
    pool("Priya", Asha=8, Dev=13),
    pool("Asha", Dev=11, Priya=37),
    pool("Priya", Asha=DROP),
)
RUNNING: Final[Sequence[Reported]] = (
    pool("Meera", Asha=18, Dev=DROP, Omar=43, Priya=7, Ravi=29),
    pool("Ravi", Asha=DROP, Dev=36, Meera=11, Omar=25, Priya=MIDDLE),
    pool("Asha", Dev=9, Meera=DROP, Omar=14, Priya=22, Ravi=31),
)


@transaction.atomic
def load(today: date, *, name: str = NAME, token: str = TOKEN, is_over: bool = False) -> Club:
    """Creates the whole club in one transaction; with ``is_over`` no session is open."""
    club, host = clubs.create_club(name=name, token=token)
    players = {player.name: player for player in clubs.add_players(club=club, names=NAMES)}
    clubs.say_who(membership=host, player=players["Asha"])
    friday = today - timedelta(days=(today.weekday() - 4) % 7 or 7)
    earlier = friday - timedelta(days=7)
    year = earlier.year
    create_season(club=club, name=f"Season {year}", starts=date(year, 1, 1), ends=None)
    add_session(club, host, earlier, "rummi", NAMES[:4], RUMMI, options=STAKES, ended=True)
    second = add_session(club, host, friday, "pool_rummy", NAMES[:5], POOL, ended=True)
    settle(second, host)
    if not is_over:
        add_session(club, host, today, "pool_rummy", NAMES, RUNNING)
    clubs.take_out(membership=host)  # it only signed the entries
    return club


def add_session(
    club: Club,
    host: Membership,
    played_on: date,
    variant: str,
    names: Sequence[str],
    hands: Sequence[Reported],
    *,
    options: Reported | None = None,
    ended: bool = False,
) -> Session:
    token = f"{SESSION_TOKEN}{played_on}"
    session = services.open_session(club=club, played_on=played_on, token=token)
    players = {player.name: player for player in Player.objects.filter(club=club)}
    game = services.start_game(
        session=session,
        variant=variant,
        options=options or {},
        players=[players[name] for name in names],
        token=f"{token}-game",
        by=host,
    )
    for number, hand in enumerate(hands, 1):
        record_demo_hand(game, hand, number, host)
    if ended:
        services.close_session(session=session, by=host)
    return session


def record_demo_hand(game: Game, hand: Reported, number: int, host: Membership) -> None:
    table = game_table(Game.objects.select_related("session").get(pk=game.pk))
    services.record_hand(
        table=table,
        entry=load_entry(table.rules, table.fold, hand, table.names),
        number=number,
        token=f"demo-hand-{number}",
        by=host,
    )


def settle(session: Session, host: Membership) -> None:
    """Records the first payment as received."""
    for number, transfer in enumerate(session_balances(session).plan.transfers[:1]):
        record_transfer(
            session=session,
            payer=transfer.payer.pk,
            payee=transfer.payee.pk,
            owed=transfer.amount,
            amount=transfer.amount,
            word=StepKind.RECEIVED,
            token=f"demo-cash-{number}",
            by=host,
        )
