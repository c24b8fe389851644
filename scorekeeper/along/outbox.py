"""What waits on a phone, in words: each by what its address leads to. Reads, and writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.along.inner import Aim, aim
from scorekeeper.along.own_rows import NoRowsError, RowNotThereError, read_rows, with_our_game
from scorekeeper.along.writes import AMEND, HAND, KINDS, UNKNOWN
from scorekeeper.capture.result import stored_result
from scorekeeper.capture.templatetags.results import who_won
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Hand
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.selectors import Table, session_table

MOST: Final = 500
LONGEST_SAID: Final = 400
LAST_MOMENT: Final = 32_503_680_000_000
"""Milliseconds; in the year 3000."""


class ItemState(StrEnum):
    WAITING = "waiting"
    ASKS = "asks"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list."""

    title: str
    about: SafeString | str
    """Who won the hand, where that is known here."""
    at: datetime | None
    state: ItemState
    says: str

    @property
    def asks(self) -> bool:
        return self.state == ItemState.ASKS


def listed(session: Session, told: str) -> list[Listed]:
    """``told``: JSON, a list of ``{token, path, body, rows, at, state, says}``. What cannot be read
    of it is listed as something unknown: nothing that waits is left out. Raises ValueError."""
    found = json.loads(told or "[]")
    if not isinstance(found, list) or len(found) > MOST:
        raise ValueError("no list of what waits")
    return list(_lines(session, found))


def _lines(session: Session, found: list[Any]) -> Iterator[Listed]:
    tables: dict[int, Table | None] = {}
    for each in found:
        item: Mapping[str, Any] = each if isinstance(each, dict) else {}
        to = _aim(session, item)
        title, about = _(UNKNOWN), ""
        if to is not None:
            if to.number is not None and to.number not in tables:
                tables[to.number] = session_table(session, to.number)
            at = tables.get(to.number) if to.number is not None else None
            title, about = _named(to, QueryDict(str(item.get("body", ""))), at)
        says = str(item.get("says") or "")[:LONGEST_SAID]
        yield Listed(title, about, _moment(item.get("at")), _state(item.get("state")), says)


def _aim(session: Session, item: Mapping[str, Any]) -> Aim | None:
    """Of a game that was begun on the phone and is here by now, its number here."""
    to = aim(str(item.get("path", "")), session.code)
    if to is None:
        return None
    try:
        path = with_our_game(session, to, read_rows(json.dumps(item.get("rows") or {})))
    except (NoRowsError, RowNotThereError):
        return to
    return to if path == to.path else aim(path, session.code)


def _named(to: Aim, body: QueryDict, at: Table | None) -> tuple[str, SafeString | str]:
    """What it is, and what came of it."""
    hand = hand_by_token(at.game, str(body.get("token", ""))) if at else None
    number = hand.number if hand else number_in(body)
    if at is None or number is None or to.name not in (HAND, AMEND):
        return _(KINDS[to.name]), ""
    told = {"number": number, "game": to.number}
    if to.name == HAND:
        return _("Hand %(number)d of game %(game)d") % told, _won(at, hand)
    return _("Edit of hand %(number)d of game %(game)d") % told, _won(at, hand)


def _won(at: Table, hand: Hand | None) -> SafeString | str:
    return who_won(stored_result(at, hand)) if hand and not hand.voided_at else ""


def number_in(body: QueryDict) -> int | None:
    """Of the hand that a form is about, if it says so."""
    told = str(body.get("number", ""))
    return int(told) if told.isdecimal() and len(told) < 9 else None


def _moment(told: Any) -> datetime | None:
    if not isinstance(told, int | float) or not 0 < told < LAST_MOMENT:
        return None
    return datetime.fromtimestamp(told / 1000, UTC)


def _state(told: Any) -> ItemState:
    return ItemState(told) if told in list(ItemState) else ItemState.WAITING
