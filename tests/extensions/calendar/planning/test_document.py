"""A club taken elsewhere brings its planned sessions, who comes, and the house rules meant."""

import pytest
from django.db import transaction

from scorekeeper.clubs.services import add_players
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.games import game_of
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Says
from scorekeeper.extensions.calendar.planning.selectors import plan_attendance
from scorekeeper.extensions.exchange.group_file.incoming.reading import compress, parse
from scorekeeper.extensions.exchange.group_file.player.data import as_json
from scorekeeper.extensions.exchange.group_file.services import import_document, preview
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.house_rules.services import save_preset
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.calendar.plans import planned, says

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def planning_club():
    club = make.club()
    asha, dev = add_players(club=club, names=("Asha", "Dev"))
    rules = save_preset(
        club=club, rules=VARIANTS["pool_rummy"], options={"pool": 201}, name="Saturday"
    )
    session = planned(club, variant="pool_rummy", own_id=rules.pk, seats=1)
    says(session, asha)
    says(session, dev)
    services.open_plan(planned=planned(club, days=0.1))
    return club, session


def test_planned_sessions_go_out_and_come_in_as_they_were():
    with transaction.atomic():
        club, session = planning_club()
        exported = document(Extent(club))
        transaction.set_rollback(True)
    add_players(club=make.club("Other"), names=("Zoë",))  # other keys
    took, _found = import_document(parse(compress(text(exported))))
    plan = PlannedSession.objects.get(club=took, session=None)
    assert (plan.uid, plan.starts_at, plan.origin) == (session.uid, session.starts_at, "")
    game = game_of(plan)
    assert game is not None and game.name == "Pool Rummy · Saturday"
    who = plan_attendance(plan)
    assert [r.player.name for r in (*who.seated, *who.waiting)] == ["Asha", "Dev"]
    assert took.planned.get(session__isnull=False).session == took.sessions.get()
    assert document(Extent(took)) == exported
    took.planned.filter(session=None).get().replies.all().delete()
    took.planned.filter(session=None).delete()
    assert preview(parse(compress(text(exported)))).left_out.planned == 1


def test_who_asks_for_the_own_data_gets_what_was_said():
    club, session = planning_club()
    replies = as_json(club.players.get(name="Dev"), addresses=False)["replies"]
    assert [(reply["said"], reply["session"]) for reply in replies] == [
        (Says.COMES, session.local.isoformat(timespec="minutes"))
    ]
