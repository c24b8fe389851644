"""Builds what a phone takes: three bundles (the runtime, the packages, our code), each named for
what is in it, so that an update brings only what changed.

A bundle is one file, packed with gzip: the length of a list in four bytes, the list as JSON
(``[[path, size], …]``), the files one after another. What lies under ``disk/`` in it goes onto the
disk of the interpreter, all else is kept for the browser under its own name.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
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
from django.urls import URLPattern, URLResolver, get_resolver

from scorekeeper.pocket import contents, runtime
from scorekeeper.pocket.contents import (
    ALONE,
    LEFT_OUT,
    OURS,
    PACKAGES,
    STAND_INS,
    STANDARD_WITHOUT,
    Parcel,
)
from scorekeeper.serving.files import imports
from scorekeeper.serving.management.commands.play import collect_static
from scorekeeper.serving.templates import tight

HERE: Final = Path(__file__).parent
WORKER: Final = HERE / "worker"
ByPath = dict[str, bytes]
"""By their names in a bundle or archive."""
NOON: Final = (2026, 1, 1, 12, 0, 0)
"""When everything in an archive was made: the same content is the same file."""

OF_THE_APP: Final = (
    *("name", "short_name", "description", "lang", "dir", "display", "orientation"),
    *("background_color", "theme_color", "categories"),
)
"""What the site's manifest says of the app on a phone alone, too."""


def bundles() -> dict[str, bytes]:
    """By name: ``runtime``, ``packages``, ``app``. Raises MissingError."""
    held = runtime.fetch()
    return {
        "runtime": kept("runtime", lambda: runtime_files(held), told_runtime),
        "packages": kept("packages", package_files, told_packages),
        "app": bundle(app_files()),
    }


# Bundles and archives -------------------------------------------------------------------------


def bundle(files: Mapping[str, bytes]) -> bytes:
    told = json.dumps([[name, len(files[name])] for name in sorted(files)]).encode()
    body = b"".join(files[name] for name in sorted(files))
    return gzip.compress(struct.pack("<I", len(told)) + told + body, 9, mtime=0)


def unbundled(packed: bytes) -> ByPath:
    content = gzip.decompress(packed)
    (length,) = struct.unpack("<I", content[:4])
    at, files = 4 + length, {}
    for name, size in json.loads(content[4:at]):
        files[name] = content[at : at + size]
        at += size
    return files


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip that Python imports from. Not packed: the bundle is, as a whole, and better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as into:
        for name in sorted(files):
            into.writestr(zipfile.ZipInfo(name, NOON), files[name])
    return made.getvalue()


def kept(name: str, make: Callable[[], ByPath], told: Callable[[], str]) -> bytes:
    """The bundle. What takes long to make and seldom changes is kept beside the runtime, the
    newest of it."""
    ours = (HERE / "compiling.py").read_bytes()
    mark = hashlib.sha256(told().encode() + ours).hexdigest()[:12]
    file = runtime.place() / f"{name}-{mark}"
    if not file.exists():
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.write_bytes(bundle(make()))
        draft.replace(file)
        for older in runtime.place().glob(f"{name}-*"):
            if older.is_file() and older != file:
                older.unlink(missing_ok=True)
    return file.read_bytes()


def told_runtime() -> str:
    return f"{runtime.PINNED['integrity']} {STANDARD_WITHOUT}"


def told_packages() -> str:
    """Whatever was installed anew looks different."""
    root = site_packages()
    seen = [(str(p), (root / p).stat().st_size) for part in PACKAGES for p in chosen(part)]
    return f"{runtime.PINNED['integrity']} {seen}"


# The runtime and the packages -----------------------------------------------------------------


