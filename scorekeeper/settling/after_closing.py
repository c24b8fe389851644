"""A hand of a closed night is put right: only as the host has seen that it changes the money.

The night stays closed. What it changed is kept with it, line by line, and told to whom it concerns;
payments that were made stay, and what is still to be paid is worked out anew. What is written down
beside the games of a closed night is written down by a host too, and told to the club.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Membership, Player, Role, Session
from scorekeeper.clubs.signing import author_fields
from scorekeeper.play.models import Hand, LateCorrection, LateKind
from scorekeeper.settling.standing import standing
from scorekeeper.telling.night import net_tonight


@dataclass(frozen=True, slots=True)
class Sum:
    """What the games of the night brought somebody, in minor units."""

    player: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OwedBy:
    """What somebody was still to pay somebody else, in minor units; 0: nothing."""

    payer: Player
    payee: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Changes:
    """What a correction changes; whatever stays as it is stands in neither list."""

    sums: list[Sum]
    transfers: list[OwedBy]

    @property
    def plain(self) -> tuple[list[list[int]], list[list[int]]]:
        """As they are kept: by the players' ids."""
        return (
            [[each.player.pk, each.before, each.after] for each in self.sums],
            [[t.payer.pk, t.payee.pk, t.before, t.after] for t in self.transfers],
        )

    @property
    def key(self) -> str:
        """Says for these changes, and for no others, that they were seen."""
        return hashlib.sha256(json.dumps(self.plain).encode()).hexdigest()

    def of(self, player: Player) -> Changes:
        """What of it concerns this player."""
        return Changes(
            [each for each in self.sums if each.player == player],
            [each for each in self.transfers if player in (each.payer, each.payee)],
        )

    def __bool__(self) -> bool:
        return bool(self.sums or self.transfers)


class NotAgreedError(Exception):
    """Nothing was written: these ``changes`` have to be agreed to first."""

    def __init__(self, kind: LateKind, changes: Changes) -> None:
        super().__init__("not agreed")
        self.kind, self.changes = kind, changes


@dataclass(frozen=True, slots=True)
class Corrected:
    hand: Hand
    late: bool
    """The night is closed."""


@transaction.atomic
def correct(
    *,
    session: Session,
    kind: LateKind,
    write: Callable[[], Hand],
    agreed: str = "",
    by: Membership | None,
) -> Corrected:
    """``write`` corrects a hand of this night (``play.corrections``) and gives the hand that it is
    about. While the night is open that is all.

    Once it is closed, raises NotAgreedError, and nothing is written, unless ``agreed`` is the key
    of the changes as they come out now. What a token did before is done already, and asks nobody
    again. Raises whatever ``write`` does.
    """
    night = locks.hold_night(session.pk)
    if night.closed_at is None:
        return Corrected(write(), late=False)
    before = _money(night)
    hand = write()
    if Session.objects.values_list("version", flat=True).get(pk=night.pk) == night.version:
        return Corrected(hand, late=True)
    changes = _changes(before, _money(night))
    if changes.key != agreed:
        raise NotAgreedError(kind, changes)
    sums, transfers = changes.plain
    LateCorrection.objects.create(
        session=night,
        hand=hand,
        kind=kind,
        sums=sums,
        transfers=transfers,
        **author_fields(by),
    )
    number, game = hand.number, hand.game.title
    note(Happened.NIGHT_CORRECTED, club=night.club, session=night, by=by, number=number, game=game)
    return Corrected(hand, late=True)


# Beside the games ----------------------------------------------------------------------------


class ClosedNightError(Exception):
    """A host alone still moves what everybody owes."""


def need_host(night: Session, by: Membership | None) -> None:
    """For a night that is held. Raises ClosedNightError if it is closed and this is no host's
    phone, nor a command of the site (None)."""
    if night.closed_at is not None and by is not None and by.role != Role.HOST:
        raise ClosedNightError


def note_late(kind: Happened, night: Session, by: Membership | None, **values: str | int) -> None:
    """Tell the club, if the night is closed."""
    if night.closed_at is not None:
        note(kind, club=night.club, session=night, by=by, **values)


# What changes --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Money:
    players: dict[int, Player]
    sums: dict[int, int]
    owed: dict[tuple[int, int], int]


def _money(night: Session) -> _Money:
    stands = standing(night)
    players = {player.pk: player for at in stands.games for player in at.players}
    players |= {player.pk: player for player in stands.balances}
    owed = {(t.payer.pk, t.payee.pk): t.amount for t in stands.plan.transfers}
    return _Money(players, dict(net_tonight(stands.games)), owed)


def _changes(before: _Money, after: _Money) -> Changes:
    people = before.players | after.players
    sums = [
        Sum(people[pk], before.sums.get(pk, 0), after.sums.get(pk, 0))
        for pk in before.sums | after.sums
    ]
    transfers = [
        OwedBy(people[pair[0]], people[pair[1]], before.owed.get(pair, 0), after.owed.get(pair, 0))
        for pair in before.owed | after.owed
    ]
    return Changes(
        [each for each in sums if each.before != each.after],
        [each for each in transfers if each.before != each.after],
    )


# Told afterwards -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Late:
    """A correction after closing, as it is told."""

    row: LateCorrection
    changes: Changes

    @property
    def hand(self) -> Hand:
        return self.row.hand

    @property
    def reason(self) -> str:
        """As it was typed."""
        out = self.row.kind == LateKind.TAKEN_BACK
        return self.hand.void_reason if out else self.hand.reason

    @property
    def undone(self) -> Hand | None:
        """The hand that is put back to undo this; None where none can be."""
        if self.row.kind == LateKind.TAKEN_BACK:
            return self.hand
        return self.hand.replaces if self.row.kind == LateKind.AMENDED else None


def told(session: Session) -> list[Late]:
    """All corrections after closing, the newest first, each with its hand. Two queries."""
    rows = list(
        LateCorrection.objects.filter(session=session)
        .select_related("hand__game", "hand__replaces", "by__player", "signature__player")
        .order_by("-pk")
    )
    for row in rows:
        row.hand.game.session = session
        if row.hand.replaces is not None:
            row.hand.replaces.game = row.hand.game
    people = Player.objects.in_bulk({pk for row in rows for pk in _named(row)}) if rows else {}
    return [Late(row, _read(row, people)) for row in rows]


def told_to(session: Session, player: Player) -> list[Late]:
    """Those that changed anything for this player, and only that."""
    found = (Late(late.row, late.changes.of(player)) for late in told(session))
    return [late for late in found if late.changes]


def _named(row: LateCorrection) -> Iterator[int]:
    yield from (player for player, _before, _after in row.sums)
    for payer, payee, _before, _after in row.transfers:
        yield from (payer, payee)


def _read(row: LateCorrection, people: dict[int, Player]) -> Changes:
    return Changes(
        [Sum(people[player], before, after) for player, before, after in row.sums],
        [OwedBy(people[one], people[two], was, now) for one, two, was, now in row.transfers],
    )
