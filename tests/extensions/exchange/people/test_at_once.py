"""Two hosts, or a host and a table, who write at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scorekeeper.clubs.models import Player, SamePerson
from scorekeeper.clubs.players.persons import merged_persons
from scorekeeper.clubs.services import add_players
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.errors import EntryError
from scorekeeper.extensions.exchange.people.services import (
    merge_players,
)
from scorekeeper.house_rules.choice import GamePlan
from scorekeeper.play.models import Seat
from scorekeeper.table.starting.services import start_session
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = (Refusal, EntryError)


def both(*acts: Callable[[], object]) -> list[object]:
    gate = Barrier(len(acts))

    def act(do: Callable[[], object]) -> object:
        gate.wait()
        try:
            return do()
        except REFUSED as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


def test_two_merges_the_other_way_round_make_no_circle() -> None:
    first, other = add_players(club=make.club(), names=["A", "B"])

    def join(name: Player, person: Player) -> Callable[[], object]:
        token = make.token()
        return lambda: merge_players(
            club=first.club, name=name, person=person, token=token, by=None
        )

    answers = both(join(first, other), join(other, first))
    assert sum(isinstance(answer, Refusal) for answer in answers) == 1, answers
    assert len([pk for pk, person in merged_persons(first.club).items() if person]) == 1


def test_a_table_where_both_sit_down_meanwhile() -> None:
    """Either they are two people, or they sit there as one, and so not twice."""
    club = make.club()
    first, other, third = add_players(club=club, names=["A", "B", "C"])
    plan = GamePlan("points_rummy", {}, "", 1)
    token = make.token()
    answers = both(
        lambda: merge_players(club=club, name=first, person=other, token="t", by=None),
        lambda: start_session(
            club=club, players=[first, other, third], plan=plan, token=token, by=None
        ),
    )
    assert any(isinstance(answer, REFUSED) for answer in answers), answers
    assert Seat.objects.exists() != SamePerson.objects.exists()


def test_a_hand_saved_meanwhile_is_kept() -> None:
    club = make.club()
    table = make.session("points_rummy", ("A", "C"), {"point_value": 10}, club=club)
    (other,) = add_players(club=club, names=["B"])
    name = table.players[0]
    answers = both(
        lambda: merge_players(club=club, name=name, person=other, token="t", by=None),
        lambda: make.play(table, make.pool_hand("A", C=20)),
    )
    assert not any(isinstance(answer, REFUSED) for answer in answers), answers
    name.refresh_from_db()
    assert name.person == other and table.game.hands.count() == 1
