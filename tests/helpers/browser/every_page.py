"""Pages that hold the most: the longest case of each game, begun and led to its hand."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from scorekeeper.clubs.models import Club, Role
from scorekeeper.engine.cases import case as cases
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.selectors import Table, game_table
from tests.helpers import factories as make
from tests.helpers.browser.law import with_people
from tests.helpers.browser.walks import NAMES
from tests.helpers.table.forms import on_screen, posted

FIXTURES = Path(__file__).parents[3] / "fixtures" / "variants"


def let_in(page: Page, role: Role, club: Club, url: str) -> None:
    name = settings.SESSION_COOKIE_NAME
    cookie = make.client_with(role, club).cookies[name].value
    page.context.add_cookies([{"name": name, "value": cookie, "url": url}])


def longest_case(rules: AnyVariant) -> Any:
    """The settled case with the most people, then the most house rules, then the most hands."""
    document = json.loads((FIXTURES / f"{rules.key}.json").read_text())
    whole = [c for c in document if "hands" in c and "error" not in cases.settle(rules, c)]
    return max(whole, key=lambda c: (len(c["seats"]), len(c.get("options") or ()), len(c["hands"])))


def begun(rules: AnyVariant) -> tuple[Table, dict[str, list[str]]]:
    """A game of this kind before its last hand, and that hand as it would be typed."""
    case = longest_case(rules)
    seated = cases.load_seating(rules, case["seats"])
    table = make.session(rules.key, seated.persons, case.get("options"), side=seated.side)
    table = make.play(table, *case["hands"][:-1])
    entry = load_entry(rules, table.fold, case["hands"][-1], table.names)
    hand = posted(rules, on_screen(rules, table.fold, entry), table.fold.seats)
    for player, name in zip(table.players, NAMES, strict=False):
        make.rename(player, name)
    return game_table(table.game), with_people(hand)
