"""Fonts of printed sheets: which one a word is set in, and how wide it comes out.

A word is set in the first font that has all its letters; one that no font has whole is split. A
letter that none has is a box. Scripts whose letters join or move (Devanagari, Arabic) are shaped.
Arabic and Hebrew words run from right to left inside lines that run from left to right; text
between ``isolated`` marks is put in order by itself, so that a name never moves what is beside it.
Han letters have their Chinese forms, for Japanese names too.

The fonts come as variable files; a weight is cut from one when a word first needs it, and kept in
the data folder. TrueType files put into its ``more`` folder are used for what the others lack.
"""

from __future__ import annotations

import fcntl
import io
import logging
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import uharfbuzz
from bidi import algorithm, get_display
from django.conf import settings
from fontTools.ttLib import TTFont as FontFile
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFError, TTFont

log = logging.getLogger(__name__)

BOX = "□"
LATIN = [*range(0x20, 0x250), *range(0x2010, 0x2040), 0x20AC, 0x20B9, 0x2212]

JOINED = frozenset(
    letter
    for first, last in ((0x590, 0x109F), (0x1780, 0x17FF), (0x1CD0, 0x1CFF), (0xA8E0, 0xA8FF))
    for letter in range(first, last + 1)
)
"""Letters that come out wrong in a font that is not shaped, though it may have them."""

