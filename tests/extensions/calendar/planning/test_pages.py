"""The calendar in the hands of hosts, of members, and of who holds no more than a link."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import say_who
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.acts import Act, Limit
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import (
    LinkFor,
    PlanLink,
    PlannedSession,
    Reply,
    Says,
    Unreminded,
)
from scorekeeper.extensions.calendar.planning.selectors import plan_attendance
from scorekeeper.extensions.exchange.people.services import merge_players
from scorekeeper.house_rules.services import retire_preset, save_preset
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.calendar.plans import planned, says

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def host(club):
    return make.host_client(club)


def day(ahead: int) -> str:
    return (timezone.localdate() + timedelta(days=ahead)).isoformat()


def typed(**more):
    fields = {"day": day(5), "at": "19:30", "place": "Omar’s", "game": "", "seats": "", "note": ""}
    return fields | {"token": "t", **more}


def new(club):
    return reverse("planning:new", args=[club.code])


def page(browser, name, *args):
    return browser.get(reverse(f"planning:{name}", args=args)).content.decode()


def test_a_host_plans_a_session_once_and_the_club_sees_it(club, host):
    for _tap in range(2):
        answer = host.post(new(club), typed(game="pool_rummy:101", seats="4"))
    session = PlannedSession.objects.get()
    assert answer.url == reverse("planning:plan", args=[club.code, session.pk])
    assert (session.local.hour, session.local.minute, session.zone) == (19, 30, "Asia/Kolkata")
    assert (session.variant, session.preset, session.seats) == ("pool_rummy", "101", 4)
    for seen in (host.get(answer.url), host.get(reverse("home:club", args=[club.code]))):
        assert "Omar’s" in seen.content.decode() and "0 of 4 seats taken" in seen.content.decode()


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        ("day", "", "Choose a day."),
        ("day", "2020-01-01", "in the future"),
        ("day", "2999-01-01", "within three years"),
        ("at", "later", "Enter a time, such as"),
        ("seats", "1", "Enter 2 or more"),
        ("seats", "many", "empty for no limit"),
        ("seats", "999", "60 or less"),
        ("game", "chess:usual", "Select a valid choice"),
        ("place", "x" * 121, "at most 120"),
    ],
)
def test_what_is_wrong_is_said_beside_it_and_the_rest_is_kept(club, host, field, wrong, message):
    answer = host.post(new(club), typed(**{field: wrong}, note="Bring chips"))
    text = answer.content.decode()
    assert answer.status_code == 400 and message in text and "Bring chips" in text
    assert 'aria-invalid="true"' in text and not PlannedSession.objects.exists()


def test_two_hosts_who_change_it_at_once_are_told(club, host):
    session = planned(club)
    change = reverse("planning:edit", args=[club.code, session.pk])
    assert host.post(change, typed(version="1")).status_code == 302
    late = host.post(change, typed(version="1", place="Dev’s"))
    assert late.status_code == 409 and "Another host" in late.content.decode()
    assert "Dev’s" in late.content.decode() and "Omar’s" in late.content.decode()


def test_fewer_seats_than_taken_is_said_beside_the_field(club, host, people):
    session = planned(club, seats=3)
    for player in people.values():
        says(session, player)
    change = reverse("planning:edit", args=[club.code, session.pk])
    answer = host.post(change, typed(version="1", seats="2"))
    assert answer.status_code == 400 and "3 players already have a seat" in answer.content.decode()


def test_a_viewer_says_it_for_himself_and_a_host_for_anybody(club, host, people):
    session = planned(club)
    member = make.member(Role.VIEWER, club)
    say_who(membership=member, player=people["Asha"])
    viewer = make.client_as(member)
    url = reverse("planning:reply", args=[club.code, session.pk])
    assert viewer.post(url, {"says": "comes"}).status_code == 302
    assert viewer.post(url, {"says": "comes", "player": people["Dev"].pk}).status_code == 404
    assert viewer.post(url, {"says": "maybe"}).status_code == 404
    assert host.post(url, {"says": "not", "player": people["Dev"].pk}).status_code == 302
    stranger = make.club("Else").players.create(name="Zoë")
    assert host.post(url, {"says": "comes", "player": stranger.pk}).status_code == 404
    assert (
        "You have a seat."
        in viewer.get(reverse("planning:plan", args=[club.code, session.pk])).content.decode()
    )
    assert {r.player.name: r.says for r in Reply.objects.all()} == {"Asha": "comes", "Dev": "not"}


def test_many_planned_sessions_come_in_pages(club, host, people):
    for number in range(45):
        planned(club, days=number + 1, place=f"Place {number}.")
    link = links.make_link(club=club, player=people["Dev"], leads=LinkFor.REPLIES)
    for browser, path in (
        (host, f"/g/{club.code}/calendar/"),
        (Client(), links.link_path(link)),
    ):
        seen = []
        for page in ("", "?coming=2", "?coming=3"):
            text = browser.get(path + page).content.decode()
            seen += re.findall(r"Place \d+\.", text)
        assert list(dict.fromkeys(seen)) == [f"Place {number}." for number in range(45)], path
        assert "?coming=2" in browser.get(path).content.decode()
        few = browser.get(f"{path}?coming=3").content.decode()
        assert "Sooner" in few and "Later" not in few


# By a link -----------------------------------------------------------------------------------


@pytest.fixture
def door(people):
    link = links.ensure_link(people["Dev"])
    assert link is not None
    return links.link_path(link)


def test_a_link_opened_changes_nothing_and_one_tap_does(club, people, door):
    session, phone = planned(club, seats=1), Client(enforce_csrf_checks=False)
    for _scan in range(3):
        assert "are you coming?" in phone.get(door).content.decode()
    assert not Reply.objects.exists()
    answer = phone.post(door, {"planned": session.pk, "says": "comes", "token": "t"})
    assert answer.status_code == 302 and plan_attendance(session).sits(people["Dev"])
    text = phone.get(door).content.decode()
    assert "You have a seat." in text
    assert phone.get(door)["Referrer-Policy"] == "same-origin"
    assert "no-store" in phone.get(door)["Cache-Control"]


def test_the_first_who_waits_is_on_the_waiting_list_not_among_those_going(club, people, door):
    session, phone = planned(club, seats=2), Client()
    for name in ("Asha", "Omar", "Dev"):
        says(session, people[name])
    text = " ".join(re.sub(r"<[^>]*>", " ", phone.get(door).content.decode()).split())
    assert "You are number 1 on the waiting list." in text
    assert "Going: Asha , Omar Waiting list: Dev" in text


def test_a_link_reaches_no_session_of_others_and_no_page_of_the_club(club, door):
    elsewhere, phone = planned(make.club("Else")), Client()
    answer = phone.post(door, {"planned": elsewhere.pk, "says": "comes"})
    assert answer.status_code == 404 and not Reply.objects.exists()
    assert phone.post(door, {"planned": "x", "says": "comes"}).status_code == 404
    assert phone.get(reverse("planning:calendar", args=[club.code])).status_code == 404


def test_a_revoked_link_opens_nothing_and_another_is_made(club, host, people, door):
    url = reverse("planning:links", args=[club.code])
    host.post(url, {"player": people["Dev"].pk, "back": "1"})
    assert Client().get(door).status_code == Client().post(door, {}).status_code == 404
    host.post(url, {"player": people["Dev"].pk})
    fresh = PlanLink.objects.get(revoked_at=None)
    assert links.link_path(fresh) != door and links.link_path(fresh) in page(
        host, "links", club.code
    )


def test_what_comes_too_late_is_said_where_it_was_tapped(club, door):
    session = planned(club)
    PlannedSession.objects.update(starts_at=timezone.now() - timedelta(hours=1))
    answer = Client().post(door, {"planned": session.pk, "says": "comes"})
    assert answer.status_code == 409 and "This session is over." in answer.content.decode()


def test_who_taps_without_end_is_stopped(club, door, monkeypatch):
    monkeypatch.setattr(acts, "REPLY", Act("few", (Limit("link", 2, 3600),), "Very much."))
    session = planned(club)
    words = [Says.COMES, Says.NOT, Says.COMES, Says.NOT]
    responses = [Client().post(door, {"planned": session.pk, "says": word}) for word in words]
    assert [response.status_code for response in responses] == [302, 302, 429, 429]
    assert Reply.objects.count() == 2


def test_where_no_mail_is_sent_no_reminder_is_promised(door, settings):
    assert "Turn off reminders" in Client().get(door).content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = Client().get(door).content.decode()
    assert "Reminders" not in page and "e-mail" not in page


def test_by_the_link_reminders_are_declined_and_a_calendar_made_and_revoked(people, door):
    phone = Client()
    phone.post(door, {"act": "quiet"})
    assert Unreminded.objects.get().player == people["Dev"]
    phone.post(door, {"act": "remind"})
    assert not Unreminded.objects.exists()
    phone.post(door, {"act": "calendar"})
    link = PlanLink.objects.get(leads=LinkFor.CALENDAR)
    assert links.link_path(link) in phone.get(door).content.decode()
    phone.post(door, {"act": "calendar-back"})
    assert Client().get(links.link_path(link)).status_code == 404


def test_addresses_of_calendars_are_the_readers_own_or_the_hosts_to_make(club, people):
    url = reverse("planning:addresses", args=[club.code])
    member = make.member(Role.VIEWER, club)
    viewer = make.client_as(member)
    assert viewer.post(url, {"of": "club"}).status_code == 403
    assert viewer.post(url, {"of": "mine"}).status_code == 403, "nobody's phone so far"
    say_who(membership=member, player=people["Asha"])
    assert viewer.post(url, {"of": "mine"}).status_code == 302
    assert PlanLink.objects.get().player == people["Asha"]
    assert make.host_client(club).post(url, {"of": "club"}).status_code == 302
    assert viewer.get(url).content.decode().count(".ics") == 2


def test_a_host_revokes_what_was_handed_out_under_a_name_and_the_address_of_a_calendar(
    club, host, people
):
    dev, asha = people["Dev"], people["Asha"]
    page = reverse("planning:links", args=[club.code])
    by_purpose = {
        leads: links.make_link(club=club, player=player, leads=leads)
        for player in (dev, asha)
        for leads in LinkFor
    }
    assert host.get(page).content.decode().count("Revoke calendar link") == 2
    merge_players(club=club, name=dev, person=asha, token=make.token(), by=None)
    shown = host.get(page).content.decode()
    assert "Dev is Asha." in shown and f'value="{dev.pk}"' in shown
    assert host.post(page, {"player": dev.pk}).status_code == 404, "no new one under a joined name"
    assert host.post(page, {"player": asha.pk, "leads": "calendar"}).status_code == 404
    for leads in LinkFor:
        old = PlanLink.objects.get(player=dev, leads=leads)
        assert Client().get(links.link_path(old)).status_code == 200
        host.post(page, {"player": dev.pk, "leads": leads, "back": "1"})
        assert Client().get(links.link_path(old)).status_code == 404
        assert Client().get(links.link_path(by_purpose[leads])).status_code == 200, (
            "that of the other"
        )
    assert "Dev is Asha." not in host.get(page).content.decode()


def test_what_was_made_with_another_key_is_said_and_revoked(club, host, people, settings):
    old = {
        (player, leads): links.link_path(links.make_link(club=club, player=player, leads=leads))
        for player, leads in ((people["Dev"], LinkFor.REPLIES), (None, LinkFor.CALENDAR))
    }
    settings.SECRET_KEY = "another" * 9
    host = make.host_client(club)
    for (player, _leads), name in zip(old, ("links", "addresses"), strict=True):
        page = reverse(f"planning:{name}", args=[club.code])
        whose = {"player": player.pk} if player else {"of": "club"}
        assert "site’s key has changed" in host.get(page).content.decode()
        host.post(page, whose)
        assert "site’s key has changed" not in host.get(page).content.decode()
        host.post(page, whose | {"back": "1"})
    assert [Client().get(path).status_code for path in old.values()] == [404, 404]


# The session itself ----------------------------------------------------------------------------


def opened(club, host, session):
    return host.post(reverse("planning:start", args=[club.code, session.pk]))


def test_a_session_opens_with_its_seats_and_rules_and_twice_it_is_the_same(club, host, people):
    session = planned(club, 0.1, variant="pool_rummy", preset="201", seats=3)
    for name in ("Omar", "Asha", "Dev", "Meera"):
        says(session, people[name])
    answer = opened(club, host, session)
    assert opened(club, host, session).url == answer.url and club.sessions.count() == 1
    form = host.get(answer.url).context["form"]
    assert [player.name for player in form.seated] == ["Omar", "Asha", "Dev"]
    assert (form.rules.key, form.options.preset) == ("pool_rummy", "201")
    assert "Go to scores" in page(host, "plan", club.code, session.pk)


def test_without_a_game_the_table_chooses_and_keeps_its_people(club, host, people):
    session = planned(club, 0.1)
    says(session, people["Asha"])
    answer = opened(club, host, session)
    assert "choose=1" in answer.url and f"p={people['Asha'].pk}" in answer.url
    assert host.get(answer.url).status_code == 200


def test_once_it_is_played_the_button_leads_to_the_scores(club, host):
    table = planned(club, 0.1)
    opened(club, host, table)
    session = club.sessions.get()
    make.next_game(session, "pool_rummy", ("Asha", "Dev"))
    assert opened(club, host, table).url == reverse("scoreboard:session", args=[session.code])


def test_rules_that_were_changed_or_put_away_since_are_said(club, host):
    rules = VARIANTS["pool_rummy"]
    first = save_preset(club=club, rules=rules, options={"pool": 201}, name="Saturday")
    session = planned(club, 0.1, variant="pool_rummy", own_id=first.pk)
    second = save_preset(
        club=club, rules=rules, options={"pool": 61}, name="Saturday", replaces=first
    )
    assert "Saturday" in page(host, "plan", club.code, session.pk)
    retire_preset(preset=second)
    assert "were archived" in page(host, "plan", club.code, session.pk)
    answer = opened(club, host, session)
    assert "preset=" not in answer.url and host.get(answer.url).status_code == 200


def test_an_empty_calendar_invites(club, host):
    assert "Schedule next session" in page(host, "calendar", club.code)
    viewer = make.client_with(Role.VIEWER, club)
    assert "A host schedules the next session" in page(viewer, "calendar", club.code)
