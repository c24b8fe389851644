"""Finds the rows of a group in all tables, by following foreign keys to it, and deletes them.

``delete_rows`` checks no permission and takes no lock, and files stay: that is its caller's work.
"""

from functools import cache
from typing import Any, Final

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model, Q

from scorekeeper.clubs.models import Club, Device, User

Models = type[Model]
Ways = dict[Models, tuple[str, ...]]
SHARED = frozenset({Device, User})
"""What a group's rows refer to, and other groups' rows too."""
TOGETHER: Final = 500
"""Rows that one statement deletes."""


@cache
def paths() -> Ways:
    """Each table of groups with the ways from its row to the group: one that is always there, else
    all that may be."""
    ways_by_model: Ways = {Club: ("pk",)}
    while more := _reached(ways_by_model, always=True) or _reached(ways_by_model, always=False):
        ways_by_model |= more
    return ways_by_model


def _reached(ways_by_model: Ways, always: bool) -> Ways:
    """Further tables with a key to one of these. ``always``: only by keys that no row lacks."""
    others = [
        model for model in apps.get_models() if model not in ways_by_model and model not in SHARED
    ]
    reached = {model: _ways(model, ways_by_model, always) for model in others}
    return {model: ways for model, ways in reached.items() if ways}


def _ways(model: Models, ways_by_model: Ways, always: bool) -> tuple[str, ...]:
    ways = [
        [f"{field.name}__{way}" for way in ways_by_model[field.related_model]]
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
        and field.related_model in ways_by_model
        and field.null is not always
    ]
    return (
        tuple(ways[0]) if ways and always else tuple(way for by_field in ways for way in by_field)
    )


def rows_of(club: Club) -> dict[Models, list[Any]]:
    """Returns the keys of the group's rows by table, its own last."""
    keys: dict[Models, list[Any]] = {}
    for model, ways in reversed(paths().items()):
        belong = Q(*((way, club.pk) for way in ways), _connector=Q.OR)
        rows = model._base_manager.filter(belong)
        keys[model] = list(rows.values_list("pk", flat=True).distinct())
    return keys


def delete_rows(club: Club) -> int:
    """Deletes all rows of the group and returns their number. The database checks at the end of the
    transaction that none of those that stay refers to one."""
    rows = rows_of(club)
    devices = set(Device.objects.filter(memberships__club=club).values_list("pk", flat=True))
    for model, keys in rows.items():
        _delete(model, keys)
    orphans = Device.objects.filter(pk__in=devices, memberships=None).values_list("pk", flat=True)
    rows[Device] = list(orphans)
    _delete(Device, rows[Device])
    return sum(map(len, rows.values()))


def _delete(model: type[Model], keys: list[Any]) -> None:
    quote, meta = connection.ops.quote_name, model._meta
    key = quote(str(meta.pk.column))
    with connection.cursor() as cursor:
        for start in range(0, len(keys), TOGETHER):
            part = keys[start : start + TOGETHER]
            places = ", ".join(["%s"] * len(part))
            cursor.execute(f"DELETE FROM {quote(meta.db_table)} WHERE {key} IN ({places})", part)
