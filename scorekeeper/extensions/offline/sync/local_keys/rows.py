"""Rows other than players that a device made offline. Its forms name them by its own keys; when it
syncs, it sends what identifies them on the server: their tokens."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db.models import Model, Q
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.middleware import is_text
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import LONGEST_TOKEN, sent_json
from scorekeeper.extensions.offline.sync.internal_request import Aim
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE, NUMBER
from scorekeeper.extensions.offline.sync.writes import START
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game, SeatChange
from scorekeeper.settlement.models import CarryOver, Expense, Handover

OwnRows: TypeAlias = Mapping[str, list[str]]
"""Identities by the device's key: kind, token and, where needed, more."""

MOST: Final = 500


def _missing(token: str = "") -> Refusal:
    """Says that the session has no such row. ``token``: of the entry that makes it, which is what
    there is ``now``; "" if unknown."""
    text = _("This refers to an entry from this device that no longer exists.")
    return Refusal(text, now=token)


@dataclass(frozen=True, slots=True)
class RowKind:
    """``identity``: lookups of the token and of what distinguishes rows with the same token."""

    model: type[Model]
    identity: tuple[str, ...]
    in_session: Callable[[Session], Q]


HANDED: Final = "handed__handover__"
KINDS: Final[dict[str, RowKind]] = {
    "play.game": RowKind(Game, ("token", "number"), lambda session: Q(session=session)),
    "play.seatchange": RowKind(SeatChange, ("token",), lambda session: Q(game__session=session)),
    "settlement.expense": RowKind(Expense, ("token",), lambda session: Q(session=session)),
    "settlement.handover": RowKind(
        Handover, ("token", "payer"), lambda session: Q(session=session)
    ),
    "settlement.carryover": RowKind(
        CarryOver, ("token",), lambda session: Q(from_session=session) | Q(to_session=session)
    ),
    "ledger.payment": RowKind(
        Payment,
        (f"{HANDED}token", f"{HANDED}payer"),
        lambda session: Q(session=session, handed__handover__session=session),
    ),
    "house_rules.clubpreset": RowKind(
        ClubPreset, ("token",), lambda session: Q(club=session.club_id)
    ),
}
"""All rows that a write of a session makes and a later one names."""

NAMED: Final[Mapping[tuple[str, str], str]] = {
    ("settlement:all_paid", "handover"): "settlement.handover",
    ("settlement:step", "handover"): "settlement.handover",
    ("settlement:unpaid", "payment"): "ledger.payment",
    ("settlement:expense_delete", "pk"): "settlement.expense",
    ("settlement:carry_over_undo", "pk"): "settlement.carryover",
    ("starting:seats", "do"): "play.seatchange",
    (START, "preset"): "house_rules.clubpreset",
}
"""The kind of row that a form names in a field, by view and field."""
KEY: Final = re.compile(rf"(?:|undo:|own-)(?P<key>{NUMBER.pattern})")
GAME: Final = re.compile(r"(?<=/games/)[0-9]+(?=/)")


# On the device ---------------------------------------------------------------------------------


def local_rows() -> dict[str, list[str]]:
    """Returns the identities of all rows made on this device."""
    identities: dict[str, list[str]] = {}
    for name, kind in KINDS.items():
        rows = kind.model._base_manager.filter(pk__gte=FIRST_OF_DEVICE)
        for key, *identity in rows.values_list("pk", *kind.identity):
            if identity[0]:
                identities[str(key)] = [name, *map(str, identity)]
    return identities


# On the server ---------------------------------------------------------------------------------


def read_rows(text: str) -> OwnRows:
    """Parses the JSON of ``local_rows``; "" for none. Raises ValueError."""
    identities = sent_json(text, "{}")
    if not isinstance(identities, dict) or len(identities) > MOST:
        raise ValueError("these are no keys with identities")
    if not all(_is_key(key) and _is_identity(identity) for key, identity in identities.items()):
        raise ValueError("these are no keys with identities")
    rows: OwnRows = identities
    return rows


def _is_key(text: str) -> bool:
    return bool(NUMBER.fullmatch(text)) and int(text) >= FIRST_OF_DEVICE


def _is_identity(value: Any) -> bool:
    if not isinstance(value, list) or len(value) < 2 or value[0] not in list(KINDS):
        return False
    if not all(isinstance(part, str) and is_text(part) for part in value):
        return False
    _kind, token, *numbers = value
    return (
        len(value) == 1 + len(KINDS[value[0]].identity)
        and 0 < len(token) <= LONGEST_TOKEN
        and all(part.isdecimal() and len(part) < 19 for part in numbers)
    )


def renumber_game(session: Session, aim: Aim, rows: OwnRows) -> str:
    """Returns the path with the game's number on the server. Refuses if it has none."""
    for name, token, *more in rows.values():
        if name == "play.game" and more == [str(aim.number)]:
            numbers = Game.every.filter(session=session, token=token).values_list(
                "number", flat=True
            )
            if (number := numbers.first()) is None:
                # its hands are not discarded with it: each asks by itself
                raise _missing()
            return GAME.sub(str(number), aim.path, count=1)
    return aim.path


def renumber_rows(session: Session, aim: Aim, body: QueryDict, rows: OwnRows) -> QueryDict:
    """Returns the form with the server's keys of rows. Refuses if a row is missing."""
    form = body.copy()
    for (view, field), kind in NAMED.items():
        if view == aim.name and field in body:
            texts = [_renumber_text(session, text, kind, rows) for text in body.getlist(field)]
            form.setlist(field, texts)
    return form


def _renumber_text(session: Session, text: str, kind: str, rows: OwnRows) -> str:
    match = KEY.fullmatch(text)
    if match is None or int(match["key"]) < FIRST_OF_DEVICE:
        return text
    name, *identity = rows.get(match["key"], [""])
    if name != kind:
        raise _missing()
    key = _find_key(session, KINDS[kind], identity)
    if key is None:
        raise _missing(identity[0])
    return f"{text[: match.start('key')]}{key}"


def _find_key(session: Session, kind: RowKind, identity: list[str]) -> int | None:
    filters = dict(zip(kind.identity, identity, strict=True))
    rows = kind.model._base_manager.filter(kind.in_session(session), **filters)
    return rows.order_by("pk").values_list("pk", flat=True).first()
