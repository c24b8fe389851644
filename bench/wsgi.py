"""The site and, below ``/floor/save/``, the same server with no middleware at all."""

import os
from collections.abc import Callable, Iterable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

django.setup()
_site = WSGIHandler()
_middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, []
_bare = WSGIHandler()
settings.MIDDLEWARE = _middleware


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    serve = _bare if environ["PATH_INFO"] == "/floor/save/" else _site
    return serve(environ, start)
