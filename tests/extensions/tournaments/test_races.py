"""Two hosts at once, and a host while people come: nothing is doubled, nothing is lost."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.outcomes import Outcome, Refused, Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import Presence, Round, TableSession, Tournament
from scorekeeper.extensions.tournaments.people.services import add_late, set_presence
from scorekeeper.extensions.tournaments.rounds.services import (
    draw_round,
    move_person,
    publish_round,
    swap_seats,
    take_back_round,
)
from scorekeeper.extensions.tournaments.services import change_day
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.play.racing import collide, collide_at_the_end, together
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db(transaction=True)


def is_refused(outcome: object, fate: type[Outcome] = Refused) -> bool:
    return isinstance(outcome, Refusal) and outcome.fate is fate


def eight() -> Tournament:
    return days.here(days.tournament(rounds=3))


def fresh(tournament: Tournament) -> Tournament:
    """As another host's request reads it."""
    return Tournament.objects.select_related("session__club").get(pk=tournament.pk)


def draw(tournament: Tournament) -> Round:
    return draw_round(tournament=fresh(tournament), token=make.token(), by=None)


def publish(tournament: Tournament, draft: Round) -> Round:
    return publish_round(tournament=fresh(tournament), number=draft.number, by=None, draft=draft.pk)


def take_back(tournament: Tournament, turn: Round) -> Round:
    return take_back_round(tournament=fresh(tournament), number=turn.number, by=None, which=turn.pk)


def come(tournament: Tournament, name: str) -> Any:
    return add_late(tournament=fresh(tournament), names=[name], token=make.token(), by=None)


def leave(tournament: Tournament) -> Any:
    now = fresh(tournament)
    first = now.entrants.get(number=1)
    first.tournament = now
    return set_presence(entrant=first, presence=Presence.LEFT, token=make.token(), by=None)


MOVED = date(2026, 11, 21)


def put_on(tournament: Tournament, day: date) -> None:
    change_day(tournament=fresh(tournament), played_on=day, by=None)


def faults(tournament: Tournament) -> list[str]:
    """What must not be: two rounds in force of one number, tables without a game, a session of the
    day that no published round has, tables or results of another day, two sessions of one number
    of a day."""
    problems = []
    sessions = Session.every.filter(Q(pk=tournament.session_id) | Q(part_of=tournament.session_id))
    dates = set(sessions.values_list("played_on", flat=True))
    results = GameResult.objects.filter(session__in=sessions)
    if len(dates) != 1 or set(results.values_list("played_on", flat=True)) - dates:
        problems.append(f"of several days: {dates}")
    if sessions.values("of_day").distinct().count() != sessions.count():
        problems.append("two sessions of one number")
    in_force = Round.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    for turn in in_force:
        tables = list(turn.table_sessions.all())
        if len(tables) != (len(turn.tables) if turn.published_at else 0):
            problems.append(f"round {turn.pk} has {len(tables)} tables")
    numbers = [turn.number for turn in in_force]
    if len(numbers) != len(set(numbers)):
        problems.append("two rounds of one number")
    of_rounds = TableSession.objects.filter(round__in=in_force).values("session")
    if stray := Session.objects.filter(part_of=tournament.session).exclude(pk__in=of_rounds):
        problems.append(f"sessions of no round: {list(stray)}")
    if Game.objects.filter(session__in=of_rounds).count() != of_rounds.count():
        problems.append("not one game a table")
    return problems


def test_two_hosts_publish_a_draft_once() -> None:
    for _turn in range(3):
        tournament = eight()
        draft = draw(tournament)
        outcomes = together(*[partial(publish, tournament, draft)] * 2)
        assert outcomes == [draft, draft]
        assert faults(tournament) == []


def test_two_hosts_draw_and_one_draft_is_left() -> None:
    for _turn in range(3):
        tournament = eight()
        first, second = together(*[partial(draw, tournament)] * 2)
        assert {type(first), type(second)} == {Round}
        assert tournament.rounds.filter(withdrawn_at__isnull=True).count() == 1
        assert faults(tournament) == []


Act = Callable[[Tournament, Round], Any]
AGAINST: dict[str, Act] = {
    "draw": lambda tournament, _draft: draw(tournament),
    "come": lambda tournament, _draft: come(tournament, "Zara"),
    "leave": lambda tournament, _draft: leave(tournament),
    "end": lambda tournament, _draft: close_session(session=tournament.session),
    "day": lambda tournament, _draft: put_on(tournament, MOVED),
}


@pytest.mark.postgres
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("what", AGAINST)
def test_a_round_published_and_another_write_wait_for_one_another(what: str, order: int) -> None:
    tournament = eight()
    draft = draw(tournament)
    pair = [partial(publish, tournament, draft), partial(AGAINST[what], tournament, draft)][::order]
    outcomes, waited = collide(*pair)
    assert waited
    assert faults(tournament) == []
    published = outcomes[0 if order == 1 else 1]
    if order == 1:
        assert published == draft
    elif what == "draw":
        assert is_refused(published, Stale)
    elif what in ("come", "leave"):
        assert is_refused(published)


