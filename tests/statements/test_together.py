"""All statements of a session in one tap: how far they are, and one ZIP that harms nobody."""

import io
import zipfile
from pathlib import PurePosixPath
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.core.jobs.models import IN_WORK, JobState
from scorekeeper.statements import services
from scorekeeper.statements.files.names import safe_name
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.statements.contents import played_session, rummi

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(db):
    return played_session()


def url(table, name="all"):
    return reverse(f"statements:{name}", args=[table.game.session.code])


def phone(table, role=Role.SCORER):
    return make.client_with(role, table.game.session.club)


def draw(most: int = 100) -> None:
    for statement in Statement.objects.filter(state__in=IN_WORK).order_by("pk")[:most]:
        services.produce(statement.pk)


def zip_of(browser, table) -> tuple[bytes, zipfile.ZipFile]:
    answer: Any = browser.get(url(table, "zip"))
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    content = b"".join(answer.streaming_content)
    return content, zipfile.ZipFile(io.BytesIO(content))


def test_one_tap_asks_for_the_session_and_for_each_player(table):
    scorer = phone(table)
    for _tap in range(2):
        assert scorer.post(url(table), {"token": "t"}).status_code == 302
    kinds = set(Statement.objects.values_list("player__name", flat=True))
    assert kinds == {None, *table.names} and Statement.objects.count() == 5


def test_the_page_says_how_many_are_done_and_asks_cheaply(table, django_assert_num_queries):
    scorer = phone(table)
    assert "0 of 5 ready" in scorer.get(url(table)).content.decode()
    scorer.post(url(table), {"token": "t"})
    draw(2)
    page = scorer.get(url(table)).content.decode()
    assert "2 of 5 ready" in page and 'hx-trigger="every 1s"' in page
    mark = page.split('hx-get="?seen=')[1].split('"')[0]
    with django_assert_num_queries(4):
        assert scorer.get(url(table), {"seen": mark}, headers=HTMX).status_code == 204
    draw(1)
    piece = scorer.get(url(table), {"seen": mark}, headers=HTMX).content.decode()
    assert "3 of 5 ready" in piece and "<html" not in piece
    draw()
    page = scorer.get(url(table)).content.decode()
    assert "5 of 5 ready" in page and "hx-trigger" not in page and url(table, "zip") in page


def test_before_all_are_there_there_is_no_zip(table):
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw(4)
    assert scorer.get(url(table, "zip")).url == url(table)


def test_the_zip_holds_every_statement_and_is_the_same_bytes_again(table):
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw()
    content, whole = zip_of(scorer, table)
    assert whole.testzip() is None
    titles = ["00 The whole session", *(f"{n:02d} {name}" for n, name in enumerate(table.names, 1))]
    assert whole.namelist() == [f"{t}.{kind}" for t in titles for kind in ("pdf", "csv")]
    for statement in Statement.objects.all():
        kept = statement.file.open("rb").read()
        assert kept in [whole.read(name) for name in whole.namelist()]
    assert zip_of(phone(table, Role.VIEWER), table)[0] == content
    assert not Statement.objects.filter(opened_at=None).exists()


NASTY = [
    "../../etc/passwd",
    "C:\\con",
    "देवी",
    "陳大文",
    "علي",
    ".",
    "a\u202egpj.exe",
    "x" * 200,
    "♠",
]


def test_no_name_leads_out_of_the_folder_and_none_is_lost(table):
    for player, name in zip(table.players, NASTY, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name[:40])
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw()
    _content, whole = zip_of(scorer, table)
    names = whole.namelist()
    assert len({name.casefold() for name in names}) == 10
    for name in names:
        assert PurePosixPath(name).parts == (name,) and name[:2].isdigit()
        assert not set(name) & set('\\/:*?"<>|\r\n') and name.isprintable()


@pytest.mark.parametrize("name", NASTY)
def test_a_safe_name_is_one_line_short_and_flat(name):
    file_name = safe_name(name)
    assert "/" not in file_name and "\\" not in file_name and not file_name.startswith(".")
    assert len(file_name.encode()) <= 120 and file_name.isprintable()


def test_after_another_hand_it_is_made_anew(table):
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw()
    before, _zip = zip_of(scorer, table)
    make.play(table, rummi(12, 30, 45, 61))
    assert "0 of 5 ready" in scorer.get(url(table)).content.decode()
    assert scorer.get(url(table, "zip")).status_code == 302
    scorer.post(url(table), {"token": "u"})
    draw()
    assert zip_of(scorer, table)[0] != before


def test_what_failed_is_said_and_tried_again(table, keep_files):
    scorer = phone(table)
    keep_files("tests.statements.storages.FullDisk")
    scorer.post(url(table), {"token": "t"})
    draw()
    page = scorer.get(url(table)).content.decode()
    assert page.count("no space left") == 5 and "Try again" in page
    keep_files()
    scorer.post(url(table), {"token": "u"})
    draw()
    assert zip_of(scorer, table)[1].testzip() is None


def test_a_disk_that_is_full_now_does_not_keep_the_zip_from_coming(table, keep_files):
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw()
    keep_files("tests.statements.storages.FullDisk")
    assert zip_of(scorer, table)[1].testzip() is None


def test_a_file_that_is_gone_is_said_before_anything_is_sent(table, files):
    scorer = phone(table)
    scorer.post(url(table), {"token": "t"})
    draw()
    sorted(files.rglob("*.csv"))[2].unlink()
    assert scorer.get(url(table, "zip")).url == url(table)
    assert "The file no longer exists" in scorer.get(url(table)).content.decode()
    assert Statement.objects.filter(state=JobState.FAILED).count() == 1


def test_all_or_none_where_the_club_has_too_many_in_work(table, monkeypatch):
    monkeypatch.setattr(services, "MOST_IN_WORK", 3)
    assert phone(table).post(url(table), {"token": "t"}).status_code == 429
    assert not Statement.objects.exists()


def test_a_viewer_looks_and_does_not_ask_and_nobody_prints_an_empty_session(table):
    viewer = phone(table, Role.VIEWER)
    assert viewer.get(url(table)).status_code == 200
    assert viewer.post(url(table)).status_code == 403
    make.rename(table.players[0], "Asha R.")
    assert "0 of 5 ready" in viewer.get(url(table)).content.decode()
