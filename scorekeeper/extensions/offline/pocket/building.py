"""Builds the bundles of the app on a device: the runtime, the packages, our code. Each is named by
its content, so that an update transfers only what changed.

A bundle is a gzip file: the length of an index in four bytes, the index as JSON
(``[[path, size], …]``), the files one after another. Files under ``disk/`` go onto the
interpreter's disk, the others are stored for the browser under their own names.
"""

import gzip
import hashlib
import io
import json
import os
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.engine import Engine
from django.urls import URLPattern, URLResolver, get_resolver

from scorekeeper.core.server.files import imports
from scorekeeper.core.server.management.commands.play import collect_static
from scorekeeper.core.server.paths import write_file
from scorekeeper.extensions.offline.pocket import contents, runtime
from scorekeeper.extensions.offline.pocket.contents import (
    ALONE,
    DRAWN,
    LEFT_OUT,
    OURS,
    PACKAGES,
    STAND_INS,
    STANDARD_WITHOUT,
    Parcel,
)

HERE: Final = Path(__file__).parent
WORKER: Final = HERE / "worker"
NOT_INSTALLED: Final = (
    *("scorekeeper.website.rulebook", "scorekeeper.extensions.operation."),
    "scorekeeper.extensions.chats",
    *("django.contrib.admin", "django.contrib.messages", "django.contrib.sessions", "django_otp"),
)
"""Beginnings of the names of apps that a device does not have at all."""
ByPath = dict[str, bytes]
"""Contents by their names in a bundle or archive."""
ARCHIVE_TIME: Final = (2026, 1, 1, 12, 0, 0)
"""Time of all files in an archive: equal contents give equal archives."""

MANIFEST_KEYS: Final = (
    *("name", "short_name", "description", "lang", "dir", "display", "orientation"),
    *("background_color", "theme_color", "categories"),
)
"""Keys of the site's manifest that also hold for the standalone app."""


def bundles() -> dict[str, bytes]:
    """Returns the bundles ``runtime``, ``packages`` and ``app``. Raises MissingError."""
    runtime_folder = runtime.fetch()
    return {
        "runtime": cached_bundle(
            "runtime", lambda: runtime_files(runtime_folder), runtime_fingerprint
        ),
        "packages": cached_bundle("packages", package_files, packages_fingerprint),
        "app": bundle(app_files()),
    }


# Bundles and archives -------------------------------------------------------------------------


def bundle(files: Mapping[str, bytes]) -> bytes:
    index = json.dumps([[name, len(files[name])] for name in sorted(files)]).encode()
    body = b"".join(files[name] for name in sorted(files))
    return gzip.compress(struct.pack("<I", len(index)) + index + body, 9, mtime=0)


def unbundled(packed: bytes) -> ByPath:
    content = gzip.decompress(packed)
    (length,) = struct.unpack("<I", content[:4])
    position, files = 4 + length, {}
    for name, size in json.loads(content[4:position]):
        files[name] = content[position : position + size]
        position += size
    return files


