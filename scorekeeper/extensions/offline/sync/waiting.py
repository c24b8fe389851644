"""Describes the entries waiting on a device. Read only."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.middleware import is_text
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import sent_json, whole_number
from scorekeeper.extensions.offline.sync.internal_request import Aim, find_aim
from scorekeeper.extensions.offline.sync.local_keys.rows import (
    read_rows,
    renumber_game,
)
from scorekeeper.extensions.offline.sync.writes import AMEND, HAND, KINDS, UNKNOWN
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.terms import game_text
from scorekeeper.table.entry.results import stored_result
from scorekeeper.table.entry.templatetags.results import who_won

MOST: Final = 500
LONGEST_MESSAGE: Final = 400
LATEST_TIME: Final = 32_503_680_000_000
"""Milliseconds since 1970; in the year 3000."""


class ItemState(StrEnum):
    WAITING = "waiting"
    ASKS = "asks"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class OutboxLine:
    title: str
    detail: SafeString | str
    """The winner of the hand, if known here."""
    entered_at: datetime | None
    state: ItemState
    message: str

    @property
    def asks(self) -> bool:
        return self.state == ItemState.ASKS


def outbox_lines(session: Session, text: str) -> list[OutboxLine]:
    """Describes a JSON list of ``{token, path, body, rows, at, state, says}``. Unreadable entries
    are listed as unknown. Raises ValueError if it is no list."""
    items = sent_json(text, "[]")
    if not isinstance(items, list) or len(items) > MOST:
        raise ValueError("no list of what waits")
    return list(_lines(session, items))


def _lines(session: Session, items: list[Any]) -> Iterator[OutboxLine]:
    tables: dict[int, Table | None] = {}
    for value in items:
        item: Mapping[str, Any] = value if isinstance(value, dict) else {}
        aim = _aim(session, item)
        title, detail = _(UNKNOWN), ""
        if aim is not None:
            if aim.number is not None and aim.number not in tables:
                tables[aim.number] = session_table(session, aim.number)
            table = tables.get(aim.number) if aim.number is not None else None
            title, detail = _describe(aim, QueryDict(str(item.get("body", ""))), table)
        message = str(item.get("says") or "")[:LONGEST_MESSAGE]
        yield OutboxLine(
            title, detail, _parse_time(item.get("at")), _parse_state(item.get("state")), message
        )


def _aim(session: Session, item: Mapping[str, Any]) -> Aim | None:
    """Returns the entry's target; for a game begun on the device, with its number here."""
    found_aim = find_aim(str(item.get("path", "")), session.code)
    if found_aim is None:
        return None
    try:
        path = renumber_game(session, found_aim, read_rows(json.dumps(item.get("rows") or {})))
    except (Refusal, ValueError):
        return found_aim
    return found_aim if path == found_aim.path else find_aim(path, session.code)


def _describe(aim: Aim, body: QueryDict, table: Table | None) -> tuple[str, SafeString | str]:
    """Returns the entry's title and the winner of its hand."""
    token = str(body.get("token", ""))
    hand = hand_by_token(table.game, token) if table and is_text(token) else None
    number = hand.number if hand else form_number(body)
    if table is None or number is None or aim.name not in (HAND, AMEND):
        return _(KINDS[aim.name]), ""
    values = {"number": number, "game": aim.number}
    if aim.name == HAND:
        text = game_text(table.game.terms, "Hand %(number)d of game %(game)d")
    else:
        text = game_text(table.game.terms, "Edit of hand %(number)d of game %(game)d")
    return text % values, _winner(table, hand)


def _winner(table: Table, hand: Hand | None) -> SafeString | str:
    return who_won(stored_result(table, hand)) if hand and not hand.voided_at else ""


def form_number(body: QueryDict) -> int | None:
    """Returns the form's hand number, if any."""
    return whole_number(body.get("number", ""), digits=8)


def _parse_time(milliseconds: Any) -> datetime | None:
    if not isinstance(milliseconds, int | float) or not 0 < milliseconds < LATEST_TIME:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _parse_state(state: Any) -> ItemState:
    return ItemState(state) if state in list(ItemState) else ItemState.WAITING
