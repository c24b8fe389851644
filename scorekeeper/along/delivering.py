"""What was written on a phone without a network is done here, once, by the very view it was for.

The phone sends the address and the form as they were. Nothing is taken on trust: the view checks
who asks, what he may do, and what stands by now, as for any form. What was done, or dropped, is
remembered by what was sent (``Delivered``); beside that every hand, payment and game has its token,
which writes once. A request that dies between the two is answered when it comes again.
"""

from __future__ import annotations

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

from scorekeeper.along import inner
from scorekeeper.along.inner import Aim
from scorekeeper.along.models import Delivered
from scorekeeper.along.names import NoNamesError, NotOfClubError, read_names, renumbered
from scorekeeper.along.own_rows import (
    NoRowsError,
    OwnRows,
    RowNotThereError,
    read_rows,
    with_our_game,
    with_our_rows,
)
from scorekeeper.along.writes import BEGINS_GAME, LEFT_OUT, START
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role, Session
from scorekeeper.play.models import Game, Hand
from scorekeeper.serving import clock
from scorekeeper.serving.outcomes import Done, Outcome, Refused, Unfit
from scorekeeper.serving.readable import is_text

LONGEST_TOKEN: Final = 64


@dataclass(frozen=True)
class Item:
    """Something that waited on a phone: the form as it was sent there, and where to.

    ``key``: by which it is known again; ``body``: with keys of this server in place of the phone's;
    ``age``: how long it waited there.
    """

    to: Aim
    body: QueryDict
    key: str
    age: timedelta = timedelta()

    @cached_property
    def token(self) -> str:
        """Of the hand that it writes; "" if the form has none."""
        return str(self.body.get("token", ""))[:LONGEST_TOKEN]


@dataclass(frozen=True, slots=True)
class Became:
    """What became of an item: ``number`` of its hand now, the view's ``status``, and whether it
    ``begins`` a game, which may have another number here."""

    outcome: Outcome
    status: int = 200
    number: int | None = None
    begins: bool = False

    @property
    def plain(self) -> dict[str, object]:
        more = {"status": self.status, "number": self.number, "begins": self.begins}
        return {**self.outcome.plain, **more}


class NotTakenError(Exception):
    """It is nothing that may be delivered, or could not be read."""

    def __init__(self, outcome: Outcome, status: int = 400) -> None:
        super().__init__(outcome.message)
        self.told = Became(outcome, status)


# What came -------------------------------------------------------------------------------------


def item_of(request: ClubRequest, session: Session, *, adds: bool = False) -> Item:
    """From the fields ``path``, ``body``, ``names``, ``rows``, ``age`` (milliseconds) and, for
    forms without a token, ``token``. ``adds``: players of a new game whom the club does not know
    are added. Raises NotTakenError."""
    path, sent, told_names, told_rows = (
        str(request.POST.get(name, "")) for name in ("path", "body", "names", "rows")
    )
    try:
        names, rows = read_names(told_names), read_rows(told_rows)
        body = QueryDict(sent, mutable=True)
    except (NoNamesError, NoRowsError, TooManyFieldsSent, ValueError) as error:
        raise NotTakenError(_unreadable()) from error
    if not all(is_text(text) for name, texts in body.lists() for text in (name, *texts)):
        raise NotTakenError(_unreadable())
    to = inner.aim(path, session.code)
    if to is None:
        raise NotTakenError(Unfit(_("This change can’t be synced from a device.")))
    if names:
        adds = adds and to.name == START and request.role >= Role.HOST
        to, body, rows = _with_our_players(session, to, body, rows, names, adds=adds)
    to, body = _with_our_rows(session, to, body, rows)
    return Item(to, body, key_in(request), age_of(str(request.POST.get("age", ""))))


def key_in(request: ClubRequest) -> str:
    """Of what was sent, whether it can be read or not."""
    path, sent, token = (str(request.POST.get(name, "")) for name in ("path", "body", "token"))
    return key_of(path, sent, token)


def _with_our_players(
    session: Session,
    to: Aim,
    body: QueryDict,
    rows: OwnRows,
    names: dict[str, str],
    *,
    adds: bool,
) -> tuple[Aim, QueryDict, OwnRows]:
    told = [to.path, to.query, *(each for name, texts in body.lists() for each in (name, *texts))]
    used = " ".join([*told, *(each for known in rows.values() for each in known[2:])])
    try:
        keys = renumbered(session.club, names, used, adds=adds)
    except NotOfClubError as unknown:
        said = _("%(name)s, added on this device, is not a player of this group.")
        raise NotTakenError(Refused(said % {"name": unknown.name}), 409) from unknown
    ours = {key: [*known[:2], *map(keys.text, known[2:])] for key, known in rows.items()}
    there = _there(session, to, keys.text(to.path))
    return replace(there, query=keys.text(to.query)), keys.body(body), ours


