"""Stores style sheets and scripts for the web: compressed, with hashed names."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTED: Final = (
    r"""(?m)(?P<matched>^(?P<what>(?:import|export|\})[^;"']*)["'](?P<url>\.[^"']+)["'];$)"""
)
LATER: Final = r"""(?P<matched>import\(["'](?P<url>\.[^"']+)["']\))"""
MODULES: Final = ("js/*.js", ((IMPORTED, '%(what)s"%(url)s";'), (LATER, 'import("%(url)s")')))
"""Ours only: what scripts of libraries import is no file here."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A module that another one imports has the same address there as in the page.

    Under two addresses a browser loads it twice, and whatever it listens for happens twice.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, MODULES)


@cache
def imports(name: str) -> tuple[str, ...]:
    """Returns the names of the scripts that a script of ours imports."""
    path = finders.find(name)
    if not path:
        raise LookupError(f"There is no script {name}.")
    imported = re.finditer(IMPORTED, Path(path).read_text(encoding="utf-8"))
    return tuple(normpath(join(dirname(name), match["url"])) for match in imported)
