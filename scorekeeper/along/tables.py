"""Which rows and columns come along with a night, and for whom. A test holds these lists against
the models, for each role: a new column comes to no phone before somebody has decided that it may.

Nothing here lets anybody in, and nothing is more than the person could read on the night's pages.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

from django.db import models

from scorekeeper.clubs.models import Club, Membership, Phone, Player, Session, Signature
from scorekeeper.documents.tables import BY_MODEL, TABLES
from scorekeeper.ledger.models import BookLine, GameResult
from scorekeeper.paying.models import PayAddress
from scorekeeper.planning.models import PlannedNight, Reply
from scorekeeper.play.models import Game
from scorekeeper.presets.models import ClubPreset
from scorekeeper.settling.models import CarriedRow, Carry
from scorekeeper.standings.models import Season
from scorekeeper.standings.selectors import FACTS

RowModel: TypeAlias = type[models.Model]
RowColumn: TypeAlias = "models.Field[Any, Any]"

APART: Final = frozenset({Player, Membership, Signature, Session, BookLine})
"""In a document of a night, but told otherwise here, or (of an earlier book) not at all."""
OF_NIGHT: Final[tuple[RowModel, ...]] = tuple(
    table.model for table in TABLES if not table.of_club_only and table.model not in APART
)
"""Told whole, as a document of the night has them: what it was made of."""
BESIDES: Final[tuple[RowModel, ...]] = (
    *(Club, Session, Season, ClubPreset, PlannedNight, Reply, Carry, CarriedRow),
    *(Phone, Membership, Signature, Player, PayAddress),
)

WITHOUT: Final[dict[RowModel, frozenset[str]]] = {
    Club: frozenset({"token", "recovery_digest"}),
    Session: frozenset({"token", "created_at", "asides"}),
    Player: frozenset({"created_at"}),
    Phone: frozenset({"digest"}),
    Membership: frozenset({"link_id", "user_id", "token", "recovered", "created_at"}),
    ClubPreset: frozenset({"token", "by_id", "signature_id"}),
    PlannedNight: frozenset({"token", "origin", "by_id", "signature_id", "session_id"}),
    Reply: frozenset({"token", "by_id"}),
    PayAddress: frozenset({"at"}),
}
"""Columns that never come along: secrets, and what no page of a night shows."""

LIGHT: Final[dict[RowModel, frozenset[str]]] = {
    Session: frozenset(
        {
            *("id", "club_id", "code", "name", "played_on", "of_day", "version"),
            *("closed_at", "from_book", "removed_at"),
        }
    ),
    Game: frozenset(
        {
            *("id", "session_id", "number", "variant", "preset"),
            *("last_number", "hand_count", "closed_at"),
        }
    ),
    GameResult: frozenset({"id", "club_id", "variant", "preset", *FACTS}),
    Membership: frozenset({"id", "club_id", "role", "player_id", "name"}),
}
"""What is told of rows that are not the night's, or not this phone's own; the rest is null."""
AS_BEFORE: Final = LIGHT[Game] | {
    *("options", "side", "agreed", "tally", "stopped", "ends_after", "until", "started_at"),
}
"""What a next game takes over from the newest one of its kind."""


@cache
def columns(model: RowModel) -> tuple[RowColumn, ...]:
    """Those that are told of a model, in order."""
    left_out = WITHOUT.get(model, frozenset())
    return tuple(each for each in model._meta.concrete_fields if each.attname not in left_out)


def naming(model: RowModel, whom: RowModel) -> list[int]:
    """The places of the columns that name a row of another model."""
    return [place for place, each in enumerate(columns(model)) if each.related_model is whom]


def players_in(model: RowModel) -> list[tuple[int, str]]:
    """The columns of JSON in which players stand: place and name."""
    named = BY_MODEL[model].players_in if model in BY_MODEL else {}
    return [(place, each.name) for place, each in enumerate(columns(model)) if each.name in named]
