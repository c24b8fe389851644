"""Two phones at once: each hand is stored once, and nobody's answer is lost without a word."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from scorekeeper.ledger.models import Payment
from scorekeeper.play import services
from scorekeeper.play.audit import differences
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table, table
from tests import factories as make
from tests.factories import pool_hand

pytestmark = pytest.mark.django_db(transaction=True)
PHONES = 6


def together(act: Callable[[int], Any], times: int = PHONES) -> list[Any]:
    """What ``act`` gave, or raised, when called in this many threads at the same moment."""
    gate = Barrier(times)

    def one(phone: int) -> Any:
        gate.wait()
        try:
            return act(phone)
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(one, range(times)))


def save(at: Table, token: str, points: int = 43) -> services.Saved:
    hand = pool_hand("Asha", Dev=points, Meera="first_drop", Omar=30)
    entry = at.rules.load_entry(at.fold, hand, at.names)
    now = table(Game.objects.select_related("session").get(pk=at.game.pk))
    return services.record_hand(at=now, entry=entry, number=1, token=token)


def test_one_hand_sent_by_six_requests_at_once_is_stored_once():
    at = make.night()
    answers = together(lambda phone: save(at, "the same").hand.pk)
    assert len(set(answers)) == 1, answers
    assert Hand.objects.count() == 1 and Payment.objects.count() == 4


def test_of_six_scorers_one_is_first_and_the_others_are_told():
    at = make.night()
    answers = together(lambda phone: save(at, f"phone {phone}", points=phone + 1))
    stale = [a for a in answers if isinstance(a, services.Stale)]
    saved = [a for a in answers if isinstance(a, services.Saved)]
    assert len(saved) == 1 and len(stale) == PHONES - 1, answers
    assert {a.hand for a in stale} == {saved[0].hand}
    assert not list(differences(Game.objects.get(pk=at.game.pk)))


def test_six_phones_voiding_at_once_reverse_once():
    at = make.play(make.night(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=30))
    hand = Hand.objects.get()
    together(lambda phone: services.void_hand(hand=hand))
    assert Payment.objects.filter(reverses__isnull=False).count() == 4
    assert not list(differences(Game.objects.get(pk=at.game.pk)))


def test_starting_a_game_from_six_taps_starts_one():
    at = make.night()
    session, players = at.game.session, at.players
    together(
        lambda tap: services.start_game(
            session=session, variant="rummi", options={}, players=players, token="tap"
        )
    )
    assert Game.objects.filter(session=session).count() == 2
