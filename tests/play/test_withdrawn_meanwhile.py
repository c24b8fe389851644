"""A hand that is sent while its round is withdrawn: gone, as everywhere, and nothing is saved."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.clubs import access, locks
from scorekeeper.clubs.models import Session
from scorekeeper.play import ending, services
from scorekeeper.play.edits import removal
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.table.entry.views import address, answers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("is_a_table", "status"), [(True, 410), (False, 404)])
def test_a_hand_sent_while_its_session_is_removed_is_gone(
    monkeypatch: pytest.MonkeyPatch, is_a_table: bool, status: int
) -> None:
    at = make.session()
    session = at.game.session
    client, admit = make.host_client(session.club), access._admit

    def admit_then_remove(*args):
        inside = admit(*args)
        day = make.session().game.session if is_a_table else None
        Session.objects.filter(pk=session.pk).update(removed_at=timezone.now(), part_of=day)
        return inside

    monkeypatch.setattr(access, "_admit", admit_then_remove)
    answer = client.post(address(at), answers(p1=43, p2=10, p3=20) | {"save": "1", "number": "7"})
    assert answer.status_code == status
    assert not Hand.objects.exists()


@pytest.mark.parametrize(("is_a_table", "status"), [(True, 410), (False, 404)])
def test_a_hand_is_not_saved_where_the_session_was_removed_after_it_was_read(
    monkeypatch: pytest.MonkeyPatch, is_a_table: bool, status: int
) -> None:
    """The table was read and the hand played; then its session is removed, before the lock."""
    at = make.session()
    session = at.game.session
    client, at_the_clock = make.host_client(session.club), ending.at_the_clock

    def remove_then_play(*args: Any) -> Any:
        day = make.session().game.session if is_a_table else None
        Session.objects.filter(pk=session.pk).update(removed_at=timezone.now(), part_of=day)
        return at_the_clock(*args)

    monkeypatch.setattr(services, "at_the_clock", remove_then_play)
    answer = client.post(address(at), answers(p1=43, p2=10, p3=20) | {"save": "1", "number": "1"})
    assert answer.status_code == status
    assert not Hand.objects.exists()


WRITES: dict[str, Callable[[Table], Any]] = {
    "another game": lambda at: make.next_game(at.game.session, "pool_rummy", make.NAMES[:3]),
    "the end of the game": lambda at: services.close_game(game=at.game),
    "the end of the session": lambda at: services.close_session(session=at.game.session),
    "its reopening": lambda at: services.reopen_session(session=at.game.session),
    "the game's removal": lambda at: removal.remove_game(game=at.game),
    "a change that only raises the version": lambda at: locks.touch(at.game.session),
    "the session's lock": lambda at: locks.hold_session(at.game.session_id),
}


@pytest.mark.parametrize("write", WRITES)
def test_no_write_finds_a_session_that_was_removed_meanwhile(write: str) -> None:
    at = make.session()
    Session.objects.filter(pk=at.game.session_id).update(removed_at=timezone.now())
    before = list(Game.every.values()), list(Session.every.values())
    with pytest.raises(Session.DoesNotExist):
        WRITES[write](at)
    assert (list(Game.every.values()), list(Session.every.values())) == before
