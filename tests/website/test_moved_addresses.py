"""Addresses from before a session was called a session hang on walls and lie in chats."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/nights/{session}/", "/sessions/{session}/"),
        ("/nights/{session}/settle/?kept", "/sessions/{session}/settle/?kept"),
        ("/clubs/{club}/", "/g/{club}/"),
        ("/g/{club}/books/", "/g/{club}/spreadsheets/"),
        ("/clubs/{club}/standings/?season=all", "/g/{club}/standings/?season=all"),
    ],
)
def test_an_old_address_leads_to_the_new_one_for_good(old: str, new: str) -> None:
    session = make.session().game.session
    names = {"session": session.code, "club": session.club.code}
    browser = make.client_with(Role.HOST, session.club)
    answer = browser.get(old.format(**names))
    assert (answer.status_code, answer["Location"]) == (301, new.format(**names))
    assert browser.get(answer["Location"]).status_code == 200


def test_an_old_address_tells_an_outsider_nothing() -> None:
    session = make.session().game.session
    for code in (session.code, "nosuchcode"):
        answer = make.host_client(make.club("Others")).get(f"/nights/{code}/", follow=True)
        assert answer.status_code == 404
