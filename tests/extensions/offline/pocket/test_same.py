"""A session that came along, answered by the runtime of a phone: its pages are the server's, to the
byte, but for marks, tokens of writes to come, and keys that were made on the device."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as told_settings

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.offline.pocket import runtime
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.sync.device import Both, Inside
from tests.extensions.offline.sync.same_pages import HTMX, chain, drawings, look, played, typed
from tests.helpers import factories as make

pytestmark = [
    pytest.mark.programs,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.django_db,
]
HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def in_runtime(pocket_site: Path) -> Iterator[Inside]:
    """In Node, by the very files that devices take."""
    node = [*runtime.tools().node, str(HERE / "node.mjs")]
    process = Inside([*node, str(pocket_site), str(HERE / "inside_landed.py")])
    yield process
    process.stop()


@pytest.fixture
def released(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has what devices take, and its pages say so."""
    monkeypatch.setattr(told_settings, "OFFLINE_WORKER", release / "sw.js")


@pytest.mark.parametrize("key", VARIANTS)
def test_a_session_of_any_game_goes_on_alike_in_the_runtime(
    key: str, in_runtime: Inside, released: None
) -> None:
    drawn = next(drawing for drawing in drawings(key) if len(drawing.entries) == 4)
    table = played(drawn, 2)
    both = Both(make.member(Role.SCORER, table.game.session.club), table.game.session, in_runtime)
    page = f"/sessions/{both.session.code}/games/1/hand/"
    for number in (3, 4):
        both.agree(f"{page}slip/", typed(drawn, number), **HTMX)
        both.agree_to_write(page, typed(drawn, number))
    look(both)
    hands = table.game.hands.order_by("pk").values_list("number", "token", "digest")
    assert json.dumps(chain(both)) == json.dumps([list(row) for row in hands])


def test_what_differs_is_seen(in_runtime: Inside, released: None, monkeypatch: Any) -> None:
    """The check above can fail."""
    drawn = next(drawing for drawing in drawings("rummi") if len(drawing.entries) == 4)
    table = played(drawn, 2)
    both = Both(make.member(Role.SCORER, table.game.session.club), table.game.session, in_runtime)
    table.game.session.name = "Another session"
    table.game.session.save()
    with pytest.raises(AssertionError, match="Another session"):
        both.agree(f"/sessions/{both.session.code}/")
