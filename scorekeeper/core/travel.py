"""The declaration of what leaves the server: in the file of a group, in the snapshot of a session
for an offline device, in a backup of the site.

Each model has one beside its columns::

    travel = Travel(table="payments", of="session")
    travel = Travel(stays="work of this server")

Export, import, snapshot, backup and the tables of ``docs/group-file.md`` are made from these, and a
test refuses a model without one.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

from django.apps import apps
from django.db.models import Model, Q

AnyModel: TypeAlias = type[Model]
Key: TypeAlias = Callable[[int], Any]
"""Maps a player's key to their row number in the file, or the reverse, or to their name."""
Shape: TypeAlias = Any
"""The shape of JSON: ``PLAYER``; a type; a list of one shape (``[PLAYER]``), with an ellipsis if it
is never empty; a tuple of the shapes of a list's parts; a dict; else a function that refuses other
values with ValueError."""
PLAYER: Final = "the key of a player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """Columns are named with the reason why they are left out. All others travel, but for the
    primary key and ``club``."""

    table: str = ""
    """Its name in the file; "" if it is in none."""
    stays: str = ""
    """Why it is in no file, and on no device."""
    of: str = ""
    """The path from a row to its session; to any row with a ``club`` if it is ``group_only``; "" if
    the row has a ``club`` and belongs to no session."""
    group_only: bool = False
    """Only in the file of a whole group."""
    named_only: bool = False
    """Only those of its rows are in the file to which others in it refer."""
    rows: Q = field(default_factory=Q)
    """Which of its rows are in the file, if not all."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Columns neither in the file nor on a device. Imported rows have their default."""
    not_in_file: Mapping[str, str] = field(default_factory=dict)
    not_on_device: Mapping[str, str] = field(default_factory=dict)
    stays_off_devices: str = ""
    """Why it is on no device, though in the file."""
    on_device: bool = False
    """On devices, though in no file."""
    in_backup: bool = True
    players_in: Mapping[str, Shape] = field(default_factory=dict)
    """The shape of JSON columns that contain keys of players."""
    checks: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    """Each function refuses, with ValueError, values of its column that no page could show."""
    is_newer: bool = False
    """Older files lack the table. So do those of a site without its extension."""
    newer_columns: Collection[str] = ()
    """Columns that older files lack; they get their default."""
    computed: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)
    """Values of newer columns, derived from the others of the row instead of their default."""
    filled_from: Mapping[str, str] = field(default_factory=dict)
    """Columns that take another one's value where they are empty, by name: the other's
    attribute."""

    @property
    def device_reason(self) -> str:
        """Why it is on no device; "" if it is."""
        return "" if self.on_device else self.stays_off_devices or self.stays


def travel_of(model: AnyModel) -> Travel | None:
    declared = getattr(model, "travel", None)
    return declared if isinstance(declared, Travel) else None


@cache
def declarations() -> Mapping[AnyModel, Travel]:
    """Returns all that is declared, those first to which others refer in the file."""
    found: dict[AnyModel, Travel] = {}

    def add(model: AnyModel) -> None:
        declared = travel_of(model)
        if declared is None or model in found:
            return
        lacking = declared.left_out.keys() | declared.not_in_file.keys()
        for column in model._meta.concrete_fields:
            other = column.related_model
            if isinstance(other, type) and other is not model and column.name not in lacking:
                add(other)
        found[model] = declared

    for model in apps.get_models():
        add(model)
    return found


def map_players(shape: Shape, value: Any, key: Key) -> Any:
    """Returns the value with its players mapped. Raises ValueError if it has another shape: nothing
    replays it, and a page would fail on it first."""
    if shape is PLAYER:
        _require_type(value, int)
        return key(value)
    if isinstance(shape, list):
        _require_type(value, list)
        if not value and len(shape) > 1:
            raise ValueError("an empty list")
        return [map_players(shape[0], part, key) for part in value]
    if isinstance(shape, tuple):
        _require_type(value, list)
        return [map_players(own, part, key) for own, part in zip(shape, value, strict=True)]
    if isinstance(shape, dict):
        _require_type(value, dict)
        return {name: map_players(own, value.get(name), key) for name, own in shape.items()}
    if isinstance(shape, type):
        _require_type(value, shape)
    else:
        shape(value)
    return value


def _require_type(value: Any, kind: type) -> None:
    if type(value) is not kind:
        raise ValueError(f"no {kind.__name__}")


def players_in(shape: Shape, value: Any) -> set[int]:
    """Returns the players in a value. Raises ValueError."""
    players: set[int] = set()

    def noted(player: int) -> int:
        players.add(player)
        return player

    map_players(shape, value, noted)
    return players
