"""Bends an exported group in one place, imports it, and visits the pages of what came in."""

import json
import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import date
from functools import cache
from typing import Any, Final

from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from scorekeeper.clubs.models import Club
from scorekeeper.extensions.calendar.planning.models import Says
from scorekeeper.extensions.calendar.planning.services import save_reply
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    NotADocumentError,
    parse_on_page,
)
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.extensions.tournaments.hall.selectors import add_time
from scorekeeper.extensions.tournaments.hall.views import call_referee, rule
from scorekeeper.extensions.tournaments.people.services import add_wish, substitute
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.prizes import post_prizes, sharing
from scorekeeper.extensions.tournaments.ranking.services import give_penalty
from scorekeeper.extensions.tournaments.rounds.services import draw_round
from scorekeeper.seasons.services import create_season
from tests.helpers import factories as make
from tests.helpers.exchange.people import all_of_it
from tests.helpers.exchange.round import Told, sealed, settled
from tests.helpers.tournaments import days

DEEP: Final[Any] = json.loads("[" * 60 + "]" * 60)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 7, 1e308, 0.5, 10**19, 10**40, "", "nonsense", "x" * 4000, "\u202e", "="),
    *([], {}, [[]], {"a": 1}, [1e308], DEEP),
    *("0026-01-01", "9999-12-31", "0026-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"),
)
LEAVES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    1e308,
    10**19,
    10**40,
    "nonsense",
    "",
    [],
    {},
    DEEP,
)
MISSING: Final = object()
EACH: Final = 1
"""How often one view is visited."""
SAME: Final = re.compile(
    r"rulebook|certificates|clubs:|mail:|home:front|:new$|_new$|screen$|:import$"
)
"""Views that show little of a group, or nothing."""
HREF: Final = re.compile(r'(?:href|src|hx-get)="(/[^"#]*)')

Bent = tuple[str, Told]
"""Where and how, and the document."""


# Documents ------------------------------------------------------------------------------------


def with_season() -> Club:
    club = settled().club
    create_season(club=club, name="Winter", starts=date(2026, 1, 1), ends=date(2026, 12, 31))
    return club


def with_calendar() -> Club:
    club = all_of_it()
    create_season(club=club, name="Winter", starts=date(2020, 1, 1), ends=None)
    planned = club.planned.get()
    save_reply(planned=planned, player=club.players.all()[0], says=Says.COMES, token="r")
    return club


def with_tournament() -> Club:
    club = make.session().game.session.club
    cuts = (Cut(after=1, keep=6),)
    own = days.tournament(club=club, fee=500, prizes=(60, 40), cuts=cuts, rounds=3, minutes=0)
    tournament = days.here(own)
    first, second, third, *_rest = tournament.entrants.order_by("number")
    add_wish(entrant=first, other=second, token="w1", by=None)
    add_wish(entrant=third, table=1, seat=1, token="w2", by=None)
    turn = days.publish(tournament)
    tables = list(turn.table_sessions.select_related("session"))
    for table in tables:
        days.play_table(table)
    call = call_referee(tournament=tournament, table=tables[0], text="Who?", token="c", by=None)
    rule(tournament=tournament, call=call, text="Asha", token="r", by=None)
    add_time(turn=turn, minutes=5, table=tables[0], token="m", by=None)
    penalty: Any = {"tournament": tournament, "entrant": first, "points": 1.5, "reason": "late"}
    give_penalty(**penalty, token="p", by=None)
    draw_round(tournament=tournament, token="d", by=None)
    substitute(entrant=second, name="Newcomer", token="s", by=None)
    shown = sharing(tournament).sums
    post_prizes(tournament=tournament, shown=shown, token="a", by=None)
    return club


GROUPS: Final = {
    "session": with_season,
    "calendar": with_calendar,
    "tournament": with_tournament,
}


@cache
def exported(name: str) -> Told:
    """Made once, as nobody changes it: ``with_value`` copies what it changes."""
    with transaction.atomic():
        content = document(Extent(GROUPS[name]()))
        transaction.set_rollback(True)
    return content


# Bending --------------------------------------------------------------------------------------


