"""Corrects a hand that others rely on, once the host has confirmed what that changes: the money of
a closed session, or a ranking that a later round was drawn from.

A closed session stays closed. The change is stored with it row by row and shown to those it
concerns; payments stay, and what remains to be paid is recalculated. Only a host may add money
outside games to a closed session, and the group is told.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Role, Session, author_fields
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.play.models import Hand, LateCorrection, LateKind
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError
from scorekeeper.play.sessions import net_by_player
from scorekeeper.play.wording.hand import HandChange, hand_changes, hand_results
from scorekeeper.settlement.balances import Balances, session_balances


@dataclass(frozen=True, slots=True)
class SumChange:
    """The change of a player's sum of all games, in minor units."""

    player: Player
    before: int
    after: int
    is_current: bool = True
    """Whether ``after`` is still so."""


@dataclass(frozen=True, slots=True)
class TransferChange:
    """The change of a debt between two players, in minor units; 0: nothing."""

    payer: Player
    payee: Player
    before: int
    after: int
    is_current: bool = True
    """Whether ``after`` is still so."""


@dataclass(frozen=True, slots=True)
class RankChange:
    """The change of a player's place in a ranking, in words; empty: nothing."""

    player: Player
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes that a correction makes. ``hands``: all of them, where it changes answers of
    later hands too."""

    sums: list[SumChange]
    transfers: list[TransferChange]
    ranks: tuple[RankChange, ...] = ()
    hands: tuple[HandChange, ...] = ()

    @property
    def current_transfers(self) -> list[TransferChange]:
        return [transfer for transfer in self.transfers if transfer.is_current]

    @property
    def former_transfers(self) -> list[TransferChange]:
        """Returns the transfers that another correction or a payment has changed again since."""
        return [transfer for transfer in self.transfers if not transfer.is_current]

    @property
    def plain(self) -> tuple[list[list[int]], list[list[int]]]:
        """Returns the changes as stored: by player ids."""
        return (
            [[change.player.pk, change.before, change.after] for change in self.sums],
            [
                [transfer.payer.pk, transfer.payee.pk, transfer.before, transfer.after]
                for transfer in self.transfers
            ],
        )

    @property
    def key(self) -> str:
        """Fingerprint of exactly these changes, to confirm them."""
        ranks = [[change.player.pk, change.before, change.after] for change in self.ranks]
        hands = [change.plain for change in self.hands]
        return hashlib.sha256(json.dumps([*self.plain, ranks, *hands]).encode()).hexdigest()

    def for_player(self, player: Player) -> "Changes":
        """Returns the changes that concern this player."""
        return Changes(
            [change for change in self.sums if change.player == player],
            [change for change in self.transfers if player in (change.payer, change.payee)],
        )

    def __bool__(self) -> bool:
        return bool(self.sums or self.transfers or self.ranks or self.hands)


Ranking: TypeAlias = Callable[[], Mapping[Player, str]]
"""Reads what a ranking says now of each, best first."""
RANKINGS: Final[list[Callable[[Session], Ranking | None]]] = []
"""Asked by ``ranking_above``: a package above this one adds its own as it is installed."""


def ranking_above(session: Session) -> Ranking | None:
    """Returns the ranking that something was done by already, such as the draw of a later round;
    None: there is none, so the session's hands may be corrected at once."""
    return next(filter(None, (ask(session) for ask in RANKINGS)), None)


class NotAgreedError(Refusal):
    """Nothing was written: the ``changes`` need to be confirmed first."""

    def __init__(self, kind: LateKind, changes: Changes) -> None:
        super().__init__("", now=changes)
        self.kind, self.changes = kind, changes


ROUND_PUBLISHED: Final = _(
    "The next round is published. Only a host can still change hands of this one."
)


@dataclass(frozen=True, slots=True)
class CorrectionResult:
    hand: Hand
    late: bool
    """Whether the session is closed."""


@transaction.atomic
def correct_hand(
    *,
    session: Session,
    kind: LateKind,
    write: Callable[[], Hand],
    agreed: str = "",
    leads_in: Table | None = None,
    by: Membership | None,
) -> CorrectionResult:
    """Calls ``write``, which corrects a hand of this session (``play.edits``) and returns the
    hand concerned. For an open session without a ``ranking_above`` that is all, unless it
    ``leads_in`` a game: it changes answers of later hands there.

    Else raises NotAgreedError, and writes nothing, unless ``agreed`` is the key of the resulting
    changes. Repeating a token's request needs no confirmation. Raises ClosedError if there is such
    a ranking and this is no host's device, and whatever ``write`` does.
    """
    locked = locks.hold_session(session.pk)
    is_late, ranking = locked.closed_at is not None, ranking_above(locked)
    if not is_late and ranking is None and leads_in is None:
        return CorrectionResult(write(), late=False)
    if ranking is not None and by is not None and by.role != Role.HOST:
        raise ClosedError(ROUND_PUBLISHED)
    before, ranked = _money(session_balances(locked)), ranking() if ranking else {}
    results = hand_results(leads_in) if leads_in else {}
    hand = write()
    if Session.objects.values_list("version", flat=True).get(pk=locked.pk) == locked.version:
        return CorrectionResult(hand, late=is_late)
    ranks = _rank_changes(ranked, ranking()) if ranking else ()
    hands = hand_changes(leads_in, results, hand_results(leads_in)) if leads_in else ()
    changes = replace(_changes(before, _money(session_balances(locked))), ranks=ranks, hands=hands)
    if changes.key != agreed:
        raise NotAgreedError(kind, changes)
    if is_late:
        _store(locked, hand, kind, changes, by)
    return CorrectionResult(hand, late=is_late)


