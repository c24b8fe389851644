"""Fonts of statements: which there are, how a weight is cut, and how a font is loaded.

The fonts come as variable files; a weight is cut when a word first needs it, and kept in the data
folder. TrueType files in its ``more`` folder are used for missing characters. ``typesetting``
chooses a font for each word.
"""

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

SHAPED_LETTERS = frozenset(
    letter
    for first, last in ((0x590, 0x109F), (0x1780, 0x17FF), (0x1CD0, 0x1CFF), (0xA8E0, 0xA8FF))
    for letter in range(first, last + 1)
)
"""Characters that come out wrong in a font that is not shaped, even if it has them."""


class Style(Enum):
    """How text looks; the value is the weight."""

    PLAIN = 400
    BOLD = 650
    HEAD = 600
    """Headings: a serif face where the words are Latin."""


@dataclass(frozen=True, slots=True)
class Source:
    """A font as packaged."""

    key: str
    file: Path
    shaped: bool = False
    variable: bool = True
    only: tuple[int, ...] = ()
    """The code points to keep, for speed; all when empty."""
    signs: bool = False
    """For suits and other symbols only: letters and digits beside them keep their own font."""


def _package_file(package: str, path: str) -> Path:
    return Path(str(files(f"justmytype_{package}") / "fonts" / "ofl" / path))


def _second_package_noto(name: str, *, signs: bool = False) -> Source:
    """From a second package, with what the first lacks."""
    path = Path(str(files("manimgx_fonts") / f"{name}[wght].ttf"))
    return Source(name.removeprefix("Noto").lower(), path, shaped=True, signs=signs)


def _noto(script: str, package: str, *, shaped: bool = True, axes: str = "wdth,wght") -> Source:
    name = f"Noto Sans {script}".replace(" ", "")
    path = f"{name.lower()}/{name}[{axes}].ttf"
    return Source(script.lower() or "sans", _package_file(package, path), shaped)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "fonts"


@lru_cache(maxsize=1)
def sources() -> tuple[Source, ...]:
    """In order of preference."""
    more = sorted((folder() / "more").glob("*.ttf"))
    symbols = _package_file("western_core", "notosanssymbols2/NotoSansSymbols2-Regular.ttf")
    return (
        _noto("", "western_core", shaped=False),
        Source("symbols", symbols, variable=False, signs=True),
        *(_noto(script, "intl_south_asia") for script in SOUTH_ASIA),
        *(_noto(script, "intl_rtl") for script in ("Arabic", "Hebrew")),
        *(_noto(script, "intl_sea") for script in ("Thai", "Khmer", "Lao", "Myanmar")),
        *(_noto(place, "intl_cjk", shaped=False, axes="wght") for place in EAST_ASIA),
        *(_second_package_noto(f"NotoSans{script}") for script in FURTHER),
        _second_package_noto("NotoEmoji", signs=True),
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
    serif = _package_file("western_core", "sourceserif4/SourceSerif4[opsz,wght].ttf")
    return Source("head", serif, shaped=True, only=tuple(LATIN))


@cache
def codepoints_of(source: Source) -> frozenset[int]:
    """Returns the code points of a font, without cutting it."""
    letters = frozenset(_face(source).unicodes)
    if source.only:
        letters &= frozenset(source.only)
    return letters if source.shaped else letters - SHAPED_LETTERS


def _face(source: Source) -> Any:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(source.file)))


# Cutting ------------------------------------------------------------------------------------


def cut_font(source: Source, weight: int) -> Path:
    """Returns the file of this weight; the first of several workers makes it if it is missing. It
    is moved into place when complete, so that nobody reads half of it."""
    if not source.variable:
        return source.file
    name = f"{source.key}-{weight}-{source.file.stat().st_size}-{version('uharfbuzz')}.ttf"
    path = folder() / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path.parent / ".lock", "w") as lock:
            with suppress(OSError):  # a disk without locks: both work, and either result is good
                fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                _write_instance(source, weight, path)
    return path


def _write_instance(source: Source, weight: int, path: Path) -> None:
    handle, draft = tempfile.mkstemp(prefix=f".{source.key}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            _instance(source, weight).save(file)
        os.replace(draft, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise


UNUSED = frozenset({"STAT", "VORG", "vhea", "vmtx"})
SHAPING = frozenset({"GSUB", "GPOS", "GDEF"})


def _instance(source: Source, weight: int) -> Any:
    face, subset = _face(source), uharfbuzz.SubsetInput()
    subset.keep_everything()
    if source.only:
        subset.unicode_set.clear()
        subset.unicode_set.update(source.only)
        subset.glyph_set.clear()
    subset.pin_all_axes_to_default(face)
    subset.pin_axis_location(face, "wght", weight)
    dropped_tables = UNUSED if source.shaped else UNUSED | SHAPING
    subset.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in dropped_tables)
    font = FontFile(io.BytesIO(uharfbuzz.subset(face, subset).blob.data), recalcTimestamp=False)
    for kind in (1, 4, 6):  # two weights of one name come out as one of them
        font["name"].setName(f"{source.key}-{weight}", kind, 3, 1, 0x409)
    return font


def prepare() -> None:
    """Makes the files that every statement needs; others are made when a name needs them."""
    for style in Style:
        fonts(style)[0].load()


# Loading ------------------------------------------------------------------------------------


class Font:
    """A font for ReportLab, loaded when first needed."""

    def __init__(self, source: Source, weight: int) -> None:
        self.source, self.weight = source, weight
        self.name = f"{source.key}-{weight if source.variable else 'as-is'}"
        self._letters: frozenset[int] | None = None
        self._is_ready = False

    def load(self) -> bool:
        """Registers it with ReportLab. Returns False if the file is unusable."""
        if not self._is_ready:
            self._is_ready = self._loaded()
        return self._is_ready

    def _loaded(self) -> bool:
        path = cut_font(self.source, self.weight)
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
        """Returns its code points. Files of our own packages are known to be good; others are tried
        first."""
        if self._letters is None:
            good = self.source.variable or self.load()
            self._letters = codepoints_of(self.source) if good else frozenset()
        return self._letters

    def has(self, text: str) -> bool:
        return self.letters().issuperset(map(ord, text))


def _to_unicode(fontname: str, subset: Sequence[int]) -> str:
    """Writes characters beyond 16 bits, such as emoji, as UTF-16; ReportLab writes them as no
    reader knows them."""
    return re.sub(
        "(?<=<)[0-9A-F]{5,6}(?=>)",
        lambda number: chr(int(number[0], 16)).encode("utf-16-be").hex().upper(),
        _reportlab_to_unicode(fontname, subset),
    )


_reportlab_to_unicode = ttfonts.makeToUnicodeCMap
ttfonts.makeToUnicodeCMap = _to_unicode


def _name_every_glyph(font: Any) -> None:
    """Gives each glyph without a character a private one now. ReportLab does so when it first meets
    the glyph, and then the same statement has other bytes after other statements."""
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
    """Returns the fonts in the order in which a word tries them."""
    weight = Style.PLAIN.value if style is Style.PLAIN else Style.BOLD.value
    body = tuple(_font(source, weight) for source in sources())
    return (_font(head_source(), style.value), *body) if style is Style.HEAD else body
