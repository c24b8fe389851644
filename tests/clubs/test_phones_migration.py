"""What clubs had before phones were known is kept, and can be had back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.clubs.models import Membership, Role
from tests import factories as make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.in_turn]

BEFORE = [("clubs", "0003_house_rules")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def test_places_are_kept_both_ways_and_nobody_has_been_seen_yet() -> None:
    club = make.night().game.session.club
    mine = make.member(Role.HOST, club)
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrate(BEFORE)
        assert old.get_model("clubs", "Membership").objects.get(pk=mine.pk).role == Role.HOST
    finally:
        migrate(newest)
    kept = Membership.objects.get(pk=mine.pk)
    assert (kept.role, kept.club, kept.link) == (mine.role, mine.club, mine.link)
    assert (kept.phone, kept.name, kept.last_seen_at, kept.recovered) == (None, "", None, False)
    assert kept.club.recovery_digest is None
