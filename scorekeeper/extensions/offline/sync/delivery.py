"""Syncs an offline entry: posts it once to the view it was made for.

The device sends the address and the form unchanged. The view checks access, permissions and the
current state, as for any form. Entries that were saved or discarded are remembered by a digest of
what was sent (``Delivered``); besides, every hand, payment and game has a token that saves once. A
request that fails between the two succeeds when it is repeated.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Final

from django.core.exceptions import TooManyFieldsSent
from django.db.models import Max, Min
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core import clock
from scorekeeper.core.requests.middleware import is_text
from scorekeeper.core.requests.outcomes import Done, Outcome, Refused, Unfit
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import LONGEST_TOKEN, whole_number
from scorekeeper.extensions.offline.sync import internal_request
from scorekeeper.extensions.offline.sync.internal_request import Aim
from scorekeeper.extensions.offline.sync.local_keys.players import (
    read_names,
    renumber,
)
from scorekeeper.extensions.offline.sync.local_keys.rows import (
    OwnRows,
    read_rows,
    renumber_game,
    renumber_rows,
)
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.extensions.offline.sync.writes import BEGINS_GAME, LEFT_OUT, START
from scorekeeper.play.models import Game, Hand


@dataclass(frozen=True)
class Item:
    """An offline entry: a form and its target.

    ``key``: identifies the entry; ``body``: with keys of this server instead of the device's;
    ``age``: time since it was entered.
    """

    aim: Aim
    body: QueryDict
    key: str
    age: timedelta = timedelta()

    @cached_property
    def token(self) -> str:
        """The token of the hand it saves; "" if the form has none."""
        return str(self.body.get("token", ""))[:LONGEST_TOKEN]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an item: its hand's ``number`` now, the view's ``status``, and whether it
    ``begins`` a game, which may have another number here."""

    outcome: Outcome
    status: int = 200
    number: int | None = None
    begins: bool = False

    @property
    def plain(self) -> dict[str, object]:
        more = {"status": self.status, "number": self.number, "begins": self.begins}
        return {**self.outcome.plain, **more}


class NotDeliverableError(Exception):
    """The entry cannot be synced, or not be read."""

    def __init__(self, outcome: Outcome, status: int = 400) -> None:
        super().__init__(outcome.message)
        self.result = Result(outcome, status)


# Reading the entry -----------------------------------------------------------------------------


def read_item(request: ClubRequest, session: Session, *, add_missing: bool = False) -> Item:
    """Reads the fields ``path``, ``body``, ``names``, ``rows``, ``age`` (milliseconds) and, for
    forms without a token, ``token``. ``add_missing``: add a new game's unknown players to the
    club. Raises NotDeliverableError."""
    path, form, names_json, rows_json = (
        str(request.POST.get(name, "")) for name in ("path", "body", "names", "rows")
    )
    try:
        names, rows = read_names(names_json), read_rows(rows_json)
        body = QueryDict(form, mutable=True)
    except (TooManyFieldsSent, ValueError) as error:
        raise NotDeliverableError(_unreadable()) from error
    if not all(is_text(text) for name, texts in body.lists() for text in (name, *texts)):
        raise NotDeliverableError(_unreadable())
    target = internal_request.find_aim(path, session.code)
    if target is None:
        raise NotDeliverableError(Unfit(_("This change can’t be synced from a device.")))
    if names:
        add_missing = add_missing and target.name == START and request.role >= Role.HOST
        target, body, rows = _renumber_players(
            session, target, body, rows, names, add_missing=add_missing
        )
    target, body = _renumber_rows(session, target, body, rows)
    return Item(target, body, request_key(request), parse_age(str(request.POST.get("age", ""))))


def request_key(request: ClubRequest) -> str:
    """Returns the key of what was sent, readable or not."""
    path, form, token = (str(request.POST.get(name, "")) for name in ("path", "body", "token"))
    return digest_key(path, form, token)


def _renumber_players(
    session: Session,
    aim: Aim,
    body: QueryDict,
    rows: OwnRows,
    names: dict[str, str],
    *,
    add_missing: bool,
) -> tuple[Aim, QueryDict, OwnRows]:
    parts = [
        aim.path,
        aim.query,
        *(text for name, texts in body.lists() for text in (name, *texts)),
    ]
    used = " ".join([*parts, *(text for known in rows.values() for text in known[2:])])
    try:
        keys = renumber(session.club, names, used, add_missing=add_missing)
    except Refusal as refusal:
        raise NotDeliverableError(refusal.outcome, refusal.status) from refusal
    renumbered_rows = {key: [*known[:2], *map(keys.text, known[2:])] for key, known in rows.items()}
    target = _at_path(session, aim, keys.text(aim.path))
    return replace(target, query=keys.text(aim.query)), keys.body(body), renumbered_rows


