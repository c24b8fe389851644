"""Serves the app for offline use: the site's worker and its files.


``manage.py pocket_release`` writes them into ``DATA_DIR/pocket/along``, ``manage.py play`` does so
in the background. Where there are none nothing else is missing, and pages say so.
"""

import re
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

WORKER_FILE: Final = "sw.js"
FILE: Final = re.compile(r"[\w-]+\.bundle|(?:run|worker)-\w+/[\w.-]+\.m?js")
FOR_EVER: Final = 365 * 24 * 3600
POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'"
"""Only for the worker, which compiles the runtime; pages may not."""


def folder() -> Path:
    worker_path: Path = settings.OFFLINE_WORKER
    return worker_path.parent


@never_cache
@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Serves the worker, which names the files of this release; never cached."""
    try:
        content = (folder() / WORKER_FILE).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(content, content_type="text/javascript")
    response["Content-Security-Policy"] = POLICY
    return response


@require_safe
def file(_request: HttpRequest, name: str) -> FileResponse:
    """Serves a file whose name contains its hash."""
    if not FILE.fullmatch(name):
        raise Http404
    kind = "text/javascript" if name.endswith("js") else "application/octet-stream"
    try:
        opened = (folder() / "pocket" / "files" / name).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(opened, content_type=kind)
    if not name.endswith("js"):
        response["Content-Encoding"] = "identity"  # a bundle is packed already
    patch_cache_control(response, public=True, max_age=FOR_EVER, immutable=True)
    return response


@require_safe
def begun(_request: HttpRequest) -> HttpResponse:
    """Address at which a device shows the groups started on it; the server knows none of them."""
    return redirect("home:front")


urlpatterns = [
    path("pocket/", begun, name="begun"),
    path(WORKER_FILE, worker, name="worker"),
    path("pocket/files/<path:name>", file, name="file"),
]
