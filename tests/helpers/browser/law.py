"""The law for every page, and a phone that holds pages to it.

No module under two addresses, no complaint of the browser, no answer of 400 or more that was not
asked for, nothing that axe finds; and at 360 and 320 px, there with text twice as large too: no
sideways scrolling, nothing clipped, nothing over something else, no word broken inside.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import ConsoleMessage, Page, Response, expect

from tests.helpers.axe import AWAITING, unfit

WORDS = (Path(__file__).parent / "law.js").read_text()
SIZES = ((360, 100), (320, 100), (320, 200))
"""Widths in pixels, text in percent."""
HEIGHT = 740
SCRIPTS = """() => performance.getEntriesByType("resource").map(entry => entry.name)
    .filter(name => /\\.m?js($|\\?)/.test(name))"""

PRIMARY = """() => [...document.querySelectorAll(".btn--primary")]
    .filter(button => button.checkVisibility({ visibilityProperty: true }))
    .map(button => (button.textContent.trim() || button.value).replace(/\\s+/g, " "))"""


class Visitor:
    """A device that goes from page to page and writes down what breaks the law."""

    def __init__(self, page: Page, site: str, picture: Callable[..., Path] | None = None) -> None:
        self.page, self.site, self.picture = page, site.rstrip("/"), picture
        self.faults: list[str] = []
        self.visited: set[str] = set()
        self.here, self.expected = "", 200
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.tell(f"script: {error}"))
        page.on("response", self.answered)

    # What the browser says

    def tell(self, fault: str) -> None:
        text = f"{self.here}: {fault}"
        if text not in self.faults:
            self.faults.append(text)

    def hear(self, message: ConsoleMessage) -> None:
        asked_for = self.expected >= 400 and f"status of {self.expected}" in message.text
        if message.type == "error" and not asked_for:
            self.tell(f"console: {message.text}")

    def answered(self, response: Response) -> None:
        address = urlsplit(response.url)
        if address.scheme == "data":
            return
        if not response.url.startswith(self.site):
            self.tell(f"asks {address.netloc or response.url[:40]}")
        elif response.status >= 400 and response.status != self.expected:
            self.tell(f"{response.status} {address.path}")

    # Going

    def open(self, path: str, status: int = 200, name: str = "", colours: bool = True) -> Page:
        """A page, looked at as it comes."""
        self.expected, self.here = status, name or shape(path)
        answer = self.page.goto(self.site + path)
        if answer is None or answer.status != status:
            self.tell(f"answered {answer and answer.status}, not {status}")
        self.arrived(path)
        self.look(colours=colours)
        return self.page

    def landed(self, path: str, state: str, status: int = 200) -> None:
        """Looks at the page that a tap opened, at an address like this."""
        self.here, self.expected = shape(path), status
        self.arrived(path)
        self.look(state)

    def arrived(self, path: str) -> None:
        try:
            self.visited |= {resolve(urlsplit(path).path).view_name}
        except Resolver404:
            self.visited |= {"nowhere"}

    # Looking

    def look(self, state: str = "", colours: bool = True, axe: bool = False) -> None:
        """All of the law, of the page as it stands now; ``axe``: also where its colours, most of
        the work, are not looked at."""
        self.page.wait_for_load_state()  # a tap may just have led here
        expect(self.page.locator(AWAITING)).to_have_count(0)
        here, self.here = self.here, f"{self.here}{state and f' ({state})'}"
        for fault in twice_loaded(self.page.evaluate(SCRIPTS)):
            self.tell(fault)
        for fault in several_primary(self.page.evaluate(PRIMARY)):
            self.tell(fault)
        for width, percent in SIZES:
            self.look_at_size(width, percent)
        self.resize(360, 100)
        if colours or axe:
            for fault in unfit(self.page, colours):
                self.tell(fault)
        self.here = here

    def look_at_size(self, width: int, percent: int) -> None:
        self.resize(width, percent)
        faults = self.page.evaluate(WORDS, {"width": width})
        for fault in faults:
            self.tell(f"{width} px, text at {percent} %: {fault}")
        if faults and self.picture:
            where = re.sub(r"\W+", "-", self.here).strip("-")
            self.picture(self.page, f"law-{where}-{width}-{percent}")

    def resize(self, width: int, percent: int) -> None:
        self.page.set_viewport_size({"width": width, "height": HEIGHT})
        self.page.evaluate(
            "size => { document.documentElement.style.fontSize = size }",
            "" if percent == 100 else f"{percent}%",
        )

    def verdict(self) -> None:
        assert not self.faults, "\n".join(["pages break the law:", *self.faults])


def twice_loaded(addresses: Sequence[str]) -> Iterator[str]:
    """One module under two addresses is two modules, with every listener twice."""
    plain = Counter(
        re.sub(r"\.[0-9a-f]{8,}(?=\.m?js$)", "", urlsplit(a).path) for a in set(addresses)
    )
    for path, times in plain.items():
        if times > 1:
            yield f"{path} is loaded under {times} addresses"


def several_primary(words: Sequence[str]) -> Iterator[str]:
    if len(words) > 1:
        yield f"{len(words)} primary buttons: {', '.join(words)}"


def shape(path: str) -> str:
    """An address as a person would say it: codes and numbers left out."""
    parts = urlsplit(path)
    steps = ["*" if re.search(r"\d|[A-Z]", p) or len(p) > 15 else p for p in parts.path.split("/")]
    return "/".join(steps) + (f"?{parts.query}" if parts.query else "")


def fill(page: Page, posted: dict[str, list[str]]) -> None:
    """Type a hand: what a browser would send with it stands on the page, each input in turn; what
    stands there already nobody types."""
    page.evaluate(FILL, posted)


FILL = """posted => {
  const form = document.getElementById("hand");
  for (let times = 0; times < 2; times += 1) {
    for (const [name, values] of Object.entries(posted)) {
      const inputs = [...form.elements].filter(input => input.name === name);
      inputs.forEach((input, at) => {
        const way = input.type === "radio" || input.type === "checkbox" ? "checked" : "value";
        const told =
          way === "checked"
            ? values.includes(input.value)
            : (values[inputs.length > 1 ? at : 0] ?? "");
        if (input[way] === told) return;
        input[way] = told;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
    }
  }
}"""


def unfold(page: Page) -> None:
    """Open everything that opens, what opens inside of it too."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true })")


def with_people(posted: Any) -> dict[str, list[str]]:
    return {name: list(values) for name, values in posted.lists()}
