"""Fonts of printed sheets: which one a word is set in, and how wide it comes out.

A word is set in the first font that has all its letters; one that no font has whole is split. A
letter that none has is a box. Scripts whose letters join or move (Devanagari, Tamil) are shaped.
There is no right-to-left layout: such words stand in the order they were typed.

The fonts come as variable files; the weights used here are cut from them once and kept in the
data folder. TrueType files put into its ``more`` folder are used for what the others lack.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import fontpkg
from django.conf import settings
from fontTools import subset
from fontTools.ttLib import TTFont as FontFile
from fontTools.varLib import instancer
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapedStr, TTFError, TTFont, shapeStr

log = logging.getLogger(__name__)

BOX = "□"
LATIN = [*range(0x20, 0x250), *range(0x2010, 0x2040), 0x20AC, 0x20B9, 0x2212]

JOINED = frozenset([*range(0x0590, 0x10A0), *range(0x1CD0, 0x1D00), *range(0xA8E0, 0xA900)])
"""Letters that come out wrong in a font that is not shaped, though it may have them."""


class Style(Enum):
    """How text looks: the value is the weight."""

    PLAIN = 400
    BOLD = 650
    HEAD = 600
    """Headings: a serif face where the words are Latin."""


@dataclass(frozen=True, slots=True)
class Source:
    """A font as its package brings it."""

    key: str
    file: Path
    shaped: bool = False
    variable: bool = True
    only: tuple[int, ...] = ()
    """The letters kept, to be quick; all when empty."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters set in one font. ``width`` is for size 1."""

    font: str
    text: str
    width: float


def _western(path: str) -> Path:
    return Path(str(files("justmytype_western_core") / "fonts" / "ofl" / path))


def folder() -> Path:
    return Path(settings.DATA_DIR) / "fonts"


@lru_cache(maxsize=1)
def sources() -> tuple[Source, ...]:
    """In order of preference."""
    more = sorted((folder() / "more").glob("*.ttf"))
    return (
        Source("sans", fontpkg.path("Noto Sans")),
        Source(
            "symbols", _western("notosanssymbols2/NotoSansSymbols2-Regular.ttf"), variable=False
        ),
        Source("devanagari", fontpkg.path("Noto Sans Devanagari"), shaped=True),
        Source("tamil", fontpkg.path("Noto Sans Tamil"), shaped=True),
        *(Source(f"more-{file.stem}", file, shaped=True, variable=False) for file in more),
    )


@lru_cache(maxsize=1)
def head_source() -> Source:
    serif = _western("sourceserif4/SourceSerif4[opsz,wght].ttf")
    return Source("head", serif, shaped=True, only=tuple(LATIN))


# Cutting ------------------------------------------------------------------------------------


def cut(source: Source, weight: int) -> Path:
    """The file of this weight, made if it is missing, by one of the workers that ask at once.
    It is put in its place when it is whole, so that nobody reads half of it."""
    if not source.variable:
        return source.file
    name = f"{source.key}-{weight}-{source.file.stat().st_size}-{version('fonttools')}.ttf"
    kept = folder() / name
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with open(kept.parent / ".lock", "w") as lock:
            with suppress(OSError):  # a disk without locks: both work, and either result is good
                fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                _make(source, weight, kept)
    return kept


def _make(source: Source, weight: int, kept: Path) -> None:
    handle, draft = tempfile.mkstemp(prefix=f".{source.key}-", dir=kept.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            _instance(source, weight).save(opened)
        os.replace(draft, kept)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise


def _instance(source: Source, weight: int) -> Any:
    font = FontFile(source.file, recalcTimestamp=False, lazy=True)
    place = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes} | {"wght": weight}
    if source.only:
        cutter = subset.Subsetter(subset.Options(notdef_outline=True, glyph_names=True))
        cutter.populate(unicodes=source.only)
        cutter.subset(font)
    if not source.shaped:
        for table in ("GSUB", "GPOS", "GDEF"):
            del font[table]
    font = instancer.instantiateVariableFont(font, place, inplace=True)
    for kind in (1, 4, 6):  # two weights of one name come out as one of them
        font["name"].setName(f"{source.key}-{weight}", kind, 3, 1, 0x409)
    return font


def prepare() -> None:
    """Make the files that every sheet needs: seconds the first time, nothing later."""
    for style in Style:
        fonts(style)[0].load()


# Loading ------------------------------------------------------------------------------------


