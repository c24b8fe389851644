"""Jobs of before, each with states of its own, go on under the names that all have now."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scorekeeper.mailing.models import Mail
from scorekeeper.planning.models import PlanLetter
from scorekeeper.rebuilding.models import Rebuild
from scorekeeper.statements.models import Statement
from tests import factories as make
from tests.clubs.test_phones_migration import migrate
from tests.planning.conftest import planned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.in_turn]

BEFORE = [
    ("statements", "0006_seasons"),
    ("mailing", "0003_signature"),
    ("planning", "0001_initial"),
    ("rebuilding", "0002_attempts"),
]
DRAWN = ("queued", "drawing", "done", "failed")
SENT = ("waiting", "sending", "sent", "failed")
NOW = ["waiting", "running", "done", "failed"]


def write(old: Any, session: Any, plan: int) -> None:
    """A job of each kind in each of its states."""
    due = timezone.now() + timedelta(hours=1)
    people = list(session.club.players.order_by("pk").values_list("pk", flat=True))[:4]
    for player, drawn, sent in zip(people, DRAWN, SENT, strict=True):
        whose = {"player_id": player, "attempts": 1, "attempt": f"token {drawn}"}
        leased = due if drawn in DRAWN[:2] else None
        old.get_model("statements", "Statement").objects.create(
            session_id=session.pk, version=1, state=drawn, leased_until=leased, **whose
        )
        letter = {"state": sent, "due_at": due, "sent_at": due if sent == "sent" else None}
        old.get_model("mailing", "Mail").objects.create(
            session_id=session.pk, version=1, **letter, **whose
        )
        old.get_model("planning", "PlanLetter").objects.create(
            planned_id=plan, kind="asked", **letter, **whose
        )
    rebuilds = old.get_model("rebuilding", "Rebuild").objects
    told = {"nights": 1, "last": 1, "leased_until": due}
    for columns in (
        {"finished_at": due, "claim": "of who ended it", "leased_until": None},
        {"finished_at": due, "broken": True},
    ):
        rebuilds.create(club_id=session.club_id, **{**told, **columns})
    rebuilds.create(club_id=session.club_id, claim="x", **told)
    rebuilds.create(club_id=make.club("Else").pk, **told)


def test_jobs_of_before_go_on() -> None:
    session = make.night("paplu", make.NAMES[:4]).game.session
    plan = planned(session.club).pk
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        write(migrate(BEFORE), session, plan)
    finally:
        migrate(newest)
    for model in (Statement, Mail, PlanLetter):
        rows = model._default_manager.order_by("pk")
        assert list(rows.values_list("state", flat=True)) == NOW
        assert set(rows.values_list("attempts", flat=True)) == {1}
        assert [row.claim for row in rows] == [f"token {before}" for before in DRAWN]
    assert {mail.state for mail in Mail.objects.exclude(ended_at=None)} == {"done"}
    states = Rebuild.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["done", "failed", "running", "waiting"]
