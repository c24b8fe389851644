"""A player with an address gets one statement, in the player's language; no name does harm."""

import io
import smtplib
from datetime import timedelta
from ssl import SSLCertVerificationError

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Player, Role
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.extensions.calendar.mail import addresses, outbox, sending, services
from scorekeeper.extensions.calendar.mail import statement_email as letters
from scorekeeper.extensions.calendar.mail.models import Mail, MailAddress
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.statements.models import Statement
from tests.extensions.calendar.mail.conftest import pdf_of
from tests.extensions.calendar.mail.sending import delivered, states
from tests.helpers import factories as make
from tests.helpers.clubs.money import money_in
from tests.helpers.statements.contents import rummi

pytestmark = pytest.mark.django_db


def come_due():
    Mail.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def test_each_with_an_address_gets_the_own_statement_in_the_own_language(table, office, sent):
    sent(table, origin="https://score.example.org")
    assert states() == ["done", "done"]
    letters = {message["To"]: message for message in office.came}
    assert sorted(letters) == ["asha@example.org", "dev@example.org"]
    assert sorted(office.to) == [["asha@example.org"], ["dev@example.org"]]
    pages = {to: PdfReader(io.BytesIO(pdf_of(m))).pages for to, m in letters.items()}
    assert "Asha" in pages["asha@example.org"][0].extract_text()
    assert dict(Statement.objects.values_list("player__name", "language")) == {
        "Asha": "en",
        "Dev": "hi",
    }
    assert "your statement" in letters["asha@example.org"]["Subject"]
    assert letters["asha@example.org"]["From"] == "Scorekeeper <score@example.org>"


def test_a_letter_says_who_sent_it_and_how_it_is_stopped(table, office, sent, client):
    sent(table, origin="https://score.example.org")
    letter = next(m for m in office.came if m["To"] == "asha@example.org")
    text = letter.get_body().get_content()
    assert "Friday table" in text and "to the address saved for Asha" in text
    link = letter["List-Unsubscribe"].strip(" <>")
    assert link in text
    page = link.removeprefix("https://score.example.org")
    assert b"Stop e-mails" in client.get(page).content and MailAddress.objects.count() == 2
    assert client.post(page).status_code == client.post(page).status_code == 200
    assert [a.value for a in MailAddress.objects.all()] == ["dev@example.org"]
    assert client.get(f"{page[:-3]}x/").status_code == 404


def test_a_letter_spells_an_indic_name_as_it_was_typed(table, office, sent):
    Player.objects.filter(name="Asha").update(name="क\u094d\u200dषमा")
    sent(table)
    letter = next(m for m in office.came if m["To"] == "asha@example.org")
    assert "the address saved for क\u094d\u200dषमा" in letter.get_body().get_content()


def test_a_letter_names_who_asked_for_it_as_he_was_then(table, office, monkeypatch):
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    phone = make.member(Role.HOST, table.game.session.club)
    clubs.say_who(membership=phone, player=table.players[1])
    (mail, _other) = services.send_all(session=table.game.session, token="t", by=phone)
    clubs.say_who(membership=phone, player=table.players[2])
    mail.refresh_from_db()
    letter = letters.statement_mail(mail, MailAddress.objects.get(player=mail.player), b"")
    assert "Dev of Friday table sent this" in str(letter.body)


def test_an_old_link_does_not_take_a_new_address_away(table, client):
    old = MailAddress.objects.get(value="asha@example.org")
    page = reverse("mail:stop", args=[addresses.stop_secret(old)])
    addresses.save_address(player=old.player, value="new@example.org")
    client.post(page)
    assert MailAddress.objects.filter(value="new@example.org").exists()


def test_the_same_tap_and_another_send_none_twice(table, office, sent):
    first = sent(table)
    assert sent(table) == first and sent(table, token="two") == []
    for mail in first:
        assert not delivered(mail)
    assert len(office.came) == 2 == Mail.objects.count()
    make.play(table, rummi(12, 30, 45, 61))
    assert sent(table) == first, "the same tap, after another hand"
    assert len(sent(table, token="three")) == 2 and len(office.came) == 4


def test_a_message_that_comes_twice_sends_once(table, office, monkeypatch):
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    mails = services.send_all(session=table.game.session, token="t")
    claims = [jobs.claim(Mail.objects.get(pk=mails[0].pk), shows=1) for _worker in range(2)]
    assert claims == [True, False] and not delivered(mails[0])
    assert office.came == []


def test_a_server_that_is_down_is_tried_three_times_and_that_is_said(table, closed_office, sent):
    sent(table)
    assert states() == ["waiting", "waiting"]
    assert "isn’t answering" in Mail.objects.earliest("pk").error
    for _try in range(4):
        come_due()
        jobs.sweep()
    assert states() == ["failed", "failed"]
    assert [(m.attempts, m.error) for m in Mail.objects.all()] == [
        (3, "The mail server didn’t answer 3 times. Nothing was sent.")
    ] * 2


