"""Stores style sheets and scripts for the web: compressed, with hashed names, without comments:
these are an eighth of a first load, which has its limit (tests/journeys/test_numbers.py)."""

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS: Final = ("js/*.js", "css/*.css")
_FOR_PEOPLE = re.compile(r"^[ \t]*(?://.*\n|/\*[\s\S]*?\*/[ \t]*\n|\n)|^[ \t]+", re.MULTILINE)
_AROUND_RULES = re.compile(r"\s*([{};])\s*")
"""No string in a style sheet of ours holds one of these."""
IMPORTED: Final = (
    r"""(?m)(?P<matched>^(?P<what>(?:import|export|\})[^;"']*)["'](?P<url>\.[^"']+)["'];$)"""
)
LATER: Final = r"""(?P<matched>import\(["'](?P<url>\.[^"']+)["']\))"""
MODULES: Final = (OURS[0], ((IMPORTED, '%(what)s"%(url)s";'), (LATER, 'import("%(url)s")')))
"""Ours only: what scripts of libraries import is no file here."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A module that another one imports has the same address there as in the page.

    Under two addresses a browser loads it twice, and whatever it listens for happens twice.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, MODULES)

    def _save(self, name: str, content: "File[bytes]") -> str:
        if any(fnmatch(name, kind) for kind in OURS):
            content.seek(0)
            text = bare(content.read().decode())
            if name.endswith(".css"):
                text = _AROUND_RULES.sub(r"\1", text)
            content = ContentFile(text.encode())
        saved: str = super()._save(name, content)  # type: ignore[misc]
        return saved


def bare(text: str) -> str:
    """A script or style sheet of ours without lines of comment, empty lines and indentation. It may
    hold no string of several lines, or that would change."""
    return _FOR_PEOPLE.sub("", text)


@cache
def imports(name: str) -> tuple[str, ...]:
    """Returns the names of the scripts that a script of ours imports."""
    path = finders.find(name)
    if not path:
        raise LookupError(f"There is no script {name}.")
    imported = re.finditer(IMPORTED, Path(path).read_text(encoding="utf-8"))
    return tuple(normpath(join(dirname(name), match["url"])) for match in imported)
