"""Names short enough for the head of a narrow column, and still told apart."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

LEAST, USUAL = 3, 6
JOINERS = "\u200d"
VIRAMA = 9


def short(names: Sequence[str], room: int = USUAL) -> list[str]:
    """Each name as it is if it has no more than ``room`` letters, else its beginning: as many
    letters as tell it from the others. Partners, joined by ``+``, are cut each for himself."""
    return ["+".join(sides) for sides in zip(*_columns(names, room), strict=True)]


def _columns(names: Sequence[str], room: int) -> list[list[str]]:
    sides = [name.split("+") for name in names]
    if len({len(side) for side in sides}) != 1 or len(sides[0]) == 1:
        return [_short(names, room)]
    cut = iter(_short([name for side in sides for name in side], LEAST))
    rows = [[next(cut) for _name in side] for side in sides]
    return [list(column) for column in zip(*rows, strict=True)]


def _short(names: Sequence[str], room: int) -> list[str]:
    letters = [_letters(name) for name in names]
    found = []
    for name, own in zip(names, letters, strict=True):
        if len(own) <= room:
            found.append(name)
            continue
        least = max(room - 1, LEAST)
        found.append(next((begin for begin in _begins(own, least) if _alone(begin, names)), name))
    doubled = {name for name, times in Counter(found).items() if times > 1}
    return [name if cut in doubled else cut for cut, name in zip(found, names, strict=True)]


def _begins(letters: Sequence[str], least: int) -> list[str]:
    return ["".join(letters[:length]).rstrip() for length in range(least, len(letters))]


def _alone(begin: str, names: Sequence[str]) -> bool:
    return sum(name.startswith(begin) for name in names) == 1


def _letters(name: str) -> list[str]:
    """A letter with all that is written on it, or joined to it, is one."""
    found: list[str] = []
    for letter in name:
        before = found[-1][-1:] if found else ""
        joined = before in JOINERS or unicodedata.combining(before or " ") == VIRAMA
        if found and (joined or _leans(letter)):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _leans(letter: str) -> bool:
    tone = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return tone or letter in JOINERS or unicodedata.category(letter)[0] == "M"
