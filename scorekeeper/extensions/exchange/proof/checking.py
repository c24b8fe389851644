"""Proves a session: replays every hand from what was entered, and checks the chain of digests, the
payments and the sums. Reads only, and caches nothing; ``cache`` does.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import chain
from typing import Any, Final, TypeAlias

from django.db.models import Count, Q, Sum
from django.utils import timezone

from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.exchange.proof import ledger_checks
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import UNREADABLE, differences, session_digest
from scorekeeper.settlement.balances import Balances, session_balances

Payments: TypeAlias = dict[int | None, tuple[int, int, int]]
"""Of each game, None for outside games: rows, their sum in minor units, and reversals."""
NO_PAYMENTS: Final = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class GameProof:
    """The check of one game."""

    number: int
    title: str
    """To be translated."""
    hands: int
    """Hands that count."""
    entries: int
    """Hands and changes of seats in the chain, also deleted and replaced ones."""
    payments: int
    is_checked: bool
    """False: too many hands for one page."""
    fault: Phrase | None


@dataclass(frozen=True, slots=True)
class Proof:
    """The checked parts of a session, and the first fault."""

    parts: tuple[GameProof, ...]
    payments: int
    """All rows, also reversals."""
    total_moved: int
    """The sum of all payments, in minor units."""
    reversals: int
    outside_games: int
    """Payments without a game."""
    balances: tuple[tuple[str, int], ...]
    """Balances still to be settled, by name, in minor units."""
    fault: Phrase | None
    """The first one; amounts in it are ``Minor``."""
    digest: str
    """Of all hands and changes of seats of the session: 64 hex digits."""
    checked_at: datetime

    @property
    def hands(self) -> int:
        return sum(part.hands for part in self.parts if part.is_checked)

    @property
    def entries(self) -> int:
        return sum(part.entries for part in self.parts if part.is_checked)

    @property
    def games(self) -> int:
        return sum(part.is_checked for part in self.parts)

    @property
    def left_out(self) -> list[GameProof]:
        return [part for part in self.parts if not part.is_checked]


def check(session: Session, most: int | None = None) -> Proof:
    """Checks a session at one moment. ``most``: how many hands to replay at most, in whole games;
    None: all."""
    with one_view():
        session = Session.objects.select_related("club").get(pk=session.pk)
        games = list(
            session.games.order_by("number").annotate(
                hand_rows=Count("hands", distinct=True), change_rows=Count("changes", distinct=True)
            )
        )
        paid = _payments(session)
        parts = tuple(_parts(session, games, paid, most))
        settlement = cache(partial(session_balances, session))
        first = next(chain(_game_faults(parts), _payment_faults(session, settlement)), None)
        return Proof(
            parts=parts,
            payments=sum(rows for rows, _moved, _back in paid.values()),
            total_moved=sum(moved for _rows, moved, _back in paid.values()),
            reversals=sum(back for _rows, _moved, back in paid.values()),
            outside_games=paid.get(None, NO_PAYMENTS)[0],
            balances=_balances(settlement),
            fault=first,
            digest=_digest(games),
            checked_at=timezone.now(),
        )


def _payments(session: Session) -> Payments:
    rows = Payment.objects.filter(session=session).order_by().values_list("game")
    back = Count("pk", filter=Q(reverses__isnull=False))
    summed = rows.annotate(rows=Count("pk"), moved=Sum("amount"), back=back)
    return {game: (count, int(moved), undone) for game, count, moved, undone in summed}


def _parts(
    session: Session, games: Sequence[Any], paid: Payments, most: int | None
) -> Iterator[GameProof]:
    """``games``: with ``hand_rows`` and ``change_rows``."""
    replayed = 0
    for game in games:
        game.session = session
        is_within = most is None or replayed + game.hand_rows <= most
        replayed += game.hand_rows * is_within
        yield GameProof(
            number=game.number,
            title=game.title,
            hands=game.hand_count,
            entries=game.hand_rows + game.change_rows,
            payments=paid.get(game.pk, NO_PAYMENTS)[0],
            is_checked=is_within,
            fault=next(differences(game), None) if is_within else None,
        )


def _game_faults(parts: tuple[GameProof, ...]) -> Iterator[Phrase]:
    for part in parts:
        if part.fault is not None:
            yield _("Game {number}, {game}: {fault}").format(
                number=part.number, game=_(part.title), fault=part.fault
            )


def _payment_faults(session: Session, settlement: Callable[[], Balances]) -> Iterator[Phrase]:
    try:
        yield from ledger_checks.faults(session, settlement)
    except UNREADABLE as error:
        yield _("the saved amounts can’t be read: {why}").format(why=repr(error))


def _balances(settlement: Callable[[], Balances]) -> tuple[tuple[str, int], ...]:
    """Returns nothing where they cannot be read: the fault says so."""
    try:
        return tuple((player.name, amount) for player, amount in settlement().net.items())
    except UNREADABLE:
        return ()


def _digest(games: Iterable[Game]) -> str:
    """Returns the digest; "" where the state of a game cannot be read."""
    try:
        return session_digest(games)
    except UNREADABLE:
        return ""
