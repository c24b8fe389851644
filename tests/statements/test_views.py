"""Asking for a sheet on a phone, and who may have it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.server import network
from scorekeeper.play import services as play
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.seasons.services import all_time, version_of
from scorekeeper.statements import services
from scorekeeper.statements.models import Statement
from scorekeeper.table.live.unsynced import note_behind
from tests.helpers import factories as make
from tests.statements.contents import amend, played_session, rummi

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def at(db: None) -> Table:
    return played_session()


def url(at: Table, name: str = "list", *more: Any) -> str:
    return reverse(f"statements:{name}", args=[at.game.session.code, *more])


def scorer(at: Table) -> Client:
    return make.client_with(Role.SCORER, at.game.session.club)


def viewer(at: Table) -> Client:
    return make.client_with(Role.VIEWER, at.game.session.club)


def drawn(at: Table, **more: Any) -> Statement:
    session = Session.objects.select_related("club").get(pk=at.game.session_id)
    statement = services.request_sheet(about=session, **more)
    services.produce(statement.pk)
    return Statement.objects.get(pk=statement.pk)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


# Asking --------------------------------------------------------------------------------------


def test_a_scorer_asks_for_the_session_and_gets_it(
    at: Table, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    phone = scorer(at)
    with django_capture_on_commit_callbacks(execute=True):
        answer: Any = phone.post(url(at), {"player": "", "token": "t"})
    statement = Statement.objects.get()
    assert answer.url == f"{url(at)}#statement-{statement.pk}"
    assert statement.by is not None and statement.player is None
    page = phone.get(url(at))
    assert url(at, "file", statement.pk) in page.content.decode()


def test_a_sheet_is_asked_for_one_player(at: Table) -> None:
    dev = at.players[1]
    scorer(at).post(url(at), {"player": dev.pk})
    assert Statement.objects.get().player == dev


@pytest.mark.parametrize("player", ["x", "0", "-1", "999999", "9" * 30, "١"])
def test_nobody_who_was_not_there_has_a_sheet(at: Table, player: str) -> None:
    assert scorer(at).post(url(at), {"player": player}).status_code == 404
    assert not Statement.objects.exists()


def test_a_player_of_another_club_has_no_sheet_here(at: Table) -> None:
    other = make.session("rummi", at=make.club("Elsewhere")).players[0]
    assert scorer(at).post(url(at), {"player": other.pk}).status_code == 404


def test_before_the_first_game_there_is_nothing_to_print() -> None:
    session = play.open_session(club=make.club(), played_on=timezone.localdate())
    page = make.client_with(Role.HOST, session.club).get(
        reverse("statements:list", args=[session.code])
    )
    assert "Nothing to print yet" in text(page)


# Waiting -------------------------------------------------------------------------------------


def test_a_waiting_sheet_asks_again_every_second_and_a_finished_one_does_not(at: Table) -> None:
    phone = scorer(at)
    statement = services.request_sheet(about=at.game.session)
    state = url(at, "state", statement.pk)
    waiting = phone.get(state, headers=HTMX)
    assert f'hx-get="{state}"' in waiting.content.decode()
    assert 'hx-trigger="every 1s"' in waiting.content.decode()
    assert "Waiting" in text(waiting)
    services.claim(Statement.objects.get())
    assert "Creating PDF" in text(phone.get(state, headers=HTMX))
    past = timezone.now() - timedelta(seconds=1)
    Statement.objects.update(due_at=past)
    services.produce(statement.pk)
    done = phone.get(state, headers=HTMX).content.decode()
    assert "hx-get" not in done and url(at, "file", statement.pk) in done


def test_without_script_the_page_has_a_way_to_look_again(at: Table) -> None:
    services.request_sheet(about=at.game.session)
    page = scorer(at).get(url(at)).content.decode()
    assert re.search(rf'<noscript>.*href="{url(at)}"', page, re.DOTALL)
    [statement] = Statement.objects.all()
    assert scorer(at).get(url(at, "state", statement.pk)).status_code == 302


def test_a_failed_sheet_says_why_and_is_retried(
    at: Table, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    statement = services.request_sheet(about=at.game.session)
    Statement.objects.update(state=JobState.FAILED, error="There is no room left.")
    assert "There is no room left." in text(viewer(at).get(url(at)))
    assert "Try again" not in text(viewer(at).get(url(at)))
    retry = url(at, "retry", statement.pk)
    assert retry in scorer(at).get(url(at)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        scorer(at).post(retry, headers=HTMX)
    assert Statement.objects.get().state == JobState.DONE


# Older sheets --------------------------------------------------------------------------------


def marks(at: Table) -> list[str]:
    return re.findall(r"<b>(.*?)</b>", viewer(at).get(url(at)).content.decode())


def test_a_sheet_of_the_session_as_it_stands_has_no_mark(at: Table) -> None:
    drawn(at)
    assert marks(at) == []


def test_what_waits_on_a_phone_makes_no_sheet_older(at: Table) -> None:
    drawn(at)
    by = make.member(Role.SCORER, at.game.session.club)
    season = all_time(at.game.session.club)
    before = version_of(season)
    note_behind(session=at.game.session, by=by, count=3)
    assert marks(at) == [] and version_of(season) == before


def test_a_sheet_drawn_before_another_hand_says_so_and_a_new_one_is_offered(at: Table) -> None:
    drawn(at)
    make.play(at, rummi(12, 30, 45, 61))
    assert marks(at) == ["before hand 3"]
    assert "Create new PDF" in text(scorer(at).get(url(at)))
    drawn(at)
    assert "Earlier statements" in text(scorer(at).get(url(at)))
    assert Statement.objects.filter(state=JobState.DONE).count() == 2


def test_a_sheet_drawn_before_a_correction_names_the_hand(at: Table) -> None:
    drawn(at)
    amend(at, 1, rummi(30, 12, 45, 61))
    assert marks(at) == ["before hand 1 was edited"]


def test_a_sheet_drawn_before_a_hand_was_taken_back_names_it(at: Table) -> None:
    drawn(at)
    corrections.void_hand(hand=hands_in_force(at.game)[-1])
    assert marks(at) == ["before hand 2 was deleted"]


def test_a_sheet_drawn_before_a_hand_was_put_back_says_so(at: Table) -> None:
    drawn(at)
    hand = hands_in_force(at.game)[-1]
    corrections.void_hand(hand=hand)
    corrections.restore_hand(hand=hand, token=make.token())
    assert marks(at) == ["before hand 2 was restored"]


def test_a_sheet_drawn_before_cash_or_the_end_says_so(at: Table) -> None:
    drawn(at)
    a, b, *_rest = at.players
    make.hands_over(at.game.session, a, b, 5)
    assert marks(at) == ["before money was paid"]
    drawn(at)
    play.close_session(session=at.game.session)
    assert marks(at)[0] == "before the last change"


def test_a_sheet_with_an_old_name_says_so_and_a_new_one_has_the_new_name(at: Table) -> None:
    old = drawn(at)
    make.rename(at.players[0], "Asha R.")
    assert marks(at) == ["before the last change"]
    new = drawn(at)
    assert new.pk != old.pk
    new.refresh_from_db()
    assert "Asha R." in new.table.read().decode()


def test_an_older_sheet_can_still_be_downloaded(at: Table) -> None:
    old = drawn(at)
    make.play(at, rummi(12, 30, 45, 61))
    assert viewer(at).get(url(at, "file", old.pk)).status_code == 200


# Taking it home ------------------------------------------------------------------------------


def test_the_file_has_a_name_and_is_taken_for_nothing_else(at: Table) -> None:
    session = at.game.session
    session.club.name = 'शुक्रवार "Friday" ../x\r\n;'
    session.club.save()
    statement = drawn(at, player=at.players[1])
    answer: Any = viewer(at).get(url(at, "file", statement.pk))
    assert b"".join(answer.streaming_content).startswith(b"%PDF-")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    plain, own = re.fullmatch(
        r"attachment; filename=\"([\w.-]+)\"; filename\*=UTF-8''([\w.%-]+)",
        answer["Content-Disposition"],
    ).groups()  # type: ignore[union-attr]
    assert plain == "2026-11-20-dev.pdf", "not what is left of a name in other letters"
    assert unquote(own) == "शुक्रवार Friday .. x 2026-11-20 Dev.pdf"


def test_a_name_of_no_latin_letter_has_a_plain_file_name_too(at: Table) -> None:
    session = at.game.session
    session.club.name = "शुक्रवार"
    session.club.save()
    answer = viewer(at).get(url(at, "file", drawn(at).pk))
    assert 'filename="2026-11-20.pdf"' in answer["Content-Disposition"]


def test_the_payments_come_as_csv(at: Table) -> None:
    answer: Any = viewer(at).get(url(at, "csv", drawn(at).pk))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert b"Rummi" in b"".join(answer.streaming_content)
    assert ".csv" in answer["Content-Disposition"]


def test_a_sheet_not_yet_drawn_has_no_file(at: Table) -> None:
    statement = services.request_sheet(about=at.game.session)
    assert viewer(at).get(url(at, "file", statement.pk)).status_code == 404
    assert viewer(at).get(url(at, "csv", statement.pk)).status_code == 404


def test_a_file_that_is_gone_is_said_and_can_be_drawn_anew(at: Table, files: Path) -> None:
    statement = drawn(at)
    for file in files.rglob("*.pdf"):
        file.unlink()
    assert viewer(at).get(url(at, "file", statement.pk)).status_code == 302
    assert "The file no longer exists" in text(viewer(at).get(url(at)))
    services.retry(statement=statement)
    assert services.produce(statement.pk)


# Who may -------------------------------------------------------------------------------------


def answers(at: Table, browser: Client) -> dict[str, int]:
    statement = drawn(at)
    return {
        "list": browser.get(url(at)).status_code,
        "state": browser.get(url(at, "state", statement.pk), headers=HTMX).status_code,
        "file": browser.get(url(at, "file", statement.pk)).status_code,
        "csv": browser.get(url(at, "csv", statement.pk)).status_code,
        "ask": browser.post(url(at), {"player": ""}).status_code,
        "retry": browser.post(url(at, "retry", statement.pk)).status_code,
    }


def test_an_outsider_sees_nothing(at: Table) -> None:
    other = make.client_with(Role.HOST, make.club("Elsewhere"))
    assert set(answers(at, other).values()) == {404}
    assert set(answers(at, Client()).values()) == {404}


def test_a_viewer_looks_and_downloads_but_does_not_ask(at: Table) -> None:
    assert answers(at, viewer(at)) == {
        "list": 200, "state": 200, "file": 200, "csv": 200, "ask": 403, "retry": 403,
    }  # fmt: skip


@pytest.mark.parametrize("role", [Role.SCORER, Role.HOST])
def test_who_keeps_the_score_asks_too(at: Table, role: Role) -> None:
    browser = make.client_with(role, at.game.session.club)
    assert answers(at, browser) == {
        "list": 200, "state": 200, "file": 200, "csv": 200, "ask": 302, "retry": 302,
    }  # fmt: skip


def test_who_was_invited_for_one_session_sees_only_that_session(at: Table) -> None:
    other = make.session("rummi", at=at.game.session.club)
    guest = make.client_with(Role.SCORER, at.game.session.club, session=at.game.session)
    assert guest.get(url(at)).status_code == 200
    assert set(answers(other, guest).values()) == {404}


def test_a_sheet_is_found_only_at_its_own_session(at: Table) -> None:
    other = make.session("rummi", at=at.game.session.club)
    statement = drawn(at)
    browser = make.client_with(Role.HOST, at.game.session.club)
    for name in ("state", "file", "csv"):
        assert browser.get(url(other, name, statement.pk)).status_code == 404
    assert browser.post(url(other, "retry", statement.pk)).status_code == 404


@pytest.mark.parametrize(("name", "methods"), [("retry", "get"), ("file", "post"), ("csv", "post")])
def test_the_wrong_method_is_refused(at: Table, name: str, methods: str) -> None:
    statement = drawn(at)
    answer = getattr(scorer(at), methods)(url(at, name, statement.pk))
    assert answer.status_code == 405


# Cost ----------------------------------------------------------------------------------------


def test_the_page_costs_the_same_queries_however_many_sheets(
    at: Table, django_assert_num_queries: Any
) -> None:
    browser, page = viewer(at), url(at)
    for player in (None, at.players[0]):
        drawn(at, player=player)
    make.play(at, rummi(12, 30, 45, 61))
    with django_assert_num_queries(8):
        browser.get(page)
    for player in (None, *at.players):
        drawn(at, player=player)
    amend(at, 1, rummi(30, 12, 45, 61))
    with django_assert_num_queries(8):
        browser.get(page)


def test_asking_how_far_it_is_costs_little(at: Table, django_assert_num_queries: Any) -> None:
    state = url(at, "state", services.request_sheet(about=at.game.session).pk)
    browser = viewer(at)
    with django_assert_num_queries(4):
        browser.get(state, headers=HTMX)


# In whose language ------------------------------------------------------------------------------


def reading(at: Table, language: str) -> Client:
    club = at.game.session.club
    return make.client_with(Role.SCORER, club, headers={"accept-language": language})


def test_a_sheet_is_in_the_language_of_who_asks_and_there_is_one_of_each(at: Table) -> None:
    hindi, *others = (reading(at, language) for language in ("hi-IN", "en-IN", "en-GB"))
    for reader in (hindi, *others):
        reader.post(url(at))
    assert dict(Statement.objects.values_list("language", "locale")) == {
        "hi": "hi-IN",
        "en": "en-IN",
    }
    for statement in Statement.objects.all():
        services.produce(statement.pk)
    shown = hindi.get(url(at)).content.decode()
    assert "English" in shown.split("पहले के हिसाब")[1]


def test_what_went_wrong_is_told_in_the_language_of_who_reads_it(at: Table) -> None:
    hindi = reading(at, "hi-IN")
    hindi.post(url(at))
    statement = Statement.objects.get()
    services.produce(statement.pk)
    services.mark_lost(statement=statement)
    assert "फ़ाइल अब नहीं है" in hindi.get(url(at)).content.decode()


@pytest.mark.parametrize("https", [False, True])
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example", "http://192.168.7.20"),
        ("evil.example:8000", "http://192.168.7.20:8000"),
        ("192.168.7.20:8000", "http://192.168.7.20:8000"),
        ("10.0.0.3:8000", "http://10.0.0.3:8000"),
        ("table.local:8000", "http://table.local:8000"),
        ("named.example", "http://named.example"),
        ("localhost:8000", "http://192.168.7.20:8000"),
    ],
)
def test_no_name_that_is_not_ours_is_kept_for_the_paper(
    at, settings, monkeypatch, host, origin, https
):
    settings.ALLOWED_HOSTS = ["*", "named.example"]
    settings.HTTPS, settings.TRUST_PORT = https, 8001
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    monkeypatch.setattr(network, "own_addresses", lambda: ["10.0.0.3", "192.168.7.20"])
    monkeypatch.setattr(network, "own_name", lambda: "table.local")
    told = network.phone_origin(RequestFactory().get("/", HTTP_HOST=host))
    assert told == (f"http://{urlsplit(origin).hostname}:8001" if https else origin)


def test_a_sheet_asked_for_under_a_false_name_does_not_print_it(at, monkeypatch):
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    phone = make.client_with(Role.SCORER, at.game.session.club, HTTP_HOST="evil.example")
    assert phone.post(url(at, "list")).status_code == 302
    assert (proof_links.public_url(at.game.session) or "").startswith("http://192.168.7.20/")