def _store(
    session: Session, hand: Hand, kind: LateKind, changes: Changes, by: Membership | None
) -> None:
    sums, transfers = changes.plain
    LateCorrection.objects.create(
        session=session,
        hand=hand,
        kind=kind,
        sums=sums,
        transfers=transfers,
        **author_fields(by),
    )
    values: dict[str, str | int] = {"number": hand.number, "game": hand.game.title}
    note(ActivityKind.SESSION_CORRECTED, club=session.club, session=session, by=by, **values)


# Outside the games ---------------------------------------------------------------------------


HOSTS_ONLY: Final = _("This session has ended. Only a host can still save or undo this.")


def need_host(session: Session, by: Membership | None) -> None:
    """Refuses if the session, which is locked, is closed, and this is neither a host's device nor a
    command of the site (None)."""
    if session.closed_at is not None and by is not None and by.role != Role.HOST:
        raise Refusal(HOSTS_ONLY)


def note_late(
    kind: ActivityKind, session: Session, by: Membership | None, **values: str | int
) -> None:
    """Notes it in the group's activity if the session is closed."""
    if session.closed_at is not None:
        note(kind, club=session.club, session=session, by=by, **values)


# What changes --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Money:
    players: dict[int, Player]
    sums: dict[int, int]
    owed: dict[tuple[int, int], int]


def _money(balances: Balances) -> _Money:
    players = {player.pk: player for table in balances.games for player in table.players}
    players |= {player.pk: player for player in balances.net}
    owed = {(t.payer.pk, t.payee.pk): t.amount for t in balances.plan.transfers}
    return _Money(players, dict(net_by_player(balances.games)), owed)


def _changes(before: _Money, after: _Money) -> Changes:
    people = before.players | after.players
    sums = [
        SumChange(people[pk], before.sums.get(pk, 0), after.sums.get(pk, 0))
        for pk in before.sums | after.sums
    ]
    transfers = [
        TransferChange(
            people[pair[0]], people[pair[1]], before.owed.get(pair, 0), after.owed.get(pair, 0)
        )
        for pair in before.owed | after.owed
    ]
    return Changes(
        [change for change in sums if change.before != change.after],
        [change for change in transfers if change.before != change.after],
    )


def _rank_changes(
    before: Mapping[Player, str], after: Mapping[Player, str]
) -> tuple[RankChange, ...]:
    players = dict.fromkeys([*after, *before])
    ranks = (RankChange(p, before.get(p, ""), after.get(p, "")) for p in players)
    return tuple(rank for rank in ranks if rank.before != rank.after)


# For display ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Late:
    """A correction after closing, for display."""

    row: LateCorrection
    changes: Changes

    @property
    def hand(self) -> Hand:
        return self.row.hand

    @property
    def reason(self) -> str:
        """Returns the reason as it was typed."""
        out = self.row.kind == LateKind.TAKEN_BACK
        return self.hand.void_reason if out else self.hand.reason

    @property
    def undone(self) -> Hand | None:
        """The hand to restore to undo this; None where there is none."""
        if self.row.kind == LateKind.TAKEN_BACK:
            return self.hand
        return self.hand.replaces if self.row.kind == LateKind.AMENDED else None


def late_corrections(session: Session, balances: Balances | None = None) -> list[Late]:
    """Returns all corrections after closing, newest first, each with its hand. Two queries, and
    where there are any those of ``balances``, unless it was read already."""
    rows = list(
        LateCorrection.objects.filter(session=session)
        .select_related("hand__game", "hand__replaces", "by__player", "signature__player")
        .order_by("-pk")
    )
    for row in rows:
        row.hand.game.session = session
        if row.hand.replaces is not None:
            row.hand.replaces.game = row.hand.game
    if not rows:
        return []
    people = Player.objects.in_bulk({pk for row in rows for pk in _named(row)})
    now = _money(balances or session_balances(session))
    return [Late(row, _read(row, people, now)) for row in rows]


def late_corrections_for(session: Session, player: Player) -> list[Late]:
    """Returns those that changed anything for this player, with their changes only."""
    corrections = (
        Late(late.row, late.changes.for_player(player)) for late in late_corrections(session)
    )
    return [late for late in corrections if late.changes]


def _named(row: LateCorrection) -> Iterator[int]:
    yield from (player for player, _before, _after in row.sums)
    for payer, payee, _before, _after in row.transfers:
        yield from (payer, payee)


def _read(row: LateCorrection, people: dict[int, Player], now: _Money) -> Changes:
    return Changes(
        [
            SumChange(people[player], before, after, now.sums.get(player, 0) == after)
            for player, before, after in row.sums
        ],
        [
            TransferChange(
                people[payer],
                people[payee],
                before,
                after,
                now.owed.get((payer, payee), 0) == after,
            )
            for payer, payee, before, after in row.transfers
        ],
    )