ISOLATE, END = "\u2068", "\u2069"
LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of scripts that run from right to left."""


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


def _packed(package: str, path: str) -> Path:
    return Path(str(files(f"justmytype_{package}") / "fonts" / "ofl" / path))


def _noto(script: str, package: str, *, shaped: bool = True, axes: str = "wdth,wght") -> Source:
    name = f"Noto Sans {script}".replace(" ", "")
    path = f"{name.lower()}/{name}[{axes}].ttf"
    return Source(script.lower() or "sans", _packed(package, path), shaped)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "fonts"


@lru_cache(maxsize=1)
def sources() -> tuple[Source, ...]:
    """In order of preference."""
    more = sorted((folder() / "more").glob("*.ttf"))
    symbols = _packed("western_core", "notosanssymbols2/NotoSansSymbols2-Regular.ttf")
    return (
        _noto("", "western_core", shaped=False),
        Source("symbols", symbols, variable=False),
        *(_noto(script, "intl_south_asia") for script in SOUTH_ASIA),
        *(_noto(script, "intl_rtl") for script in ("Arabic", "Hebrew")),
        *(_noto(script, "intl_sea") for script in ("Thai", "Khmer", "Lao", "Myanmar")),
        *(_noto(place, "intl_cjk", shaped=False, axes="wght") for place in EAST_ASIA),
        *(Source(f"more-{file.stem}", file, shaped=True, variable=False) for file in more),
    )


SOUTH_ASIA = ("Devanagari", "Tamil", "Telugu", "Bengali")
EAST_ASIA = ("SC", "TC", "JP", "KR")
"""Simplified Chinese has nearly all Han letters and Kana, Korean has Hangul."""


@lru_cache(maxsize=1)
def head_source() -> Source:
    serif = _packed("western_core", "sourceserif4/SourceSerif4[opsz,wght].ttf")
    return Source("head", serif, shaped=True, only=tuple(LATIN))


@cache
def letters_of(source: Source) -> frozenset[int]:
    """What a font has, without cutting it."""
    letters = frozenset(_face(source).unicodes)
    if source.only:
        letters &= frozenset(source.only)
    return letters if source.shaped else letters - JOINED


def _face(source: Source) -> Any:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(source.file)))


# Cutting ------------------------------------------------------------------------------------


def cut(source: Source, weight: int) -> Path:
    """The file of this weight, made if it is missing, by one of the workers that ask at once.
    It is put in its place when it is whole, so that nobody reads half of it."""
    if not source.variable:
        return source.file
    name = f"{source.key}-{weight}-{source.file.stat().st_size}-{version('uharfbuzz')}.ttf"
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


UNUSED = frozenset({"STAT", "VORG", "vhea", "vmtx"})
SHAPING = frozenset({"GSUB", "GPOS", "GDEF"})


def _instance(source: Source, weight: int) -> Any:
    face, wanted = _face(source), uharfbuzz.SubsetInput()
    wanted.keep_everything()
    if source.only:
        wanted.unicode_set.clear()
        wanted.unicode_set.update(source.only)
        wanted.glyph_set.clear()
    wanted.pin_all_axes_to_default(face)
    wanted.pin_axis_location(face, "wght", weight)
    dropped = UNUSED if source.shaped else UNUSED | SHAPING
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in dropped)
    font = FontFile(io.BytesIO(uharfbuzz.subset(face, wanted).blob.data), recalcTimestamp=False)
    for kind in (1, 4, 6):  # two weights of one name come out as one of them
        font["name"].setName(f"{source.key}-{weight}", kind, 3, 1, 0x409)
    return font


def prepare() -> None:
    """Make the files that every sheet needs; the others are made when a name asks for them."""
    for style in Style:
        fonts(style)[0].load()


# Loading ------------------------------------------------------------------------------------


class Font:
    """A font ready for ReportLab, loaded when it is first asked for."""

    def __init__(self, source: Source, weight: int) -> None:
        self.source, self.weight = source, weight
        self.name = f"{source.key}-{weight if source.variable else 'as-is'}"
        self._letters: frozenset[int] | None = None
        self._is_ready = False

    def load(self) -> bool:
        """Make it ready to set text in; False if the file is no good."""
        if not self._is_ready:
            self._is_ready = self._loaded()
        return self._is_ready

    def _loaded(self) -> bool:
        path = cut(self.source, self.weight)
        try:
            font = TTFont(self.name, str(path), shapable=self.source.shaped)
        except TTFError as error:
            log.warning("The font %s cannot be used: %s", path.name, error)
            return False
        if self.source.shaped:
            _name_every_glyph(font)
        pdfmetrics.registerFont(font)
        return True

    def letters(self) -> frozenset[int]:
        """A file of our own packages is known to be good; another is tried first."""
        if self._letters is None:
            good = self.source.variable or self.load()
            self._letters = letters_of(self.source) if good else frozenset()
        return self._letters

    def has(self, text: str) -> bool:
        letters = self.letters()
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


def isolated(text: str) -> str:
    """Text whose letters are put in order by themselves, whatever stands beside it."""
    return f"{ISOLATE}{text}{END}" if LEFTWARD.search(text) else text


def plain(text: str) -> str:
    """Without the marks of ``isolated``."""
    return text.replace(ISOLATE, "").replace(END, "")


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
    if not LEFTWARD.search(text):
        return tuple(_in_fonts(printable(text), style))
    found: list[Run] = []
    for part in re.split(f"[{ISOLATE}{END}]", text):
        before = " " * part[:1].isspace()
        after = " " * (bool(part.strip()) and part[-1:].isspace())
        for piece, leftward in _in_order(before + printable(part) + after):
            found += _in_fonts(piece, style, leftward)
    return tuple(found)


def _in_order(text: str) -> list[tuple[str, bool]]:
    """Pieces of one direction as they stand on the line, and which of them run leftward."""
    level = algorithm.get_base_level(text)
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
        pieces = list(_turned(pieces, least))
    return [(piece, level % 2 == 1) for piece, level in pieces]


def _turned(pieces: Iterable[tuple[str, int]], least: int) -> Iterator[tuple[str, int]]:
    """The last rule of the standard: each row of pieces at this level or above, turned round."""
    for deep, group in groupby(pieces, key=lambda piece: piece[1] >= least):
        row = list(group)
        yield from reversed(row) if deep else row


def _in_fonts(text: str, style: Style, leftward: bool = False) -> list[Run]:
    joined: list[tuple[Font, str]] = []
    for font, part in _parts(text, style):
        if joined and (joined[-1][0] is font or part == " "):
            joined[-1] = joined[-1][0], joined[-1][1] + part
        else:
            joined.append((font, part))
    return [_run(font, part, leftward) for font, part in (joined[::-1] if leftward else joined)]


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
    """As ReportLab's ``shapeStr``, which has no say in the direction: Persian digits, alone
    between words, came out backwards."""
    font: Any = pdfmetrics.getFont(name)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if leftward else "ltr"
    uharfbuzz.shape(font.hbFont(10), buffer)
    letters, places = "", []
    for glyph, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        letter = font.face.glyphToChar[glyph.codepoint][0]
        moves = map(font.pdfScale, (at.x_advance, at.y_advance, at.x_offset, at.y_offset))
        letters += chr(letter)
        places.append(ShapeData._make((glyph.cluster, *moves, font.face.charWidths[letter])))
    return ShapedStr(letters, places)  # type: ignore[arg-type]


@lru_cache(maxsize=8192)
def width(text: str, style: Style = Style.PLAIN) -> float:
    """For size 1."""
    return sum(run.width for run in runs(text, style))


@lru_cache(maxsize=4096)
def is_whole(text: str) -> bool:
    """Every letter has a font: nothing will be a box that was not typed as one."""
    seen = (letter for letter in printable(text) if not letter.isspace() and not _invisible(letter))
    return all(any(font.has(letter) for font in fonts(Style.PLAIN)) for letter in seen)
