"""How style sheets and scripts are kept for the web: compressed, named for what is in them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

_WHERE, _IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A module that another one imports has the same address there as in the page.

    Under two addresses a browser loads it twice, and whatever it listens for happens twice.
    """

    support_js_module_import_aggregation = True
    # Ours only: comments in the scripts of libraries name types by "import" that are no files.
    _js_module_import_aggregation_patterns = ("js/*.js", _IMPORTS)
