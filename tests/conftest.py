"""What all tests share: tasks at once, a phone to drive, and a say in what may be skipped.

REQUIRE_BROWSER=1 and REQUIRE_REDIS=1 turn a skip into a failure; CI sets both.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
import redis
from celery import Celery
from django.db import connection
from django.utils import timezone, translation
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page

from scorekeeper.celery import app as celery_app

# Playwright's loop lives in the thread of the test, and Django takes that for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")
SCREENSHOTS = Path(__file__).parent / "screenshots"

hypothesis.settings.register_profile("full", deadline=None)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=15)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))


# What may be skipped, and how loudly


def needed(what: str) -> bool:
    return os.environ.get(f"REQUIRE_{what}", "") not in ("", "0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.keywords:
            skip_unless(item, CHROMIUM is not None or needed("BROWSER"), "there is no Chromium")
        if "redis" in item.keywords:
            skip_unless(item, redis_answers() or needed("REDIS"), "Redis does not answer")
        if "postgres" in item.keywords:
            skip_unless(item, connection.vendor == "postgresql", "the database is not PostgreSQL")


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
    unseen = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if "there is no Chromium" in str(report.longrepr)
    ]
    if unseen:
        terminalreporter.write_sep("!", "BROWSER TESTS SKIPPED", red=True, bold=True)
        terminalreporter.write_line(
            f"{len(unseen)} tests need Chromium and did not run: apt-get install chromium", red=True
        )


# Tasks


@contextmanager
def configured(**told: Any) -> Iterator[Celery]:
    before = {name: getattr(celery_app.conf, name) for name in told}
    celery_app.conf.update(told)
    yield celery_app
    celery_app.conf.update(before)


@pytest.fixture(autouse=True)
def _tasks_at_once() -> Iterator[None]:
    """A task runs where it is sent, and its errors are the test's."""
    with configured(task_always_eager=True, task_eager_propagates=True):
        yield


@pytest.fixture(autouse=True)
def _nobody_reading() -> Iterator[None]:
    """No test reads with the language or the clock of the request before it."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture
def real_queue(_tasks_at_once: None, tmp_path: Path) -> Iterator[Celery]:
    """Tasks go through the embedded queue, in a folder of this test; start a worker to have them
    run."""
    folders = {name: tmp_path / "queue" / name for name in ("messages", "control", "processed")}
    for folder in folders.values():
        folder.mkdir(parents=True)
    options = celery_app.conf.broker_transport_options | {
        "data_folder_in": str(folders["messages"]),
        "data_folder_out": str(folders["messages"]),
        "control_folder": str(folders["control"]),
        "processed_folder": str(folders["processed"]),
    }
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


def forget_connections(app: Any) -> None:
    """Celery keeps its connections to the queue of before, in two private places."""
    app._pool = None
    app.amqp._producer_pool = None


# Browser


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    args = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync --disable-dev-shm-usage"
    )
    return {"executable_path": CHROMIUM, "args": args.split()}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A phone in India."""
    return {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-IN",
        "timezone_id": "Asia/Kolkata",
    }


@pytest.fixture
def complaints() -> list[str]:
    """What the browsers of a test complained about; a test that expects some clears it."""
    return []


@pytest.fixture
def new_phone(new_context: Any, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """``new_phone()`` is a page of its own browser; any error on any of them fails the test."""

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"{message.text} ({urlsplit(message.location['url']).path})")

    def take_out(**context_args: Any) -> Page:
        context: BrowserContext = new_context(**context_args)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context.new_page()

    yield take_out
    assert complaints == [], "the browser complained"


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


@pytest.fixture
def screenshot() -> Callable[..., Path]:
    """``screenshot(page, "board")`` keeps a picture in tests/screenshots/, which git ignores;
    ``full=False``: of what the phone shows without scrolling."""

    def take(page: Page, name: str, full: bool = True) -> Path:
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        for _try in range(3):
            try:
                # Hiding the caret would leave style="" on inputs, against our own policy.
                page.screenshot(path=path, full_page=full, caret="initial")
                break
            except Error as error:  # seen on a busy machine, and gone a moment later
                if "Unable to capture" not in error.message:
                    raise
                page.wait_for_timeout(500)
        return path

    return take
