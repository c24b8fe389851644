"""A club's file that is written, and taken in on an empty site."""

from functools import partial
from typing import Any

from django.db import transaction

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import compress, parse
from scorekeeper.extensions.exchange.group_file.tables import BY_NAME, Extent
from scorekeeper.extensions.exchange.group_file.writing import digest, document, text
from scorekeeper.house_rules.services import save_preset
from scorekeeper.play import seating
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game
from scorekeeper.settlement.models import StepKind
from scorekeeper.table.starting import draws
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.play.every_write import (
    amends,
    carries,
    inserts,
    joins,
    pays,
    pays_in,
    says,
    sends,
    shares_cost,
    takes_back_cost,
)
from tests.helpers.play.sessions import fresh, last_hand, played_session, save, view_of
from tests.helpers.play.sessions import read as table_of

Told = dict[str, Any]


def lively() -> Session:
    """A session in which everything was done that leaves a row."""
    game = played_session()
    for write in (amends, inserts, joins):
        write(fresh(game))()
    save(table_of(game))
    corrections.void_hand(hand=last_hand(game), reason="misdeal")
    pays(fresh(game))()
    session = fresh(game).session
    draws.draw_seats(
        session=session, players=list(session.club.players.all()), token="draw", by=None
    )
    save_preset(
        club=session.club, rules=VARIANTS["rummi"], options={"stake": 5}, name="Ours", token="t"
    )
    return session


def with_seat_taken_over() -> Session:
    """A session of Paplu in which Zoya sits in Dev's seat, and Dev sits beside her again."""
    game = make.session("paplu", make.NAMES[:4], {"decks": 2, "rounds": None}).game
    joins = partial(seating.join_game, player="Zoya", options=game.options, in_place_of=1)
    leaves, returns = (partial(act, person=1) for act in (seating.leave_game, seating.come_back))
    save(table_of(game))
    for write in (leaves, joins, returns):
        write(game=game, version=view_of(fresh(game)), token=make.token())
        save(table_of(game))
    return game.session


def settled() -> Session:
    """The same, with all that may be said of its money; a debt of it is owed on the next
    session."""
    session = lively()
    game = Game.objects.get(session=session)
    money = (sends, says(StepKind.RECEIVED), says(StepKind.DISPUTED), pays_in, shares_cost)
    for write in (*money, takes_back_cost, carries):
        save(table_of(game))
        write(fresh(game))()
    return session


def elsewhere(build) -> tuple[Told, Told]:
    """The documents of a club and its last session, from a server that is not this one."""
    with transaction.atomic():
        session = build()
        exports = document(Extent(session.club)), document(Extent(session.club, session))
        transaction.set_rollback(True)
    make.play(make.session(), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5))  # other keys
    return exports


def given(exported: Told):
    return parse(compress(text(exported)))


def sealed(exported: Told) -> Told:
    return exported | {"digest": digest(exported)}


def column(exported: Told, table: str, name: str) -> int:
    place: int = exported["tables"][table]["columns"].index(name)
    return place


def before_signatures(exported: Told) -> Told:
    """The document as it was written before devices signed."""
    tables = {}
    for name, table in exported["tables"].items():
        columns = BY_NAME[name].columns_before
        kept = [table["columns"].index(column) for column in columns]
        rows = [[row[index] for index in kept] for row in table["rows"]]
        tables[name] = {"columns": columns, "rows": rows}
    del tables["signatures"]
    return sealed(exported | {"tables": tables})
