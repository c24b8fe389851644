"""What a page says when it does not do what was asked, as one sentence without HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr", "col"})
QUIET: Final = frozenset({"form", "noscript", "script", "style", "table", "button", "template"})
"""What stands in these is no sentence of the page."""
BAD: Final = frozenset({"error", "notice--bad"})
LONGEST: Final = 400


class _Heard(HTMLParser):
    """Of the page's ``main``: its heading, and what is said to be wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        """What each open element is: "main", "quiet", "alert", "h1", "p" or ""."""
        self.heading: list[str] = []
        self.said: list[str] = []
        """In paragraphs of an alert."""
        self.beside: list[str] = []
        """In an alert, but in no paragraph of it."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(self._kind(tag, dict(attrs)))

    @staticmethod
    def _kind(tag: str, told: dict[str, str | None]) -> str:
        classes = (told.get("class") or "").split()
        if tag in QUIET or "hidden" in told:
            return "quiet"
        if told.get("role") == "alert" or BAD.intersection(classes):
            return "alert p" if tag == "p" else "alert"
        return tag if tag in ("main", "h1", "p") else ""

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        here, text = self.open, " ".join(data.split())
        if not text or "main" not in here or "quiet" in here:
            return
        space = " " if data[:1].isspace() else ""
        if "h1" in here:
            self.heading.append(space + text)
        elif "alert p" in here or ("alert" in here and "p" in here):
            self.said.append(space + text + (" " if data[-1:].isspace() else ""))
        elif "alert" in here:
            self.beside.append(space + text + (" " if data[-1:].isspace() else ""))


def heading_of(page: str) -> str:
    return _plain(_heard(page).heading)


def said_by(page: str) -> str:
    """What it says is wrong; where it says nothing of the kind, what it is about."""
    heard = _heard(page)
    return _plain(heard.said) or _plain(heard.beside) or _plain(heard.heading)


def _heard(page: str) -> _Heard:
    heard = _Heard()
    heard.feed(page)
    heard.close()
    return heard


def _plain(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())[:LONGEST]
