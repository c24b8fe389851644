"""The engine of every iPhone: WebKit as Debian has it, on a screen of its own that nobody sees.

It knows no touch, so what a finger does is tried with Chromium (``phones``); here it is looked at
whether pages stand and work the same. Its window has no frame, so it is as wide as a phone.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from selenium import webdriver
from selenium.common.exceptions import (
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from scorekeeper.clubs.models import Club, Role
from tests.helpers import factories as make
from tests.helpers.phones import KEPT, SCREENSHOTS
from tests.helpers.served import Site

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
KEPT_BROWSER = Path(__file__).with_name("kept_webkit.py")
WEBKIT = bool(DRIVER and SCREEN and BROWSER)
READY = """const form = document.querySelector("form[hx-post]");
return document.readyState === "complete" && (!form || "htmx-internal-data" in form)"""
"""WebDriver comes back from a page before its scripts have run."""
UNCOVER = """const { left, top, width, height } = arguments[0].getBoundingClientRect();
const there = document.elementFromPoint(left + width / 2, top + height / 2);
if (!arguments[0].contains(there)) arguments[0].scrollIntoView({ block: "center" });"""
"""Only what is covered: a page that moves under a fixed key takes WebDriver's finger along."""
PATIENCE = 90  # seconds until something that a page should show is given up
ANSWER = (
    180  # seconds until the driver is given up; it waits forever for a browser that ended early
)


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The name of a screen that is larger than any phone."""
    command = [str(SCREEN), "-displayfd", "1", "-screen", "0", "1280x1280x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as shown:
        assert shown.stdout is not None
        yield f":{shown.stdout.readline().decode().strip()}"
        shown.terminate()


@pytest.fixture(scope="session")
def webkit(screen: str) -> Iterator[webdriver.WebKitGTK]:
    """One browser for all tests of a process; ``iphone`` makes it a new phone."""
    with browser_on(screen) as driver:
        yield driver


NewIPhone = Callable[..., webdriver.WebKitGTK]


@pytest.fixture
def new_iphone(screen: str) -> Iterator[NewIPhone]:
    """``new_iphone()`` is a browser of its own: no worker of another test is in it;
    ``new_iphone(folder)`` is one that remembers what the last one with this folder kept."""
    with ExitStack() as ends:
        yield lambda *folder: ends.enter_context(browser_on(screen, *folder))


@contextmanager
def browser_on(screen: str, folder: Path | None = None) -> Iterator[webdriver.WebKitGTK]:
    """A new one: what it keeps goes with it, or lies in this folder."""
    options = Options()
    options.binary_location = str(remembering(folder) if folder else BROWSER)
    options.add_argument("--automation")
    options.add_argument("--full-screen")
    options.set_capability("browserName", "MiniBrowser")
    fonts = os.environ["FONTCONFIG_FILE"]
    env = {"DISPLAY": screen, "LANG": "en_IN.UTF-8", "FONTCONFIG_FILE": fonts}
    driver = started(options, env)
    try:
        yield driver
    finally:
        with suppress(WebDriverException):  # it was killed
            driver.quit()


def started(options: Options, env: Mapping[str, str]) -> webdriver.WebKitGTK:
    """Starts a browser, and once more if the first one never answers."""
    socket.setdefaulttimeout(ANSWER)  # the only way to give the driver a limit
    try:
        return webdriver.WebKitGTK(options=options, service=Service(str(DRIVER), env=env))
    except (HTTPError, WebDriverException):
        return webdriver.WebKitGTK(options=options, service=Service(str(DRIVER), env=env))
    finally:
        socket.setdefaulttimeout(None)


def remembering(folder: Path) -> Path:
    """Writes a program that starts a browser which keeps everything in this folder."""
    start = folder / "browser"
    start.write_text(f"#!/bin/sh\nexec {sys.executable} {KEPT_BROWSER} {folder}\n")
    start.chmod(0o755)
    return start


def kill(driver: webdriver.WebKitGTK) -> None:
    """The browser and all that it started, as a phone ends it that needs its memory."""
    for process in below(driver.service.process.pid):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def below(process: int) -> list[int]:
    """Every process that was started by this one, or by one of those."""
    files = Path(f"/proc/{process}/task").glob("*/children")
    children = [int(child) for file in files for child in file.read_text().split()]
    return children + [process for child in children for process in below(child)]


class IPhone:
    """A device on the served site, as somebody with this role in a club, or as a stranger."""

    def __init__(self, driver: webdriver.WebKitGTK, site: str) -> None:
        self.driver, self.site = driver, site

    def let_in(self, role: Role, club: Club) -> None:
        name = settings.SESSION_COOKIE_NAME
        value = make.client_with(role, club).cookies[name].value
        self.driver.add_cookie({"name": name, "value": value})

    def open(self, path: str) -> None:
        self.driver.get(self.site + path)
        self.until(lambda: self.run(READY))

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_rect(0, 0, width, height)
        self.until(lambda: self.run("return innerWidth") == width)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def call(self, function: str, argument: Any = None) -> Any:
        """Runs a function written for Playwright on the page and returns its result."""
        return self.run(f"return ({function.strip().rstrip(';')})(arguments[0])", argument)

    def value(self, name: str) -> str:
        return str(self.run("return document.forms.hand.elements[arguments[0]].value", name))

    def reads(self, fields: dict[str, str]) -> None:
        """These fields come to have these values."""
        values: dict[str, str] = {}

        def look() -> bool:
            values.update({name: self.value(name) for name in fields})
            return values == fields

        with suppress(TimeoutException):
            self.until(look)
        assert values == fields

    def until(self, condition: Any, seconds: float = PATIENCE) -> Any:
        """Waits for something that is true; what is swapped meanwhile is looked for again."""
        waiting = WebDriverWait(
            self.driver, seconds, ignored_exceptions=[StaleElementReferenceException]
        )
        return waiting.until(lambda _driver: condition())

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def shown(self, selector: str, words: str = "") -> WebElement:
        """Waits for an element that can be seen and has these words in it."""

        def look() -> WebElement | None:
            there = self.all(selector)
            return next((e for e in there if e.is_displayed() and words in e.text), None)

        element: WebElement = self.until(look)
        return element

    def tap(self, selector: str, words: str = "") -> None:
        def hit() -> bool:
            there = self.shown(selector, words)
            self.run(UNCOVER, there)
            there.click()
            return True

        self.until(hit)

    def picture(self, name: str) -> None:
        if KEPT:
            SCREENSHOTS.mkdir(exist_ok=True)
            self.driver.save_screenshot(str(SCREENSHOTS / f"webkit-{name}.png"))


@pytest.fixture
def iphone(webkit: webdriver.WebKitGTK, site: Site) -> IPhone:
    """New, and on the first screen."""
    phone = IPhone(webkit, site.url)
    phone.open("/health/")
    webkit.delete_all_cookies()
    phone.run("localStorage.clear(); sessionStorage.clear()")
    phone.resize(390, 844)
    return phone
