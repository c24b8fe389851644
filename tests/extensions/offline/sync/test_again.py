"""What is kept of a snapshot between two of them: nobody is told another thing because of it."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db.models import DateField, F, Q
from django.test import Client

from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.engine.words import dumps
from scorekeeper.extensions.offline.sync.snapshots import other_sessions, snapshot
from scorekeeper.extensions.offline.sync.snapshots import rows as reading
from scorekeeper.extensions.offline.sync.snapshots.tables import SESSION_MODELS, RowModel, columns
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from tests.helpers import factories as make
from tests.helpers.exchange.round import settled
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db]


# Read as they lie there -------------------------------------------------------------------------


def by_django(model: RowModel, keys: list[int]) -> list[list[Any]]:
    rows = model._base_manager.filter(pk__in=keys).order_by("pk")
    return [
        [_plain(field, getattr(row, field.attname)) for field in columns(model)] for row in rows
    ]


def _plain(column: Any, value: Any) -> Any:
    if value is not None and isinstance(column, DateField):
        return value.isoformat()
    return dumps(value) if value is not None and isinstance(column, PhraseField) else value


def test_rows_are_read_as_django_reads_them() -> None:
    session, seen = settled(), 0
    for model in SESSION_MODELS:
        rows = snapshot.session_rows(model, session)
        assert rows == by_django(model, [row[0] for row in rows]), model
        seen += bool(rows)
    assert seen > 12


def test_a_question_about_nobody_finds_nobody() -> None:
    make.session()
    assert reading.read_rows(Session, Q(pk__in=())) == []


def test_another_session_is_another_answer() -> None:
    first, other = make.session().game.session, make.session().game.session
    for session in (first, other, first):
        index = reading.column_index(Game, "session_id")
        rows = snapshot.session_rows(Game, session)
        assert [row[index] for row in rows] == [session.pk]


# Kept from one to the next ----------------------------------------------------------------------

HAND = pool_hand("Asha", Dev=30, Meera=10, Omar=5)
PLACES = [(role, whole) for role in Role for whole in (True, False)]


@pytest.fixture
def club_of_sessions() -> list[Session]:
    """The session, and two before it."""
    table = make.play(make.session(), HAND)
    club = table.game.session.club
    before = [make.session("paplu", club=club, played_on=date(2026, 11, day)) for day in (6, 13)]
    return [table.game.session, *(played.game.session for played in before)]


def asking(mine: Membership, session: Session) -> Callable[[], str]:
    browser = make.client_as(mine)
    browser.cookies[settings.CSRF_COOKIE_NAME] = "m" * 32
    return lambda: snapshot_of(browser, session)


def snapshot_of(browser: Client, session: Session) -> str:
    answer = browser.get(f"/sessions/{session.code}/offline/snapshot/")
    assert answer.status_code == 200
    return answer.content.decode()


def fresh(ask: Callable[[], str]) -> str:
    """As a process tells it that has just been started."""
    caches["large"].clear()
    return ask()


def changes(sessions: list[Session]) -> list[Callable[[], object]]:
    here, other, last = sessions

    def save() -> None:
        game = here.games.get()
        make.play(game_table(game), HAND)

    return [
        save,
        lambda: make.next_game(other, "points_rummy", make.NAMES[:3]),
        lambda: services.close_session(session=last),
        lambda: make.session("rummi", make.NAMES[:3], club=here.club),
        lambda: make.next_game(here, "paplu", make.NAMES[:3]),
        lambda: Session.objects.filter(pk=other.pk).update(
            name="Renamed", version=F("version") + 1
        ),
    ]


@pytest.mark.parametrize(("role", "whole"), PLACES)
def test_a_later_one_is_what_a_fresh_process_tells(
    role: Role, whole: bool, club_of_sessions: list[Session]
) -> None:
    here = club_of_sessions[0]
    ask = asking(make.member(role, here.club, None if whole else here), here)
    before = ask()
    for change in changes(club_of_sessions):
        change()
        now = ask()
        assert json.loads(now) == json.loads(fresh(ask))
        if whole:
            assert now != before
        before = now


def test_what_one_was_told_is_told_to_nobody_else(club_of_sessions: list[Session]) -> None:
    here = club_of_sessions[0]
    questions = [
        asking(make.member(role, here.club, None if whole else here), here)
        for role, whole in PLACES
    ]
    alone = [fresh(ask) for ask in questions]
    assert len({*alone}) == len(alone)
    caches["large"].clear()
    for ask, was in [
        *zip(questions, alone, strict=True),
        *reversed([*zip(questions, alone, strict=True)]),
    ]:
        assert ask() == was


def test_the_other_sessions_are_read_once(
    club_of_sessions: list[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = club_of_sessions[0]
    ask = asking(make.member(Role.SCORER, here.club), here)
    ask()
    monkeypatch.setattr(other_sessions, "read_rows", None)
    changes(club_of_sessions)[0]()
    assert len(json.loads(ask())["rows"]["clubs_session"]["rows"]) == 3
    changes(club_of_sessions)[1]()
    with pytest.raises(TypeError):
        ask()


def test_who_has_it_is_not_told_again(club_of_sessions: list[Session]) -> None:
    here = club_of_sessions[0]
    browser = make.client_as(make.member(Role.SCORER, here.club))
    path = f"/sessions/{here.code}/offline/snapshot/"
    tag = browser.get(path).headers["ETag"]
    for etag in (tag, f"W/{tag}"):
        assert browser.get(path, headers={"If-None-Match": etag}).status_code == 304
    changes(club_of_sessions)[1]()
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200
