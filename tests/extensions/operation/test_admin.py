"""The server admin's pages: off by default, behind two factors, read-only, every action logged."""

import re
import time
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.clubs.models import Club, Happening, Membership, Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts, middleware
from scorekeeper.core.limits.models import Refusal
from scorekeeper.extensions.operation.admin.session import COOKIE, IDLE, LONGEST
from scorekeeper.extensions.operation.admin.site import site
from scorekeeper.extensions.operation.health.models import Pulse
from scorekeeper.extensions.operation.retention.models import DeletedGroup
from scorekeeper.ledger.models import Payment
from scorekeeper.statements.models import Statement
from tests.extensions.operation.admins import (
    PASSWORD,
    ROOT,
    code_of,
    log_in,
    logged_in,
    server_admin,
)
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def turned_on(settings: Any) -> None:
    settings.ADMIN_PATH = ROOT.strip("/")
    settings.ROOT_URLCONF = "tests.extensions.operation.admin_urls"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick


@pytest.fixture
def operator(turned_on: None) -> Client:
    return logged_in()


def table(model: type[models.Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(model: type[models.Model], page: str, *row: int) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=row)


def act(browser: Client, action: str, *rows: models.Model) -> str:
    """What the page says after an action on these rows of a table."""
    form = {"action": action, "_selected_action": [row.pk for row in rows]}
    return browser.post(table(type(rows[0])), form, follow=True).content.decode()


# The way in ------------------------------------------------------------------------------------


def test_without_a_setting_there_is_no_address() -> None:
    assert Client().get(ROOT).status_code == 404
    assert Client().get("/admin/").status_code == 404


def test_a_password_alone_opens_nothing(turned_on: None) -> None:
    get_user_model().objects.create_superuser("operator", "", "a long enough pass phrase")
    browser = Client()
    assert log_in(browser, "").status_code == 200
    assert log_in(browser, "123456").status_code == 200
    assert browser.get(ROOT).status_code == 302
    device, _codes = server_admin("other")
    assert log_in(browser, "", "other").status_code == 200
    assert log_in(browser, code_of(device), "other", "wrong").status_code == 200
    answers = [
        log_in(browser, code, "other", password).context["form"].errors
        for password in (PASSWORD, "wrong")
        for code in ("", "000000", "neither-this")
    ]
    assert all(answer == answers[0] for answer in answers), "the password is known by the answer"
    for address in (ROOT, table(Club), reverse("admin:jobs")):
        assert browser.get(address).status_code == 302


def test_a_code_works_once_and_a_recovery_code_once(turned_on: None) -> None:
    device, codes = server_admin()
    code = code_of(device)
    assert log_in(Client(), code).status_code == 302
    assert log_in(Client(), code).status_code == 200
    assert log_in(Client(), codes[0]).status_code == 302
    assert log_in(Client(), codes[0]).status_code == 200


def test_somebody_who_is_no_server_admin_does_not_get_in(turned_on: None) -> None:
    device, _codes = server_admin()
    get_user_model().objects.update(is_staff=False)
    assert log_in(Client(), code_of(device)).status_code == 200


def test_ten_wrong_passwords_stop_the_next(turned_on: None) -> None:
    device, _codes = server_admin()
    [limit] = [limit for limit in acts.OPERATOR_LOGIN.limits if limit.per == "address"]
    for _try in range(limit.most):
        assert log_in(Client(), "000000", password="wrong").status_code == 200
    assert log_in(Client(), code_of(device)).status_code == 429


def test_a_right_password_with_a_wrong_code_is_answered_as_a_wrong_password(
    turned_on: None,
) -> None:
    server_admin()
    right, wrong = (log_in(Client(), "000000", password=word) for word in (PASSWORD, "wrong"))
    assert PASSWORD not in right.content.decode()

    def shown(answer: Any) -> str:
        return re.sub(
            r'name="csrfmiddlewaretoken" value="\w+"|nonce-\S+', "", answer.content.decode()
        )

    assert shown(right) == shown(wrong)
    assert right.headers.keys() == wrong.headers.keys()


def test_others_who_know_the_name_keep_no_server_admin_out_where_they_logged_in(
    turned_on: None,
) -> None:
    device, codes = server_admin()
    home = "198.51.100.7"
    assert log_in(Client(REMOTE_ADDR=home), code_of(device)).status_code == 302
    [by_name] = [limit for limit in acts.OPERATOR_LOGIN.limits if limit.per == "account"]
    for number in range(by_name.most):
        stranger = Client(REMOTE_ADDR=f"203.0.113.{number}")
        assert log_in(stranger, "000000", password="wrong").status_code == 200
    assert log_in(Client(REMOTE_ADDR="203.0.113.99"), codes[0]).status_code == 429
    assert log_in(Client(REMOTE_ADDR=home), codes[1]).status_code == 302
    for _try in range(10):
        assert log_in(Client(REMOTE_ADDR=home), "000000", password="wrong").status_code == 200
    assert log_in(Client(REMOTE_ADDR=home), codes[2]).status_code == 429


def test_logging_out_ends_a_copy_of_the_cookie_and_leaves_the_device_its_groups(
    turned_on: None,
) -> None:
    club = make.club()
    browser = make.host_client(club)
    device, _codes = server_admin()
    log_in(browser, code_of(device))
    copy = Client()
    copy.cookies[COOKIE] = browser.cookies[COOKIE].value
    assert copy.get(ROOT).status_code == 200
    browser.post(f"{ROOT}logout/")
    assert copy.get(ROOT).status_code == 302
    assert browser.get(f"/g/{club.code}/").status_code == 200


def test_the_session_is_short_and_stays_at_its_address(operator: Client, monkeypatch: Any) -> None:
    cookie = operator.cookies[COOKIE]
    assert (cookie["path"], cookie["samesite"], cookie["max-age"]) == (ROOT, "Strict", "")
    assert cookie["httponly"]
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + LONGEST + 1)
    assert operator.get(ROOT).status_code == 302


