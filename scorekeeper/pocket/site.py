"""A folder of static files that any https host can serve: the whole app, for one phone at a time.

``files/`` holds the bundles and the worker's modules, each under a name that says what is in it;
``sw.js`` names those of this release and is all that changes its content under its own name, with
the start pages.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.pocket import building, runtime
from scorekeeper.pocket.building import WORKER
from scorekeeper.pocket.serving import WORKER_FILE

Placed = dict[str, bytes]
"""By their paths in the folder."""


def write_site(into: Path) -> Placed:
    """All of it, and what was there of before is left beside it for phones that still hold it.
    Raises MissingError."""
    return write(into, placed(building.bundles()))


def write_along(into: Path) -> Placed:
    """What a phone takes along from this server (``serving``): the same bundles, and a worker for
    the whole site, ``sw.js``; nothing where it is there already. Raises MissingError."""
    mark, now = into / "made-of", made_of()
    if mark.exists() and mark.read_text() == now:
        return {}
    files = write(into, beside_the_site(building.bundles()))
    mark.write_text(now)
    return files


def made_of() -> str:
    """The same for as long as everything that goes into a release is the same."""
    root = Path(settings.BASE_DIR)
    rooms = (root / room for room in ("scorekeeper", "templates", "static", "locale"))
    found = hashlib.sha256(building.told_packages().encode())
    for path in sorted(path for room in rooms for path in room.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            found.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def write(into: Path, files: Placed) -> Placed:
    """The worker last: it names all else. A file is there whole, or not."""
    for path in sorted(files, key=lambda each: each == WORKER_FILE):
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.draft")
        draft.write_bytes(files[path])
        draft.replace(target)
    return files


@dataclass(frozen=True)
class Release:
    """What phones fetch of it, by path; ``told``: the name, size and digest of each bundle."""

    bundles: Placed
    core: Placed
    modules: Placed
    told: list[dict[str, Any]]

    @property
    def name(self) -> str:
        """Says what is in it."""
        names = [*(each["file"] for each in self.told), *self.core, *self.modules]
        return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:12]

    @property
    def files(self) -> Placed:
        return {**self.bundles, **self.core, **self.modules}

    def worker(self, start: str) -> bytes:
        """``start``: the module of ours that serves."""
        at = {Path(path).name: f"./{path}" for path in (*self.core, *self.modules)}
        release = json.dumps({"name": self.name, "bundles": self.told})
        lines = [
            f'import createPyodideModule from "{at["pyodide.asm.mjs"]}";',
            f'import {{ loadPyodide }} from "{at["pyodide.mjs"]}";',
            f'import {{ serve }} from "{at[start]}";',
            f"serve({release}, {{ createPyodideModule, loadPyodide }});",
        ]
        return "\n".join([*lines, ""]).encode()


def released(bundles: Mapping[str, bytes], folder: str = "") -> Release:
    told = [told_of(name, content, folder) for name, content in bundles.items()]
    return Release(
        bundles={each["file"]: bundles[each["name"]] for each in told},
        core=folder_of(core_files(), f"{folder}files/run"),
        modules=folder_of(worker_files(), f"{folder}files/worker"),
        told=told,
    )


def placed(bundles: Mapping[str, bytes]) -> Placed:
    release = released(bundles)
    app = building.unbundled(bundles["app"])
    return {
        **release.files,
        **{path: app[path] for path in app if path.startswith("static/")},
        "app.webmanifest": app["app.webmanifest"],
        WORKER_FILE: release.worker("serve.js"),
        **start_pages(release.modules, app),
    }


def beside_the_site(bundles: Mapping[str, bytes]) -> Placed:
    release = released(bundles, "pocket/")
    return {**release.files, WORKER_FILE: release.worker("along.js")}


def told_of(name: str, content: bytes, folder: str) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    file = f"{folder}files/{name}-{digest[:12]}.bundle"
    return {"name": name, "file": file, "sha256": digest, "size": len(content)}


def folder_of(files: Mapping[str, bytes], name: str) -> Placed:
    """In one folder, named for what is in all of them: they import each other by name."""
    whole = hashlib.sha256(b"".join(files[each] for each in sorted(files))).hexdigest()
    return {f"{name}-{whole[:12]}/{each}": content for each, content in files.items()}


def core_files() -> Placed:
    """What a worker may only import as it starts."""
    return {
        name: (runtime.folder() / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.mjs")
    }


def worker_files() -> Placed:
    return {path.name: path.read_bytes() for path in sorted(WORKER.iterdir()) if path.is_file()}


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
