"""A folder of static files that any https host can serve: the whole app, for one device at a time.

``files/`` holds the bundles and the worker's modules, each under a name that says what is in it;
``sw.js`` names those of this release and is all that changes its content under its own name, with
the start pages.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.core.server.paths import write_file
from scorekeeper.extensions.offline.pocket import building, runtime
from scorekeeper.extensions.offline.pocket.building import WORKER
from scorekeeper.extensions.offline.pocket.serving import WORKER_FILE

Placed = dict[str, bytes]
"""Contents by their paths in the folder."""


def write_site(into: Path) -> Placed:
    """Writes the standalone app; older files stay for devices that still use them. Raises
    MissingError."""
    return write(into, placed(building.bundles()))


def write_offline_files(into: Path) -> Placed:
    """Writes the app for offline use (``serving``): the same bundles and the site's worker
    ``sw.js``; nothing if it is up to date. Raises MissingError."""
    mark, now = into / "made-of", made_of()
    if mark.exists() and mark.read_text() == now:
        return {}
    files = write(into, beside_the_site(building.bundles()))
    mark.write_text(now)
    return files


def made_of() -> str:
    """Returns a digest of everything that goes into a release."""
    beside = (Path(settings.BASE_DIR) / room for room in ("templates", "static", "locale"))
    hasher = hashlib.sha256(building.packages_fingerprint().encode())
    for room in (Path(settings.PACKAGE), *beside):
        for path in sorted(room.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                hasher.update(str(path.relative_to(room)).encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()


def write(into: Path, files: Placed) -> Placed:
    """Writes the files, the worker last, as it names the others; each atomically."""
    for path in sorted(files, key=lambda path_: path_ == WORKER_FILE):
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, files[path])
    return files


@dataclass(frozen=True)
class Release:
    """The files that phones fetch, by path; ``bundle_list``: name, size and digest of each
    bundle."""

    bundles: Placed
    core: Placed
    modules: Placed
    bundle_list: list[dict[str, Any]]

    @property
    def name(self) -> str:
        """A digest of its contents."""
        names = [*(bundle["file"] for bundle in self.bundle_list), *self.core, *self.modules]
        return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:12]

    @property
    def files(self) -> Placed:
        return {**self.bundles, **self.core, **self.modules}

    def worker(self, start: str) -> bytes:
        """Returns the worker's code; ``start``: our module that serves."""
        addresses = {Path(path).name: f"./{path}" for path in (*self.core, *self.modules)}
        release = json.dumps({"name": self.name, "bundles": self.bundle_list})
        lines = [
            f'import createPyodideModule from "{addresses["pyodide.asm.mjs"]}";',
            f'import {{ loadPyodide }} from "{addresses["pyodide.mjs"]}";',
            f'import {{ serve }} from "{addresses[start]}";',
            f"serve({release}, {{ createPyodideModule, loadPyodide }});",
        ]
        return "\n".join([*lines, ""]).encode()


def released(bundles: Mapping[str, bytes], folder: str = "") -> Release:
    infos = [bundle_info(name, content, folder) for name, content in bundles.items()]
    return Release(
        bundles={info["file"]: bundles[info["name"]] for info in infos},
        core=in_hashed_folder(core_files(), f"{folder}files/run"),
        modules=in_hashed_folder(worker_files(), f"{folder}files/worker"),
        bundle_list=infos,
    )


def placed(bundles: Mapping[str, bytes]) -> Placed:
    release = released(bundles)
    app = building.unbundled(bundles["app"])
    return {
        **release.files,
        **{path: app[path] for path in app if path.startswith("static/")},
        "app.webmanifest": app["app.webmanifest"],
        WORKER_FILE: release.worker("static_site.js"),
        **start_pages(release.modules, app),
    }


def beside_the_site(bundles: Mapping[str, bytes]) -> Placed:
    release = released(bundles, "pocket/")
    return {**release.files, WORKER_FILE: release.worker("server_site.js")}


def bundle_info(name: str, content: bytes, folder: str) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    file = f"{folder}files/{name}-{digest[:12]}.bundle"
    return {"name": name, "file": file, "sha256": digest, "size": len(content)}


def in_hashed_folder(files: Mapping[str, bytes], name: str) -> Placed:
    """Returns the files in a folder named by their digest: they import each other by name."""
    digest = hashlib.sha256(b"".join(files[name_] for name_ in sorted(files))).hexdigest()
    return {f"{name}-{digest[:12]}/{name_}": content for name_, content in files.items()}


def core_files() -> Placed:
    """Returns the modules that a worker must import as it starts."""
    return {
        name: (runtime.folder() / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.mjs")
    }


def worker_files() -> Placed:
    return {path.name: path.read_bytes() for path in sorted(WORKER.iterdir()) if path.is_file()}


def start_pages(modules: Placed, app: Mapping[str, bytes]) -> Placed:
    """Returns a start page for each language; the first one is also ``index.html``."""
    path_by_name = {Path(path).name: path for path in (*modules, *app)}
    style = next(path for path in app if path.startswith("static/css/app."))
    icon = next(path for path in app if path.startswith("static/img/icon-180."))
    pages: Placed = {}
    for index, (code, _name) in enumerate(settings.LANGUAGES):
        with translation.override(code):
            context = {
                "here": "./",
                "icon": icon,
                "languages": settings.LANGUAGES,
                "script": path_by_name["start.js"],
                "style": style,
            }
            page = render_to_string("offline/pocket/start.html", context).encode()
        pages |= {f"start.{code}.html": page} | ({} if index else {"index.html": page})
    return pages
