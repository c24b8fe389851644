"""Old statements go by a rule that is said, with their files; never one in work, nor the newest of
a kind."""

from datetime import date, timedelta

import pytest
from django.db.models import F
from django.utils import translation

from scorekeeper.clubs.models import Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.seasons.services import create_season
from scorekeeper.statements import services
from scorekeeper.statements.models import Statement
from scorekeeper.statements.services import prune
from tests.helpers import factories as make
from tests.helpers.statements.contents import played_session, rummi

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db):
    return played_session()


def drawn(about, language="en", player=None):
    with translation.override(language):
        statement = services.request_statement(about=about, player=player)
    services.produce(statement.pk)
    return Statement.objects.get(pk=statement.pk)


def grow_old(days=31):
    back = timedelta(days=days)
    Statement.objects.update(at=F("at") - back, read_at=F("read_at") - back)
    Statement.objects.exclude(opened_at=None).update(opened_at=F("opened_at") - back)


def kept(files):
    return len([path for path in files.rglob("*") if path.is_file()])


def outgrown(table):
    statement = drawn(table.game.session)
    make.play(table, rummi(12, 30, 45, 61))
    return statement


def test_one_that_the_session_has_outgrown_goes_after_thirty_days(
    table, files, django_capture_on_commit_callbacks
):
    old, new = outgrown(table), drawn(table.game.session)
    assert kept(files) == 4
    grow_old(29)
    assert prune() == 0
    grow_old(2)
    with django_capture_on_commit_callbacks(execute=True):
        assert prune() == 1
    assert [*Statement.objects.all()] == [new] != [old] and kept(files) == 2
    assert prune() == 0


def test_one_that_was_taken_home_lately_stays(table):
    old, _new = outgrown(table), drawn(table.game.session)
    grow_old()
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    browser.get(f"/sessions/{table.game.session.code}/statements/{old.pk}/file/")
    assert prune() == 0
    grow_old()
    assert prune() == 1


def test_the_newest_of_a_kind_and_language_stays_however_old(table):
    outgrown(table)
    grow_old(4000)
    assert prune() == 0, "the only one"
    drawn(table.game.session, player=table.players[0])
    in_hindi = drawn(table.game.session, language="hi")
    grow_old(4000)
    assert prune() == 0, "others are of another kind, or in another language"
    make.play(table, rummi(12, 30, 45, 61))
    drawn(table.game.session, language="hi")
    grow_old(4000)
    assert prune() == 1 and not Statement.objects.filter(pk=in_hindi.pk).exists()


@pytest.mark.parametrize("state", [JobState.WAITING, JobState.RUNNING])
def test_nothing_in_work_goes(table, state):
    old, _new = outgrown(table), drawn(table.game.session)
    grow_old()
    Statement.objects.filter(pk=old.pk).update(state=state)
    assert prune() == 0


def test_one_that_could_not_be_drawn_goes_too(table):
    outgrown(table)
    Statement.objects.update(state=JobState.FAILED)
    assert prune() == 0
    grow_old()
    assert prune() == 1


def test_those_of_a_season_go_by_the_same_rule(table):
    club = table.game.session.club
    season = create_season(club=club, name="2026", starts=date(2026, 1, 1), ends=None)
    drawn(season)
    grow_old()
    assert prune() == 0
    make.play(table, rummi(12, 30, 45, 61))
    assert prune() == 0
    newest = drawn(season)
    assert prune() == 1 and [*Statement.objects.all()] == [newest]


def test_the_page_says_the_rule(table):
    outgrown(table)
    drawn(table.game.session)
    page = make.client_with(Role.VIEWER, table.game.session.club)
    html = page.get(f"/sessions/{table.game.session.code}/statements/").content.decode()
    assert "when nobody has downloaded them for 30 days" in html and services.KEEP_FOR.days == 30