def test_half_an_hour_without_a_page_ends_it(operator: Client) -> None:
    from django.contrib.sessions.models import Session as Row

    [row] = Row.objects.all()
    assert row.expire_date.timestamp() - time.time() == pytest.approx(IDLE, abs=60)
    Row.objects.update(expire_date="2020-01-01T00:00Z")
    assert operator.get(ROOT).status_code == 302


def test_the_command_prints_a_factor_that_replaces_the_last(operator: Client) -> None:
    out = StringIO()
    call_command("second_factor", "operator", stdout=out)
    codes = [line.strip() for line in out.getvalue().splitlines() if line.startswith("  ")]
    assert "secret:" in out.getvalue() and len(codes) == 10
    assert operator.get(ROOT).status_code == 302, "the earlier factor let nobody stay in"
    assert log_in(Client(), codes[-1]).status_code == 302
    with pytest.raises(CommandError):
        call_command("second_factor", "nobody")


def test_createsuperuser_asks_for_no_address(turned_on: None) -> None:
    call_command("createsuperuser", interactive=False, username="operator", email="", verbosity=0)
    assert get_user_model().objects.get().is_superuser


# What is there ---------------------------------------------------------------------------------


def test_the_first_page_has_the_versions_of_all_programs(operator: Client) -> None:
    Pulse.objects.create(name="worker", at=timezone.now(), version="0.9.0")
    page = operator.get(reverse("admin:index")).content.decode()
    assert f"web {__version__}, worker 0.9.0, beat –, schema " in page


def test_groups_have_size_growth_and_last_use(operator: Client) -> None:
    at = make.play(make.session(), *[pool_hand("Asha", Dev=4, Meera=5, Omar=6)] * 3)
    make.host_client(at.game.session.club)
    page = operator.get(table(Club))
    [club] = page.context["cl"].result_list
    assert (club.session_count, club.hand_count, club.hands_7, club.hands_30) == (1, 3, 3, 3)
    assert club.player_count == len(at.players) and club.last_used is not None
    assert operator.get(table(Club) + "?o=-5.-7").status_code == 200


