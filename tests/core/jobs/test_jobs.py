"""One mechanism for all that is done behind the pages, and one page for whoever runs the site."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Session
from scorekeeper.core.jobs import services
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import KINDS, kind_of
from scorekeeper.core.jobs.models import Job, JobState
from scorekeeper.engine.words import _
from scorekeeper.extensions.calendar.mail.models import Mail
from scorekeeper.extensions.calendar.planning.models import PlanLetter, PlanLetterKind
from scorekeeper.extensions.chats.models import Destination, Message
from scorekeeper.extensions.operation.ledger_check.models import LedgerCheck
from scorekeeper.extensions.operation.retention.models import NoticeLetter
from scorekeeper.seasons.rebuilds.models import Rebuild
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.calendar.plans import planned

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the workers were told of, who do not listen."""
    names: list[str] = []

    def tell(job: Job) -> bool:
        names.append(kind_of(job).name)
        return True

    monkeypatch.setattr(jobs, "notify_workers", tell)
    return names


@pytest.fixture
def all_jobs() -> list[Job]:
    """A job of every kind."""
    session = make.session().game.session
    [player] = clubs.add_players(club=session.club, names=["Zoya"])
    chat = Destination.objects.create(club=session.club, kind="ntfy", token=make.token())
    letter = {"planned": planned(session.club), "player": player, "kind": PlanLetterKind.ASKED}
    return [
        Statement.objects.create(session=session, version=1),
        Mail.objects.create(session=session, player=player, version=1),
        PlanLetter.objects.create(**letter),
        Rebuild.objects.create(club=session.club, sessions=1, last=session.pk),
        LedgerCheck.objects.create(),
        NoticeLetter.objects.create(player=player, expires_at=timezone.now()),
        Message.objects.create(destination=chat, event="test", key="1"),
    ]


def put(all_jobs: list[Job], **columns: Any) -> None:
    for job in all_jobs:
        kind_of(job).rows.update(**columns)
        job.refresh_from_db()


def states(all_jobs: list[Job]) -> list[str]:
    for job in all_jobs:
        job.refresh_from_db()
    return [job.state for job in all_jobs]


PAST = timezone.now() - timedelta(hours=1)


def test_every_kind_is_known(all_jobs: list[Job]) -> None:
    assert [kind_of(job).model for job in all_jobs] == [type(job) for job in all_jobs]
    assert len(KINDS) == len(all_jobs)


def test_one_sweep_sends_what_waits_of_every_kind_once(
    all_jobs: list[Job], heard: list[str]
) -> None:
    assert jobs.sweep() == 0, "they were sent a moment ago"
    put(all_jobs, due_at=PAST)
    assert jobs.sweep() == len(all_jobs) and sorted(heard) == sorted(KINDS)
    assert jobs.sweep() == 0, "they are given time"


