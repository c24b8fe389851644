"""The rows and columns of a snapshot, by role. A test compares these lists with the models, so that
a new column reaches no device before somebody decides that it may.

Nothing here grants access, and nothing exceeds what the reader can see on the session's pages.
"""

from functools import cache
from typing import Any, Final, TypeAlias

from django.db import models

from scorekeeper.clubs.models import Club, Device, Membership, Player, Session, Signature
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Reply
from scorekeeper.extensions.exchange.group_file.tables import BY_MODEL, TABLES
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.ledger.models import GameResult, ImportedResult
from scorekeeper.play.models import Game
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.selectors import FACTS
from scorekeeper.settlement.models import CarriedRow, CarryOver
from scorekeeper.settlement.payment_details.models import PayAddress

RowModel: TypeAlias = type[models.Model]
RowColumn: TypeAlias = "models.Field[Any, Any]"

EXCLUDED: Final = frozenset({Player, Membership, Signature, Session, ImportedResult})
"""In an exported session, but read differently here or (imported ones) not at all."""
SESSION_MODELS: Final[tuple[RowModel, ...]] = tuple(
    table.model for table in TABLES if not table.of_club_only and table.model not in EXCLUDED
)
"""Included in full, as in an exported session."""
OTHER_MODELS: Final[tuple[RowModel, ...]] = (
    *(Club, Session, Season, ClubPreset, PlannedSession, Reply, CarryOver, CarriedRow),
    *(Device, Membership, Signature, Player, PayAddress),
)

HIDDEN_COLUMNS: Final[dict[RowModel, frozenset[str]]] = {
    Club: frozenset({"token", "recovery_digest"}),
    Session: frozenset({"token", "created_at", "asides"}),
    Player: frozenset({"created_at"}),
    Device: frozenset({"digest"}),
    Membership: frozenset({"link_id", "user_id", "token", "recovered", "created_at"}),
    ClubPreset: frozenset({"token", "by_id", "signature_id"}),
    PlannedSession: frozenset({"token", "origin", "by_id", "signature_id", "session_id"}),
    Reply: frozenset({"token", "by_id"}),
    PayAddress: frozenset({"at"}),
}
"""Columns never included: secrets, and what no page of a session shows."""

LIGHT: Final[dict[RowModel, frozenset[str]]] = {
    Session: frozenset(
        {
            *("id", "club_id", "code", "name", "played_on", "of_day", "version"),
            *("closed_at", "kind", "removed_at", "in_seasons"),
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
"""Columns of rows of other sessions and devices; the rest is null."""
TAKEN_OVER: Final = LIGHT[Game] | {
    *("options", "side", "agreed", "tally", "stopped", "ends_after", "until", "started_at"),
}
"""Columns that a next game takes over from the newest one of its variant."""


@cache
def columns(model: RowModel) -> tuple[RowColumn, ...]:
    """Returns the included columns of a model, in order."""
    hidden = HIDDEN_COLUMNS.get(model, frozenset())
    return tuple(field for field in model._meta.concrete_fields if field.attname not in hidden)


def reference_indexes(model: RowModel, target: RowModel) -> list[int]:
    """Returns the indexes of the columns that refer to another model."""
    return [index for index, column in enumerate(columns(model)) if column.related_model is target]


def player_columns(model: RowModel) -> list[tuple[int, str]]:
    """Returns index and name of the JSON columns that contain players."""
    lists = BY_MODEL[model].players_in if model in BY_MODEL else {}
    return [
        (index, column.name) for index, column in enumerate(columns(model)) if column.name in lists
    ]
