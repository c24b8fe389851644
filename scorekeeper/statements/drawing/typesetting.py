"""Sets words: their font, order, width and line breaks.

A word is set in the first font that has all its letters; if none has, it is split. A missing letter
is a box. Scripts whose letters join or move (Devanagari, Arabic) are shaped. Arabic and Hebrew
words run from right to left inside left-to-right lines, or the other way round on a right-to-left
page; text between ``isolated`` marks is ordered by itself, so that a name never moves its
neighbours. Han letters have their Chinese forms, also in Japanese names.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

import uharfbuzz
from bidi import algorithm, get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

from scorekeeper.statements.drawing.fonts import Font, Style, fonts

BOX = "□"

ISOLATE, END = "\u2068", "\u2069"
LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of right-to-left scripts."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters set in one font. ``width`` is for size 1."""

    font: str
    text: str
    width: float


def isolated(text: str, leftward: bool = False) -> str:
    """Returns text whose letters are ordered by themselves, whatever is beside it; ``leftward``: in
    a right-to-left line."""
    return f"{ISOLATE}{text}{END}" if leftward or LEFTWARD.search(text) else text


def plain(text: str) -> str:
    """Returns text without the marks of ``isolated``."""
    return text if text.isascii() else text.replace(ISOLATE, "").replace(END, "")


