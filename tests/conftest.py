"""What all tests share: tasks at once, files as they are served, a say in what may be skipped.

A device to drive is in ``tests.helpers.phones``, the site that it visits in
``tests.helpers.served``.

REQUIRE_BROWSER=1 turns a skip into a failure; so do REQUIRE_WEBKIT, _REDIS, _PROXY, _PGBOUNCER,
_NODE, _POCKET, and those of PROGRAMS. CI sets all.
"""

import gc
import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import hypothesis
import pytest
import redis
from celery import Celery
from django.core.cache import caches
from django.db import connection
from django.template import Context, Template
from django.test.signals import template_rendered
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from whitenoise import WhiteNoise

from scorekeeper.celery import app as celery_app
from scorekeeper.core.limits import middleware, spending
from scorekeeper.core.localization import currencies
from scorekeeper.core.server.management.commands.play import collect_static
from tests.helpers.celery_queue import configured, forget_connections
from tests.helpers.needed import needed
from tests.helpers.progress import Bar

# Playwright's loop lives in the thread of the test, and Django takes that for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PROGRAMS = {
    "gettext": ["msgfmt"],
    "caddy": ["caddy"],
    "systemd": ["systemd-analyze"],
    "promtool": ["promtool"],
    "debian": ["debootstrap", "systemd-nspawn", "nsenter"],
}
"""By mark, what its tests run."""
SERVERS = {"browser", "webkit", "redis", "proxy", "bouncer", "node", "pocket", "postgres"}
"""Whatever has one of these is marked ``programs`` too."""
NODE = shutil.which("node")
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")

pytest_plugins = [
    "tests.helpers.databases",
    "tests.helpers.phones",
    "tests.helpers.served",
    "tests.helpers.migrated",
    "tests.helpers.iphones",
    "tests.helpers.production",
    "tests.helpers.unknown_names",
]

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, max_examples=10)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=500, print_blob=True)
hypothesis.settings.register_profile("quick", deadline=None, derandomize=True, max_examples=5)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bar", action="store_true", help="show a bar instead of dots")


def pytest_configure(config: pytest.Config) -> None:
    """Pages name the files that are served: collected once, by the first process of a run."""
    if not hasattr(config, "workerinput"):
        collect_static()
        if config.getoption("--bar"):
            config.pluginmanager.register(Bar())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """What is collected, 12,000 tests and what they import, stays to the end: to look it through
    for garbage again and again takes a quarter of the time, and then some in each test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


# What may be skipped, and how loudly


@pytest.hookimpl(tryfirst=True)  # before anything is chosen by its marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from tests.helpers.bouncers import PGBOUNCER
    from tests.helpers.iphones import WEBKIT  # not before pytest has taken them in as plugins
    from tests.helpers.phones import CHROMIUM

    for item in items:
        if touches_the_database(item):
            item.add_marker(pytest.mark.database)
        if "browser" in item.keywords:
            skip_unless(item, CHROMIUM is not None or needed("BROWSER"), "there is no Chromium")
        if "webkit" in item.keywords:
            skip_unless(item, WEBKIT or needed("WEBKIT"), "there is no WebKit")
        if "redis" in item.keywords:
            skip_unless(item, redis_answers() or needed("REDIS"), "Redis does not answer")
        if "proxy" in item.keywords:
            skip_unless(item, NGINX is not None or needed("PROXY"), "there is no nginx")
        if "bouncer" in item.keywords:
            there = PGBOUNCER is not None or needed("PGBOUNCER")
            skip_unless(item, there, "there is no PgBouncer")
        if "node" in item.keywords:
            skip_unless(item, NODE is not None or needed("NODE"), "there is no Node")
        for mark, programs in PROGRAMS.items():
            if mark in item.keywords:
                there = all(map(shutil.which, programs)) or needed(mark.upper())
                skip_unless(item, there, f"needs {' and '.join(programs)}")
        if "postgres" in item.keywords:
            skip_unless(item, connection.vendor == "postgresql", "the database is not PostgreSQL")
        if {*PROGRAMS, *SERVERS} & set(item.keywords):
            item.add_marker(pytest.mark.programs)
    slow_files = {item.path for item in items if "programs" in item.keywords}
    items.sort(key=lambda item: item.path not in slow_files)  # else one ends long after all


def touches_the_database(item: pytest.Item) -> bool:
    """What does not is as true on one database as on the other, so CI runs it once."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return "django_db" in item.keywords or bool(fixtures & {"db", "transactional_db"})