def _with_our_rows(
    session: Session, to: Aim, body: QueryDict, rows: OwnRows
) -> tuple[Aim, QueryDict]:
    """What a phone has made of this night and the night does not have, nothing is done about."""
    try:
        path, body = with_our_game(session, to, rows), with_our_rows(session, to, body, rows)
    except RowNotThereError as unknown:
        if was_dropped(session, unknown.token):
            raise NotTakenError(Done(), 200) from unknown
        said = _("This refers to an entry from this device that no longer exists.")
        raise NotTakenError(Refused(said), 409) from unknown
    return _there(session, to, path), body


def _there(session: Session, to: Aim, path: str) -> Aim:
    """The same view, at another address of the night."""
    if path == to.path:
        return to
    there = inner.aim(path, session.code)
    assert there is not None
    return replace(there, query=to.query)


def _unreadable() -> Refused:
    return Refused(_("This couldn’t be read."))


def key_of(path: str, body: str, token: str) -> str:
    """The same for the same form, sent again. A page's form has a mark of its own (CSRF), so two
    forms of two pages differ even where they ask for the same."""
    return sha256("\n".join((token, path, body)).encode("utf-8", "replace")).hexdigest()


# What becomes of it ----------------------------------------------------------------------------


def deliver(request: ClubRequest, session: Session, item: Item) -> Became:
    """Do it, unless it was done."""
    if is_delivered(session, item):
        return settled(session, item)
    told = attempt(request, session, item)
    if isinstance(told.outcome, Done):
        remember(session, item)
    return told


def attempt(request: ClubRequest, session: Session, item: Item) -> Became:
    """What the view does with it, as at the time when it was written on the phone. When it came is
    told by what is remembered of it, and by what happened in the club."""
    with clock.written_at(written_at(session, item.to.number, item.age)):
        outcome, status = inner.post(request, item.to, item.body)
    return settled(session, item, status) if isinstance(outcome, Done) else Became(outcome, status)


def settled(session: Session, item: Item, status: int = 200) -> Became:
    begins = item.to.name in BEGINS_GAME
    return Became(Done(), status, number_of(session, item), begins)


def is_delivered(session: Session, item: Item) -> bool:
    """It was done, or dropped; or it is about a hand of this phone that was dropped, and is dropped
    with it."""
    if Delivered.objects.filter(session=session, key=item.key).exists():
        return True
    if not _is_of_dropped(session, item):
        return False
    remember(session, item, dropped=item.token)
    return True


def _is_of_dropped(session: Session, item: Item) -> bool:
    hand = item.to.match.kwargs.get("hand_token", "")
    if item.to.name == LEFT_OUT or not was_dropped(session, hand):
        return False
    return not Hand.objects.filter(game__session=session, token=hand).exists()


def was_dropped(session: Session, token: str) -> bool:
    """What this token was to write."""
    return bool(token) and Delivered.objects.filter(session=session, dropped=token).exists()


def remember(session: Session, item: Item, *, dropped: str = "") -> None:
    row = Delivered(session=session, key=item.key, dropped=dropped)
    Delivered.objects.bulk_create([row], ignore_conflicts=True)


def number_of(session: Session, item: Item) -> int | None:
    """Which hand of its game the one is that its token wrote, if it wrote one."""
    if not item.token or item.to.number is None:
        return None
    found = Hand.objects.filter(
        game__session=session, game__number=item.to.number, token=item.token
    )
    return found.values_list("number", flat=True).first()


# When it was written. The phone says how long ago, by its own clock at both ends, so it does not
# matter what that clock shows; and it is believed only so far.
LONGEST: Final = timedelta(days=3660)
DIGITS: Final = 15


def age_of(told: str) -> timedelta:
    """``told``: in milliseconds; what makes no sense is no age."""
    if not (told.isdecimal() and len(told) <= DIGITS):
        return timedelta()
    return min(LONGEST, timedelta(milliseconds=int(told)))


def written_at(session: Session, number: int | None, age: timedelta) -> datetime:
    """``number``: of the game that it is about, if any. Not before the last hand of that, as it was
    first written, nor a change of its seats; and not after now."""
    now = timezone.now()
    if not age:
        return now
    return min(now, max(now - age, _last(session, number)))


def _last(session: Session, number: int | None) -> datetime:
    game = Game.objects.filter(session=session, number=number).first() if number else None
    if game is None:
        return session.created_at
    hand = game.hands.filter(number=game.last_number).aggregate(Min("at"))
    told = [*hand.values(), *game.changes.aggregate(Max("at")).values()]
    written: list[datetime] = [moment for moment in told if moment]
    return max(session.created_at, game.started_at, *written)