def bent(content: Told) -> Iterator[Bent]:
    """Yields the document bent in each of its places, in each way."""
    for key in content["club"]:
        for value in VALUES:
            yield with_value(content, ("club", key), value)
    for name, table in content["tables"].items():
        yield from _rows_bent(content, name, table["rows"])
        for place in dict.fromkeys((0, len(table["rows"]) - 1)) if table["rows"] else ():
            for column in range(len(table["columns"])):
                yield from _cell_bent(content, (name, place, column), table["columns"][column])


def _rows_bent(content: Told, name: str, rows: list[Any]) -> Iterator[Bent]:
    if rows:
        for kind, changed in (
            ("first twice", [rows[0], *rows]),
            ("last twice", [*rows, rows[-1]]),
            ("first missing", rows[1:]),
            ("last missing", rows[:-1]),
            ("none", []),
            ("turned", rows[::-1]),
            ("short", [rows[0][:-1], *rows[1:]]),
        ):
            where, changed_content = with_value(content, ("tables", name, "rows"), changed)
            yield f"{where.split(' = ')[0]} {kind}", changed_content


def _cell_bent(content: Told, cell: tuple[str, int, int], column: str) -> Iterator[Bent]:
    name, place, index = cell
    path: tuple[Any, ...] = ("tables", name, "rows", place, index)
    for value in VALUES:
        where, changed = with_value(content, path, value)
        yield f"{column}: {where}", changed
    cell_value = content["tables"][name]["rows"][place][index]
    for leaf in _leaves(cell_value):
        for value in (*LEAVES, MISSING):
            where, changed = with_value(content, (*path, *leaf), value)
            yield f"{column}: {where}", changed


def _leaves(value: Any, most: int = 2) -> Iterator[tuple[Any, ...]]:
    """Yields the paths of all that is inside; of a long list the first parts only."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value[:most])
    for key, part in parts:
        yield (key,)
        yield from ((key, *rest) for rest in _leaves(part))


def with_value(content: Told, path: tuple[Any, ...], value: Any) -> Bent:
    """Returns a copy that shares all but what is on the path."""
    copy = dict(content)
    at: Any = copy
    for key in path[:-1]:
        at[key] = at[key].copy()
        at = at[key]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = deepcopy(value)
    shown = "missing" if value is MISSING else repr(value)[:30]
    return f"{'/'.join(map(str, path))} = {shown}", copy


# Visiting -------------------------------------------------------------------------------------


def faults(content: Told) -> list[str]:
    """Imports the document, visits the pages and exports it again; nothing is kept. Returns what
    raised or answered 500; a document refused in words has no fault."""
    with transaction.atomic():
        try:
            return _faults(content)
        finally:
            transaction.set_rollback(True)


def _faults(content: Told) -> list[str]:
    try:
        parsed = parse_on_page(text(sealed(content)).encode())
        with transaction.atomic():
            club, _preview = import_document(parsed)
    except NotADocumentError:
        return []
    except Exception as error:  # noqa: BLE001
        return [_named("import", error)]
    return visited(club)[0]


def visited(club: Club) -> tuple[list[str], Counter[str]]:
    """Returns the faults of the group's pages, and how often each view was visited."""
    host = make.host_client(club)
    waiting = [reverse("home:club", args=[club.code])]
    waiting += [session.address for session in club.sessions.all()]
    seen, found, times = set(waiting), list[str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        try:
            name = resolve(address.split("?")[0]).view_name
        except Resolver404:
            continue
        if times[name] >= EACH or SAME.search(name):
            continue
        times[name] += 1
        page, fault = _visit(host, address)
        found += [f"{name} {fault}"] * bool(fault)
        links = [link.replace("&amp;", "&") for link in HREF.findall(page)]
        waiting += [link for link in dict.fromkeys(links) if link not in seen]
        seen.update(links)
    return found, times


def _visit(host: Client, address: str) -> tuple[str, str]:
    try:
        with transaction.atomic():
            answer = host.get(address, headers={"accept-language": "en"})
    except Exception as error:  # noqa: BLE001
        return "", _named(address, error)
    if answer.streaming or "html" not in answer.get("Content-Type", ""):
        return "", ""
    return answer.content.decode(), f"{answer.status_code}" if answer.status_code >= 429 else ""


def _named(where: str, error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/scorekeeper/" in frame.filename] or frames
    at = "; ".join(f"{f.filename.rpartition('scorekeeper/')[2]}:{f.lineno}" for f in own[-2:])
    return f"{where}: {type(error).__name__} {str(error)[:100]} ({at})"
