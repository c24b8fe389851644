"""How the files of a sheet are called: harmless on every system, in any script."""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import quote

from django.utils.text import slugify

from scorekeeper.statements.models import Statement

FORBIDDEN: Final = frozenset('\\/:*?"<>|;')
"""Not in the name of a file, on one system or another."""
LONGEST: Final = 120
"""Bytes, so that with a number and an ending it fits every system."""


def safe(text: str) -> str:
    """One line of letters that can be seen and lead nowhere; "" where nothing is left."""
    kept = (c if c.isprintable() and c not in FORBIDDEN else " " for c in text)
    name = " ".join(unicodedata.normalize("NFC", "".join(kept)).split()).strip(". ")
    cut = name.encode()[:LONGEST].decode(errors="ignore")
    return cut.rstrip(". ")


def parts(statement: Statement) -> list[str]:
    """The club; the day of the night, or the name of the season; the player."""
    told = [statement.club.name]
    if statement.session is not None:
        told.append(statement.session.file_day)
    if statement.season is not None:
        told.append(str(statement.season))
    return [*told, *([statement.player.name] if statement.player else [])]


def file_name(told: list[str], ending: str) -> str:
    """In the club's own letters."""
    return f"{safe(' '.join(told)) or 'scorekeeper'}.{ending}"


def disposition(told: list[str], ending: str) -> str:
    """A name for the file: in plain letters for old programs, and in the club's own."""
    plain = "-".join(filter(None, map(_plain, told)))
    return (
        f'attachment; filename="{plain or "scorekeeper"}.{ending}"; '
        f"filename*=UTF-8''{quote(file_name(told, ending), safe='')}"
    )


def _plain(part: str) -> str:
    """ "" where the first letter has no plain form: what is left would be no name."""
    first = unicodedata.normalize("NFKD", part.strip()[:1])[:1]
    return slugify(part) if first.isascii() else ""