def _renumber_rows(
    session: Session, aim: Aim, body: QueryDict, rows: OwnRows
) -> tuple[Aim, QueryDict]:
    """Replaces the device's keys of rows by the server's. Raises NotDeliverableError for rows that
    do not exist here."""
    try:
        path, body = renumber_game(session, aim, rows), renumber_rows(session, aim, body, rows)
    except Refusal as refusal:
        if was_dropped(session, refusal.now):
            raise NotDeliverableError(Done(), 200) from refusal
        raise NotDeliverableError(refusal.outcome, refusal.status) from refusal
    return _at_path(session, aim, path), body


def _at_path(session: Session, aim: Aim, path: str) -> Aim:
    """Returns the target with another path of the session."""
    if path == aim.path:
        return aim
    target = internal_request.find_aim(path, session.code)
    assert target is not None
    return replace(target, query=aim.query)


def _unreadable() -> Refused:
    return Refused(_("This couldn’t be read."))


def digest_key(path: str, body: str, token: str) -> str:
    """Returns the key of a form: the same when it is sent again. Forms of two pages differ by their
    CSRF token."""
    return sha256("\n".join((token, path, body)).encode("utf-8", "replace")).hexdigest()


# Saving the entry ------------------------------------------------------------------------------


def deliver(request: ClubRequest, session: Session, item: Item) -> Result:
    """Saves the entry unless that was done."""
    if is_delivered(session, item):
        return done_result(session, item)
    result = attempt(request, session, item)
    if isinstance(result.outcome, Done):
        remember(session, item)
    return result


def attempt(request: ClubRequest, session: Session, item: Item) -> Result:
    """Posts the entry to its view, with the clock set to the time of its entry."""
    with clock.written_at(entry_time(session, item.aim.number, item.age)):
        outcome, status = internal_request.post(request, item.aim, item.body)
    return (
        done_result(session, item, status) if isinstance(outcome, Done) else Result(outcome, status)
    )


def done_result(session: Session, item: Item, status: int = 200) -> Result:
    begins = item.aim.name in BEGINS_GAME
    return Result(Done(), status, hand_number(session, item), begins)


def is_delivered(session: Session, item: Item) -> bool:
    """Whether the entry was saved or discarded before. An entry about a discarded hand is discarded
    with it."""
    if Delivered.objects.filter(session=session, key=item.key).exists():
        return True
    if not _depends_on_dropped(session, item):
        return False
    remember(session, item, dropped=item.token)
    return True


def _depends_on_dropped(session: Session, item: Item) -> bool:
    hand = item.aim.match.kwargs.get("hand_token", "")
    if item.aim.name == LEFT_OUT or not was_dropped(session, hand):
        return False
    return not Hand.objects.filter(game__session=session, token=hand).exists()


def was_dropped(session: Session, token: str) -> bool:
    """Whether the entry with this token was discarded."""
    return bool(token) and Delivered.objects.filter(session=session, dropped=token).exists()


def remember(session: Session, item: Item, *, dropped: str = "") -> None:
    row = Delivered(session=session, key=item.key, dropped=dropped)
    Delivered.objects.bulk_create([row], ignore_conflicts=True)


def hand_number(session: Session, item: Item) -> int | None:
    """Returns the number of the hand that the item's token saved, if any."""
    if not item.token or item.aim.number is None:
        return None
    hands = Hand.objects.filter(
        game__session=session, game__number=item.aim.number, token=item.token
    )
    return hands.values_list("number", flat=True).first()


# Time of entry. The device sends an age, measured by its own clock at both ends, so a wrong clock
# # does not matter; the age is limited to plausible times.
LONGEST: Final = timedelta(days=3660)
DIGITS: Final = 15


def parse_age(milliseconds: str) -> timedelta:
    """Parses an age in milliseconds; zero if it is invalid."""
    return min(LONGEST, timedelta(milliseconds=whole_number(milliseconds, DIGITS) or 0))


def entry_time(session: Session, number: int | None, age: timedelta) -> datetime:
    """Returns the time of entry: not before the last hand or seat change of game ``number``, if
    any, and not after now."""
    now = timezone.now()
    if not age:
        return now
    return min(now, max(now - age, _earliest_time(session, number)))


def _earliest_time(session: Session, number: int | None) -> datetime:
    game = Game.objects.filter(session=session, number=number).first() if number else None
    if game is None:
        return session.created_at
    hand = game.hands.filter(number=game.last_number).aggregate(Min("at"))
    times = [*hand.values(), *game.changes.aggregate(Max("at")).values()]
    known: list[datetime] = [moment for moment in times if moment]
    return max(session.created_at, game.started_at, *known)