@pytest.mark.postgres
@pytest.mark.parametrize("order", [1, -1])
def test_a_round_taken_back_while_a_hand_is_saved_keeps_the_hand_or_the_round_is_gone(
    order: int,
) -> None:
    tournament = eight()
    turn = days.publish(tournament)
    table = turn.table_sessions.all()[0]

    def save() -> Any:
        with transaction.atomic():
            return days.play_table(table)

    pair: list[Callable[[], Any]] = [partial(take_back, tournament, turn), save]
    outcomes, _waited = collide_at_the_end(*pair[::order])
    assert faults(tournament) == []
    taken, saved = outcomes[::order]
    if order == 1:
        assert taken == turn
        assert isinstance(saved, Exception)
    else:
        assert is_refused(taken)
        assert saved.game.hand_count == 2


@pytest.mark.postgres
@pytest.mark.parametrize("order", [1, -1])
def test_a_day_moved_while_a_hand_is_saved_moves_its_results_too(order: int) -> None:
    tournament = eight()
    table = days.publish(tournament).table_sessions.all()[0]
    read = game_table(Game.objects.select_related("session__club").get(session=table.session))
    first, *others = read.names
    lines = {first: {"won": True}, **{name: {"points": 10} for name in others}}

    def save() -> Any:
        """The table was read before the day is moved."""
        return make.play(read, {"deal": {}, "lines": lines})

    pair: list[Callable[[], Any]] = [partial(put_on, tournament, MOVED), save]
    outcomes, waited = collide_at_the_end(*pair[::order])
    assert waited and not [o for o in outcomes if isinstance(o, Exception)], outcomes
    assert faults(tournament) == []
    game = Game.objects.get(session=table.session)
    assert game.hand_count == 1 and list(differences(game)) == []


def test_two_hosts_put_a_tournament_on_two_days_and_it_is_on_one() -> None:
    tournament = eight()
    days.publish(tournament)
    moves = [partial(put_on, tournament, date(2026, 11, day)) for day in (21, 22)]
    assert together(*moves) == [None, None]
    assert faults(tournament) == []


@pytest.mark.postgres
def test_two_hosts_move_people_and_one_is_told() -> None:
    tournament = eight()
    turn = days.publish(tournament)

    def move(person: int, other: int) -> Round:
        return swap_seats(
            tournament=fresh(tournament),
            number=turn.number,
            which=turn.pk,
            person=person,
            other=other,
            token=make.token(),
            by=None,
        )

    first, second = turn.tables
    outcomes = together(partial(move, first[0], second[0]), partial(move, first[1], second[1]))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refusal", "Round"]
    assert any(is_refused(outcome, Stale) for outcome in outcomes)
    assert faults(tournament) == []


def seat(tournament: Tournament, turn: Round, person: int, table: int) -> Round:
    return move_person(
        tournament=fresh(tournament),
        number=turn.number,
        which=turn.pk,
        person=person,
        table=table,
        token=make.token(),
        by=None,
    )


@pytest.mark.postgres
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("order", [1, -1])
def test_a_person_moved_while_a_hand_is_saved_there_loses_no_hand(order: int, late: bool) -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:9], tables=2))
    turn = days.publish(tournament)
    table = turn.table_sessions.all()[1]
    person = come(tournament, "Zara")[0].player_id if late else turn.tables[0][0]

    def move() -> Round:
        return seat(tournament, turn, person, 2)

    def save() -> Any:
        with transaction.atomic():
            return days.play_table(table)

    pair: list[Callable[[], Any]] = [move, save]
    outcomes, _waited = collide_at_the_end(*pair[::order])
    assert faults(tournament) == []
    moved, saved = outcomes[::order]
    if order == 1:
        assert isinstance(moved, Round)
        assert isinstance(saved, Exception)
    else:
        assert is_refused(moved)
        assert saved.game.hand_count == 2


@pytest.mark.postgres
def test_two_hosts_seat_one_who_came_late_and_there_is_one_seat() -> None:
    tournament = eight()
    turn = days.publish(tournament)
    person = come(tournament, "Zara")[0].player_id
    outcomes = together(*(partial(seat, tournament, turn, person, table) for table in (1, 2)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refusal", "Round"]
    assert any(is_refused(outcome, Stale) for outcome in outcomes)
    assert faults(tournament) == []
    now = tournament.rounds.get(withdrawn_at__isnull=True)
    assert [player for table in now.tables for player in table].count(person) == 1


@pytest.mark.postgres
@pytest.mark.parametrize("order", [1, -1])
def test_who_leaves_while_they_get_a_seat_has_it_or_is_not_here(order: int) -> None:
    tournament = eight()
    turn = days.publish(tournament)
    (entrant,) = come(tournament, "Zara")
    entrant.tournament = fresh(tournament)
    pair: list[Callable[[], Any]] = [
        partial(seat, tournament, turn, entrant.player_id, 1),
        partial(set_presence, entrant=entrant, presence=Presence.LEFT, token=make.token(), by=None),
    ]
    outcomes, waited = collide(*pair[::order])
    assert waited
    assert faults(tournament) == []
    first = outcomes[::order][0]
    assert isinstance(first, Round) if order == 1 else is_refused(first)


def test_people_come_while_it_is_drawn_and_the_draft_has_them_or_is_refused() -> None:
    tournament = eight()
    drafts = together(
        partial(draw, tournament), *(partial(come, tournament, name) for name in ("Zara", "Yusuf"))
    )
    draft = drafts[0]
    assert isinstance(draft, Round)
    try:
        publish(tournament, draft)
    except Refusal:
        publish(tournament, draw(tournament))
    assert faults(tournament) == []
