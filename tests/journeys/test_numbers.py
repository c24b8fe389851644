"""The capture page is light: what a device loads first, and what each tap and each save bring."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FIRST_LOAD = 80_000  # bytes, compressed
UPDATE = 6_000
HANDS = 3
SIX = 6
NAMES = (*make.NAMES, "Sunita", "Tenzin", "Kamala", "Lakshmi", "Vikram", "Yusuf")

LOADED = re.compile(r'<script[^>]* src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)"')
IMPORTED = re.compile(r'(?:from|import) *"(\.[^"]+)"')


@dataclass(frozen=True)
class Party:
    """A full table of a game: as many persons as may play, and six where more may."""

    variant: str
    persons: int
    side: int = 1

    def __str__(self) -> str:
        return f"{self.variant}-{self.persons}"


def parties() -> Iterator[Party]:
    for rules in VARIANTS.values():
        largest = rules.seats.stop - 1
        yield Party(rules.key, min(largest, SIX))
        if largest > SIX:
            yield Party(rules.key, largest)
        if (side := max(rules.sides)) > 1:
            yield Party(rules.key, 2 * side, side)


PARTIES = tuple(parties())


@dataclass
class ScorerDevice:
    """The scorer's, at a running game."""

    party: Party
    table: Table
    browser: Client

    @property
    def place(self) -> tuple[str, int]:
        return self.table.game.session.code, self.table.game.number

    def get(self) -> bytes:
        answer = self.browser.get(reverse("entry:hand_new", args=self.place))
        assert answer.status_code == 200
        return bytes(answer.content)

    def post(self, name: str, entry: Entry[Any, Any]) -> bytes:
        form = HandForm(self.table.rules, self.table.fold, self.table.names, entry=entry)
        fields: dict[str, Any] = dict(posted_values(form))
        fields |= {"number": self.table.game.last_number + 1, "token": make.token()}
        address = reverse(f"entry:{name}", args=self.place)
        answer = self.browser.post(address, fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return bytes(answer.content)

    def refresh(self) -> None:
        self.table.game.refresh_from_db()
        self.table = game_table(self.table.game)


@pytest.fixture(params=PARTIES, ids=str)
def phone(request: pytest.FixtureRequest) -> ScorerDevice:
    party: Party = request.param
    names = NAMES[: party.persons]
    table = make.session(party.variant, names, side=party.side)
    browser = make.host_client(table.game.session.club, headers={"accept-encoding": "gzip"})
    return ScorerDevice(party, table, browser)


def entries(phone: ScorerDevice) -> list[Entry[Any, Any]]:
    """Hands as they may come, always the same ones."""
    rules, side = VARIANTS[phone.party.variant], phone.party.side
    seats = phone.party.persons // side
    options = load_options(rules, {}, seats, side)
    drawn = draw_game(rules, Random(7), seats=seats, side=side, options=options, hands=HANDS)
    return drawn.entries


def weight(address: str) -> int:
    """The bytes of a style sheet or script as the web server keeps it compressed."""
    return served(f"{address}.gz").stat().st_size


def served(address: str) -> Path:
    return Path(settings.STATIC_ROOT) / address.removeprefix("/static/")


def loaded(html: str) -> set[str]:
    """Addresses of what a page loads before it can be used, with what that imports."""
    assets = {sheet or script for script, sheet in LOADED.findall(html)}
    waiting = [address for address in assets if address.endswith(".js")]
    for script in waiting:
        others = {
            urljoin(script, imported) for imported in IMPORTED.findall(served(script).read_text())
        }
        waiting += others - assets
        assets |= others
    return assets


def test_the_first_load_of_the_capture_page_is_light(phone: ScorerDevice, tmp_path, settings):
    """Also where sessions may come along."""
    settings.OFFLINE_WORKER = tmp_path / "sw.js"
    settings.OFFLINE_WORKER.touch()
    page = phone.get()
    parts = {address: weight(address) for address in loaded(gzip.decompress(page).decode())}
    assert any("htmx" in address for address in parts) and any(
        url.endswith(".css") for url in parts
    )
    assert any("pad" in address for address in parts)
    assert "data-session" in gzip.decompress(page).decode()
    assert len(page) + sum(parts.values()) <= FIRST_LOAD, (len(page), parts)


def test_a_device_finds_no_script_only_in_one_that_another_one_names(phone: ScorerDevice):
    page = gzip.decompress(phone.get()).decode()
    own = {script for script, _sheet in LOADED.findall(page) if script}
    named = {
        urljoin(own_script, name)
        for own_script in own
        for name in IMPORTED.findall(served(own_script).read_text())
    }
    scripts = {address for address in loaded(page) if address.endswith(".js")}
    assert len(scripts) > len(own | named)
    assert scripts == own | named | set(PRELOADED.findall(page))


def sent(answer: bytes) -> int:
    """Bytes on average: Django adds up to 100 at random, so that nobody learns from a length."""
    return len(gzip.compress(gzip.decompress(answer), compresslevel=6)) + 50


def test_a_slip_and_a_save_bring_little(phone: ScorerDevice):
    for entry in entries(phone):
        for name in ("slip", "hand_new"):
            answer = phone.post(name, entry)
            assert sent(answer) <= UPDATE, (name, sent(answer))
        phone.refresh()
    assert phone.table.game.last_number > 0
