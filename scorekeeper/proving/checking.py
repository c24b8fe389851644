"""A night proven: every hand worked out anew from what the table reported, the chain of digests,
the payments, the sums. Reads only, and remembers nothing; ``proving.remembering`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db.models import Count, Q, Sum
from django.utils import timezone

from scorekeeper.clubs.models import Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.models import Payment
from scorekeeper.play.audit import UNREADABLE, differences, session_digest
from scorekeeper.proving import books
from scorekeeper.serving.one_view import one_view
from scorekeeper.settling.standing import standing


@dataclass(frozen=True, slots=True)
class BookPart:
    """One game, as it was checked."""

    number: int
    title: str
    """To be worded."""
    hands: int
    """Those that count."""
    written: int
    """Hands and changes of seats in the chain, those taken back or replaced too."""
    payments: int
    worked_out: bool
    """False: it has too many hands for one page."""
    fault: Phrase | None


@dataclass(frozen=True, slots=True)
class Proof:
    """What was checked of a night, and the first thing that does not match."""

    parts: tuple[BookPart, ...]
    payments: int
    """Every row, those that take others back too."""
    moved: int
    """What all payments come to, in minor units."""
    taken_back: int
    beside: int
    """Payments that no game brought."""
    balances: tuple[tuple[str, int], ...]
    """What is still to be settled, by name, in minor units."""
    fault: Phrase | None
    """The first; amounts in it are ``Minor``."""
    seal: str
    """Of all hands and changes of seats of the night: 64 hex digits."""
    at: datetime

    @property
    def hands(self) -> int:
        return sum(part.hands for part in self.parts if part.worked_out)

    @property
    def written(self) -> int:
        return sum(part.written for part in self.parts if part.worked_out)

    @property
    def games(self) -> int:
        return sum(part.worked_out for part in self.parts)

    @property
    def left_out(self) -> list[BookPart]:
        return [part for part in self.parts if not part.worked_out]


def check(night: Session, most: int | None = None) -> Proof:
    """``most``: hands that are worked out anew at the most, in whole games; None: all. Of one
    moment."""
    with one_view():
        night = Session.objects.select_related("club").get(pk=night.pk)
        parts = tuple(_parts(night, most))
        first = next(chain(_of_parts(parts), _of_books(night)), None)
        sums = Payment.objects.filter(session=night).aggregate(
            rows=Count("pk"),
            moved=Sum("amount"),
            back=Count("pk", filter=Q(reverses__isnull=False)),
            beside=Count("pk", filter=Q(game=None)),
        )
        return Proof(
            parts=parts,
            payments=sums["rows"],
            moved=int(sums["moved"] or 0),
            taken_back=sums["back"],
            beside=sums["beside"],
            balances=_balances(night),
            fault=first,
            seal=_seal(night),
            at=timezone.now(),
        )


def _parts(night: Session, most: int | None) -> Iterator[BookPart]:
    games = night.games.order_by("number").annotate(written=Count("hands"))
    paid = dict(
        Payment.objects.filter(session=night, game__isnull=False)
        .values_list("game")
        .annotate(Count("pk"))
    )
    done = 0
    for game in games:
        game.session = night
        within = most is None or done + game.written <= most
        done += game.written * within
        yield BookPart(
            number=game.number,
            title=game.title,
            hands=game.hand_count,
            written=game.written + game.changes.count(),
            payments=paid.get(game.pk, 0),
            worked_out=within,
            fault=next(differences(game), None) if within else None,
        )


def _of_parts(parts: tuple[BookPart, ...]) -> Iterator[Phrase]:
    for part in parts:
        if part.fault is not None:
            yield _("Game {number}, {game}: {told}").format(
                number=part.number, game=_(part.title), told=part.fault
            )


def _of_books(night: Session) -> Iterator[Phrase]:
    try:
        yield from books.faults(night)
    except UNREADABLE as error:
        yield _("what is kept of the money cannot be read: {why}").format(why=repr(error))


def _balances(night: Session) -> tuple[tuple[str, int], ...]:
    """Nothing where it cannot be read: the fault says so."""
    try:
        return tuple((player.name, amount) for player, amount in standing(night).balances.items())
    except UNREADABLE:
        return ()


def _seal(night: Session) -> str:
    """As ``_balances``: "" where what is kept of a game cannot be read."""
    try:
        return session_digest(night.games.order_by("number"))
    except UNREADABLE:
        return ""
