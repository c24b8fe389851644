"""Names short enough for the head of a narrow column, and still distinct."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from scorekeeper.core.localization.words import AND, together

LEAST, USUAL = 3, 6
JOINERS = "\u200d"
VIRAMA = 9
LEFT_OUT = "…"


def shortened(names: Sequence[str], room: int = USUAL) -> list[str]:
    """Returns each name unchanged if it has at most ``room`` characters, else the shortest
    beginning that is unique; if that is too long, a beginning and the part that differs. Partners
    are cut separately, and share the room."""
    return [together(sides) for sides in zip(*_columns(names, room), strict=True)]


def marked(names: Sequence[str], room: int) -> list[str]:
    """Returns them ``shortened``, with "…" after each that is a beginning."""
    short_names = zip(shortened(names, room), names, strict=True)
    return [
        short if short == name or LEFT_OUT in short else short + LEFT_OUT
        for short, name in short_names
    ]


def _columns(names: Sequence[str], room: int) -> list[list[str]]:
    sides = [name.split(AND) for name in names]
    if len({len(side) for side in sides}) != 1 or len(sides[0]) == 1:
        return [_short(names, room)]
    cut = iter(_short([name for side in sides for name in side], max(room // len(sides[0]), LEAST)))
    rows = [[next(cut) for _name in side] for side in sides]
    return [list(column) for column in zip(*rows, strict=True)]


def _short(names: Sequence[str], room: int) -> list[str]:
    letters = [_letters(name) for name in names]
    cut = [_cut(own, [other for other in letters if other is not own], room) for own in letters]
    doubled = {name for name, times in Counter(cut).items() if times > 1}
    return [
        name if short_name in doubled else short_name
        for short_name, name in zip(cut, names, strict=True)
    ]


def _cut(own: Sequence[str], others: Sequence[Sequence[str]], room: int) -> str:
    """``Priyam``; of ``Priyadarshini Sen``, where there is another Priyadarshini, ``Pr…Sen``."""
    if len(own) <= room:
        return "".join(own)
    same = max((_in_common(own, other) for other in others), default=0)
    if same <= room or same == len(own):
        taken = [len(other) for other in others if own[: len(other)] == other and other != own]
        needed = max(taken, default=0) if same == len(own) else same
        return "".join(own[: max(room - 1, LEAST, needed + 1)]).rstrip()
    begin = "".join(own[: max(room - 4, 2)]).rstrip()
    rest = same + next((index for index, letter in enumerate(own[same:]) if letter.strip()), 0)
    return f"{begin}{LEFT_OUT}{''.join(own[rest : rest + max(min(room - 3, 3), 1)]).rstrip()}"


def _in_common(own: Sequence[str], other: Sequence[str]) -> int:
    """Returns how many characters both begin with."""
    pairs = enumerate(zip(own, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(own), len(other)))


def _letters(name: str) -> list[str]:
    """Splits a name into characters, each with its combining and joined marks."""
    letters: list[str] = []
    for letter in name:
        previous = letters[-1][-1:] if letters else ""
        is_joined = previous in JOINERS or unicodedata.combining(previous or " ") == VIRAMA
        if letters and (is_joined or _leans(letter)):
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters


def _leans(letter: str) -> bool:
    """Returns whether it combines with the character before it."""
    is_skin_tone = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return is_skin_tone or letter in JOINERS or unicodedata.category(letter)[0] == "M"
