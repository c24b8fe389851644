"""A session that has landed on a phone shows what the server shows, and goes on as there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import count
from random import Random
from typing import Any

import pytest

from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.questions.codec import dump
from scorekeeper.offline.sync.snapshots.device_import import FIRST_OWN
from scorekeeper.play import services
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.balances.plan import standing
from scorekeeper.variants import VARIANTS
from tests.exchange.group_file.test_round import settled
from tests.helpers import factories as make
from tests.helpers.drawing import Drawn, draw_game
from tests.offline.sync.phone import Both, Inside
from tests.statements.sessions import three_games
from tests.table.entry.test_forms import on_screen, posted

pytestmark = [pytest.mark.django_db]
HTMX: dict[str, Any] = {"HX-Request": "true"}


def played(drawn: Drawn, hands: int) -> Table:
    """The first hands of a drawn game, in a session of its own."""
    names = drawn.names
    at = make.session(drawn.variant.key, names, dump(drawn.options, full=True), side=drawn.side)
    for entry in drawn.entries[:hands]:
        save(at, entry)
        at = game_table(at.game)
    return at


def save(at: Table, entry: Any) -> None:
    at.game.refresh_from_db()
    number = at.game.last_number + 1
    services.record_hand(table=game_table(at.game), entry=entry, number=number, token=make.token())


def look(both: Both) -> int:
    """Pages of the session and its club, all alike; those that the board leads to among them. How
    many."""
    home, club = f"/sessions/{both.session.code}/", f"/g/{both.session.club.code}/"
    led = [link for path in (home, f"{home}?game=1") for link in both.agree(path)]
    plain = [*(f"{home}{path}" for path in PLAIN), club, f"{club}standings/"]
    paths = {path: path for path in plain}
    paths |= {path: own for path, own in led if LED_TO.search(path)}
    for path, own in paths.items():
        both.agree(path, own=own)
    both.agree(f"{home}newer/?v=0", **HTMX)
    both.agree(f"{home}newer/?v={version(both)}", **HTMX)
    return len(paths)


PLAIN = (
    *("settle/", "settle/ways/", "who/", "tv/", "tv/?money=1"),
    *("games/1/hand/", "games/1/rules/"),
)
LED_TO = re.compile("/hands/|/players/|/seats/|/rules/|/money/")


def version(both: Both) -> int:
    return Session.objects.get(pk=both.session.pk).version


def drawings(key: str) -> Iterator[Drawn]:
    return (draw_game(VARIANTS[key], Random(f"along {key} {n}"), hands=4) for n in count())


def typed(drawn: Drawn, number: int) -> list[tuple[str, str]]:
    """The fields of the hand of this number (from 1), as a browser sends them."""
    entry = on_screen(drawn.variant, drawn.games[number - 1], drawn.entries[number - 1])
    data = posted(drawn.variant, entry, drawn.seats)
    told = [(name, value) for name, values in data.lists() for value in values]
    return [("number", str(number)), ("token", f"write-of-hand-{number}"), *told]


def chain(both: Both) -> list[list[Any]]:
    """What the table reported, as it is sealed."""
    return both.inside.rows("SELECT number, token, digest FROM play_hand ORDER BY id")


@pytest.mark.parametrize("key", VARIANTS)
def test_a_session_of_any_game_goes_on_alike_without_a_network(key: str, inside: Inside) -> None:
    drawn = next(found for found in drawings(key) if len(found.entries) == 4)
    at = played(drawn, 2)
    both = Both(make.member(Role.SCORER, at.game.session.club), at.game.session, inside)
    assert look(both) > len(PLAIN) + 4
    page = f"/sessions/{both.session.code}/games/1/hand/"
    for number in range(3, len(drawn.entries) + 1):
        both.agree(f"{page}slip/", typed(drawn, number), **HTMX)
        both.agree_to_write(page, typed(drawn, number))
    look(both)
    hands = Hand.objects.filter(game=at.game).order_by("pk")
    assert chain(both) == [list(row) for row in hands.values_list("number", "token", "digest")]
    own = inside.rows(f"SELECT COUNT(*) FROM play_hand WHERE id >= {FIRST_OWN}")
    assert own == [[2]]


# Sessions with all that may be said of one --------------------------------------------------------


def in_a_season() -> Session:
    """Three games, with a debt of another session, costs and addresses, in a season."""
    session = three_games()
    create_season(club=session.club, name="Winter", starts=date(2026, 11, 1), ends=None)
    make.sends(session, standing(session).plan.transfers[0])
    return session


def closed() -> Session:
    """Everything was written in it that leaves a row; then it was closed."""
    session = settled()
    services.close_session(session=session)
    return session


RICH = {"in a season": in_a_season, "settled": settled, "closed": closed}
PLACES = (
    *((Role.HOST, True), (Role.SCORER, True), (Role.VIEWER, True)),
    *((Role.HOST, False), (Role.SCORER, False), (Role.VIEWER, False)),
)


@pytest.mark.parametrize(("role", "whole"), PLACES)
@pytest.mark.parametrize("kind", RICH)
def test_a_rich_session_looks_the_same_to_each_role(
    kind: str, role: Role, whole: bool, inside: Inside
) -> None:
    session = Session.objects.select_related("club").get(pk=RICH[kind]().pk)
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


ELSEWHERE = re.compile("/statements/|/picture/|/proof/|/document/|/mail/|/invite/|/along/")
"""What a phone alone does not do; and the debts of other sessions, which it does not know."""
