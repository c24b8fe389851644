"""Tournament days for tests, made through the real services."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import product
from typing import Any

from scorekeeper.clubs.models import Club
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.plan import TournamentPlan
from scorekeeper.tournaments.services import create_tournament
from tests.helpers import factories as make

PEOPLE = tuple(f"{first} {last}" for last, first in product("ABCDEFGHIJK", make.NAMES))
"""66 names."""


def plan(**fields: Any) -> TournamentPlan:
    """A plan of basic rummy, two hands a round; ``fields``: what differs."""
    return TournamentPlan(**{"variant": "basic_rummy", "hands": 2, **fields})


def tournament(
    names: Sequence[str] = PEOPLE[:8], *, club: Club | None = None, **fields: Any
) -> Tournament:
    """A tournament of these people, none of whom is here yet."""
    return create_tournament(
        club=club or make.new_club(),
        name="Spring Cup",
        played_on=date(2026, 11, 20),
        plan=plan(**fields),
        names=names,
        token=make.token(),
        by=None,
    )
