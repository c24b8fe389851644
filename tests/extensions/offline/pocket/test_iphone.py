"""A session taken along in WebKit, the engine of iPhones, goes on without a network as it does in
Chromium."""

import random
import shutil
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from django.core.management import call_command

from scorekeeper.play.selectors import Table
from tests.extensions.offline.pocket.iphone import IPhoneKeeper
from tests.extensions.offline.pocket.proof import (
    begun,
    counts,
    paid,
    paper,
    played_again,
    player_of,
    written,
)
from tests.extensions.offline.pocket.sessions import DEAD, DEAF, HEARD, MUTE, OPEN, line_to, tokens
from tests.helpers import factories as make
from tests.helpers.browser.law import FILL
from tests.helpers.iphones import NewIPhone, kill
from tests.helpers.served import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.webkit,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.programs,
    pytest.mark.django_db(transaction=True),
]
HANDS, CUTS, SPELL = 8, 5, 4
"""Hands of the long session; how often each line breaks; after how many hands the pen goes over."""
WRITES: Final = ("before", "typed", "sent")
WAYS: Final = (DEAD, DEAD, DEAD, MUTE, DEAF)


def test_a_session_goes_on_where_the_line_is_gone(new_iphone: NewIPhone, along_site: Site) -> None:
    table = make.session("pool_rummy", make.NAMES[:4])
    with line_to(along_site) as line:
        keeper = IPhoneKeeper(new_iphone(), table, line)
        keeper.take_along()
        keeper.open(keeper.form)
        first = keeper.hand(1, "Asha", Dev=20, Meera=30, Omar=40)
        line.become(DEAD)
        second = keeper.hand(2, "Dev", Asha=21, Meera=22, Omar=23)
        keeper.open(keeper.session)
        assert [row.text for row in keeper.all(".sheet__number")] == ["2", "1"]
        keeper.driver.refresh()
        assert keeper.call(HEARD, table.game.session.code) == ["ready", "ready"]
        keeper.open(keeper.form)
        third = keeper.hand(3, "Omar", Asha=25, Dev=26, Meera=27)
        assert tokens(table) == [first]
        assert [item["token"] for item in keeper.outbox()] == [second, third]
        keeper.mend()
        keeper.delivered()
    assert tokens(table) == [first, second, third]
    call_command("checkledger")


def test_a_browser_that_was_killed_goes_on_from_what_it_had_said(
    new_iphone: NewIPhone, along_site: Site, tmp_path: Path
) -> None:
    """No file of the site is left in the cache for the network: what is shown is the worker's."""
    table = make.session("pool_rummy", make.NAMES[:4])
    with line_to(along_site) as line:
        keeper = IPhoneKeeper(new_iphone(tmp_path), table, line)
        keeper.take_along()
        keeper.open(keeper.form)
        keeper.fresh()
        line.become(DEAD)
        first = keeper.hand(1, "Asha", Dev=20, Meera=30, Omar=40)
        cookies = keeper.driver.get_cookies()
        kill(keeper.driver)
        shutil.rmtree(tmp_path / "cache" / "WebKitCache")
        keeper.driver = new_iphone(tmp_path)
        keeper.open(keeper.form)
        second = keeper.hand(2, "Dev", Asha=21, Meera=22, Omar=23)
        assert [item["token"] for item in keeper.outbox()] == [first, second]
        for cookie in cookies:  # as a phone keeps them: for a year
            keeper.driver.add_cookie(cookie)
        keeper.mend()
        keeper.delivered()
    assert tokens(table) == [first, second]
    call_command("checkledger")


# Two phones ---------------------------------------------------------------------------------------


@dataclass
class Phone:
    """One of two, and how its line breaks: at which moments (by hand and what is done), for how
    many moments more."""

    keeper: IPhoneKeeper
    chance: random.Random
    breaks_at: dict[str, int]
    until: int = 0
    count: int = 0

    def moment(self, number: int, what: str) -> None:
        lasts = self.breaks_at.get(f"{number} {what}")
        if self.keeper.line.how != OPEN and (lasts or self.until <= 0):
            self.keeper.mend()
        self.until -= 1
        if lasts:
            self.until = lasts
            self.count += 1
            self.keeper.line.become(self.chance.choice(WAYS))

    def arrive(self) -> None:
        self.keeper.mend()
        self.keeper.delivered()


def drawn(chance: random.Random, place: int) -> dict[str, int]:
    """The moments at which the line of this device breaks, of all in which it has a part."""
    moments = []
    for number in range(1, HANDS + 1):
        has_pen = (number - 1) // SPELL % 2 == place
        moments += [f"{number} {what}" for what in (WRITES if has_pen else ("watched",))]
    return {moment: chance.randint(1, 3) for moment in chance.sample(moments, CUTS)}


@dataclass
class Session:
    """Two phones, one of which holds the pen."""

    table: Table
    phones: tuple[Phone, Phone]
    chance: random.Random
    tokens: list[str] = field(default_factory=list)

    def play(self) -> None:
        for number in range(1, HANDS + 1):
            has_pen = (number - 1) // SPELL % 2
            if (number - 1) % SPELL == 0 and number > 1:
                self.hand_over(self.phones[has_pen].keeper)
            self.phones[1 - has_pen].moment(number, "watched")
            self.hand(self.phones[has_pen], number)
        for phone in self.phones:
            phone.arrive()

    def hand_over(self, keeper: IPhoneKeeper) -> None:
        """The pen goes over where both have a network: the other writes on what was written."""
        for phone in self.phones:
            phone.arrive()
        keeper.open(keeper.form)
        keeper.fresh()

    def hand(self, pen: Phone, number: int) -> None:
        winner, keeper = self.chance.randrange(6), pen.keeper
        points_by_name = counts(self.chance, winner)
        pen.moment(number, "before")
        keeper.heading(number)
        self.tokens.append(keeper.token)
        seats = list(make.NAMES)
        form = {
            f"p{seats.index(name)}-points": [str(points)] for name, points in points_by_name.items()
        }
        keeper.call(FILL, form | {"who-finish": [str(winner)]})
        pen.moment(number, "typed")
        keeper.run("document.querySelector('#hand').requestSubmit()")
        pen.moment(number, "sent")
        keeper.saved(number)


@pytest.mark.parametrize("seed", [13])
def test_a_session_of_broken_lines_is_the_same_as_one_with_a_network(
    new_iphone: NewIPhone, along_site: Site, seed: int
) -> None:
    table, chance = begun(), random.Random(seed)
    with ExitStack() as ends:
        phones = []
        for place, name in enumerate(make.NAMES[:2]):
            line = ends.enter_context(line_to(along_site))
            keeper = IPhoneKeeper(new_iphone(), table, line, player_of(table, name))
            keeper.take_along()
            keeper.open(keeper.form)
            phones.append(Phone(keeper, chance, drawn(chance, place)))
        session = Session(table, (phones[0], phones[1]), chance)
        session.play()
    assert [phone.count for phone in phones] == [CUTS, CUTS]
    assert tokens(table) == session.tokens
    again = played_again(table)
    assert (written(table), paid(table), paper(table)) == (
        written(again),
        paid(again),
        paper(again),
    )
    call_command("checkledger")
