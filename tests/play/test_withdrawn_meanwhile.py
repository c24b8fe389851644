"""A hand that is sent while its round is withdrawn: gone, as everywhere, and nothing is saved."""

import pytest
from django.utils import timezone

from scorekeeper.clubs import access
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.table.entry.views import address, answers

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
