"""Replaces ``scorekeeper.core.server.files``: the build computed the imports."""

from scorekeeper.extensions.offline.pocket.device_files import built_json


def imports(name: str) -> tuple[str, ...]:
    """Returns the names of the scripts that one of our scripts imports."""
    return tuple(built_json("imports.json")[name])