def archive(files: Mapping[str, bytes]) -> bytes:
    """Returns an uncompressed zip for Python; the bundle is compressed as a whole."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive_file:
        for name in sorted(files):
            archive_file.writestr(zipfile.ZipInfo(name, ARCHIVE_TIME), files[name])
    return buffer.getvalue()


def cached_bundle(name: str, make: Callable[[], ByPath], fingerprint: Callable[[], str]) -> bytes:
    """Returns a bundle that is slow to build, cached beside the runtime; deletes outdated ones."""
    compiler = (HERE / "compiling.py").read_bytes()
    key = hashlib.sha256(fingerprint().encode() + compiler).hexdigest()[:12]
    file = runtime.place() / f"{name}-{key}"
    if not file.exists():
        write_file(file, bundle(make()))
        for outdated in runtime.place().glob(f"{name}-*"):
            if outdated.is_file() and outdated != file:
                outdated.unlink(missing_ok=True)
    return file.read_bytes()


def runtime_fingerprint() -> str:
    return f"{runtime.PINNED['integrity']} {STANDARD_WITHOUT}"


def packages_fingerprint() -> str:
    """Returns a text that changes with the installed packages."""
    root = site_packages()
    sizes = [(str(p), (root / p).stat().st_size) for part in PACKAGES for p in part.files(root)]
    return f"{runtime.PINNED['integrity']} {sizes}"


# The runtime and the packages -----------------------------------------------------------------


def runtime_files(runtime_folder: Path) -> ByPath:
    with zipfile.ZipFile(runtime_folder / "python_stdlib.zip") as standard:
        sources = {
            name: standard.read(name)
            for name in standard.namelist()
            if not name.endswith("/") and not Parcel("", without=STANDARD_WITHOUT).leaves_out(name)
        }
    info = json.loads((runtime_folder / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return {
        "runtime/pyodide.asm.wasm": (runtime_folder / "pyodide.asm.wasm").read_bytes(),
        "runtime/python_stdlib.zip": archive(compiled(sources)),
        "runtime/pyodide-lock.json": json.dumps({"info": info, "packages": {}}).encode(),
    }


def package_files() -> ByPath:
    in_archive: ByPath = {}
    on_disk: ByPath = {}
    for part in PACKAGES:
        target = on_disk if part.on_disk else in_archive
        root = site_packages()
        target |= {path.as_posix(): (root / path).read_bytes() for path in part.files(root)}
    compiled_files = compiled(
        {**in_archive, **{f"disk/{name}": content for name, content in on_disk.items()}}
    )
    loose = {name: content for name, content in compiled_files.items() if name.startswith("disk/")}
    inside = {name: content for name, content in compiled_files.items() if name not in loose}
    django = site_packages() / "django" / "conf" / "locale"
    for language in contents.DJANGO_LANGUAGES:
        words = Path(language) / "LC_MESSAGES" / "django.mo"
        loose[f"disk/django/conf/locale/{words.as_posix()}"] = (django / words).read_bytes()
    return {"disk/packages.zip": archive(inside), **loose}


def site_packages() -> Path:
    init_file = import_module("django").__file__
    assert init_file is not None
    return Path(init_file).parent.parent


def compiled(sources: Mapping[str, bytes]) -> ByPath:
    """Compiles sources with the runtime's own Python, whose bytecode differs from ours."""
    with tempfile.TemporaryDirectory(dir=runtime.place(), prefix=".building-") as name:
        stage = Path(name)
        for path, content in sources.items():
            (stage / path).parent.mkdir(parents=True, exist_ok=True)
            (stage / path).write_bytes(content)
        script = [str(HERE / "build.mjs"), str(runtime.folder()), str(stage)]
        runtime.call(runtime.tools().node, *script, str(HERE / "compiling.py"), cwd=stage)
        return {
            path.relative_to(stage).as_posix(): path.read_bytes()
            for path in sorted(stage.rglob("*"))
            if path.is_file()
        }


# Our code -------------------------------------------------------------------------------------


def app_files() -> ByPath:
    """Returns our code and data, an empty database, style sheets, scripts and images."""
    root = Path(settings.PACKAGE).parent
    sources = {path.as_posix(): (root / path).read_bytes() for path in OURS.files(root)}
    for path_in_app, stand_in in STAND_INS.items():
        sources[path_in_app] = (HERE / "stand_ins" / stand_in).read_bytes()
    sources |= {
        f"{room.replace('.', '/')}/__init__.py": b""
        for room in (f"scorekeeper.{name}" for name in LEFT_OUT)
        if f"{room.replace('.', '/')}/__init__.py" not in sources
    }
    assets = static_files()
    notes = build_notes(assets)
    code = compiled(sources) | {f"built/{name}": content for name, content in notes.items()}
    words = Path(settings.BASE_DIR) / "locale"
    catalogues = {
        f"disk/locale/{path.relative_to(words).as_posix()}": path.read_bytes()
        for path in sorted(words.rglob("*.mo"))
    }
    return {
        "disk/app.zip": archive(code),
        "disk/empty.sqlite3": empty_database(),
        **catalogues,
        **{f"static/{name}": content for name, (_plain, content) in assets.items()},
        "app.webmanifest": manifest(assets),
    }


def build_notes(assets: Mapping[str, tuple[str, bytes]]) -> ByPath:
    """Returns the files that ``device_files`` reads."""
    scripts = [plain for plain, _content in assets.values() if plain.endswith(".js")]
    ours = [name for name in scripts if name.startswith("js/")]
    notes = {
        "absent.json": [app for app in settings.INSTALLED_APPS if app.startswith(NOT_INSTALLED)],
        "addresses.json": [
            *({"prefix": route, "name": None} for route in (*ALONE, *DRAWN)),
            *addresses(get_resolver(settings.ROOT_URLCONF).url_patterns),
        ],
        "extensions.json": [
            name for name in settings.EXTENSIONS.by_name if f"extensions.{name}" not in LEFT_OUT
        ],
        "imports.json": {name: imports(name) for name in ours},
        "static.json": {plain: name for name, (plain, _content) in assets.items()},
        "templates.json": templates(),
    }
    return {name: json.dumps(value).encode() for name, value in notes.items()}


