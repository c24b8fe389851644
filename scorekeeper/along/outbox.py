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
from django.utils.translation import gettext_noop

from scorekeeper.along.inner import Aim, aim
from scorekeeper.along.own_rows import NoRowsError, RowNotThereError, read_rows, with_our_game
from scorekeeper.along.writes import AMEND, HAND, LEFT_OUT, START
from scorekeeper.capture.result import result_kept
from scorekeeper.capture.templatetags.results import who_won
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Hand
from scorekeeper.play.repeated import written
from scorekeeper.play.selectors import Table, table_of

MOST: Final = 500
LONGEST_SAID: Final = 400
LAST_MOMENT: Final = 32_503_680_000_000
"""Milliseconds; in the year 3000."""

KINDS: Final[dict[str, str]] = {
    HAND: gettext_noop("A hand"),
    AMEND: gettext_noop("A correction of a hand"),
    LEFT_OUT: gettext_noop("A hand that was left out"),
    "capture:hand_void": gettext_noop("A hand taken back"),
    "capture:hand_back": gettext_noop("A hand put back"),
    "capture:game_remove": gettext_noop("A game removed"),
    "capture:game_restore": gettext_noop("A game brought back"),
    "consent:asked": gettext_noop("Whether everybody is asked for his word"),
    "consent:line": gettext_noop("A word on a line of a hand"),
    "consent:overrule": gettext_noop("A hand that stands though it was contested"),
    "clubs:who": gettext_noop("Whose phone this is"),
    START: gettext_noop("A new game"),
    "starting:game_close": gettext_noop("A game ended"),
    "starting:game_again": gettext_noop("The same game again"),
    "starting:seats": gettext_noop("Who plays on"),
    "starting:night_close": gettext_noop("The night closed"),
    "starting:night_reopen": gettext_noop("The night opened again"),
    "settling:paid": gettext_noop("A payment"),
    "settling:step": gettext_noop("A word on a payment"),
    "settling:unpaid": gettext_noop("A payment taken back"),
    "settling:me": gettext_noop("Whose phone this is"),
    "settling:cost": gettext_noop("A shared cost"),
    "settling:cost_back": gettext_noop("A shared cost taken back"),
    "settling:advance": gettext_noop("Money paid in"),
    "settling:along": gettext_noop("Debts taken along to another night"),
    "settling:along_back": gettext_noop("Debts that were taken along, taken back"),
    "settling:terms": gettext_noop("How it is settled"),
    "settling:round": gettext_noop("What is owed, rounded again"),
}
"""Of every write that can be delivered (``writes.DONE_AT``)."""

UNKNOWN: Final = gettext_noop("Something")
"""What cannot be read, or leads nowhere."""


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
                tables[to.number] = table_of(session, to.number)
            at = tables.get(to.number) if to.number is not None else None
            title, about = _named(to, _body(item), at)
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
    hand = written(at.game, str(body.get("token", ""))) if at else None
    number = hand.number if hand else number_in(body)
    if at is None or number is None or to.name not in (HAND, AMEND):
        return _(KINDS[to.name]), ""
    told = {"number": number, "game": to.number}
    if to.name == HAND:
        return _("Hand %(number)d of game %(game)d") % told, _won(at, hand)
    return _("A correction of hand %(number)d of game %(game)d") % told, _won(at, hand)


def _won(at: Table, hand: Hand | None) -> SafeString | str:
    return who_won(result_kept(at, hand)) if hand and not hand.voided_at else ""


def _body(item: Mapping[str, Any]) -> QueryDict:
    return QueryDict(str(item.get("body", "")))


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
