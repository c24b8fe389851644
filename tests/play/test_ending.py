"""A game ends after the hands, or at the time, that its table agreed on; the last hand counts."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.agreed_ending import can_agree_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.options import load_options
from scorekeeper.play import services
from scorekeeper.play.edits.services import insert_hand, void_hand
from scorekeeper.play.ending import Ending, is_last
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import ClosedError
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

POINTS = {"deal": {}, "lines": {"Asha": {"finish": "won"}, "Dev": {"finish": "first_drop"}}}
AN_HOUR = timedelta(hours=1)


def started(ending: Ending, variant: str = "points_rummy", **options: Any) -> Table:
    session = services.open_session(club=make.club(), played_on=timezone.localdate())
    table = make.next_game(session, "gin_rummy", ["Asha", "Dev"])
    game = services.start_game(
        session=session,
        variant=variant,
        options=options,
        players=table.players,
        token="game",
        ending=ending,
    )
    return game_table(game)


def fresh(table: Table) -> Table:
    table.game.refresh_from_db()
    return game_table(table.game)


def pass_time(table: Table, hours: int) -> None:
    """So many hours later."""
    until = table.game.until
    assert until is not None
    Game.objects.filter(pk=table.game.pk).update(until=until - hours * AN_HOUR)


def test_a_game_ends_with_the_hand_that_was_agreed_on() -> None:
    table = make.play(started(Ending(hands=2)), POINTS)
    assert table.game.closed_at is None and is_last(table.game, timezone.now())
    table = make.play(table, POINTS)
    assert table.game.closed_at is not None and not table.game.stopped
    with pytest.raises(ClosedError):
        make.play(table, POINTS)
    call_command("checkledger")


def test_the_hand_in_progress_at_the_time_still_counts_and_is_the_last() -> None:
    table = make.play(started(Ending(until=timezone.now() + 2 * AN_HOUR)), POINTS)
    assert table.game.closed_at is None and not is_last(table.game, timezone.now())
    pass_time(table, 3)
    table = make.play(fresh(table), POINTS)
    assert (table.game.hand_count, table.game.ends_after) == (2, 2)
    assert table.game.closed_at is not None and not table.game.stopped
    call_command("checkledger")


def test_the_last_hand_deleted_is_written_again_and_ends_it_again() -> None:
    table = started(Ending(until=timezone.now() + AN_HOUR))
    pass_time(table, 2)
    table = make.play(fresh(table), POINTS)
    void_hand(hand=Hand.objects.get())
    assert fresh(table).game.closed_at is None
    assert make.play(fresh(table), POINTS).game.closed_at is not None
    call_command("checkledger")


def test_a_game_ended_by_the_clock_stays_ended_when_an_earlier_hand_is_taken_out() -> None:
    table = make.play(started(Ending(until=timezone.now() + AN_HOUR)), POINTS, POINTS)
    pass_time(table, 2)
    table = make.play(fresh(table), POINTS)
    void_hand(hand=table.game.hands.get(number=2))
    table = fresh(table)
    assert table.game.closed_at is not None and table.game.ends_after == table.game.hand_count == 2
    call_command("checkledger")


@pytest.mark.parametrize("by_clock", [False, True])
def test_a_hand_that_was_left_out_is_written_into_a_game_that_has_ended(by_clock: bool) -> None:
    table = started(Ending(until=timezone.now() + AN_HOUR) if by_clock else Ending(hands=2))
    table = make.play(table, POINTS)
    if by_clock:
        pass_time(table, 2)
    table = make.play(fresh(table), POINTS)
    first = table.game.hands.get(number=1)
    insert_hand(before=first, entry=table.entry(first), token="left out")
    table = fresh(table)
    assert table.game.closed_at is not None and table.game.hand_count == 3
    call_command("checkledger")


def test_the_same_start_sent_again_is_the_same_game_another_ending_is_not() -> None:
    table = started(Ending(hands=2))
    again: dict[str, Any] = {
        "session": table.game.session,
        "variant": "points_rummy",
        "options": {},
        "players": table.players,
        "token": "game",
    }
    assert services.start_game(**again, ending=Ending(hands=2)) == table.game
    with pytest.raises(OtherwiseError):
        services.start_game(**again, ending=Ending(hands=3))


@pytest.mark.parametrize("variant", ["pool_rummy", "gin_rummy", "canasta"])
def test_what_its_own_rules_end_has_no_other_end(variant: str) -> None:
    with pytest.raises(EntryError) as refused:
        started(Ending(hands=2), variant)
    assert refused.value.field == "ending"


def test_a_game_has_a_hand_at_least() -> None:
    for hands in (0, 1000):
        with pytest.raises(EntryError):
            started(Ending(hands=hands))


def test_most_games_without_a_target_may_end_when_the_table_says() -> None:
    open_ones = {
        key
        for key, rules in VARIANTS.items()
        if can_agree_ending(rules, load_options(rules, {}, rules.seats.start))
    }
    wanted = {"rummi", "paplu", "rummy_21", "rummy_27", "marriage", "vazhushal", "points_rummy"}
    assert wanted <= open_ones