def test_every_table_is_read_only_even_for_a_superuser(operator: Client) -> None:
    at = make.play(make.session(), pool_hand("Asha", Dev=4, Meera=5, Omar=6))
    make.host_client(at.game.session.club)
    act(operator, "block", at.game.session.club)
    middleware.note_refusal(acts.WRITE)
    DeletedGroup.objects.create(code="gone", rows=1, file="gone.json.gz")
    rows = {model: model._default_manager.first() for model in site._registry}
    for model, row in rows.items():
        assert operator.get(table(model)).status_code == 200
        assert operator.get(page_of(model, "add")).status_code == 403
        assert "delete_selected" not in operator.get(table(model)).content.decode()
        assert row is not None, model
        assert operator.get(page_of(model, "change", row.pk)).status_code == 200
        assert operator.get(page_of(model, "history", row.pk)).status_code == 200
        for page in ("change", "delete"):
            answer = operator.post(page_of(model, page, row.pk), {"post": "yes"})
            assert answer.status_code == 403, (model, page)
        assert model._default_manager.filter(pk=row.pk).exists()


def test_a_table_counts_no_further_than_it_shows(operator: Client, monkeypatch: Any) -> None:
    make.play(make.session(), *[pool_hand("Asha", Dev=4, Meera=5, Omar=6)] * 3)
    monkeypatch.setattr("scorekeeper.extensions.operation.admin.tables.MOST_COUNTED", 1)
    assert operator.get(table(Payment)).context["cl"].result_count == 1


def test_ending_a_devices_access_is_logged(operator: Client) -> None:
    club = make.club()
    make.host_client(club)
    viewer = make.client_with(Role.VIEWER, club)
    device = Membership.objects.get(club=club, role=Role.VIEWER)
    act(operator, "end_access", device)
    assert viewer.get(f"/g/{club.code}/").status_code == 404
    [entry] = LogEntry.objects.all()
    assert (entry.object_id, entry.get_change_message()) == (str(device.pk), "removed")
    assert entry.object_repr == str(device.pk)
    act(operator, "end_access", device)
    assert LogEntry.objects.count() == 1


def test_the_last_host_without_a_recovery_code_stays(operator: Client) -> None:
    club = make.club()
    make.host_client(club)
    page = act(
        operator,
        "end_access",
        Membership.objects.get(club=club, role=Role.HOST, device__isnull=False),
    )
    assert "Create a recovery code first" in page
    assert not LogEntry.objects.exists()


def test_a_failed_job_is_tried_again_once(operator: Client) -> None:
    session = make.session().game.session
    job = Statement.objects.create(session=session, version=1, state=JobState.FAILED)
    assert "statements.statement" in operator.get(reverse("admin:jobs")).content.decode()
    for _press in range(2):
        form = {"kind": "statements.statement", "pk": job.pk}
        assert operator.post(reverse("admin:jobs"), form).status_code == 302
    job.refresh_from_db()
    assert job.state != JobState.FAILED
    assert LogEntry.objects.count() == 1


def test_a_limit_that_was_hit_is_counted(operator: Client) -> None:
    for _try in range(25):
        Client().post("/recover/", {"code": "wrong"})
    page = operator.get(table(Refusal)).content.decode()
    assert acts.MISSED_CODE.name in page
    assert Refusal.objects.get(act=acts.MISSED_CODE.name).times == 1


def test_refusals_of_a_while_are_written_together(monkeypatch: Any) -> None:
    for _try in range(5):
        middleware.note_refusal(acts.WRITE)
    monkeypatch.setattr(middleware, "EVERY", 0.0)
    middleware.note_refusal(acts.WRITE)
    assert Refusal.objects.get().times == 6


def test_money_of_chosen_groups_is_hidden_and_shown_and_that_is_logged(operator: Client) -> None:
    club = make.club()
    for action, is_hidden in (("hide_money", True), ("show_money", False)):
        for times in (1, 0):
            assert f"Groups changed: {times}" in act(operator, action, club)
            assert Club.objects.get(pk=club.pk).points_only == is_hidden
    messages = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert messages == ["points only", "not points only"]
    kinds = Happening.objects.filter(club=club).order_by("pk").values_list("kind", flat=True)
    assert [kind for kind in kinds if "points" in kind] == ["points_only_on", "points_only_off"]


def test_the_admin_of_a_site_for_points_only_shows_no_amount(
    operator: Client, settings: Any
) -> None:
    make.play(make.session(options={"fee": 500}), pool_hand("Asha", Dev=43, Meera=20, Omar=30))
    assert "₹" in operator.get(table(Payment)).content.decode()
    settings.POINTS_ONLY = True
    page = operator.get(table(Payment)).content.decode()
    assert "₹" not in page and "Asha" in page
