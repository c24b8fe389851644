"""Set-up that ``test_same_pages.py`` shares with other tests."""

import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from scorekeeper.clubs.models import Session
from scorekeeper.engine.questions.codec import dump
from scorekeeper.play import services
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.sync.device import Both
from tests.helpers import factories as make
from tests.helpers.drawing import Drawn, draw_game
from tests.helpers.table.forms import on_screen, posted

HTMX: dict[str, Any] = {"HX-Request": "true"}


def played(drawn: Drawn, hands: int) -> Table:
    """The first hands of a drawn game, in a session of its own."""
    names = drawn.names
    table = make.session(drawn.variant.key, names, dump(drawn.options, full=True), side=drawn.side)
    for entry in drawn.entries[:hands]:
        save(table, entry)
        table = game_table(table.game)
    return table


def save(table: Table, entry: Any) -> None:
    table.game.refresh_from_db()
    number = table.game.last_number + 1
    services.record_hand(
        table=game_table(table.game), entry=entry, number=number, token=make.token()
    )


def look(both: Both) -> int:
    """Pages of the session and its club, all alike; those that the board leads to among them. How
    many."""
    home, club = f"/sessions/{both.session.code}/", f"/g/{both.session.club.code}/"
    led = [link for path in (home, f"{home}?game=1") for link in both.agree(path)]
    plain = [*(f"{home}{path}" for path in PLAIN), club, f"{club}standings/"]
    paths = {path: path for path in plain}
    paths |= {path: own for path, own in led if LED_TO.search(path)}
    for path, own in paths.items():
        both.agree(path, own=own)
    both.agree(f"{home}newer/?v=0", **HTMX)
    both.agree(f"{home}newer/?v={version(both)}", **HTMX)
    return len(paths)


PLAIN = (
    *("settle/", "settle/methods/", "who/", "tv/", "tv/?money=1"),
    *("games/1/hand/", "games/1/rules/"),
)


LED_TO = re.compile("/hands/|/players/|/seats/|/rules/|/money/")


def version(both: Both) -> int:
    return Session.objects.get(pk=both.session.pk).version


def drawings(key: str) -> Iterator[Drawn]:
    return (draw_game(VARIANTS[key], Random(f"along {key} {n}"), hands=4) for n in count())


def typed(drawn: Drawn, number: int) -> list[tuple[str, str]]:
    """The fields of the hand of this number (from 1), as a browser sends them."""
    entry = on_screen(drawn.variant, drawn.games[number - 1], drawn.entries[number - 1])
    data = posted(drawn.variant, entry, drawn.seats)
    pairs = [(name, value) for name, values in data.lists() for value in values]
    return [("number", str(number)), ("token", f"write-of-hand-{number}"), *pairs]


def chain(both: Both) -> list[list[Any]]:
    """What the table reported, as it is sealed."""
    return both.inside.rows("SELECT number, token, digest FROM play_hand ORDER BY id")
