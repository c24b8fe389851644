"""Two devices at once: each hand is stored once, and nobody's answer is lost without a word."""

from typing import Any

import pytest

from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import Payment
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Game, Hand, Seat, SeatChange
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.play.concurrency import PHONES, together

pytestmark = pytest.mark.django_db(transaction=True)


def save(table: Table, token: str, points: int = 43) -> services.SavedHand:
    hand = pool_hand("Asha", Dev=points, Meera="first_drop", Omar=30)
    entry = load_entry(table.rules, table.fold, hand, table.names)
    now = game_table(Game.objects.select_related("session").get(pk=table.game.pk))
    return services.record_hand(table=now, entry=entry, number=1, token=token)


def test_one_hand_sent_by_six_requests_at_once_is_stored_once():
    table = make.session()
    answers = together(lambda number: save(table, "the same").hand.pk)
    assert len(set(answers)) == 1, answers
    assert Hand.objects.count() == 1 and Payment.objects.count() == 4


def test_of_six_scorers_one_is_first_and_the_others_are_told():
    table = make.session()
    answers = together(lambda number: save(table, f"device {number}", points=number + 1))
    stale = [a for a in answers if isinstance(a, services.StaleError)]
    saved = [a for a in answers if isinstance(a, services.SavedHand)]
    assert len(saved) == 1 and len(stale) == PHONES - 1, answers
    assert {a.hand for a in stale} == {saved[0].hand}
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_six_devices_voiding_at_once_reverse_once():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=30))
    hand = Hand.objects.get()
    together(lambda number: corrections.void_hand(hand=hand))
    assert Payment.objects.filter(reverses__isnull=False).count() == 4
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_starting_a_game_from_six_taps_starts_one():
    table = make.session()
    session, players = table.game.session, table.players
    together(
        lambda tap: services.start_game(
            session=session, variant="rummi", options={}, players=players, token="tap"
        )
    )
    assert Game.objects.filter(session=session).count() == 2


def change_view(table: Table) -> seating.TableVersion:
    game = Game.objects.get(pk=table.game.pk)
    return seating.TableVersion(game.last_number + 1, game.change_count)


def test_of_six_taps_that_send_somebody_home_one_does_it():
    table = make.session("rummi", make.NAMES[:5])
    seen = change_view(table)
    answers = together(
        lambda tap: seating.leave_game(
            game=table.game, person=tap % 5, version=seen, token=f"tap {tap}"
        )
    )
    assert SeatChange.objects.count() == 1, answers
    assert sum(isinstance(a, services.StaleError) for a in answers) == PHONES - 1


def test_a_seat_taken_by_six_requests_at_once_is_taken_once():
    table = make.session("rummi", make.NAMES[:4])
    seen, options = change_view(table), table.game.options | {"tiers": [1, 2, 3, 4]}
    answers = together(
        lambda tap: (
            seating.join_game(
                game=table.game, player="Priya", options=options, version=seen, token="the same"
            ).pk
        )
    )
    assert len(set(answers)) == 1, answers
    assert Seat.objects.filter(game=table.game).count() == 5
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_a_seat_that_was_left_is_taken_over_by_one_of_six():
    table = make.session("paplu", make.NAMES[:4])
    seating.leave_game(game=table.game, person=1, version=change_view(table), token="leave")
    seen, options = change_view(table), table.game.options
    answers = together(
        lambda tap: seating.join_game(
            game=table.game,
            player=f"Player {tap}",
            options=options,
            in_place_of=1,
            version=seen,
            token=f"tap {tap}",
        )
    )
    assert sum(isinstance(a, services.StaleError) for a in answers) == PHONES - 1, answers
    now = game_table(Game.objects.get(pk=table.game.pk))
    assert now.fold.places == ((0,), (1, 4), (2,), (3,))
    assert not list(differences(now.game))


def test_a_hand_and_a_change_of_seats_at_once_rest_on_one_another_or_are_refused():
    table = make.session("paplu", make.NAMES[:4])
    seen = change_view(table)

    def act(number: int) -> Any:
        if number % 2:
            return save(table, f"device {number}")
        return seating.leave_game(game=table.game, person=3, version=seen, token=f"device {number}")

    answers = together(act)
    written = (Hand.objects.count(), SeatChange.objects.count())
    assert written in {(1, 0), (0, 1), (1, 1)}, answers
    refused = [a for a in answers if isinstance(a, services.StaleError)]
    assert len(refused) == PHONES - sum(written), answers
    assert not list(differences(Game.objects.get(pk=table.game.pk)))


def test_one_hand_left_out_sent_by_six_requests_at_once_is_written_in_once():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=30))
    hand = Hand.objects.get()
    entry = table.entry(hand)
    answers = together(
        lambda number: insert_hand(before=hand, entry=entry, token="the same").hand.pk
    )
    assert len(set(answers)) == 1, answers
    assert sorted(Hand.objects.values_list("number", flat=True)) == [1, 2]
    assert not list(differences(Game.objects.get(pk=table.game.pk)))
