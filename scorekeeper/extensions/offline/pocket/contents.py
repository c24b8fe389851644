"""The parts of installed packages and of this project in the app on a device.

Chosen by hand and trimmed to what a device runs: no other database, no admin, no test runner, no
unused language. Apps left out answer with a message (``not_here``); modules that others import
have a stand-in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Parcel:
    """A package. ``only``, ``without``: patterns of its modules; ``besides``: of its other files;
    ``on_disk``: it opens its files by path, so they cannot be in an archive."""

    name: str
    only: Sequence[str] = ("*",)
    without: Sequence[str] = ()
    besides: Sequence[str] = ()
    on_disk: bool = False

    def files(self, root: Path) -> Iterator[Path]:
        """Yields the included files relative to ``root``, in order."""
        for path in sorted((root / self.name).rglob("*")):
            relative = path.relative_to(root / self.name).as_posix()
            kinds = self.only if path.suffix == ".py" else self.besides
            is_included = any(fnmatch(relative, pattern) for pattern in kinds)
            if is_included and path.is_file() and not self.leaves_out(relative):
                yield path.relative_to(root)

    def leaves_out(self, path: str) -> bool:
        return any(fnmatch(path, pattern) for pattern in self.without)


DJANGO_WITHOUT: Final = (
    *("contrib/admin/*", "contrib/admindocs/*", "contrib/flatpages/*", "contrib/gis/*"),
    *("contrib/humanize/*", "contrib/postgres/*", "contrib/redirects/*", "contrib/sitemaps/*"),
    *("contrib/syndication/*", "db/backends/mysql/*", "db/backends/oracle/*"),
    *("db/backends/postgresql/*", "contrib/*/locale/*", "test/*"),
    *("conf/app_template/*", "conf/project_template/*", "core/mail/backends/[dfls]*"),
    *("core/management/commands/[!_m]*", "core/management/commands/make*"),
    *("core/cache/backends/[dmr]*", "template/backends/jinja2.py", "core/servers/*"),
)
DJANGO_LANGUAGES: Final = ("en", "hi")
STDNUM_ONLY: Final = (
    *("__init__.py", "exceptions.py", "util.py", "numdb.py", "iban.py", "iso7064/*", "sg/*"),
    *("*/__init__.py", "*/iban.py", "be/nn.py", "es/ccc.py"),
)
PACKAGES: Final = (
    Parcel("django", without=DJANGO_WITHOUT),
    *(Parcel(name) for name in ("asgiref", "csp", "packaging", "segno", "openskill")),
    Parcel("django_htmx"),
    Parcel("environ"),
    Parcel("sqlparse"),
    Parcel("stdnum", only=STDNUM_ONLY, besides=("iban.dat",)),
    Parcel("tzdata", besides=("zones", "zoneinfo/*")),
    Parcel(
        "babel",
        without=("messages/*",),
        besides=(
            "global.dat",
            "locale-data/root.dat",
            "locale-data/en*.dat",
            "locale-data/hi*.dat",
        ),
        on_disk=True,
    ),
)

LEFT_OUT: Final = (
    *("core.jobs", "statements", "website.certificates", "website.rulebook"),
    *("extensions.calendar.mail", "extensions.calendar.planning"),
    *("extensions.exchange.proof", "extensions.exchange.public_season"),
    *(f"extensions.operation.{part}" for part in ("admin", "health", "metrics")),
    "extensions.chats",
)
"""Apps without pages on a device: they make PDFs, send e-mails, serve outsiders, or need programs
that do not run there. Their tables stay, so that a group file is complete."""
ALONE: Final = (
    *("join/<str:token>/", "g/<str:code>/share/", "sessions/<str:code>/invite/"),
    *("recover/", "g/<str:code>/recovery/"),
)
"""Addresses about other devices, which a standalone app does not have."""
DRAWN: Final = tuple(
    f"sessions/<str:code>/tournament/{file}"
    for file in (
        *("round-<int:number>.pdf", "rounds.pdf", "ranking.pdf", "certificates.pdf"),
        *("cards.pdf", "image/", "image/png/"),
    )
)
"""Addresses of an app with pages that draw a PDF or an image, which a device cannot."""
OURS: Final = Parcel(
    "scorekeeper",
    without=(
        *(
            "*/management/commands/*",
            "celery.py",
            "wsgi.py",
            "asgi.py",
            "urls.py",
            "extensions/chats/*",
            "extensions/operation/*/*",
            "website/certificates/*",
        ),
        *(
            "website/rulebook/*",
            "statements/drawing/*",
            "statements/layouts/*",
            "statements/images/*",
        ),
        "statements/*views.py",
        *("core/server/certificates.py", "core/server/authority.py"),
        *(
            "core/server/subprocesses.py",
            "core/server/start.py",
            "extensions/calendar/mail/*views.py",
            "extensions/calendar/planning/*views.py",
            "extensions/calendar/planning/feeds/*views.py",
        ),
        "core/jobs/views.py",
        *(
            "extensions/offline/pocket/building.py",
            "extensions/offline/pocket/contents.py",
            "extensions/offline/pocket/runtime.py",
            "extensions/offline/pocket/site.py",
        ),
        *(
            "extensions/offline/pocket/compiling.py",
            "extensions/offline/pocket/stand_ins/*",
            "extensions/calendar/planning/feeds/ical.py",
        ),
    ),
    besides=("*.schema.json", "extensions/tournaments/draw/stored_plans.txt"),
)
STAND_INS: Final = {
    "celery.py": "celery.py",
    "scorekeeper/celery.py": "queue.py",
    "scorekeeper/extensions/calendar/planning/tasks.py": "no_tasks.py",
    "scorekeeper/core/server/files.py": "files.py",
    "scorekeeper/statements/drawing/fonts.py": "fonts.py",
    "scorekeeper/statements/files/rendering.py": "making.py",
    "scorekeeper/statements/tasks.py": "no_tasks.py",
}
"""Files in ``stand_ins`` by the path they replace."""

STANDARD_WITHOUT: Final = (
    *("_pyrepl/[!_p]*", "asyncio/__main__*", "pydoc_data/*", "turtle*", "unittest/*", "xmlrpc/*"),
    *("idlelib/*", "wsgiref/*", "curses/*", "dbm/*", "ensurepip/*", "lib2to3/*", "tkinter/*"),
    *("__phello__/*", "pdb.*", "doctest.*", "mailbox.*", "ftplib.*", "imaplib.*"),
    *("poplib.*", "tarfile.*", "profile.*", "cProfile.*", "pstats.*", "timeit.*", "trace.*"),
    *("wave.*", "webbrowser.*", "zipapp.*", "this.*", "antigravity.*", "ctypes/macholib/*"),
)
"""Of the standard library."""
