"""The races that once broke a session, each as it was seen."""

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError

from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play import seating, services
from scorekeeper.play.edits import leading
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.leading import FollowUp
from scorekeeper.play.models import Game, Hand, SeatChange
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.files.csv_file import csv_bytes, rows
from tests.helpers import factories as make
from tests.helpers import ledgers
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.factories import pool_hand
from tests.helpers.play.racing import collide, collide_at_the_end, together
from tests.helpers.play.sessions import (
    broken_pages,
    entry_at,
    faults,
    fresh,
    hand_of,
    host,
    last_change,
    last_hand,
    leave,
    played_session,
    read,
    save,
    view_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


# A seat change taken back while a hand is saved ------------------------------------------------


def test_a_save_that_rests_on_a_change_of_seats_undone_is_refused():
    game = played_session()
    table = read(game)
    seating.undo_seat_change(change=last_change(game))
    with pytest.raises(StaleError):
        save(table)
    assert faults(game.session) == []


def test_a_hand_and_a_change_of_seats_undone_at_once_never_break_the_game():
    game = played_session()
    client, broken = host(game.session), []
    turns = 30 if LOOKS_FOR_NEW else 10
    for turn in range(turns):
        table = read(game)
        taken_back = partial(seating.undo_seat_change, change=last_change(game))
        outcomes = together(partial(save, table), taken_back)
        if problems := faults(game.session, outcomes, client):
            broken.append((turn, problems))
            game = played_session()
            client = host(game.session)
        else:
            if read(game).fold.left:  # the hand was first
                come_back(game)
            leave(game)
    assert not broken, f"{len(broken)} of {turns}: {broken[:2]}"


def come_back(game: Game) -> SeatChange:
    now = fresh(game)
    return seating.come_back(game=now, person=3, version=view_of(now), token=make.token())


# The session closed while something is written ----------------------------------------------------


def amend(game: Game, points: int) -> Any:
    hand, table = last_hand(game), read(game)
    hand.game = table.game
    return corrections.amend_hand(hand=hand, entry=entry_at(table, points), token=make.token())


def hands_only() -> Game:
    table = make.session("paplu", make.NAMES[:4], {"rounds": None})
    return fresh(make.play(table, hand_of(table)).game)


@pytest.mark.parametrize("what", ["save", "amend"])
def test_the_session_closed_while_a_hand_is_written_never_fails(what):
    broken = []
    game = hands_only()
    for turn in range(18):
        services.reopen_session(session=game.session)
        Game.objects.filter(pk=game.pk).update(closed_at=None, stopped=False)
        table = read(game)
        write = partial(save, table) if what == "save" else partial(amend, game, 31)
        outcomes = together(write, lambda: services.close_session(session=game.session))
        if errors := [o for o in outcomes if isinstance(o, OperationalError)]:
            broken.append((turn, errors))
    assert not broken, f"{len(broken)} of 18: {broken[:2]}"
    assert faults(game.session) == []


@pytest.mark.postgres
@pytest.mark.parametrize("what", ["save", "amend", "void"])
@pytest.mark.parametrize("order", [1, -1])
def test_closing_the_session_and_a_hand_wait_for_one_another(what, order):
    game = hands_only()
    hand, table = last_hand(game), read(game)
    write: Callable[[], Any] = {
        "save": lambda: save(table),
        "amend": lambda: amend(game, 31),
        "void": lambda: corrections.void_hand(hand=hand),
    }[what]
    pair = [write, lambda: services.close_session(session=game.session)][::order]
    outcomes, _waited = collide(*pair)
    assert faults(game.session, outcomes) == []
    if order < 0:
        assert isinstance(outcomes[1], ClosedError)


def finished() -> Game:
    """Its own rules have ended it; the session goes on."""
    table = make.session("pool_rummy", ["Asha", "Dev"], {"pool": 61})
    for _hand in range(2):
        table = make.play(table, make.pool_hand("Asha", Dev=40))
    assert table.game.closed_at
    return fresh(table.game)


@pytest.mark.postgres
def test_no_hand_of_a_finished_game_is_voided_after_the_session_was_closed():
    game = finished()
    hand = last_hand(game)
    (closed, voided), _waited = collide_at_the_end(
        lambda: services.close_session(session=game.session),
        lambda: corrections.void_hand(hand=hand),
    )
    assert not isinstance(closed, Exception)
    assert isinstance(voided, ClosedError), voided
    assert not Hand.objects.filter(voided_at__isnull=False).exists()


@pytest.mark.postgres
def test_no_hand_is_saved_after_the_session_was_closed():
    game = hands_only()
    table = read(game)
    (_closed, saved), _waited = collide_at_the_end(
        lambda: services.close_session(session=game.session), lambda: save(table)
    )
    assert isinstance(saved, ClosedError), saved
    assert Hand.objects.count() == 1


# Read while it is written -----------------------------------------------------------------------


def test_a_change_of_seats_undone_with_its_payments_leaves_the_sums_alone():
    game = hands_only()
    before = ledgers.balances(game.session)
    seat = seating.join_game(
        game=fresh(game),
        player="Priya",
        options=game.options,
        version=view_of(fresh(game)),
        token="x",
    )
    assert ledgers.balances(game.session) == before | {seat.player: 0}
    seating.undo_seat_change(change=seat)
    assert ledgers.balances(game.session) == before


READINGS: dict[str, Callable[[Game], Any]] = {
    "settle up": lambda game: session_balances(game.session),
    "the sheet": lambda game: contents(game.session),
    "one player's sheet": lambda game: contents(game.session, game.seats.all()[0].player_id),
    "the payments as a table": lambda game: csv_bytes(rows(contents(game.session))),
    "the pages": lambda game: list(broken_pages(game.session, host(game.session))),
}


@pytest.mark.parametrize("what", READINGS)
def test_what_is_read_while_hands_are_saved_and_corrected_always_adds_up(what):
    """A pool game, with money in its pot, and one that is paid hand by hand."""
    game = hands_only()
    make.next_game(game.session, "pool_rummy", make.NAMES[:4])
    reading, done = READINGS[what], Event()

    def write() -> None:
        try:
            for turn in range(6):
                corrections.void_hand(hand=save(read(game), 20 + turn).hand)
                amend(game, 40 + turn)
                pool = make.next_game(game.session, "pool_rummy", make.NAMES[:4]).game
                services.close_game(game=pool)
        finally:
            done.set()

    def watch() -> tuple[int, list[str]]:
        readings = 0
        wrong: list[str] = []
        while not done.is_set():
            readings += 1
            try:
                wrong += reading(game) if what == "the pages" else (reading(game), ())[1]
            except Exception as error:  # noqa: BLE001 - each is a failed answer
                wrong.append(f"{type(error).__name__}: {error}")
        return readings, wrong

    written, (readings, wrong), (more, wrong_too) = together(write, watch, watch)
    assert written is None, written
    wrong += wrong_too
    assert not wrong, f"{len(wrong)} of {readings + more}: {sorted(set(wrong))}"


# An edit that leads through later hands ---------------------------------------------------------


def led_edit(game: Game) -> Callable[[], Any]:
    """Corrects hand 2, by which Pia is still in, and gives her count in hand 3."""
    table = read(game)
    hand, later = (table.game.hands.get(number=n, voided_at=None) for n in (2, 3))
    right, third = (
        load_entry(table.rules, table.fold, written, table.names, strict=False)
        for written in (pool_hand("Vik", Pia=3, Fay=5), pool_hand("Fay", Vik=40, Pia=12))
    )
    lead = leading.lead(
        leading.amended(table, hand, right),
        lambda other, _fold: FollowUp(other, third) if other == later else None,
    )
    return partial(
        corrections.amend_hand,
        hand=hand,
        entry=right,
        token=make.token(),
        follow_ups=lead.follow_ups,
    )


@pytest.mark.postgres
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("other", ["edit", "hand", "deletion"])
def test_an_edit_with_later_hands_is_whole_or_nothing_beside_another_write(other: str, first: bool):
    table = make.session(names=("Fay", "Pia", "Vik"), options={"pool": 101})
    wrong = pool_hand("Vik", Pia="wrong_show", Fay=26)
    table = make.play(table, wrong, pool_hand("Vik", Pia=30, Fay=5), pool_hand("Fay", Vik=40))
    game = table.game
    fourth = load_entry(table.rules, table.fold, pool_hand("Vik", Fay=10), table.names)
    others: dict[str, Callable[[], Any]] = {
        "edit": led_edit(game),
        "hand": partial(
            services.record_hand, table=read(game), entry=fourth, number=4, token="other"
        ),
        "deletion": partial(corrections.void_hand, hand=game.hands.get(number=3)),
    }
    writes = (led_edit(game), others[other])
    outcomes, _waited = collide(*(writes if first else reversed(writes)))
    assert faults(game.session, outcomes) == []
    hands = {hand.number: hand for hand in game.hands.filter(voided_at=None)}
    is_led = hands[2].replaces_id is not None
    assert 3 not in hands or (hands[3].replaces_id is not None) == is_led