def addresses(patterns: list[Any]) -> Iterator[dict[str, Any]]:
    """Yields the URL patterns; of apps left out only their addresses."""
    for pattern in patterns:
        prefix = str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield {"prefix": prefix, "name": pattern.name}
            continue
        assert isinstance(pattern, URLResolver)
        module = pattern.urlconf_module.__name__  # type: ignore[union-attr]
        if module.removeprefix("scorekeeper.").rpartition(".")[0] in LEFT_OUT:
            routes = [
                [str(route.pattern), getattr(route, "name", "")] for route in pattern.url_patterns
            ]
            yield {"prefix": prefix, "app": pattern.app_name, "routes": routes}
        else:
            yield {"prefix": prefix, "urls": module}


def templates() -> dict[str, str]:
    """Returns our templates and Django's form templates. Of apps left out only what pages of others
    show."""
    folders = [Path(settings.BASE_DIR) / "templates", *settings.EXTENSIONS.template_folders]
    in_slots = set(settings.EXTENSIONS.slot_templates)
    for added in settings.EXTENSIONS.slot_templates:
        in_slots |= set(
            re.findall(r'{% include "([^"]+)"', Engine.get_default().get_template(added).source)
        )
    forms = site_packages() / "django" / "forms" / "templates"
    left_out = [Path(name.removeprefix("extensions.").replace(".", "/")) for name in LEFT_OUT]
    return {
        **{path.relative_to(forms).as_posix(): path.read_text() for path in forms.rglob("*.html")},
        **{
            name.as_posix(): (folder / name).read_text(encoding="utf-8")
            for folder in folders
            for name in sorted(path.relative_to(folder) for path in folder.rglob("*.*"))
            if name.as_posix() in in_slots
            or not any(name.is_relative_to(room) for room in left_out)
        },
    }


def static_files() -> dict[str, tuple[str, bytes]]:
    """Returns plain name and content by hashed name."""
    collect_static()
    hashed: dict[str, str] = staticfiles_storage.hashed_files  # type: ignore[attr-defined]
    wanted = {
        plain: named
        for plain, named in hashed.items()
        if plain.startswith(("js/", "css/", "img/icon", "img/maskable"))
        or plain.endswith(("htmx-2.min.js", ".webmanifest"))
    }
    assert all(finders.find(plain) for plain in wanted)
    root = Path(settings.STATIC_ROOT)
    return {named: (plain, (root / named).read_bytes()) for plain, named in wanted.items()}


def manifest(assets: Mapping[str, tuple[str, bytes]]) -> bytes:
    """Returns the manifest of the standalone app, with relative addresses."""
    site_manifest = json.loads(
        (Path(settings.BASE_DIR) / "static" / "app.webmanifest").read_bytes()
    )
    name_by_path = {plain: name for name, (plain, _content) in assets.items()}
    icons = [
        {**icon, "src": f"static/{name_by_path[icon['src']]}"} for icon in site_manifest["icons"]
    ]
    site_manifest = {name: value for name, value in site_manifest.items() if name in MANIFEST_KEYS}
    return json.dumps({**site_manifest, "start_url": "./", "scope": "./", "icons": icons}).encode()


MIGRATE: Final = """
import sys
from django import setup
from django.apps import apps
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

setup()
call_command("migrate", verbosity=0)
for label in sorted(MigrationLoader(None).migrated_apps):
    if apps.get_app_config(label).name.startswith(tuple(sys.argv[1:])):
        call_command("migrate", label, "zero", verbosity=0)
"""
"""Run with the beginnings of names of apps whose tables are left out."""


def empty_database() -> bytes:
    """Returns a database with the tables of the apps on a device. Migrations of other apps would be
    mistaken there for those of a newer release."""
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "DATA_DIR": name, "MODE": "play", "SECRET_KEY": "-" * 50}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-c", MIGRATE, *NOT_INSTALLED]
        subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)
        file = Path(name) / "scorekeeper.sqlite3"
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("UPDATE django_migrations SET applied = '2026-01-01 12:00:00'")
            database.execute("UPDATE releases_release SET at = '2026-01-01 12:00:00'")
            database.execute("VACUUM")
        return file.read_bytes()
