"""Sessions of every game, asked by a page in WebKit: the worker without a network answers what the
server answers, to the byte, but for marks and for tokens of writes to come."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.core.management import call_command

from scorekeeper.clubs.models import Club
from scorekeeper.engine.questions.codec import dump
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.pocket.iphone import LONG, IPhoneKeeper
from tests.extensions.offline.pocket.sessions import DEAD, OPEN, line_to
from tests.extensions.offline.sync.device import MARK, TOKEN, differences
from tests.extensions.offline.sync.same_pages import drawings, save, typed
from tests.helpers import factories as make
from tests.helpers.drawing import Drawn
from tests.helpers.iphones import NewIPhone
from tests.helpers.served import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.webkit,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.programs,
    pytest.mark.django_db(transaction=True),
]
ASK: Final = """const [path, typed, isPart, isServers] = arguments;
const how = typed && { method: "POST", body: new URLSearchParams(typed) };
const headers = isPart ? { "HX-Request": "true" } : {};
return fetch(path, { ...how, headers }).then(async (answer) => {
  if (answer.headers.has("date") !== isServers) throw new Error(`${path}: the other answered`);
  return `${answer.status} ${new URL(answer.url).pathname}\n${await answer.text()}`;
})"""
"""Of the two only the server says what time it is."""


@dataclass
class Looked:
    """A session of one game, two hands old, and what a page was answered of it."""

    drawn: Drawn
    table: Table

    def typed(self, mark: str) -> list[tuple[str, str]]:
        """The third hand, as the form sends it."""
        fields = [(name, value) for name, value in typed(self.drawn, 3) if name != "token"]
        own = f"third hand of {self.drawn.variant.key}"
        return [*fields, ("token", own), ("csrfmiddlewaretoken", mark)]

    def pages(self, keeper: IPhoneKeeper) -> dict[str, str]:
        keeper.sit_down(self.table)
        page = fetched(keeper, keeper.form)
        match = MARK.search(page)
        assert match, page
        slip = fetched(keeper, f"{keeper.form}slip/", self.typed(match[0]), is_part=True)
        pages = {"page": page, "slip": slip, "board": fetched(keeper, keeper.session)}
        return {name: same(answer) for name, answer in pages.items()}

    def write(self, keeper: IPhoneKeeper) -> str:
        """The third hand; the board after it."""
        keeper.sit_down(self.table)
        match = MARK.search(fetched(keeper, keeper.form))
        assert match
        answer = fetched(keeper, keeper.form, self.typed(match[0]))
        assert answer.startswith("200 "), answer[:2000]
        return same(fetched(keeper, keeper.session))

    def delivered(self, keeper: IPhoneKeeper) -> str:
        """Once the server has it: the board there."""
        keeper.sit_down(self.table)
        keeper.delivered()
        return same(fetched(keeper, keeper.session))


def fetched(keeper: IPhoneKeeper, path: str, argument: Any = None, *, is_part: bool = False) -> str:
    """By the server if the line is open, else by the device."""
    return str(keeper.run(ASK, path, argument, is_part, keeper.line.how == OPEN))


def same(answer: str) -> str:
    """But for marks, and tokens of writes that are yet to be made."""
    return TOKEN.sub("…", MARK.sub("…", answer))


def looked(club: Club, key: str) -> Looked:
    drawn = next(drawing for drawing in drawings(key) if len(drawing.entries) == 4)
    options = dump(drawn.options, full=True)
    table = make.session(key, drawn.names, options, side=drawn.side, club=club)
    for entry in drawn.entries[:2]:
        save(table, entry)
    table.game.refresh_from_db()
    return Looked(drawn, game_table(table.game))


def taken_along(keeper: IPhoneKeeper, sessions: Iterable[Looked]) -> None:
    """All of them; the first by the button, the others because the app is here."""
    keeper.take_along()
    for look in sessions:
        keeper.sit_down(look.table)
        keeper.open(keeper.session)
        keeper.ready()
        keeper.fresh()
    keeper.open("/health/")  # a page that asks for nothing by itself


Answers = dict[str, dict[str, str]]


def apart(there: Answers, here: Answers) -> dict[str, str]:
    """In which games, and how, the device says something else than the server."""
    return {
        f"{name} of {key}": differences(there[key][name], here[key][name])
        for key in there
        for name in there[key]
        if there[key][name] != here[key][name]
    }


def test_every_game_is_answered_alike_with_a_network_and_without(
    new_iphone: NewIPhone, along_site: Site
) -> None:
    club = make.club()
    sessions = {key: looked(club, key) for key in VARIANTS}
    with line_to(along_site) as line:
        keeper = IPhoneKeeper(new_iphone(), sessions["pool_rummy"].table, line)
        keeper.driver.set_script_timeout(LONG)
        taken_along(keeper, sessions.values())
        there = {key: look.pages(keeper) for key, look in sessions.items()}
        line.become(DEAD)
        assert apart(there, {key: look.pages(keeper) for key, look in sessions.items()}) == {}
        here = {key: {"board": look.write(keeper)} for key, look in sessions.items()}
        line.become(OPEN)
        keeper.run("navigator.serviceWorker.controller.postMessage({ ask: 'online' })")
        there = {key: {"board": look.delivered(keeper)} for key, look in sessions.items()}
    assert apart(there, here) == {}
    call_command("checkledger")