class Font:
    """A font ready for ReportLab, loaded when it is first asked for."""

    def __init__(self, source: Source, weight: int) -> None:
        self.source, self.weight = source, weight
        self.name = f"{source.key}-{weight if source.variable else 'as-is'}"
        self._letters: frozenset[int] | None = None

    def load(self) -> frozenset[int]:
        """The letters it has."""
        if self._letters is None:
            self._letters = self._loaded()
        return self._letters

    def _loaded(self) -> frozenset[int]:
        path = cut(self.source, self.weight)
        try:
            font = TTFont(self.name, str(path), shapable=self.source.shaped)
        except TTFError as error:
            log.warning("The font %s cannot be used: %s", path.name, error)
            return frozenset()
        letters = frozenset(font.face.charToGlyph)
        if self.source.shaped:
            _name_every_glyph(font)
        else:
            letters -= JOINED
        pdfmetrics.registerFont(font)
        return letters

    def has(self, text: str) -> bool:
        letters = self.load()
        return all(ord(letter) in letters for letter in text)


def _name_every_glyph(font: Any) -> None:
    """Give each glyph without a letter a private one now. ReportLab does so when it first meets
    the glyph, and then the same sheet has other bytes after other sheets."""
    shaper = font.hbFont(10)
    for glyph in range(font.face.numGlyphs):
        if glyph not in font.face.glyphToChar:
            advance = font.pdfScale(shaper.get_glyph_h_advance(glyph))
            font.hbAddPrivate(shaper.glyph_to_string(glyph), glyph, advance)


@cache
def _font(source: Source, weight: int) -> Font:
    return Font(source, weight)


@cache
def fonts(style: Style) -> tuple[Font, ...]:
    """In the order in which a word tries them."""
    weight = Style.PLAIN.value if style is Style.PLAIN else Style.BOLD.value
    body = tuple(_font(source, weight) for source in sources())
    return (_font(head_source(), style.value), *body) if style is Style.HEAD else body


# Setting ------------------------------------------------------------------------------------


def printable(text: str) -> str:
    """One line of composed letters, without what cannot be seen."""
    text = unicodedata.normalize("NFC", text)
    kept = (" " if c.isspace() else c for c in text if c.isprintable() or c.isspace() or _joins(c))
    return " ".join("".join(kept).split())


def _joins(letter: str) -> bool:
    return letter in "\u200c\u200d"


def _invisible(letter: str) -> bool:
    """Means something only beside letters of its own font: joiners, emoji tones and styles."""
    return (
        unicodedata.category(letter) == "Cf"
        or "\ufe00" <= letter <= "\ufe0f"
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
        or "\U000e0000" <= letter <= "\U000e01ef"
    )


@lru_cache(maxsize=8192)
def runs(text: str, style: Style = Style.PLAIN) -> tuple[Run, ...]:
    """``text`` in the order it is drawn, each part with its font and width."""
    joined: list[tuple[Font, str]] = []
    for font, part in _parts(printable(text), style):
        if joined and (joined[-1][0] is font or part == " "):
            joined[-1] = joined[-1][0], joined[-1][1] + part
        else:
            joined.append((font, part))
    return tuple(_run(font, part) for font, part in joined)


def _parts(text: str, style: Style) -> Iterator[tuple[Font, str]]:
    choice = fonts(style)
    for word in re.findall(r"\S+|\s+", text):
        whole = next((font for font in choice if font.has(word)), None)
        if whole:
            yield whole, word
        else:
            yield from _split(word, choice)


def _split(word: str, choice: tuple[Font, ...]) -> Iterator[tuple[Font, str]]:
    current = choice[0]
    for letter in word:
        if current.has(letter) and (current.source.shaped or not _invisible(letter)):
            yield current, letter
            continue
        if _invisible(letter):
            continue
        found = next((font for font in choice if font.has(letter)), None)
        if found is None:
            letter, found = BOX, next(font for font in choice if font.has(BOX))
        current = found
        yield found, letter


def _run(font: Font, text: str) -> Run:
    if font.source.shaped and text.strip():
        shaped = shapeStr(text, font.name, 10)
        if isinstance(shaped, ShapedStr):
            places: Any = shaped.__shapeData__  # type: ignore[attr-defined]
            return Run(font.name, shaped, sum(place.x_advance for place in places) / 1000)
    return Run(font.name, text, pdfmetrics.stringWidth(text, font.name, 1))


@lru_cache(maxsize=8192)
def width(text: str, style: Style = Style.PLAIN) -> float:
    """For size 1."""
    return sum(run.width for run in runs(text, style))


@lru_cache(maxsize=4096)
def is_whole(text: str) -> bool:
    """Every letter has a font: nothing will be a box that was not typed as one."""
    seen = (letter for letter in printable(text) if not letter.isspace() and not _invisible(letter))
    return all(any(font.has(letter) for font in fonts(Style.PLAIN)) for letter in seen)
