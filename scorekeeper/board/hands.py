"""The hands of a game on the board, each version with what it brought: a page of them, or one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.telling.course import totals_after
from scorekeeper.telling.hand import Brought, Outcome, outcomes
from scorekeeper.telling.money import Paid, of_hand

SHOWN = 10
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one hand brought one seat, and what the seat had after it."""

    name: str
    brought: Brought
    total: float | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, and what it brought."""

    at: Table
    hand: Hand
    outcome: Outcome
    totals: Sequence[float] = ()
    """What each seat had after it, where a list of hands is looked at."""
    money: tuple[Paid[Player], ...] = ()
    """Its payments, where one hand is looked at."""
    before: Hand | None = None
    """The version in whose place it came."""
    is_corrected: bool = False
    """Another came in its place, with other answers."""
    contested: bool = False
    """Somebody contests his line of it."""

    @property
    def voided(self) -> bool:
        return self.hand.voided_at is not None

    @property
    def is_put_back(self) -> bool:
        """It counts again as it was."""
        return self.before is not None and self.before.entry == self.hand.entry

    @property
    def ended_void(self) -> bool:
        """It was dealt and written down, but brought nobody anything. One that was taken back is
        ``voided``."""
        return not self.voided and self.outcome.brought_nothing

    @property
    def is_special(self) -> bool:
        """There is more to say of it in a list than what it brought."""
        unplayed = self.ended_void or self.outcome.is_split or self.outcome.penalized
        special = self.voided or self.contested or unplayed
        return bool(special) or self.hand.replaces_id is not None

    @property
    def cells(self) -> Iterator[Cell]:
        """By seat."""
        totals: Sequence[float | None] = self.totals or [None] * len(self.outcome.seats)
        for cell in zip(self.at.seat_names, self.outcome.seats, totals, strict=True):
            yield Cell(*cell)

    @property
    def winners(self) -> list[Player]:
        return [self.at.players[person] for person in sorted(self.outcome.winners)]

    @property
    def scores(self) -> Iterator[tuple[str, Brought]]:
        """Name of each seat that took part, and what it was brought."""
        for name, seat in zip(self.at.seat_names, self.outcome.seats, strict=True):
            if seat.scored:
                yield name, seat

    @property
    def penalties(self) -> list[tuple[str, str]]:
        """Who pays for a hand that nobody won, and for what."""
        names, seats = self.at.seat_names, self.outcome.seats
        return [(names[seat], seats[seat].reason) for seat in self.outcome.penalized]

    @property
    def told(self) -> list[tuple[str, Brought]]:
        """``scores`` as they are said aloud: who won first."""
        return sorted(self.scores, key=lambda each: not each[1].won)

    @property
    def amounts(self) -> list[tuple[Player, int]]:
        """What it brought each person in money, the most first; nobody whom it brought none."""
        ends = ((p, seat.of(p).net) for seat in self.outcome.seats for p in seat.persons)
        found = [(self.at.players[person], amount) for person, amount in ends if amount]
        return sorted(found, key=lambda each: -each[1])


@dataclass(frozen=True, slots=True)
class HandsPage:
    """Newest first; each version of a hand is a line."""

    lines: list[Version] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the page before this one; 0: the newest."""
    older: int | None = None


def hands_page(
    at: Table, upto: int | None = None, *, count: int = SHOWN, voided: bool = True
) -> HandsPage:
    """The hands numbered ``upto`` and below, a page of them; the newest ones when None, each as it
    stands: its earlier versions are on its own page. Without ``voided``, only those that count.
    Four queries, five on a page further back."""
    last = at.game.last_number
    top = last if not upto or upto >= last else upto
    hands = _hands(at.game).filter(number__gt=top - count)
    if top < last:
        hands = hands.filter(number__lte=top)
    newer = None if top == last else (0 if top + count >= last else top + count)
    older = top - count if top > count else None
    listed = list(hands.order_by("-number", "-pk"))
    shown = [hand for hand in _as_they_stand(listed) if voided or hand.voided_at is None]
    return HandsPage(_with_totals(at, top, _versions(at, shown, among=listed)), newer, older)


def _as_they_stand(hands: Sequence[Hand]) -> Iterator[Hand]:
    """Of the versions of each hand the one that counts, or else the newest; ``hands``: with all of
    their versions, the newest first."""
    first: dict[int, int] = {}
    for hand in reversed(hands):
        first[hand.pk] = first.get(hand.replaces_id or 0, hand.pk)
    stands = {first[hand.pk]: hand for hand in reversed(hands)}
    stands |= {first[hand.pk]: hand for hand in hands if hand.voided_at is None}
    yield from (hand for hand in hands if stands[first[hand.pk]] is hand)


def _with_totals(at: Table, top: int, lines: list[Version]) -> list[Version]:
    if not at.state.keeps_score or not lines:
        return lines
    stand = [(line.hand.number, line.outcome.seats) for line in lines if not line.voided]
    totals = totals_after(at, top, stand)
    return [
        line if line.voided else replace(line, totals=totals[line.hand.number]) for line in lines
    ]


def _hands(game: Game) -> QuerySet[Hand]:
    """Void ones too, with those who recorded and voided them."""
    return game.hands.select_related(*HAND_AUTHORS)


def _versions(at: Table, hands: Sequence[Hand], *, among: Iterable[Hand]) -> list[Version]:
    """``among``: all versions of these hands."""
    known = {hand.pk: hand for hand in among}
    before = {pk: known.get(hand.replaces_id or 0) for pk, hand in known.items()}
    corrected = {was.pk for pk, was in before.items() if was and was.entry != known[pk].entry}
    return [
        Version(at, hand, found, before=before[hand.pk], is_corrected=hand.pk in corrected)
        for hand, found in zip(hands, outcomes(at, hands), strict=True)
    ]


def hand_versions(at: Table, number: int) -> list[Version]:
    """Every version of this hand with its payments, the newest first. Four queries."""
    hands = list(_hands(at.game).filter(number=number).order_by("-pk"))
    listed = _versions(at, hands, among=hands)
    payments = list(
        Payment.objects.filter(hand__in=[version.hand for version in listed])
        .select_related("payer", "payee")
        .order_by("pk")
    )
    return [replace(each, money=_money(each.hand, payments)) for each in listed]


def _money(hand: Hand, payments: Iterable[Payment]) -> tuple[Paid[Player], ...]:
    return tuple(of_hand(row for row in payments if row.hand_id == hand.pk))