def runtime_files(held: Path) -> ByPath:
    with zipfile.ZipFile(held / "python_stdlib.zip") as standard:
        sources = {
            name: standard.read(name)
            for name in standard.namelist()
            if not name.endswith("/") and not Parcel("", without=STANDARD_WITHOUT).leaves_out(name)
        }
    info = json.loads((held / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    return {
        "runtime/pyodide.asm.wasm": (held / "pyodide.asm.wasm").read_bytes(),
        "runtime/python_stdlib.zip": archive(compiled(sources)),
        "runtime/pyodide-lock.json": json.dumps({"info": info, "packages": {}}).encode(),
    }


def package_files() -> ByPath:
    found: ByPath = {}
    on_disk: ByPath = {}
    for part in PACKAGES:
        into = on_disk if part.on_disk else found
        into |= {path.as_posix(): (site_packages() / path).read_bytes() for path in chosen(part)}
    made = compiled({**found, **{f"disk/{name}": content for name, content in on_disk.items()}})
    loose = {name: content for name, content in made.items() if name.startswith("disk/")}
    inside = {name: content for name, content in made.items() if name not in loose}
    django = site_packages() / "django" / "conf" / "locale"
    for language in contents.DJANGO_LANGUAGES:
        words = Path(language) / "LC_MESSAGES" / "django.mo"
        loose[f"disk/django/conf/locale/{words.as_posix()}"] = (django / words).read_bytes()
    return {"disk/packages.zip": archive(inside), **loose}


def site_packages() -> Path:
    found = import_module("django").__file__
    assert found is not None
    return Path(found).parent.parent


def chosen(part: Parcel) -> Iterator[Path]:
    return part.files(site_packages())


def compiled(sources: Mapping[str, bytes]) -> ByPath:
    """By the runtime's own Python: another one's would not load there."""
    with tempfile.TemporaryDirectory(dir=runtime.place(), prefix=".building-") as name:
        stage = Path(name)
        for path, content in sources.items():
            (stage / path).parent.mkdir(parents=True, exist_ok=True)
            (stage / path).write_bytes(content)
        script = [str(HERE / "build.mjs"), str(runtime.folder()), str(stage)]
        runtime.call(runtime.tools().node, *script, str(HERE / "compiling.py"), at=stage)
        return {
            path.relative_to(stage).as_posix(): path.read_bytes()
            for path in sorted(stage.rglob("*"))
            if path.is_file()
        }


# Our code -------------------------------------------------------------------------------------


def app_files() -> ByPath:
    """Our code and what it reads; the empty database; style sheets, scripts and pictures."""
    root = Path(settings.BASE_DIR)
    sources = {path.as_posix(): (root / path).read_bytes() for path in OURS.files(root)}
    for place, ours in STAND_INS.items():
        sources[place] = (HERE / "stand_ins" / ours).read_bytes()
    sources |= {
        f"{room.replace('.', '/')}/__init__.py": b""
        for room in (f"scorekeeper.{name}" for name in LEFT_OUT)
        if f"scorekeeper/{room.rpartition('.')[2]}/__init__.py" not in sources
    }
    assets = static_files()
    notes = told_notes(assets)
    inside = compiled(sources) | {f"told/{name}": content for name, content in notes.items()}
    spoken = {
        f"disk/locale/{path.relative_to(root / 'locale').as_posix()}": path.read_bytes()
        for path in sorted((root / "locale").rglob("*.mo"))
    }
    return {
        "disk/app.zip": archive(inside),
        "disk/empty.sqlite3": empty_database(),
        **spoken,
        **{f"static/{name}": content for name, (_plain, content) in assets.items()},
        "app.webmanifest": manifest(assets),
    }


def told_notes(assets: Mapping[str, tuple[str, bytes]]) -> ByPath:
    """What ``inside_files`` reads."""
    scripts = [plain for plain, _content in assets.values() if plain.endswith(".js")]
    ours = [name for name in scripts if name.startswith("js/")]
    notes = {
        "absent.json": ["scorekeeper.rulebook", "scorekeeper.health"],
        "addresses.json": [
            *({"prefix": route, "name": None} for route in ALONE),
            *addresses(get_resolver(settings.ROOT_URLCONF).url_patterns),
        ],
        "imports.json": {name: imports(name) for name in ours},
        "static.json": {plain: name for name, (plain, _content) in assets.items()},
        "templates.json": templates(),
    }
    return {name: json.dumps(value).encode() for name, value in notes.items()}


def addresses(patterns: list[Any]) -> Iterator[dict[str, Any]]:
    """Where a room stayed behind, its addresses only."""
    for found in patterns:
        prefix = str(found.pattern)
        if isinstance(found, URLPattern):
            yield {"prefix": prefix, "name": found.name}
            continue
        assert isinstance(found, URLResolver)
        module = found.urlconf_module.__name__  # type: ignore[union-attr]
        if module.split(".")[1] in LEFT_OUT:
            routes = [[str(one.pattern), getattr(one, "name", "")] for one in found.url_patterns]
            yield {"prefix": prefix, "app": found.app_name, "routes": routes}
        else:
            yield {"prefix": prefix, "urls": module}


def templates() -> dict[str, str]:
    """Ours as they are read, and those with which Django draws a form."""
    ours = Path(settings.BASE_DIR) / "templates"
    forms = site_packages() / "django" / "forms" / "templates"
    return {
        **{path.relative_to(forms).as_posix(): path.read_text() for path in forms.rglob("*.html")},
        **{
            path.relative_to(ours).as_posix(): tight(path.read_text(encoding="utf-8"))
            for path in sorted(ours.rglob("*"))
            if path.is_file() and path.relative_to(ours).parts[0] not in LEFT_OUT
        },
    }


def static_files() -> dict[str, tuple[str, bytes]]:
    """By the name that says what is in it: the plain name, and the content."""
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
    """Of the app on the phone, wherever the site stands on its host."""
    told = json.loads((Path(settings.BASE_DIR) / "static" / "app.webmanifest").read_bytes())
    named = {plain: name for name, (plain, _content) in assets.items()}
    icons = [{**icon, "src": f"static/{named[icon['src']]}"} for icon in told["icons"]]
    told = {name: value for name, value in told.items() if name in OF_THE_APP}
    return json.dumps({**told, "start_url": "./", "scope": "./", "icons": icons}).encode()


def empty_database() -> bytes:
    """With the tables of the apps that a phone has, as ``migrate`` makes them here: a migration of
    another would be taken there for one of a newer release."""
    with tempfile.TemporaryDirectory() as name:
        told = {**os.environ, "DATA_DIR": name, "MODE": "play", "SECRET_KEY": "-" * 50}
        told.pop("DATABASE_URL", None)
        for act in (["migrate"], ["migrate", "health", "zero"]):
            command = [sys.executable, "manage.py", *act, "--verbosity", "0"]
            subprocess.run(command, cwd=settings.BASE_DIR, env=told, check=True)
        file = Path(name) / "scorekeeper.sqlite3"
        with closing(sqlite3.connect(file, isolation_level=None)) as made:
            made.execute("PRAGMA journal_mode=DELETE")
            made.execute("UPDATE django_migrations SET applied = '2026-01-01 12:00:00'")
            made.execute("VACUUM")
        return file.read_bytes()
