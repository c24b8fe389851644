"""On the phone: templates, names of files and addresses, as they were worked out when the app was
built. They lie in the archive that holds the code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.template import Origin, TemplateDoesNotExist
from django.template.loaders.base import Loader

from scorekeeper.offline.pocket import inside

MANIFEST: Final = "app.webmanifest"


@cache
def told(name: str) -> Any:
    """What ``building`` wrote under this name."""
    archive = __spec__.loader
    content = archive.get_data(f"{archive.archive}/told/{name}")  # type: ignore[union-attr]
    return json.loads(content)


class NamesInside(StaticFilesStorage):
    """Files under the names that say what is in them."""

    def url(self, name: str | None) -> str:
        """On a phone alone the manifest is that of its own site, and stands on top of it."""
        if name == MANIFEST and not inside.place().session:
            return super().url(f"../{MANIFEST}")
        return super().url(told("static.json").get(name, name))


class TemplatesInside(Loader):
    """Templates as the site's own loader would give them."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        yield Origin(name=template_name, template_name=template_name, loader=self)

    def get_contents(self, origin: Origin) -> str:
        try:
            content: str = told("templates.json")[origin.template_name]
        except KeyError:
            raise TemplateDoesNotExist(origin) from None
        return content
