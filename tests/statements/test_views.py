"""Asking for a statement on a device, and who may have it."""

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
from scorekeeper.table.live.devices import note_behind
from tests.helpers import factories as make
from tests.helpers.statements.contents import amend, played_session, rummi

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(db: None) -> Table:
    return played_session()


def url(table: Table, name: str = "list", *more: Any) -> str:
    return reverse(f"statements:{name}", args=[table.game.session.code, *more])


def scorer(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


def viewer(table: Table) -> Client:
    return make.client_with(Role.VIEWER, table.game.session.club)


def drawn(table: Table, **more: Any) -> Statement:
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    statement = services.request_statement(about=session, **more)
    services.produce(statement.pk)
    return Statement.objects.get(pk=statement.pk)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


# Asking --------------------------------------------------------------------------------------


def test_a_scorer_asks_for_the_session_and_gets_it(
    table: Table, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    phone = scorer(table)
    with django_capture_on_commit_callbacks(execute=True):
        answer: Any = phone.post(url(table), {"player": "", "token": "t"})
    statement = Statement.objects.get()
    assert answer.url == f"{url(table)}#statement-{statement.pk}"
    assert statement.by is not None and statement.player is None
    page = phone.get(url(table))
    assert url(table, "file", statement.pk) in page.content.decode()


def test_a_statement_is_asked_for_one_player(table: Table) -> None:
    dev = table.players[1]
    scorer(table).post(url(table), {"player": dev.pk})
    assert Statement.objects.get().player == dev


@pytest.mark.parametrize("player", ["x", "0", "-1", "999999", "9" * 30])
def test_nobody_who_was_not_there_has_a_statement(table: Table, player: str) -> None:
    assert scorer(table).post(url(table), {"player": player}).status_code == 404
    assert not Statement.objects.exists()


def test_a_player_of_another_club_has_no_statement_here(table: Table) -> None:
    other = make.session("rummi", club=make.club("Elsewhere")).players[0]
    assert scorer(table).post(url(table), {"player": other.pk}).status_code == 404


def test_before_the_first_game_there_is_nothing_to_print() -> None:
    session = play.open_session(club=make.club(), played_on=timezone.localdate())
    page = make.client_with(Role.HOST, session.club).get(
        reverse("statements:list", args=[session.code])
    )
    assert "Nothing to print yet" in text(page)


# Waiting -------------------------------------------------------------------------------------


def test_a_waiting_statement_asks_every_second_and_a_finished_one_does_not(
    table: Table,
) -> None:
    phone = scorer(table)
    statement = services.request_statement(about=table.game.session)
    state = url(table, "state", statement.pk)
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
    assert "hx-get" not in done and url(table, "file", statement.pk) in done


def test_without_script_the_page_has_a_way_to_look_again(table: Table) -> None:
    services.request_statement(about=table.game.session)
    page = scorer(table).get(url(table)).content.decode()
    assert re.search(rf'<noscript>.*href="{url(table)}"', page, re.DOTALL)
    [statement] = Statement.objects.all()
    assert scorer(table).get(url(table, "state", statement.pk)).status_code == 302


def test_a_failed_statement_says_why_and_is_retried(
    table: Table, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    statement = services.request_statement(about=table.game.session)
    Statement.objects.update(state=JobState.FAILED, error="There is no room left.")
    assert "There is no room left." in text(viewer(table).get(url(table)))
    assert "Try again" not in text(viewer(table).get(url(table)))
    retry = url(table, "retry", statement.pk)
    assert retry in scorer(table).get(url(table)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        scorer(table).post(retry, headers=HTMX)
    assert Statement.objects.get().state == JobState.DONE


# Older statements --------------------------------------------------------------------------------


def marks(table: Table) -> list[str]:
    return re.findall(r"<b>(.*?)</b>", viewer(table).get(url(table)).content.decode())


def test_a_statement_of_the_session_as_it_stands_has_no_mark(table: Table) -> None:
    drawn(table)
    assert marks(table) == []


def test_what_waits_on_a_device_makes_no_statement_older(table: Table) -> None:
    drawn(table)
    by = make.member(Role.SCORER, table.game.session.club)
    season = all_time(table.game.session.club)
    before = version_of(season)
    note_behind(session=table.game.session, by=by, count=3)
    assert marks(table) == [] and version_of(season) == before


def test_a_statement_older_than_a_hand_says_so_and_a_new_one_is_offered(
    table: Table,
) -> None:
    drawn(table)
    make.play(table, rummi(12, 30, 45, 61))
    assert marks(table) == ["before hand 3"]
    assert "Create new PDF" in text(scorer(table).get(url(table)))
    drawn(table)
    assert "Earlier statements" in text(scorer(table).get(url(table)))
    assert Statement.objects.filter(state=JobState.DONE).count() == 2


def test_a_statement_drawn_before_a_correction_names_the_hand(table: Table) -> None:
    drawn(table)
    amend(table, 1, rummi(30, 12, 45, 61))
    assert marks(table) == ["before hand 1 was edited"]


def test_a_statement_drawn_before_a_hand_was_deleted_names_it(table: Table) -> None:
    drawn(table)
    corrections.void_hand(hand=hands_in_force(table.game)[-1])
    assert marks(table) == ["before hand 2 was deleted"]


def test_a_statement_drawn_before_a_hand_was_put_back_says_so(table: Table) -> None:
    drawn(table)
    hand = hands_in_force(table.game)[-1]
    corrections.void_hand(hand=hand)
    corrections.restore_hand(hand=hand, token=make.token())
    assert marks(table) == ["before hand 2 was restored"]


def test_a_statement_drawn_before_cash_or_the_end_says_so(table: Table) -> None:
    drawn(table)
    a, b, *_rest = table.players
    make.hands_over(table.game.session, a, b, 5)
    assert marks(table) == ["before money was paid"]
    drawn(table)
    play.close_session(session=table.game.session)
    assert marks(table)[0] == "before the last change"


def test_a_statement_with_an_old_name_says_so_and_a_new_one_has_the_new_name(table: Table) -> None:
    old = drawn(table)
    make.rename(table.players[0], "Asha R.")
    assert marks(table) == ["before the last change"]
    new = drawn(table)
    assert new.pk != old.pk
    new.refresh_from_db()
    assert "Asha R." in new.table.read().decode()


def test_an_older_statement_can_still_be_downloaded(table: Table) -> None:
    old = drawn(table)
    make.play(table, rummi(12, 30, 45, 61))
    assert viewer(table).get(url(table, "file", old.pk)).status_code == 200


# Taking it home ------------------------------------------------------------------------------


def test_the_file_has_a_name_and_is_taken_for_nothing_else(table: Table) -> None:
    session = table.game.session
    session.club.name = 'शुक्रवार "Friday" ../x\r\n;'
    session.club.save()
    statement = drawn(table, player=table.players[1])
    answer: Any = viewer(table).get(url(table, "file", statement.pk))
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


def test_a_name_of_no_latin_letter_has_a_plain_file_name_too(table: Table) -> None:
    session = table.game.session
    session.club.name = "शुक्रवार"
    session.club.save()
    answer = viewer(table).get(url(table, "file", drawn(table).pk))
    assert 'filename="2026-11-20.pdf"' in answer["Content-Disposition"]


def test_the_payments_come_as_csv(table: Table) -> None:
    answer: Any = viewer(table).get(url(table, "csv", drawn(table).pk))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert b"Rummi" in b"".join(answer.streaming_content)
    assert ".csv" in answer["Content-Disposition"]


def test_a_statement_not_yet_drawn_has_no_file(table: Table) -> None:
    statement = services.request_statement(about=table.game.session)
    assert viewer(table).get(url(table, "file", statement.pk)).status_code == 404
    assert viewer(table).get(url(table, "csv", statement.pk)).status_code == 404


def test_a_file_that_is_gone_is_said_and_can_be_drawn_anew(table: Table, files: Path) -> None:
    statement = drawn(table)
    for file in files.rglob("*.pdf"):
        file.unlink()
    assert viewer(table).get(url(table, "file", statement.pk)).status_code == 302
    assert "The file no longer exists" in text(viewer(table).get(url(table)))
    services.retry(statement=statement)
    assert services.produce(statement.pk)


# Who may -------------------------------------------------------------------------------------


def answers(table: Table, browser: Client) -> dict[str, int]:
    statement = drawn(table)
    return {
        "list": browser.get(url(table)).status_code,
        "state": browser.get(url(table, "state", statement.pk), headers=HTMX).status_code,
        "file": browser.get(url(table, "file", statement.pk)).status_code,
        "csv": browser.get(url(table, "csv", statement.pk)).status_code,
        "ask": browser.post(url(table), {"player": ""}).status_code,
        "retry": browser.post(url(table, "retry", statement.pk)).status_code,
    }


def test_an_outsider_sees_nothing(table: Table) -> None:
    other = make.client_with(Role.HOST, make.club("Elsewhere"))
    assert set(answers(table, other).values()) == {404}
    assert set(answers(table, Client()).values()) == {404}


def test_a_viewer_looks_and_downloads_but_does_not_ask(table: Table) -> None:
    assert answers(table, viewer(table)) == {
        "list": 200, "state": 200, "file": 200, "csv": 200, "ask": 403, "retry": 403,
    }  # fmt: skip


@pytest.mark.parametrize("role", [Role.SCORER, Role.HOST])
def test_who_keeps_the_score_asks_too(table: Table, role: Role) -> None:
    browser = make.client_with(role, table.game.session.club)
    assert answers(table, browser) == {
        "list": 200, "state": 200, "file": 200, "csv": 200, "ask": 302, "retry": 302,
    }  # fmt: skip


def test_who_was_invited_for_one_session_sees_only_that_session(table: Table) -> None:
    other = make.session("rummi", club=table.game.session.club)
    guest = make.client_with(Role.SCORER, table.game.session.club, session=table.game.session)
    assert guest.get(url(table)).status_code == 200
    assert set(answers(other, guest).values()) == {404}


def test_a_statement_is_found_only_at_its_own_session(table: Table) -> None:
    other = make.session("rummi", club=table.game.session.club)
    statement = drawn(table)
    browser = make.client_with(Role.HOST, table.game.session.club)
    for name in ("state", "file", "csv"):
        assert browser.get(url(other, name, statement.pk)).status_code == 404
    assert browser.post(url(other, "retry", statement.pk)).status_code == 404


@pytest.mark.parametrize(("name", "methods"), [("retry", "get"), ("file", "post"), ("csv", "post")])
def test_the_wrong_method_is_refused(table: Table, name: str, methods: str) -> None:
    statement = drawn(table)
    answer = getattr(scorer(table), methods)(url(table, name, statement.pk))
    assert answer.status_code == 405


# Cost ----------------------------------------------------------------------------------------


def test_the_page_costs_the_same_queries_however_many_statements(
    table: Table, django_assert_num_queries: Any
) -> None:
    browser, page = viewer(table), url(table)
    for player in (None, table.players[0]):
        drawn(table, player=player)
    make.play(table, rummi(12, 30, 45, 61))
    with django_assert_num_queries(8):
        browser.get(page)
    for player in (None, *table.players):
        drawn(table, player=player)
    amend(table, 1, rummi(30, 12, 45, 61))
    with django_assert_num_queries(8):
        browser.get(page)


def test_asking_how_far_it_is_costs_little(table: Table, django_assert_num_queries: Any) -> None:
    state = url(table, "state", services.request_statement(about=table.game.session).pk)
    browser = viewer(table)
    with django_assert_num_queries(4):
        browser.get(state, headers=HTMX)


# In whose language ------------------------------------------------------------------------------


def reading(table: Table, language: str) -> Client:
    club = table.game.session.club
    return make.client_with(Role.SCORER, club, headers={"accept-language": language})


def test_a_statement_is_in_the_language_of_who_asks_and_there_is_one_of_each(table: Table) -> None:
    hindi, *others = (reading(table, language) for language in ("hi-IN", "en-IN", "en-GB"))
    for reader in (hindi, *others):
        reader.post(url(table))
    assert dict(Statement.objects.values_list("language", "locale")) == {
        "hi": "hi-IN",
        "en": "en-IN",
    }
    for statement in Statement.objects.all():
        services.produce(statement.pk)
    shown = hindi.get(url(table)).content.decode()
    assert "English" in shown.split("पहले के हिसाब")[1]


def test_what_went_wrong_is_told_in_the_language_of_who_reads_it(table: Table) -> None:
    hindi = reading(table, "hi-IN")
    hindi.post(url(table))
    statement = Statement.objects.get()
    services.produce(statement.pk)
    services.mark_lost(statement=statement)
    assert "फ़ाइल अब नहीं है" in hindi.get(url(table)).content.decode()


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
    table, settings, monkeypatch, host, origin, https
):
    settings.ALLOWED_HOSTS = ["*", "named.example"]
    settings.HTTPS, settings.TRUST_PORT = https, 8001
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    monkeypatch.setattr(network, "own_addresses", lambda: ["10.0.0.3", "192.168.7.20"])
    monkeypatch.setattr(network, "own_name", lambda: "table.local")
    address = network.device_origin(RequestFactory().get("/", HTTP_HOST=host))
    assert address == (f"http://{urlsplit(origin).hostname}:8001" if https else origin)


def test_a_statement_asked_for_under_a_false_name_does_not_print_it(table, monkeypatch):
    monkeypatch.setattr(network, "wifi_address", lambda: "192.168.7.20")
    phone = make.client_with(Role.SCORER, table.game.session.club, HTTP_HOST="evil.example")
    assert phone.post(url(table, "list")).status_code == 302
    assert (proof_links.public_url(table.game.session) or "").startswith("http://192.168.7.20/")
