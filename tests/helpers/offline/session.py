"""One whole session, as requests of a browser, played wherever requests are answered: by the site,
and by the runtime with the app in it. Plain Python, for it runs inside that too.

It is the worked example of pool rummy (indian_rummy.md §8): five hands, one of them taken back, one
corrected; it ends itself, and the session is closed and paid.
"""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

NAMES = ("Asha", "Bala", "Chitra", "Dev")
ADDRESSED = re.compile(r"/sessions/([0-9a-z]+)/")


@dataclass(frozen=True)
class Reply:
    status: int
    location: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


Send = Callable[[str, str, bytes, dict[str, str]], Reply]
"""Method, path with its query, body, headers."""
Fields = list[tuple[str, str]]


class Forms(HTMLParser):
    """The forms of a page, each with the fields that a browser would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, Fields]] = []
        self._select, self._inside = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        name, value = named.get("name") or "", named.get("value") or ""
        if tag == "form":
            self.forms.append((named.get("action") or "", []))
            self._inside = True
        elif not self._inside:
            return
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in named:
            self.forms[-1][1].append((self._select, value))
        elif tag == "input" and name and is_sent(named):
            self.forms[-1][1].append((name, value))

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def is_sent(named: dict[str, str | None]) -> bool:
    return named.get("type") not in ("radio", "checkbox") or "checked" in named


class Browser:
    """Sends what forms hold, with tokens of its own: the same in each session."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.tokens = 0

    def get(self, path: str) -> Reply:
        return self.send("GET", path, b"", {})

    def follow(self, reply: Reply) -> Reply:
        assert reply.status == 302, (reply.status, reply.text[:2000])
        return self.get(reply.location)

    def post(self, url: str, ending: str, **typed: Any) -> Reply:
        """The form of this page whose action ends so, with this typed over it."""
        page = self.get(url).text
        forms = [(a or url, f) for a, f in Forms(page).forms if (a or url).endswith(ending)]
        assert forms, (ending, [action for action, _fields in Forms(page).forms])
        action, fields = forms[-1]
        self.tokens += 1
        pairs = list(
            self._told(fields, {**typed, "token": f"session-of-the-pocket-{self.tokens:02}"})
        )
        headers = {"content-type": "application/x-www-form-urlencoded", "referer": url}
        return self.send("POST", action, urlencode(pairs).encode(), headers)

    @staticmethod
    def _told(fields: Fields, typed: dict[str, Any]) -> Iterator[tuple[str, str]]:
        yield from ((name, value) for name, value in fields if name not in typed)
        for name, value in typed.items():
            values = value if isinstance(value, tuple) else (value,)
            yield from ((name, str(value)) for value in values)


WON, FIRST, MIDDLE, WRONG = "won", "first_drop", "middle_drop", "wrong_show"
SLIPS: tuple[tuple[str | int, ...], ...] = (
    (WON, 43, FIRST, MIDDLE),  # Dev's is put right later
    (MIDDLE, WON, 26, 29),
    (8, FIRST, WON, MIDDLE),
    (WON, 36, 60, FIRST),
    (60, WON, "out", "out"),
)
REJOINS = 2


def answers(hand: tuple[str | int, ...]) -> dict[str, str]:
    fields = {}
    for place, answer in enumerate(hand):
        if isinstance(answer, int):
            fields[f"p{place}-finish"], fields[f"p{place}-points"] = "counted", str(answer)
        elif answer != "out":
            fields[f"p{place}-finish"] = answer
    return fields


def play(send: Send) -> dict[str, Any]:
    """The club's document at the end."""
    browser = Browser(send)
    begun = browser.post("/", "/start/", name=NAMES, variant="pool_rummy", time_zone="Asia/Kolkata")
    hand = begun.location
    session = ADDRESSED.search(hand)
    assert session, begun.text[:2000]
    home = f"/sessions/{session[1]}/"
    first = saved(browser.post(hand, "/hand/", **answers((WON, 43, FIRST, FIRST))))
    taken_back = browser.post(first.location, "/delete/")
    assert taken_back.status in (200, 302), taken_back.text[:2000]
    for number, slip in enumerate(SLIPS):
        more = {"p3-rejoin": "on"} if number == REJOINS else {}
        saved(browser.post(hand, "/hand/", **answers(slip), **more))
        if number == 1:
            correct(browser, home)
    browser.follow(browser.post(f"{home}close/", "/close/"))
    while "/settle/paid/" in (page := browser.get(f"{home}settle/").text):
        assert browser.post(f"{home}settle/", "/settle/paid/").status == 302, page[:2000]
    club = re.search(r"/g/([0-9a-z]+)/", browser.get(home).text + browser.get("/").text)
    assert club
    assert browser.get(f"/g/{club[1]}/standings/").status == 200
    document = browser.get(f"/g/{club[1]}/document/")
    exported: dict[str, Any] = json.loads(gzip.decompress(document.body))
    return exported


def correct(browser: Browser, home: str) -> None:
    """Dev's first hand was a wrong show."""
    first = re.search(rf"{home}games/1/hands/[\w~-]+/", browser.get(home).text)
    assert first
    page = browser.get(first[0]).text
    amend = re.search(rf"{home}games/1/hands/[\w~-]+/edit/", page)
    assert amend, page[:3000]
    saved(browser.post(amend[0], "/edit/", **{"p3-finish": WRONG}))


def saved(reply: Reply) -> Reply:
    assert reply.status in (200, 302), reply.text[:3000]
    assert 'class="error"' not in reply.text, re.findall(r'class="error"[^<]*<?[^<]*', reply.text)
    return reply


# What two sessions have in common -------------------------------------------------------------

OF_THIS_PLACE = ("at", "code", "pace", "played_on")


def ledger(document: dict[str, Any]) -> dict[str, Any]:
    """All of the document but for clocks and chance."""
    return {
        name: [dict(cells(table["columns"], row)) for row in table["rows"]]
        for name, table in document["tables"].items()
    }


def cells(columns: list[str], row: list[Any]) -> Iterator[tuple[str, Any]]:
    for column, value in zip(columns, row, strict=True):
        if column not in OF_THIS_PLACE and not column.endswith("_at"):
            yield column, value