def skip_unless(item: pytest.Item, there: bool, reason: str) -> None:
    if not there:
        item.add_marker(pytest.mark.skip(reason=reason))


def redis_answers() -> bool:
    try:
        return bool(redis.Redis.from_url(REDIS_URL, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Last, and in red: what a green line may otherwise hide."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for what, title, packages in (
        ("nginx", "TESTS OF THE PROXY SKIPPED", "nginx-light"),
        ("PgBouncer", "TESTS OF POOLS SKIPPED", "pgbouncer"),
        ("WebKit", "TESTS OF IPHONES SKIPPED", "webkit2gtk-driver xvfb"),
        ("Chromium", "BROWSER TESTS SKIPPED", "chromium"),
        ("runtime for the pocket", "TESTS OF THE POCKET SKIPPED", "npm"),
    ):
        if unseen := [reason for reason in skipped if f"there is no {what}" in reason]:
            terminalreporter.write_sep("!", title, red=True, bold=True)
            terminalreporter.write_line(
                f"{len(unseen)} tests need {what} and did not run: apt-get install {packages}",
                red=True,
            )


# Tasks


@pytest.fixture(autouse=True, scope="session")
def _tasks_at_once() -> Iterator[None]:
    """A task runs where it is sent, and its errors are the test's."""
    with configured(task_always_eager=True, task_eager_propagates=True):
        yield


@pytest.fixture(autouse=True, scope="session")
def _files_are_looked_at_once() -> Iterator[None]:
    """Each client of a test loads the middleware anew, and WhiteNoise would look at every file
    again: a third of what a test with five clients costs. What is served does it for itself."""
    seen: dict[tuple[str, str], dict[str, Any]] = {}
    look = WhiteNoise.update_files_dictionary

    def look_once(self: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in seen:
            look(self, root, prefix)
            seen[root, prefix] = dict(self.files)
        self.files.update(seen[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", look_once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _pages_note_what_they_were_given(django_test_environment: None) -> Iterator[None]:
    """``answer.context`` is what the page was given. Django would also copy what each fragment and
    each option of a list was given, for every answer of every test."""

    def render(self: Template, context: Context) -> SafeString:
        if context.template is self:  # no fragment, and nothing that it extends
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(autouse=True, scope="session")
def _amounts_are_shown_only_where_they_may_be() -> Iterator[None]:
    """In a group for points only a page that asks for an amount shows none, and logs that; here it
    fails its test."""

    def refuse() -> str:
        raise AssertionError("An amount was asked for where none is shown")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(currencies, "withhold", refuse)
        yield


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """The rows go with the test's database; what this process counted, or drew of other rows of the
    same numbers, does not, nor the language and the clock of the last request."""
    spending.reset()
    middleware.reset()
    for cache in caches.all():
        cache.clear()
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands still until it is told to go on."""

    class Clock:
        now = time.time_ns()
        earlier: Callable[[], int] | None = None

        def go_on(self, seconds: float) -> None:
            self.now += int(seconds * 1e9)

    class Time:
        time_ns = staticmethod(
            lambda: standing_clock.earlier() if standing_clock.earlier else standing_clock.now
        )

    standing_clock = Clock()
    monkeypatch.setattr(spending, "time", Time)
    return standing_clock


@pytest.fixture
def real_queue(_tasks_at_once: None, tmp_path: Path) -> Iterator[Celery]:
    """Tasks go through the embedded queue, in a folder of this test; start a worker to have them
    run."""
    folder = tmp_path / "queue" / "messages"
    folder.mkdir(parents=True)
    options = celery_app.conf.broker_transport_options | {"folder": str(folder)}
    with configured(task_always_eager=False, broker_transport_options=options) as app:
        forget_connections(app)
        yield app
    forget_connections(app)


@pytest.fixture
def redis_queue(real_queue: Celery) -> Iterator[Celery]:
    """The same through Redis, under names that no other program there uses."""
    ours = f"scorekeeper-test-{token_hex(4)}:"
    addresses = dict.fromkeys(("broker_url", "broker_read_url", "broker_write_url"), REDIS_URL)
    options = {"visibility_timeout": 600, "global_keyprefix": ours}
    with configured(**addresses, broker_transport_options=options) as app:
        forget_connections(app)
        yield app
    forget_connections(app)
    server = redis.Redis.from_url(REDIS_URL)
    if left := list(server.scan_iter(f"{ours}*")):
        server.delete(*left)


@pytest.fixture
def redis_url() -> str:
    """Without a database's number."""
    return REDIS_URL