def test_one_that_was_down_and_is_back_gets_each_once(table, closed_office, sent, reached, request):
    sent(table)
    office = request.getfixturevalue("office")
    jobs.sweep()
    assert office.came == [], "it is given time"
    come_due()
    assert jobs.sweep() == 2
    assert states() == ["done", "done"] and len(office.came) == 2


@pytest.mark.parametrize(
    ("says", "rcpt", "state", "sentence"),
    [
        ("451 later", "", "waiting", "isn’t answering"),
        ("250 ok", "450 busy", "waiting", "isn’t answering"),
        ("554 spam", "", "failed", "refused the e-mail: 554 spam"),
        ("250 ok", "550 nobody", "failed", "doesn’t accept this address"),
        (None, "", "failed", "may have arrived"),
    ],
)
def test_what_the_server_says_becomes_a_sentence(table, office, sent, says, rcpt, state, sentence):
    office.says, office.rcpt_says = says, rcpt
    sent(table)
    assert states() == [state, state] and sentence in Mail.objects.earliest("pk").error
    come_due()
    office.says, office.rcpt_says = "250 ok", ""
    before = len(office.came)
    jobs.sweep()
    assert len(office.came) - before == (2 if state == "waiting" else 0)


def test_what_the_server_said_is_told_without_the_address(table, office, sent):
    office.says = "554 5.7.1 <ASHA@example.org> and <dev@example.org> too large"
    sent(table)
    text = " ".join(mail.error for mail in Mail.objects.all())
    assert "554 5.7.1 <…> and" in text and text.count("too large") == 2
    assert "asha@" not in Mail.objects.get(player__name="Asha").error.lower()


def test_a_sender_that_is_refused_is_no_fault_of_the_address(table, office, sent):
    office.mail_says = "550 5.7.1 you may not send as that"
    sent(table)
    assert states() == ["failed", "failed"]
    for mail in Mail.objects.all():
        assert mail.error.endswith("refused the e-mail: 550 5.7.1 you may not send as that")


def test_a_server_that_does_not_let_us_in_is_not_called_silent(table, office, sent, settings):
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "who", "wrong"
    sent(table)
    assert states() == ["failed", "failed"] and office.came == []
    assert all("EMAIL_URL" in mail.error for mail in Mail.objects.all())


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (smtplib.SMTPAuthenticationError(535, b"no"), sending.RejectedError),
        (smtplib.SMTPAuthenticationError(454, b"busy"), sending.UnreachableError),
        (smtplib.SMTPNotSupportedError("no STARTTLS"), sending.RejectedError),
        (SSLCertVerificationError("of somebody else"), sending.RejectedError),
        (smtplib.SMTPConnectError(554, b"full"), sending.UnreachableError),
        (smtplib.SMTPServerDisconnected("gone"), sending.UnreachableError),
        (TimeoutError(), sending.UnreachableError),
    ],
)
def test_only_who_runs_it_can_mend_a_refused_sign_in(monkeypatch, reached, error, kind):
    def fails(_self: EmailBackend) -> None:
        raise error

    reached("127.0.0.1", 9)
    monkeypatch.setattr(EmailBackend, "open", fails)
    with pytest.raises(kind):
        sending.hand_over(EmailMessage("subject", "body", to=["a@example.org"]))


def test_a_letter_with_an_impossible_head_was_not_sent(office):
    wrong = EmailMessage("subject", "body", to=["a@example.org"], headers={"X-One": "a\nB: c"})
    with pytest.raises(sending.RejectedError):
        sending.hand_over(wrong)
    assert office.came == []


def test_a_good_bye_that_fails_changes_nothing(office, monkeypatch):
    def fails(_self: EmailBackend) -> None:
        raise smtplib.SMTPResponseException(421, b"too late")

    monkeypatch.setattr(EmailBackend, "close", fails)
    sending.hand_over(EmailMessage("subject", "body", to=["a@example.org"]))
    assert len(office.came) == 1


def test_one_cut_off_while_it_was_sent_is_not_sent_again_by_itself(
    table, office, monkeypatch, sent
):
    with monkeypatch.context() as killed:
        killed.setattr(outbox, "_hand_over", lambda *_: False)
        sent(table)
    assert states() == ["running", "running"]
    assert jobs.sweep() == 0 and states() == ["running", "running"]
    come_due()
    assert jobs.sweep() == 0 and states() == ["failed", "failed"] and office.came == []
    sent(table, token="again")
    assert states() == ["done", "done"]


def test_a_full_disk_is_said_and_nothing_is_sent(table, office, sent, keep_files):
    keep_files("tests.statements.storages.FullDisk")
    sent(table)
    assert states() == ["failed", "failed"] and office.came == []
    assert all("no space" in mail.error for mail in Mail.objects.all())
    keep_files()
    sent(table, token="again")
    assert states() == ["done", "done"]


NASTY = ["Eve\r\nBcc: all@example.org", "=?utf-8?q?x?=\n\nbody", "\u202eevE\x07\x0b", "देव <x@y>"]


