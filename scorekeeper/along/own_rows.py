"""Rows other than players that a phone has made without a network. Its forms name them by keys of
its own; when it delivers, it tells by what the server knows them: their tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db.models import Model, Q
from django.http import QueryDict

from scorekeeper.along.inner import Aim
from scorekeeper.along.names import FIRST_OF_PHONE, NUMBER
from scorekeeper.along.writes import START
from scorekeeper.clubs.models import Session
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game, SeatChange
from scorekeeper.presets.models import ClubPreset
from scorekeeper.serving.readable import is_text
from scorekeeper.settling.models import Carry, Cost, Handover

OwnRows: TypeAlias = Mapping[str, list[str]]
"""By the phone's key what is known of a row: its kind, its token, and what else tells it apart."""

MOST: Final = 500
LONGEST: Final = 64


class NoRowsError(Exception):
    """What was told as rows are none."""


class RowNotThereError(Exception):
    """The night has no such row. ``token``: that would have made it; "" where none is known."""

    def __init__(self, token: str = "") -> None:
        super().__init__(token)
        self.token = token


@dataclass(frozen=True, slots=True)
class RowKind:
    """``known_by``: its token, then what tells rows of one token apart."""

    model: type[Model]
    known_by: tuple[str, ...]
    of_night: Callable[[Session], Q]


HANDED: Final = "handed__handover__"
KINDS: Final[dict[str, RowKind]] = {
    "play.game": RowKind(Game, ("token", "number"), lambda night: Q(session=night)),
    "play.seatchange": RowKind(SeatChange, ("token",), lambda night: Q(game__session=night)),
    "settling.cost": RowKind(Cost, ("token",), lambda night: Q(session=night)),
    "settling.handover": RowKind(Handover, ("token", "payer"), lambda night: Q(session=night)),
    "settling.carry": RowKind(
        Carry, ("token",), lambda night: Q(from_session=night) | Q(to_session=night)
    ),
    "ledger.payment": RowKind(
        Payment,
        (f"{HANDED}token", f"{HANDED}payer"),
        lambda night: Q(session=night, handed__handover__session=night),
    ),
    "presets.clubpreset": RowKind(ClubPreset, ("token",), lambda night: Q(club=night.club_id)),
}
"""Whatever is made by a write of a night and named by a later one."""

NAMED: Final[Mapping[tuple[str, str], str]] = {
    ("settling:step", "handover"): "settling.handover",
    ("settling:unpaid", "payment"): "ledger.payment",
    ("settling:cost_back", "pk"): "settling.cost",
    ("settling:along_back", "pk"): "settling.carry",
    ("starting:seats", "do"): "play.seatchange",
    (START, "preset"): "presets.clubpreset",
}
"""By view and field, which kind of row a form names there, at the end of the field."""
KEY: Final = re.compile(rf"(?:|undo:|own-)(?P<key>{NUMBER.pattern})")
GAME: Final = re.compile(r"(?<=/games/)[0-9]+(?=/)")


# On the phone ----------------------------------------------------------------------------------


def made_here() -> dict[str, list[str]]:
    """All rows of these kinds that were made on this phone."""
    found: dict[str, list[str]] = {}
    for name, kind in KINDS.items():
        rows = kind.model._base_manager.filter(pk__gte=FIRST_OF_PHONE)
        for key, *known in rows.values_list("pk", *kind.known_by):
            if known[0]:
                found[str(key)] = [name, *map(str, known)]
    return found


# On the server ---------------------------------------------------------------------------------


def read_rows(told: str) -> OwnRows:
    """What ``made_here`` gave, as JSON; "" for none. Raises NoRowsError."""
    try:
        found = json.loads(told or "{}")
    except ValueError as error:
        raise NoRowsError from error
    if not isinstance(found, dict) or len(found) > MOST:
        raise NoRowsError
    if not all(_is_key(key) and _is_known(known) for key, known in found.items()):
        raise NoRowsError
    rows: OwnRows = found
    return rows


def _is_key(told: str) -> bool:
    return bool(NUMBER.fullmatch(told)) and int(told) >= FIRST_OF_PHONE


def _is_known(told: Any) -> bool:
    if not isinstance(told, list) or len(told) < 2 or told[0] not in list(KINDS):
        return False
    if not all(isinstance(each, str) and is_text(each) for each in told):
        return False
    _kind, token, *numbers = told
    return (
        len(told) == 1 + len(KINDS[told[0]].known_by)
        and 0 < len(token) <= LONGEST
        and all(each.isdecimal() and len(each) < 19 for each in numbers)
    )


def with_our_game(session: Session, to: Aim, rows: OwnRows) -> str:
    """The address, with the number that a game of the phone has here. Raises RowNotThereError."""
    for name, token, *more in rows.values():
        if name == "play.game" and more == [str(to.number)]:
            found = Game.every.filter(session=session, token=token).values_list("number", flat=True)
            if (number := found.first()) is None:
                # not dropped with it, either: its hands are asked for one by one
                raise RowNotThereError
            return GAME.sub(str(number), to.path, count=1)
    return to.path


def with_our_rows(session: Session, to: Aim, body: QueryDict, rows: OwnRows) -> QueryDict:
    """The form, with the keys that its rows have here. Raises RowNotThereError."""
    made = body.copy()
    for (view, field), kind in NAMED.items():
        if view == to.name and field in body:
            texts = [_with_our_key(session, text, kind, rows) for text in body.getlist(field)]
            made.setlist(field, texts)
    return made


def _with_our_key(session: Session, text: str, kind: str, rows: OwnRows) -> str:
    found = KEY.fullmatch(text)
    if found is None or int(found["key"]) < FIRST_OF_PHONE:
        return text
    name, *known = rows.get(found["key"], [""])
    if name != kind:
        raise RowNotThereError
    key = _key_of(session, KINDS[kind], known)
    if key is None:
        raise RowNotThereError(known[0])
    return f"{text[: found.start('key')]}{key}"


def _key_of(session: Session, kind: RowKind, known: list[str]) -> int | None:
    told = dict(zip(kind.known_by, known, strict=True))
    rows = kind.model._base_manager.filter(kind.of_night(session), **told)
    return rows.order_by("pk").values_list("pk", flat=True).first()
