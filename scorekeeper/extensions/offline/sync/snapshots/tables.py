"""The models and columns of a snapshot, as they are declared (``travel``). ``docs/group-file.md``
lists them, so that a new column reaches no device before somebody decides that it may.

Nothing here grants access, and nothing exceeds what the reader can see on the session's pages.
"""

from functools import cache
from typing import Any, Final, TypeAlias

from django.db import models

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.core.travel import Shape, declarations
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game
from scorekeeper.seasons.selectors import FACTS

RowModel: TypeAlias = type[models.Model]
RowColumn: TypeAlias = "models.Field[Any, Any]"

MODELS: Final[tuple[RowModel, ...]] = tuple(
    model for model, travel in declarations().items() if not travel.device_reason
)
SESSION_MODELS: Final[tuple[RowModel, ...]] = tuple(
    model
    for model in MODELS
    if (travel := declarations()[model]).table and travel.of and not travel.group_only
)
"""Included in full, as in an exported session; of the others ``snapshot`` reads some rows."""

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
    travel = declarations()[model]
    hidden = travel.left_out.keys() | travel.not_on_device.keys()
    return tuple(field for field in model._meta.concrete_fields if field.name not in hidden)


def reference_indexes(model: RowModel, target: RowModel) -> list[int]:
    """Returns the indexes of the columns that refer to another model."""
    return [index for index, column in enumerate(columns(model)) if column.related_model is target]


def player_columns(model: RowModel) -> list[tuple[int, Shape]]:
    """Returns index and shape of the JSON columns that contain players."""
    shapes = declarations()[model].players_in
    return [
        (index, shapes[column.name])
        for index, column in enumerate(columns(model))
        if column.name in shapes
    ]
