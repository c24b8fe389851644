"""Who comes: seats in the order of replies, a waiting list, and nobody counted twice."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player, Role
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import (
    LinkFor,
    PlanLink,
    PlannedSession,
    Reply,
    Says,
)
from scorekeeper.extensions.calendar.planning.selectors import (
    next_planned,
    plan_attendance,
    same_day,
)
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.extensions.exchange.people.services import leave_group, merge_players
from scorekeeper.play.models import Game
from tests.helpers import factories as make
from tests.helpers.calendar.plans import plan_details, planned, says
from tests.helpers.play.racing import collide, collide_at_the_end

pytestmark = pytest.mark.django_db


def names(replies):
    return [reply.player.name for reply in replies]


def test_who_comes_too_late_for_a_seat_waits_and_moves_up(club, people):
    session = planned(club, seats=2)
    for name in ("Dev", "Asha", "Omar", "Meera"):
        says(session, people[name])
    who = plan_attendance(session)
    assert (names(who.seated), names(who.waiting)) == (["Dev", "Asha"], ["Omar", "Meera"])
    assert (who.free, who.waits(people["Meera"]), who.waits(people["Dev"])) == (0, 2, None)
    says(session, people["Dev"], Says.NOT)
    who = plan_attendance(session)
    assert (names(who.seated), names(who.waiting)) == (["Asha", "Omar"], ["Meera"])
    says(session, people["Dev"])
    assert names(plan_attendance(session).waiting) == ["Meera", "Dev"], (
        "who goes stands at the end again"
    )


def test_the_same_word_keeps_the_place_and_the_same_token_the_word(club, people):
    session = planned(club, seats=1)
    first = says(session, people["Asha"], token="one")
    says(session, people["Dev"])
    assert says(session, people["Asha"], token="two") == first
    assert Reply.objects.count() == 2 and names(plan_attendance(session).seated) == ["Asha"]
    says(session, people["Asha"], Says.NOT, token="three")
    assert says(session, people["Asha"], token="one") == first
    assert names(plan_attendance(session).seated) == ["Dev"], "the later word stands"


def test_perhaps_takes_no_seat(club, people):
    session = planned(club, seats=1)
    says(session, people["Asha"], Says.PERHAPS)
    says(session, people["Dev"])
    who = plan_attendance(session)
    assert (names(who.seated), names(who.perhaps), who.waiting) == (["Dev"], ["Asha"], [])


def test_without_a_limit_everybody_has_a_seat(club, people):
    session = planned(club)
    for player in people.values():
        says(session, player)
    assert len(plan_attendance(session).seated) == 4 and plan_attendance(session).free is None


def test_fewer_seats_than_are_taken_is_refused_and_more_let_the_first_in(club, people):
    session = planned(club, seats=3)
    for player in people.values():
        says(session, player)
    fewer = plan_details(seats=2)
    with pytest.raises(ValidationError, match="3 players already have a seat"):
        services.change_plan(planned=session, details=fewer, version=1)
    kept = PlannedSession.objects.get(pk=session.pk)
    assert (kept.seats, kept.version) == (3, 1)
    services.change_plan(planned=session, details=plan_details(seats=4), version=1)
    assert plan_attendance(PlannedSession.objects.get(pk=session.pk)).waiting == []


def test_a_change_upon_another_is_refused_and_the_same_again_changes_nothing(club):
    session = planned(club)
    later = plan_details(days=8, note="Bring chips")
    assert services.change_plan(planned=session, details=later, version=1).version == 2
    assert services.change_plan(planned=session, details=later, version=1).version == 2
    with pytest.raises(OtherwiseError):
        services.change_plan(planned=session, details=plan_details(days=9), version=1)


def test_the_same_token_plans_one_session(club):
    first = services.plan_session(club=club, details=plan_details(), token="t")
    assert services.plan_session(club=club, details=plan_details(days=9), token="t") == first


@pytest.mark.parametrize("why", ["called off", "opened", "past"])
def test_what_is_over_takes_no_reply(club, people, why):
    session = planned(club)
    if why == "called off":
        services.cancel_plan(planned=session)
    elif why == "opened":
        services.open_plan(planned=session)
    else:
        PlannedSession.objects.update(starts_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(Refusal):
        says(session, people["Asha"])
    assert not Reply.objects.exists()


def test_a_session_called_off_stands_again_with_all_that_was_said(club, people):
    session = planned(club)
    says(session, people["Asha"])
    services.cancel_plan(planned=session)
    off = services.cancel_plan(planned=session)
    assert off.version == 2 and next_planned(club) is None
    with pytest.raises(Refusal, match="cancelled"):
        services.open_plan(planned=session)
    assert club.sessions.count() == 0
    assert services.reinstate_plan(planned=session).version == 3
    assert names(plan_attendance(session).seated) == ["Asha"] and next_planned(club) == session


def test_opened_twice_it_is_one_session_which_no_one_calls_off(club, people):
    session = planned(club, variant="pool_rummy")
    says(session, people["Asha"])
    first = services.open_plan(planned=session)
    assert services.open_plan(planned=session) == first and club.sessions.count() == 1
    assert Game.objects.count() == 0, "the table looks at seats and rules first"
    with pytest.raises(Refusal):
        services.cancel_plan(planned=session)
    with pytest.raises(Refusal):
        services.change_plan(planned=session, details=plan_details(days=9), version=1)


def test_two_sessions_of_one_day_know_each_other(club):
    first, second, _other = planned(club, 7), planned(club, 7.01), planned(club, 9)
    assert same_day(first) == [second] and same_day(second) == [first]
    services.cancel_plan(planned=second)
    assert same_day(first) == []


def test_who_is_forgotten_comes_to_nothing_and_his_links_are_dead(club, people):
    session = planned(club, seats=1, place="At Asha’s", note="Ashati rings")
    says(session, people["Asha"])
    says(session, people["Dev"])
    links.ensure_link(people["Asha"])
    erase(player=people["Asha"], by=None)
    who = plan_attendance(session)
    assert names(who.seated) == ["Dev"] and names(who.absent) == ["N. N. 1"]
    assert not PlanLink.objects.filter(revoked_at=None).exists()
    session.refresh_from_db()
    assert (session.place, session.note) == ("At N. N. 1’s", "Ashati rings")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize("meet", [collide, collide_at_the_end])
@pytest.mark.parametrize("order", [("Asha", "Dev"), ("Dev", "Asha")])
def test_of_two_at_once_one_has_the_last_seat_and_the_other_waits(club, people, meet, order):
    session = planned(club, seats=1)
    first, second = order
    outcomes, waited = meet(
        lambda: says(session, people[first]), lambda: says(session, people[second])
    )
    assert waited and all(isinstance(outcome, Reply) for outcome in outcomes)
    who = plan_attendance(session)
    assert names(who.seated) == [first] and names(who.waiting) == [second]


def test_two_names_of_one_person_take_one_seat_and_the_last_word_counts(club, people):
    session = planned(club, seats=2)
    says(session, people["Asha"])
    says(session, people["Meera"])
    says(session, people["Dev"])
    merge_players(club=club, name=people["Asha"], person=people["Meera"], token="joined", by=None)
    who = plan_attendance(session)
    assert (names(who.seated), who.waiting) == (["Meera", "Dev"], [])
    says(session, Player.objects.get(pk=people["Asha"].pk), Says.NOT)
    assert names(plan_attendance(session).seated) == ["Dev"]


def test_who_left_the_club_is_waited_for_no_more(club, people):
    session = planned(club)
    host = make.client_with(Role.HOST, club)
    plan = reverse("planning:plan", args=[club.code, session.pk])
    assert people["Omar"] in host.get(plan).context["silent"]
    leave_group(player=people["Omar"], by=None)
    assert people["Omar"] not in host.get(plan).context["silent"]


def test_a_page_gone_back_to_says_another_word_all_the_same(club, people):
    session = planned(club)
    says(session, people["Omar"], Says.NOT, token="one")
    says(session, people["Asha"], token="one")
    assert names(plan_attendance(session).seated) == ["Asha"]


def test_who_leaves_gives_the_seat_to_who_waits_and_the_link_leads_nowhere(club, people):
    session = planned(club, seats=1)
    says(session, people["Omar"])
    says(session, people["Asha"])
    links.make_link(club=club, player=people["Omar"], leads=LinkFor.REPLIES)
    leave_group(player=people["Omar"], by=None)
    assert names(plan_attendance(session).seated) == ["Asha"]
    assert not PlanLink.objects.filter(revoked_at=None).exists()
