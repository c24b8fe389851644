"""What a phone takes along from this server: the worker of the whole site, and its files.

``manage.py pocket_release`` writes them into ``DATA_DIR/pocket/along``, ``manage.py play`` does so
in the background. Where there are none nothing else is missing, and pages say so.
"""

from __future__ import annotations

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
"""Of the worker alone, which compiles the runtime: no page may."""


def folder() -> Path:
    at: Path = settings.ALONG_WORKER
    return at.parent


@never_cache
@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Names the files of this release: asked for anew each time."""
    try:
        content = (folder() / WORKER_FILE).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    answer = HttpResponse(content, content_type="text/javascript")
    answer["Content-Security-Policy"] = POLICY
    return answer


@require_safe
def file(_request: HttpRequest, name: str) -> FileResponse:
    """Under a name that says what is in it."""
    if not FILE.fullmatch(name):
        raise Http404
    kind = "text/javascript" if name.endswith("js") else "application/octet-stream"
    try:
        opened = (folder() / "pocket" / "files" / name).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    answer = FileResponse(opened, content_type=kind)
    if not name.endswith("js"):
        answer["Content-Encoding"] = "identity"  # a bundle is packed already
    patch_cache_control(answer, public=True, max_age=FOR_EVER, immutable=True)
    return answer


@require_safe
def begun(_request: HttpRequest) -> HttpResponse:
    """What was begun on a phone the phone itself shows at this address; the server knows nothing
    of it."""
    return redirect("home:front")


urlpatterns = [
    path("pocket/", begun, name="begun"),
    path(WORKER_FILE, worker, name="worker"),
    path("pocket/files/<path:name>", file, name="file"),
]
