"""The calendar's address: read back with the library that wrote it, and held to RFC 5545."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import Club, Role
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.feeds import access, ical, links
from scorekeeper.extensions.calendar.planning.models import LinkFor, PlanLink, PlannedSession, Says
from scorekeeper.extensions.calendar.planning.times import comes_twice, moment_of
from scorekeeper.house_rules.services import retire_preset, save_preset
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.calendar.plans import plan_details, planned, says

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BERLIN = ZoneInfo("Europe/Berlin")
SCRIPTS = "मीरा, की; रात\\ 卡牌之夜 ليلة الورق 🂡👨‍👩‍👧 ñandú — " * 4


@pytest.fixture
def address(club):
    link = links.make_link(club=club, player=None, leads=LinkFor.CALENDAR)
    return links.link_path(link)


def read(address, **headers):
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/calendar")
    return answer.content


def events(address):
    return {str(e["uid"]): e for e in Calendar.from_ical(read(address)).walk("VEVENT")}


def test_what_is_planned_is_read_back_as_it_was(club, address):
    session = planned(club, place=SCRIPTS[:120], note=SCRIPTS[:400], variant="pool_rummy")
    event = events(address)[f"{session.uid}@scorekeeper"]
    assert event.decoded("dtstart") == session.starts_at
    assert str(event["dtstart"].params["TZID"]) == "Asia/Kolkata"
    assert str(event["location"]) == session.place
    assert str(event["description"]).startswith(f"{session.note}\n\nhttps://")
    assert str(event["summary"]) == "Friday table: Pool Rummy"
    assert (event["sequence"], str(event["status"])) == (0, "CONFIRMED")


def test_every_line_is_short_whole_and_ends_as_it_must(club, address):
    planned(club, place=SCRIPTS[:120], note=SCRIPTS[:400])
    lines = read(address).split(b"\r\n")
    assert lines[-1] == b"" and not any(b"\n" in line or b"\r" in line for line in lines)
    assert max(map(len, lines)) <= 75
    assert all(line.decode() for line in lines[:-1]), "no letter is cut in two"


def test_a_change_counts_up_and_a_session_called_off_is_cancelled(club, address):
    session = planned(club)
    services.change_plan(planned=session, details=plan_details(days=8, seats=5), version=1)
    services.cancel_plan(planned=session)
    [event] = events(address).values()
    assert (event["sequence"], str(event["status"])) == (2, "CANCELLED")
    assert event.decoded("dtstamp") == PlannedSession.objects.get().changed_at.replace(
        microsecond=0
    )


def test_the_zone_says_when_clocks_change(club, address):
    starts = moment_of(date(timezone.now().year + 1, 7, 1), time(19), BERLIN)
    session = planned(club, zone="Europe/Berlin")
    PlannedSession.objects.filter(pk=session.pk).update(starts_at=starts)
    [event] = events(address).values()
    begins = event.decoded("dtstart")
    assert (begins, begins.hour, begins.utcoffset()) == (starts, 19, timedelta(hours=2))
    assert {str(z["tzid"]) for z in Calendar.from_ical(read(address)).walk("VTIMEZONE")} == {
        "Europe/Berlin"
    }


def test_the_same_is_answered_with_304_until_something_changes(club, address, people):
    session = planned(club)
    first = Client().get(address)
    seen = {"If-None-Match": first["ETag"], "If-Modified-Since": first["Last-Modified"]}
    assert Client().get(address)["ETag"] == first["ETag"]
    again = Client().get(address, headers=seen)
    assert (again.status_code, again.content) == (304, b"")
    by_time = {"If-Modified-Since": first["Last-Modified"]}
    assert Client().get(address, headers=by_time).status_code == 304
    says(session, people["Asha"])
    assert Client().get(address, headers=seen).status_code == 304, "it says no names"
    services.change_plan(planned=session, details=plan_details(days=8), version=1)
    assert Client().get(address, headers=seen).status_code == 200


def test_who_has_it_is_told_so_before_anything_is_written(club, address, monkeypatch):
    planned(club)
    first = Client().get(address)

    def never(*_told):
        raise AssertionError("it was written")

    monkeypatch.setattr(ical, "ical_bytes", never)
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    with pytest.raises(AssertionError, match="it was written"):
        Client().get(address)


@pytest.mark.parametrize("what", ["note", "place", "game", "club", "version of the site"])
def test_the_mark_changes_with_all_that_stands_in_it(club, address, monkeypatch, what):
    """Also where nobody has changed the session itself."""
    rules = save_preset(club=club, rules=VARIANTS["pool_rummy"], options={"pool": 201}, name="Sat")
    session = planned(
        club, variant="pool_rummy", own_id=rules.pk, note="Bring chips", place="Omar’s"
    )
    first = Client().get(address)
    assert b"Bring chips" in first.content
    match what:
        case "note" | "place":
            other: dict[str, Any] = {what: "Other"}
            services.change_plan(
                planned=session, details=replace(plan_details(), **other), version=1
            )
        case "game":
            retire_preset(preset=rules)
        case "club":
            Club.objects.update(name="Saturday table")
        case _:
            monkeypatch.setattr(access, "__version__", "9.9")
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200 and again["ETag"] != first["ETag"]


def test_the_own_calendar_holds_the_sessions_to_which_one_may_come(club, people):
    link = links.make_link(club=club, player=people["Dev"], leads=LinkFor.CALENDAR)
    address = links.link_path(link)
    sessions = [planned(club, days, seats=1) for days in (1, 2, 3, 4)]
    says(sessions[0], people["Dev"])
    says(sessions[1], people["Asha"])
    says(sessions[1], people["Dev"])
    says(sessions[2], people["Dev"], Says.NOT)
    statuses = {
        uid.partition("@")[0]: str(event["status"]) for uid, event in events(address).items()
    }
    assert statuses == {sessions[0].uid: "CONFIRMED", sessions[1].uid: "TENTATIVE"}
    says(sessions[1], people["Asha"], Says.NOT)
    assert str(events(address)[f"{sessions[1].uid}@scorekeeper"]["status"]) == "CONFIRMED"


def test_a_revoked_address_leads_nowhere_and_the_next_is_another(club, address):
    planned(club)
    links.revoke_links(club=club, player=None, leads=LinkFor.CALENDAR)
    assert Client().get(address).status_code == 404
    assert links.find_link(club, None, LinkFor.CALENDAR) is None
    assert (
        links.link_path(links.make_link(club=club, player=None, leads=LinkFor.CALENDAR)) != address
    )


def test_nobody_reads_a_secret_in_the_database(club, address, people):
    secret = address.rpartition("/")[2].removesuffix(".ics")
    reply = links.ensure_link(people["Asha"])
    assert reply is not None and len(secret) >= 43
    stored = " ".join(str(row) for row in PlanLink.objects.values_list())
    assert secret not in stored and str(secret_of(reply)) not in stored


def test_a_link_to_reply_is_no_calendar_and_the_other_way_round(club, people, address):
    own = links.ensure_link(people["Asha"])
    assert own is not None
    secret = address.rpartition("/")[2].removesuffix(".ics")
    assert Client().get(f"/come/{secret}/").status_code == 404
    assert Client().get(f"/calendar/{secret_of(own)}.ics").status_code == 404


def test_an_empty_calendar_and_one_of_another_club_say_nothing_of_this(club, address):
    other = clubs.create_club(name="Other")[0]
    planned(other)
    assert events(address) == {}


# Clocks --------------------------------------------------------------------------------------


def test_a_time_that_no_clock_shows_is_refused():
    with pytest.raises(ValidationError, match="clocks go forward"):
        moment_of(date(2027, 3, 28), time(2, 30), BERLIN)


def test_a_time_that_comes_twice_is_the_first_one():
    moment = moment_of(date(2027, 10, 31), time(2, 30), BERLIN)
    assert moment == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert comes_twice(moment.astimezone(BERLIN))
    assert not comes_twice(moment_of(date(2027, 10, 30), time(2, 30), BERLIN).astimezone(BERLIN))
    assert not comes_twice(moment_of(date(2027, 3, 28), time(3, 30), BERLIN).astimezone(BERLIN))


def test_a_session_leads_back_to_its_page(club, address):
    session = planned(club, note="Bring chips")
    [event] = events(address).values()
    page = f"https://score.example.org/g/{club.code}/calendar/{session.pk}/"
    assert str(event["url"]) == page
    assert str(event["description"]) == f"Bring chips\n\n{page}"


def test_a_reminder_is_there_only_if_the_reader_chose_one(club, address):
    session = planned(club)
    for query, before in (("", None), ("?alarm=60", 60), ("?alarm=1440", 1440), ("?alarm=7", None)):
        alarms = Calendar.from_ical(read(address + query)).walk("VALARM")
        triggers = [(str(alarm["action"]), alarm.decoded("trigger")) for alarm in alarms]
        assert triggers == ([("DISPLAY", -timedelta(minutes=before))] if before else [])
    plain, with_alarm = (Client().get(address + query)["ETag"] for query in ("", "?alarm=60"))
    assert plain != with_alarm
    services.cancel_plan(planned=session)
    assert b"VALARM" not in read(f"{address}?alarm=60")


def test_the_reader_chooses_the_reminder_beside_the_address(club, address, people):
    host = make.client_with(Role.HOST, club)
    page = f"/g/{club.code}/calendar/addresses/"
    shown = host.get(page).content.decode()
    assert "1 hour before" in shown and f'{address}"' in shown
    assert f'{address}?alarm=60"' in host.get(f"{page}?alarm=60").content.decode()
    own = links.link_path(links.make_link(club=club, player=people["Asha"], leads=LinkFor.CALENDAR))
    link = links.ensure_link(people["Asha"])
    assert link is not None
    mine = Client().get(f"{links.link_path(link)}?alarm=1440").content.decode()
    assert f'{own}?alarm=1440"' in mine


def test_a_note_keeps_its_lines(club, address):
    form = {"at": "19:30", "note": "Bring chips\r\n\r\n 2nd floor \t"}
    host = make.client_with(Role.HOST, club)
    day = (timezone.localdate() + timedelta(days=7)).isoformat()
    host.post(f"/g/{club.code}/calendar/new/", {**form, "day": day, "token": make.token()})
    session = PlannedSession.objects.get()
    assert session.note == "Bring chips\n\n2nd floor"
    assert b"DESCRIPTION:Bring chips\\n\\n2nd floor" in read(address)
    shown = host.get(f"/g/{club.code}/calendar/{session.pk}/").content.decode()
    assert "Bring chips<br><br>2nd floor" in shown
