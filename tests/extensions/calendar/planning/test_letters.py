"""Letters about planned sessions: each thing is told once, to whom it concerns, while it is so."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from scorekeeper.clubs.services import add_players
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.acts import Act, Limit
from scorekeeper.extensions.calendar.mail.addresses import save_address
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.emails import queue, sending
from scorekeeper.extensions.calendar.planning.emails.plan_email import plan_letter
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import (
    LinkFor,
    PlanLetter,
    PlannedSession,
    Reply,
    Says,
)
from scorekeeper.extensions.calendar.planning.selectors import plan_attendance
from scorekeeper.extensions.exchange.people.services import merge_players
from tests.helpers.calendar.plans import plan_details, planned, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("written")]


def soon(session: PlannedSession, hours: float = 20) -> PlannedSession:
    """Its time has come near, and what was said of it was said days ago."""
    starts = timezone.now() + timedelta(hours=hours)
    PlannedSession.objects.filter(pk=session.pk).update(starts_at=starts)
    Reply.objects.update(at=timezone.now() - timedelta(days=3))
    return PlannedSession.objects.get(pk=session.pk)


def sweep(workers):
    with workers():
        queue.queue_reminders()
        jobs.sweep()


def delivered(letter: PlanLetter) -> bool:
    """As a message to the workers has it."""
    return jobs.run("planning.planletter", letter.pk)


def to(office):
    return sorted(letter["To"].partition("@")[0] for letter in office.came)


@pytest.fixture
def session(club, people, office):
    played_session = planned(club, seats=2, place="Omar’s,\r\nBcc: x@example.org", variant="rummi")
    says(played_session, people["Asha"])
    says(played_session, people["Dev"], Says.PERHAPS)
    says(played_session, people["Meera"], Says.NOT)
    return played_session


def test_who_may_come_is_reminded_once_however_often_the_worker_runs(session, office, workers):
    sweep(workers)
    assert office.came == [], "it is a week away"
    soon(session)
    for _time in range(3):
        sweep(workers)
    assert to(office) == ["asha", "dev"]
    letter = next(m for m in office.came if m["To"].startswith("asha"))
    text = letter.get_body().get_content()
    assert "You have a seat." in text and "Game: Rummi" in text and letter["Bcc"] is None
    assert "https://score.example.org/come/" in text
    assert "<https://score.example.org/mail/stop/" in letter["List-Unsubscribe"]


def test_a_session_moved_is_called_to_mind_anew(session, office, workers):
    soon(session)
    sweep(workers)
    office.came.clear()
    soon(session, hours=23)
    sweep(workers)
    assert to(office) == ["asha", "dev"]


def test_who_was_told_of_the_change_is_not_reminded_of_it_as_well(session, office, workers):
    session = soon(session)
    sweep(workers)
    office.came.clear()
    later = plan_details(days=0.9)
    with workers():
        services.change_plan(planned=session, details=later, version=session.version)
    assert to(office) == ["asha", "dev"] and "change" in office.came[0]["Subject"]
    sweep(workers)
    assert to(office) == ["asha", "dev"], "that letter said when it is"


def test_one_person_is_reminded_once_under_whichever_name(club, people, session, office, workers):
    session = soon(session)
    sweep(workers)
    assert to(office) == ["asha", "dev"]
    [devendra] = add_players(club=club, names=["Devendra"])
    save_address(player=devendra, value="dev@example.org")
    merge_players(club=club, name=people["Dev"], person=devendra, token="t", by=None)
    says(session, devendra)
    Reply.objects.update(at=timezone.now() - timedelta(days=3))
    sweep(workers)
    assert to(office) == ["asha", "dev"]


@pytest.mark.parametrize("why", ["called off", "opened", "said no", "no reminders", "no address"])
def test_a_reminder_stops_when_it_is_not_wanted(session, people, office, workers, monkeypatch, why):
    """Though its row was written before."""
    Reply.objects.filter(player=people["Dev"]).delete()
    session = soon(session)
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    with workers():
        queue.queue_reminders()
    if why == "called off":
        PlannedSession.objects.update(called_off_at=timezone.now())
    elif why == "opened":
        services.open_plan(planned=session)
    elif why == "said no":
        says(session, people["Asha"], Says.NOT)
    elif why == "no reminders":
        services.set_reminders(player=people["Asha"], is_wanted=False)
    else:
        save_address(player=people["Asha"], value="")
    [letter] = PlanLetter.objects.all()
    assert not delivered(letter) and office.came == []
    assert PlanLetter.objects.get().state == "failed"


def test_who_wants_none_gets_none_until_he_wants_them_again(session, people, office, workers):
    services.set_reminders(player=people["Asha"], is_wanted=False)
    soon(session)
    sweep(workers)
    assert to(office) == ["dev"]
    services.set_reminders(player=people["Asha"], is_wanted=True)
    sweep(workers)
    assert to(office) == ["asha", "dev"]


def test_who_said_so_a_moment_ago_is_not_reminded_of_it(session, people, office, workers):
    session = soon(session)
    says(session, people["Omar"])
    sweep(workers)
    assert to(office) == ["asha", "dev"]


def test_the_first_who_waits_is_told_of_his_seat_once(club, people, office, workers):
    session = planned(club, seats=1)
    for name in ("Asha", "Dev", "Omar"):
        says(session, people[name])
    with workers():
        says(session, people["Asha"], Says.NOT)
    assert to(office) == ["dev"] and "it is yours now" in office.came[0].get_content()
    with workers():
        says(session, people["Omar"], Says.NOT)
        says(session, people["Asha"])
    assert to(office) == ["dev"] and plan_attendance(session).sits(people["Dev"])


def test_a_session_moved_or_called_off_is_told_to_who_may_come(session, office, workers):
    with workers():
        services.change_plan(planned=session, details=plan_details(days=9, seats=2), version=1)
    assert to(office) == ["asha", "dev"]
    assert all("now" in m.get_content() for m in office.came)
    office.came.clear()
    with workers():
        services.cancel_plan(planned=session)
        services.cancel_plan(planned=session)
    assert to(office) == ["asha", "dev"] and "cancelled" in office.came[0]["Subject"]


def test_a_note_that_changes_is_no_reason_to_write(session, office, workers):
    before = PlannedSession.objects.get()
    same = {name: getattr(before, name) for name in ("starts_at", "zone", "place", "seats")}
    with workers():
        services.change_plan(
            planned=session, details=services.PlanDetails(**same, note="Bring chips"), version=1
        )
    assert office.came == []


def test_who_has_said_nothing_is_asked_once(session, office, workers):
    counted: list[int] = []
    for _tap in range(2):
        with workers():
            queue.ask_players(planned=session, spend=counted.append)
    assert to(office) == ["omar"] and counted == [1]
    assert "Are you coming?" in office.came[0].get_content()


def test_a_letter_is_in_the_language_of_its_reader(club, people, office, workers):
    with translation.override("hi"):
        save_address(player=people["Asha"], value="asha@example.org")
    with workers():
        queue.ask_players(planned=planned(club), spend=lambda _n: None)
    letter = next(m for m in office.came if m["To"].startswith("asha"))
    assert any("\u0900" <= c <= "\u097f" for c in letter.get_content().split("http")[0])


def test_a_revoked_link_stands_in_no_letter(club, people, office, workers):
    links.ensure_link(people["Asha"])
    links.revoke_links(club=club, player=people["Asha"], leads=LinkFor.REPLIES)
    with workers():
        queue.ask_players(planned=planned(club), spend=lambda _n: None)
    texts = {m["To"]: m.get_content() for m in office.came}
    assert "/come/" not in texts["asha@example.org"] and "/come/" in texts["dev@example.org"]


def test_without_a_mail_server_nothing_is_written_down(club, people, workers, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    session = planned(club)
    with workers():
        queue.ask_players(planned=session, spend=lambda _n: None)
    says(session, people["Asha"])
    soon(session)
    sweep(workers)
    assert not PlanLetter.objects.exists()


def test_a_server_that_is_down_is_tried_again(club, people, closed_office, workers, request):
    with workers():
        queue.ask_players(planned=planned(club), spend=lambda _n: None)
    assert set(PlanLetter.objects.values_list("state", flat=True)) == {"waiting"}
    office = request.getfixturevalue("office")
    PlanLetter.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    sweep(workers)
    assert to(office) == ["asha", "dev", "meera", "omar"]


def test_no_letter_box_is_filled(club, people, office, workers, monkeypatch):
    act = Act("mail to one", (Limit("recipient", 1, 3600),), "Very much.")
    monkeypatch.setattr(acts, "MAIL_TO", act)
    for player in people.values():
        save_address(player=player, value="victim@example.org")
    with workers():
        queue.ask_players(planned=planned(club), spend=lambda _n: None)
    assert len(office.came) == 1
    assert "Too many e-mails to this address today." in {
        str(letter.error) for letter in PlanLetter.objects.all()
    }


def test_a_message_that_comes_twice_is_counted_once(club, people, office, workers, monkeypatch):
    """The second comes while the first is at work, before either has claimed the letter."""
    act = Act("mail to two", (Limit("recipient", 2, 3600),), "Very much.")
    monkeypatch.setattr(acts, "MAIL_TO", act)
    for player in people.values():
        save_address(player=player, value="box@example.org")
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
    with workers():
        queue.ask_players(planned=planned(club), spend=lambda _n: None)
    first, second, third, _fourth = PlanLetter.objects.order_by("pk")
    write = plan_letter

    def twice(letter, *more):
        monkeypatch.setattr(sending, "plan_letter", write)
        assert delivered(first)
        return write(letter, *more)

    monkeypatch.setattr(sending, "plan_letter", twice)
    assert not delivered(first) and len(office.came) == 1
    assert delivered(second) and not delivered(third)
    assert len(office.came) == 2


def test_those_asked_by_two_taps_at_once_are_counted_once(session, office, workers, monkeypatch):
    """The second tap comes while the first looks who is to be asked."""
    counted: list[int] = []
    look = queue.players_to_ask

    def at_once(who):
        monkeypatch.setattr(queue, "players_to_ask", look)
        silent = look(who)
        queue.ask_players(planned=session, spend=counted.append)
        return silent

    monkeypatch.setattr(queue, "players_to_ask", at_once)
    with workers():
        assert queue.ask_players(planned=session, spend=counted.append) == 0
    assert to(office) == ["omar"] and counted == [1]
