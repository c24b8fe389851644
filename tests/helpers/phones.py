"""Devices to drive, as fixtures: Chromium that shows what people see, and what it dislikes."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Response, expect

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first draws pages and has no windows to prepare: a new device costs a third of the time."""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
SCREENSHOTS = Path(__file__).parents[1] / "screenshots"
KEPT = os.environ.get("SCREENSHOTS", "yes") != "no"
DRAWN_TWICE = """() => new Promise(
    (drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"""
PATIENCE = 90_000  # ms until what a page should show or do is given up: a machine may be busy
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    args = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync --disable-dev-shm-usage"
    )
    public_site = "--host-resolver-rules=MAP score.example.org 127.0.0.1"
    return {"executable_path": CHROMIUM, "args": [*args.split(), public_site]}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A device in India."""
    return {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-IN",
        "timezone_id": "Asia/Kolkata",
    }


CUT = ("net::ERR_", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest", "htmx:timeout")
"""The messages of a browser when a line is cut."""
LEFT = ("htmx:sendAbort", "htmx:afterRequest")
"""Its messages when a page is left while it asks something: no fault. Where a line is cut there is
another one beside them."""


class Complaints(list[str]):
    """Complaints of the browsers of a test. A test that expects some announces it: an answer's
    status, or words of the browser (``complaints.announce(409, *CUT)``)."""

    def __init__(self) -> None:
        super().__init__()
        self.statuses: set[int] = set()
        self.words: list[str] = [*LEFT]

    def announce(self, *expected: int | str) -> None:
        for expectation in expected:
            if isinstance(expectation, int):
                self.statuses.add(expectation)
                self.words += [f"status of {expectation} ", f"Status Error Code {expectation} "]
            else:
                self.words.append(expectation)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.words):
            self.append(f"{message.text} ({urlsplit(message.location['url']).path})")

    def look_at(self, answer: Response) -> None:
        if answer.status >= 400 and answer.status not in self.statuses:
            self.append(f"{answer.request.method} {urlsplit(answer.url).path}: {answer.status}")


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def new_context(new_context: Any) -> Callable[..., BrowserContext]:
    """A browser of its own, as patient as ``expect``."""

    def patient(**context_args: Any) -> BrowserContext:
        context: BrowserContext = new_context(**context_args)
        context.set_default_timeout(PATIENCE)
        return context

    return patient


@pytest.fixture
def new_phone(
    at_rest: None, new_context: Any, complaints: Complaints
) -> Iterator[Callable[..., Page]]:
    """``new_phone()`` is a page of its own browser. An error of a script or of the console fails
    the test, and so does an answer of 400 or more that it did not announce."""

    def take_out(**context_args: Any) -> Page:
        context: BrowserContext = new_context(**context_args)
        context.on("console", complaints.hear)
        context.on("response", complaints.look_at)
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
    ``full=False``: of what the device shows without scrolling. None where nobody will look at them
    (``SCREENSHOTS=no``)."""

    def take(page: Page, name: str, full: bool = True) -> Path:
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        for _try in range(3 if KEPT else 0):
            try:
                # Hiding the caret would leave style="" on inputs, against our own policy.
                page.screenshot(path=path, full_page=full, caret="initial")
                break
            except Error as error:  # seen on a busy machine, and gone a moment later
                if "Unable to capture" not in error.message:
                    raise
                page.evaluate(DRAWN_TWICE)
        return path

    return take