@pytest.mark.parametrize("name", NASTY)
def test_no_name_becomes_a_header(table, office, sent, name):
    """Names are one line where they are typed; these lie in the database all the same."""
    Player.objects.filter(name="Asha").update(name=name)
    table.game.session.club.name = name
    table.game.session.club.save()
    sent(table, origin="https://score.example.org")
    assert states() == ["done", "done"] and len(office.came) == 2
    for letter in office.came:
        assert letter["Bcc"] is None and letter["To"] in ("asha@example.org", "dev@example.org")
        assert set(letter.keys()) == {
            *("Content-Type", "MIME-Version", "Subject", "From", "To", "Date", "Message-ID"),
            *("Auto-Submitted", "List-Unsubscribe"),
            *(key for key in letter if key.startswith("X-")),
        }
        [part] = letter.iter_attachments()
        assert not set(part.get_filename()) & set('\r\n\\/:*?"<>|')


@pytest.mark.parametrize(
    "typed", ["a@b", "a b@example.org", "a@example.org\nBcc: x@example.org", "@", "a@@example.org"]
)
def test_what_is_no_address_is_said_and_not_kept(table, typed):
    member = make.member(Role.VIEWER, table.game.session.club)
    member.player = table.players[2]
    member.save()
    place = reverse("mail:of_session", args=[table.game.session.code])
    answer = make.client_as(member).post(place, {"address": typed})
    assert answer.status_code == 400 and "looks like name@example.org" in answer.content.decode()
    assert MailAddress.objects.count() == 2


def test_only_its_owner_sees_an_address(table):
    club = table.game.session.club
    member = make.member(Role.VIEWER, club)
    member.player = table.players[0]
    member.save()
    mine, browser = reverse("mail:of_club", args=[club.code]), make.client_as(member)
    assert "asha@example.org" not in browser.get(mine).content.decode(), "no phone keeps it"
    member.refresh_from_db()
    Player.objects.filter(pk=table.players[0].pk).update(keeper=member.device)
    assert "asha@example.org" in browser.get(mine).content.decode()
    host = make.host_client(club)
    for page in (mine, reverse("mail:send", args=[table.game.session.code])):
        assert "@example.org" not in host.get(page).content.decode()
    browser.post(mine, {"address": ""})
    assert [a.player for a in MailAddress.objects.all()] == [table.players[1]]


def test_the_host_taps_and_sees_what_became_of_it(
    table, office, django_capture_on_commit_callbacks
):
    host = make.host_client(table.game.session.club)
    page = reverse("mail:send", args=[table.game.session.code])
    assert "Send 2 e-mails" in host.get(page).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert host.post(page, {"token": "t"}).status_code == 302
    html = host.get(page).content.decode()
    assert html.count("✓ Sent") == 2 and "Send 2 e-mails" not in html
    assert make.client_with(Role.SCORER, table.game.session.club).post(page).status_code == 403


def test_a_club_cannot_send_without_end_nor_fill_one_letter_box(table, office, clock, monkeypatch):
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    host = make.host_client(table.game.session.club)
    page = reverse("mail:send", args=[table.game.session.code])
    answers = []
    for number in range(20):
        Mail.objects.all().delete()
        answers.append(host.post(page, {"token": f"t{number}"}).status_code)
        failed = Mail.objects.filter(state=JobState.FAILED).count()
        assert failed == (2 if number >= acts.MAIL_TO.limits[0].most else 0)
    assert set(answers) == {302}
    for number in range(20, 40):
        Mail.objects.all().delete()
        answers.append(host.post(page, {"token": f"t{number}"}).status_code)
    assert answers[-1] == 429 and not Mail.objects.exists()


def test_whoever_is_forgotten_has_no_address_and_no_letters(table, office, sent):
    sent(table)
    erase(player=table.players[0], by=None)
    assert [a.player for a in MailAddress.objects.all()] == [table.players[1]]
    assert {mail.player for mail in Mail.objects.all()} == {table.players[1]}


def test_an_address_taken_away_meanwhile_gets_nothing(table, office, monkeypatch):
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    mails = services.send_all(session=table.game.session, token="t")
    for player in table.players[:2]:
        addresses.save_address(player=player, value="")
    for mail in mails:
        assert not delivered(mail)
    assert office.came == [] and states() == ["failed", "failed"]


def test_letters_of_a_group_for_points_only_name_no_amount(table, office, sent):
    clubs.set_points_only(club=table.game.session.club, points_only=True)
    sent(table, origin="https://score.example.org")
    assert len(office.came) == 2
    for letter, language in zip(
        sorted(office.came, key=lambda m: m["To"]), ["en", "hi"], strict=True
    ):
        pages = PdfReader(io.BytesIO(pdf_of(letter))).pages
        text = letter["Subject"] + letter.get_body().get_content()
        text += " ".join(page.extract_text() for page in pages)
        assert money_in(text, language) == []