def printable(text: str) -> str:
    """Returns one line of composed, visible letters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    text = unicodedata.normalize("NFC", text)
    letters = (
        " " if c.isspace() else c for c in text if c.isprintable() or c.isspace() or _is_joiner(c)
    )
    return " ".join("".join(letters).split())


def _is_joiner(letter: str) -> bool:
    return letter in "\u200c\u200d"


def _is_invisible(letter: str) -> bool:
    """True for what only has a meaning beside letters of its own font: joiners, emoji tones and
    styles."""
    return (
        unicodedata.category(letter) == "Cf"
        or "\ufe00" <= letter <= "\ufe0f"
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
        or "\U000e0000" <= letter <= "\U000e01ef"
    )


@lru_cache(maxsize=8192)
def runs(text: str, style: Style = Style.PLAIN, leftward: bool = False) -> tuple[Run, ...]:
    """Returns ``text`` in drawing order, each part with its font and width. ``leftward``: as part
    of a right-to-left page."""
    if not leftward and not LEFTWARD.search(text):
        return tuple(_in_fonts(printable(text), style))
    parts = list(_isolates(text))
    placed: list[Run] = []
    for part, is_isolated in parts[::-1] if leftward else parts:
        before = " " * part[:1].isspace()
        after = " " * (bool(part.strip()) and part[-1:].isspace())
        padded = before + printable(part) + after
        level = 1 if leftward and not is_isolated else _level(padded)
        for piece, is_leftward in _visual_order(padded, level):
            placed += _in_fonts(piece, style, is_leftward)
    return tuple(placed)


def _level(text: str) -> int:
    """Returns 1 for right-to-left text: where none of its letters is left-to-right, so that a name
    inside other text does not turn that around."""
    runs_right = any(unicodedata.bidirectional(letter) == "L" for letter in text)
    return 0 if runs_right else int(algorithm.get_base_level(text))


def _isolates(text: str) -> Iterator[tuple[str, bool]]:
    """Yields the parts in reading order, and whether they stand between marks; at the ends of a
    line a mark may be missing."""
    first = re.search(f"[{ISOLATE}{END}]", text)
    is_isolated = first is not None and first[0] == END
    for part in re.split(f"([{ISOLATE}{END}])", text):
        if part in (ISOLATE, END):
            is_isolated = part == ISOLATE
        elif part:
            yield part, is_isolated


def _visual_order(text: str, level: int) -> list[tuple[str, bool]]:
    """Returns pieces of one direction in visual order, and whether they are right-to-left.
    ``level``: 1 for a right-to-left line, else 0."""
    storage = algorithm.get_empty_storage() | {"base_level": level, "base_dir": "LR"[level]}
    algorithm.get_embedding_levels(text, storage)
    letters = list(storage["chars"])
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    for letter in letters:  # joiners are not ordered: they stay with the letter before them
        level = letter["level"] = level if letter["orig"] == "BN" else letter["level"]
    pieces = [
        ("".join(letter["ch"] for letter in group), level)
        for level, group in groupby(letters, key=lambda letter: int(letter["level"]))
    ]
    for least in range(max((level for _piece, level in pieces), default=0), 0, -1):
        pieces = list(_reversed_runs(pieces, least))
    return [(piece, level % 2 == 1) for piece, level in pieces]


def _reversed_runs(pieces: Iterable[tuple[str, int]], least: int) -> Iterator[tuple[str, int]]:
    """The last rule of the standard: reverses each run of pieces at this level or above."""
    for is_deep, group in groupby(pieces, key=lambda piece: piece[1] >= least):
        row = list(group)
        yield from reversed(row) if is_deep else row


def _in_fonts(text: str, style: Style, leftward: bool = False) -> list[Run]:
    first = fonts(style)[0]
    if first.has(text):
        return [_run(first, text, leftward)] if text else []
    joined: list[tuple[Font, str]] = []
    for font, part in _word_fonts(text, style):
        if joined and (joined[-1][0] is font or (part == " " and not joined[-1][0].source.signs)):
            joined[-1] = joined[-1][0], joined[-1][1] + part
        else:
            joined.append((font, part))
    return [_run(font, part, leftward) for font, part in (joined[::-1] if leftward else joined)]


def _word_fonts(text: str, style: Style) -> Iterator[tuple[Font, str]]:
    choice = fonts(style)
    for word in re.findall(r"\S+|\s+", text):
        whole = next((font for font in choice if font.has(word)), None)
        if whole and (not whole.source.signs or not _in_text_font(word, choice)):
            yield whole, word
        else:
            yield from _letter_fonts(word, choice)


def _letter_fonts(word: str, choice: tuple[Font, ...]) -> Iterator[tuple[Font, str]]:
    current = choice[0]
    for letter in word:
        if current.source.signs and _in_text_font(letter, choice):
            current = choice[0]
        if current.has(letter) and (current.source.shaped or not _is_invisible(letter)):
            yield current, letter
            continue
        if _is_invisible(letter):
            continue
        supporting = next((font for font in choice if font.has(letter)), None)
        if supporting is None:
            letter, supporting = BOX, next(font for font in choice if font.has(BOX))
        current = supporting
        yield supporting, letter


def _in_text_font(word: str, choice: tuple[Font, ...]) -> bool:
    """Tells whether a text font has one of these letters."""
    letters = [letter for letter in word if not _is_invisible(letter)]
    return any(font.has(letter) for letter in letters for font in choice if not font.source.signs)


def _run(font: Font, text: str, leftward: bool) -> Run:
    font.load()
    if font.source.shaped and text.strip():
        shaped = _shaped(text, font.name, leftward)
        places: Any = shaped.__shapeData__  # type: ignore[attr-defined]
        return Run(font.name, shaped, sum(place.x_advance for place in places) / 1000)
    if leftward:
        text = str(get_display(text, base_dir="R"))
    return Run(font.name, text, pdfmetrics.stringWidth(text, font.name, 1))


def _shaped(text: str, name: str, leftward: bool) -> ShapedStr:
    """Like ReportLab's ``shapeStr``, which cannot be given a direction: Persian digits alone
    between words came out reversed."""
    font: Any = pdfmetrics.getFont(name)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if leftward else "ltr"
    uharfbuzz.shape(font.hbFont(10), buffer)
    letters, places = "", []
    for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        letter = font.face.glyphToChar[glyph.codepoint][0]
        moves = map(
            font.pdfScale,
            (position.x_advance, position.y_advance, position.x_offset, position.y_offset),
        )
        letters += chr(letter)
        places.append(ShapeData._make((glyph.cluster, *moves, font.face.charWidths[letter])))
    return ShapedStr(letters, places)  # type: ignore[arg-type]


@lru_cache(maxsize=8192)
def width(text: str, style: Style = Style.PLAIN) -> float:
    """Returns the width for size 1."""
    return sum(run.width for run in runs(text, style, False))


@lru_cache(maxsize=4096)
def is_whole(text: str) -> bool:
    """Tells whether every letter has a font, so that no box appears."""
    letters = (
        letter for letter in printable(text) if not letter.isspace() and not _is_invisible(letter)
    )
    return all(any(font.has(letter) for font in fonts(Style.PLAIN)) for letter in letters)


# Breaking lines ------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def wrap(text: str, room: float, style: Style = Style.PLAIN, most: int = 0) -> tuple[str, ...]:
    """Returns ``text`` in lines no wider than ``room`` at size 1; a longer word is cut, if need be
    letter by letter.

    With ``most``, at most that many lines, the last ending in "…" if text was cut.
    """
    if width(text, style) <= room:
        return (" ".join(text.split()),)
    lines, line_width, space_width = [""], 0.0, width("n n", style) - width("nn", style)
    for word in text.split():
        word_width = width(word, style)
        if lines[-1] and line_width + space_width + word_width <= room:
            lines[-1] += f" {word}"
            line_width += space_width + word_width
            continue
        pieces = [word] if word_width <= room else _cut(word, room, style)
        lines[-1:] = [*([lines[-1]] if lines[-1] else []), *pieces]
        line_width = width(lines[-1], style)
        if most and len(lines) > most:
            break
    if most and len(lines) > most:
        lines[most - 1 :] = [_shortened(" ".join(lines[most - 1 :])[:LONGEST], room, style)]
    return tuple(lines)


LONGEST: Final = 400
"""Letters of text cut to one line: no line has more."""


def _cut(word: str, room: float, style: Style) -> list[str]:
    pieces: list[str] = []
    while word:
        most = int(room * 5) + 1  # no letter is narrower than a fifth
        take = max(1, min(len(word), most))
        while take > 1 and width(word[:take], style) > room:
            take = max(1, min(take - 1, int(take * room / width(word[:take], style)) + 1))
        pieces.append(word[:take])
        word = word[take:]
    return pieces


def _shortened(line: str, room: float, style: Style) -> str:
    while line and width(line + "…", style) > room:
        line = line[:-1]
    return line.rstrip() + "…"


def fit(text: str, room: float, size: float, least: float, style: Style = Style.PLAIN) -> float:
    """Returns the largest size from ``least`` to ``size`` at which text fits into ``room``."""
    unit_width = width(text, style)
    return size if unit_width * size <= room else max(least, 0.9999 * room / unit_width)
