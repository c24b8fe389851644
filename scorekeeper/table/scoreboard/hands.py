"""The hands of a game on the scoreboard, each version with its result: a page of them, or one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes
from scorekeeper.play.wording.money import PaymentLine, hand_payments
from scorekeeper.play.wording.running_totals import totals_after

PAGE_SIZE = 10
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one hand for one seat, and the seat's total after it."""

    name: str
    result: SeatResult
    total: float | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, and its result."""

    table: Table
    hand: Hand
    outcome: Outcome
    totals: Sequence[float] = ()
    """Each seat's total after it, in a list of hands."""
    money: tuple[PaymentLine[Player], ...] = ()
    """Its payments, on the page of one hand."""
    replaced: Hand | None = None
    """The version that it replaced."""
    is_corrected: bool = False
    """Another version with other answers replaced it."""
    is_contested: bool = False
    """A player disputes their result."""

    @property
    def is_void(self) -> bool:
        return self.hand.voided_at is not None

    @property
    def is_restored(self) -> bool:
        """It was restored without changes."""
        return self.replaced is not None and self.replaced.entry == self.hand.entry

    @property
    def ended_void(self) -> bool:
        """It was dealt and entered, but gave nobody anything. A deleted hand is ``is_void``."""
        return not self.is_void and self.outcome.is_void

    @property
    def is_special(self) -> bool:
        """A list shows more of it than its result."""
        unplayed = self.ended_void or self.outcome.is_split or self.outcome.penalized_seats
        special = self.is_void or self.is_contested or unplayed
        return bool(special) or self.hand.replaces_id is not None

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells in the order of the places at the table."""
        totals: Sequence[float | None] = self.totals or [None] * len(self.outcome.seats)
        cells = zip(self.table.seat_names, self.outcome.seats, totals, strict=True)
        yield from self.table.state.by_place([Cell(*cell) for cell in cells])

    @property
    def winners(self) -> list[Player]:
        return [self.table.players[person] for person in sorted(self.outcome.winners)]

    @property
    def scores(self) -> Iterator[tuple[str, SeatResult]]:
        """Name and result of each seat that took part, by place at the table."""
        results = list(zip(self.table.seat_names, self.outcome.seats, strict=True))
        for name, seat in self.table.state.by_place(results):
            if seat.scored:
                yield name, seat

    @property
    def penalties(self) -> list[tuple[str, str]]:
        """Returns the payers of a hand that nobody won, with the reasons."""
        names, seats = self.table.seat_names, self.outcome.seats
        return [(names[seat], seats[seat].reason) for seat in self.outcome.penalized_seats]

    @property
    def ordered_scores(self) -> list[tuple[str, SeatResult]]:
        """``scores``, winners first, as they are read aloud."""
        return sorted(self.scores, key=lambda score: not score[1].won)

    @property
    def amounts(self) -> list[tuple[Player, int]]:
        """Returns how much each person won or lost, highest first, without zeros."""
        ends = ((p, seat.for_person(p).net) for seat in self.outcome.seats for p in seat.persons)
        amounts = [(self.table.players[person], amount) for person, amount in ends if amount]
        return sorted(amounts, key=lambda pair: -pair[1])


@dataclass(frozen=True, slots=True)
class HandsPage:
    """Newest first, one row per hand."""

    lines: list[Version] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the previous page; 0: the newest."""
    older: int | None = None


def hands_page(
    table: Table, upto: int | None = None, *, count: int = PAGE_SIZE, with_void: bool = True
) -> HandsPage:
    """Returns a page of hands numbered ``upto`` and below, the newest if None; each as it is now,
    since its earlier versions are on its own page. Without ``with_void``, only hands in force. Four
    queries, five on later pages."""
    last = table.game.last_number
    top = last if not upto or upto >= last else upto
    hands = _hands(table.game).filter(number__gt=top - count)
    if top < last:
        hands = hands.filter(number__lte=top)
    newer = None if top == last else (0 if top + count >= last else top + count)
    older = top - count if top > count else None
    versions = list(hands.order_by("-number", "-pk"))
    hands_shown = [
        hand for hand in _current_versions(versions) if with_void or hand.voided_at is None
    ]
    return HandsPage(
        _with_totals(table, top, _versions(table, hands_shown, among=versions)), newer, older
    )


def _current_versions(hands: Sequence[Hand]) -> Iterator[Hand]:
    """Yields the version of each hand that is in force, or else the newest; ``hands``: all
    versions, newest first."""
    first: dict[int, int] = {}
    for hand in reversed(hands):
        first[hand.pk] = first.get(hand.replaces_id or 0, hand.pk)
    current = {first[hand.pk]: hand for hand in reversed(hands)}
    current |= {first[hand.pk]: hand for hand in hands if hand.voided_at is None}
    yield from (hand for hand in hands if current[first[hand.pk]] is hand)


def _with_totals(table: Table, top: int, lines: list[Version]) -> list[Version]:
    if not table.state.keeps_score or not lines:
        return lines
    in_force = [(line.hand.number, line.outcome.seats) for line in lines if not line.is_void]
    totals = totals_after(table, top, in_force)
    return [
        line if line.is_void else replace(line, totals=totals[line.hand.number]) for line in lines
    ]


def _hands(game: Game) -> QuerySet[Hand]:
    """Returns hands, void ones too, with those who recorded and voided them."""
    return game.hands.select_related(*HAND_AUTHORS)


def _versions(table: Table, hands: Sequence[Hand], *, among: Iterable[Hand]) -> list[Version]:
    """``among``: all versions of these hands."""
    by_pk = {hand.pk: hand for hand in among}
    replaced = {pk: by_pk.get(hand.replaces_id or 0) for pk, hand in by_pk.items()}
    corrected = {
        earlier.pk
        for pk, earlier in replaced.items()
        if earlier and earlier.entry != by_pk[pk].entry
    }
    return [
        Version(table, hand, outcome, replaced=replaced[hand.pk], is_corrected=hand.pk in corrected)
        for hand, outcome in zip(hands, outcomes(table, hands), strict=True)
    ]


def hand_versions(table: Table, number: int) -> list[Version]:
    """Returns every version of this hand with its payments, newest first. Four queries."""
    hands = list(_hands(table.game).filter(number=number).order_by("-pk"))
    versions = _versions(table, hands, among=hands)
    payments = list(
        Payment.objects.filter(hand__in=[version.hand for version in versions])
        .select_related("payer", "payee")
        .order_by("pk")
    )
    return [replace(version, money=_money(version.hand, payments)) for version in versions]


def _money(hand: Hand, payments: Iterable[Payment]) -> tuple[PaymentLine[Player], ...]:
    return tuple(hand_payments(row for row in payments if row.hand_id == hand.pk))
