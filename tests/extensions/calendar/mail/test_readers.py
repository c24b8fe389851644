"""Who gets a statement, who has it, and what the page says of it while it is on its way."""

import logging
from email.message import EmailMessage
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.services import digest
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.calendar.mail import addresses, services
from scorekeeper.extensions.calendar.mail.models import Mail
from tests.extensions.calendar.mail.sending import delivered, states
from tests.helpers import factories as make
from tests.helpers.statements.contents import played_session, rummi

pytestmark = [pytest.mark.django_db, pytest.mark.programs]


@pytest.fixture
def untold(monkeypatch):
    """No worker is told."""
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)


@pytest.fixture
def sees(table):
    """What a host sees, over htmx too."""
    host = make.host_client(table.game.session.club)
    place = reverse("mail:send", args=[table.game.session.code])

    def see(seen: str = "") -> Any:
        return host.get(f"{place}?seen={seen}", headers={"HX-Request": "true"} if seen else {})

    return see


def mark_of(answer: Any) -> str:
    return str(answer.content.decode()).partition('hx-get="?seen=')[2].partition('"')[0]


def test_a_page_that_saw_it_being_sent_is_told_that_it_was(table, office, untold, sees):
    services.send_all(session=table.game.session, token="t")
    Mail.objects.update(state=JobState.RUNNING, attempts=1)
    seen = mark_of(sees())
    assert sees(seen).status_code == 204
    Mail.objects.update(state=JobState.DONE)
    answer = sees(seen)
    assert answer.status_code == 200 and answer.content.decode().count("✓") == 2
    assert mark_of(answer) == ""


def test_an_address_put_right_gets_what_went_to_the_wrong_one(table, office, sent, sees):
    sent(table)
    dev = table.players[1]
    addresses.save_address(player=dev, value="dev.right@example.org")
    page = sees().content.decode()
    assert "Send 1 e-mail" in page and "Has an address" in page and page.count("✓") == 1
    sent(table, token="again")
    assert office.to[-1] == ["dev.right@example.org"] and len(office.to) == 3
    assert sees().content.decode().count("✓") == 2


def test_what_failed_is_never_said_to_have_come(table, office, sent, sees):
    office.rcpt_says = "550 nobody"
    sent(table)
    make.play(table, rummi(12, 30, 45, 61))
    page = sees().content.decode()
    assert "Received an earlier version" not in page and "Send 2 e-mails" in page


def test_a_letter_that_waited_brings_the_session_as_it_is_then_and_no_second_one(
    table, office, untold, monkeypatch
):
    mails = services.send_all(session=table.game.session, token="one")
    make.play(table, rummi(12, 30, 45, 61))
    assert services.send_all(session=table.game.session, token="two") == []
    for mail in mails:
        assert delivered(mail)
    assert services.send_all(session=table.game.session, token="three") == []
    assert len(office.came) == 2 == Mail.objects.count()
    table.game.session.refresh_from_db()
    assert {mail.shows for mail in Mail.objects.all()} == {table.game.session.version}
    make.play(table, rummi(12, 30, 45, 61))
    assert len(services.send_all(session=table.game.session, token="four")) == 2


def test_without_a_mail_server_nothing_is_offered_and_nothing_is_called_sent(
    table, settings, untold, sees
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = sees().content.decode()
    assert "EMAIL_URL, EMAIL_FROM" in page and "<button" not in page.partition('id="readers"')[2]
    host = make.host_client(table.game.session.club)
    assert host.post(reverse("mail:send", args=[table.game.session.code])).status_code == 302
    assert not Mail.objects.exists()
    for mail in services.send_all(session=table.game.session, token="t"):
        assert not delivered(mail)
    assert states() == ["failed", "failed"]
    assert all("can’t send e-mail" in mail.error for mail in Mail.objects.all())


def test_a_letter_that_cannot_be_written_was_not_begun(table, office, sent, monkeypatch, caplog):
    def fails(*_: object) -> EmailMessage:
        raise RuntimeError("no letter")

    with monkeypatch.context() as broken, caplog.at_level(logging.CRITICAL):
        broken.setattr(services, "statement_mail", fails)
        sent(table)
    assert states() == ["failed", "failed"] and office.came == []
    for mail in Mail.objects.all():
        assert mail.attempts == 0 and "Couldn’t create the e-mail" in mail.error


def test_two_clubs_count_the_same_addresses_in_one_order(table, untold):
    other = played_session()
    for player, value in zip(other.players, ("dev@example.org", "asha@example.org"), strict=False):
        addresses.save_address(player=player, value=value)
    counted: list[list[str]] = []
    for session in (table, other):
        counted.append([])
        services.send_all(session=session.game.session, token="t", spend_to=counted[-1].append)
    assert counted[0] == counted[1] and {*counted[0]} == {
        digest("asha@example.org"),
        digest("dev@example.org"),
    }
