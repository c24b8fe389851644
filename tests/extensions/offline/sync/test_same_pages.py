"""A session that has landed on a device shows what the server shows, and goes on as there."""

import re
from datetime import date

import pytest

from scorekeeper.clubs.models import Role, Session
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE
from scorekeeper.play import services
from scorekeeper.play.models import Hand
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.balances import session_balances
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.sync.device import Both, Inside
from tests.extensions.offline.sync.same_pages import (
    HTMX,
    PLAIN,
    chain,
    drawings,
    look,
    played,
    typed,
)
from tests.helpers import factories as make
from tests.helpers.exchange.round import settled
from tests.helpers.statements.sessions import three_games

pytestmark = [pytest.mark.django_db]


@pytest.mark.one_database
@pytest.mark.parametrize("key", VARIANTS)
def test_a_session_of_any_game_goes_on_alike_without_a_network(key: str, inside: Inside) -> None:
    drawn = next(drawing for drawing in drawings(key) if len(drawing.entries) == 4)
    table = played(drawn, 2)
    both = Both(make.member(Role.SCORER, table.game.session.club), table.game.session, inside)
    page = f"/sessions/{both.session.code}/games/1/hand/"
    for number in range(3, len(drawn.entries) + 1):
        both.agree(f"{page}slip/", typed(drawn, number), **HTMX)
        both.agree_to_write(page, typed(drawn, number))
    assert look(both) > len(PLAIN) + 4
    hands = Hand.objects.filter(game=table.game).order_by("pk")
    assert chain(both) == [list(row) for row in hands.values_list("number", "token", "digest")]
    own = inside.rows(f"SELECT COUNT(*) FROM play_hand WHERE id >= {FIRST_OF_DEVICE}")
    assert own == [[2]]


# Sessions with all that may be said of one --------------------------------------------------------


def in_a_season() -> Session:
    """Three games, with a debt of another session, costs and addresses, in a season."""
    session = three_games()
    create_season(club=session.club, name="Winter", starts=date(2026, 11, 1), ends=None)
    make.sends(session, session_balances(session).plan.transfers[0])
    return session


@pytest.fixture(scope="module")
def rich(lasting: None) -> dict[str, Session]:
    """Made once. In the last two everything was written that leaves a row."""
    return {"in a season": in_a_season(), "settled": (session := settled()), "closed": session}


PLACES = (
    *((Role.HOST, True), (Role.SCORER, True), (Role.VIEWER, True)),
    *((Role.HOST, False), (Role.SCORER, False), (Role.VIEWER, False)),
)


@pytest.mark.parametrize(("role", "whole"), PLACES)
@pytest.mark.parametrize("kind", ["in a season", "settled", "closed"])
def test_a_rich_session_looks_the_same_to_each_role(
    kind: str, role: Role, whole: bool, rich: dict[str, Session], inside: Inside
) -> None:
    session = Session.objects.select_related("club").get(pk=rich[kind].pk)
    if kind == "closed":
        services.close_session(session=session)
    mine = make.member(role, session.club, None if whole else session)
    both = Both(mine, session, inside)
    home, club = f"/sessions/{session.code}/", f"/g/{session.club.code}/"
    led = [link for path in (home, f"{home}settle/") for link in both.agree(path)]
    if whole:
        led += [link for path in (club, f"{club}standings/") for link in both.agree(path)]
    looked = {
        path: own for path, own in led if path.startswith(home) and not ELSEWHERE.search(path)
    }
    for path, own in looked.items():
        both.agree(path, own=own)
    assert len(looked) > 5


ELSEWHERE = re.compile(
    "/statements/|/image/|/proof/|/document/|/mail/|/invite/|/offline/|/carry-over/"
)
"""What a device alone does not do; and the debts of other sessions, which it does not know."""