def test_a_queue_that_does_not_answer_is_asked_once(
    all_jobs: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    notified: list[Job] = []
    monkeypatch.setattr(jobs, "notify_workers", notified.append)
    put(all_jobs, due_at=PAST)
    assert jobs.sweep() == 0 and len(notified) == 1


def test_only_one_worker_claims_a_job(all_jobs: list[Job]) -> None:
    for job in all_jobs:
        other = kind_of(job).rows.get()
        assert jobs.claim(job) and not jobs.claim(other)
        assert (job.state, job.attempts) == (JobState.RUNNING, 1)
        assert job.due_at > timezone.now()


def test_whoever_lost_its_claim_writes_nothing(all_jobs: list[Job]) -> None:
    for job in all_jobs:
        assert jobs.claim(job)
        kind_of(job).rows.update(claim="another's")
        assert not jobs.finish(job) and not jobs.note_progress(job) and not jobs.release(job)
        assert not jobs.fail(job, _("why")) and not jobs.postpone(job, timedelta(0))
        assert kind_of(job).rows.get().state == JobState.RUNNING


def test_a_dead_worker_s_job_is_another_s_but_no_letter_goes_out_twice(
    all_jobs: list[Job], heard: list[str]
) -> None:
    for job in all_jobs:
        assert jobs.claim(job)
    put(all_jobs, due_at=PAST)
    assert jobs.sweep() == 4 and sorted(heard) == [
        *("chats.message", "ledger_check.ledgercheck", "rebuilds.rebuild", "statements.statement")
    ]
    assert states(all_jobs) == ["running", *["failed"] * 2, *["running"] * 2, "failed", "running"]
    assert all("may have arrived" in all_jobs[place].error for place in (1, 2, 5))
    assert [jobs.claim(job) for job in all_jobs] == [True, False, False, True, True, False, True]


def test_what_is_begun_too_often_is_given_up_and_ran(all_jobs: list[Job], heard: list[str]) -> None:
    sheet, _mail, _letter, rebuild, *_others = all_jobs
    for job in (sheet, rebuild):
        for _attempt in range(kind_of(job).attempts):
            assert jobs.claim(job)
            kind_of(job).rows.update(due_at=PAST)
        assert not jobs.claim(job)
    assert states([sheet, rebuild]) == ["failed", "failed"]
    assert "3 attempts" in sheet.error and "Several errors" in rebuild.error
    assert jobs.sweep() == 0 and sheet.ended_at is not None


def test_what_went_wrong_is_not_tried_before_its_time(all_jobs: list[Job]) -> None:
    job = all_jobs[1]
    assert jobs.claim(job)
    jobs.postpone(job, timedelta(minutes=1), _("busy"))
    assert not jobs.run("mail.mail", job.pk)
    waits = Mail.objects.get()
    assert (waits.state, waits.error, waits.attempts) == ("waiting", "busy", 1)
    assert not jobs.claim(waits)
    Mail.objects.update(due_at=PAST)
    assert jobs.claim(waits) and waits.attempts == 2


# The page of whoever runs the site -------------------------------------------------------------


def address() -> str:
    return reverse("jobs:page", args=[services.new_key()])


def test_the_page_shows_what_waits_and_what_failed(all_jobs: list[Job], client: Client) -> None:
    long_ago = timezone.now() - timedelta(days=3)
    Mail.objects.update(state="failed", error="The mail server said no.", attempts=2, at=long_ago)
    text = client.get(address()).content.decode()
    assert text.count("Try again") == 1 and "The mail server said no." in text
    assert "2 attempts" in text and "3\xa0days old" in text
    assert all(f"{kind_of(job).name}/{job.pk}" in text for job in all_jobs)


def test_trying_again_begins_it_anew_once(
    all_jobs: list[Job], heard: list[str], client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    put(all_jobs, state="failed", error="no", attempts=3, due_at=PAST, ended_at=PAST)
    for job in all_jobs:
        form = {"kind": kind_of(job).name, "pk": job.pk}
        for _tap in range(2):
            with django_capture_on_commit_callbacks(execute=True):
                assert client.post(address(), form).status_code == 302
    assert states(all_jobs) == ["waiting"] * len(all_jobs) and sorted(heard) == sorted(KINDS)
    assert {(job.attempts, job.error, job.ended_at) for job in all_jobs} == {(0, "", None)}


@pytest.mark.parametrize("state", ["waiting", "running", "done"])
def test_what_did_not_fail_is_left_as_it_is(
    all_jobs: list[Job], heard: list[str], client: Client, state: str
) -> None:
    put(all_jobs, state=state, attempts=1)
    for job in all_jobs:
        client.post(address(), {"kind": kind_of(job).name, "pk": job.pk})
    assert states(all_jobs) == [state] * len(all_jobs) and heard == []


def test_one_whose_like_is_in_work_is_not_begun_too(all_jobs: list[Job], heard: list[str]) -> None:
    failed = Statement.objects.create(session=Session.objects.get(), version=2, state="failed")
    assert not jobs.retry(failed) and heard == []
    assert Statement.objects.get(pk=failed.pk).state == JobState.FAILED


@pytest.mark.parametrize("named", [("", ""), ("x", "1"), ("mail.mail", "x")])
def test_a_job_there_is_not_is_not_found(
    all_jobs: list[Job], client: Client, named: tuple[str, str]
) -> None:
    form = dict(zip(("kind", "pk"), named, strict=True))
    assert client.post(address(), form).status_code == 404


def test_without_a_key_or_with_an_old_one_nobody_sees_it(
    all_jobs: list[Job], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = address()
    host = make.host_client(Club.objects.get())
    for browser in (client, host):
        assert browser.get("/jobs/x/").status_code == 404
        assert browser.get(f"{page[:-3]}x/").status_code == 404
    monkeypatch.setattr(services, "GOOD_FOR", -1)
    form = {"kind": "mail.mail", "pk": all_jobs[1].pk}
    assert client.get(page).status_code == client.post(page, form).status_code == 404


def test_another_site_cannot_tap_for_whoever_has_the_page_open(all_jobs: list[Job]) -> None:
    browser = Client(enforce_csrf_checks=True)
    put(all_jobs, state="failed")
    assert browser.post(address(), {"kind": "mail.mail", "pk": all_jobs[1].pk}).status_code == 403
    assert states(all_jobs) == ["failed"] * len(all_jobs)


def ran(*options: str) -> str:
    out = StringIO()
    call_command("jobs", *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_lists_tries_again_and_gives_the_address(
    all_jobs: list[Job], heard: list[str], client: Client
) -> None:
    Mail.objects.update(state="failed", error="The mail server said no.", attempts=2)
    name = f"mail.mail/{all_jobs[1].pk}"
    assert f"{name} failed, " in ran() and "2 attempts: The mail server said no." in ran()
    assert len(ran().splitlines()) == len(all_jobs)
    assert ran("--retry", name) == "" and states(all_jobs) == ["waiting"] * len(all_jobs)
    with pytest.raises(CommandError, match="did not fail"):
        ran("--retry", name)
    with pytest.raises(CommandError, match="no job"):
        ran("--retry", "mail.mail/0")
    assert client.get(ran("--page").strip()).status_code == 200
