"""In place of ``scorekeeper.core.server.files``: how files are called was worked out when the app
was built."""

from __future__ import annotations

from scorekeeper.offline.pocket.inside_files import told


def imports(name: str) -> tuple[str, ...]:
    """The scripts that a script of ours imports, by their names."""
    return tuple(told("imports.json")[name])
