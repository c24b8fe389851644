"""On the device: templates, names of files and addresses, as the build computed them. They are in
the archive that holds the code."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.template import Origin, TemplateDoesNotExist
from django.template.loaders.base import Loader

from scorekeeper.extensions.offline.pocket import device_app

MANIFEST: Final = "app.webmanifest"


@cache
def built_json(name: str) -> Any:
    """Returns what ``building`` wrote under this name."""
    archive = __spec__.loader
    content = archive.get_data(f"{archive.archive}/built/{name}")  # type: ignore[union-attr]
    return json.loads(content)


class BuiltFileNames(StaticFilesStorage):
    """Files under their hashed names."""

    def url(self, name: str | None) -> str:
        """The standalone app has its own manifest, at the top of its site."""
        if name == MANIFEST and not device_app.place().session:
            return super().url(f"../{MANIFEST}")
        return super().url(built_json("static.json").get(name, name))


class BuiltTemplates(Loader):
    """Templates as the site's own loader returns them."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        yield Origin(name=template_name, template_name=template_name, loader=self)

    def get_contents(self, origin: Origin) -> str:
        try:
            content: str = built_json("templates.json")[origin.template_name]
        except KeyError:
            raise TemplateDoesNotExist(origin) from None
        return content
