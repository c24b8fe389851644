"""Names of downloaded files, safe on every system and in any script."""

import unicodedata
from typing import Final
from urllib.parse import quote

from django.utils.text import slugify

from scorekeeper.clubs.models import Session
from scorekeeper.statements.models import Statement

FORBIDDEN: Final = frozenset('\\/:*?"<>|;')
"""Characters that some systems do not allow in file names."""
LONGEST: Final = 120
"""In bytes, so that it fits every system with a number and an extension."""


def safe_name(text: str) -> str:
    """Returns one line of printable letters that cannot lead out of a folder; "" where nothing is
    left."""
    letters = (c if c.isprintable() and c not in FORBIDDEN else " " for c in text)
    name = " ".join(unicodedata.normalize("NFC", "".join(letters)).split()).strip(". ")
    cut = name.encode()[:LONGEST].decode(errors="ignore")
    return cut.rstrip(". ")


def name_parts(statement: Statement) -> list[str]:
    """Returns the group; the session's day or the season's name; the player."""
    about = statement.about
    names = [about.club.name, about.file_day if isinstance(about, Session) else str(about)]
    return [*names, *([statement.player.name] if statement.player else [])]


def file_name(names: list[str], ending: str) -> str:
    """Returns the name in the group's own script."""
    return f"{safe_name(' '.join(names)) or 'scorekeeper'}.{ending}"


def disposition(names: list[str], ending: str) -> str:
    """Returns the Content-Disposition header: an ASCII name for old programs, and the full one."""
    plain = "-".join(filter(None, map(_plain, names)))
    return (
        f'attachment; filename="{plain or "scorekeeper"}.{ending}"; '
        f"filename*=UTF-8''{quote(file_name(names, ending), safe='')}"
    )


def _plain(part: str) -> str:
    """Returns "" where the first letter has no ASCII form."""
    first = unicodedata.normalize("NFKD", part.strip()[:1])[:1]
    return slugify(part) if first.isascii() else ""
