"""A folder of static files that any https host can serve: the whole app, for one phone at a time.

``files/`` holds the bundles and the worker's modules, each under a name that says what is in it;
``sw.js`` names those of this release and is all that changes its content under its own name, with
the start pages.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.pocket import building, runtime
from scorekeeper.pocket.building import WORKER

Placed = dict[str, bytes]
"""By their paths in the folder."""


def write_site(into: Path) -> Placed:
    """All of it, and what was there of before is left beside it for phones that still hold it.
    Raises Missing."""
    files = placed(building.bundles())
    for path, content in files.items():
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return files


def placed(bundles: Mapping[str, bytes]) -> Placed:
    told = [released(name, content) for name, content in bundles.items()]
    core, modules = folder_of(core_files(), "run"), folder_of(worker_files(), "worker")
    names = [*(each["file"] for each in told), *core, *modules]
    release = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:12]
    app = building.unbundled(bundles["app"])
    return {
        **{each["file"]: bundles[each["name"]] for each in told},
        **core,
        **modules,
        **{path: app[path] for path in app if path.startswith("static/")},
        "app.webmanifest": app["app.webmanifest"],
        "sw.js": worker(core, modules, {"name": release, "bundles": told}),
        **start_pages(modules, app),
    }


def released(name: str, content: bytes) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    file = f"files/{name}-{digest[:12]}.bundle"
    return {"name": name, "file": file, "sha256": digest, "size": len(content)}


def folder_of(files: Mapping[str, bytes], name: str) -> Placed:
    """In one folder, named for what is in all of them: they import each other by name."""
    whole = hashlib.sha256(b"".join(files[each] for each in sorted(files))).hexdigest()
    return {f"files/{name}-{whole[:12]}/{each}": content for each, content in files.items()}


def core_files() -> Placed:
    """What a worker may only import as it starts."""
    return {
        name: (runtime.folder() / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.mjs")
    }


def worker_files() -> Placed:
    return {path.name: path.read_bytes() for path in sorted(WORKER.iterdir()) if path.is_file()}


def worker(core: Placed, modules: Placed, release: Mapping[str, Any]) -> bytes:
    at = {Path(path).name: f"./{path}" for path in (*core, *modules)}
    lines = [
        f'import createPyodideModule from "{at["pyodide.asm.mjs"]}";',
        f'import {{ loadPyodide }} from "{at["pyodide.mjs"]}";',
        f'import {{ serve }} from "{at["serve.js"]}";',
        f"serve({json.dumps(release)}, {{ createPyodideModule, loadPyodide }});",
    ]
    return "\n".join([*lines, ""]).encode()


def start_pages(modules: Placed, app: Mapping[str, bytes]) -> Placed:
    """One for each language; the first is what the address of the folder shows."""
    at = {Path(path).name: path for path in (*modules, *app)}
    style = next(path for path in app if path.startswith("static/css/app."))
    icon = next(path for path in app if path.startswith("static/img/icon-180."))
    found: Placed = {}
    for place, (code, _name) in enumerate(settings.LANGUAGES):
        with translation.override(code):
            context = {
                "here": "./",
                "icon": icon,
                "languages": settings.LANGUAGES,
                "script": at["start.js"],
                "style": style,
            }
            page = render_to_string("pocket/start.html", context).encode()
        found |= {f"start.{code}.html": page} | ({} if place else {"index.html": page})
    return found
