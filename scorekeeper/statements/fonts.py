"""Fonts of printed sheets: which there are, how one is cut, and how it is made ready.

The fonts come as variable files; a weight is cut from one when a word first needs it, and kept in
the data folder. TrueType files put into its ``more`` folder are used for what the others lack.
Which of them a word is set in is said in ``typesetting``.
"""

from __future__ import annotations

import fcntl
import io
import logging
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import uharfbuzz
from django.conf import settings
from fontTools.ttLib import TTFont as FontFile
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfbase.ttfonts import TTFError, TTFont

log = logging.getLogger(__name__)

LATIN = [*range(0x20, 0x250), *range(0x2010, 0x2040), 0x20AC, 0x20B9, 0x2212]

JOINED = frozenset(
    letter
    for first, last in ((0x590, 0x109F), (0x1780, 0x17FF), (0x1CD0, 0x1CFF), (0xA8E0, 0xA8FF))
    for letter in range(first, last + 1)
)
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
    signs: bool = False
    """For suits and other signs alone: letters and digits beside them keep their own font."""


def _packed(package: str, path: str) -> Path:
    return Path(str(files(f"justmytype_{package}") / "fonts" / "ofl" / path))


def _more_noto(name: str, *, signs: bool = False) -> Source:
    """From a second package, which has what the first lacks."""
    path = Path(str(files("manimgx_fonts") / f"{name}[wght].ttf"))
    return Source(name.removeprefix("Noto").lower(), path, shaped=True, signs=signs)


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
        Source("symbols", symbols, variable=False, signs=True),
        *(_noto(script, "intl_south_asia") for script in SOUTH_ASIA),
        *(_noto(script, "intl_rtl") for script in ("Arabic", "Hebrew")),
        *(_noto(script, "intl_sea") for script in ("Thai", "Khmer", "Lao", "Myanmar")),
        *(_noto(place, "intl_cjk", shaped=False, axes="wght") for place in EAST_ASIA),
        *(_more_noto(f"NotoSans{script}") for script in FURTHER),
        _more_noto("NotoEmoji", signs=True),
        *(Source(f"more-{file.stem}", file, shaped=True, variable=False) for file in more),
    )


SOUTH_ASIA = ("Devanagari", "Tamil", "Telugu", "Bengali")
FURTHER = (
    *("Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Oriya", "Sinhala"),
    *("Armenian", "Ethiopic", "Georgian"),
)
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
            log.warning("The font %s can't be used: %s", path.name, error)
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
        return self.letters().issuperset(map(ord, text))


def _to_unicode(fontname: str, subset: Sequence[int]) -> str:
    """ReportLab writes a letter beyond 16 bits, such as an emoji, as no reader knows it."""
    return re.sub(
        "(?<=<)[0-9A-F]{5,6}(?=>)",
        lambda number: chr(int(number[0], 16)).encode("utf-16-be").hex().upper(),
        _as_reportlab_writes_it(fontname, subset),
    )


_as_reportlab_writes_it = ttfonts.makeToUnicodeCMap
ttfonts.makeToUnicodeCMap = _to_unicode


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
